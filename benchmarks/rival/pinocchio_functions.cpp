// Pinocchio's own algorithms, each called in turn on rows of states: the loop that is timed.
//
//     void NAME(handle, q, v, a, out, mask, calls):   row (i & mask) of each array, for i < calls
//
// q holds Pinocchio's coordinates; out gets what the function gives, matrices by rows.
#include "pinocchio/algorithm/aba-derivatives.hpp"
#include "pinocchio/algorithm/aba.hpp"
#include "pinocchio/algorithm/rnea-derivatives.hpp"
#include "pinocchio/algorithm/rnea.hpp"
#include "pinocchio/multibody.hpp"
#include "pinocchio/multibody/joint.hpp"
#include "pinocchio/serialization.hpp"

namespace pin = pinocchio;
using Vector = Eigen::Map<const Eigen::VectorXd>;
using Result = Eigen::Map<Eigen::VectorXd>;
using Rows = Eigen::Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>;

struct Robot {
  pin::Model model;
  pin::Data data;
  explicit Robot(const pin::Model &given) : model(given), data(given) {}
};

// Every function sees q, v, a as Eigen vectors without copies.
template <typename Body>
static void over_rows(Robot &r, const double *q, const double *v, const double *a, double *out,
                      long size, long mask, long calls, Body body) {
  const long nq = r.model.nq, nv = r.model.nv;
  for (long i = 0; i < calls; ++i) {
    const long k = i & mask;
    body(Vector(q + k * nq, nq), Vector(v + k * nv, nv), Vector(a + k * nv, nv), out + k * size);
  }
}

template <typename M> static void symmetric(const M &upper, Rows out) {
  out = upper;
  out.template triangularView<Eigen::StrictlyLower>() = out.transpose();
}

extern "C" {

void *robot_load(const char *path) {
  pin::Model model;
  model.loadFromText(path);
  return new Robot(model);
}

void rnea(void *h, const double *q, const double *v, const double *a, double *out, long mask, long calls) {
  auto &r = *static_cast<Robot *>(h);
  const long n = r.model.nv;
  over_rows(r, q, v, a, out, n, mask, calls, [&](auto q, auto v, auto a, double *y) {
    Result(y, n) = pin::rnea(r.model, r.data, q, v, a);
  });
}

void aba_local(void *h, const double *q, const double *v, const double *a, double *out, long mask, long calls) {
  auto &r = *static_cast<Robot *>(h);
  const long n = r.model.nv;
  over_rows(r, q, v, a, out, n, mask, calls, [&](auto q, auto v, auto a, double *y) {
    Result(y, n) = pin::aba(r.model, r.data, q, v, a, pin::Convention::LOCAL);
  });
}

void aba_world(void *h, const double *q, const double *v, const double *a, double *out, long mask, long calls) {
  auto &r = *static_cast<Robot *>(h);
  const long n = r.model.nv;
  over_rows(r, q, v, a, out, n, mask, calls, [&](auto q, auto v, auto a, double *y) {
    Result(y, n) = pin::aba(r.model, r.data, q, v, a, pin::Convention::WORLD);
  });
}

// The results stay where Pinocchio leaves them; the first row's are written out by *_results.
void drnea(void *h, const double *q, const double *v, const double *a, double *, long mask, long calls) {
  auto &r = *static_cast<Robot *>(h);
  over_rows(r, q, v, a, nullptr, 0, mask, calls, [&](auto q, auto v, auto a, double *) {
    pin::computeRNEADerivatives(r.model, r.data, q, v, a);
  });
}

void daba(void *h, const double *q, const double *v, const double *a, double *, long mask, long calls) {
  auto &r = *static_cast<Robot *>(h);
  over_rows(r, q, v, a, nullptr, 0, mask, calls, [&](auto q, auto v, auto a, double *) {
    pin::computeABADerivatives(r.model, r.data, q, v, a);
  });
}

void drnea_results(void *h, double *out) {
  auto &r = *static_cast<Robot *>(h);
  const long n = r.model.nv;
  Rows(out, n, n) = r.data.dtau_dq;
  Rows(out + n * n, n, n) = r.data.dtau_dv;
  symmetric(r.data.M, Rows(out + 2 * n * n, n, n));
}

void daba_results(void *h, double *out) {
  auto &r = *static_cast<Robot *>(h);
  const long n = r.model.nv;
  Rows(out, n, n) = r.data.ddq_dq;
  Rows(out + n * n, n, n) = r.data.ddq_dv;
  symmetric(r.data.Minv, Rows(out + 2 * n * n, n, n));
}
}
