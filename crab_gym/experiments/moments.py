"""Events at other moments: whenever they come, the oracle has to succeed, since nobody may rely on their time.

* `other_moments` - plays the oracle with each event that comes at a time of its own at drawn times: before the first
  checkpoint, between two of them, and after the last.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.trials import Trials
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Params, Task
from crab_gym.task.events import Moment, TaskEvent

__all__ = ["other_moments"]

_DRAWS = 4
"""Plays per seed, beside that in which all events come at once and that in which they come late."""


def other_moments(env: CrabEnv, seeds: Iterable[int]) -> Trials:
    """Plays the oracle with the events of its task at other moments.

    Args:
        env: The task's environment, with more steps than any trial takes.
        seeds: The episodes' seeds.
    """
    task, runs, rejected = env.task, 0, []
    for seed in seeds:
        env.task = task
        record = run_episode(env, OraclePolicy(env), seed=seed)
        free = [event.id for event in task.events(env.params) if _is_free(event)]
        if not free:
            continue
        # An action takes a second, and a wait its seconds.
        length = sum(step.action["args"].get("seconds", 1.0) for step in record.steps)
        rng = random.Random(f"{task.name}:{seed}:moments")
        for number in range(_DRAWS + 2):
            at = {name: (0.0, length)[number] if number < 2 else rng.uniform(0, 1.2 * length) for name in free}
            env.task = replace(task, events=partial(_moved, task, at))
            runs += 1
            record = run_episode(env, OraclePolicy(env), seed=seed)
            if not record.success:
                told = ", ".join(f"{name} at {second:.0f} s" for name, second in at.items())
                rejected.append(f"seed {seed}: {told}: {record.error or record.end_reason}")
    env.task = task
    return Trials(0, runs, (), tuple(rejected))


def _is_free(event: TaskEvent) -> bool:
    """Returns whether an event comes at a time of its own, whatever the agent does."""
    return not (event.when.checkpoint or event.when.app or event.when.event)


def _moved(task: Task, at: Mapping[str, float], params: Params) -> list[TaskEvent]:
    """Returns a task's events, those with a time in `at` at that time."""
    return [replace(event, when=Moment(at[event.id])) if event.id in at else event for event in task.events(params)]
