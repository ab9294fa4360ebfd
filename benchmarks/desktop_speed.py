"""Speed of the real desktop, compared with MiniWoB++ in headless Chromium in the same run.

    python benchmarks/desktop_speed.py [--quick] [--profiles light,gnome] [--boxes 1,2,4,8] [--json]

A step is one click, key or text, the wait until the desktop is idle, and an RGB frame. The mix consists of clicks,
typing and hotkeys in the terminal, the text editor and Files, and one start of a program per ten steps. A separate
measurement checks that the desktop is really idle, by the pixels that change in the second after a step. The peer is
MiniWoB++ (`pip install miniwob`, Debian's chromium and chromium-driver); without it, its row gives the reason. Exits
with 1 if a limit is missed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from crab_gym.backends.base import Image
from crab_gym.backends.desktop import DesktopBackend

APPS = ("Terminal", "Text Editor", "Files")
LIMITS = {"light": 10.0, "gnome": 8.0}
"""Minimal settled steps per second of one box."""
EIGHT_LIGHT = 40.0
"""Minimal settled steps per second of eight light boxes together."""
RESET_LIGHT = 0.050
"""Maximal seconds of a reset with a box kept ready."""
SETTLED_PIXELS, SETTLED_STEPS = 0.01, 0.95
"""Maximal share of pixels that change within the next second, in at least this share of steps."""
WORDS = ("river", "stone", "cloud", "ember", "willow", "harbour", "lantern", "meadow")

Verb = tuple[str, dict[str, Any]]


def script(seed: int, steps: int) -> Iterator[Verb]:
    """Yields the actions of an episode: every tenth starts a program, the others use the one in front."""
    rng = random.Random(seed)
    app = ""
    for number in range(steps):
        if number % 10 == 0:
            app = APPS[number // 10 % len(APPS)]
            yield "search_app", {"name": app}
        elif number % 10 == 1:
            yield "press", {"key": "enter"}
        else:
            kind = rng.choice(("click", "write", "hotkey", "key"))
            if kind == "click":
                yield "click", {"x": rng.randrange(480, 800), "y": rng.randrange(300, 480)}
            elif kind == "write":
                yield "write_text", {"text": rng.choice(WORDS) + ("\n" if app == "Terminal" else " ")}
            elif kind == "hotkey":
                keys = {"Terminal": ["ctrl", "l"], "Text Editor": ["ctrl", "a"], "Files": ["ctrl", "1"]}[app]
                yield "hotkey", {"keys": keys}
            else:
                yield "press", {"key": rng.choice(("up", "down", "left", "right"))}


def play(
    backend: DesktopBackend, seed: int, steps: int, on_frame: Callable[[Image], None] = lambda frame: None
) -> float:
    """Plays an episode and returns its seconds, without those of `on_frame`.

    Args:
        backend: The desktop.
        seed: The episode's seed.
        steps: Number of steps.
        on_frame: Called with the frame after each step.
    """
    spent = 0.0
    for verb, args in script(seed, steps):
        start = time.perf_counter()
        backend.execute(verb, args)
        backend.settle()
        frame = backend.screenshot()
        spent += time.perf_counter() - start
        on_frame(frame)
    return spent


def settled(backend: DesktopBackend, seed: int, steps: int) -> float:
    """Returns the share of steps after which at most 1 % of the pixels change within a second."""
    calm = []

    def watch(frame: Image) -> None:
        time.sleep(1.0)
        later = backend.screenshot()
        calm.append(float(np.mean((later != frame).any(axis=2))) <= SETTLED_PIXELS)

    backend.reset(seed)
    play(backend, seed, steps, watch)
    return statistics.mean(calm)


def memory() -> float:
    """Returns the MB of all descendants of this process, with shared pages divided among their users (PSS)."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            parents[int(entry)] = int(Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    total = 0
    for number in parents:
        above = parents.get(number, 0)
        while above and above != os.getpid():
            above = parents.get(above, 0)
        if above:
            try:
                rollup = Path(f"/proc/{number}/smaps_rollup").read_text()
            except OSError:
                continue
            total += next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
    return total / 1024


def together(profile: str, count: int, steps: int) -> float:
    """Returns the steps per second of several boxes at once, each in its own thread."""
    backends = [DesktopBackend(profile=profile, spare=False) for _ in range(count)]
    try:
        with ThreadPoolExecutor(count) as threads:
            list(threads.map(lambda backend: backend.reset(0), backends))
            for seed in (100, 101):  # the first pass warms up, as programs are read from the disk once
                start = time.perf_counter()
                list(threads.map(play, backends, range(seed, seed + count), [steps] * count))
                seconds = time.perf_counter() - start
                if seed == 100:
                    list(threads.map(lambda backend: backend.reset(0), backends))
        return count * steps / seconds
    finally:
        for backend in backends:
            backend.close()


