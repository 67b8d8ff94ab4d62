"""Pages that show what their code prints: `python -m docs.outputs` writes it anew.

A ```python block that is followed by a ```text block is shown with its output there; the test
`tests/test_pages.py` fails where the page says something else. Outputs that differ between
machines, times for one, stand in ```console blocks: they are written anew too, and not compared.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = ("walk", "coming_from_sympy", "model_files", "running")
WITH_OUTPUTS: Final = tuple(ROOT / "docs" / f"{page}.md" for page in PAGES)
BLOCK: Final = re.compile(r"```python\n(.*?)```\n(\n```(text|console)\n(.*?)```\n)?", re.DOTALL)


def main() -> int:
    """Write the outputs into every page that shows them."""
    for page in WITH_OUTPUTS:
        page.write_text(filled(page.read_text(encoding="utf-8"), True), encoding="utf-8")
    return 0


def filled(text: str, machine: bool = False) -> str:
    """The page with the output of each of its blocks, run in order as one program.

    With `machine`, also what this machine says where others say something else.
    """
    names: dict[str, Any] = {"__name__": "page"}

    def run(match: re.Match[str]) -> str:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(match[1], "page", "exec"), names)
        if match[3] == "console" and not machine:
            return match[0]
        shown = "\n".join(line.rstrip() for line in said.getvalue().strip("\n").splitlines())
        after = f"\n```{match[3]}\n{shown}\n```\n" if match[2] is not None else ""
        return f"```python\n{match[1]}```\n{after}"

    return BLOCK.sub(run, text)


if __name__ == "__main__":
    sys.exit(main())
