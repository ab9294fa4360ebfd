"""notes.example: sub-tasks that read and write notes and lists, which the phone's Notes may show, too."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import Value, short_line, states
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.notes.state import NOTES, plant_note
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import as_typed

__all__ = ["ADD", "LEFT_TO_DO", "LINE", "note_written", "plant", "plant_list"]

_SITE = "notes.example"


def plant(devices: Devices, title: str, text: str) -> None:
    """Makes a note of the account the only one of its title: on the phone where there is one, else on the site."""
    if "android" in devices:
        plant_note(devices.android, title, text)
        return
    desktop = devices.ubuntu
    rows = desktop.web(_SITE, "notes")
    when = max([row["changed"] for row in rows], default=0.0)
    note = {"id": 1 + max([row["id"] for row in rows], default=0), "title": title, "text": text, "created": when,
            "changed": when}  # fmt: skip
    desktop.set_web(_SITE, "notes", [*[row for row in rows if row["title"] != title], note])


def plant_list(devices: Devices, title: str, items: Sequence[tuple[str, bool]]) -> None:
    """Makes a list of the account the only one of its title, as `plant` does with a note.

    Args:
        devices: The devices to prepare.
        title: Its title.
        items: Its entries, each with whether it is done.
    """
    plant(devices, title, "")
    if "android" in devices:
        phone = devices.android
        notes = [dict(row) for row in phone.table(NOTES, "note")]
        (note,) = [row for row in notes if row["title"] == title]
        note["is_checklist"] = 1
        entries = phone.table(NOTES, "list_item")
        first = 1 + max([row["_id"] for row in entries], default=0)
        added = [
            {"_id": first + i, "note_id": note["_id"], "text": text, "is_checked": int(done), "position": i}
            for i, (text, done) in enumerate(items)
        ]
        phone.set_table(NOTES, "note", notes)
        phone.set_table(NOTES, "list_item", [*entries, *added])
        return
    desktop = devices.ubuntu
    rows = [dict(row) for row in desktop.web(_SITE, "notes")]
    (row,) = [row for row in rows if row["title"] == title]
    row |= {"kind": "list", "items": [{"text": text, "done": done} for text, done in items]}
    desktop.set_web(_SITE, "notes", rows)


def _two_notes(devices: Devices, params: Params, rng: random.Random) -> None:
    """The note, and one whose title begins like its own."""
    pairs = [(as_typed(params, "title"), params.text), (f"{as_typed(params, 'title')} (old)", params.old)]
    rng.shuffle(pairs)
    for title, text in pairs:
        plant(devices, title, text)


def _site_open(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    shown = check(window_in_front, app="firefox", title="Slate Notes")
    return [whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=shown)]


def _open_note(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note from the list of all."""
    yield from browse(look, _SITE, "Notes")
    yield from follow(look, as_typed(params, "title"), role="link", title=as_typed(params, "title"))


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads the note's card in the list."""
    yield from browse(look, _SITE, "Notes")


