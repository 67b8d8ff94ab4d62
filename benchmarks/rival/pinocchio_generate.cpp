// C of Pinocchio's algorithms, written by CasADi (-DBY_CASADI) or by CppADCodeGen (-DBY_CPPAD).
//
//     pinocchio_generate MODEL.txt FUNCTION FILE.c      FUNCTION: rnea aba_local aba_world drnea daba
//
// The file has a loop of the same signature as pinocchio_functions.cpp, without the handle.
#ifdef BY_CASADI
#include "pinocchio/autodiff/casadi.hpp"
using Scalar = casadi::SX;
#else
#include "pinocchio/codegen/cppadcg.hpp"
using Code = CppAD::cg::CG<double>;
using Scalar = CppAD::AD<Code>;
#endif
#include <fstream>
#include <iostream>
#include <sstream>

#include "pinocchio/algorithm/aba-derivatives.hpp"
#include "pinocchio/algorithm/aba.hpp"
#include "pinocchio/algorithm/rnea-derivatives.hpp"
#include "pinocchio/algorithm/rnea.hpp"
#include "pinocchio/multibody.hpp"
#include "pinocchio/multibody/joint.hpp"
#include "pinocchio/serialization.hpp"

namespace pin = pinocchio;
using Model = pin::ModelTpl<Scalar>;
using Data = pin::DataTpl<Scalar>;
using Vector = Eigen::Matrix<Scalar, -1, 1>;
using Matrix = Eigen::Matrix<Scalar, -1, -1>;

static Matrix full(const Matrix &upper) {
  Matrix all = upper;
  for (int i = 0; i < all.rows(); ++i)
    for (int j = 0; j < i; ++j) all(i, j) = all(j, i);
  return all;
}

static std::vector<Matrix> results(const std::string &name, const Model &model, const Vector &q,
                                   const Vector &v, const Vector &a) {
  Data data(model);
  if (name == "rnea") return {pin::rnea(model, data, q, v, a)};
  if (name == "aba_local") return {pin::aba(model, data, q, v, a, pin::Convention::LOCAL)};
  if (name == "aba_world") return {pin::aba(model, data, q, v, a, pin::Convention::WORLD)};
  if (name == "drnea") {
    pin::computeRNEADerivatives(model, data, q, v, a);
    return {data.dtau_dq, data.dtau_dv, full(data.M)};
  }
  pin::computeABADerivatives(model, data, q, v, a);
  return {data.ddq_dq, data.ddq_dv, full(data.Minv)};
}

static std::string loop(const std::string &call, int nq, int nv, int size) {
  std::ostringstream text;
  text << "void loop(const double* q, const double* v, const double* a, double* out, long mask, long calls) {\n"
       << "  for (long i = 0; i < calls; ++i) {\n    long k = i & mask;\n    " << call << "(q + k * " << nq
       << ", v + k * " << nv << ", a + k * " << nv << ", out + k * " << size << ");\n  }\n}\n";
  return text.str();
}

#ifdef BY_CASADI
static std::string generated(const std::string &name, const Model &model) {
  casadi::SX cq = casadi::SX::sym("q", model.nq), cv = casadi::SX::sym("v", model.nv),
             ca = casadi::SX::sym("a", model.nv);
  Vector q(model.nq), v(model.nv), a(model.nv);
  for (int i = 0; i < model.nq; ++i) q[i] = cq(i);
  for (int i = 0; i < model.nv; ++i) v[i] = cv(i), a[i] = ca(i);
  std::vector<casadi::SX> flat;
  for (const Matrix &m : results(name, model, q, v, a))
    for (int i = 0; i < m.rows(); ++i)
      for (int j = 0; j < m.cols(); ++j) flat.push_back(m(i, j));
  casadi::SX out = casadi::SX::densify(casadi::SX::vertcat(flat));
  casadi::Function function("f", {cq, cv, ca}, {out});
  casadi::CodeGenerator code("f.c", casadi::Dict{{"with_header", false}});
  code.add(function);
  std::ostringstream text;
  text << code.dump() << "\nstatic void one(const double* q, const double* v, const double* a, double* y) {\n"
       << "  const double* arg[] = {q, v, a}; double* res[] = {y}; static double w["
       << function.sz_w() + 1 << "]; static casadi_int iw[" << function.sz_iw() + 1
       << "];\n  f(arg, res, iw, w, 0);\n}\n"
       << loop("one", model.nq, model.nv, static_cast<int>(flat.size()));
  return text.str();
}
#else
static std::string generated(const std::string &name, const Model &model) {
  const int nq = model.nq, nv = model.nv;
  std::vector<Scalar> x(nq + 2 * nv), y;
  for (auto &one : x) one = Scalar(0.5);
  CppAD::Independent(x);
  Vector q(nq), v(nv), a(nv);
  for (int i = 0; i < nq; ++i) q[i] = x[i];
  for (int i = 0; i < nv; ++i) v[i] = x[nq + i], a[i] = x[nq + nv + i];
  for (const Matrix &m : results(name, model, q, v, a))
    for (int i = 0; i < m.rows(); ++i)
      for (int j = 0; j < m.cols(); ++j) y.push_back(m(i, j));
  CppAD::ADFun<Code> tape;
  tape.Dependent(x, y);
  tape.optimize("no_compare_op");
  CppAD::cg::CodeHandler<double> handler;
  std::vector<Code> independent(x.size());
  handler.makeVariables(independent);
  std::vector<Code> dependent = tape.Forward(0, independent);
  CppAD::cg::LanguageC<double> language("double");
  CppAD::cg::LangCDefaultVariableNameGenerator<double> names;
  std::ostringstream body;
  handler.generateCode(body, language, dependent, names);
  std::ostringstream text;
  text << "#include <math.h>\n#include <string.h>\nstatic void f(const double* x, double* y) {\n  double v["
       << handler.getTemporaryVariableCount() + 1 << "];\n" << body.str() << "}\n"
       << "static void one(const double* q, const double* v, const double* a, double* y) {\n"
       << "  double x[" << nq + 2 * nv << "];\n  memcpy(x, q, " << 8 * nq << "); memcpy(x + " << nq << ", v, "
       << 8 * nv << "); memcpy(x + " << nq + nv << ", a, " << 8 * nv << ");\n  f(x, y);\n}\n"
       << loop("one", nq, nv, static_cast<int>(y.size()));
  return text.str();
}
#endif

int main(int, char **given) {
  pin::Model plain;
  plain.loadFromText(given[1]);
  std::ofstream(given[3]) << generated(given[2], plain.cast<Scalar>());
}
