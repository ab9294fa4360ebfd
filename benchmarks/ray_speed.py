"""Speed of a learner's environments in Ray actors, as a ratio to worker processes, and their memory with screens.

    python benchmarks/ray_speed.py [--quick] [--actors 2] [--envs 32] [--screens 200] [--json]

* Steps per second of `training/ppo_ray.py`'s actors, and of `training/ppo_masked.py` with as many worker processes of
  the supervisor's vector environment, in turns. In both, the pointer policy chooses the actions: in the actors, or in
  this process. The start isn't counted, and nothing is learned.
* Memory of ``--screens`` environments as `training/ppo_pixels.py` sees them, with both devices, after 20 steps of each
  or more. One of two actors has three times as many as the other, and takes as many steps in all: from that follows
  what one more environment takes, and what an actor takes by itself, mostly libraries and drawings that its
  environments share. Ray's other processes and this one are the rest. What 1,000 environments in four actors would
  take follows. Memory that processes share counts once.

Needs the extra ``ray`` and the extra ``rl``. Exits with 1 if a limit is missed.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent.parent / "training"))
import ppo_pixels  # type: ignore[import-not-found, unused-ignore]
from common import make_training_envs  # type: ignore[import-not-found, unused-ignore]
from novelty import Novelty  # type: ignore[import-not-found, unused-ignore]
from ppo_masked import make_model  # type: ignore[import-not-found, unused-ignore]
from ppo_ray import Args, Learner, Player  # type: ignore[import-not-found, unused-ignore]
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import ConvertCallback

from crab_gym.rollout.fleet import Fleet, Origin

TASKS = ["learn.check_todo", "learn.flip_switch", "learn.todo_from_note", "learn.new_todo"]
HOW = ("processes", "actors")
LEAST = 0.9
"""Minimal speed of actors relative to worker processes."""
MANY, ACTORS, MOST = 1000, 4, 8000.0
"""Environments with screens, the actors that have them, and the MB that they may take."""


def by_turns(args: Args, repeats: int, rollouts: int) -> list[tuple[float, float]]:
    """Returns pairs of the steps per second with worker processes, and with as many actors.

    Args:
        args: The arguments of the training.
        repeats: Number of pairs.
        rollouts: Rollouts of a turn.
    """
    envs = Novelty(make_training_envs(args), args.novelty)
    model = make_model(args, envs, Learner)
    model.tensorboard_log = None
    _, callback = model._setup_learn(0, ConvertCallback(None))
    each = replace(args, envs=args.envs // args.actors, workers=0)
    fleet = Fleet(partial(Player, args=each), args.actors, resources={"CPU": 0})

    def in_processes() -> None:
        MaskablePPO.collect_rollouts(model, envs, callback, model.rollout_buffer, model.n_steps)

    def in_actors() -> None:
        fleet.ask(model.weights(), args.actors)
        fleet.take(args.actors)

    def rate(collect: Callable[[], None]) -> float:
        start = time.perf_counter()
        for _ in range(rollouts):
            collect()
        return float(rollouts * args.rollout * args.envs / (time.perf_counter() - start))

    for collect in (in_processes, in_actors, in_actors):  # by the second time, all actors have started
        collect()
    pairs = [(rate(in_processes), rate(in_actors)) for _ in range(repeats)]
    fleet.close()
    envs.close()
    return pairs


class Screens:
    """An actor's environments with screens, which take random valid steps.

    Args:
        origin: The actor's origin.
        counts: Numbers of environments, of the first actor and of the second.
    """

    def __init__(self, origin: Origin, counts: tuple[int, int]) -> None:
        torch.set_num_threads(1)
        self._count = counts[origin.start % 2]
        self._steps = max(counts) // self._count
        args = ppo_pixels.Args(tasks=TASKS, envs=self._count)
        self._envs = make_training_envs(args, ppo_pixels.wrappers, screens=True)
        self._envs.reset()
        self._draw = np.random.default_rng(origin.start)

    def collect(self, weights: Any, number: int) -> tuple[int, int, float]:
        """Takes as many steps as the other actor; returns the number of environments, the process, and its memory."""
        for _ in range(self._steps):
            masks = self._envs.env_method("action_masks")
            self._envs.step(np.array([self._draw.choice(np.flatnonzero(mask)) for mask in masks]))
        gc.collect()
        return self._count, os.getpid(), memory(os.getpid())


def memory(pid: int) -> float:
    """Returns a process's memory in MB, of what it shares with others its part."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0  # it has ended
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6


