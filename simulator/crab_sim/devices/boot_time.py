"""The virtual time at which devices boot."""

from __future__ import annotations

__all__ = ["boot_time"]

_EPOCH = 1_791_792_000  # Monday, 12 October 2026, 08:00 UTC: machines boot within the following four weeks
_SPREAD = 7919  # a prime, so that neighbouring seeds boot at times far apart


def boot_time(seed: int) -> float:
    """Returns the time at which devices of a seed boot, in seconds since 1970: a whole minute from 8:00 to 17:59 UTC.

    >>> boot_time(0)
    1791792000.0
    """
    days, minute = divmod(seed * _SPREAD % (28 * 10 * 60), 10 * 60)
    return float(_EPOCH + days * 86_400 + minute * 60)
