"""Archives on the desktop: evaluators of a .zip file's content, and moves in the Archive Manager."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping

from crab_gym.backends.base import Element
from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click, click_on, find, has
from crab_tasks.kits.state import State
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
)

__all__ = [
    "add_to_archive", "archive_holds", "delete_from_archive", "extract_from_archive", "open_archive", "view_in_archive",
    "zipped",
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


def archive_holds(state: State, answer: str | None, path: str, files: Mapping[str, str]) -> bool:
    """The .zip file holds exactly these texts by their paths, beside folders, and nothing behind its directory.

    It is read within bounds.
    """
    data = state["ubuntu"].read_file(path)
    if data is None or len(data) > _MAX_BYTES or data[-_END:][:4] != b"PK\5\6":
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            if len(infos) > _MAX_FILES or sorted(info.filename for info in infos) != sorted(files):
                return False
            for info in infos:
                wanted = files[info.filename].encode()
                with archive.open(info) as stream:
                    if stream.read(len(wanted) + 1) != wanted:
                        return False
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, OSError, EOFError):
        return False
    return True


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
