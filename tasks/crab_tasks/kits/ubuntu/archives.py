"""Archives on the desktop: evaluators of a .zip file's content, and moves in the Archive Manager."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping

from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.windows import start, wait_for

__all__ = ["archive_holds", "delete_from_archive", "extract_from_archive", "open_archive", "zipped"]

_MAX_FILES, _MAX_BYTES = 100, 1 << 20
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
    yield from wait_for(look, description="Menu", role="button")
    yield action("ubuntu", "hotkey", keys=["ctrl", "o"])
    yield action("ubuntu", "write_text", text=f"{path}\n")


def extract_from_archive(look: Look, name: str, folder: str) -> Iterator[Action]:
    """Extracts one thing of the shown archive into a folder."""
    yield click(look, text=name, role="list_item")
    yield action("ubuntu", "hotkey", keys=["ctrl", "e"])
    yield action("ubuntu", "write_text", text=f"{folder}\n")
    yield click(look, text="Close", role="button")


def delete_from_archive(look: Look, name: str) -> Iterator[Action]:
    """Deletes one thing of the shown archive."""
    yield click(look, text=name, role="list_item")
    yield action("ubuntu", "press", key="delete")
    yield click(look, text="Delete", role="button")
