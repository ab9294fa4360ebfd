"""The files of the phone's kernel: there for everybody who looks, and part of no state."""

from __future__ import annotations

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.android.kernel_files import KERNEL_FILES


@pytest.fixture
def device() -> Device:
    return Device(Phone())


def said(device: Device, line: str) -> str:
    return device.run(line).stdout.decode()


def test_devices_are_files(device: Device) -> None:
    assert said(device, "ls /dev") == "null\ntty\nzero\n"
    for name in ("null", "tty", "zero"):
        assert said(device, f"[ -e /dev/{name} ] && [ -c /dev/{name} ] && stat -c %a /dev/{name}") == "666\n"
    assert said(device, "cp /dev/null /sdcard/empty; stat -c %s /sdcard/empty") == "0\n"
    assert said(device, "echo shown > /dev/tty; echo lost > /dev/null; cat /dev/null") == "shown\n"


def test_zeros_come_in_any_number(device: Device) -> None:
    assert device.run("head -c 5000 /dev/zero").stdout == bytes(5000)
    assert said(device, "head -c 1M /dev/zero > /sdcard/zeros; stat -c %s /sdcard/zeros") == "1048576\n"
    assert b"stopped" in device.run("head -c 999999999M /dev/zero | wc -c").stderr


def test_memory_is_that_of_the_other_reports(device: Device) -> None:
    figures = dict(line.split(":") for line in said(device, "cat /proc/meminfo").splitlines())
    assert figures["MemTotal"].split() == ["4035412", "kB"]
    assert f"Mem:  {figures['MemTotal'].split()[0]}K total" in said(device, "top -n 1")
    assert said(device, "grep MemFree /proc/meminfo") == f"MemFree:{figures['MemFree']}\n"


def test_processors_spend_the_time_that_passes(device: Device) -> None:
    def spent() -> list[list[int]]:
        rows = [line.split() for line in said(device, "cat /proc/stat").splitlines() if line.startswith("cpu")]
        assert [row[0] for row in rows] == ["cpu", "cpu0", "cpu1", "cpu2", "cpu3"]
        return [list(map(int, row[1:])) for row in rows]

    first = spent()
    assert spent() == first
    device.phone.advance(100.0)
    later = spent()
    assert sum(later[0]) - sum(first[0]) == 4 * 100 * 100  # hundredths of a second
    assert [sum(column) for column in zip(*later[1:], strict=True)] == later[0]
    assert f"btime {int(device.phone.now) - 100}\n" in said(device, "cat /proc/stat")


def test_the_time_since_the_start_is_that_of_the_processors(device: Device) -> None:
    def times() -> tuple[float, float]:
        up, idle = said(device, "cat /proc/uptime").split()
        return float(up), float(idle)

    first = times()
    assert first == times() and first[0] > 0
    device.phone.advance(100.0)
    later = times()
    assert later[0] - first[0] == 100.0
    idle = int(said(device, "head -1 /proc/stat").split()[4])
    assert later[1] == pytest.approx(idle / 100)
    assert times() == (later[0], later[1])
    twin = Device(Phone())
    twin.phone.advance(100.0)
    assert said(twin, "cat /proc/uptime /proc/stat") == said(device, "cat /proc/uptime /proc/stat")
    assert said(device, "uptime").split("average: ")[1].split() == ["0.21,", "0.18,", "0.11"]
    assert said(device, "cat /proc/loadavg").startswith("0.21 0.18 0.11 ")


def test_the_version_is_that_of_uname(device: Device) -> None:
    release, version = said(device, "uname -r").strip(), said(device, "uname -v").strip()
    shown = said(device, "cat /proc/version")
    assert shown.startswith(f"Linux version {release} (") and shown.endswith(f") {version}\n")


def test_the_processors_are_as_many_everywhere(device: Device) -> None:
    count = int(said(device, "nproc"))
    assert said(device, "grep -c ^processor /proc/cpuinfo") == f"{count}\n"
    folder = "/sys/devices/system/cpu"
    assert said(device, f"ls {folder} | grep -c 'cpu[0-9]'") == f"{count}\n"
    for name in ("online", "possible", "present"):
        assert said(device, f"cat {folder}/{name}") == f"0-{count - 1}\n"
    for number in range(count):
        least, now, most = (
            int(said(device, f"cat {folder}/cpu{number}/cpufreq/{name}"))
            for name in ("cpuinfo_min_freq", "scaling_cur_freq", "cpuinfo_max_freq")
        )
        assert least <= now <= most
        assert f"cpu MHz\t\t: {now / 1000:.3f}\n" in said(device, "cat /proc/cpuinfo")


@pytest.mark.parametrize(
    "line",
    ["echo x >> /proc/meminfo", "rm /dev/null /proc/stat", "rm -rf /dev/null; mkdir /dev/null", "chmod 600 /dev/zero",
     "ln -sf /sdcard /dev/tty", "touch /proc/stat", "echo 0 > /sys/devices/system/cpu/online; rm /proc/uptime"],
)  # fmt: skip
def test_nothing_is_kept_of_what_is_done_to_them(device: Device, line: str) -> None:
    before = [device.files.lstat(path) for path in KERNEL_FILES]
    device.run(line)
    assert [device.files.lstat(path) for path in KERNEL_FILES] == before
    assert not any(device.phone.files.exists(path) for path in KERNEL_FILES)


@pytest.mark.parametrize(
    "line", ["rm -rf /dev /proc /sys", "rm -rf /", "rm -rf /proc; ln -s /sdcard /proc", "mv /dev /old"]
)
def test_they_are_there_whatever_happens_to_their_folders(device: Device, line: str) -> None:
    device.run(line)
    assert said(device, "ls /dev /proc") == (
        "/dev:\nnull\ntty\nzero\n\n/proc:\ncpuinfo\nloadavg\nmeminfo\nstat\nuptime\nversion\n"
    )
    assert not any(device.phone.files.exists(path) for path in ("/dev/null", "/sdcard/stat"))
