"""Notebooks: their cells, as code that runs and as a page.

* `read` - a notebook. `play` - runs its code as Jupyter would. `as_markdown` - the notebook as a page.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

__all__ = ["Cell", "Notebook", "Ran", "as_markdown", "play", "read"]


class Cell(NamedTuple):
    """A cell of a notebook.

    Attributes:
        kind: ``"markdown"`` or ``"code"``.
        text: Its source.
        outputs: What is stored of its last run.
    """

    kind: str
    text: str
    outputs: Sequence[Mapping[str, object]] = ()


class Notebook(NamedTuple):
    """A notebook.

    Attributes:
        name: Its file's name.
        cells: Its cells.
        needs: What it needs beyond crab-gym: modules of extras, or ``"desktop"`` for the real desktop.
    """

    name: str
    cells: Sequence[Cell]
    needs: Sequence[str]


class Ran(NamedTuple):
    """A cell that was run, or one of text.

    Attributes:
        cell: The cell.
        printed: What it printed.
        value: The value of its last expression; None if it has none.
    """

    cell: Cell
    printed: str = ""
    value: object = None


def read(path: Path) -> Notebook:
    """Returns the notebook of a file."""
    given = json.loads(path.read_text(encoding="utf-8"))
    cells = [Cell(cell["cell_type"], "".join(cell["source"]), cell.get("outputs", ())) for cell in given["cells"]]
    return Notebook(path.name, cells, given["metadata"]["crab_gym"]["needs"])


def play(notebook: Notebook) -> Iterator[Ran]:
    """Runs the code of a notebook from top to bottom in this process, and yields each cell with what came of it."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    paths = [*sys.path]
    try:
        for number, cell in enumerate(notebook.cells):
            if cell.kind != "code":
                yield Ran(cell)
                continue
            place = f"{notebook.name}[{number}]"
            tree, value = ast.parse(cell.text, place), None
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(tree, place, "exec"), scope)
                if isinstance(last, ast.Expr):
                    value = eval(compile(ast.Expression(last.value), place, "eval"), scope)
            yield Ran(cell, printed.getvalue(), value)
    finally:
        sys.path[:] = paths


def as_markdown(notebook: Notebook, ran: Iterable[Ran], keep: Callable[[Image.Image], str]) -> str:
    """Returns a notebook as a page: below its heading a link to the file, and below code what came of it.

    Args:
        notebook: The notebook.
        ran: Its cells, run or not.
        keep: Writes a picture, and returns its path from the page.
    """
    parts: list[str] = []
    for cell, printed, value in ran:
        parts.append(f"```python\n{cell.text}\n```" if cell.kind == "code" else cell.text)
        if isinstance(value, Image.Image):
            parts.append(_output(printed))
            parts.append(f"![What the code above shows]({keep(value)})")
        else:
            parts.append(_output(printed + ("" if value is None else f"{value!r}\n")))
    heading, _, rest = parts[0].partition("\n")
    link = f"[:material-download: the notebook]({notebook.name}){{: download }}"
    return "\n\n".join(part for part in (heading, link, rest.strip(), *parts[1:]) if part) + "\n"


def _output(text: str) -> str:
    return f"```{{.text .crab-output}}\n{text.rstrip()}\n```" if text.strip() else ""
