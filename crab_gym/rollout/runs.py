"""Runs of one policy on several tasks, recorded in a run folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym

from crab_gym.backends.specs import without_secrets
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation.graph import unknown
from crab_gym.policies import POLICIES, Policy, make_policy
from crab_gym.records import EpisodeRecord, RunFolder, plain, read_run
from crab_gym.rollout.episode import run_episode, versions
from crab_gym.task import load

__all__ = ["distinct", "rollout"]


def distinct(tasks: Sequence[str]) -> list[str]:
    """Returns tasks in their order, each once: of several names for one task, the first.

    Args:
        tasks: Ids, or ``"module:ATTRIBUTE"``.

    Raises:
        ValueError: There is no such task; or two different ones have the same name, which records couldn't tell apart.

    >>> distinct(["ubuntu.write_note", "crab_tasks.ubuntu.write_note:TASK"])
    ['ubuntu.write_note']
    """
    first: dict[str, str] = {}
    for ref in tasks:
        task = load(ref)
        kept = first.setdefault(task.name, ref)
        if load(kept) is not task:
            raise ValueError(f"{kept!r} and {ref!r} are two tasks of one name, {task.name!r}; rename one")
    return list(first.values())


def rollout(
    tasks: Sequence[str],
    policy: str | Callable[[gym.Env[Any, Any]], Policy],
    backend: str | Mapping[str, Any] | None = None,
    seeds: Sequence[int] = (0,),
    out: Path | str | None = None,
    *,
    resume: bool = False,
    screens: bool = True,
    max_steps: int | None = None,
    progress: Callable[[EpisodeRecord, int, int], None] | None = None,
) -> list[EpisodeRecord]:
    """Runs a policy on tasks, each with all seeds, one episode after the other.

    Args:
        tasks: Ids, or ``"module:ATTRIBUTE"`` of tasks of your own; a task that is given twice is played once, and so
            is a seed.
        policy: A name of `POLICIES`, or what makes a policy for an environment.
        backend: What plays the devices; None for what each task does by default.
        seeds: The episodes' seeds.
        out: The run folder; nothing is written where None.
        resume: Whether to go on with the run in `out`: its episodes are kept, but for those that ended in an error or
            whose task has changed since; these are run again as another attempt.
        screens: Whether screens are drawn, shown to the policy, and kept in the run folder.
        max_steps: Step limit, where it isn't the tasks' own.
        progress: Called with each episode's record, how many are done, and how many there are.

    Returns:
        The episodes, those of a resumed run first.

    Raises:
        ValueError: An unknown task, policy or backend; or two tasks of the same name.
        RecordError: The run folder can't be used.
    """
    if isinstance(policy, str) and policy not in POLICIES:
        unknown("policy", policy, POLICIES)
    tasks, seeds = distinct(tasks), list(dict.fromkeys(seeds))
    for task in tasks:  # all names are looked at before anything is made
        load(task).specs(backend)
    folder: RunFolder | None = None
    before: dict[tuple[str, int], EpisodeRecord] = {}
    if out is not None:
        config = {
            "tasks": tasks,
            "policy": policy if isinstance(policy, str) else getattr(policy, "__name__", type(policy).__name__),
            "backend": plain(without_secrets(backend)),
            "seeds": seeds,
            "max_steps": max_steps,
        }
        folder = RunFolder(out, config, versions(), resume=resume)
        before = {(record.task, record.seed): record for record in read_run(out)}
    records: dict[tuple[str, int], EpisodeRecord] = dict(before)
    done, total = 0, len(tasks) * len(seeds)
    for task in tasks:
        env = CrabEnv(task, backend=backend, screens=screens, max_steps=max_steps, on_device_error="truncate")
        try:
            player = make_policy(policy, env) if isinstance(policy, str) else policy(env)
            name, digest = env.task.name, env.task.definition_hash()
            for seed in seeds:
                last = before.get((name, seed))
                if last is None or last.error or last.definition_hash != digest:
                    attempt = 0 if last is None else last.attempt + 1
                    recorder = folder.episode(name, seed, attempt) if folder else None
                    record = run_episode(env, player, seed=seed, recorder=recorder, attempt=attempt)
                    if folder is not None:
                        folder.append(record)
                    records.pop((name, seed), None)
                    records[name, seed] = record
                done += 1
                if progress is not None:
                    progress(records[name, seed], done, total)
        finally:
            env.close()
    return list(records.values())
