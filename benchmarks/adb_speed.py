"""Speed of a phone over ADB, and of the simulated phone with all apps, against peers and limits of the same run.

    python benchmarks/adb_speed.py [--quick] [--json]

The phone is served by its own process. Stock adbutils reaches it through adbutils' own adb server, a private one on a
free port; the backend connects directly. Each figure is the median of five repeats. It needs the extra ``android``.
Exits with 1 if a limit is missed.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import adbutils
import gymnasium as gym

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.backends.adb.adb_server import server_port
from crab_gym.backends.adb.connect import connect
from crab_sim.draw.raster import Canvas
from crab_sim.phone import Phone

sys.path.insert(0, str(Path(__file__).parent))
from sim_speed import Workload, cartpole_step, rss

REPEATS = 5
FIRST_TASKS = (
    "android.add_contact", "android.quiet_night", "android.text_contact", "android.tidy_tasks",
    "cross.contact_from_file", "cross.dark_mode_from_todo", "cross.list_from_message", "cross.report_pictures",
    "ubuntu.collect_by_extension", "ubuntu.count_log_levels", "ubuntu.personalise", "ubuntu.write_note",
)  # fmt: skip
"""The tasks on which the simulator's step was measured when the phone had four apps."""
FIRST_APPS = ("Contacts", "Messages", "Settings", "Tasks")
"""These four apps. Random actions start only these, so that the steps are the same as then, on a phone with all apps.
``sim_speed.py`` measures steps in the other apps."""
FOUR_APPS = {False: 12.1, True: 66.0}
"""A step's cost then, in CartPole steps: without and with both screens."""


class Figure(NamedTuple):
    """A line of the table."""

    name: str
    value: float
    unit: str
    limit: float
    ok: bool


@contextmanager
def served() -> Iterator[str]:
    """Serves a phone in its own process; yields its serial number."""
    command = [sys.executable, "-m", "crab_gym", "phone", "--port", "0", "--seed", "7"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield next(line.split()[2] for line in process.stdout if line.startswith("adb connect"))
    finally:
        process.terminate()
        process.wait()


def each(call: Callable[[], Any], times: int) -> float:
    """Returns the mean seconds of a number of calls."""
    start = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - start) / times


def shell_calls(serial: str, times: int) -> tuple[float, float]:
    """Returns the seconds per shell call, with stock adbutils and with the backend."""
    client = adbutils.AdbClient(port=server_port())
    client.connect(serial)
    device = client.device(serial)
    shell, _ = connect(serial, None, 20.0)
    try:
        stock = each(lambda: device.shell(["getprop", "ro.product.model"]), times)
        ours = each(lambda: shell.run(["getprop", "ro.product.model"]), 10 * times)
    finally:
        shell.close()
        client.disconnect(serial)
    return stock, ours


def steps(serial: str, times: int) -> float:
    """Returns the seconds per step with screenshot over ADB; each touch or key changes the screen."""
    env = gym.make("Crab-v0/android.tidy_tasks", backend={"android": f"adb:{serial}"}, max_steps=10 * times)
    env.reset(seed=1)
    verbs = itertools.cycle(
        [
            ("open_app_drawer", {}),
            ("press", {"key": "home"}),
            ("open_app", {"name": "Tasks"}),
            ("tap", {"x": 180, "y": 300}),
        ]
    )
    spent = 0.0
    for _ in range(times):
        name, args = next(verbs)
        start = time.perf_counter()
        env.step({"device": "android", "name": name, "args": args})
        spent += time.perf_counter() - start
    env.close()
    return spent / times


def reset(seeds: Iterator[int], times: int) -> float:
    """Returns the seconds of booting the phone from a new seed and laying out its first screen."""
    phone = Phone()

    def boot() -> None:
        phone.boot(next(seeds))
        assert phone.scene.nodes

    boot()
    return each(boot, times)


def memory(seeds: Iterator[int], count: int) -> float:
    """Returns the MB of an additional phone after its first screenshot."""
    kept: list[tuple[Phone, Canvas, Any]] = []

    def add(number: int) -> None:
        for _ in range(number):
            phone, canvas = Phone(), Canvas(360, 800)
            phone.boot(next(seeds))
            kept.append((phone, canvas, canvas.frame(phone.scene.ops)))

    add(8)
    gc.collect()
    before = rss()
    add(count)
    gc.collect()
    return (rss() - before) / count


def main() -> int:
    """Runs the benchmark and prints its table; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repeats, for a first look")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    repeats, times = (2, 20) if args.quick else (REPEATS, 50)
    seeds = itertools.count(2_000_000)
    figures: list[Figure] = []

    def at_most(name: str, value: float, unit: str, limit: float) -> None:
        figures.append(Figure(name, value, unit, limit, value <= limit))

    def at_least(name: str, value: float, unit: str, limit: float) -> None:
        figures.append(Figure(name, value, unit, limit, value >= limit))

    megabytes = memory(seeds, 20 if args.quick else 60)  # first, since later phones would reuse freed memory
    with served() as serial:
        shell_calls(serial, 5)
        pairs = [shell_calls(serial, times) for _ in range(repeats)]
        rates = [1 / steps(serial, times) for _ in range(repeats)]
    stock, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
    at_least("shell call: as fast as stock adbutils", statistics.median(a / b for a, b in pairs), "times", 20)
    at_least("step with screenshot over ADB", statistics.median(rates), "per second", 50)

    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    def ratio(call: Callable[[], float]) -> float:
        """Returns the median ratio to a CartPole step that is measured just before."""
        call()
        return statistics.median([1 / (cartpole_step() / call()) for _ in range(repeats)])

    for screens, before in FOUR_APPS.items():
        workload = Workload(screens, 1 if args.quick else 3, seeds, FIRST_TASKS, FIRST_APPS)
        name = f"sim step, all apps, {'both screens' if screens else 'screens=False'}"
        at_most(name, ratio(workload.step), "CartPole steps", 1.1 * before)
    at_most("reset of the phone, first screen laid out", ratio(lambda: reset(seeds, times)), "CartPole steps", 300)
    at_most("memory of a further phone, first screenshot", megabytes, "MB", 8)

    if args.json:
        print(json.dumps([figure._asdict() for figure in figures], indent=2))
    else:
        print(f"shell call: stock adbutils {stock * 1e3:.2f} ms, backend {ours * 1e3:.3f} ms\n")
        for name, value, unit, limit, ok in figures:
            print(f"{name:44} {value:9.2f}   limit {limit:7.2f} {unit:15} {'ok' if ok else 'MISSED'}")
    return 0 if all(figure.ok for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