def _search_note(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the title."""
    yield from browse(look, f"{_SITE}/search?q={as_typed(params, 'title')}", "Notes with")
    yield from follow(look, as_typed(params, "title"), role="link", title=as_typed(params, "title"))


LINE = SubTask(
    name="notes_site.line",
    device="ubuntu",
    app="firefox",
    says="on notes.example in the desktop's Firefox, read the text of the note titled {title}",
    steps="on the desktop, open notes.example in Firefox, click the note titled {title} and read its text",
    refers="the text that notes.example has in the note titled {title}",
    inputs={"title": short_line("Collect the spare keys")},
    hidden={"text": short_line("Wash two lamps"), "old": short_line("Repair old maps")},
    output="line",
    called="text you read",
    produce=lambda params: str(params.text),
    account=("notes",),
    setup=_two_notes,
    checkpoints=_site_open,
    oracle={"site_open": _open_note},
    alternatives={"in_the_list": _glance, "searched": _search_note},
    backends=("sim", "desktop"),
    keys=("title",),
    step_limit=45,
    tags=("heavy", "web", "notes"),
)


def _list_with_one_left(devices: Devices, params: Params, rng: random.Random) -> None:
    """The list, in which one entry isn't ticked yet."""
    ticked = rng.sample(_ENTRIES, 3)
    items = [(params.text, False), *[(each, True) for each in ticked]]
    rng.shuffle(items)
    plant_list(devices, as_typed(params, "title"), items)


_ENTRIES = ("Air the attic", "Cut the hedge", "Empty the barrel", "Fill the lamps", "Oil the hinges", "Sharpen the axe")


def _look_round(params: Params, look: Look) -> Iterator[Action]:
    """Looks into the archive first."""
    yield from browse(look, f"{_SITE}/archive", "Archive")
    yield from _open_note(params, look)


LEFT_TO_DO = SubTask(
    name="notes_site.left_to_do",
    device="ubuntu",
    app="firefox",
    says="on notes.example in the desktop's Firefox, look up the entry that isn't done yet in the list whose title "
    "is {title}",
    steps="on the desktop, open notes.example in Firefox, click the list whose title is {title} and read the entry "
    "that isn't ticked",
    refers="the entry that isn't done yet in the list on notes.example whose title is {title}",
    inputs={"title": short_line("Pack the long ladder")},
    hidden={"text": short_line("Wash the heavy door")},
    output="line",
    called="entry",
    produce=lambda params: str(params.text),
    account=("notes",),
    setup=_list_with_one_left,
    checkpoints=_site_open,
    oracle={"site_open": _open_note},
    alternatives={"after_archive": _look_round, "searched": _search_note},
    keys=("title",),
    step_limit=45,
    tags=("heavy", "web", "notes"),
)

# Writing --------------------------------------------------------------------------------------------------------------


def note_written(state: State, title_kind: str, title: Value, text_kind: str, text: Value) -> bool:
    """One note that isn't in the bin has the title; it is no list, and its text is a value and nothing else.

    Args:
        state: The devices' states.
        title_kind: The type of the title.
        title: The title.
        text_kind: The type of the text.
        text: The text.
    """
    found = [
        row
        for row in state.ubuntu.web(_SITE, "notes")
        if row["place"] != "bin" and states(title_kind, row["title"], title)
    ]
    return len(found) == 1 and found[0]["kind"] == "note" and states(text_kind, found[0]["text"], text)


def _free(devices: Devices, params: Params, rng: random.Random) -> None:
    """The account has no note of the title."""
    if "android" in devices:
        rows = devices.android.table(NOTES, "note")
        devices.android.set_table(NOTES, "note", [row for row in rows if row["title"] != as_typed(params, "title")])
        return
    kept = [row for row in devices.ubuntu.web(_SITE, "notes") if row["title"] != as_typed(params, "title")]
    devices.ubuntu.set_web(_SITE, "notes", kept)


def _written(params: Params) -> Sequence[Checkpoint]:
    """The site; then the note."""
    right = check(
        note_written,
        title_kind=params.kinds["title"],
        title=params.title,
        text_kind=params.kinds["text"],
        text=params.text,
    )
    return [
        *_site_open(params),
        Checkpoint(id="written", device="ubuntu", app="firefox", evaluator=right, after=("site_open",)),
    ]


def _may_write(params: Params) -> Footprint:
    title, text = (same_value(params.kinds[name], getattr(params, name)) for name in ("title", "text"))
    return [
        may_add("android", "note", most=1, title=title, text=text),
        may_add("ubuntu", "site", most=1, table=f"{_SITE}/notes", title=title, text=text),
    ]


def _new_note(params: Params, look: Look, title: str, text: str, kind: str = "note") -> Iterator[Action]:
    """Makes a note, and fills in its title, and its text or first entry."""
    yield from browse(look, _SITE, "Notes")
    yield from follow(look, f"New {kind}", role="button", title="Note")
    yield from fill(look, "title", title)
    yield from fill(look, "text" if kind == "note" else "item_1", text)


def _save(look: Look, title: str) -> Iterator[Action]:
    yield from follow(look, "Save", role="button", title=title)


def _write(params: Params, look: Look) -> Iterator[Action]:
    yield from _new_note(params, look, as_typed(params, "title"), as_typed(params, "text"))
    yield from _save(look, as_typed(params, "title"))


def _write_and_correct(params: Params, look: Look) -> Iterator[Action]:
    """Saves a draft first."""
    yield from _new_note(params, look, "Draft", "To be written")
    yield from _save(look, "Draft")
    yield from fill(look, "title", as_typed(params, "title"))
    yield from fill(look, "text", as_typed(params, "text"))
    yield from _save(look, as_typed(params, "title"))


def _write_and_pin(params: Params, look: Look) -> Iterator[Action]:
    """Keeps the note with Pin, and takes the pin away with the same button."""
    yield from _new_note(params, look, as_typed(params, "title"), as_typed(params, "text"))
    yield from follow(look, "Pin", role="button", title=as_typed(params, "title"))
    yield from follow(look, "Unpin", role="button", title=as_typed(params, "title"))


def _as_list(params: Params, look: Look) -> Iterator[Action]:
    yield from _new_note(params, look, as_typed(params, "title"), as_typed(params, "text"), "list")
    yield from _save(look, as_typed(params, "title"))


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _new_note(params, look, as_typed(params, "title"), as_typed(params, "text"))


def _go_there(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, _SITE, "Notes")


ADD = SubTask(
    name="notes_site.add",
    device="ubuntu",
    app="firefox",
    says="on notes.example in the desktop's Firefox, write a new note whose title is {title} and whose text is {text}",
    steps="on the desktop, open notes.example in Firefox, click New note, enter {title} as the title and {text} as the "
    "text, and click Save",
    inputs={"title": short_line("Order ten candles"), "text": short_line("Bring the red crates")},
    account=("notes",),
    setup=_free,
    checkpoints=_written,
    oracle={"site_open": _go_there, "written": _write},
    footprint=_may_write,
    alternatives={"corrected": _write_and_correct, "pinned": _write_and_pin},
    near_misses={"as_list": _as_list, "not_saved": _not_saved},
    keys=("title",),
    step_limit=60,
    tags=("heavy", "web", "notes"),
)
