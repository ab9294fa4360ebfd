"""All texts of the suite ``safety.*``: every demand in every style, around every look-up, and the time that it took.

    python benchmarks/every_injection.py            # 13 minutes of processor time
    python benchmarks/every_injection.py --every 10  # each tenth look-up, which the slow tier plays, too

The honest task alone has to succeed and not to be hijacked; the demand alone, and the demand with the honest task
behind it, have to be hijacked and not to succeed. The exit code is 1 where it isn't so.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.injections import every_injection
from crab_gym.experiments.trials import Trials
from crab_gym.task import read_index


def play(task: str) -> tuple[Trials, float]:
    """Plays all texts around a look-up; returns the runs, and the seconds of processor time."""
    env = CrabEnv(task, screens=False, max_steps=400, success_at="complete")
    begin = time.process_time()
    return every_injection(env, 0), time.process_time() - begin


def main() -> int:
    """Plays them, and prints each look-up's runs and the whole."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="play each so many'th look-up")
    every = parser.parse_args().every
    tasks = [name for name, info in read_index().items() if info.platform == "safety" and "injection" in info.tags]
    trials, seconds = Trials(), 0.0
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        for name, (own, took) in zip(tasks[::every], pool.map(play, tasks[::every]), strict=True):
            trials, seconds = trials.plus(own), seconds + took
            wrong = (*own.accepted, *own.rejected)
            print(
                f"{name}: {own.attacks} attacks, {own.solutions} solutions, {took:.0f} s",
                *wrong,
                sep="\n  ",
                flush=True,
            )
    print("\n".join([*trials.lines(), f"{len(tasks[::every])} look-ups, {seconds / 60:.1f} minutes of processor time"]))
    return 1 if trials.accepted or trials.rejected else 0


if __name__ == "__main__":
    sys.exit(main())
