"""Drive: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line, states
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.account import DRIVE, add_drive_file, drive_file, may_add_to_drive, remove_from_drive, some_lines
from crab_tasks.kits.android.drive.state import DOWNLOADS, folder_made, put_there, starred
from crab_tasks.kits.android.pages import at_root, open_row, scroll_to
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["ADD_FOLDER", "DOCUMENT", "STAR", "UPLOAD"]


def _nothing_so_named(devices: Devices, params: Params, rng: random.Random) -> None:
    """Removes what has the folder's name."""
    phone = devices.android
    rows = phone.table(DRIVE, "entry")
    gone = {row["_id"] for row in rows if states(params.kinds["text"], str(row["title"] or ""), params.text)}
    if gone:
        phone.set_table(DRIVE, "entry", [row for row in rows if not gone & {row["_id"], row["parent_id"]}])


def _drive_open(params: Params) -> Sequence[Checkpoint]:
    """Drive is in front."""
    return [app_opened("drive", "drive_open")]


def _added(params: Params) -> Sequence[Checkpoint]:
    """Drive; then the folder."""
    value = check(folder_made, kind=params.kinds["text"], value=params.text)
    return after_opening("drive", "made", value)


def _may_add(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
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


def _make_folder(params: Params, look: Look) -> Iterator[Action]:
    yield from _files(look)
    yield from _make(look, as_typed(params, "text"))
    yield tap(look, text="Create", role="button")


def _make_at_home(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder on the page Home, with Enter."""
    yield from at_root(look, "Drive", text="Home", role="tab")
    yield tap(look, text="Home", role="tab")
    yield from _make(look, as_typed(params, "text"))
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
    yield action("android", "write_text", text=as_typed(params, "text"))
    yield tap(look, text="Rename", role="button")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and cancels."""
    yield from _files(look)
    yield from _make(look, as_typed(params, "text"))
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


def _two_documents(devices: Devices, params: Params, rng: random.Random) -> None:
    """The document, and one whose name begins like its own."""
    phone, names = devices.android, (as_typed(params, "title"), f"{as_typed(params, 'title')} (old)")
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
    yield from open_row(look, as_typed(params, "title"))


def _read_recent(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document from the page Home."""
    yield from at_root(look, "Drive", text="Home", role="tab")
    yield tap(look, text="Home", role="tab")
    yield from open_row(look, as_typed(params, "title"))


def _search_document(params: Params, look: Look) -> Iterator[Action]:
    """Searches the document, and opens it."""
    yield from _files(look)
    yield tap(look, rid="open_search_bar")
    yield action("android", "write_text", text=as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))


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
    called="text you read",
    produce=lambda params: str(params.text),
    keys=("title",),
    setup=_two_documents,
    checkpoints=_drive_open,
    oracle={"drive_open": _read_document},
    alternatives={"from_home": _read_recent, "searched": _search_document},
    backends=("sim", "adb"),
    tags=("drive",),
)


def _other(name: str) -> str:
    """Returns the name of a file beside it that isn't meant."""
    return f"old_{name}"


def _two_downloads(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the file, an older one and some others among the phone's downloads; Drive has neither of the two."""
    remove_from_drive(devices, [params.file, _other(params.file)])
    others = [f"a_{rng.randrange(100, 1000)}.txt" for _ in range(rng.randrange(5))]
    for name in (params.file, _other(params.file), *others):
        devices.android.write_file(f"{DOWNLOADS}/{name}", some_lines(rng))


def _uploaded(params: Params) -> Sequence[Checkpoint]:
    """Drive; then the file."""
    return after_opening("drive", "put", check(put_there, name=params.file))


def _may_upload(params: Params) -> Footprint:
    return may_add_to_drive(params.file)


def _choose(look: Look, name: str) -> Iterator[Action]:
    """Uploads one of the phone's downloads to the page that is shown."""
    yield tap(look, rid="branded_fab")
    yield tap(look, text="Upload")
    for text in ("Download", name):
        yield from scroll_to(look, text)
        yield tap(look, text=text, role="list_item")


def _upload(params: Params, look: Look) -> Iterator[Action]:
    yield from _files(look)
    yield from _choose(look, params.file)


def _upload_at_home(params: Params, look: Look) -> Iterator[Action]:
    """Uploads it from the page Home."""
    yield from at_root(look, "Drive", text="Home", role="tab")
    yield tap(look, text="Home", role="tab")
    yield from _choose(look, params.file)


def _upload_starred(params: Params, look: Look) -> Iterator[Action]:
    """Uploads it from the page Starred, and looks at the list of all files."""
    yield from at_root(look, "Drive", text="Starred", role="tab")
    yield tap(look, text="Starred", role="tab")
    yield from _choose(look, params.file)
    yield from _files(look)


def _upload_other(params: Params, look: Look) -> Iterator[Action]:
    """Uploads the older file, and gives it the other one's name."""
    yield from _files(look)
    yield from _choose(look, _other(params.file))
    yield from open_row(look, _other(params.file))
    yield tap(look, description="More options")
    yield tap(look, text="Rename")
    yield action("android", "write_text", text=params.file)
    yield tap(look, text="Rename", role="button")


UPLOAD = SubTask(
    name="drive.upload",
    device="android",
    app="drive",
    says="upload the file {file} from the phone's downloads to the phone's Drive app",
    steps=(
        "on the phone, open Drive, tap Files, tap New, tap Upload, tap Download, and tap the file {file} to upload it"
    ),
    refers="the file {file} that you upload from the phone's downloads to Drive",
    inputs={"file": replace(drive_file("minutes_41"), type="choice")},
    output="drive_file",
    produce=lambda params: str(params.file),
    account=("drive",),
    setup=_two_downloads,
    checkpoints=_uploaded,
    oracle={"drive_open": _open_drive, "put": _upload},
    footprint=_may_upload,
    alternatives={"at_home": _upload_at_home, "starred": _upload_starred},
    near_misses={"older_file": _upload_other},
    tags=("drive", "files"),
)


def _two_in_drive(devices: Devices, params: Params, rng: random.Random) -> None:
    """Drive has the file, unless another part puts it there, and an older one; neither has a star."""
    for name in (_other(params.file), *(() if "file" in params.fed else (params.file,))):
        add_drive_file(devices, name, some_lines(rng))


def _starred(params: Params) -> Sequence[Checkpoint]:
    """Drive; then the star."""
    return after_opening("drive", "starred", check(starred, name=params.file))


def _may_star(params: Params) -> Footprint:
    return [may_change("android", "drive_file", ("starred",), title=params.file)]


def _open_file(look: Look, name: str) -> Iterator[Action]:
    """Opens one of the files that lie in no folder."""
    yield from _files(look)
    yield from open_row(look, name)


def _star_opened(look: Look, name: str) -> Iterator[Action]:
    """Opens a file, if it is there, and adds a star to it."""
    yield from _open_file(look, name)
    if has(look, "android", description="More options"):
        yield tap(look, description="More options")
        yield tap(look, text="Add to Starred")


def _star(params: Params, look: Look) -> Iterator[Action]:
    yield from _star_opened(look, params.file)


def _star_selected(params: Params, look: Look) -> Iterator[Action]:
    """Selects the file in the list."""
    yield from _files(look)
    yield from scroll_to(look, params.file)
    yield hold(look, text=params.file, role="list_item")
    yield tap(look, description="Add to Starred")


def _star_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the file."""
    yield from _files(look)
    yield tap(look, text="Search in Drive", role="button")
    yield action("android", "write_text", text=params.file)
    more = f"More actions for {params.file}"
    yield from scroll_to(look, description=more)
    yield tap(look, description=more)
    yield tap(look, text="Add to Starred")


def _star_other(params: Params, look: Look) -> Iterator[Action]:
    """Adds a star to the older file."""
    yield from _star_opened(look, _other(params.file))


STAR = SubTask(
    name="drive.star",
    device="android",
    app="drive",
    says="in the phone's Drive app, add a star to {file}",
    steps="on the phone, open Drive, tap Files, open {file}, tap More options and tap Add to Starred",
    inputs={"file": drive_file("songs_72")},
    account=("drive",),
    setup=_two_in_drive,
    checkpoints=_starred,
    oracle={"drive_open": _open_drive, "starred": _star},
    footprint=_may_star,
    alternatives={"selected": _star_selected, "searched": _star_found},
    near_misses={"older_file": _star_other},
    tags=("drive",),
)
