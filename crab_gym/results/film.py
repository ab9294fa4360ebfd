"""Films of recorded episodes: GIF or MP4 files of the screens, the actions on them, and the task graph.

* `film_run` - writes films of a run's episodes, as `crab_gym.wrappers.RecordEpisode` does of those being played.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PIL import Image as Pictures

from crab_gym.backends.base import Image
from crab_gym.records import EpisodeRecord, RecordError, read_run
from crab_gym.records.graph import graph_from_record
from crab_gym.records.reader import read_bytes
from crab_gym.results.report.graphs import MAX_NODES
from crab_gym.wrappers.film import FORMATS
from crab_gym.wrappers.film.frames import Note, Painter
from crab_sim.suggestions import unknown

__all__ = ["FOLDER", "FORMATS", "film_run"]

FOLDER = "films"
"""Name of the folder of films in a run's folder."""
MAX_PIXELS = 40_000_000
"""Number of pixels of the largest screen that is opened."""
_ODD = (AttributeError, LookupError, TypeError, OverflowError, RecursionError)
"""What is raised where a record has values of another form than those that a run writes."""
_LAST = 3.0
"""Seconds for which the last picture is shown."""


def film_run(
    run: Path | str,
    pattern: str = "*",
    format: str = "gif",
    fps: float = 1.0,
    height: int = 540,
) -> Iterator[Path]:
    """Writes films of a run's finished episodes into its folder `FOLDER`, and yields each when it is written.

    Episodes that an error ended before there was a screen are left out; if there are no others, nothing is written. A
    film of the same episode is replaced. Films show the task graph, which is the solution: keep them from agents.

    Args:
        run: The run's folder.
        pattern: Only episodes whose name matches; it is the name of their folder, such as
            ``"android.add_contact_s0_a0_oracle"``, or their task's.
        format: One of `FORMATS`.
        fps: Pictures, and so steps, per second.
        height: Height of the pictures in pixels; even.

    Raises:
        ValueError: There is no such format, no episode matches, or an episode has no screens.
        RecordError: There is no run, its files are damaged, or have values that can't be shown.
        MissingExtra: The format needs a package that isn't installed.
    """
    if format not in FORMATS:
        unknown("format", format, FORMATS)
    FORMATS[format].check()
    records = [record for record in read_run(run) if record.screens or not record.error]
    chosen = [each for each in records if any(fnmatchcase(name, pattern) for name in (each.folder, each.task))]
    if not records:
        return
    if not chosen:
        names = ", ".join(record.folder for record in records[:3])
        there = f"they are called {names}{', …' if len(records) > 3 else ''}"
        raise ValueError(f"no finished episode matches {pattern!r}; {there}")
    folder = Path(run) / FOLDER
    folder.mkdir(exist_ok=True)
    for record in chosen:
        with TemporaryDirectory(dir=folder, prefix=".") as draft:
            try:
                film = _film(Path(run), record, Path(draft), format, fps, height)
            except _ODD as error:  # anything may be written in a record, which may come from elsewhere
                reason = f"{type(error).__name__}: {error}"
                raise RecordError(f"{run}: the record of {record.folder} can't be filmed ({reason})") from error
            path = folder / film.name
            os.replace(film, path)
        yield path


def _film(run: Path, record: EpisodeRecord, folder: Path, format: str, fps: float, height: int) -> Path:
    """Writes the film of an episode.

    Args:
        run: The run's folder.
        record: The episode.
        folder: The folder for the film.
        format: One of `FORMATS`.
        fps: Pictures per second.
        height: Height of the pictures.
    """
    graph = graph_from_record(record.graph, MAX_NODES)
    if graph is None:
        raise RecordError(f"the graph of the episode {record.folder} is damaged, or has more than {MAX_NODES} nodes")
    open_screen = lru_cache(8)(lambda name: _open(run, f"episodes/{record.folder}/{name}"))

    def look(names: Mapping[str, str]) -> dict[str, Image]:
        if not names:
            raise ValueError(f"the episode {record.folder} has no screens; play it without --no-screens")
        return {device: open_screen(name) for device, name in names.items()}

    painter = Painter(record.goal, record.task, graph, height)
    limit = max(1, record.actions)
    screens = look(record.screens)
    passed: tuple[str, ...] = ()
    awaiting = {node["id"] for node in record.graph["checkpoints"] if node.get("since")}  # an event
    active = tuple(node.id for node in graph if not node.after and node.id not in awaiting)
    film: Any = None

    def add(picture: Image, seconds: float | None = None) -> None:
        nonlocal film
        if film is None:
            film = FORMATS[format](folder, record.folder, fps, (picture.shape[1], picture.shape[0]))
        film.add(picture, seconds)

    for step in record.steps:
        if step.restored and step.before:
            screens = look(step.before)
        done = step.done
        add(painter.frame(screens, Note.of_step(step.index, limit, done, step.invalid_action), passed, active, done))
        screens = look(step.screens) if step.screens else screens
        passed, active = step.completed, step.active
    end = Note(f"error: {record.error_kind}", "", Note.of_end("", 1, 0).colour)
    if record.end_reason:
        end = Note.of_end(record.end_reason, record.actions, record.completion)
    add(painter.frame(screens, end, passed, active), max(_LAST, 1 / fps))
    written: Path = film.finish()
    return written


def _open(run: Path, name: str) -> Image:
    """Returns a recorded screen.

    Raises:
        RecordError: It can't be read, lies outside of the run's folder, or is too large.
    """
    try:
        with Pictures.open(BytesIO(read_bytes(run, name)), formats=("PNG",)) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise RecordError(f"{run / name} is too large: {picture.width}x{picture.height} pixels")
            return np.asarray(picture.convert("RGB"))
    except (OSError, SyntaxError, EOFError, ValueError, Pictures.DecompressionBombError) as error:
        raise RecordError(f"{run / name} can't be read: {error}") from error
