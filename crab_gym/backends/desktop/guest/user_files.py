"""The user's own files, with their rights and digests of their content, by which later changes show."""

from __future__ import annotations

import hashlib
import os
import pwd
import re
import stat

__all__ = ["owned_files"]

_MAX_ENTRIES = 20_000
_MAX_HASHED = 64 << 20
"""Bytes of a file whose content is read; of larger ones, size and time of change stand for it."""
_MAX_HASHED_IN_ALL = 512 << 20
"""Bytes that are read of all files together, for the same reason: files with holes may claim any size."""
_CHUNK = 1 << 20


def owned_files(folder: str, volatile: str, told: str = "(?!)") -> list[list[str]]:
    """Returns a folder and the entries below it: path, kind, content, rights and owner of each, by path.

    Links aren't followed.

    The kind is ``"folder"``, ``"link"`` (whose content is its target, or, of a file with several names, a digest),
    ``"file"`` (whose content is a digest) or ``"other"``: pipes, sockets and devices are never opened. The rights are
    octal digits.

    Args:
        folder: The folder, which needn't be there.
        volatile: The expression of the paths, as seen from it, that aren't the user's; nothing below them is looked at.
        told: That of the paths, with a slash behind those of folders, that count only while others may change them, or
            while their owner may not.
    """
    if not os.path.isdir(folder):
        return []
    left_out, told_elsewhere = re.compile(volatile, re.DOTALL), re.compile(told, re.DOTALL)
    entries: list[list[str]] = [[folder, "folder", "", *_rights(os.lstat(folder))]]
    folders, left, start = [folder], _MAX_HASHED_IN_ALL, len(folder) + 1
    while folders and len(entries) < _MAX_ENTRIES:
        try:
            listing = sorted(os.scandir(folders.pop()), key=lambda entry: entry.name)
        except OSError:  # removed meanwhile, or closed to its owner
            continue
        for entry in listing[: _MAX_ENTRIES - len(entries)]:
            path = os.fsencode(entry.path).decode("utf-8", "replace")
            if left_out.fullmatch(path[start:]):
                continue
            kind, content, read = _entry(entry, left)
            left -= read
            try:
                rights = _rights(entry.stat(follow_symlinks=False))
            except OSError:  # removed meanwhile
                continue
            named = path[start:] + "/" * (kind == "folder")
            if kind == "link" or _unusual(kind, rights[0]) or not told_elsewhere.fullmatch(named):
                entries.append([path, kind, content, *rights])
            if kind == "folder":
                folders.append(entry.path)
    return sorted(entries)


def _rights(status: os.stat_result) -> tuple[str, str]:
    """Returns the permission bits in octal digits, and the name of the owner."""
    try:
        owner = pwd.getpwuid(status.st_uid).pw_name
    except KeyError:
        owner = str(status.st_uid)
    return f"{stat.S_IMODE(status.st_mode):03o}", owner


def _unusual(kind: str, mode: str) -> bool:
    """Returns whether rights are none that programs give what they write."""
    own, bits = 0o700 if kind == "folder" else 0o600, int(mode, 8)
    return bool(bits & 0o002) or bits & own != own


def _entry(entry: os.DirEntry[str], limit: int) -> tuple[str, str, int]:
    """Returns the kind and content of an entry, and the bytes that were read, which are at most `limit`."""
    try:
        if entry.is_symlink():
            return "link", os.fsencode(os.readlink(entry.path)).decode("utf-8", "replace"), 0
        if entry.is_dir(follow_symlinks=False):
            return "folder", "", 0
        return _file(entry.path, min(limit, _MAX_HASHED))
    except OSError:
        return "other", "", 0


def _file(path: str, limit: int) -> tuple[str, str, int]:
    # Without O_NONBLOCK, opening a pipe waits for its writer.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return "other", "", 0
        kind = "file" if status.st_nlink == 1 else "link"
        if status.st_size > limit:
            return kind, f"{status.st_size} bytes of {status.st_mtime_ns}", 0
        digest = hashlib.sha256()
        left = limit
        while left > 0 and (data := os.read(descriptor, min(left, _CHUNK))):
            digest.update(data)
            left -= len(data)
        return kind, digest.hexdigest()[:24], limit - left
    finally:
        os.close(descriptor)
