"""The list of synthesised tasks in numbers, beside OmniBench's, and what drawing and checking them costs.

    python benchmarks/omni.py [--tasks 200] [--json]

Costs are ratios against CartPole-v1, measured in the same run. Random tasks of the list are played by their oracles and
attacked again with new seeds. Exits with 1 if a reset costs more than 400 steps of CartPole in the mean over the
levels, an oracle fails, or an attack succeeds.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from crab_gym.envs.omni_env import ComposedEnv, OmniEnv
from crab_gym.evaluation.complexity import LEVELS
from crab_gym.experiments.omni.checks import check_task
from crab_gym.results.omni_stats import omni_stats
from crab_gym.task.omni import read_list
from crab_gym.task.omni.listing import OmniList, row_task

sys.path.insert(0, str(Path(__file__).parent))
from sim_speed import cartpole_step

RESET_LIMIT = 400
PAPER = {
    "tasks": 36_076,
    "apps": 49,
    "scenarios": 20,
    "sub-tasks": 255,
    "apps per task": 2.21,
    "words per goal": 51.7,
    "words per goal, step by step": 237.9,
}
"""OmniBench's figures (§1, Table 1)."""


def own_figures(listed: OmniList, sample: Sequence[int]) -> dict[str, float]:
    """Returns our figures for those of the paper; lengths of goals are measured over a sample."""
    lengths: dict[bool, list[int]] = {True: [], False: []}
    apps: set[str] = set()
    for place in sample:
        row = listed.row(place)
        task = row_task(row)
        lengths[row.style == "steps"].append(len(task.description.split()))
        apps |= {f"{node.app}@{node.device}" for node in task.graph(task.defaults()) if node.device != "root"}
    counted = next(rows for title, rows in omni_stats(listed).items() if title == "apps")
    return {
        "tasks": len(listed),
        "apps": len(apps),
        "scenarios": len(listed.header["scenarios"]),
        "sub-tasks": len(listed.header["subtasks"]),
        "apps per task": sum(int(row.name) * row.share for row in counted),
        "words per goal": statistics.fmean(lengths[False]),
        "words per goal, step by step": statistics.fmean(lengths[True]),
    }


def reset_cost(resets: int) -> dict[str, float]:
    """Returns the steps of CartPole that a reset costs, by level of instruction, in a process that has warmed up."""
    costs = {}
    for level in LEVELS:
        env = OmniEnv(split="all", level={"instruction": level}, screens=False)
        for seed in range(resets):
            env.reset(seed=seed)
        step, start = cartpole_step(), time.perf_counter()
        for seed in range(resets, 2 * resets):
            env.reset(seed=seed)
        costs[level] = (time.perf_counter() - start) / resets / step
        env.close()
    return costs


def attacked(listed: OmniList, places: Sequence[int], seed: int) -> tuple[Counter[str], Counter[str]]:
    """Plays and attacks tasks anew; returns the numbers of runs, and of those that came out wrong by reason."""
    runs, wrong = Counter[str](), Counter[str]()
    env = ComposedEnv(row_task(listed.row(places[0])).to_json(), screens=False, success_at="complete")
    tasks = [row_task(listed.row(place)) for place in places]
    for at, task in enumerate(tasks):
        others = [tasks[(at + step) % len(tasks)] for step in (1, 7, 31)]
        checked = check_task(env, task, seed + at, others)
        runs.update(solutions=checked.solutions, attacks=checked.attacks)
        wrong.update([checked.reason] if checked.reason else [])
    return runs, wrong


def main() -> int:
    """Prints the figures; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tasks", type=int, default=200, help="random tasks that are played and attacked")
    parser.add_argument("--resets", type=int, default=150, help="resets per level that are timed")
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    listed = read_list()
    places = random.Random(args.seed).sample(range(len(listed)), min(args.tasks, len(listed)))
    own, costs = own_figures(listed, places), reset_cost(args.resets)
    runs, wrong = attacked(listed, places, args.seed)
    dropped, seeds = listed.header["dropped"], len(listed) + sum(listed.header["dropped"].values())
    found: dict[str, Any] = {"own": own, "reset": costs, "runs": runs, "wrong": wrong, "dropped": dropped}
    if args.json:
        print(json.dumps(found))
    else:
        for name, paper in PAPER.items():
            print(f"{name:32} {own[name]:>12,.6g} {paper:>12,.6g}")
        for title, rows in omni_stats(listed).items():
            print(f"\n{title}")
            for row in rows:
                print(f"  {row.name:32} {row.tasks:>8,} {row.share:>8.1%}")
        print("\ndropped while it was made")
        for reason, count in dropped.items():
            print(f"  {reason:44} {count:>8,} {count / seeds:>8.2%}")
        print(f"\nreset, in steps of CartPole: {', '.join(f'{name} {cost:.0f}' for name, cost in costs.items())}")
        print(f"{len(places)} random tasks: {runs['solutions']:,} solutions and {runs['attacks']:,} attacks")
        print("\n".join(f"  wrong: {reason}: {count}" for reason, count in wrong.items()) or "  none came out wrong")
    mean = statistics.fmean(costs.values())
    return 0 if mean <= RESET_LIMIT and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
