"""figure: a mobile robot's motion as the paper's figures show it; animation: the same, moving.

Top view with successive configurations, the later the darker; energy; friction forces; tip-over
measure, thick where it is unsafe [Tanner2001 Figs. 3–5]. What comes after a wheel would have
lifted or slipped is hatched: the equations go on, a real robot would not.

From: verdict.py, kane/model/rolling/outline.py    Next: kane/sim/trajectory.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.mobile.verdict import verdict
from kane.model.quantities import energy, kinetic_energy
from kane.model.rolling.conditions import conditions, rolling_forces, skid_forces, tip_over
from kane.model.rolling.outline import arms_seen, edges_seen, wheels_seen
from kane.sim.pictures.curves import pyplot
from kane.sim.pictures.refined import refined
from kane.sim.trajectory import Trajectory

Floats = np.ndarray[Any, np.dtype[np.float64]]
SIZE: Final = (11.0, 8.0)  # inches
FAINT: Final = {"alpha": 0.3, "linewidth": 0.6}
SMALL: Final = {"frameon": False, "fontsize": "small"}
UNSAFE: Final = "tab:red"


def figure(run: Trajectory, *, count: int = 12) -> Any:
    """A figure of four: top view with `count` configurations, energy, friction, tip-over."""
    fine = refined(run)
    made, panels = pyplot().subplots(2, 2, figsize=SIZE, layout="constrained")
    (top, energies), (friction, tip) = panels
    _top_view(top, fine, count)
    _curves(energies, fine, {"kinetic energy": kinetic_energy(), "energy": energy()}, "J")
    _level(energies)
    _curves(friction, fine, _forces(run), "N")
    _tip_over(tip, fine)
    until = verdict(run).valid_until
    for panel in (energies, friction, tip):
        _beyond(panel, until, float(run.t[-1]))
        panel.set_xlabel("time in s")
        panel.margins(x=0)
        panel.grid(**FAINT)
    energies.set_title("energy")
    friction.set_title("forces of the ground along it")
    tip.set_title("tip-over measure (Force–Angle)")
    made.suptitle(run.source.name)
    return made


def animation(
    run: Trajectory, path: str | PathLike[str], *, rate: float = 25.0, speed: float = 1.0
) -> None:
    """The top view as a film: a GIF, or what the file's ending says and matplotlib can write.

    `rate` pictures a second; `speed` 2 shows it twice as fast. Red wheels would have lifted.
    """
    from matplotlib import animation as films

    fine = refined(run)
    frames = max(2, int(rate * (run.t[-1] - run.t[0]) / speed))
    moments = _nearest(fine, np.linspace(run.t[0], run.t[-1], frames))
    scene = _Scene(fine)
    made, axes = pyplot().subplots(figsize=(6.0, 6.0), layout="constrained")
    scene.frame(axes)
    drawn: list[Any] = []

    def show(k: int) -> Sequence[Any]:
        for artist in drawn:
            artist.remove()
        drawn[:] = scene.draw(axes, k, "0.25", 0.9)
        axes.set_title(f"{run.source.name}, t = {fine.t[k]:.2f} s")
        return drawn

    film = films.FuncAnimation(made, show, frames=moments, interval=1e3 / rate)
    try:
        writer = "pillow" if str(path).endswith(".gif") else None
        film.save(str(path), writer=writer, fps=round(rate), dpi=80)
    except (ValueError, RuntimeError, FileNotFoundError) as error:
        raise ArgumentError(
            f"'{path}': matplotlib cannot write it ({error}). Give a name that ends in .gif."
        ) from None
    finally:
        pyplot().close(made)


# ── top view ──────────────────────────────────────────────────────────────────────────────
class _Scene:
    """Corners, wheels and arms at every sample."""

    def __init__(self, run: Trajectory) -> None:
        self.edges = _lines(run, edges_seen())
        self.arms = _lines(run, arms_seen()) if _has_arms(run) else {}
        self.wheels = _points(run)
        self.lifted = run.values(_each(run, "lift")) < 0
        every = [*self.edges.values(), *self.arms.values()]
        self.low = np.min([one.min(axis=(0, 1)) for one in every], axis=0)
        self.high = np.max([one.max(axis=(0, 1)) for one in every], axis=0)

    def frame(self, axes: Any) -> None:
        """Axes in which all of the motion has its place."""
        margin = 0.08 * float((self.high - self.low).max())
        axes.set_xlim(self.low[0] - margin, self.high[0] + margin)
        axes.set_ylim(self.low[1] - margin, self.high[1] + margin)
        axes.set_aspect("equal")
        axes.set_xlabel("x in m")
        axes.set_ylabel("y in m")
        axes.grid(**FAINT)

    def draw(self, axes: Any, k: int, shade: Any, alpha: float) -> list[Any]:
        """One configuration."""
        made = []
        for corners in self.edges.values():
            made += axes.fill(*corners[k].T, facecolor=shade, alpha=0.35 * alpha, edgecolor=shade)
        for number, (centre, heading, radius) in enumerate(self.wheels.values()):
            ends = centre[k] + np.outer([-1, 1], heading[k] * radius)
            colour = UNSAFE if self.lifted[k, number] else shade
            made += axes.plot(*ends.T, color=colour, linewidth=3, alpha=alpha)
        for line in self.arms.values():
            made += axes.plot(*line[k].T, "o-", color=shade, linewidth=1.8, markersize=3,
                              alpha=alpha)  # fmt: skip
        return made


def _top_view(axes: Any, run: Trajectory, count: int) -> None:
    scene = _Scene(run)
    moments = _nearest(run, np.linspace(run.t[0], run.t[-1], count))
    shades = pyplot().get_cmap("viridis_r")(np.linspace(0.1, 1.0, count))
    for shade, k in zip(shades, moments, strict=True):
        scene.draw(axes, int(k), shade, 0.9)
    for line in scene.arms.values():
        axes.plot(*line[:, -1].T, color="0.75", linewidth=0.7, zorder=0)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel("x in m")
    axes.set_ylabel("y in m")
    axes.grid(**FAINT)
    axes.set_title("from above, the later the darker")


def _nearest(run: Trajectory, moments: Floats) -> Floats:
    """The samples nearest to some moments."""
    found: Floats = np.abs(run.t[np.newaxis, :] - moments[:, np.newaxis]).argmin(axis=1)
    return found


def _lines(run: Trajectory, several: Any) -> dict[str, Floats]:
    """Points by line: (samples, points, 2)."""
    found: dict[str, list[Floats]] = {}
    for name, values in _columns(run, several).items():
        found.setdefault(name.rsplit(" ", 2)[0], []).append(values)
    return {
        line: np.stack(columns, axis=1).reshape(len(run), -1, 2)
        for line, columns in found.items()
    }  # fmt: skip


def _points(run: Trajectory) -> dict[str, tuple[Floats, Floats, float]]:
    """Centre, heading and radius of each wheel."""
    columns = _columns(run, wheels_seen())
    names = [name.removesuffix(" radius") for name in columns if name.endswith(" radius")]
    return {
        name: (
            np.stack([columns[f"{name} 0 x"], columns[f"{name} 0 y"]], axis=1),
            np.stack([columns[f"{name} heading x"], columns[f"{name} heading y"]], axis=1),
            float(columns[f"{name} radius"][0]),
        )
        for name in names
    }


def _columns(run: Trajectory, several: Any) -> dict[str, Floats]:
    each = _of(run, several)
    values = run.values(list(each.values()))
    return dict(zip((_short(name) for name in each), values.T, strict=True))


def _of(run: Trajectory, several: Any) -> Mapping[str, Any]:
    flows = run.source.flows
    if flows is None:
        raise ArgumentError(
            "A motion read from a file has no model to draw. Draw the one that `simulate` gave."
        )
    return flows.each(several)


def _short(name: str) -> str:
    return name.partition("[")[2].removesuffix("]")


def _has_arms(run: Trajectory) -> bool:
    return bool(_of(run, arms_seen()))


def _each(run: Trajectory, kind: str) -> list[Any]:
    from_all = _of(run, conditions())
    return [one for name, one in from_all.items() if _short(name).startswith(f"{kind} ")]


# ── curves ────────────────────────────────────────────────────────────────────────────────
def _forces(run: Trajectory) -> dict[str, Any]:
    along = {f"{_short(k)} along": v for k, v in _of(run, rolling_forces()).items()}
    across = {f"{_short(k)} across": v for k, v in _of(run, skid_forces()).items()}
    return {**across, **along}


def _curves(axes: Any, run: Trajectory, quantities: Mapping[str, Any], unit: str) -> None:
    values = run.values(list(quantities.values()))
    for name, column in zip(quantities, values.T, strict=True):
        axes.plot(run.t, column, label=name, linewidth=1.2)
    axes.set_ylabel(unit)
    axes.legend(**SMALL)


def _level(axes: Any) -> None:
    """What is constant is drawn as such, not as its rounding errors."""
    low, high = axes.get_ylim()
    size = max(abs(low), abs(high), 1e-9)
    if high - low < 1e-3 * size:
        middle = (high + low) / 2
        axes.set_ylim(middle - 0.1 * size, middle + 0.1 * size)


def _tip_over(axes: Any, run: Trajectory) -> None:
    alpha = run.values([tip_over()])[:, 0]
    axes.plot(run.t, alpha, color="tab:blue", linewidth=1.2)
    axes.axhline(0.0, color="0.4", linewidth=0.8)
    unsafe = np.where(alpha < 0, 0.0, np.nan)
    axes.plot(run.t, unsafe, color=UNSAFE, linewidth=5, solid_capstyle="butt", label="tips over")
    if (alpha < 0).any():
        axes.legend(**SMALL)
    axes.set_ylabel("N rad")


def _beyond(axes: Any, valid: float, until: float) -> None:
    """The time in which a real robot would no longer roll."""
    if valid < until:
        axes.axvspan(valid, until, facecolor="none", edgecolor="0.85", hatch="//", zorder=0)
