"""Markdown: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.markdown.moves import open_home, type_file
from crab_tasks.kits.android.markdown.state import HOME, text_is_value
from crab_tasks.kits.android.pages import open_row, replace_text, scroll_to
from crab_tasks.kits.moves import hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["LAST_LINE", "WRITE"]

_READ = ("diary", "ideas", "journal", "log", "plans")
_WRITTEN = ("draft", "memo", "quote", "summary", "wish")


def _markdown_open(params: Params) -> Sequence[Checkpoint]:
    """Markdown is in front."""
    return [app_opened("markdown", "markdown_open")]


def _open_markdown(params: Params, look: Look) -> Iterator[Action]:
    yield from open_home(look)


def _with_entries(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The file, and one whose name begins like its own."""
    phone = devices["android"]
    phone.write_file(f"{HOME}/{params.file}", f"# {params.file}\n\n{params.old}\n{params.text}\n")
    stem = params.file.removesuffix(".md")
    phone.write_file(f"{HOME}/{stem}_old.md", f"# {stem}\n\n{params.text}\n{params.old}\n")


def _read_file(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file."""
    yield from open_home(look)
    yield from open_row(look, params.file)


def _read_shown(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file, and looks at its preview."""
    yield from _read_file(params, look)
    yield tap(look, description="View mode")


def _read_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the file, and opens it."""
    yield from open_home(look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.file)
    yield from open_row(look, params.file)


LAST_LINE = SubTask(
    name="markdown.last_line",
    device="android",
    app="markdown",
    says="read the last line of the file {file} in the phone's Markdown app",
    steps="on the phone, open Markdown, tap the file {file} and read its last line",
    refers="the last line of the phone's Markdown file {file}",
    inputs={"file": choice(tuple(f"{name}.md" for name in _READ), "plans.md")},
    hidden={"text": short_line("Label the red crates"), "old": short_line("Order two lamps")},
    output="line",
    called="line of the file",
    produce=lambda params: str(params.text),
    setup=_with_entries,
    checkpoints=_markdown_open,
    oracle={"markdown_open": _read_file},
    alternatives={"shown": _read_shown, "searched": _read_found},
    backends=("sim", "adb"),
    tags=("markdown",),
)


def _path(params: Params) -> str:
    return f"{HOME}/{params.file}"


def _no_file(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    devices["android"].remove(_path(params))


def _written(params: Params) -> Sequence[Checkpoint]:
    """Markdown; then the file with the text."""
    right = {"path": _path(params), "kind": params.kinds["text"], "value": params.text}
    return [
        app_opened("markdown", "markdown_open"),
        Checkpoint("written", "android", "markdown", text_is_value, right, after=("markdown_open",)),
    ]


def _may_write(params: Params) -> Footprint:
    return [may_add("android", "file", path=_path(params))]


def _write(params: Params, look: Look) -> Iterator[Action]:
    yield from type_file(look, params.file, as_typed(params, "text"))
    yield tap(look, description="Save")


def _write_and_leave(params: Params, look: Look) -> Iterator[Action]:
    """Names the file without its ending, and leaves its page, which saves it."""
    yield from type_file(look, params.file.removesuffix(".md"), as_typed(params, "text"))
    yield action("android", "press", key="back")


def _write_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Saves another text in a file of another name first, and puts both right."""
    yield from type_file(look, "rough.md", f"Rough {as_typed(params, 'text')}")
    yield tap(look, description="Save")
    yield from replace_text(look, "Write here", as_typed(params, "text"))
    yield tap(look, description="Save")
    yield from open_home(look)
    yield from scroll_to(look, "rough.md")
    yield hold(look, "rough.md")
    yield tap(look, description="Rename")
    yield action("android", "write_text", text=params.file)
    yield tap(look, text="OK", role="button")


def _other_ending(params: Params, look: Look) -> Iterator[Action]:
    """Writes a file with another ending."""
    yield from type_file(look, params.file.replace(".md", ".txt"), as_typed(params, "text"))
    yield tap(look, description="Save")


def _empty(params: Params, look: Look) -> Iterator[Action]:
    """Makes the file, and writes nothing into it."""
    yield from type_file(look, params.file, "")


WRITE = SubTask(
    name="markdown.write",
    device="android",
    app="markdown",
    says="write {text} into a new file {file} in the phone's Markdown app",
    steps="on the phone, open Markdown, tap Create a new file or folder, type {file} as its name, tap OK, type {text} "
    "and tap Save",
    inputs={
        "text": short_line("Bring the long ladder"),
        "file": choice(tuple(f"{name}.md" for name in _WRITTEN), "memo.md"),
    },
    setup=_no_file,
    checkpoints=_written,
    oracle={"markdown_open": _open_markdown, "written": _write},
    footprint=_may_write,
    alternatives={"left": _write_and_leave, "corrected": _write_corrected},
    near_misses={"other_ending": _other_ending, "empty": _empty},
    backends=("sim", "adb"),
    tags=("markdown",),
)
