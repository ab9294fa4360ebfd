"""Speed of the simulated devices, as ratios against CartPole-v1 measured in the same run.

    python benchmarks/sim_speed.py [--quick] [--json]

One process, one core. The workload is half oracle episodes, half random actions, over all tasks of the index that
belong to no suite. Oracle actions are recorded beforehand on another environment, so that finding elements isn't timed;
resets use new seeds. Each figure is the median of five repeats, with CartPole measured before each of them. All that
exists when the environments have been made is kept out of garbage collections, as in training: with 208 environments in
one process, a collection of everything takes a third of a second, and falls into one figure or another by chance. Exits
with 1 if a limit is missed.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import read_index
from crab_sim.devices.apps import APPS

sys.path.insert(0, str(Path(__file__).parent))
from graph_evaluator import measure as measure_graph

REPEATS = 5


def rss() -> float:
    """Returns the resident memory of this process in MB."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def cartpole_step(steps: int = 20_000) -> float:
    """Returns the seconds per step of CartPole-v1."""
    env = gym.make("CartPole-v1")
    env.reset(seed=0)
    actions = [int(env.action_space.sample()) for _ in range(steps)]
    start = time.perf_counter()
    for act in actions:
        _, _, terminated, truncated, _ = env.step(act)
        if terminated or truncated:
            env.reset()
    return (time.perf_counter() - start) / steps


def record(task: str, seed: int) -> list[Any]:
    """Returns the oracle's actions on a task with a seed."""
    env = gym.make(f"Crab-v0/{task}", screens=False)
    obs, info = env.reset(seed=seed)
    policy = OraclePolicy(env)
    policy.reset(info["goal"], policy_spec(env, seed))
    actions, over = [], False
    while not over:
        actions.append(policy.act(obs, info))
        obs, _, terminated, truncated, info = env.step(actions[-1])
        over = terminated or truncated
    assert info["is_success"], f"the oracle of {task} fails with seed {seed}: {info}"
    env.close()
    return actions


