"""Archives on the desktop: evaluators of a .zip file's content, moves in the Archive Manager, and sub-tasks."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Element, Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, OracleStuck, Params, SubTask, action
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.compare import same_content
from crab_tasks.kits.moves import click, click_on, find, has
from crab_tasks.kits.paths import path_like, text_file
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files import open_folder
from crab_tasks.kits.ubuntu.terminal import run_in_terminal
from crab_tasks.kits.ubuntu.windows import (
    choose_file,
    choose_folder,
    click_soon,
    dialog,
    in_front,
    soon,
    start,
    wait_for,
    wait_until_gone,
    window,
    window_in_front,
)
from crab_tasks.kits.values import time_of_day

__all__ = [
    "ADD_FILE", "DEPARTURE", "add_to_archive", "archive_has", "archive_holds", "archive_packs",
    "delete_from_archive", "extract_from_archive", "new_archive", "open_archive", "view_in_archive", "zipped",
]  # fmt: skip

_MAX_FILES, _MAX_BYTES = 100, 1 << 20
_BOX = 10  # pixels from a row's left edge to the middle of its check box
_TRIES = 3
_END = 22  # length of the end of a directory without a comment


def zipped(files: Mapping[str, str]) -> bytes:
    """Returns a .zip file with some texts by their paths, the same bytes for the same texts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(zipfile.ZipInfo(path, (2026, 9, 1, 12, 0, 0)), text)
    return stream.getvalue()


def _entries(data: bytes | None) -> dict[str, bytes] | None:
    """Returns the files of a .zip file by their paths, read within bounds; None for anything else.

    Nothing may be behind its directory.
    """
    if data is None or len(data) > _MAX_BYTES or data[-_END:][:4] != b"PK\5\6":
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            if len(infos) > _MAX_FILES or len({info.filename for info in infos}) < len(infos):
                return None
            found: dict[str, bytes] = {}
            for info in infos:
                with archive.open(info) as stream:
                    found[info.filename] = stream.read(_MAX_BYTES + 1)
                if sum(map(len, found.values())) > _MAX_BYTES:
                    return None
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, OSError, EOFError):
        return None
    return found


def archive_holds(state: State, answer: str | None, path: str, files: Mapping[str, str]) -> bool:
    """The .zip file holds exactly these texts by their paths, beside folders, and nothing behind its directory."""
    wanted = {name: text.encode() for name, text in files.items()}
    return _entries(state["ubuntu"].read_file(path)) == wanted


def archive_has(state: State, answer: str | None, path: str, before: Mapping[str, str], file: str) -> bool:
    """The .zip file holds these texts and one more file, which is a copy of one that is still there.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The archive's path.
        before: The texts by their paths.
        file: The path of the file; in the archive it may lie in a folder.
    """
    data, found = state["ubuntu"].read_file(file), _entries(state["ubuntu"].read_file(path))
    if data is None or found is None or len(found) != len(before) + 1:
        return False
    added = [name for name in found if name not in before]
    kept = all(found.get(name) == text.encode() for name, text in before.items())
    name = file.rpartition("/")[2]
    return kept and added[0].rpartition("/")[2] == name and same_content(found[added[0]], data)


def archive_packs(state: State, answer: str | None, path: str, folder: str) -> bool:
    """The .zip file holds copies of all files of a folder, which has some and no folders, and nothing else.

    They may lie in a folder of the archive, all in the same one.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The archive's path.
        folder: The folder's path.
    """
    desktop = state["ubuntu"]
    names, found = desktop.list_dir(folder), _entries(desktop.read_file(path))
    if not names or len(names) > _MAX_FILES or found is None or len(found) != len(names):
        return False
    folders = {name.rpartition("/")[0] for name in found}
    packed = {name.rpartition("/")[2]: data for name, data in found.items()}
    return len(folders) == 1 and packed == {name: desktop.read_file(f"{folder}/{name}") for name in names}


