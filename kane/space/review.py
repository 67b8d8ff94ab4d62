"""The plots one shows at a review: envelopes, distributions of ends, what drives them.

From: runs.py    Next: —
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kane.space.runs import Runs

Array = np.ndarray[Any, np.dtype[np.float64]]
_THIN = 200  # single runs drawn at most


def envelopes(runs: Runs, quantities: tuple[str, ...]) -> Any:
    """A panel for each quantity."""
    import matplotlib.pyplot as plt

    size = (7.0, 1.2 + 2.0 * len(quantities))
    figure, axes = plt.subplots(
        len(quantities), 1, sharex=True, squeeze=False, figsize=size, layout="constrained"
    )
    for panel, quantity in zip(axes[:, 0], quantities, strict=True):
        envelope(runs, quantity, panel)
    axes[-1, 0].set_xlabel("t [s]")
    axes[0, 0].set_title(f"{runs.name}: {int(np.sum(runs.outcome == 0))} runs")
    return figure


def envelope(runs: Runs, quantity: str, panel: Any) -> None:
    """Every run thinly, the median, and the bands of 90 % and 99.7 %."""
    values = runs[quantity][runs.outcome == 0]
    panel.plot(runs.t, values[:_THIN].T, color="0.8", linewidth=0.4)
    if len(values):
        low, q5, middle, q95, high = np.percentile(values, [0.15, 5, 50, 95, 99.85], axis=0)
        panel.fill_between(runs.t, low, high, color="C0", alpha=0.15, label="99.7 %")
        panel.fill_between(runs.t, q5, q95, color="C0", alpha=0.3, label="90 %")
        panel.plot(runs.t, middle, color="C0", label="median")
    unit = runs.units.get(quantity, "")
    panel.set_ylabel(f"{quantity} [{unit}]" if unit not in ("", "1") else quantity)
    panel.legend(loc="upper right", fontsize="small")


def review(runs: Runs, quantity: str) -> Any:
    """Envelope, distribution of the ends, drivers and the largest cases, on one sheet."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(10, 7), layout="constrained")
    figure.suptitle(f"{runs.name}: {quantity}, {runs.done} runs, {len(runs.failed)} failed")
    envelope(runs, quantity, axes[0, 0])
    axes[0, 0].set_xlabel("t [s]")
    good = np.flatnonzero(runs.outcome == 0)
    last = runs[quantity][good, -1]
    _distribution(axes[0, 1], last, quantity)
    _bars(axes[1, 0], drivers(runs, quantity, -1))
    _largest(axes[1, 1], runs, quantity, good)
    return figure


def drivers(runs: Runs, quantity: str, at: int) -> dict[str, float]:
    """Spearman's rank correlation of a quantity with everything that was scattered."""
    from scipy.stats import rankdata

    good = runs.outcome == 0
    ranks = rankdata(runs[quantity][good, at])
    found = {}
    for name, drawn in runs.scattered.items():
        own = rankdata(drawn[good])
        both = np.std(own) * np.std(ranks)
        mixed = np.mean((own - own.mean()) * (ranks - ranks.mean()))
        found[name] = float(mixed / both) if both else 0.0
    return dict(sorted(found.items(), key=lambda item: -abs(item[1])))


def _distribution(panel: Any, last: Array, quantity: str) -> None:
    panel.hist(last, bins=min(40, max(5, len(last) // 10)), color="C0", alpha=0.7)
    for factor in (-3, 0, 3):
        panel.axvline(np.mean(last) + factor * np.std(last), color="0.3", linestyle="--", lw=0.8)
    panel.set_xlabel(f"{quantity} at the end (dashed: mean, ±3σ)")
    panel.set_ylabel("runs")


def _bars(panel: Any, found: dict[str, float]) -> None:
    names = list(found)[:12][::-1]
    panel.barh(names, [found[name] for name in names], color="C1")
    panel.set_xlim(-1, 1)
    panel.axvline(0, color="0.3", linewidth=0.8)
    panel.set_xlabel("rank correlation of the end with what was scattered")


def _largest(panel: Any, runs: Runs, quantity: str, good: Any) -> None:
    """The five runs that go furthest from the median, by number."""
    values = runs[quantity][good]
    away = np.max(np.abs(values - np.median(values, axis=0)), axis=1)
    for place in np.argsort(away)[::-1][:5]:
        panel.plot(runs.t, values[place], linewidth=0.9, label=f"run {good[place]}")
    panel.set_xlabel("t [s]")
    panel.set_ylabel("runs furthest from the median")
    panel.legend(fontsize="small")
