"""Copy a note of the phone's Notebook app into a file on the desktop, then mark it as copied."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import Parameter, choice, text
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.notebook.moves import delete_note, open_note, type_note
from crab_tasks.kits.android.notebook.state import Note, note_is, plant_notes
from crab_tasks.kits.android.pages import replace_text, type_into
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.terminal.moves import write_lines
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor

MARK = " (copied)"
FACTS = (
    "Valve 3 sticks; turn it twice", "Gate code: 4471#", "Meter: 00812.6 (read on the 4th)",
    "Filter: 20x40 cm, washable", "Key no. 17 is with Mr. Odell", "Fuse B6 = lamp in the yard",
    "Call the office before 10:30", "Paint left over: 2.5 l, grey", "Bins go out on Tuesdays & Fridays",
    "Alarm off within 45 s!", "Spare bulbs -> cellar, shelf 2", "Pump: 6.5 bar, never more than 7",
)  # fmt: skip
"""The lines of the note; none has a meaning in Markdown."""


def facts() -> Parameter:
    """Some lines."""
    one = text(lambda rng: rng.choice(FACTS), FACTS[0])
    return Parameter(
        "list",
        [*FACTS[:5]],
        lambda rng: rng.sample(FACTS, rng.randint(4, 7)),
        lambda value: isinstance(value, list) and 3 < len(value) <= 10 and all(map(one.accepts, value)),
        f"a list of 4 to 10 texts, each {one.expected}",
    )


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Documents/{params.file}.txt"


def lines(params: Params) -> list[str]:
    """Returns the note's lines, of which one is empty."""
    return [*params.facts[:2], "", *params.facts[2:]]


def notes(params: Params) -> tuple[Note, Note]:
    """Returns a draft, which says almost the same, and the note."""
    body = lines(params)
    draft = Note(params.notebook, f"{params.note}, draft", "\n".join([body[1], "", body[0], *body[3:-1]]))
    return draft, Note(params.notebook, params.note, "\n".join(body))


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the note and the draft in a notebook with another note."""
    draft, note = notes(params)
    other = Note(params.notebook, "Phone list", f"Plumber: +1 555 01{rng.randrange(100):02}\nNeighbour: next door")
    marked = [f"{params.note}{MARK}"]
    plant_notes(devices.android, (params.notebook,), (note, other, draft), marked)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The app is opened, then the file has the text, then the note has its new title and its text still."""
    marked = notes(params)[1]._replace(title=f"{params.note}{MARK}")
    return [
        app_opened("notebook", "app_open"),
        Checkpoint(
            id="copied",
            device="ubuntu",
            app="text_editor",
            evaluator=check(file_is, path=path(params), lines=tuple(lines(params))),
            after=("app_open",),
        ),
        Checkpoint(
            id="marked",
            device="android",
            app="notebook",
            evaluator=check(
                note_is,
                notebook=marked.notebook,
                title=marked.title,
                body=marked.body,
                todo=marked.todo,
                due=marked.due,
                completed=marked.completed,
            ),
            after=("copied",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The file, and the note's title."""
    return [
        *new_file(path(params)),
        may_change("android", "notebook_note", ("title",), title=params.note),
    ]


def read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note."""
    yield from open_note(look, params.notebook, params.note)


def copy(params: Params, look: Look) -> Iterator[Action]:
    """Writes its text with the editor."""
    yield from save_with_editor(path(params), "\n".join(lines(params)))


def mark(params: Params, look: Look) -> Iterator[Action]:
    """Writes behind the note's title that it has been copied."""
    yield from read(params, look)
    yield tap(look, description="Edit")
    yield from type_into(look, "Title", MARK)
    yield tap(look, description="Save changes")


def copied_draft(params: Params, look: Look) -> Iterator[Action]:
    """Copies and marks the draft."""
    draft = notes(params)[0]
    yield from open_note(look, params.notebook, draft.title)
    yield from save_with_editor(path(params), draft.body)
    yield tap(look, description="Edit")
    yield from type_into(look, "Title", MARK)
    yield tap(look, description="Save changes")


def without_gap(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the empty line out of the file."""
    yield from read(params, look)
    yield from save_with_editor(path(params), "\n".join(params.facts))
    yield from mark(params, look)


def replaced(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the note, and makes one of the new title that says nothing."""
    yield from read(params, look)
    yield from copy(params, look)
    yield from delete_note(look, params.notebook, params.note)
    yield from type_note(look, params.notebook, "New note", f"{params.note}{MARK}")


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Writes the file in the terminal."""
    yield from read(params, look)
    yield from write_lines(path(params), lines(params))
    yield from mark(params, look)


def marked_first(params: Params, look: Look) -> Iterator[Action]:
    """Types the whole title of the note anew before it writes the file."""
    yield from read(params, look)
    yield tap(look, description="Edit")
    yield from replace_text(look, "Title", f"{params.note}{MARK}")
    yield tap(look, description="Save changes")
    yield from copy(params, look)


TASK = Task(
    name="cross.notes_backup",
    description=(
        'Copy the text of the note "{note}" in the notebook "{notebook}" of the phone\'s Notebook app into the file '
        '~/Documents/{file}.txt on the desktop, line by line, with its empty line but without its title. Then add " '
        '(copied)" to the title of the note on the phone, so that it is "{note} (copied)"; its text stays as it is.'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "notebook": choice(("Cabin", "Workshop", "Club house", "Garden flat"), type="notebook"),
        "note": choice(("Good to know", "Handover", "House rules", "Maintenance"), type="note_title"),
        "file": choice(("backup", "manual", "from_phone"), type="file_name"),
        "facts": facts(),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"app_open": read, "copied": copy, "marked": mark},
    footprint=footprint,
    alternatives={"by_command": by_command, "marked_first": marked_first},
    near_misses={"copied_draft": copied_draft, "without_gap": without_gap, "replaced": replaced},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("notebook", "files", "editor"),
)
