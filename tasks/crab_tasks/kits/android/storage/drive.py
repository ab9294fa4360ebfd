"""Drive: evaluators, moves and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.devices.footprints import Footprint, may_add
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import Value, short_line, states, typed
from crab_tasks.kits.android.pages import at_root, open_row, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State, app_in_front

__all__ = ["ADD_FOLDER", "DOCUMENT", "DRIVE", "folder_made"]

DRIVE = "/data/data/com.google.android.apps.docs/databases/DocList.db"
"""The database of the files, in the table ``entry``."""


def folder_made(state: State, answer: str | None, kind: str, value: Value) -> bool:
    """One thing that isn't in the bin has this name, and it is a folder that lies in no other one."""
    rows = [
        row
        for row in state["android"].table(DRIVE, "entry")
        if not row["is_trashed"] and states(kind, str(row["title"] or ""), value)
    ]
    return len(rows) == 1 and bool(rows[0]["is_folder"]) and not rows[0]["parent_id"]


def _nothing_so_named(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Removes what has the folder's name."""
    phone = devices["android"]
    rows = phone.table(DRIVE, "entry")
    gone = {row["_id"] for row in rows if states(params.kinds["text"], str(row["title"] or ""), params.text)}
    if gone:
        phone.set_table(DRIVE, "entry", [row for row in rows if not gone & {row["_id"], row["parent_id"]}])


def _drive_open(params: Params) -> Sequence[Checkpoint]:
    """Drive is in front."""
    front = {"device": "android", "app": "drive"}
    return [Checkpoint("drive_open", "android", "drive", app_in_front, front, hold=False)]


def _added(params: Params) -> Sequence[Checkpoint]:
    """Drive; then the folder."""
    value = {"kind": params.kinds["text"], "value": params.text}
    return [
        *_drive_open(params),
        Checkpoint("made", "android", "drive", folder_made, value, after=("drive_open",)),
    ]


def _may_add(params: Params) -> Footprint:
    def right(title: object) -> bool:
        return isinstance(title, str) and states(params.kinds["text"], title, params.text)

    return [may_add("android", "drive_file", most=1, is_folder=True, title=right)]


def _files(look: Look) -> Iterator[Action]:
    """Opens Drive's list of all files."""
    yield from at_root(look, "Drive", text="Files", role="tab")
    yield tap(look, text="Files", role="tab")


def _open_drive(params: Params, look: Look) -> Iterator[Action]:
    yield from _files(look)


def _make(look: Look, name: str) -> Iterator[Action]:
    """Makes a folder on the page that is shown."""
    yield tap(look, rid="branded_fab")
    yield tap(look, text="Folder")
    yield action("android", "write_text", text=name)


def _words(params: Params) -> str:
    return typed(params.kinds["text"], params.text)


def _make_folder(params: Params, look: Look) -> Iterator[Action]:
    yield from _files(look)
    yield from _make(look, _words(params))
    yield tap(look, text="Create", role="button")


def _make_at_home(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder on the page Home, with Enter."""
    yield from at_root(look, "Drive", text="Home", role="tab")
    yield tap(look, text="Home", role="tab")
    yield from _make(look, _words(params))
    yield action("android", "press", key="enter")


def _rename_folder(params: Params, look: Look) -> Iterator[Action]:
    """Makes a folder with the name that is offered, and renames it."""
    yield from _files(look)
    yield tap(look, rid="branded_fab")
    yield tap(look, text="Folder")
    yield tap(look, text="Create", role="button")
    yield from _files(look)
    more = "More actions for Untitled folder"
    yield from scroll_to(look, description=more)
    yield tap(look, description=more)
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=_words(params))
    yield tap(look, text="Rename", role="button")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and cancels."""
    yield from _files(look)
    yield from _make(look, _words(params))
    yield tap(look, text="Cancel", role="button")


ADD_FOLDER = SubTask(
    name="drive.add_folder",
    device="android",
    app="drive",
    says="make a folder in the phone's Drive app and give it {text} as its name",
    steps="on the phone, open Drive, tap Files, tap New, tap Folder, type {text} as its name, and tap Create",
    inputs={"text": short_line("Order ten candles")},
    keys=("text",),
    setup=_nothing_so_named,
    checkpoints=_added,
    oracle={"drive_open": _open_drive, "made": _make_folder},
    footprint=_may_add,
    alternatives={"at_home": _make_at_home, "renamed": _rename_folder},
    near_misses={"only_typed": _only_typed},
    backends=("sim", "adb"),
    crab=10,
    tags=("drive",),
)


def _name(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _two_documents(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The document, and one whose name begins like its own."""
    phone, names = devices["android"], (_name(params), f"{_name(params)} (old)")
    rows = [row for row in phone.table(DRIVE, "entry") if str(row["title"]) not in names]
    last, now = max((row["_id"] for row in rows), default=0), round(phone.now()) * 1000
    for i, (name, text) in enumerate(zip(names, (params.text, params.old), strict=True), 1):
        rows.append(
            {"_id": last + i, "title": name, "is_folder": 0, "parent_id": 0, "content": text.encode(), "owner": "",
             "is_starred": 0, "is_trashed": 0, "creation_time": now - 7_200_000 * i,
             "last_modified_time": now - 3_600_000 * i}
        )  # fmt: skip
    phone.set_table(DRIVE, "entry", rows)


def _read_document(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document from the list of all files."""
    yield from _files(look)
    yield from open_row(look, _name(params))


def _read_recent(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document from the page Home."""
    yield from at_root(look, "Drive", text="Home", role="tab")
    yield tap(look, text="Home", role="tab")
    yield from open_row(look, _name(params))


def _search_document(params: Params, look: Look) -> Iterator[Action]:
    """Searches the document, and opens it."""
    yield from _files(look)
    yield tap(look, rid="open_search_bar")
    yield action("android", "write_text", text=_name(params))
    yield from open_row(look, _name(params))


DOCUMENT = SubTask(
    name="drive.document",
    device="android",
    app="drive",
    says="read the text of the document whose name is {title} in the phone's Drive app",
    steps="on the phone, open Drive, tap Files, tap the document whose name is {title} and read its text",
    refers="the text of the document whose name is {title} in Drive",
    inputs={"title": short_line("Measure ten candles")},
    hidden={"text": short_line("Paint the blue tent"), "old": short_line("Wash the heavy door")},
    output="line",
    produce=lambda params: str(params.text),
    keys=("title",),
    setup=_two_documents,
    checkpoints=_drive_open,
    oracle={"drive_open": _read_document},
    alternatives={"from_home": _read_recent, "searched": _search_document},
    backends=("sim", "adb"),
    tags=("drive",),
)
