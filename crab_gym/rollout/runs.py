"""Runs of one policy on several tasks, recorded in a run folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from crab_gym.backends.specs import without_secrets
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation.graph import unknown
from crab_gym.policies import POLICIES, make_policy
from crab_gym.records import EpisodeRecord, RunFolder, plain, read_run
from crab_gym.rollout.episode import run_episode, versions
from crab_gym.rollout.jobs import Job, PolicyMaker
from crab_gym.rollout.pool import RolloutPool
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
    policy: PolicyMaker,
    backend: str | Mapping[str, Any] | None = None,
    seeds: Sequence[int] = (0,),
    out: Path | str | None = None,
    *,
    resume: bool = False,
    screens: bool = True,
    max_steps: int | None = None,
    progress: Callable[[EpisodeRecord, int, int], None] | None = None,
    slots: int = 1,
    engine: Literal["local", "process", "ray"] = "local",
    max_retries: int = 0,
    step_timeout: float | None = None,
    episode_timeout: float | None = None,
) -> list[EpisodeRecord]:
    """Runs a policy on tasks, each with all seeds: one episode after the other, or several at once in a `RolloutPool`.

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
        slots: How many episodes run at once; they end in no fixed order.
        engine: What these run on (see `RolloutPool`).
        max_retries: How often an episode is run again that the infrastructure failed.
        step_timeout: Seconds that a step may take, and the policy over its choice; None for no limit.
        episode_timeout: Seconds that an episode may take; None for no limit.

    Returns:
        The episodes, those of a resumed run first.

    Raises:
        ValueError: An unknown task, policy or backend; or two tasks of the same name.
        RecordError: The run folder can't be used.
        PoolError: The slots can't be started.
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
    jobs = [
        Job(task, seed, attempt=attempt)
        for task in tasks
        for seed in seeds
        if (attempt := _attempt(task, before.get((load(task).name, seed)))) is not None
    ]
    total = len(tasks) * len(seeds)
    if progress is not None:
        planned = {(load(job.task).name, job.seed) for job in jobs}
        kept = [(load(task).name, seed) for task in tasks for seed in seeds]
        for number, key in enumerate((key for key in kept if key not in planned), 1):
            progress(records[key], number, total)
    env = {"backend": backend, "screens": screens, "max_steps": max_steps, "on_device_error": "truncate"}
    limits = {"max_retries": max_retries, "step_timeout": step_timeout, "episode_timeout": episode_timeout}
    if slots == 1 and engine == "local" and not any(limits.values()):
        played = _one_after_the_other(jobs, policy, env, folder)
    else:
        played = _on_slots(jobs, policy, RolloutPool(env, slots, engine, **limits), folder)  # type: ignore[arg-type]
    for done, record in enumerate(played, total - len(jobs) + 1):
        records.pop((record.task, record.seed), None)
        records[record.task, record.seed] = record
        if progress is not None:
            progress(record, done, total)
    return list(records.values())


def _attempt(task: str, last: EpisodeRecord | None) -> int | None:
    """Returns the number of an episode's next attempt; None where the last one counts."""
    if last is None:
        return 0
    return last.attempt + 1 if last.error or last.definition_hash != load(task).definition_hash() else None


def _one_after_the_other(
    jobs: Sequence[Job], policy: PolicyMaker, options: Mapping[str, Any], folder: RunFolder | None
) -> Iterator[EpisodeRecord]:
    for task, group in groupby(jobs, lambda job: job.task):
        env = CrabEnv(task, **options)
        try:
            player = make_policy(policy, env) if isinstance(policy, str) else policy(env)
            for job in group:
                recorder = folder.episode(env.task.name, job.seed, job.attempt) if folder else None
                record = run_episode(env, player, seed=job.seed, recorder=recorder, attempt=job.attempt)
                if folder is not None:
                    folder.append(record)
                yield record
        finally:
            env.close()


def _on_slots(
    jobs: Sequence[Job], policy: PolicyMaker, pool: RolloutPool, folder: RunFolder | None
) -> Iterator[EpisodeRecord]:
    with pool:
        yield from pool.run(jobs, policy, out=folder)
