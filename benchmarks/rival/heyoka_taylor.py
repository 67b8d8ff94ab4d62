"""heyoka's Taylor integrator: the double pendulum's equations written out, an arm's by recursion.

The arm's u̇ is Featherstone's articulated-body algorithm on heyoka's expressions, with zeros left
out. Times are of propagations, the compilation apart.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import heyoka as hy
import pinocchio as pin

from benchmarks.rival.heyoka_arm import accelerations
from benchmarks.serve import serve


def double_pendulum() -> list[Any]:
    """Two rods of 1 kg and 1 m, joint angles: M q̈ + f = 0 solved by Cramer's rule."""
    q1, q2, v1, v2 = hy.make_vars("q1", "q2", "v1", "v2")
    c, h = hy.cos(q2), 0.5 * hy.sin(q2)
    M22, M12, M11 = 1 / 3, 1 / 3 + 0.5 * c, 5 / 3 + c
    f1 = -h * (2.0 * v1 * v2 + v2 * v2) + 9.81 * (1.5 * hy.sin(q1) + 0.5 * hy.sin(q1 + q2))
    f2 = h * v1 * v1 + 9.81 * 0.5 * hy.sin(q1 + q2)
    det = M11 * M22 - M12 * M12
    a1, a2 = (f2 * M12 - f1 * M22) / det, (f1 * M12 - f2 * M11) / det
    return [(q1, v1), (q2, v2), (v1, a1), (v2, a2)]


@cache
def integrator(name: str, tolerance: float, text: str) -> Any:
    """The compiled integrator of a case."""
    if name == "double pendulum":
        system, compact = double_pendulum(), False
    else:
        request = eval(text)  # our own request, printed
        model = pin.buildModelFromUrdf(name)
        held = [model.getJointId(one) for one in request["hold"] if model.existJointName(one)]
        if held:
            model = pin.buildReducedModel(model, held, pin.neutral(model))
        n = model.nv
        both = hy.make_vars(*[f"q{k}" for k in range(n)], *[f"v{k}" for k in range(n)])
        q, v = both[:n], both[n:]
        tau = [
            request["stiffness"][k] * (request["goal"][k] - q[k]) - request["damping"][k] * v[k]
            for k in range(n)
        ]
        made = accelerations(model, q, v, tau)
        system, compact = [*zip(q, v, strict=True), *zip(v, made, strict=True)], True
    return hy.taylor_adaptive(system, [0.0] * len(system), tol=tolerance, compact_mode=compact)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """q at the end, and the least seconds of some propagations."""
    text = repr({key: request.get(key) for key in ("goal", "stiffness", "damping", "hold")})
    ta = integrator(request["case"], request["rtol"], text)
    n, spent = len(request["q"]), []
    for _ in range(int(request["calls"])):
        ta.time, ta.state[:] = 0.0, [*request["q"], *[0.0] * n]
        start = time.perf_counter()
        ta.propagate_until(request["until"])
        spent.append(time.perf_counter() - start)
    return {"q": ta.state[:n].tolist(), "seconds": min(spent)}


serve(f"heyoka {hy.__version__}", answer)
