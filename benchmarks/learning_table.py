"""Tasks that are learned with one setting for all: steps, processor time, held-out success.

    python benchmarks/learning_table.py [--tasks "miniwob.*"] [--steps 200000] [--workers 2] [--expect 60]
    python benchmarks/learning_table.py --clone --tasks "cross.*" "android.*" "ubuntu.*" --seeds 0 1 2 --expect 8

Each task is trained by training/ppo_masked.py from scratch, on one thread, until 95 % of the last hundred training
episodes succeed or the steps are used up, or with --clone by training/bc.py, which imitates its author's way to the
goal; without a result if no way can be expressed by indices. It then plays 100 held-out seeds with greedy actions.
Finished trainings are kept in the output folder, so the benchmark can be interrupted, and folders of several machines
can be copied into one. It needs the extra ``rl``. Prints a Markdown table. Exits with 1 if fewer tasks than expected
reach 90 % with every seed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from itertools import product
from pathlib import Path
from statistics import median

from crab_gym.task import read_index

ROOT = Path(__file__).parent.parent
LEARNED, UNTIL = 0.9, 0.95
VERBS = ("tap", "long_tap", "swipe", "write_text")

Result = Mapping[str, float]
"""Steps, processor seconds and success of one training."""


def train(task: str, seed: int, args: argparse.Namespace, until: float) -> Result | None:
    """Returns the result of a task, which is trained first if it isn't finished.

    Args:
        task: The task's name.
        seed: The training's seed.
        args: The command line.
        until: Clock time, in seconds, after which no training begins, and at which one from scratch that runs ends.
    """
    name, out = f"{task}.{seed}" if seed else task, Path(args.out)
    result = out / f"{name}.json"
    left = until - time.time()
    if not result.exists() and left > 0:
        folder = out / name
        (folder / "curve.jsonl").unlink(missing_ok=True)
        command = [sys.executable, str(ROOT / "training" / ("bc.py" if args.clone else "ppo_masked.py"))]
        command += ["--tasks", task, "--seed", str(seed), "--out", str(folder)]
        if not args.clone:
            command += ["--steps", str(args.steps), "--minutes", str(min(left / 60, 60.0))]
            command += ["--stop-at", str(UNTIL), "--verbs", *VERBS]
        with (out / f"{name}.log").open("w", encoding="utf-8") as log:
            done = subprocess.run(command, check=False, stdout=log, stderr=subprocess.STDOUT)
        if done.returncode == 0:
            lines = (folder / "curve.jsonl").read_text(encoding="utf-8").splitlines()
            last = json.loads(lines[-1])
            success = json.loads((folder / "success.json").read_text(encoding="utf-8"))[task]
            result.write_text(json.dumps({**last, "held_out": success}), encoding="utf-8")
    return json.loads(result.read_text(encoding="utf-8")) if result.exists() else None


def is_learned(results: Mapping[int, Result], seeds: Sequence[int]) -> bool:
    """Returns whether a task was learned with every seed, given its results by seed."""
    return all(seed in results and results[seed]["held_out"] >= LEARNED for seed in seeds)


def table(results: Mapping[str, Mapping[int, Result]], seeds: Sequence[int]) -> str:
    """Returns the results by task and seed as a Markdown table, the fastest first; steps and seconds are medians."""
    titles = [f"seed {seed}" for seed in seeds] if len(seeds) > 1 else ["success"]
    rows = [f"| task | steps | processor seconds | {' | '.join(titles)} |", "|---|" + "---:|" * (2 + len(titles))]
    steps = {task: median(one["steps"] for one in found.values()) for task, found in results.items()}
    for task in sorted(results, key=lambda task: (not is_learned(results[task], seeds), steps[task], task)):
        found = results[task]
        seconds = median(one["cpu_seconds"] for one in found.values())
        success = " | ".join(f"{found[seed]['held_out']:.0%}" if seed in found else "" for seed in seeds)
        rows.append(f"| `{task}` | {steps[task]:,.0f} | {seconds:.0f} | {success} |")
    return "\n".join(rows)


def main() -> int:
    """Trains what isn't finished and prints the table; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tasks", nargs="+", default=["miniwob.*"], help="names, or patterns of them")
    parser.add_argument("--clone", action="store_true", help="imitate each task's oracle instead of trying")
    parser.add_argument("--seeds", nargs="+", type=int, default=[0], help="seeds of the trainings")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--workers", type=int, default=2, help="tasks that are trained at the same time")
    parser.add_argument("--minutes", type=float, default=720.0, help="time after which all training ends")
    parser.add_argument("--expect", type=int, default=60, help="tasks that have to be learned")
    parser.add_argument("--out", default="runs/learning_table", help="folder of the results")
    args = parser.parse_args()
    Path(args.out).mkdir(parents=True, exist_ok=True)
    index = read_index()
    names = [name for name in index if any(fnmatchcase(name, pattern) for pattern in args.tasks)]
    names.sort(key=lambda name: index[name].oracle_steps)  # what is soon learned comes first
    os.environ["OMP_NUM_THREADS"] = "1"
    until = time.time() + 60 * args.minutes
    trainings = list(product(names, args.seeds))

    def result_of(training: tuple[str, int]) -> Result | None:
        task, seed = training
        return train(task, seed, args, until)

    with ThreadPoolExecutor(args.workers) as pool:
        found = list(pool.map(result_of, trainings))
    results: dict[str, dict[int, Result]] = {}
    for (name, seed), result in zip(trainings, found, strict=True):
        if result is not None:
            results.setdefault(name, {})[seed] = result
    learned = sum(is_learned(of_task, args.seeds) for of_task in results.values())
    print(table(results, args.seeds))
    hours = sum(result["cpu_seconds"] for of_task in results.values() for result in of_task.values()) / 3600
    print(f"\n{learned} of {len(names)} learned to {LEARNED:.0%}; {len(results)} finished; {hours:.1f} processor hours")
    return 0 if learned >= args.expect else 1


if __name__ == "__main__":
    sys.exit(main())
