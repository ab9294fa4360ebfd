"""Tasks that MaskablePPO learns from scratch with one setting for all: steps, processor time, held-out success.

    python benchmarks/learning_table.py [--tasks "miniwob.*"] [--steps 200000] [--workers 2] [--expect 60]

Each task is trained by training/ppo_masked.py, on one thread, until 95 % of the last hundred training episodes succeed
or the steps are used up, and then plays 100 held-out seeds with greedy actions. Finished tasks are kept in the output
folder, so the benchmark can be interrupted, and folders of several machines can be copied into one. Prints a Markdown
table. Exits with 1 if fewer tasks than expected reach 90 %.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from pathlib import Path

from crab_gym.task import read_index

ROOT = Path(__file__).parent.parent
LEARNED, UNTIL = 0.9, 0.95
VERBS = ("tap", "long_tap", "swipe", "write_text")


def train(task: str, steps: int, out: Path, until: float) -> Mapping[str, float] | None:
    """Returns the result of a task, which is trained first if it isn't finished.

    Args:
        task: The task's name.
        steps: Most steps of training.
        out: Folder of the results.
        until: Clock time, in seconds, after which no training begins, and at which one that runs ends.
    """
    result = out / f"{task}.json"
    left = until - time.time()
    if not result.exists() and left > 0:
        folder = out / task
        (folder / "curve.jsonl").unlink(missing_ok=True)
        command = [
            sys.executable, str(ROOT / "training" / "ppo_masked.py"), "--tasks", task, "--steps", str(steps),
            "--minutes", str(min(left / 60, 60.0)), "--stop-at", str(UNTIL), "--verbs", *VERBS, "--out", str(folder),
        ]  # fmt: skip
        with (out / f"{task}.log").open("w", encoding="utf-8") as log:
            done = subprocess.run(command, check=False, stdout=log, stderr=subprocess.STDOUT)
        if done.returncode == 0:
            lines = (folder / "curve.jsonl").read_text(encoding="utf-8").splitlines()
            last = json.loads(lines[-1])
            success = json.loads((folder / "success.json").read_text(encoding="utf-8"))[task]
            result.write_text(json.dumps({**last, "held_out": success}), encoding="utf-8")
    return json.loads(result.read_text(encoding="utf-8")) if result.exists() else None


def table(results: Mapping[str, Mapping[str, float]]) -> str:
    """Returns the results as a Markdown table, the fastest first."""
    rows = ["| task | steps | processor seconds | success |", "|---|---:|---:|---:|"]
    order = sorted(results, key=lambda task: (results[task]["held_out"] < LEARNED, results[task]["steps"], task))
    for task in order:
        found = results[task]
        rows.append(f"| `{task}` | {found['steps']:,} | {found['cpu_seconds']:.0f} | {found['held_out']:.0%} |")
    return "\n".join(rows)


def main() -> int:
    """Trains what isn't finished and prints the table; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tasks", nargs="+", default=["miniwob.*"], help="names, or patterns of them")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--workers", type=int, default=2, help="tasks that are trained at the same time")
    parser.add_argument("--minutes", type=float, default=720.0, help="time after which all training ends")
    parser.add_argument("--expect", type=int, default=60, help="tasks that have to be learned")
    parser.add_argument("--out", default="runs/learning_table", help="folder of the results")
    args = parser.parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    index = read_index()
    names = [name for name in index if any(fnmatchcase(name, pattern) for pattern in args.tasks)]
    names.sort(key=lambda name: index[name].oracle_steps)  # what is soon learned comes first
    os.environ["OMP_NUM_THREADS"] = "1"
    until = time.time() + 60 * args.minutes
    with ThreadPoolExecutor(args.workers) as pool:
        found = dict(zip(names, pool.map(lambda name: train(name, args.steps, out, until), names), strict=True))
    results = {name: result for name, result in found.items() if result is not None}
    learned = sum(result["held_out"] >= LEARNED for result in results.values())
    print(table(results))
    hours = sum(result["cpu_seconds"] for result in results.values()) / 3600
    print(f"\n{learned} of {len(names)} learned to {LEARNED:.0%}; {len(results)} finished; {hours:.1f} processor hours")
    return 0 if learned >= args.expect else 1


if __name__ == "__main__":
    sys.exit(main())
