"""Speed of episodes on independent slots, as a ratio to the same steps in lockstep.

    python benchmarks/rollout_pool.py [--slots 16] [--engine local|process|ray] [--quick] [--json]

Each step takes as long as on a real device: lognormal with a median of 30 ms and a heavy tail (one in a hundred takes
longer than 0.4 s). `RolloutPool` plays whole episodes on its slots; Gymnasium's `AsyncVectorEnv`, with as many
processes, takes such steps in lockstep. The start of processes isn't counted. The row before the ratio is the limit if
only the steps took time. ``--engine ray`` needs the extra ``ray``. Exits with 1 if the limit is missed.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from functools import partial
from statistics import median
from typing import Any

import gymnasium as gym
from gymnasium.vector import AsyncVectorEnv

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.rollout import Job, RolloutPool
from crab_gym.task import action

TASK = "android.tidy_tasks"
MEDIAN, SIGMA = 0.030, 1.15
LIMIT = 3.0


class Slow(gym.Wrapper[Any, Any, Any, Any]):
    """Delays each step by a random time, determined by the episode's seed."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Restarts the random times from the seed."""
        self._draw = random.Random(seed)
        return super().reset(seed=seed, options=options)

    def step(self, action: Any) -> Any:
        """Waits, then steps."""
        time.sleep(self._draw.lognormvariate(math.log(MEDIAN), SIGMA))
        return super().step(action)


def make(task: str, steps: int, **options: Any) -> gym.Env[Any, Any]:
    """Makes a slow environment."""
    return Slow(CrabEnv(task, screens=False, max_steps=steps, **options))


def pooled(slots: int, engine: Any, episodes: int, steps: int) -> float:
    """Returns the steps per second of a pool.

    Args:
        slots: Number of slots.
        engine: The pool's engine.
        episodes: Number of episodes.
        steps: Steps per episode.
    """
    with RolloutPool(partial(make, steps=steps), slots, engine) as pool:
        list(pool.run([Job(TASK, 10**6 + number) for number in range(2 * slots)], "noop"))  # all slots start
        start = time.perf_counter()
        made = list(pool.run([Job(TASK, seed) for seed in range(episodes)], "noop"))
        passed = time.perf_counter() - start
    assert [record.error for record in made] == [""] * episodes
    return sum(record.actions for record in made) / passed


def lockstep(slots: int, rounds: int) -> float:
    """Returns the steps per second of as many environments in lockstep."""
    envs = AsyncVectorEnv([partial(make, TASK, 10**9) for _ in range(slots)])
    try:
        envs.reset(seed=0)
        wait = tuple(action("root", "wait", seconds=1) for _ in range(slots))
        start = time.perf_counter()
        for _ in range(rounds):
            envs.step(wait)
        return slots * rounds / (time.perf_counter() - start)
    finally:
        envs.close()


def main() -> int:
    """Runs the benchmark and prints its table; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--slots", type=int, default=16)
    parser.add_argument("--engine", choices=("local", "process", "ray"), default="local")
    parser.add_argument("--quick", action="store_true", help="one repeat, for a first look")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    episodes, steps, rounds, repeats = 12 * args.slots, 10, 40, 1 if args.quick else 3
    pairs = [(pooled(args.slots, args.engine, episodes, steps), lockstep(args.slots, rounds)) for _ in range(repeats)]
    pool, lock = (median(column) for column in zip(*pairs, strict=True))
    ratio = median(mine / other for mine, other in pairs)
    ideal = args.slots / (MEDIAN * math.exp(SIGMA**2 / 2))
    if args.json:
        figures = {"pool": pool, "lockstep": lock, "ideal": ideal, "ratio": ratio, "limit": LIMIT}
        print(json.dumps({"engine": args.engine, "slots": args.slots, **figures}, indent=2))
    else:
        print(f"{args.slots} slots, engine {args.engine}: steps of {MEDIAN * 1000:g} ms in the median")
        print(f"RolloutPool             {pool:7.1f} steps/s")
        print(f"lockstep                {lock:7.1f} steps/s")
        print(f"only the steps          {ideal:7.1f} steps/s")
        print(f"RolloutPool / lockstep  {ratio:7.2f}   limit {LIMIT:.2f}   {'ok' if ratio >= LIMIT else 'MISSED'}")
    return 0 if ratio >= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
