"""Speed of environments as learners use them: with each stack of wrappers, side by side, and while training.

    python benchmarks/rl_speed.py [--quick] [--json]

* Steps with each stack of wrappers, in units of a step of CartPole-v1 measured before and after each repeat, both in
  processor time. The workload is half oracle episodes, half random valid actions, over all tasks; if actions are
  indices, a step includes the mask.
* Environments in one process, 1 to 256, and in worker processes, in turns: one worker, two in one vector environment,
  and two in a vector environment each, of which the first that is ready gets its next actions. 32 environments in
  total, to which the limit applies, and 128. For comparison, the speed of two processes that only count.
* The shares of training time for environments, the policy's choices, and updates (needs the extra ``rl``).
* MiniWoB++ in headless Chromium in the same run, before, between and after (`pip install miniwob`, Debian's chromium
  and chromium-driver).

Parts that can't be measured are left out, with the reason. Exits with 1 if a limit is missed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

import crab_gym
from crab_gym.envs.vector import wait_any
from crab_gym.task import read_index
from crab_gym.wrappers import DiscreteElements, Features, SetOfMarks, TextObservation
from crab_sim.extras import install_command

sys.path.insert(0, str(Path(__file__).parent.parent / "training"))
sys.path.insert(0, str(Path(__file__).parent))
from desktop_speed import miniwob
from sim_speed import record

Wrap = Callable[[Any], Any]
ELEMENTS = partial(DiscreteElements, marks=64, texts=16)
STACKS: dict[str, tuple[bool, Sequence[Wrap], float | None]] = {
    "no wrapper": (False, (), None),
    "TextObservation": (False, (TextObservation,), None),
    "DiscreteElements": (False, (ELEMENTS,), 40.0),
    "DiscreteElements, Features": (False, (ELEMENTS, Features), None),
    "no wrapper, screens": (True, (), None),
    "SetOfMarks, screens": (True, (SetOfMarks,), 150.0),
    "DiscreteElements, Features, screens": (True, (ELEMENTS, partial(Features, screens=(100, 45))), None),
}
"""Name to whether screens are drawn, the wrappers from the inside out, and the limit of a step in CartPole steps."""
TWO_WORKERS = 1.8
"""Minimal speed of two worker processes relative to one, used in the better way."""
OVER_MINIWOB = {"DiscreteElements": 100.0, "no wrapper, screens": 50.0, "SetOfMarks, screens": 50.0}
"""Minimal speed of a stack relative to MiniWoB++, whose screenshots have no marks."""


def cartpole_step(steps: int = 20_000) -> float:
    """Returns the processor seconds per step of CartPole-v1."""
    env = gym.make("CartPole-v1")
    env.reset(seed=0)
    actions = [int(env.action_space.sample()) for _ in range(steps)]
    start = time.process_time()
    for action in actions:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()
    return (time.process_time() - start) / steps


class Course:
    """The workload of one stack of wrappers: oracle steps, and as many random ones.

    Args:
        stack: Name of the stack.
        tasks: The tasks.
        episodes: Oracle episodes per task.
    """

    def __init__(self, stack: str, tasks: Sequence[str], episodes: int) -> None:
        screens, wrappers, _ = STACKS[stack]
        self.envs: dict[str, Any] = {}
        self.plans = {task: [(seed, record(task, seed)) for seed in range(episodes)] for task in tasks}
        for task in tasks:
            env: Any = gym.make(f"Crab-v0/{task}", disable_env_checker=True, devices="all", screens=screens)
            for wrapper in wrappers:
                env = wrapper(env)
            self.envs[task] = env
        self.random = np.random.default_rng(0)

    def step(self) -> tuple[float, float]:
        """Returns the elapsed seconds per step, and the processor seconds."""
        spent, used, steps = 0.0, 0.0, 0
        for task, env in self.envs.items():
            indices = isinstance(env.action_space, gym.spaces.Discrete)
            env.action_space.seed(len(task))
            for seed, actions in self.plans[task]:
                for plan in (actions, [None] * len(actions)):
                    env.reset(seed=seed)
                    over = False
                    for planned in plan:
                        chosen = self._choose(env, planned, indices)
                        for action in chosen:
                            start, working = time.perf_counter(), time.process_time()
                            _, _, terminated, truncated, _ = env.step(action)
                            if indices:
                                env.get_wrapper_attr("action_masks")()
                            used += time.process_time() - working
                            spent += time.perf_counter() - start
                            steps += 1
                            over = terminated or truncated
                            if over:
                                break
                        if over:
                            break
        return spent / steps, used / steps

    def _choose(self, env: Any, planned: Any, indices: bool) -> Sequence[Any]:
        """Returns the env's actions for a planned action, or else a random valid one that doesn't end the episode.

        Args:
            env: The environment.
            planned: The oracle's action, if any.
            indices: Whether the env's actions are indices.
        """
        if not indices:
            drawn = planned or env.action_space.sample()
            return [
                drawn if drawn["name"] != "complete" else {"device": "root", "name": "wait", "args": {"seconds": 1}}
            ]
        known = env.get_wrapper_attr("indices_of")(planned) if planned else None
        if known is not None:
            return list(known)
        valid = np.flatnonzero(env.get_wrapper_attr("action_masks")())
        while env.get_wrapper_attr("choice")(index := int(self.random.choice(valid))).verb == "complete":
            pass
        return [index]


def stacks(tasks: Sequence[str], episodes: int, repeats: int) -> Iterator[dict[str, Any]]:
    """Yields the figures of each stack: a step's cost in seconds and in CartPole steps."""
    for name, (_, _, limit) in STACKS.items():
        course = Course(name, tasks, episodes)
        course.step()  # fills the caches
        seconds, ratios = [], []
        for _ in range(repeats):
            before = cartpole_step()
            spent, used = course.step()
            seconds.append(spent)
            ratios.append(2 * used / (before + cartpole_step()))
        yield {"stack": name, "s": statistics.median(seconds), "cartpole": statistics.median(ratios), "limit": limit}


