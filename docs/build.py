"""`make docs`: runs the pages' code, checks their links, writes them as HTML into build/docs.

On every page the blocks marked ```python are one program, run from top to bottom; a block that is
not to be run is marked otherwise (```text, ```console). The gallery is made from the docstrings
of the examples. Markdown is read by markdown-it, which rich brings along.
"""

from __future__ import annotations

import ast
import html
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

ROOT: Final = Path(__file__).resolve().parents[1]
OUT: Final = ROOT / "build" / "docs"
LINK: Final = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)")
OUTSIDE: Final = ("http://", "https://", "mailto:")
PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif }}
pre {{ background: #f4f4f4; padding: .8rem; overflow-x: auto }}
table {{ border-collapse: collapse }} td, th {{ border: 1px solid #ccc; padding: .2rem .6rem }}
img {{ max-width: 100% }}
</style>
{body}
</html>
"""


def main() -> int:
    """Exit code, after checking and writing every page."""
    faults = [fault for page in pages() for fault in faults_of(page)]
    for fault in faults:
        print(fault, file=sys.stderr)
    for page in pages():
        write(OUT / output_name(page), page.stem, rendered(page))
    write(OUT / "examples.html", "Examples", MarkdownIt().render(gallery()))
    print(f"{len(pages())} pages and the gallery in {OUT.relative_to(ROOT)}/; {len(faults)} faults")
    return int(bool(faults))


def pages() -> tuple[Path, ...]:
    """Every page: those at the top and those in docs/."""
    return (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))


def faults_of(page: Path) -> Iterator[str]:
    """What is wrong with a page: links that lead nowhere, code that fails."""
    name = page.relative_to(ROOT)
    yield from (f"{name}: link to {target} leads nowhere" for target in lost_links(page))
    with tempfile.TemporaryDirectory() as folder:
        outcome = run_page(page, Path(folder))
    if outcome.returncode:
        yield f"{name}: its code fails\n{outcome.stderr}"


def run_page(page: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Outcome of the page's Python blocks, run in `folder` as one program with the page's lines."""
    program = code(page.read_text(encoding="utf-8"))
    if not program.strip():
        return subprocess.CompletedProcess([], 0, "", "")
    script = folder / f"{page.stem}.py"
    script.write_text(program, encoding="utf-8")
    environment = {**os.environ, "KANE_QUICK": "1", "MPLBACKEND": "Agg"}
    return subprocess.run(
        [sys.executable, script], cwd=folder, env=environment, capture_output=True, text=True
    )


def code(text: str) -> str:
    """The Python blocks of a page, each line on the line it has there."""
    lines = [""] * (text.count("\n") + 1)
    for token in MarkdownIt().parse(text):
        if token.type == "fence" and token.info.strip() == "python" and token.map:
            for k, line in enumerate(token.content.splitlines(), start=token.map[0] + 1):
                lines[k] = line
    return "\n".join(lines)


def lost_links(page: Path) -> list[str]:
    """Targets of a page's links that are not there: files, and headings within pages."""
    return [target for target in links(page) if not leads_somewhere(page, target)]


def links(page: Path) -> list[str]:
    """Targets of a page's links within the project; code is not read for links."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [target for target in LINK.findall(text) if not target.startswith(OUTSIDE)]


def leads_somewhere(page: Path, target: str) -> bool:
    """Whether the file is there, and the heading in it where one is named."""
    name, _, heading = target.partition("#")
    file = (page.parent / name) if name else page
    if not file.exists():
        return False
    return not heading or heading in headings(file.read_text(encoding="utf-8"))


def headings(text: str) -> set[str]:
    """The names by which links call the headings of a page."""
    titles = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def rendered(page: Path) -> str:
    """A page as HTML, its links to other pages turned to their HTML, others to the files."""
    body: str = MarkdownIt().enable("table").render(page.read_text(encoding="utf-8"))
    for target in set(links(page)):
        body = body.replace(f'"{html.escape(target)}"', f'"{html.escape(moved(page, target))}"')
    return body


def moved(page: Path, target: str) -> str:
    """A link's target, as seen from the rendered page."""
    name, mark, heading = target.partition("#")
    if not name:
        return target
    file = (page.parent / name).resolve()
    goal = OUT / output_name(file) if file.suffix == ".md" else file
    return os.path.relpath(goal, (OUT / output_name(page)).parent) + mark + heading


def output_name(page: Path) -> Path:
    """Where a page stands in the rendered pages; README is the first one."""
    name = page.relative_to(ROOT).with_suffix(".html")
    return Path("index.html") if name == Path("README.html") else name


def gallery() -> str:
    """The examples' docstrings, one after another, in the order of their numbers."""
    entries = ["# Examples"]
    for file in sorted((ROOT / "examples").glob("*/*.py")):
        said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        entries.append(f"## {file.relative_to(ROOT)}\n\n```text\n{said}\n```")
    return "\n\n".join(entries)


def write(file: Path, title: str, body: str) -> None:
    """Writes one rendered page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PAGE.format(title=html.escape(title), body=body), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
