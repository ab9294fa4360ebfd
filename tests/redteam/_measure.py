"""Measures of what hostile input costs: memory that stays, processor time of the slowest piece."""

from __future__ import annotations

import ctypes
import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def resident() -> float:
    """Returns this process's memory in MB, without what is free already but not yet given back."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Slowest:
    """The piece that took the most processor time of this process, however busy the machine is.

    Attributes:
        seconds: Its processor time.
        what: What it was.
    """

    def __init__(self) -> None:
        self.seconds, self.what = 0.0, ""

    @contextmanager
    def measure(self, what: object) -> Iterator[None]:
        """Measures one piece."""
        start = time.process_time()
        try:
            yield
        finally:
            seconds = time.process_time() - start
            if seconds > self.seconds:
                self.seconds, self.what = seconds, repr(what)[:200]

    def __str__(self) -> str:
        return f"the slowest took {1000 * self.seconds:.0f} ms of processor time: {self.what}"
