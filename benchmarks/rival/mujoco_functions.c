/* MuJoCo's inverse and forward dynamics of a tree without contacts, called in turn on rows of states. */
#include <mujoco/mujoco.h>
#include <string.h>

static mjModel* m;
static mjData* d;

int mujoco_load(const char* path, int* sizes) {
  char error[1000] = "";
  m = mj_loadXML(path, NULL, error, sizeof(error));
  if (!m) return 1;
  m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT | mjDSBL_ACTUATION | mjDSBL_LIMIT |
                         mjDSBL_FRICTIONLOSS | mjDSBL_SENSOR;
  d = mj_makeData(m);
  sizes[0] = (int)m->nq;
  sizes[1] = (int)m->nv;
  return 0;
}

static void moving(const double* q, const double* v) {
  memcpy(d->qpos, q, sizeof(double) * m->nq);
  memcpy(d->qvel, v, sizeof(double) * m->nv);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_comVel(m, d);
}

void rnea(const double* q, const double* v, const double* a, double* out, long mask, long calls) {
  for (long i = 0; i < calls; ++i) {
    long k = i & mask;
    memcpy(d->qacc, a + k * m->nv, sizeof(double) * m->nv);
    moving(q + k * m->nq, v + k * m->nv);
    mj_rne(m, d, 1, out + k * m->nv);
  }
}

void aba(const double* q, const double* v, const double* a, double* out, long mask, long calls) {
  for (long i = 0; i < calls; ++i) {
    long k = i & mask;
    double* y = out + k * m->nv;
    moving(q + k * m->nq, v + k * m->nv);
    mj_makeM(m, d);
    mj_factorM(m, d);
    mj_rne(m, d, 0, d->qfrc_bias);
    for (int r = 0; r < m->nv; ++r) d->qfrc_smooth[r] = a[k * m->nv + r] - d->qfrc_bias[r];
    mj_solveM(m, d, y, d->qfrc_smooth, 1);
  }
}
