"""Virtual files: the file system of a simulated machine, its entries and its errors."""

from __future__ import annotations

from crab_sim.files.entries import Directory, Entry, File, Link, normalise
from crab_sim.files.errors import (
    DirectoryNotEmpty,
    FileError,
    FileExists,
    FileNotFound,
    FileSystemFull,
    InvalidName,
    IsADirectory,
    NameTooLong,
    NotADirectory,
    PermissionDenied,
    TooManyLinks,
)
from crab_sim.files.tree import MAX_BYTES, MAX_ENTRIES, Files

__all__ = [
    "MAX_BYTES",
    "MAX_ENTRIES",
    "Directory",
    "DirectoryNotEmpty",
    "Entry",
    "File",
    "FileError",
    "FileExists",
    "FileNotFound",
    "FileSystemFull",
    "Files",
    "InvalidName",
    "IsADirectory",
    "Link",
    "NameTooLong",
    "NotADirectory",
    "PermissionDenied",
    "TooManyLinks",
    "normalise",
]
