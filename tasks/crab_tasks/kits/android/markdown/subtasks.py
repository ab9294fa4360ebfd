"""Markdown: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, person, phone_number
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.android.markdown.moves import open_home, retype_file, type_file, write_above, write_below
from crab_tasks.kits.android.markdown.state import HOME, line_appended, text_is_value
from crab_tasks.kits.android.pages import open_row, replace_text, scroll_to
from crab_tasks.kits.moves import hold, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import as_typed, other_person

__all__ = ["APPEND", "LAST_LINE", "NUMBER_OF", "WRITE"]


_READ = ("diary", "ideas", "journal", "log", "plans")
_WRITTEN = ("draft", "memo", "quote", "summary", "wish")


def _markdown_open(params: Params) -> Sequence[Checkpoint]:
    """Markdown is in front."""
    return [app_opened("markdown", "markdown_open")]


def _open_markdown(params: Params, look: Look) -> Iterator[Action]:
    yield from open_home(look)


def _with_entries(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, and one whose name begins like its own."""
    phone = devices.android
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


def _no_file(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.android.remove(_path(params))


def _written(params: Params) -> Sequence[Checkpoint]:
    """Markdown; then the file with the text."""
    right = check(text_is_value, path=_path(params), kind=params.kinds["text"], value=params.text)
    return after_opening("markdown", "written", right)


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

_FILE = "members.md"


def _listed(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the person to the list, beside somebody with the same first name."""
    phone, path = devices.android, f"{HOME}/{_FILE}"
    lines = (phone.read_text(path) or "# Members\n").splitlines()
    new = [f"- {params.name}: {params.phone}", f"- {other_person(rng, params.name)}: {params.other}"]
    rng.shuffle(new)
    phone.write_file(path, "\n".join([*lines, *new]) + "\n")


def _read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file."""
    yield from open_home(look)
    yield from open_row(look, _FILE)


def _read_number_shown(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file, and looks at its preview."""
    yield from _read(params, look)
    yield tap(look, description="View mode")


def _read_number_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the name, which only the list has, and opens it."""
    yield from open_home(look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.name)
    yield from scroll_to(look, _FILE)
    yield from open_row(look, _FILE)


NUMBER_OF = SubTask(
    name="markdown.number_of",
    device="android",
    app="markdown",
    says="look up the telephone number of {name} in the list of members in the phone's Markdown app",
    steps="on the phone, open Markdown, tap the file members.md and read the telephone number of {name}",
    refers="the telephone number of {name} in the phone's Markdown list of members",
    inputs={"name": person("Greta Ivers")},
    hidden={"phone": phone_number("+1 555 0127"), "other": phone_number("+1 555 0178")},
    output="phone_number",
    produce=lambda params: str(params.phone),
    setup=_listed,
    checkpoints=lambda params: [app_opened("markdown", "markdown_open")],
    oracle={"markdown_open": _read},
    alternatives={"shown": _read_number_shown, "searched": _read_number_found},
    backends=("sim", "adb"),
    tags=("markdown",),
)


def _two_files(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file, and one whose name begins like its own."""
    for path in (_path(params), _path(params).replace(".md", "_old.md")):
        devices.android.write_file(path, f"{params.first}\n{params.second}\n")


def _appended(params: Params) -> Sequence[Checkpoint]:
    """Markdown; then the line."""
    right = check(
        line_appended,
        path=_path(params),
        lines=(params.first, params.second),
        kind=params.kinds["text"],
        value=params.text,
    )
    return after_opening("markdown", "appended", right)


def _may_append(params: Params) -> Footprint:
    return [may_change("android", "file", ("content",), path=_path(params))]


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
    oracle={"markdown_open": _open_markdown, "appended": _append},
    footprint=_may_append,
    alternatives={"searched": _append_found, "retyped": _retype},
    near_misses={"first_line": _prepend, "other_file": _append_to_other, "replaced": _replace},
    backends=("sim", "adb"),
    tags=("markdown",),
)