def new_archive(look: Look, path: str) -> Iterator[Action]:
    """Makes an empty archive in the Archive Manager, and shows it."""
    yield from start("Archive Manager")
    yield from window(look, "", "archive_manager")
    yield from dialog(look, "New Archive", "archive_manager", ("ctrl", "n"))
    yield from choose_file(look, path)
    yield from window(look, path.rpartition("/")[2], "archive_manager")


def open_archive(look: Look, path: str) -> Iterator[Action]:
    """Opens an archive in the Archive Manager."""
    yield from start("Archive Manager")
    yield from window(look, "", "archive_manager")
    yield from dialog(look, "Open", "archive_manager", ("ctrl", "o"))
    yield from choose_file(look, path)
    yield from window(look, path.rpartition("/")[2], "archive_manager")


def _row(look: Look, name: str) -> Iterator[Action]:
    """Selects a row of the shown archive."""
    yield from click_soon(look, text=name)


def extract_from_archive(look: Look, name: str, folder: str) -> Iterator[Action]:
    """Extracts one thing of the shown archive into a folder; ``""`` for all that is in it."""
    if name:
        yield from _row(look, name)
    yield from dialog(look, "Extract", "archive_manager", ("ctrl", "e"))
    yield from choose_folder(look, folder)
    yield from soon(lambda: has(look, "ubuntu", text="Show the Files", role="button"))
    yield click(look, text="Close", role="button")


