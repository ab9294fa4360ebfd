"""A run as one HTML page that needs neither a server nor a network.

* `write_report` - writes the page of a run's folder.
* `ReportFile` - the size and contents of a written page.
* `write_whole`, `content_hash` - parts of writing a page, for other pages.

Agents' texts are in the page only as JSON in which ``<`` is escaped, and the script shows them as plain text. The
page's content security policy admits only its own script and style, by their hashes, so nothing else can run or load.
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

from crab_gym.results.report.data import PICTURES, ReportData, Show, read_report
from crab_gym.results.report.pictures import Encoded, Shrink

__all__ = ["SCRIPTS", "ReportFile", "content_hash", "render", "write_report", "write_whole"]

SCRIPTS = (
    "base.js",
    "plots.js",
    "overview.js",
    "graph.js",
    "screens.js",
    "episode.js",
    "pair.js",
    "list.js",
    "main.js",
)
"""The page's script, in pieces that run in this order within one function."""


class ReportFile(NamedTuple):
    """The size and contents of a written report.

    Attributes:
        path: The file.
        size: Its size in bytes.
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
) -> ReportFile:
    """Writes the report of a run.

    Args:
        run: The run's folder.
        out: The file; by default ``report.html`` in the run's folder. An existing file is replaced once the new one is
            complete.
        pictures: ``"all"`` screens, each episode's ``"last"``, or ``"none"``.
        shrink: Scale and quality of the pictures; by default WebP of quality 35 at full size.

    Raises:
        RecordError: There is no run, or a file of it is damaged.
        ValueError: `pictures` has another value.
        OSError: The file can't be written.
    """
    if pictures not in PICTURES:
        raise ValueError(f"pictures is {pictures!r}; expected one of: {', '.join(map(repr, PICTURES))}")
    path = Path(run) / "report.html" if out is None else Path(out)
    data = read_report(run, pictures)
    written_pictures = 0

    def counted(encoded: Iterable[Encoded]) -> Iterator[Encoded]:
        nonlocal written_pictures
        for picture in encoded:
            written_pictures += 1
            yield picture

    write_whole(path, render(data, counted(data.album.encode(shrink or Shrink()))))
    return ReportFile(path, path.stat().st_size, len(data.episodes), written_pictures)


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Writes a page, which replaces an existing file once it is complete.

    Raises:
        OSError: The file can't be written.
    """
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.unlink(missing_ok=True)
        with open(draft, "x", encoding="utf-8") as file:  # "x" also refuses to write through a link
            for piece in pieces:
                file.write(piece)
        os.replace(draft, path)
    except OSError as error:
        raise OSError(f"can't write {path}: {error.strerror or error}; choose another file with --out") from error
    finally:
        with suppress(OSError):
            draft.unlink()


def render(report: ReportData, pictures: Iterable[Encoded]) -> Iterator[str]:
    """Yields the page in pieces.

    The script comes before the steps and the pictures, so that the page is usable while the rest still loads.

    Args:
        report: The data of the report.
        pictures: Its pictures.
    """
    style = _asset("style.css")
    script = '"use strict";(()=>{\n' + "\n".join(_asset(name) for name in SCRIPTS) + "\n})();\n"
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src '{content_hash(style)}'; script-src '{content_hash(script)}'"
    )
    values = {
        "POLICY": policy,
        "TITLE": html.escape(f"{report.index['run']} – crab-gym report"),
        "STYLE": style,
        "INDEX": _json(report.index),
        "SCRIPT": script,
    }
    rest = _asset("template.html")
    for name, value in values.items():
        before, _, rest = rest.partition(f"%%{name}%%")
        yield before
        yield value
    before, _, after = rest.partition("%%REST%%")
    yield before
    for number, episode in enumerate(report.episodes):
        yield f'<script type="application/json" id="e{number}">{_json(_compact(episode))}</script>\n'
    for picture in pictures:
        for part in picture.parts:
            yield f'<script type="{part.kind}" id="q{part.number}">{part.data}</script>\n'
        layout = {"size": picture.size, "base": picture.base, "parts": picture.places}
        yield f'<script type="application/json" id="p{picture.number}">{_json(layout)}</script>\n'
    yield after


def _compact(episode: dict[str, Any]) -> dict[str, Any]:
    """Returns an episode whose steps leave out default values, which are most of a step."""
    steps = [{**step, "terms": [term for term in step["terms"] if term[1] != 0]} for step in episode["steps"]]
    short = [{name: value for name, value in step.items() if value not in ("", 0, [], {})} for step in steps]
    return {**episode, "steps": short}


def _asset(name: str) -> str:
    return (files("crab_gym.results.report") / "assets" / name).read_text(encoding="utf-8")


def _json(data: Any) -> str:
    """Returns JSON that is safe in a script element: no text in it can end the element or begin a comment."""
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def content_hash(text: str) -> str:
    """Returns a style's or script's source expression for a content security policy."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
