"""Archive Manager: evaluators and setups."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping, Sequence

from crab_tasks.kits.compare import same_copy
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import folder_names_are

__all__ = ["archive_has", "archive_holds", "archive_packs", "only_file", "zip_entries", "zipped"]

_MAX_FILES, _MAX_BYTES = 100, 1 << 20
_END = 22  # length of the end of a directory without a comment
_STARTS = b"PK\3\4", b"PK\5\6"
_HEADER, _DESCRIPTOR = 30, 24  # lengths of what is before an entry's name, and of the longest that follows its data
_UNIX = 3
_SPECIAL, _ALL_WRITE, _OWN = 0o7111, 0o002, 0o600
"""Bits of the mode of a program or one that runs as somebody else, of a file that all may change, of its owner's."""


def zipped(files: Mapping[str, str]) -> bytes:
    """Returns a .zip file with some texts by their paths, the same bytes for the same texts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(zipfile.ZipInfo(path, (2026, 9, 1, 12, 0, 0)), text)
    return stream.getvalue()


def zip_entries(data: bytes | None) -> dict[str, bytes] | None:
    """Returns the files of a .zip file by their paths, read within bounds; None for anything else.

    It has nothing else in it: no links, programs or encrypted files, no comments, no folders without files, and nothing
    before its first file, between its files, and behind its directory. Times, and how files are packed, don't count.
    """
    if data is None or len(data) > _MAX_BYTES or data[:4] not in _STARTS or data[-_END:][:4] != b"PK\5\6":
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            every = archive.infolist()
            infos = [info for info in every if not info.is_dir()]
            names = {info.filename for info in infos}
            if len(every) > 2 * _MAX_FILES or len(infos) > _MAX_FILES or len(names) < len(infos):
                return None
            bare = all(any(name.startswith(info.filename) for name in names) for info in every if info.is_dir())
            if not bare or not _adjoin(data, every, archive.start_dir) or not all(_is_ordinary(info) for info in every):
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


def _adjoin(data: bytes, infos: Sequence[zipfile.ZipInfo], directory: int) -> bool:
    """Returns whether entries lie one behind the other from the start to the directory, with nothing between them."""
    at = 0
    for info in sorted(infos, key=lambda one: one.header_offset):
        if not 0 <= info.header_offset - at <= _DESCRIPTOR:
            return False
        at = info.header_offset + _HEADER + info.compress_size
        at += sum(int.from_bytes(data[info.header_offset + i :][:2], "little") for i in (26, 28))  # name and more
    return 0 <= directory - at <= _DESCRIPTOR


def _is_ordinary(info: zipfile.ZipInfo) -> bool:
    """Returns whether an entry is a folder or a file that is no link and no program, and no comment.

    Its owner may change it, and not everybody.
    """
    mode = info.external_attr >> 16 if info.create_system == _UNIX else 0
    kind = stat.S_IFMT(mode)
    right = kind in ((0, stat.S_IFDIR) if info.is_dir() else (0, stat.S_IFREG))
    usual = not mode & _ALL_WRITE and (not kind or mode & _OWN == _OWN) and (info.is_dir() or not mode & _SPECIAL)
    return right and usual and not info.comment and not info.flag_bits & 1


def archive_holds(state: State, path: str, files: Mapping[str, str]) -> bool:
    """The .zip file holds exactly these texts by their paths, beside folders, and nothing behind its directory."""
    wanted = {name: text.encode() for name, text in files.items()}
    return zip_entries(state.ubuntu.read_file(path)) == wanted


def archive_has(state: State, path: str, before: Mapping[str, str], file: str) -> bool:
    """The .zip file holds these texts and one more file, which is a copy of one that is still there.

    Args:
        state: The devices' states.
        path: The archive's path.
        before: The texts by their paths.
        file: The path of the file; in the archive it may lie in a folder.
    """
    data, found = state.ubuntu.read_file(file), zip_entries(state.ubuntu.read_file(path))
    if data is None or found is None or len(found) != len(before) + 1:
        return False
    added = [name for name in found if name not in before]
    kept = all(found.get(name) == text.encode() for name, text in before.items())
    name = file.rpartition("/")[2]
    return kept and added[0].rpartition("/")[2] == name and same_copy(found[added[0]], data)


def archive_packs(state: State, path: str, folder: str) -> bool:
    """The .zip file holds copies of all files of a folder, which has some and no folders, and nothing else.

    They may lie in a folder of the archive, all in the same one.

    Args:
        state: The devices' states.
        path: The archive's path.
        folder: The folder's path.
    """
    desktop = state.ubuntu
    names, found = desktop.list_dir(folder), zip_entries(desktop.read_file(path))
    if not names or len(names) > _MAX_FILES or found is None or len(found) != len(names):
        return False
    folders = {name.rpartition("/")[0] for name in found}
    packed = {name.rpartition("/")[2]: data for name, data in found.items()}
    return len(folders) == 1 and packed == {name: desktop.read_file(f"{folder}/{name}") for name in names}


def only_file(state: State, folder: str, name: str, content: bytes) -> bool:
    """The folder holds a file of this name and content, as `same_copy` compares it, and nothing else."""
    alone = folder_names_are(state, folder, (name,))
    return alone and same_copy(state.ubuntu.read_file(f"{folder}/{name}"), content)