def add_to_archive(look: Look, path: str) -> Iterator[Action]:
    """Adds a file to the shown archive, in place of an entry of its name."""
    folder, _, name = path.rpartition("/")
    yield click(look, description="Add Files", role="button")
    yield from dialog(look, "Add Files", "archive_manager")
    if not has(look, "ubuntu", text="Location:"):
        yield from choose_file(look, path)
        return
    # Its own field leads to a folder, whose files have boxes to check.
    fields = [e for e in look("ubuntu") if e.role == "text_field" and e.text.startswith("/")]
    yield click_on(fields[-1])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{folder}\n")
    yield from wait_for(look, text=name, role="cell")
    left, top, _, bottom = find(look, "ubuntu", text=name, role="cell").bounds
    yield action("ubuntu", "click", x=left + _BOX, y=(top + bottom) // 2)

    def button() -> Element | None:
        buttons = [e for e in look("ubuntu") if e.role == "button" and e.text == "Add" and not e.description]
        return next((e for e in buttons if e.enabled), None)

    yield from soon(lambda: button() is not None)
    found = button()
    if found is None:
        raise OracleStuck(f"the Archive Manager doesn't add {path!r}")
    yield click_on(found)
    yield from soon(lambda: not in_front(look, "dialog", app="archive_manager"))


def view_in_archive(look: Look, name: str) -> Iterator[Action]:
    """Opens a text of the shown archive in the Text Editor."""
    yield from wait_for(look, text=name)
    for _ in range(_TRIES):
        yield click(look, text=name)
        yield action("ubuntu", "press", key="enter")
        yield from soon(lambda: in_front(look, "window", name, "text_editor"))
        if in_front(look, "window", name, "text_editor"):
            return
    raise OracleStuck(f"the Archive Manager doesn't open {name!r}")


def delete_from_archive(look: Look, name: str) -> Iterator[Action]:
    """Deletes one thing of the shown archive."""
    yield from _row(look, name)
    yield action("ubuntu", "press", key="delete")
    yield from click_soon(look, text="Delete", role="button")
    yield from wait_until_gone(look, name)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


_STEMS = ("bundle", "collection", "folder", "pack", "parcel")
_LEAFLET = "leaflet.txt"


def _leaflets(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Packs the leaflet and an older one with another time."""
    texts = {
        _LEAFLET: f"Boat number {rng.randint(2, 40)}\nDeparture: {params.departure}\nBring a coat.\n",
        "leaflet_old.txt": f"Last year's boat\nDeparture: {params.old}\n",
    }
    devices["ubuntu"].write_file(params.archive, zipped(texts))


def _archive_open(path: str) -> Checkpoint:
    shown = {"app": "archive_manager", "title": _name(path)}
    return Checkpoint("archive_open", "ubuntu", "archive_manager", window_in_front, shown, hold=False)


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The archive is open."""
    return [_archive_open(params.archive)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_archive(look, params.archive)


def _read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the leaflet in the archive."""
    yield from _open(params, look)
    yield from view_in_archive(look, _LEAFLET)


def _open_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Opens the archive in Files, by its path."""
    yield from open_folder(look, params.archive)
    yield from window(look, _name(params.archive), "archive_manager")


def _read_from_files(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_in_files(params, look)
    yield from view_in_archive(look, _LEAFLET)


def _read_by_command(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["file-roller", params.archive])
    yield from window(look, _name(params.archive), "archive_manager")
    yield from view_in_archive(look, _LEAFLET)


DEPARTURE = SubTask(
    name="archives.departure",
    device="ubuntu",
    app="archive_manager",
    says="look up the time of departure in the file leaflet.txt in the archive {archive} with the desktop's Archive "
    "Manager",
    steps="on the desktop, open {archive} in Archive Manager, open leaflet.txt in it and read the time of departure",
    refers="the time of departure in the file leaflet.txt in the archive {archive}",
    inputs={"archive": path_like("/home/user/Documents/parcel_73.zip", _STEMS)},
    hidden={"departure": time_of_day("10:25"), "old": time_of_day("11:50")},
    output="time",
    called="time of departure",
    produce=lambda params: str(params.departure),
    setup=_leaflets,
    checkpoints=_opened,
    oracle={"archive_open": _read},
    alternatives={"from_files": _read_from_files, "by_command": _read_by_command},
    tags=("files", "archives"),
)

_PACKED = {"contents.txt": "All that the club keeps\n", "rules.txt": "Please be kind\n"}


def _archive_there(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The archive is there, and so is the file unless another part makes it."""
    if "file" not in params.fed:
        devices["ubuntu"].write_file(params.file, f"# Cupboard {rng.randrange(2, 90)}\n\nKeep this list.\n")
    devices["ubuntu"].write_file(params.archive, zipped(_PACKED))


def _added(params: Params) -> Sequence[Checkpoint]:
    """The archive is open; then the file is in it, too."""
    wanted = {"path": params.archive, "before": _PACKED, "file": params.file}
    added = Checkpoint("added", "ubuntu", "archive_manager", archive_has, wanted, after=("archive_open",))
    return [_archive_open(params.archive), added]


def _may_add(params: Params) -> Footprint:
    return [may_change("ubuntu", "file", ("content",), path=params.archive)]


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from add_to_archive(look, params.file)


def _add_twice(params: Params, look: Look) -> Iterator[Action]:
    yield from _add(params, look)
    yield from add_to_archive(look, params.file)


def _add_from_files(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_in_files(params, look)
    yield from add_to_archive(look, params.file)


def _others_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes one of the archive's files first."""
    yield from _open(params, look)
    yield from delete_from_archive(look, "rules.txt")
    yield from add_to_archive(look, params.file)


def _other_name(params: Params, look: Look) -> Iterator[Action]:
    """Adds a copy of another name."""
    copy = f"/tmp/copy_of_{_name(params.file)}"
    yield from run_in_terminal(["cp", params.file, copy])
    yield from _open(params, look)
    yield from add_to_archive(look, copy)


ADD_FILE = SubTask(
    name="archives.add_file",
    device="ubuntu",
    app="archive_manager",
    says="with the desktop's Archive Manager, add {file} to the archive {archive}",
    steps="on the desktop, open the archive {archive} in Archive Manager, click Add Files and add {file}",
    inputs={
        "file": text_file("cedar_61"),
        "archive": path_like("/home/user/Documents/bundle_44.zip", _STEMS),
    },
    setup=_archive_there,
    checkpoints=_added,
    oracle={"archive_open": _open, "added": _add},
    footprint=_may_add,
    alternatives={"twice": _add_twice, "from_files": _add_from_files},
    near_misses={"others_deleted": _others_deleted, "other_name": _other_name},
    step_limit=60,
    tags=("files", "archives"),
)
