"""The published JSON Schema takes what the reader takes, and marks what it refuses."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, Final

import jsonschema
import numpy as np
import pytest

from kane.cli.new import TEMPLATES, text_of
from kane.formats.toml_schema import FILE, schema
from kane.formats.toml_write import text_of as written
from tests.formats.test_toml_roundtrip import random_system
from tests.house.tree import PACKAGE, ROOT

MODELS: Final = sorted((ROOT / "examples/models").glob("*.toml"))
CHECK: Final = jsonschema.Draft202012Validator(schema())


def faults(document: Any) -> list[str]:
    """What the schema says of a document."""
    return [error.message for error in CHECK.iter_errors(document)]


def test_the_published_schema_is_the_one_that_the_fields_make() -> None:
    published = json.loads((PACKAGE / "formats" / FILE).read_text("utf-8"))
    assert published == schema(), f"write it anew: kane schema kane/formats/{FILE}"


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_it_takes_the_examples(model: Path) -> None:
    assert not faults(tomllib.loads(model.read_text("utf-8")))


@pytest.mark.parametrize("template", TEMPLATES)
def test_it_takes_the_templates(template: str) -> None:
    assert not faults(tomllib.loads(text_of(template)))


def test_it_takes_what_is_saved(rng: np.random.Generator) -> None:
    assert not faults(tomllib.loads(written(random_system(rng))))


@pytest.mark.parametrize(
    "text",
    [
        "bodys = {}",
        "[bodies.a]\nmas = 1",
        "[bodies.a]\ncentre = [1, 2]",
        "[bodies.a]\nmass = true",
        '[joints.q]\ntype = "revolut"\nchild = "a"',
        '[joints.q]\ntype = "revolute"',
        '[joints.q]\ntype = "screw"\nchild = "a"',
        "[loads]\nf = { force = 3 }",
        '[loads]\nf = { force = "a.x", on = "P" }',
        '[constraints]\nc = { motion = "rate(q) = 0", activ = true }',
        '[bodies.a]\nshape = { type = "spher", radius = 1 }',
        '[bodies.a]\nshape = { type = "box", x = 1, y = 1 }',
        '[contacts]\nc = { body = "a" }',
        '[contacts]\nc = { body = "a", on = "ground.z", law = "strong" }',
        '[contacts]\nc = { limits = "q", least = 0 }',
        "[simulate]\nuntill = 3",
        '[simulate]\nevents = [{ when = "q > 1" }]',
    ],
)
def test_it_marks_what_the_reader_refuses(text: str) -> None:
    assert faults(tomllib.loads(text))
