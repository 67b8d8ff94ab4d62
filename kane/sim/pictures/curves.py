"""Curves: quantities of a motion over time, and one over another.

Quantities of one unit share a panel; labels and units come from the motion.

From: kane/sim/trajectory.py    Next: strip.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kane.errors import ArgumentError

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory

_WIDTH: Final = 7.0  # inches
_HEIGHT: Final = 1.9  # of a panel
_MOST: Final = 12  # curves in one panel that can be told apart


def plot(motion: Trajectory, *quantities: Any, axes: Any = None) -> Any:
    """A figure of quantities over time, a panel for each unit; by default q and u.

    `motion.plot("q4", energy(), reaction("q1"))`. With `axes` all go into those axes.
    """
    wanted = list(quantities) or [*motion.source.q_names, *motion.source.u_names]
    groups = _by_unit(motion, wanted)
    if axes is not None:
        for unit, members in groups.items():
            _panel(axes, motion, members, unit)
        return axes.figure
    figure, panels = _new(len(groups))
    for panel, (unit, members) in zip(panels, groups.items(), strict=True):
        _panel(panel, motion, members, unit)
    panels[-1].set_xlabel("time in s")
    panels[0].set_title(motion.source.name)
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
    figure, panels = _side_by_side(len(chosen))
    for panel, (across, up) in zip(panels, chosen, strict=True):
        x, y = motion[across], motion[up]
        panel.plot(x, y)
        panel.plot(x[:1], y[:1], "o", markersize=4, color=panel.lines[0].get_color())
        first, second = motion.units((across, up))
        panel.set_xlabel(labelled(str(across), first))
        panel.set_ylabel(labelled(str(up), second))
        panel.grid(alpha=0.3)
    return figure


def labelled(name: str, unit: str) -> str:
    """A name with its unit: 'q1 in rad'."""
    return f"{name} in {unit}" if unit not in ("", "1") else name


# ── below ─────────────────────────────────────────────────────────────────────────────────
def _by_unit(motion: Trajectory, quantities: Sequence[Any]) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for quantity, unit in zip(quantities, motion.units(quantities), strict=True):
        groups.setdefault(unit or str(quantity), []).append(quantity)
    return groups


def _panel(axes: Any, motion: Trajectory, quantities: Sequence[Any], unit: str) -> None:
    known = motion.units(quantities)[0]
    for quantity in quantities:
        axes.plot(motion.t, motion[quantity], label=str(quantity))
    for event in motion.events:
        axes.axvline(event.t, color="0.7", linewidth=0.8, zorder=0)
    if len(quantities) == 1:
        axes.set_ylabel(labelled(str(quantities[0]), known))
    else:
        axes.set_ylabel(unit)
        axes.legend(ncols=1 + (len(quantities) - 1) // _MOST, fontsize="small", loc="best")
    axes.grid(alpha=0.3)
    axes.margins(x=0)


def _new(count: int) -> tuple[Any, Sequence[Any]]:
    figure, panels = pyplot().subplots(
        count, 1, sharex=True, squeeze=False, layout="constrained",
        figsize=(_WIDTH, max(_HEIGHT * count, 1.6 * _HEIGHT)),
    )  # fmt: skip
    return figure, list(panels.ravel())


def _side_by_side(count: int) -> tuple[Any, Sequence[Any]]:
    columns = min(count, 3)
    rows = -(-count // columns)
    figure, panels = pyplot().subplots(
        rows, columns, squeeze=False, layout="constrained",
        figsize=(_WIDTH * columns / 2, _WIDTH * rows / 2),
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
