"""The files that the phone's kernel makes: devices, and figures of memory and processors.

They belong to no state: they are there whenever the files are looked at, and what is written to them is dropped.
"""

from __future__ import annotations

from typing import Final

from crab_gym.sim.files.entries import File

__all__ = ["KERNEL_FILES", "kernel_files"]

_DEVICES: Final = ("/dev/null", "/dev/tty", "/dev/zero")
_MEMINFO: Final = "/proc/meminfo"
_STAT: Final = "/proc/stat"

KERNEL_FILES: Final = (*_DEVICES, _MEMINFO, _STAT)
"""Their paths."""

_MEMORY: Final = {
    "MemTotal": 4_035_412, "MemFree": 1_189_296, "MemAvailable": 2_801_544, "Buffers": 12_400, "Cached": 1_712_304,
    "SwapCached": 0, "Active": 1_184_720, "Inactive": 1_102_848, "SwapTotal": 3_026_556, "SwapFree": 3_026_556,
    "Dirty": 96, "Writeback": 0, "AnonPages": 562_864, "Mapped": 688_412, "Shmem": 8_140, "Slab": 198_436,
    "KernelStack": 28_160, "PageTables": 54_212,
}  # in kB, with the totals of ``top`` and of ``dumpsys meminfo``  # fmt: skip
_PROCESSORS: Final = 4
_USER, _SYSTEM, _IDLE = 4, 6, 390  # hundredths of a second that all processors together spend per second, as in ``top``


def kernel_files(booted: float, now: float) -> list[tuple[str, File]]:
    """Returns path and content of each of these files.

    Args:
        booted: When the phone was booted.
        now: The phone's time.
    """
    memory = "".join([f"{f'{name}:':<15} {size:>8} kB\n" for name, size in _MEMORY.items()])
    return [
        *[(path, File(b"", booted, 0o666, "root")) for path in _DEVICES],
        (_MEMINFO, File(memory.encode(), now, 0o444, "root")),
        (_STAT, File(_stat(booted, now).encode(), now, 0o444, "root")),
    ]


def _stat(booted: float, now: float) -> str:
    seconds = max(0, int(now - booted)) + _PROCESSORS  # a processor that has never run would divide clients by zero
    seconds -= seconds % _PROCESSORS  # so that the processors' figures add up to those of all
    spent = [_USER * seconds, 0, _SYSTEM * seconds, _IDLE * seconds, 0, 0, 0, 0, 0, 0]
    each = " ".join([str(part // _PROCESSORS) for part in spent])
    processors = "".join([f"cpu{number} {each}\n" for number in range(_PROCESSORS)])
    return (
        f"cpu  {' '.join(map(str, spent))}\n{processors}intr {120 * seconds}\nctxt {310 * seconds}\n"
        f"btime {int(booted)}\nprocesses {1020 + seconds}\nprocs_running 1\nprocs_blocked 0\n"
    )
