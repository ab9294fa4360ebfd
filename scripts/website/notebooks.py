"""Notebooks: their cells, as a page and as code that runs.

* `cells` - a notebook's cells. `as_markdown` - the notebook as a page. `run` - runs its code as Jupyter would.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Cell", "as_markdown", "cells", "run"]


class Cell(NamedTuple):
    """A cell of a notebook.

    Attributes:
        kind: ``"markdown"`` or ``"code"``.
        text: Its source.
        outputs: What is stored of its last run.
    """

    kind: str
    text: str
    outputs: list[Any]


def cells(path: Path) -> Iterator[Cell]:
    """Yields the cells of a notebook's file."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        yield Cell(cell["cell_type"], "".join(cell["source"]), cell.get("outputs", []))


def as_markdown(path: Path) -> str:
    """Returns a notebook as a page: text as it is, code in blocks, and below its heading a link to the file."""
    parts = [f"```python\n{cell.text}\n```" if cell.kind == "code" else cell.text for cell in cells(path)]
    heading, _, rest = parts[0].partition("\n")
    link = f"[:material-download: the notebook]({path.name}){{: download }}"
    return "\n\n".join([heading, link, rest.strip(), *parts[1:]]) + "\n"


def run(path: Path) -> dict[str, Any]:
    """Runs the code of a notebook from top to bottom, and returns its names; ``_`` is the value of the last cell.

    A cell may begin with lines of ``%pip``, which are left out.
    """
    scope: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells(path)):
        if cell.kind != "code":
            continue
        lines = ["" if line.startswith("%pip ") else line for line in cell.text.splitlines()]
        tree = ast.parse("\n".join(lines), f"{path.name}[{number}]")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path.name}[{number}]", "exec"), scope)
        if isinstance(last, ast.Expr):
            scope["_"] = eval(compile(ast.Expression(last.value), f"{path.name}[{number}]", "eval"), scope)
    return scope
