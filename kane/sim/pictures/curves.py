"""Curves: quantities of a motion over time, and one over another.

Quantities of one unit share a panel; labels and units come from the motion, and what happened
during it is marked.

From: kane/sim/trajectory.py, refined.py    Next: strip.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.sim.pictures.refined import refined

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory

_WIDTH: Final = 8.0  # inches
_HEIGHT: Final = 1.7  # of a panel
_MOST: Final = 8  # curves in one column of names
_LONG: Final = 34  # letters of a name
_MARKS: Final = 12  # events that are named
_FAINT: Final = {"alpha": 0.3, "linewidth": 0.6}


def plot(motion: Trajectory, *quantities: Any, axes: Any = None) -> Any:
    """A figure of quantities over time, a panel for each unit; by default q and u.

    `motion.plot("q4", energy(), reaction("q1"))`. With `axes` all go into those axes.
    """
    given = list(quantities) or [*motion.source.q_names, *motion.source.u_names]
    wanted = [one for quantity in given for one in motion.each(quantity)]
    fine, groups = refined(motion), _by_unit(motion, wanted)
    if axes is not None:
        for unit, members in groups.items():
            _panel(axes, fine, motion, members, unit)
        return axes.figure
    figure, panels = _new(len(groups))
    for panel, (unit, members) in zip(panels, groups.items(), strict=True):
        _panel(panel, fine, motion, members, unit)
    panels[-1].set_xlabel("time in s")
    panels[0].set_title(motion.source.name, pad=16 if motion.events else 8)
    _name_events(panels[0], motion)
    figure.align_ylabels(panels)
    return figure


def phase(motion: Trajectory, *pairs: tuple[Any, Any]) -> Any:
    """A figure of phase portraits: for each pair the second quantity over the first.

    `motion.phase(("q1", "u1"))`; by default every coordinate with the speed of its place.
    """
    source = motion.source
    if not pairs and len(source.q_names) != len(source.u_names):
        raise ArgumentError(
            f"'{source.name}' has {len(source.q_names)} coordinates and {len(source.u_names)} "
            'speeds, which are no pairs. Name them: phase(("q1", "u1")).'
        )
    chosen = list(pairs) or list(zip(source.q_names, source.u_names, strict=True))
    fine = refined(motion)
    figure, panels = _side_by_side(len(chosen))
    for panel, pair in zip(panels, chosen, strict=True):
        whole = all(_is_known(fine, one) for one in pair)
        x, y = ((fine if whole else motion)[one] for one in pair)
        _portrait(panel, x, y)
        labels = map(labelled, map(shown, pair), motion.units(pair))
        for put, label in zip((panel.set_xlabel, panel.set_ylabel), labels, strict=True):
            put(label)
    figure.suptitle(source.name)
    return figure


def _portrait(panel: Any, x: Any, y: Any) -> None:
    """A line with a dot where it begins and an arrow's head where it ends."""
    (line,) = panel.plot(x, y, linewidth=1.2)
    panel.plot(x[:1], y[:1], "o", markersize=4, color=line.get_color())
    panel.plot(x[-1:], y[-1:], "s", markersize=4, color=line.get_color(), fillstyle="none")
    panel.grid(**_FAINT)


def labelled(name: str, unit: str) -> str:
    """A name with its unit: 'q1 in rad'."""
    return f"{name} in {unit}" if unit not in ("", "1") else name


def shown(quantity: Any) -> str:
    """A quantity as a label: no empty brackets, and no longer than a panel is wide."""
    name = str(quantity).replace("()", "")
    return name if len(name) <= _LONG else f"{name[: _LONG - 1]}…"


# ── below ─────────────────────────────────────────────────────────────────────────────────
def _by_unit(motion: Trajectory, quantities: Sequence[Any]) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for quantity, unit in zip(quantities, motion.units(quantities), strict=True):
        groups.setdefault(unit or str(quantity), []).append(quantity)
    return groups


def _is_known(fine: Trajectory, quantity: Any) -> bool:
    """Whether a quantity can be had between the samples: a coordinate, a speed, an expression."""
    known = (*fine.names, *fine.source.meanings)
    return not isinstance(quantity, str) or quantity in known


def _panel(
    axes: Any, fine: Trajectory, motion: Trajectory, quantities: Sequence[Any], unit: str
) -> None:
    for quantity in quantities:
        source = fine if _is_known(fine, quantity) else motion
        axes.plot(source.t, source[quantity], label=shown(quantity), linewidth=1.3)
    for event in motion.events:
        axes.axvline(event.t, color="0.6", linewidth=0.8, zorder=0)
    axes.set_ylabel(unit if motion.units(quantities)[0] not in ("", "1") else "")
    columns = 1 + (len(quantities) - 1) // _MOST
    axes.legend(
        loc="center left",
        bbox_to_anchor=(1.0, 0.5),
        frameon=False,
        fontsize="small",
        handlelength=1.2,
        ncols=columns,
    )
    axes.grid(**_FAINT)
    axes.margins(x=0)


def _name_events(axes: Any, motion: Trajectory) -> None:
    """The names of the first events above a panel, unless there are too many."""
    times = np.array([event.t for event in motion.events])
    span = float(motion.t[-1] - motion.t[0]) if len(motion) else 1.0
    last = -np.inf
    for t, event in list(zip(times, motion.events, strict=True))[:_MARKS]:
        if t - last > 0.1 * span:
            axes.annotate(
                shown(event.name), (t, 1.0), xycoords=("data", "axes fraction"), ha="center",
                va="bottom", fontsize="x-small", color="0.35",
            )  # fmt: skip
            last = float(t)


def _new(count: int) -> tuple[Any, Sequence[Any]]:
    figure, panels = pyplot().subplots(
        count, 1, sharex=True, squeeze=False, layout="constrained",
        figsize=(_WIDTH, max(_HEIGHT * count + 0.6, 2 * _HEIGHT)),
    )  # fmt: skip
    return figure, list(panels.ravel())


def _side_by_side(count: int) -> tuple[Any, Sequence[Any]]:
    columns = min(count, 3)
    rows = -(-count // columns)
    figure, panels = pyplot().subplots(
        rows, columns, squeeze=False, layout="constrained",
        figsize=(_WIDTH * (columns + 0.4) / 2.4, _WIDTH * rows / 2.4),
    )  # fmt: skip
    every = list(panels.ravel())
    for spare in every[count:]:
        spare.set_visible(False)
    return figure, every[:count]


def pyplot() -> Any:
    """matplotlib.pyplot, or what to do where it is not installed."""
    try:
        import matplotlib.pyplot
    except ModuleNotFoundError:
        raise ArgumentError(
            "Pictures are drawn by matplotlib, which is not installed. "
            "Install the extra: pip install 'kane-dynamics[plot]'."
        ) from None
    return matplotlib.pyplot
