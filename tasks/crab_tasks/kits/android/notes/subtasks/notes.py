"""Notes: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.notes.moves import add_note
from crab_tasks.kits.android.notes.state import plant_note, value_noted
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["ADD", "LINE"]


def _notes_open(params: Params) -> Sequence[Checkpoint]:
    """Notes is in front."""
    return [app_opened("notes", "notes_open")]


def _open_notes(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notes", "new_note_button")


def _noted(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the note, and no other one that begins like it."""
    value = {"kind": params.kinds["text"], "value": params.text}
    return [
        app_opened("notes", "notes_open"),
        Checkpoint("written", "android", "notes", value_noted, value, after=("notes_open",)),
    ]


def _may_note(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
    return [may_add("android", "note", most=1, title="", text=right)]


def _write(look: Look, text: str) -> Iterator[Action]:
    """Writes a note without a title, and leaves its page open."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, rid="new_note_button")
    yield from type_into(look, "Note", text)


def _write_note(params: Params, look: Look) -> Iterator[Action]:
    yield from _write(look, as_typed(params, "text"))
    yield action("android", "press", key="back")


def _corrected(params: Params, look: Look) -> Iterator[Action]:
    """Writes something else first, opens the note again and replaces it."""
    draft = f"Draft {as_typed(params, 'text')}"
    yield from _write(look, draft)
    yield action("android", "press", key="back")
    yield from scroll_to(look, draft)
    yield tap(look, text=draft)
    yield from replace_text(look, "Note", as_typed(params, "text"))
    yield action("android", "press", key="back")


def _written_anew(params: Params, look: Look) -> Iterator[Action]:
    """Writes a note with another text, deletes it, and writes a new one."""
    draft = f"Draft {as_typed(params, 'text')}"
    yield from _write(look, draft)
    yield action("android", "press", key="back")
    yield from scroll_to(look, draft)
    yield hold(look, draft)
    yield tap(look, description="Delete")
    yield from _write_note(params, look)


def _as_title(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text into the title."""
    yield from add_note(look, as_typed(params, "text"))


def _longer(params: Params, look: Look) -> Iterator[Action]:
    """Writes something more into the note."""
    yield from _write(look, f"{as_typed(params, 'text')} (today)")
    yield action("android", "press", key="back")


ADD = SubTask(
    name="notes.add",
    device="android",
    app="notes",
    says="write {text} in a new note without a title in the phone's Notes app",
    steps="on the phone, open Notes, tap New text note, leave its title empty, type {text} as its text, and go back",
    inputs={"text": short_line("Oil the garden gate")},
    checkpoints=_noted,
    oracle={"notes_open": _open_notes, "written": _write_note},
    footprint=_may_note,
    alternatives={"corrected": _corrected, "written_anew": _written_anew},
    near_misses={"as_title": _as_title, "longer": _longer},
    backends=("sim", "adb"),
    crab=2,
    tags=("notes",),
)


def _two_notes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The note, and one whose title begins like its own."""
    pairs = [(as_typed(params, "title"), params.text), (f"{as_typed(params, 'title')} (old)", params.old)]
    rng.shuffle(pairs)
    for title, text in pairs:
        plant_note(devices["android"], title, text)


def _read_note(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note."""
    yield from _open_notes(params, look)
    yield from open_row(look, as_typed(params, "title"), role="")


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads the note's card in the list."""
    yield from _open_notes(params, look)
    yield from scroll_to(look, as_typed(params, "title"))


def _search_note(params: Params, look: Look) -> Iterator[Action]:
    """Searches the title."""
    yield from _open_notes(params, look)
    yield tap(look, rid="open_search_bar")
    yield action("android", "write_text", text=as_typed(params, "title"))


LINE = SubTask(
    name="notes.line",
    device="android",
    app="notes",
    says="read the text of the note whose title is {title} in the phone's Notes app",
    steps="on the phone, open Notes, tap the note whose title is {title} and read its text",
    refers="the text of the phone's note whose title is {title}",
    inputs={"title": short_line("Return the spare keys")},
    hidden={"text": short_line("Pack two lamps"), "old": short_line("Label old maps")},
    output="line",
    called="text you read",
    produce=lambda params: str(params.text),
    setup=_two_notes,
    checkpoints=_notes_open,
    oracle={"notes_open": _read_note},
    alternatives={"in_the_list": _glance, "searched": _search_note},
    backends=("sim", "adb"),
    tags=("notes",),
)
