"""Archives of files that anyone may have made.

* `write_archive` - writes files as an archive whose bytes depend only on them.
* `unpack` - unpacks one into a folder: only files with expected names, which can't leave it, and not too large.

An archive is a ZIP file with its members in the order of their names, all of the same date.
"""

from __future__ import annotations

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path

from crab_gym.records import RecordError

__all__ = ["MAX_FILE", "MAX_FILES", "MAX_TOTAL", "SubmissionError", "unpack", "write_archive"]

MAX_FILE = 256 * 1024 * 1024
"""Largest size of a file, in bytes."""
MAX_TOTAL = 2 * 1024 * 1024 * 1024
"""Largest size of all files."""
MAX_FILES = 100_000
_NAME = re.compile(
    r"(?:manifest|run|table)\.json|episodes\.jsonl|episodes/[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}/steps\.jsonl"
)
"""Names of members. None begins with a slash or a dot, or has two dots as one of its parts."""
_DATE = (1980, 1, 1, 0, 0, 0)
_CHUNK = 1024 * 1024


class SubmissionError(RecordError):
    """An archive isn't what it says, or a run can't be shared; the message gives the reason."""


def write_archive(path: Path, folder: Path, names: Iterable[str]) -> None:
    """Writes files of a folder as an archive.

    Args:
        path: The archive; it must not exist yet.
        folder: The folder.
        names: The files' paths in it, which become the members' names.

    Raises:
        SubmissionError: A file is too large to be unpacked elsewhere, or there are too many.
        OSError: The archive can't be written.
    """
    ordered = sorted(names)
    _check_sizes([(name, (folder / name).stat().st_size) for name in ordered])
    with zipfile.ZipFile(path, "x") as archive:
        for name in ordered:
            info = zipfile.ZipInfo(name, _DATE)
            info.create_system = 3
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, (folder / name).read_bytes(), compresslevel=6)


def unpack(path: Path, folder: Path) -> list[str]:
    """Unpacks an archive into an empty folder, and returns the names of its files.

    Raises:
        SubmissionError: It is no archive, is damaged, or has members that no archive of a run has.
        OSError: It can't be read, or the folder can't be written.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            _check_members(members)
            for member in members:
                target = folder / member.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as packed, open(target, "xb") as file:
                    # A member may be larger than it says; `zipfile` reads no more than that, and its checksum fails.
                    while chunk := packed.read(_CHUNK):
                        file.write(chunk)
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError) as error:
        if isinstance(error, SubmissionError):
            raise
        raise SubmissionError(f"it is no archive, or damaged: {error}") from error
    return [member.filename for member in members]


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    names = set()
    for member in members:
        mode = member.external_attr >> 16
        if not _NAME.fullmatch(member.filename) or member.orig_filename != member.filename:
            raise SubmissionError(f"it has a file {_short(member.orig_filename)}, which no run has")
        if member.header_offset < 0:
            raise SubmissionError(f"it is damaged: {member.filename} begins before it")
        if member.filename in names:
            raise SubmissionError(f"it has two files {member.filename}")
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise SubmissionError(f"{member.filename} is a link, or something else that isn't a file")
        if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise SubmissionError(f"{member.filename} is encrypted, or compressed by an unusual method")
        names.add(member.filename)
    _check_sizes([(member.filename, member.file_size) for member in members])


def _check_sizes(sizes: list[tuple[str, int]]) -> None:
    if len(sizes) > MAX_FILES:
        raise SubmissionError(f"it has {len(sizes):,} files; at most {MAX_FILES:,} are allowed")
    for name, size in sizes:
        if size > MAX_FILE:
            raise SubmissionError(f"{name} has {size / 1e6:,.0f} MB; at most {MAX_FILE / 1e6:,.0f} MB are allowed")
    total = sum(size for _, size in sizes)
    if total > MAX_TOTAL:
        raise SubmissionError(f"its files have {total / 1e6:,.0f} MB; at most {MAX_TOTAL / 1e6:,.0f} MB are allowed")


def _short(name: str) -> str:
    return repr(name if len(name) <= 80 else f"{name[:79]}…")
