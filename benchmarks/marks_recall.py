"""Share of clickable elements that the weight-free detector finds, compared with the accessibility tree.

    python benchmarks/marks_recall.py [--screens N] [--ocr ENGINE|none] [--backend BACKEND] [--pictures DIR]

Oracles play tasks, and the boxes that `ContourDetector` finds on each new screen are compared with the clickable
elements of the accessibility tree. Three ratios per device:

* hit: elements that contain the middle of a found box which isn't much larger, so that its number clicks them;
* IoU: elements whose box a found box overlaps by half;
* useful: found boxes whose middle lies in an element.

Rows, menu entries and tabs are found by their labels, which lowers only the second ratio. Elements that only scroll, or
fill an eighth of the screen, are left out. It needs the extra ``vision``.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.backends.base import Backend, Element, Image
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import read_index
from crab_gym.vision.detection import View
from crab_gym.vision.detection.contours import ContourDetector
from crab_gym.wrappers import Mark, number_elements

Box = tuple[int, int, int, int]
LARGE = 1 / 8
MUCH_LARGER = 3.0
_LOOKS = 20
"""Looks at a screen that doesn't hold still."""


def screens(device: str, backend: str, limit: int) -> Iterator[tuple[Image, tuple[Mark, ...]]]:
    """Yields different screens of a device, each with the marks of its accessibility tree.

    Args:
        device: The device.
        backend: The devices' backend.
        limit: Number of screens after which to stop.
    """
    seen: set[bytes] = set()
    for task, info in read_index().items():
        kind = backend.partition(":")[0]
        if device not in info.devices or any(kind not in info.backends[name] for name in info.devices):
            continue
        env: Any = gym.make(f"Crab-v0/{task}", backend=backend)
        obs, start = env.reset(seed=0)
        policy = OraclePolicy(env)
        policy.reset(start["goal"], policy_spec(env, 0))
        over, state, taken = False, start, 0
        while not over and taken < 3:  # a few screens per task
            obs, _, terminated, truncated, state = env.step(policy.act(obs, state))
            over = terminated or truncated
            key = obs[device].tobytes()
            if key not in seen:
                seen.add(key)
                taken += 1
                screen, elements = _still(env.unwrapped.backends[device])
                yield screen, number_elements(elements, env.unwrapped.screen_sizes[device], 1000, device=device)
                if len(seen) == limit:
                    env.close()
                    return
        env.close()


def _still(backend: Backend) -> tuple[Image, tuple[Element, ...]]:
    """Returns the screen and the elements of one moment: a program may go on drawing while it is asked."""
    for _ in range(_LOOKS):
        before, elements, after = backend.screenshot(), backend.elements(), backend.screenshot()
        if np.array_equal(before, after):
            break
        time.sleep(1)
    return after, elements


def wanted(marks: tuple[Mark, ...], area: int) -> list[Mark]:
    """Returns the marks that the detector should find."""
    return [
        mark
        for mark in marks
        if (mark.element.clickable or mark.element.editable or mark.element.checkable)
        and size_of(mark.bounds) < LARGE * area
    ]


def size_of(box: Box) -> int:
    """Returns a box's area in pixels."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def overlap(a: Box, b: Box) -> float:
    """Returns the intersection of two boxes divided by their union."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    common = wide * high if wide > 0 and high > 0 else 0
    return common / (size_of(a) + size_of(b) - common)


def hits(box: Box, target: Box) -> bool:
    """Returns whether the middle of a box lies in a target that isn't much smaller."""
    x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    inside = target[0] <= x < target[2] and target[1] <= y < target[3]
    return inside and size_of(box) <= MUCH_LARGER * size_of(target)


def main() -> None:
    """Measures and prints a row per device."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--screens", type=int, default=30, help="different screens per device")
    parser.add_argument("--ocr", default="auto", help="OCR engine, or none")
    parser.add_argument("--backend", default="sim", help="the devices' backend")
    parser.add_argument("--devices", default="ubuntu,android", help="devices, separated by commas")
    parser.add_argument("--pictures", type=Path, help="folder for pictures of found and missed boxes")
    args = parser.parse_args()
    detector = ContourDetector(ocr=None if args.ocr == "none" else args.ocr, read=False)
    print(f"{'device':8} {'screens':>7} {'elements':>8} {'hit':>6} {'IoU':>6} {'found':>6} {'useful':>6} {'ms':>6}")
    for device in args.devices.split(","):
        count: Counter[str] = Counter()
        missed: dict[str, int] = defaultdict(int)
        spent = 0.0
        for screen, marks in screens(device, args.backend, args.screens):
            height, width = screen.shape[:2]
            start = time.perf_counter()
            view = View(device, (width, height), lambda screen=screen: screen, tuple)
            found = [element.bounds for element in detector.detect(view).elements]
            spent += time.perf_counter() - start
            targets = wanted(marks, width * height)
            lost = [mark for mark in targets if not any(hits(box, mark.bounds) for box in found)]
            for mark in lost:
                missed[mark.role] += 1
            count["screens"] += 1
            count["elements"] += len(targets)
            count["hit"] += len(targets) - len(lost)
            count["iou"] += sum(any(overlap(box, mark.bounds) >= 0.5 for box in found) for mark in targets)
            count["found"] += len(found)
            count["useful"] += sum(any(hits(box, mark.bounds) for mark in targets) for box in found)
            if args.pictures:
                save(args.pictures / f"{device}_{count['screens']:02}.png", screen, found, [m.bounds for m in lost])
        elements, boxes = max(1, count["elements"]), max(1, count["found"])
        hit, iou, useful = count["hit"] / elements, count["iou"] / elements, count["useful"] / boxes
        spent /= max(1, count["screens"])
        print(
            f"{device:8} {count['screens']:7} {elements:8} {hit:6.3f} {iou:6.3f} "
            f"{boxes:6} {useful:6.3f} {1000 * spent:6.0f}"
        )
        print("         missed: " + ", ".join(f"{role} {n}" for role, n in sorted(missed.items(), key=lambda i: -i[1])))


def save(path: Path, screen: Image, found: list[Box], lost: list[Box]) -> None:
    """Writes a picture with found boxes in blue and missed elements in red.

    Args:
        path: The picture's file.
        screen: The screen.
        found: The found boxes.
        lost: The boxes of missed elements.
    """
    from PIL import Image as Pillow
    from PIL import ImageDraw

    path.parent.mkdir(parents=True, exist_ok=True)
    picture = Pillow.fromarray(np.ascontiguousarray(screen))
    pen = ImageDraw.Draw(picture)
    for boxes, colour in ((found, "#2b6cee"), (lost, "#de1414")):
        for left, top, right, bottom in boxes:
            pen.rectangle((left, top, right - 1, bottom - 1), outline=colour, width=2)
    picture.save(path)


if __name__ == "__main__":
    main()