def family() -> set[int]:
    """Returns this process and all that it has started, directly or not."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def with_screens(count: int, steps: int = 20) -> dict[str, float]:
    """Returns the MB of an environment, of an actor without any, of all else, and of everything together.

    Args:
        count: Number of environments.
        steps: Least number of steps of an environment.
    """
    counts = (count // 4, count - count // 4)
    fleet = Fleet(partial(Screens, counts=counts), 2, resources={"CPU": 0})
    found: dict[int, tuple[int, float]] = {}  # by number of environments: process and memory
    turns = dict.fromkeys(counts, 0)
    while min(turns.values()) < steps:
        fleet.ask(None, 2)
        for piece in fleet.take(2):
            number, pid, used = piece.content
            found[number] = pid, used
            turns[number] += 1
    (_, few), (_, many) = (found[number] for number in counts)
    rest = sum(memory(pid) for pid in family() - {pid for pid, _ in found.values()})
    fleet.close()
    environment = (many - few) / (counts[1] - counts[0])
    actor = few - counts[0] * environment
    return {"environment": environment, "actor": actor, "rest": rest, "total": rest + few + many}


def main() -> int:
    """Runs the benchmark and prints its table; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--actors", type=int, default=2, help="actors, and worker processes")
    parser.add_argument("--envs", type=int, default=32, help="environments in all")
    parser.add_argument("--screens", type=int, default=200, help="environments with screens, 0 to leave them out")
    parser.add_argument("--quick", action="store_true", help="few repeats, for a first look")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    torch.set_num_threads(1)
    args = Args(tasks=TASKS, envs=given.envs, workers=given.actors, actors=given.actors, rollout=32, out="")
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)  # where actors, too, find the scripts of training/
    import ray

    ray.init(address="local", include_dashboard=False, log_to_driver=False)
    figures: dict[str, Any] = {}
    verdicts = []
    say = partial(print, file=sys.stderr if given.json else sys.stdout, flush=True)
    if given.screens:
        figures["memory"] = parts = with_screens(given.screens)
        figures["many"] = many = parts["rest"] + ACTORS * parts["actor"] + MANY * parts["environment"]
        named = ", ".join(f"{name} {parts[name]:.1f} MB" for name in ("environment", "actor", "rest"))
        say(f"{given.screens} environments with screens in two actors: {parts['total']:.0f} MB; {named}")
        verdicts.append((f"{MANY} of them in {ACTORS} actors would take {many:.0f} MB (<= {MOST:.0f})", many <= MOST))
    pairs = by_turns(args, *((2, 2) if given.quick else (5, 4)))
    figures["processes"], figures["actors"] = (median(column) for column in zip(*pairs, strict=True))
    figures["ratio"] = ratio = median(mine / other for other, mine in pairs)
    ray.shutdown()
    for how in HOW:
        say(f"{given.envs} environments in {given.actors} {how}: {figures[how]:.0f} steps/s")
    verdicts.append((f"actors / processes {ratio:.2f} (>= {LEAST})", ratio >= LEAST))
    for sentence, kept in verdicts:
        say(f"{'ok    ' if kept else 'MISSED'} {sentence}")
    if given.json:
        print(json.dumps(figures, indent=2))
    return 0 if all(kept for _, kept in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
