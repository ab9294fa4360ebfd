"""Archives of files (``.zip``, ``.tar``, ``.tar.gz``): their members, reading them within bounds, and writing them.

* `Member`, `Packed` - an entry of an archive, and one to be packed.
* `kind_of`, `members`, `contents`, `pack` - the functions.
"""

from __future__ import annotations

import io
import time
import zlib
from calendar import timegm
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

__all__ = [
    "ENDINGS", "MAX_BYTES", "MAX_MEMBERS", "ArchiveError", "Kind", "Member", "Packed", "contents", "deflated",
    "kind_of", "members", "pack", "stored", "tar_time",
]  # fmt: skip

Kind: TypeAlias = Literal["zip", "tar", "tar.gz"]

ENDINGS: Final[tuple[tuple[str, Kind], ...]] = (
    (".zip", "zip"), (".tar.gz", "tar.gz"), (".tgz", "tar.gz"), (".tar", "tar"),
)  # fmt: skip
MAX_MEMBERS: Final = 2000
"""The most files and folders of an archive."""
MAX_BYTES: Final = 16 << 20
"""The most bytes that the files of an archive may have together."""
_LAST: Final = 253_402_300_799.0  # the end of the year 9999, behind which no date can be shown
_USUAL: Final = 0o644
_UNIX: Final = 3  # the system whose permission bits a .zip keeps
_FIRST_YEAR: Final = 315_532_800.0  # 1980, before which a .zip has no dates


class ArchiveError(Exception):
    """An archive can't be read or written; the message says why."""


class Member(NamedTuple):
    """One file or folder of an archive.

    Attributes:
        path: Its path in the archive, without a slash at its ends.
        folder: Whether it is a folder.
        size: Its bytes when it is unpacked.
        mtime: The time at which it was modified, in seconds since 1970.
        entry: Its number in the archive, -1 for a folder that is there only because of the files in it.
    """

    path: str
    folder: bool
    size: int
    mtime: float
    entry: int


class Packed(NamedTuple):
    """A file to be packed under a path, with its permission bits, or a folder, whose data is None."""

    path: str
    data: bytes | None
    mtime: float
    mode: int = _USUAL


def kind_of(name: str) -> Kind | None:
    """Returns the kind of an archive by its name, None for other files.

    >>> kind_of("a.tar.gz"), kind_of("B.ZIP"), kind_of("a.gz")
    ('tar.gz', 'zip', None)
    """
    lower = name.lower()
    for ending, kind in ENDINGS:
        if lower.endswith(ending) and len(lower) > len(ending):
            return kind
    return None


def _clean(name: str) -> str:
    """Returns a member's path without what would lead out of a folder; ``""`` if nothing is left.

    >>> _clean("/etc/./a"), _clean("a//b/"), _clean("../a")
    ('etc/a', 'a/b', '')
    """
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts or "\0" in name or any([len(part.encode("utf-8", "replace")) > 255 for part in parts]):
        return ""
    return "/".join(parts)


def _with_folders(rows: Sequence[Member]) -> tuple[Member, ...]:
    """Returns members with the folders above them, sorted by path; of those with the same path, the last counts."""
    found: dict[str, Member] = {}
    for row in rows:
        if not row.path:
            continue
        found[row.path] = row
        parts = row.path.split("/")
        for i in range(1, len(parts)):
            above = "/".join(parts[:i])
            if above not in found:
                found[above] = Member(above, True, 0, row.mtime, -1)
    if len(found) > 2 * MAX_MEMBERS:
        raise ArchiveError(f"it has more than {MAX_MEMBERS} files")
    return tuple([found[path] for path in sorted(found)])


def _unzipped(data: bytes) -> bytes:
    """Returns the content of a file in gzip's format."""
    unpacker = zlib.decompressobj(31)
    try:
        raw = unpacker.decompress(data, MAX_BYTES + 1)
    except zlib.error:
        raise ArchiveError("it is damaged or no archive") from None
    if len(raw) > MAX_BYTES:
        raise ArchiveError(f"it holds more than {MAX_BYTES >> 20} MB")
    return raw


@lru_cache(maxsize=8)
def members(data: bytes, kind: Kind) -> tuple[Member, ...]:
    """Returns the files and folders of an archive, by path.

    Raises:
        ArchiveError: It is damaged or too large.
    """
    return _with_folders(_zip_members(data) if kind == "zip" else _tar_members(data, kind))


def _zip_members(data: bytes) -> list[Member]:
    import zipfile

    end = data.rfind(b"PK\5\6")
    if end < 0 or int.from_bytes(data[end + 10 : end + 12], "little") > MAX_MEMBERS:
        raise ArchiveError("it is damaged or no archive" if end < 0 else f"it has more than {MAX_MEMBERS} files")
    rows = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for i, info in enumerate(archive.infolist()):
                rows.append(Member(_clean(info.filename), info.is_dir(), info.file_size, _zip_time(info.date_time), i))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError):
        raise ArchiveError("it is damaged or no archive") from None
    return rows


def _zip_time(date: tuple[int, ...]) -> float:
    try:
        return float(timegm((*date, 0, 0, 0)))
    except ValueError:
        return _FIRST_YEAR


def tar_time(mtime: float) -> float:
    """Returns the time of a member of a .tar, whatever number its header has, within the years that have dates.

    >>> tar_time(12), tar_time(float("inf")), tar_time(float("nan")), tar_time(-5)
    (12.0, 253402300799.0, 0.0, 0.0)
    """
    return float(min(mtime, _LAST)) if mtime > 0 else 0.0


