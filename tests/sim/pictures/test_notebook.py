"""What a notebook shows."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from kane.dynamics.equations import derive
from kane.sim.pictures import notebook
from kane.sim.simulate import simulate
from tests.sim.systems import pendulum
from tests.systems import short_wrist, stanford


def test_a_motion_is_its_text_and_a_picture_that_is_whole() -> None:
    motion = simulate(pendulum(), q=[1.0], until=1.0)
    text, _, drawing = motion._repr_html_().partition("</pre>")

    assert str(motion).splitlines()[0] in text
    assert ElementTree.fromstring(drawing).tag.endswith("svg")


def test_without_matplotlib_it_is_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "find_spec", lambda name: None)
    assert simulate(pendulum(), until=1.0)._repr_html_().endswith("</pre>")


def test_equations_are_latex_unless_they_are_long() -> None:
    shown = derive(short_wrist())._repr_latex_()
    assert shown is not None
    assert shown.count(r"\begin{") == shown.count(r"\end{") > 0
    whole = derive(stanford()).latex()
    assert (derive(stanford())._repr_latex_() is None) == (len(whole) > 20_000)
