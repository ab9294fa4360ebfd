"""Markdown: a sub-task that adds a line to a file."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.markdown.moves import open_home, retype_file, write_above, write_below
from crab_tasks.kits.android.markdown.state import HOME, line_appended
from crab_tasks.kits.android.pages import open_row
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["APPEND"]


def _path(params: Params) -> str:
    return f"{HOME}/{params.file}"


def _two_files(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The file, and one whose name begins like its own."""
    for path in (_path(params), _path(params).replace(".md", "_old.md")):
        devices["android"].write_file(path, f"{params.first}\n{params.second}\n")


def _appended(params: Params) -> Sequence[Checkpoint]:
    """Markdown; then the line."""
    right = {
        "path": _path(params), "lines": (params.first, params.second), "kind": params.kinds["text"],
        "value": params.text,
    }  # fmt: skip
    return [
        app_opened("markdown", "markdown_open"),
        Checkpoint("appended", "android", "markdown", line_appended, right, after=("markdown_open",)),
    ]


def _may_append(params: Params) -> Footprint:
    return [may_change("android", "file", ("content",), path=_path(params))]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_home(look)


def _append(params: Params, look: Look) -> Iterator[Action]:
    yield from write_below(look, params.file, as_typed(params, "text"))


def _append_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the file, and leaves its page, which saves it."""
    yield from open_home(look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.file)
    yield from open_row(look, params.file)
    yield action("android", "write_text", text=as_typed(params, "text"))
    yield action("android", "press", key="back")


def _retype(params: Params, look: Look) -> Iterator[Action]:
    """Writes something else first, and all lines anew then."""
    yield from write_below(look, params.file, "Something else")
    lines = (params.first, params.second, as_typed(params, "text"))
    yield from retype_file(look, params.file, "\n".join(lines))


def _prepend(params: Params, look: Look) -> Iterator[Action]:
    """Writes it above the first line."""
    yield from write_above(look, params.file, f"{as_typed(params, 'text')}\n", 3)


def _append_to_other(params: Params, look: Look) -> Iterator[Action]:
    """Writes it into the file whose name begins like the one that is meant."""
    yield from write_below(look, params.file.replace(".md", "_old.md"), as_typed(params, "text"))


def _replace(params: Params, look: Look) -> Iterator[Action]:
    """Writes it in place of what was there."""
    yield from retype_file(look, params.file, as_typed(params, "text"))


APPEND = SubTask(
    name="markdown.append",
    device="android",
    app="markdown",
    says="add {text} as a new last line to the file {file} in the phone's Markdown app",
    steps="on the phone, open Markdown, open the file, type {text} as a new last line of {file}, and tap Save",
    inputs={
        "text": short_line("Pack the blue tent"),
        "file": choice(tuple(f"{name}.md" for name in ("garden", "house", "packing", "questions", "trip")), "trip.md"),
    },
    hidden={"first": short_line("Repair both kettles"), "second": short_line("Bring ten candles")},
    setup=_two_files,
    checkpoints=_appended,
    oracle={"markdown_open": _open, "appended": _append},
    footprint=_may_append,
    alternatives={"searched": _append_found, "retyped": _retype},
    near_misses={"first_line": _prepend, "other_file": _append_to_other, "replaced": _replace},
    backends=("sim", "adb"),
    tags=("markdown",),
)
