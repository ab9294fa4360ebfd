"""Notebooks: their cells, as code that runs and as a page, with the outputs of the last run stored.

    PYTHONPATH=.:simulator:tasks:scripts python -m website.notebooks docs/notebooks/search.ipynb

runs notebooks and stores what comes of them.

* `read` - a notebook. `play` - runs its code as Jupyter would. `store` - runs one and writes its outputs into its file.
* `differences` - where a run came to something else than is stored. `as_markdown` - the notebook as a page.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

__all__ = ["Cell", "Notebook", "Output", "as_markdown", "differences", "play", "read", "store"]

Output = Mapping[str, Any]
"""What came of a cell, as the notebooks' format has it."""
_PNG = "image/png"


class Cell(NamedTuple):
    """A cell of a notebook.

    Attributes:
        kind: ``"markdown"`` or ``"code"``.
        text: Its source.
        outputs: What its last run printed, and the value of its last expression.
        varies: Why its output may be another one on another host; ``""`` if it is the same everywhere.
    """

    kind: str
    text: str
    outputs: Sequence[Output] = ()
    varies: str = ""


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


def read(path: Path) -> Notebook:
    """Returns the notebook of a file."""
    given = json.loads(path.read_text(encoding="utf-8"))
    cells = [
        Cell(
            cell["cell_type"],
            "".join(cell["source"]),
            cell.get("outputs", ()),
            cell["metadata"].get("crab_gym", {}).get("varies", ""),
        )
        for cell in given["cells"]
    ]
    return Notebook(path.name, cells, given["metadata"]["crab_gym"]["needs"])


def play(notebook: Notebook) -> Iterator[Cell]:
    """Runs the code of a notebook from top to bottom in this process, and yields each cell with its new outputs."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    paths = [*sys.path]
    count = 0
    try:
        for number, cell in enumerate(notebook.cells):
            if cell.kind != "code":
                yield cell
                continue
            place = f"{notebook.name}[{number}]"
            tree, value = ast.parse(cell.text, place), None
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(tree, place, "exec"), scope)
                if isinstance(last, ast.Expr):
                    value = eval(compile(ast.Expression(last.value), place, "eval"), scope)
            count += 1
            yield cell._replace(outputs=list(_outputs(printed.getvalue(), value, count)))
    finally:
        sys.path[:] = paths


def _outputs(printed: str, value: object, count: int) -> Iterator[Output]:
    """Yields what came of the cell with this count: what it printed, and the value of its last expression."""
    if printed:
        yield {"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)}
    if value is None:
        return
    data: dict[str, object] = {"text/plain": repr(value).splitlines(keepends=True)}
    if isinstance(value, Image.Image):
        png = io.BytesIO()
        # With 256 colours it takes a quarter of the space.
        value.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(png, "PNG", optimize=True)
        # Its repr would have its address in memory.
        shape = f"<Image mode={value.mode} size={value.width}x{value.height}>"
        data = {_PNG: base64.b64encode(png.getvalue()).decode(), "text/plain": [shape]}
    yield {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}


def store(path: Path) -> None:
    """Runs a notebook, and writes what came of it into its file."""
    given = json.loads(path.read_text(encoding="utf-8"))
    count = 0
    for cell, ran in zip(given["cells"], play(read(path)), strict=True):
        if ran.kind == "code":
            count += 1
            cell.update(execution_count=count, outputs=ran.outputs)
    path.write_text(json.dumps(given, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


def differences(notebook: Notebook, ran: Sequence[Cell]) -> Iterator[str]:
    """Yields where a run came to something else than is stored, in words.

    Pictures are compared by their pixels. Where an output varies, only its kind has to be the same.

    Args:
        notebook: The notebook.
        ran: Its cells with the outputs of the run.
    """
    for number, (cell, again) in enumerate(zip(notebook.cells, ran, strict=True)):
        compared = _kinds if cell.varies else _contents
        if compared(cell) != compared(again):
            yield f"{notebook.name}, cell {number}: stored {compared(cell)!r}, came to {compared(again)!r}"


def _contents(cell: Cell) -> list[object]:
    """Returns the texts and the pictures' pixels that a cell shows."""
    return [one.tobytes() if isinstance(one, Image.Image) else one for one in _shown(cell)]


def _kinds(cell: Cell) -> list[type]:
    return [type(one) for one in _shown(cell)]


def _shown(cell: Cell) -> Iterator[str | Image.Image]:
    """Yields the texts and the pictures that a cell shows."""
    for output in cell.outputs:
        data = output.get("data", {})
        if _PNG in data:
            yield Image.open(io.BytesIO(base64.b64decode(data[_PNG]))).convert("RGB")
        else:
            yield "".join(output["text"] if output["output_type"] == "stream" else data["text/plain"])


def as_markdown(notebook: Notebook, keep: Callable[[Image.Image], str]) -> str:
    """Returns a notebook as a page: below its heading a link to the file, and below code what came of it.

    Args:
        notebook: The notebook.
        keep: Writes a picture, and returns its path from the page.
    """
    parts: list[str] = []
    for cell in notebook.cells:
        parts.append(f"```python\n{cell.text}\n```" if cell.kind == "code" else cell.text)
        shown = list(_shown(cell))
        text = "\n".join(one.rstrip("\n") for one in shown if isinstance(one, str))
        if text:
            parts.append(f"```{{.text .crab-output}}\n{text}\n```")
        parts += [f"![What the code above shows]({keep(one)})" for one in shown if isinstance(one, Image.Image)]
    heading, _, rest = parts[0].partition("\n")
    link = f"[:material-download: the notebook]({notebook.name}){{: download }}"
    return "\n\n".join(part for part in (heading, link, rest.strip(), *parts[1:]) if part) + "\n"


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        store(Path(argument))
