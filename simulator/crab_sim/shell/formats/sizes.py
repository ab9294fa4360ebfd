"""Sizes of files: disk blocks and short numbers with a unit."""

from __future__ import annotations

from crab_sim.files import Directory, Entry, File

BLOCK_SIZE = 4096


def blocks(entry: Entry) -> int:
    """Returns the disk space of an entry in KiB, in whole blocks of 4 KiB."""
    size = len(entry.data) if type(entry) is File else BLOCK_SIZE if type(entry) is Directory else 0
    return -(-size // BLOCK_SIZE) * (BLOCK_SIZE // 1024)


def human(size: float, *, start: int = 0) -> str:
    """Returns a size as ``ls -h`` writes it.

    Args:
        size: the size, in units of 1024**start bytes.
        start: the unit: 0 for bytes, 1 for KiB.

    >>> human(500), human(1536), human(20 * 1024)
    ('500', '1.5K', '20K')
    """
    units = ["", "K", "M", "G", "T", "P"]
    unit = start
    while size >= 1024 and unit < len(units) - 1:
        size /= 1024
        unit += 1
    if unit == 0 or size > 9.9:
        return f"{-int(-size // 1)}{units[unit]}"
    return f"{-int(-size * 10 // 1) / 10:.1f}{units[unit]}"