def starts(profile: str, times: int) -> tuple[float, float]:
    """Returns the median seconds of a fresh start and of a reset with a box kept ready."""
    fresh, ready = [], []
    cold = DesktopBackend(profile=profile, spare=False)
    for seed in range(times):
        start = time.perf_counter()
        cold.reset(seed)
        cold.settle()
        fresh.append(time.perf_counter() - start)
    cold.close()
    kept = DesktopBackend(profile=profile)
    kept.reset(0)
    for seed in range(times):
        time.sleep(4 * max(fresh))  # as long as an episode would last
        start = time.perf_counter()
        kept.reset(seed)
        kept.settle()
        ready.append(time.perf_counter() - start)
    kept.close()
    return statistics.median(fresh), statistics.median(ready)


def miniwob(steps: int) -> dict[str, float] | str:
    """Returns the steps per second and the seconds per reset of MiniWoB++, or why it can't be measured."""
    if importlib.util.find_spec("miniwob") is None:
        return "miniwob is not installed: pip install miniwob"
    if shutil.which("chromedriver") is None:
        return "there is no chromedriver: apt-get install chromium chromium-driver"
    os.environ["SE_OFFLINE"] = "true"  # Selenium must not download a browser
    import gymnasium as gym
    import miniwob  # type: ignore[import-untyped, import-not-found, unused-ignore]
    from miniwob.action import ActionTypes  # type: ignore[import-untyped, import-not-found, unused-ignore]

    gym.register_envs(miniwob)
    try:
        env = gym.make("miniwob/enter-text-v1")
        env.reset(seed=0)
    except Exception as problem:  # a browser that can't be started may raise anything
        return f"MiniWoB++ does not start: {type(problem).__name__}: {str(problem).splitlines()[0]}"
    resets, count, spent = [], 0, 0.0
    rng = random.Random(0)
    while count < steps:
        start = time.perf_counter()
        env.reset(seed=count)
        resets.append(time.perf_counter() - start)
        for _ in range(5):
            coords = np.array([rng.randrange(10, 150), rng.randrange(60, 200)], np.float32)
            action = env.unwrapped.create_action(ActionTypes.CLICK_COORDS, coords=coords)
            start = time.perf_counter()
            *_, terminated, truncated, _ = env.step(action)
            spent += time.perf_counter() - start
            count += 1
            if terminated or truncated:
                break
    env.close()
    return {"steps_per_second": count / spent, "reset_seconds": statistics.median(resets)}


def measure(profile: str, boxes: list[int], steps: int) -> dict[str, Any]:
    """Returns the figures of a profile."""
    fresh, ready = starts(profile, 3 if steps < 60 else 10)
    backend = DesktopBackend(profile=profile, spare=False)
    try:
        backend.reset(0)
        idle = memory()
        play(backend, 0, 30)
        used = memory()
        calm = settled(backend, 1, steps)
    finally:
        backend.close()
    return {
        "start_seconds": fresh,
        "reset_seconds": ready,
        "idle_mb": idle,
        "used_mb": used,
        "settled": calm,
        "steps_per_second": {count: together(profile, count, steps) for count in boxes},
    }


def verdicts(profile: str, found: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yields each limit in words, and whether it is met."""
    yield f"settled in {found['settled']:.0%} of steps (>= {SETTLED_STEPS:.0%})", found["settled"] >= SETTLED_STEPS
    rate = found["steps_per_second"]
    if 1 in rate:
        yield f"one box {rate[1]:.1f} steps/s (>= {LIMITS[profile]:.0f})", rate[1] >= LIMITS[profile]
    if profile == "light":
        ready = found["reset_seconds"]
        yield f"reset {1000 * ready:.0f} ms (<= {1000 * RESET_LIGHT:.0f})", ready <= RESET_LIGHT
        if 8 in rate:
            yield f"eight boxes {rate[8]:.1f} steps/s (>= {EIGHT_LIGHT:.0f})", rate[8] >= EIGHT_LIGHT


def main() -> int:
    """Measures and prints the figures; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="fewer steps: figures are rough")
    parser.add_argument("--profiles", default="light,gnome")
    parser.add_argument("--boxes", default="1,2,4,8")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    steps = 30 if args.quick else 120
    boxes = [int(count) for count in args.boxes.split(",")]
    figures = {profile: measure(profile, boxes, steps) for profile in args.profiles.split(",")}
    peer = miniwob(steps)
    if args.json:
        print(json.dumps({"profiles": figures, "miniwob": peer}, indent=2))
        return 0
    missed = 0
    for profile, found in figures.items():
        print(
            f"{profile}: start {found['start_seconds']:.2f} s, reset {1000 * found['reset_seconds']:.0f} ms, "
            f"memory {found['idle_mb']:.0f} MB idle, {found['used_mb']:.0f} MB with three programs"
        )
        for count, rate in found["steps_per_second"].items():
            beside = "" if isinstance(peer, str) else f", {rate / peer['steps_per_second']:.1f} x MiniWoB++"
            print(f"  {count} boxes: {rate:6.1f} settled steps/s{beside}")
        for sentence, kept in verdicts(profile, found):
            missed += not kept
            print(f"  {'ok    ' if kept else 'MISSED'} {sentence}")
    if isinstance(peer, str):
        print(f"MiniWoB++: left out, {peer}")
    else:
        print(
            f"MiniWoB++: {peer['steps_per_second']:.1f} steps/s (one tab, frames not settled), "
            f"reset {1000 * peer['reset_seconds']:.0f} ms"
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