def rate(steps: int, count: int, halves: bool = False, **how: Any) -> float:
    """Returns the total steps per second of environments side by side, which take random valid actions.

    The whole loop is measured, including the choice of actions.

    Args:
        steps: Number of steps of all environments.
        count: Number of environments.
        halves: Whether two vector environments have half of the environments each; the first that is ready gets its
            next actions while the other steps.
        **how: Arguments of `make_vec`.
    """
    tasks = ["learn.check_todo", "learn.flip_switch", "learn.todo_from_note", "learn.new_todo"][: max(1, min(4, count))]
    wrapped = {"wrappers": [ELEMENTS, Features], "screens": False, "devices": "all", "autoreset_mode": "SameStep"}
    groups = [crab_gym.make_vec(tasks, count // (1 + halves), **wrapped, **how) for _ in range(1 + halves)]
    random = np.random.default_rng(0)

    def choose(envs: Any) -> Any:
        return np.array([random.choice(np.flatnonzero(mask)) for mask in envs.call("action_masks")])

    for number, envs in enumerate(groups):
        envs.reset(seed=number * (count // 2))
        if halves:
            envs.step_async(choose(envs))
    warm, turns, start = max(1, steps // count // 4), max(1, steps // count), 0.0
    for turn in range(warm + turns):
        if turn == warm:
            start = time.perf_counter()
        for envs in groups:
            if halves:
                envs = wait_any(groups)
                envs.step_wait()
                envs.step_async(choose(envs))
            else:
                envs.step(choose(envs))
    spent = time.perf_counter() - start
    for envs in groups:
        if halves:
            envs.step_wait()
        envs.close()
    return turns * count / spent


WORKERS: dict[str, dict[str, Any]] = {
    "one": {"workers": 1},
    "two, all at once": {"workers": 2},
    "two, half by half": {"workers": 1, "halves": True},
}
"""Ways to use worker processes, all with the same total number of environments."""


def workers_by_turns(steps: int, envs: int, turns: int) -> dict[str, float]:
    """Returns the median steps per second of each of `WORKERS`, measured in turns."""
    taken = [{name: rate(steps, envs, mode="process", **how) for name, how in WORKERS.items()} for _ in range(turns)]
    return {name: statistics.median(turn[name] for turn in taken) for name in WORKERS}


def _count(number: int) -> float:
    start = time.perf_counter()
    for _ in range(number):
        pass
    return time.perf_counter() - start


def machine_by_turns(turns: int, number: int = 20_000_000) -> float:
    """Returns the median speed of two processes that only count, relative to one."""
    ratios = []
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(_count, [number] * 2, chunksize=1)  # so that both have started
        for _ in range(turns):
            alone = pool.apply(_count, (number,))
            ratios.append(2 * alone / max(pool.map(_count, [number] * 2, chunksize=1)))
    return statistics.median(ratios)


def learner(steps: int) -> dict[str, float] | str:
    """Returns the shares of training time for environments, the policy's choices and updates, or why there are none."""
    try:
        import torch
        from common import make_training_envs  # type: ignore[import-not-found, unused-ignore]
        from ppo_masked import Args, make_model  # type: ignore[import-not-found, unused-ignore]
    except ImportError as error:
        return f"{error}: {install_command('rl')}"

    torch.set_num_threads(1)
    args = Args(tasks=["learn.check_todo"], out="")
    envs = make_training_envs(args)  # a stopwatch
    updating = 0.0
    model = make_model(args, envs)
    model.tensorboard_log = None
    update = model.train

    def train() -> None:
        nonlocal updating
        start = time.perf_counter()
        update()
        updating += time.perf_counter() - start

    model.train = train
    start = time.perf_counter()
    model.learn(steps)
    total = time.perf_counter() - start
    envs.close()
    in_env, in_update = envs.stepping / total, updating / total
    return {"env": in_env, "policy": 1 - in_env - in_update, "update": in_update, "steps_per_second": steps / total}


def main() -> int:
    """Measures and prints the figures; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few tasks and repeats: figures are rough")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    tasks = [name for name, info in read_index().items() if info.simulated and info.platform not in ("crab", "long")]
    tasks, episodes, repeats, steps = (tasks[::6], 1, 2, 1024) if args.quick else (tasks, 2, 5, 8192)
    peers = [miniwob(10 * steps // 1024)]
    by_stack = list(stacks(tasks, episodes, repeats))
    peers.append(miniwob(10 * steps // 1024))
    in_process = {count: rate(steps, count, mode="batch") for count in (1, 4, 16, 64, 256)}
    workers = {envs: workers_by_turns(steps, envs, repeats) for envs in (32, 128)}
    machine = machine_by_turns(repeats)
    shares = learner(max(4096, steps))
    peers.append(miniwob(10 * steps // 1024))
    known = [each["steps_per_second"] for each in peers if not isinstance(each, str)]
    peer = {"steps_per_second": statistics.median(known)} if known else peers[0]
    if args.json:
        figures = {
            "stacks": by_stack,
            "in_process": in_process,
            "workers": workers,
            "machine": machine,
            "learner": shares,
            "miniwob": peer,
        }
        print(json.dumps(figures, indent=2))
    verdicts = []
    for row in by_stack:
        said = f"{row['stack']:38} {row['s'] * 1e6:8.0f} µs {1 / row['s']:8.0f} steps/s {row['cartpole']:7.1f} CartPole"
        if not isinstance(peer, str):
            over = 1 / row["s"] / float(peer["steps_per_second"])  # type: ignore[index]
            said += f" {over:7.0f} x MiniWoB++"
            if row["stack"] in OVER_MINIWOB:
                least = OVER_MINIWOB[row["stack"]]
                verdicts.append((f"{row['stack']}: {over:.0f} x MiniWoB++ (>= {least:.0f})", over >= least))
        if row["limit"]:
            sentence = f"{row['stack']}: {row['cartpole']:.1f} CartPole steps (<= {row['limit']:.0f})"
            verdicts.append((sentence, row["cartpole"] <= row["limit"]))
        print(said, file=sys.stderr if args.json else sys.stdout)
    best = max(list(WORKERS)[1:], key=lambda name: workers[32][name])
    times = workers[32][best] / workers[32]["one"]
    verdicts.append((f"worker processes: {best}: {times:.2f} x one (>= {TWO_WORKERS})", times >= TWO_WORKERS))
    if not args.json:
        print("in one process: " + ", ".join(f"{n} envs {r:.0f} steps/s" for n, r in in_process.items()))
        for envs, rates in workers.items():
            said = [f"{name} {each:.0f} steps/s ({each / rates['one']:.2f})" for name, each in rates.items()]
            print(f"worker processes, {envs} envs: " + "; ".join(said))
        print(f"two processes that only count: {machine:.2f} x one")
        if isinstance(shares, str):
            print(f"learner: left out, {shares}")
        else:
            print("learner: " + ", ".join(f"{name} {share:.0%}" for name, share in list(shares.items())[:3]), end="")
            print(f" of the time, {shares['steps_per_second']:.0f} steps/s in all")
        said = f"left out, {peer}" if isinstance(peer, str) else f"{peer['steps_per_second']:.1f} steps/s"
        print(f"MiniWoB++: {said}")
        for sentence, kept in verdicts:
            print(f"{'ok    ' if kept else 'MISSED'} {sentence}")
    return 0 if all(kept for _, kept in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
