"""The machine's load: how busy processes, processors, memory and network are, as pure functions of seed and time.

A simulated machine does its work in no time, so that there is nothing to measure. The load is noise that repeats for
the same seed and time, around what such programs need on a real desktop.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

__all__ = ["CORES", "MEMORY", "POINTS", "SWAP", "busy", "memory_of", "memory_used", "network", "process_load"]

CORES: Final = 2
MEMORY: Final = 8_300_000_000
SWAP: Final = 2_100_000_000
POINTS: Final = 60
"""The seconds that a history shows."""


@lru_cache(maxsize=8192)
def _noise(seed: int, name: str, second: int) -> float:
    """Returns a number from 0 to 1."""
    return zlib.crc32(f"{seed}:{name}:{second}".encode()) / 0xFFFFFFFF


def _smooth(seed: int, name: str, second: int, step: int) -> float:
    """Returns noise from 0 to 1 that needs some seconds to change."""
    at, rest = divmod(second, step)
    low, high = _noise(seed, name, at), _noise(seed, name, at + 1)
    return low + (high - low) * rest / step


def busy(seed: int, core: int, second: int) -> float:
    """Returns the share of its time that a core works, from 0 to 1."""
    rough = _noise(seed, f"core {core}", second) * 0.06
    return 0.03 + rough + 0.3 * _smooth(seed, f"core {core}", second, 7) ** 2


def memory_of(pid: int, name: str, held: int | None = None) -> int:
    """Returns the bytes that a process has, which stay as they are.

    Args:
        pid: Its id.
        name: Its name.
        held: The bytes that it holds beside those of its code, where that is known.
    """
    weight = zlib.crc32(name.encode()) % 900
    return 4_200_000 + (97_000 * weight if held is None else held) + 4096 * (pid % 500)


def memory_used(processes: tuple[tuple[int, str], ...], held: Mapping[int, int]) -> int:
    """Returns the bytes that all processes and the system have.

    Args:
        processes: Ids and names of the processes.
        held: The bytes of those that hold a certain number, by their ids.
    """
    return 900_000_000 + sum([memory_of(pid, name, held.get(pid)) for pid, name in processes])


def network(seed: int, way: str, second: int) -> float:
    """Returns the bytes that are received or sent within a second."""
    return 200.0 + 9000.0 * _smooth(seed, way, second, 5) ** 4


def process_load(seed: int, pid: int, second: int) -> float:
    """Returns the percentage of the processors that a process takes, anew every three seconds."""
    return round(6 * _noise(seed, f"process {pid}", second // 3) ** 6, 2)
