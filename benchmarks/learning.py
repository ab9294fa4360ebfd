"""The benefit of shaped rewards: learning curves with and without them, over several seeds, drawn into docs/.

    python benchmarks/learning.py [--tasks learn.new_todo learn.panel_from_todo] [--seeds 3] [--steps 100000]

Each run trains with training/ppo_masked.py, with a reward per checkpoint (shaped) or only for success (sparse). The
figures are the median steps over the seeds until 80 % of the last hundred training episodes succeeded, and the ratio of
sparse to shaped. Finished runs are kept, so the benchmark can be interrupted. Exits with 1 if sparse rewards learn as
fast. It needs the extra ``rl``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

import crab_sim

ROOT = Path(__file__).parent.parent
REWARDS = {"shaped": (44, 110, 190), "sparse": (206, 92, 38)}
"""Kind of reward to its curves' colour."""
SOLVED = 0.8
FONT = str(next((Path(crab_sim.__file__).parent / "draw" / "fonts").glob("*Regular*.ttf")))
Curve = list[tuple[int, float]]
"""Points (steps, success rate), in order."""


def run(task: str, reward: str, seed: int, steps: int, out: Path) -> Curve:
    """Returns the curve of a run, which is trained first if it isn't finished.

    Args:
        task: The task's name.
        reward: One of `REWARDS`.
        seed: The run's seed.
        steps: Number of training steps.
        out: Folder of the runs.
    """
    folder = out / f"{task}-{reward}-{seed}"
    if not (folder / "done").exists():
        (folder / "curve.jsonl").unlink(missing_ok=True)
        command = [
            sys.executable, str(ROOT / "training" / "ppo_masked.py"), "--tasks", task, "--reward", reward,
            "--seed", str(seed), "--steps", str(steps), "--minutes", "600", "--stop-at", "0.97",
            "--eval-episodes", "20", "--out", str(folder),
        ]  # fmt: skip
        subprocess.run(command, check=True)
        (folder / "done").touch()
    lines = [json.loads(line) for line in (folder / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    return [(line["steps"], line["success"]) for line in lines]


def steps_to(curve: Curve, success: float = SOLVED) -> float:
    """Returns the number of steps after which a curve first reaches a success rate; infinity if it never does."""
    return next((steps for steps, reached in curve if reached >= success), float("inf"))


def draw(curves: Mapping[str, Mapping[str, Sequence[Curve]]], steps: int) -> Image.Image:
    """Returns a picture with one panel per task; thin lines are runs, thick ones their medians."""
    scale, width, height, gap = 2, 470, 300, 54
    picture = Image.new("RGB", ((width + gap) * len(curves) * scale + 20 * scale, (height + 96) * scale), "white")
    pen, ink, faint = ImageDraw.Draw(picture), (40, 42, 54), (222, 224, 232)
    small, large = (ImageFont.truetype(FONT, size * scale) for size in (13, 16))
    for place, (task, rewards) in enumerate(curves.items()):
        left, top = (gap + place * (width + gap)) * scale, 46 * scale
        wide, high = (width - 20) * scale, height * scale
        last = min(steps, max(at for runs in rewards.values() for curve in runs for at, _ in curve))

        def at(x: float, y: float, left: int = left, top: int = top, last: int = last) -> tuple[float, float]:
            return left + x / last * (width - 20) * scale, top + (1 - y) * height * scale

        pen.text((left, 14 * scale), task, ink, large)
        for percent in range(0, 101, 20):
            y = at(0, percent / 100)[1]
            pen.line((left, y, left + wide, y), faint, scale)
            pen.text((left - 8 * scale, y), f"{percent} %", ink, small, anchor="rm")
        for tick in range(0, last + 1, 20_000 if last <= 160_000 else 50_000):
            x = at(tick, 0)[0]
            pen.line((x, top + high, x, top + high + 5 * scale), ink, scale)
            pen.text((x, top + high + 8 * scale), f"{tick // 1000}k", ink, small, anchor="mt")
        pen.text((left + wide / 2, top + high + 28 * scale), "steps", ink, small, anchor="mt")
        for reward, runs in rewards.items():
            colour = REWARDS[reward]
            pale = tuple(channel + (255 - channel) * 6 // 10 for channel in colour)
            for curve in runs:
                pen.line([at(x, y) for x, y in curve if x <= last], pale, scale)
            grid = sorted({x for curve in runs for x, _ in curve if x <= last})
            middle = [(x, statistics.median(_value(curve, x) for curve in runs)) for x in grid]
            pen.line([at(x, y) for x, y in middle], colour, 3 * scale)
            right = left + wide - 90 * scale * (len(REWARDS) - 1 - list(REWARDS).index(reward))
            pen.text((right, 14 * scale), reward, colour, large, anchor="ra")
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS)


def _value(curve: Curve, steps: int) -> float:
    """Returns a run's success rate after a number of steps; after its end the last one."""
    return next((reached for at, reached in reversed(curve) if at <= steps), 0.0)


def main() -> int:
    """Trains, prints the figures and draws the curves; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tasks", nargs="+", default=["learn.new_todo", "learn.panel_from_todo"])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--out", default="runs/learning", help="folder of the runs")
    parser.add_argument("--picture", default=str(ROOT / "docs" / "images" / "learning_curves.png"))
    args = parser.parse_args()
    curves = {
        task: {
            reward: [run(task, reward, seed, args.steps, Path(args.out)) for seed in range(args.seeds)]
            for reward in REWARDS
        }
        for task in args.tasks
    }
    better = True
    for task, rewards in curves.items():
        medians = {reward: statistics.median(map(steps_to, runs)) for reward, runs in rewards.items()}
        shown = {name: f"{value:,.0f}" if value < float("inf") else "never" for name, value in medians.items()}
        print(
            f"{task}: steps to {SOLVED:.0%}, median of {args.seeds}: {shown['shaped']} shaped, "
            f"{shown['sparse']} sparse, ratio {medians['sparse'] / medians['shaped']:.2f}"
        )
        better = better and medians["shaped"] < medians["sparse"]
    draw(curves, args.steps).save(args.picture, optimize=True)
    return 0 if better else 1


if __name__ == "__main__":
    sys.exit(main())
