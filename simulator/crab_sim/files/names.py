"""Names of files: the reasons for which a file system refuses one."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

__all__ = ["NameFault", "is_file_name", "name_fault"]

NameFault: TypeAlias = Literal["slash", "reserved", "long"]
_MAX_BYTES: Final = 255


def name_fault(name: str) -> NameFault | None:
    """Returns why no file can have a name, None if one can; apps say it in their own words.

    >>> name_fault("a/b"), name_fault(".."), name_fault("plan.md")
    ('slash', 'reserved', None)
    """
    if "/" in name:
        return "slash"
    if name in (".", ".."):
        return "reserved"
    return "long" if len(name.encode("utf-8", "surrogatepass")) > _MAX_BYTES else None


def is_file_name(name: str) -> bool:
    """Returns whether a file can have a name, and a person can read it."""
    return bool(name.strip()) and name.isprintable() and name_fault(name) is None