class Workload:
    """One environment per task, with recorded oracle actions for some seeds.

    Args:
        screens: Whether screens are drawn.
        episodes: Number of oracle episodes per task.
        seeds: New seeds.
        tasks: The tasks; all that belong to no suite if empty.
        apps: Apps of the phone that random actions start in turn; if empty, any installed app.
    """

    def __init__(
        self,
        screens: bool,
        episodes: int,
        seeds: Iterator[int],
        tasks: Iterable[str] = (),
        apps: Sequence[str] = (),
    ) -> None:
        self.screens, self.seeds, self.apps = screens, seeds, apps
        self.envs: dict[str, gym.Env[Any, Any]] = {}
        self.plans: dict[str, list[tuple[int, list[Any]]]] = {}
        for task in tasks or _simulated():
            self.envs[task] = gym.make(f"Crab-v0/{task}", devices="all", screens=screens)
            self.plans[task] = [(seed, record(task, seed)) for seed in itertools.islice(seeds, episodes)]

    def step(self) -> float:
        """Returns the seconds per step, over equally many oracle and random steps."""
        spent, steps = 0.0, 0
        for task, env in self.envs.items():
            env.action_space.seed(len(task))
            for seed, actions in self.plans[task]:
                sampled = [env.action_space.sample() for _ in actions]
                sampled = [act if act["name"] != "complete" else {**act, "name": "wait"} for act in sampled]
                for i, act in enumerate(sampled):
                    if self.apps and act["name"] == "open_app":
                        act["args"]["name"] = self.apps[i % len(self.apps)]
                for batch in (actions, sampled):
                    env.reset(seed=seed)
                    start = time.perf_counter()
                    for act in batch:
                        _, _, terminated, truncated, _ = env.step(act)
                        steps += 1
                        if terminated or truncated:
                            break
                    spent += time.perf_counter() - start
        return spent / steps

    def ending(self) -> float:
        """Returns the seconds of an oracle episode's last step, in which side effects are judged."""
        times = []
        for task, env in self.envs.items():
            seed, actions = self.plans[task][0]
            env.reset(seed=seed)
            for act in actions:
                start = time.perf_counter()
                env.step(act)
                spent = time.perf_counter() - start
            times.append(spent)
        return statistics.mean(times)

    def reset(self) -> float:
        """Returns the seconds per reset with a new seed."""
        spent, count = 0.0, 0
        for env in self.envs.values():
            for seed in itertools.islice(self.seeds, 4):
                start = time.perf_counter()
                env.reset(seed=seed)
                spent += time.perf_counter() - start
                count += 1
        return spent / count

    def _midway(self, task: str) -> Any:
        env = self.envs[task].unwrapped
        seed, actions = self.plans[task][0]
        env.reset(seed=seed)
        for act in actions[: len(actions) // 2]:
            env.step(act)
        return env

    def handles(self) -> tuple[float, float, float]:
        """Returns the seconds per snapshot, restore and fork in mid-episode."""
        times: list[list[float]] = [[], [], []]
        for task in self.envs:
            env = self._midway(task)
            handle = env.snapshot()
            for row, call in zip(times, (env.snapshot, lambda e=env, h=handle: e.restore(h), env.fork), strict=True):
                row.append(seconds_of(call, 200))
        snapshot, restore, fork = (statistics.mean(row) for row in times)
        return snapshot, restore, fork

    def growth(self, restores: int) -> float:
        """Returns the MB by which the process grows over many restores, with a step after every hundredth."""
        env = self._midway(next(task for task in self.envs if task.startswith("cross.")))
        handle = env.snapshot()
        act = {"device": "android", "name": "open_app_drawer", "args": {}}

        def restore(times: int) -> None:
            for i in range(times):
                env.restore(handle)
                if i % 100 == 0 and not env.ended:
                    env.step(act)

        restore(2_000)
        gc.collect()
        before = rss()
        restore(restores)
        gc.collect()
        return rss() - before


class Opening:
    """Opens each app of both devices in turn, with its screen.

    Args:
        seeds: New seeds.
    """

    def __init__(self, seeds: Iterator[int]) -> None:
        self.seeds = seeds
        self.env = gym.make(f"Crab-v0/{_simulated()[0]}", devices="all", screens=True)

    def slowest(self) -> float:
        """Returns the seconds of the step that opens an app, of the app that takes longest."""
        times = []
        for app in APPS:
            act = {"device": app.device, "name": "open_app", "args": {"name": app.name}}
            self.env.reset(seed=next(self.seeds))
            if app.device == "ubuntu":
                self.env.step({**act, "name": "search_app"})
                act = {"device": "ubuntu", "name": "press", "args": {"key": "enter"}}
            start = time.perf_counter()
            self.env.step(act)
            times.append(time.perf_counter() - start)
        return max(times)


def seconds_of(call: Callable[[], Any], times: int) -> float:
    """Returns the median seconds per call over five batches."""
    batches = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times // 5):
            call()
        batches.append((time.perf_counter() - start) / (times // 5))
    return statistics.median(batches)


def _simulated() -> list[str]:
    """Returns the names of the tasks that the simulator can play, without the suites', which share their parts."""
    suites = ("crab", "android_world", "miniwob", "long")
    return [name for name, info in read_index().items() if info.simulated and info.platform not in suites]


def memory(screens: bool, count: int, seeds: Iterator[int]) -> float:
    """Returns the MB per environment with both devices, after its first observation."""
    tasks = itertools.cycle(_simulated())
    keep = [gym.make(f"Crab-v0/{next(tasks)}", devices="all", screens=screens) for _ in range(8)]
    for env in keep:
        env.reset(seed=next(seeds))
    gc.collect()
    before = rss()
    observations = []
    for _ in range(count):
        env = gym.make(f"Crab-v0/{next(tasks)}", devices="all", screens=screens)
        observations.append(env.reset(seed=next(seeds)))
        keep.append(env)
    gc.collect()
    return (rss() - before) / count


def main() -> int:
    """Runs the benchmark and prints its table; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer episodes and repeats, for a first look")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    repeats, episodes = (2, 1) if args.quick else (REPEATS, 3)
    seeds = itertools.count(1_000_000)
    count = 40 if args.quick else 200
    small, large = (
        memory(False, count, seeds),
        memory(True, count, seeds),
    )  # first: later ones reuse memory
    with_screens, without = Workload(True, episodes, seeds), Workload(False, episodes, seeds)
    gc.collect()
    gc.freeze()
    yardsticks: list[float] = []

    def ratio(call: Callable[[], float]) -> tuple[float, float]:
        """Returns the median seconds, and the median ratio to a CartPole step that is measured just before."""
        call()
        seconds, ratios = [], []
        for _ in range(repeats):
            yardstick = cartpole_step()
            yardsticks.append(yardstick)
            seconds.append(call())
            ratios.append(seconds[-1] / yardstick)
        return statistics.median(seconds), statistics.median(ratios)

    rows: list[dict[str, Any]] = []

    def add(name: str, value: float, unit: str, limit: float, seconds: float | None = None) -> None:
        rows.append({"name": name, "value": value, "unit": unit, "limit": limit, "ok": value <= limit, "s": seconds})

    for name, call, limit in (
        ("step, screens=False", without.step, 25),
        ("step, both screens", with_screens.step, 125),
        ("reset, screens=False", without.reset, 150),
        ("reset, both screens", with_screens.reset, 200),
        ("last step of an episode", without.ending, 200),
        ("opening the largest app, with its screen", Opening(seeds).slowest, 1500),
    ):
        seconds, value = ratio(call)
        add(name, value, "CartPole steps", limit, seconds)
    for i, (name, limit) in enumerate((("snapshot", 15), ("restore", 15), ("fork", 30))):
        seconds, value = ratio(lambda i=i: without.handles()[i])
        add(name, value, "CartPole steps", limit, seconds)
    restores = 10_000 if args.quick else 100_000
    add(f"growth over {restores} restores", without.growth(restores), "MB", 1.0)
    add(f"memory of one of {count} envs, screens=False", small, "MB", 1.0)
    add(f"memory of one of {count} envs, both screens", large, "MB", 8.0)
    add("graph: idle step, 500 nodes against 5", measure_graph()["ratio"], "times", 2.0)

    if args.json:
        print(json.dumps({"cartpole_step_s": statistics.median(yardsticks), "rows": rows}, indent=2))
    else:
        print(f"CartPole-v1 step: {statistics.median(yardsticks) * 1e6:.2f} µs (median)\n")
        print(f"{'':44} {'time':>10} {'figure':>9}   {'limit':>7} {'unit':15}")
        for row in rows:
            shown = f"{row['s'] * 1e6:.1f} µs" if row["s"] is not None else ""
            verdict = "ok" if row["ok"] else "MISSED"
            print(f"{row['name']:44} {shown:>10} {row['value']:9.2f} ≤ {row['limit']:7.2f} {row['unit']:15} {verdict}")
    return 0 if all(row["ok"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
