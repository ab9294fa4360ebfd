"""The files that the phone's kernel makes: devices, its version, and figures of memory, processors and time.

They belong to no state: they are there whenever the files are looked at, and what is written to them is dropped.
"""

from __future__ import annotations

from typing import Final

from crab_sim.files.entries import File
from crab_sim.shell.host import KERNEL_BUILD, KERNEL_RELEASE

__all__ = ["KERNEL_FILES", "fixed_files", "moving_files"]

_DEVICES: Final = ("/dev/null", "/dev/tty", "/dev/zero")
_MEMINFO: Final = "/proc/meminfo"
_STAT: Final = "/proc/stat"

_VERSION: Final = "/proc/version"
_CPUINFO: Final = "/proc/cpuinfo"
_UPTIME: Final = "/proc/uptime"
_LOADAVG: Final = "/proc/loadavg"
_PROCESSORS: Final = 4
_CPU: Final = "/sys/devices/system/cpu"
_FREQUENCIES: Final = {"scaling_cur_freq": 1_804_800, "cpuinfo_min_freq": 300_000, "cpuinfo_max_freq": 2_400_000}
"""In kHz, of each processor."""
_PROCESSOR_FILES: Final = {
    **{f"{_CPU}/{name}": f"0-{_PROCESSORS - 1}\n" for name in ("online", "possible", "present")},
    **{
        f"{_CPU}/cpu{number}/cpufreq/{name}": f"{frequency}\n"
        for number in range(_PROCESSORS)
        for name, frequency in _FREQUENCIES.items()
    },
}

KERNEL_FILES: Final = (*_DEVICES, _MEMINFO, _STAT, _VERSION, _CPUINFO, _UPTIME, _LOADAVG, *_PROCESSOR_FILES)
"""Their paths."""

_MEMORY: Final = {
    "MemTotal": 4_035_412, "MemFree": 1_189_296, "MemAvailable": 2_801_544, "Buffers": 12_400, "Cached": 1_712_304,
    "SwapCached": 0, "Active": 1_184_720, "Inactive": 1_102_848, "SwapTotal": 3_026_556, "SwapFree": 3_026_556,
    "Dirty": 96, "Writeback": 0, "AnonPages": 562_864, "Mapped": 688_412, "Shmem": 8_140, "Slab": 198_436,
    "KernelStack": 28_160, "PageTables": 54_212,
}  # in kB, with the totals of ``top`` and of ``dumpsys meminfo``  # fmt: skip
_USER, _SYSTEM, _IDLE = 4, 6, 390  # hundredths of a second that all processors together spend per second, as in ``top``


def fixed_files(booted: float) -> list[tuple[str, File]]:
    """Returns path and content of those that stay the same while the phone runs."""
    return [
        *[(path, File(b"", booted, 0o666, "root")) for path in _DEVICES],
        *[(path, File(text.encode(), booted, 0o444, "root")) for path, text in _FIXED.items()],
    ]


def moving_files(booted: float, now: float) -> list[tuple[str, File]]:
    """Returns path and content of those that change with time.

    Args:
        booted: When the phone was booted.
        now: The phone's time.
    """
    texts = {_STAT: _stat(booted, now), _UPTIME: _uptime(booted, now)}
    return [(path, File(text.encode(), now, 0o444, "root")) for path, text in texts.items()]


def _memory() -> str:
    return "".join([f"{f'{name}:':<15} {size:>8} kB\n" for name, size in _MEMORY.items()])


def _processors() -> str:
    """Returns what the kernel tells of each processor, of the architecture that the phone's properties name."""
    return "".join(
        [
            f"processor\t: {number}\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 6\n"
            f"model name\t: Android virtual processor\nstepping\t: 3\ncpu MHz\t\t: "
            f"{_FREQUENCIES['scaling_cur_freq'] / 1000:.3f}\ncache size\t: 16384 KB\nphysical id\t: 0\n"
            f"siblings\t: {_PROCESSORS}\ncore id\t\t: {number}\ncpu cores\t: {_PROCESSORS}\nfpu\t\t: yes\n"
            "flags\t\t: fpu tsc msr pae cx8 apic cmov pat clflush mmx fxsr sse sse2 ht syscall nx lm ssse3 cx16 "
            "sse4_1 sse4_2 popcnt\nbogomips\t: 3609.60\naddress sizes\t: 40 bits physical, 48 bits virtual\n\n"
            for number in range(_PROCESSORS)
        ]
    )


_FIXED: Final = {
    _MEMINFO: _memory(),
    _VERSION: f"Linux version {KERNEL_RELEASE} (build@crab) (clang version 17.0.2) {KERNEL_BUILD}\n",
    _CPUINFO: _processors(),
    _LOADAVG: "0.21 0.18 0.11 1/412 2204\n",  # as ``uptime`` has it
    **_PROCESSOR_FILES,
}


def _passed(booted: float, now: float) -> int:
    """Returns the seconds since the kernel was started, never 0, by which clients may divide."""
    return max(0, int(now - booted)) + _PROCESSORS


def _uptime(booted: float, now: float) -> str:
    seconds = _passed(booted, now)
    return f"{seconds}.00 {seconds * _IDLE / 100:.2f}\n"


def _stat(booted: float, now: float) -> str:
    seconds = _passed(booted, now)
    seconds -= seconds % _PROCESSORS  # so that the processors' figures add up to those of all
    spent = [_USER * seconds, 0, _SYSTEM * seconds, _IDLE * seconds, 0, 0, 0, 0, 0, 0]
    each = " ".join([str(part // _PROCESSORS) for part in spent])
    processors = "".join([f"cpu{number} {each}\n" for number in range(_PROCESSORS)])
    return (
        f"cpu  {' '.join(map(str, spent))}\n{processors}intr {120 * seconds}\nctxt {310 * seconds}\n"
        f"btime {int(booted)}\nprocesses {1020 + seconds}\nprocs_running 1\nprocs_blocked 0\n"
    )
