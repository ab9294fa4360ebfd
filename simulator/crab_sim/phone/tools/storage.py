"""Tools of the apps for files: Files, Gallery, Drive."""

from __future__ import annotations

from typing import Any, Final

from crab_sim.files.names import is_file_name
from crab_sim.machine.slices import FILES
from crab_sim.machine.tool_values import moment_text
from crab_sim.machine.tools import Hand, need, one_of
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.drive.data import DRIVE, ROOT, DriveRow, listed, path_of, subtree
from crab_sim.phone.apps.gallery import data as gallery
from crab_sim.phone.tools.box import BOX
from crab_sim.phone.tools.paths import storage_path

__all__ = [
    "drive_add_folder",
    "drive_list",
    "drive_move",
    "drive_read",
    "drive_rename",
    "drive_star",
    "files_delete",
    "files_list",
    "files_make_folder",
    "files_move",
    "files_read",
    "photos_delete",
    "photos_list",
    "photos_move",
]

_FILES, _GALLERY, _DRIVE = BOX.of("files"), BOX.of("gallery"), BOX.of("drive")
_MOST: Final = 10_000


# Files --------------------------------------------------------------------------------------------------------------


def _folder(hand: Hand, path: str) -> str:
    whole = storage_path(path)
    need(hand.get(FILES).is_dir(whole), f"there is no folder {path!r}")
    return whole


def _file(hand: Hand, path: str, folders: bool = False) -> str:
    whole, files = storage_path(path), hand.get(FILES)
    need(whole != SDCARD, "the storage itself can't be moved or deleted")
    need(files.is_file(whole) or (folders and files.is_dir(whole)), f"there is no file {path!r}")
    return whole


def _browse(hand: Hand, folder: str) -> None:
    """Shows a folder, as an intent does."""
    hand.begin("files")
    hand.send("root", folder)


@_FILES.reads
def files_list(hand: Hand, folder: str = "") -> list[dict[str, Any]]:
    """Returns the files and folders in a folder.

    Args:
        hand: The hold on the phone.
        folder: Its path, such as Download; empty for the shared storage itself.
    """
    whole, files = _folder(hand, folder), hand.get(FILES)
    _browse(hand, whole)
    rows = []
    for name in files.list(whole):
        path = f"{whole}/{name}"
        entry = files.stat(path)
        kind = {"folder": True} if files.is_dir(path) else {"bytes": len(files.read(path))}
        rows.append({"name": name, **kind, "changed": moment_text(entry.mtime)})
    return rows


@_FILES.reads
def files_read(hand: Hand, path: str) -> str:
    """Returns the beginning of a text file, at most 10000 characters.

    Args:
        hand: The hold on the phone.
        path: Its path, such as Download/list.txt.
    """
    whole = _file(hand, path)
    data = hand.get(FILES).read(whole)
    need(b"\0" not in data, f"{path!r} is no text")
    _browse(hand, whole.rpartition("/")[0])
    return data.decode("utf-8", "replace")[:_MOST]


@_FILES.writes
def files_move(hand: Hand, path: str, folder: str, copy: bool = False) -> str:
    """Moves a file or folder into another folder, or copies it there; a name that is taken there gets a number.

    Args:
        hand: The hold on the phone.
        path: Its path, such as Download/list.txt.
        folder: The folder's path.
        copy: Whether it is copied.
    """
    whole, target = _file(hand, path, folders=True), _folder(hand, folder)
    _browse(hand, whole.rpartition("/")[0])
    hand.send("pick_row", whole)
    hand.send("transfer_to", not copy)
    hand.send("pick_folder", target)
    hand.send("transfer")
    need(not hand.page.overlay, "it can't go there")
    return f"{'copied' if copy else 'moved'} to {target}"


@_FILES.writes
def files_delete(hand: Hand, path: str) -> str:
    """Deletes a file, or a folder with all that is in it.

    Args:
        hand: The hold on the phone.
        path: Its path, such as Download/list.txt.
    """
    whole = _file(hand, path, folders=True)
    _browse(hand, whole.rpartition("/")[0])
    hand.send("pick_row", whole)
    hand.send("ask_delete")
    hand.send("delete")
    return f"deleted {whole}"


@_FILES.writes
def files_make_folder(hand: Hand, folder: str, name: str) -> str:
    """Makes a folder.

    Args:
        hand: The hold on the phone.
        folder: Path of the folder in which it is made.
        name: Its name.
    """
    whole = _folder(hand, folder)
    name = name.strip()
    need(is_file_name(name), f"a folder can't be called {name[:60]!r}")
    need(not hand.get(FILES).exists(f"{whole}/{name}"), f"something called {name!r} is already there")
    _browse(hand, whole)
    hand.send("new_folder")
    hand.type(name=name)
    hand.send("named")
    need(hand.get(FILES).is_dir(f"{whole}/{name}"), f"a folder can't be called {name[:60]!r}")
    return f"made {whole}/{name}"


# Gallery ------------------------------------------------------------------------------------------------------------


def _albums(hand: Hand) -> list[gallery.AlbumRow]:
    return gallery.albums(hand.get(FILES))


def _photo(hand: Hand, path: str) -> str:
    shots = {shot.path for shot in gallery.shots(hand.get(FILES))}
    whole = storage_path(path)
    need(whole in shots, f"there is no photo {path!r}; photos_list tells the paths")
    return whole


