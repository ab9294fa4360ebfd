"""Notes: evaluators, setups, moves and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import Value, short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import hold, tap
from crab_tasks.kits.state import State, app_in_front

__all__ = ["ADD", "LINE", "NOTES", "add_note", "note_holds", "note_once", "plant_note", "value_noted"]

NOTES = "/data/data/com.google.android.keep/databases/keep.db"
"""The database of the notes, in the table ``note``, and of their checklists, in ``list_item``."""


def _notes(state: State, title: str) -> list[list[str]]:
    """Returns the lines of each note of a title that isn't in the trash: without bullets and empty ones."""
    phone = state["android"]
    found = [row for row in phone.table(NOTES, "note") if str(row["title"]).strip() == title and not row["is_trashed"]]
    if not found:
        return []
    items = sorted((row["note_id"], row["position"], row["text"]) for row in phone.table(NOTES, "list_item"))
    texts = []
    for row in found:
        checks = [text for note, _, text in items if note == row["_id"]]
        lines = checks if row["is_checklist"] else str(row["text"]).splitlines()
        texts.append([bare for line in lines if (bare := line.strip().lstrip("-*•").strip())])
    return texts


def note_once(state: State, answer: str | None, title: str) -> bool:
    """Exactly one note has this title."""
    return len(_notes(state, title)) == 1


def note_holds(state: State, answer: str | None, title: str, lines: Sequence[str]) -> bool:
    """Exactly one note has this title, and it holds these lines in this order and nothing else."""
    return _notes(state, title) == [list(lines)]


def value_noted(state: State, answer: str | None, kind: str, value: Value) -> bool:
    """Exactly one note without a title begins with a value, and it says nothing else."""
    found = []
    for lines in _notes(state, ""):
        parts = " ".join(lines).split()
        if any(states(kind, " ".join(parts[:end]), value) for end in range(1, len(parts) + 1)):
            found.append(" ".join(parts))
    return len(found) == 1 and states(kind, found[0], value)


def plant_note(phone: Setup, title: str, text: str) -> None:
    """Makes a note the only one of its title."""
    rows = [row for row in phone.table(NOTES, "note") if row["title"] != title]
    now = int(phone.now()) * 1000
    rows.append(
        {"_id": max((row["_id"] for row in phone.table(NOTES, "note")), default=0) + 1, "title": title, "text": text,
         "color": 0, "is_pinned": 0, "is_archived": 0, "is_trashed": 0, "is_checklist": 0, "labels": "",
         "time_created": now - 90_000, "time_last_updated": now - 90_000}
    )  # fmt: skip
    phone.set_table(NOTES, "note", rows)


def add_note(look: Look, title: str, lines: Sequence[str] = ()) -> Iterator[Action]:
    """Adds a note to Notes."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, rid="new_note_button")
    yield from type_into(look, "Title", title)
    if lines:
        yield from type_into(look, "Note", "\n".join(lines))
    yield action("android", "press", key="back")


def _notes_open(params: Params) -> Sequence[Checkpoint]:
    """Notes is in front."""
    front = {"device": "android", "app": "notes"}
    return [Checkpoint("notes_open", "android", "notes", app_in_front, front, hold=False)]


def _open_notes(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Notes", "new_note_button")


def _noted(params: Params) -> Sequence[Checkpoint]:
    """Notes; then the note, and no other one that begins like it."""
    value = {"kind": params.kinds["text"], "value": params.text}
    return [
        *_notes_open(params),
        Checkpoint("written", "android", "notes", value_noted, value, after=("notes_open",)),
    ]


def _may_note(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
    return [may_add("android", "note", most=1, title="", text=right)]


def _words(params: Params) -> str:
    return typed(params.kinds["text"], params.text)


def _write(look: Look, text: str) -> Iterator[Action]:
    """Writes a note without a title, and leaves its page open."""
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, rid="new_note_button")
    yield from type_into(look, "Note", text)


def _write_note(params: Params, look: Look) -> Iterator[Action]:
    yield from _write(look, _words(params))
    yield action("android", "press", key="back")


def _corrected(params: Params, look: Look) -> Iterator[Action]:
    """Writes something else first, opens the note again and replaces it."""
    draft = f"Draft {_words(params)}"
    yield from _write(look, draft)
    yield action("android", "press", key="back")
    yield from scroll_to(look, draft)
    yield tap(look, text=draft)
    yield from replace_text(look, "Note", _words(params))
    yield action("android", "press", key="back")


def _written_anew(params: Params, look: Look) -> Iterator[Action]:
    """Writes a note with another text, deletes it, and writes a new one."""
    draft = f"Draft {_words(params)}"
    yield from _write(look, draft)
    yield action("android", "press", key="back")
    yield from scroll_to(look, draft)
    yield hold(look, draft)
    yield tap(look, description="Delete")
    yield from _write_note(params, look)


def _as_title(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text into the title."""
    yield from add_note(look, _words(params))


def _longer(params: Params, look: Look) -> Iterator[Action]:
    """Writes something more into the note."""
    yield from _write(look, f"{_words(params)} (today)")
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


def _title(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _two_notes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The note, and one whose title begins like its own."""
    pairs = [(_title(params), params.text), (f"{_title(params)} (old)", params.old)]
    rng.shuffle(pairs)
    for title, text in pairs:
        plant_note(devices["android"], title, text)


def _read_note(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note."""
    yield from _open_notes(params, look)
    yield from open_row(look, _title(params), role="")


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads the note's card in the list."""
    yield from _open_notes(params, look)
    yield from scroll_to(look, _title(params))


def _search_note(params: Params, look: Look) -> Iterator[Action]:
    """Searches the title."""
    yield from _open_notes(params, look)
    yield tap(look, rid="open_search_bar")
    yield action("android", "write_text", text=_title(params))


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
