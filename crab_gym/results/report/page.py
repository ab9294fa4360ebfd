"""A run as one HTML page that needs nothing else: no server, no network.

* `write_report` - from a run's folder to the file.
* `Written` - what was written.

What agents said stands in the page only as JSON in which ``<`` is escaped, and the script shows it as text. A policy in
the page lets only its own script and style in, told by their hashes, so that nothing else could run or be loaded.
"""

from __future__ import annotations

import html
import json
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from crab_gym.results.report.data import PICTURES, Run, Show, gather
from crab_gym.results.report.pictures import Encoded, Shrink

__all__ = ["SCRIPTS", "Written", "render", "write_report"]

SCRIPTS = ("base.js", "plots.js", "overview.js", "graph.js", "screens.js", "episode.js", "list.js", "main.js")
"""The page's script, in pieces that run in this order within one function."""


class Written(NamedTuple):
    """What a report has in it.

    Attributes:
        path: The file.
        size: Its bytes.
        episodes: Number of episodes.
        pictures: Number of pictures.
    """

    path: Path
    size: int
    episodes: int
    pictures: int


def write_report(
    run: Path | str,
    out: Path | str | None = None,
    *,
    pictures: Show = "all",
    shrink: Shrink | None = None,
) -> Written:
    """Writes the report of a run.

    Args:
        run: The run's folder.
        out: The file; by default ``report.html`` in the run's folder. One that is there is replaced when the new one
            is complete.
        pictures: ``"all"`` screens, each episode's ``"last"``, or ``"none"``.
        shrink: How pictures are made small; by default as WebP of quality 80, at full size.

    Raises:
        RecordError: There is no run, or a file of it is damaged.
        ValueError: `pictures` is none of these.
        OSError: The file can't be written.
    """
    if pictures not in PICTURES:
        raise ValueError(f"pictures is {pictures!r}; expected one of: {', '.join(map(repr, PICTURES))}")
    path = Path(run) / "report.html" if out is None else Path(out)
    gathered = gather(run, pictures)
    shown = 0

    def counted(encoded: Iterable[Encoded]) -> Iterator[Encoded]:
        nonlocal shown
        for picture in encoded:
            shown += 1
            yield picture

    draft = path.with_name(f".{path.name}.part")
    try:
        with open(draft, "w", encoding="utf-8") as file:
            for piece in render(gathered, counted(gathered.album.encode(shrink or Shrink()))):
                file.write(piece)
        os.replace(draft, path)
    except OSError as error:
        raise OSError(f"can't write {path}: {error.strerror or error}; choose another file with --out") from error
    finally:
        with suppress(OSError):
            draft.unlink()
    return Written(path, path.stat().st_size, len(gathered.episodes), shown)


def render(run: Run, pictures: Iterable[Encoded]) -> Iterator[str]:
    """Yields the page in pieces.

    The script comes before the steps and the pictures, so that the page can be used while the rest is still read.

    Args:
        run: The run.
        pictures: Its pictures.
    """
    style = _asset("style.css")
    script = '"use strict";(()=>{\n' + "\n".join(_asset(name) for name in SCRIPTS) + "\n})();\n"
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    )
    values = {
        "POLICY": policy,
        "TITLE": html.escape(f"{run.index['run']} – crab-gym report"),
        "STYLE": style,
        "INDEX": _json(run.index),
        "SCRIPT": script,
    }
    rest = _asset("template.html")
    for name, value in values.items():
        before, _, rest = rest.partition(f"%%{name}%%")
        yield before
        yield value
    before, _, after = rest.partition("%%REST%%")
    yield before
    for number, episode in enumerate(run.episodes):
        yield f'<script type="application/json" id="e{number}">{_json(episode)}</script>\n'
    for picture in pictures:
        yield f'<script type="{picture.kind}" id="p{picture.number}">{picture.data}</script>\n'
    yield after


def _asset(name: str) -> str:
    return (files("crab_gym.results.report") / "assets" / name).read_text(encoding="utf-8")


def _json(data: Any) -> str:
    """Returns JSON that can stand in a script element: no text in it can end the element, or begin a comment."""
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