@_GALLERY.reads
def photos_list(hand: Hand, album: str = "") -> list[dict[str, Any]]:
    """Returns the photos and videos, the newest first.

    Args:
        hand: The hold on the phone.
        album: Name of the only album; empty for all.
    """
    hand.begin("gallery")
    files = hand.get(FILES)
    shots = gallery.shots(files)
    if album:
        row = one_of("album", album, _albums(hand), lambda each: each.folder.rpartition("/")[2])
        hand.send("tab", "albums")
        hand.send("album", row.folder)
        shots = row.shots
    return [
        {"path": shot.path, "taken": moment_text(gallery.taken(shot)), "bytes": len(shot.file.data)} for shot in shots
    ]


@_GALLERY.writes
def photos_move(hand: Hand, path: str, folder: str, copy: bool = False) -> str:
    """Moves a photo into a folder, or copies it there.

    Args:
        hand: The hold on the phone.
        path: Its path.
        folder: The folder's path, such as Pictures/Trips.
        copy: Whether it is copied.
    """
    whole, target = _photo(hand, path), _folder(hand, folder)
    hand.begin("gallery")
    hand.send("tab", "albums")
    hand.send("album", whole.rpartition("/")[0])
    hand.send("copy" if copy else "move", (whole,), target)
    return f"{'copied' if copy else 'moved'} to {target}"


@_GALLERY.writes
def photos_delete(hand: Hand, path: str) -> str:
    """Moves a photo to the bin.

    Args:
        hand: The hold on the phone.
        path: Its path.
    """
    whole = _photo(hand, path)
    album = whole.rpartition("/")[0]
    hand.begin("gallery")
    hand.send("tab", "albums")
    hand.send("album", album)
    hand.send("bin_all", (whole,))
    return f"moved {whole} to the bin"


# Drive --------------------------------------------------------------------------------------------------------------


def _entry(hand: Hand, name: str) -> DriveRow:
    rows = hand.get(DRIVE)
    there = [row for row in rows if not row.trashed]
    paths = {path_of(rows, row): row for row in there}
    if name in paths and "/" in name:
        return paths[name]
    return one_of("file in Drive", name, there, lambda row: row.name)


@_DRIVE.reads
def drive_list(hand: Hand, folder: str = "") -> list[dict[str, Any]]:
    """Returns the files and folders in a folder of Drive, and those that others share.

    Args:
        hand: The hold on the phone.
        folder: The folder's name; empty for My Drive, and for what others share.
    """
    hand.begin("drive")
    number = ROOT
    if folder:
        row = _entry(hand, folder)
        need(row.folder, f"{folder!r} is no folder")
        number = row.id
    hand.send("tab", "files")
    if folder:
        hand.send("open", number)
    rows = hand.get(DRIVE)
    found = [*listed(rows, "files", number), *(() if folder else listed(rows, "shared"))]
    return [
        {"name": row.name, **({"folder": True} if row.folder else {"bytes": len(row.data)}), "starred": row.starred,
         **({"shared_by": row.owner} if row.owner else {}), "changed": moment_text(row.modified)}
        for row in found
    ]  # fmt: skip


@_DRIVE.reads
def drive_read(hand: Hand, name: str) -> str:
    """Returns the beginning of the text of a document in Drive, at most 10000 characters.

    Args:
        hand: The hold on the phone.
        name: Its name.
    """
    row = _entry(hand, name)
    need(not row.folder and b"\0" not in row.data, f"{name!r} is no text")
    hand.begin("drive")
    hand.send("tab", "files")
    hand.send("open", row.id)
    return row.data.decode("utf-8", "replace")[:_MOST]


@_DRIVE.writes
def drive_add_folder(hand: Hand, name: str, folder: str = "") -> str:
    """Makes a folder in Drive.

    Args:
        hand: The hold on the phone.
        name: Its name.
        folder: Name of the folder in which it is made; empty for My Drive.
    """
    need(name.strip(), "the name is empty")
    hand.begin("drive")
    hand.send("tab", "files")
    if folder:
        row = _entry(hand, folder)
        need(row.folder, f"{folder!r} is no folder")
        hand.send("open", row.id)
    hand.send("new_folder")
    hand.type(name=name)
    hand.close("named")
    return f"made the folder {name.strip()}"


@_DRIVE.writes
def drive_rename(hand: Hand, name: str, new_name: str) -> str:
    """Renames a file or folder in Drive.

    Args:
        hand: The hold on the phone.
        name: Its name.
        new_name: Its new name.
    """
    need(new_name.strip(), "the new name is empty")
    row = _entry(hand, name)
    hand.begin("drive")
    hand.send("tab", "files")
    hand.send("rename", row.id)
    hand.type(name=new_name)
    hand.close("named")
    return f"renamed to {new_name.strip()}"


@_DRIVE.writes
def drive_move(hand: Hand, name: str, folder: str = "") -> str:
    """Moves a file or folder in Drive into another folder.

    Args:
        hand: The hold on the phone.
        name: Its name.
        folder: The folder's name; empty for My Drive.
    """
    row, number = _entry(hand, name), ROOT
    if folder:
        target = _entry(hand, folder)
        need(target.folder, f"{folder!r} is no folder")
        number = target.id
    need(number not in subtree(hand.get(DRIVE), (row.id,)), "a folder can't be moved into itself")
    hand.begin("drive")
    hand.send("tab", "files")
    hand.send("move", (row.id,))
    hand.send("enter", number)
    hand.send("move_here")
    return f"moved {row.name}"


@_DRIVE.writes
def drive_star(hand: Hand, name: str, starred: bool = True) -> str:
    """Gives a file in Drive a star, or takes it.

    Args:
        hand: The hold on the phone.
        name: Its name.
        starred: Whether it is to have a star.
    """
    row = _entry(hand, name)
    hand.begin("drive")
    hand.send("tab", "files")
    if row.starred != starred:
        hand.send("star", (row.id,), starred)
    return f"{row.name} {'has' if starred else 'has no'} star"
