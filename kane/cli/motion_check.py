"""Whether a motion is one of a model: inverse dynamics of its samples returns the inputs.

Accelerations come from the sampled speeds alone, by splines of degree 5 and of degree 3; how far
these two are apart says how well the samples tell an acceleration. Forces from them by inverse
dynamics are then compared with those of the inputs, B(q) a.

From: check.py    Next: kane/dynamics/requests.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.interpolate import CubicSpline, make_interp_spline

from kane.cli.command import Misuse
from kane.formats.toml import ModelFile
from kane.formats.toml_settings import Tabulated
from kane.machine.model import Model
from kane.pipeline import build
from kane.sim.file import read

Floats = np.ndarray[Any, np.dtype[np.float64]]

FEWEST: Final = 12
TOLERANCE: Final = 1e-6  # of the largest force, beside what the samples leave open
MARGIN: Final = 3.0  # times the difference of the two splines


def compare(model: ModelFile, results: str) -> dict[str, Any]:
    """The largest difference of forces, their scale, and whether that is sound."""
    built = build(model.system)
    held = [name for name, active in built.flows({}).rows if active]
    if held:
        what = f"constraint '{held[0]}' holds by a force that inverse dynamics does not know."
        raise Misuse(f"{what} Name its dependent speed in the model.")
    t, q, u = samples(built, results)
    forces = forces_of_inputs(model, built, t, q, u)
    fine, coarse = (inverse(built, t, q, u, udot) for udot in accelerations(t, u))
    scale = max(1.0, float(np.abs(forces).max(initial=0.0)), float(np.abs(fine).max(initial=0.0)))
    inner = slice(4, -4)  # splines are loose at their ends
    apart = np.abs(fine - forces)[inner]
    allowed = TOLERANCE * scale + MARGIN * np.abs(fine - coarse)[inner]
    return {
        "largest": float(apart.max(initial=0.0)),
        "scale": scale,
        "sound": bool((apart <= allowed).all()),
    }


def samples(built: Model, results: str) -> tuple[Floats, Floats, Floats]:
    """Times, coordinates and speeds of a file, in the model's order, each time once."""
    motion = read(Path(results))
    missing = [name for name in (*built.q_names, *built.u_names) if name not in motion.names]
    if missing:
        raise Misuse(f"{results} has no '{missing[0]}'. Is it of this model?")
    t, keep = np.unique(np.asarray(motion["t"], dtype=float), return_index=True)
    if len(t) < FEWEST:
        raise Misuse(f"{results} has {len(t)} samples. Give at least {FEWEST}: `--every`.")
    q, u = (
        np.array([motion[n][keep] for n in names]).T for names in (built.q_names, built.u_names)
    )
    return t, np.ascontiguousarray(q), np.ascontiguousarray(u)


def accelerations(t: Floats, u: Floats) -> tuple[Floats, Floats]:
    """u̇ from samples of u, by splines of degree 5 and of degree 3."""
    fine = make_interp_spline(t, u, k=5).derivative()(t)
    coarse = CubicSpline(t, u).derivative()(t)
    return np.ascontiguousarray(fine), np.ascontiguousarray(coarse)


def inverse(built: Model, t: Floats, q: Floats, u: Floats, udot: Floats) -> Floats:
    """τ at every sample."""
    found: Floats = _called(built, "inverse_dynamics", t, q=q, u=u, udot=udot)
    return found


def forces_of_inputs(model: ModelFile, built: Model, t: Floats, q: Floats, u: Floats) -> Floats:
    """B(q) a at every sample."""
    if not built.input_names:
        return np.zeros_like(u)
    a = np.array([_signal(model, built, name, t, q, u) for name in built.input_names]).T
    B = _called(built, "input_matrix", t, q=q)
    found: Floats = np.einsum("kij,kj->ki", B.reshape(len(t), u.shape[1], -1), a)
    return found


def _signal(model: ModelFile, built: Model, name: str, t: Floats, q: Floats, u: Floats) -> Floats:
    """An input at every sample."""
    given = model.inputs.get(name, 0.0)
    if isinstance(given, Tabulated):
        return _tabulated(given, t)
    if isinstance(given, int | float):
        return np.full_like(t, float(given))
    flows = built.flows({})
    flow = flows.observed([given])
    p = flow.parameters(built.parameters)
    y, none = np.hstack([q, u]), np.zeros((len(t), len(flows.inputs)))
    made = flow.kernel.batch(t[:, np.newaxis], y, none, np.broadcast_to(p, (len(t), len(p))))
    return np.asarray(made, dtype=float).reshape(len(t), -1)[:, 0]


def _tabulated(given: Tabulated, t: Floats) -> Floats:
    at, values = np.array(given.t), np.array(given.values)
    if given.between == "held":
        return np.asarray(values[np.clip(np.searchsorted(at, t, "right") - 1, 0, None)])
    if given.between == "cubic" and len(at) > 2:
        return np.asarray(CubicSpline(at, values)(np.clip(t, at[0], at[-1])))
    return np.asarray(np.interp(t, at, values))


def _called(built: Model, name: str, t: Floats, **given: Floats) -> Any:
    """A function of the model at every sample, with the time where it asks for it."""
    wanted = [one.name for one in built.program(name).inputs if one.name != "p"]
    columns = {"t": t[:, np.newaxis], **given}
    return np.asarray(built.function(name)(*(columns[one] for one in wanted)))