def _tar_members(data: bytes, kind: Kind) -> list[Member]:
    import tarfile

    raw = _unzipped(data) if kind == "tar.gz" else data
    rows = []
    try:
        with tarfile.open(fileobj=io.BytesIO(raw), mode="r:") as archive:
            for i, info in enumerate(archive):
                if i >= MAX_MEMBERS:
                    raise ArchiveError(f"it has more than {MAX_MEMBERS} files")
                if info.isreg() or info.isdir():  # links and devices are left out
                    size = info.size if info.isreg() else 0
                    rows.append(Member(_clean(info.name), info.isdir(), size, tar_time(info.mtime), i))
    except (tarfile.TarError, ValueError, OSError, EOFError, RecursionError):
        raise ArchiveError("it is damaged or no archive") from None
    return rows


def contents(data: bytes, kind: Kind, paths: Sequence[str] = ()) -> list[Packed]:
    """Returns files and folders of an archive with their content.

    Args:
        data: The archive.
        kind: Its kind.
        paths: The files and folders wanted, with all that is in them; none for everything.

    Raises:
        ArchiveError: It is damaged or encrypted, or holds more than is read.
    """
    wanted = [
        row
        for row in members(data, kind)
        if not paths or any([row.path == path or row.path.startswith(path + "/") for path in paths])
    ]
    if sum([row.size for row in wanted]) > MAX_BYTES:
        raise ArchiveError(f"it holds more than {MAX_BYTES >> 20} MB")
    files = {row.entry: row for row in wanted if not row.folder}
    read = _read_zip(data, files) if kind == "zip" else _read_tar(data, kind, files)
    return [
        Packed(row.path, None, row.mtime)
        if row.folder
        else Packed(row.path, read[row.entry].data, row.mtime, read[row.entry].mode)
        for row in wanted
    ]


class _Read(NamedTuple):
    """What a file of an archive holds, and its permission bits."""

    data: bytes
    mode: int


def _read_zip(data: bytes, files: dict[int, Member]) -> dict[int, _Read]:
    import zipfile

    read: dict[int, _Read] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            for number, row in files.items():
                info = infos[number]
                mode = info.external_attr >> 16 & 0o777 if info.create_system == _UNIX else 0
                with archive.open(info) as stream:
                    read[number] = _Read(stream.read(row.size), mode or _USUAL)
    except RuntimeError:
        raise ArchiveError("a password is required") from None
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError, zlib.error):
        raise ArchiveError("it is damaged") from None
    return read


def _read_tar(data: bytes, kind: Kind, files: dict[int, Member]) -> dict[int, _Read]:
    import tarfile

    raw = _unzipped(data) if kind == "tar.gz" else data
    read: dict[int, _Read] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(raw), mode="r:") as archive:
            for i, info in enumerate(archive):
                if i in files:
                    stream = archive.extractfile(info)
                    read[i] = _Read(stream.read() if stream is not None else b"", info.mode & 0o777)
    except (tarfile.TarError, ValueError, OSError, EOFError, RecursionError):
        raise ArchiveError("it is damaged") from None
    return read


def stored(data: bytes) -> frozenset[int]:
    """Returns the numbers of the members of a .zip that are stored as they are.

    Raises:
        ArchiveError: It is damaged.
    """
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            return frozenset([i for i, info in enumerate(infos) if info.compress_type == zipfile.ZIP_STORED])
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError):
        raise ArchiveError("it is damaged or no archive") from None


def deflated(data: bytes) -> int:
    """Returns the size to which a member's data is compressed, at most its own."""
    packer = zlib.compressobj(-1, zlib.DEFLATED, -15)
    return min(len(data), len(packer.compress(data)) + len(packer.flush()))


def pack(kind: Kind, entries: Sequence[Packed], smallest: bool = False) -> bytes:
    """Returns an archive of some files and folders, the same bytes for the same entries.

    Args:
        kind: Its kind.
        entries: The files and folders.
        smallest: Whether a .zip stores files as they are that compression doesn't make smaller.

    Raises:
        ArchiveError: There is more than an archive may hold.
    """
    if len(entries) > MAX_MEMBERS or sum([len(entry.data or b"") for entry in entries]) > MAX_BYTES:
        raise ArchiveError(f"more than {MAX_MEMBERS} files or {MAX_BYTES >> 20} MB don't go into an archive")
    return _pack_zip(entries, smallest) if kind == "zip" else _pack_tar(kind, entries)


def _pack_zip(entries: Sequence[Packed], smallest: bool) -> bytes:
    import zipfile

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry in entries:
            date = time.gmtime(max(_FIRST_YEAR, entry.mtime))
            name = entry.path + ("/" if entry.data is None else "")
            info = zipfile.ZipInfo(name, (date[0], date[1], date[2], date[3], date[4], date[5]))
            info.external_attr = (0o40755 << 16 | 0x10) if entry.data is None else (0o100000 | entry.mode) << 16
            as_it_is = entry.data is None or (smallest and deflated(entry.data) == len(entry.data))
            info.compress_type = zipfile.ZIP_STORED if as_it_is else zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.data or b"")
    return stream.getvalue()


def _pack_tar(kind: Kind, entries: Sequence[Packed]) -> bytes:
    import gzip
    import tarfile

    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for entry in entries:
            info = tarfile.TarInfo(entry.path)
            info.mtime, info.uname, info.gname = int(entry.mtime), "user", "user"
            info.type = tarfile.DIRTYPE if entry.data is None else tarfile.REGTYPE
            info.mode, info.size = (0o755, 0) if entry.data is None else (entry.mode, len(entry.data))
            archive.addfile(info, io.BytesIO(entry.data or b""))
    return gzip.compress(stream.getvalue(), 6, mtime=0) if kind == "tar.gz" else stream.getvalue()
