"""Errors of virtual files, worded as in POSIX. Import them from `crab_sim.files`."""

from __future__ import annotations

__all__ = [
    "DirectoryNotEmpty",
    "FileError",
    "FileExists",
    "FileNotFound",
    "FileSystemFull",
    "InvalidName",
    "IsADirectory",
    "NameTooLong",
    "NotADirectory",
    "PermissionDenied",
    "TooManyLinks",
]


class FileError(OSError):
    """An operation on the virtual files failed; `reason` is the POSIX wording, `path` the path concerned."""

    reason = "Input/output error"

    def __init__(self, path: str) -> None:
        super().__init__(f"{path}: {self.reason}")
        self.path = path

    def __reduce__(self) -> tuple[type[FileError], tuple[str]]:
        return type(self), (self.path,)


class FileNotFound(FileError):
    """Nothing exists at the path."""

    reason = "No such file or directory"


class IsADirectory(FileError):
    """The path is a directory, not a file."""

    reason = "Is a directory"


class NotADirectory(FileError):
    """The path is a file, not a directory."""

    reason = "Not a directory"


class FileExists(FileError):
    """The path is taken."""

    reason = "File exists"


class DirectoryNotEmpty(FileError):
    """The directory still has entries."""

    reason = "Directory not empty"


class PermissionDenied(FileError):
    """The user lacks the permission; raised by callers that enforce permissions."""

    reason = "Permission denied"


class FileSystemFull(FileError):
    """`MAX_BYTES` or `MAX_ENTRIES` would be exceeded."""

    reason = "No space left on device"


class NameTooLong(FileError):
    """A name is longer than 255 bytes, or a path longer than 4096 or deeper than 256 directories."""

    reason = "File name too long"


class InvalidName(FileError):
    """A name contains NUL or a lone surrogate, or a directory would be moved into itself."""

    reason = "Invalid argument"


class TooManyLinks(FileError):
    """Symbolic links form a cycle."""

    reason = "Too many levels of symbolic links"
