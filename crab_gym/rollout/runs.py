"""Runs of policies on several tasks, recorded in a run folder."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from crab_gym.backends.specs import without_secrets
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.rollout.episode import run_episode, versions
from crab_gym.rollout.job_queue import Ledger, Work
from crab_gym.rollout.jobs import Job, Policies, PolicyMaker, Seat, maker_name, seat
from crab_gym.rollout.pool import RolloutPool, by_id
from crab_gym.rollout.reader import last_attempts, read_attempts
from crab_gym.rollout.record import EpisodeKey, EpisodeRecord, RecordError, jsonable
from crab_gym.rollout.recorder import RunFolder
from crab_gym.task import load

__all__ = ["alone", "distinct", "rollout"]

PATIENCE = 3.0
"""Seconds to wait for another process that is at the same run: one that was killed may take a moment to be gone."""


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
    policy: PolicyMaker | Policies,
    backend: str | Mapping[str, Any] | None = None,
    seeds: Sequence[int] = (0,),
    out: Path | str | None = None,
    *,
    resume: bool = False,
    screens: bool = True,
    max_steps: int | None = None,
    progress: Callable[[EpisodeRecord, int, int], None] | None = None,
    told: Callable[[EpisodeRecord], None] | None = None,
    halt: Callable[[], bool] | None = None,
    slots: int = 1,
    engine: Literal["local", "process", "ray"] = "local",
    max_retries: int = 0,
    step_timeout: float | None = None,
    episode_timeout: float | None = None,
    about: Mapping[str, Any] | None = None,
) -> list[EpisodeRecord]:
    """Runs policies on tasks, each with all seeds: one episode after the other, or several at once in a `RolloutPool`.

    Args:
        tasks: Ids, or ``"module:ATTRIBUTE"`` of tasks of your own; a task that is given twice is played once, and so
            is a seed.
        policy: A name of `POLICIES`, what makes a policy for an environment, or a mapping from id to such; what makes
            it may wrap the environment for it (see `crab_gym.rollout.jobs.seat`).
        backend: What plays the devices; None for what each task does by default.
        seeds: The episodes' seeds.
        out: The run folder; nothing is written where None.
        resume: Whether to go on with the run in `out`: its episodes are kept, but for those that ended in an error or
            whose task has changed since; these are run again as another attempt. With a mapping, policies may be
            added.
        screens: Whether screens are drawn, shown to the policy, and kept in the run folder.
        max_steps: Step limit, where it isn't the tasks' own.
        progress: Called with each episode's record, how many are done, and how many there are; first with those of a
            resumed run.
        told: Called with the record of each attempt of this run, before `progress`; also of those that are run again.
        halt: Asked before each episode; where it is true, no more are begun.
        slots: How many episodes run at once; they end in no fixed order.
        engine: What these run on (see `RolloutPool`).
        max_retries: How often an episode is run again that the infrastructure failed.
        step_timeout: Seconds that a step may take, and the policy over its choice; None for no limit.
        episode_timeout: Seconds that an episode may take; None for no limit.
        about: What else the run's ``run.json`` shall say of how it is made.

    Returns:
        The episodes, those of a resumed run first.

    Raises:
        ValueError: An unknown task, policy or backend; or two tasks of the same name.
        RecordError: The run folder can't be used.
        PoolError: The slots can't be started.
    """
    policies = by_id(policy)
    tasks, seeds = distinct(tasks), list(dict.fromkeys(seeds))
    for task in tasks:  # all names are looked at before anything is made
        load(task).specs(backend)
    several = isinstance(policy, Mapping)
    folder: RunFolder | None = None
    before: dict[EpisodeKey, EpisodeRecord] = {}
    with alone(out):
        if out is not None:
            names = {name: maker_name(maker) for name, maker in policies.items()}
            config = {
                "tasks": tasks,
                **({"policies": names} if several else {"policy": next(iter(names.values()))}),
                "backend": jsonable(without_secrets(backend)),
                "seeds": seeds,
                "max_steps": max_steps,
                "screens": screens,
                **jsonable(about or {}),
            }
            folder = RunFolder(out, config, versions(), resume=resume)
            before = last_attempts(read_attempts(out, steps=True))
        records = dict(before)
        jobs, kept = [], []
        for job in (Job(task, seed, name) for task in tasks for seed in seeds for name in policies):
            last = before.get((load(job.task).name, job.seed, job.policy if several else ""))
            attempt = _attempt(job.task, last)
            if attempt is not None:
                jobs.append(job._replace(attempt=attempt))
            elif last is not None:
                kept.append(last)
        total = len(kept) + len(jobs)
        if progress is not None:
            for number, record in enumerate(kept, 1):
                progress(record, number, total)
        env = {"backend": backend, "screens": screens, "max_steps": max_steps, "on_device_error": "truncate"}
        limits = {"max_retries": max_retries, "step_timeout": step_timeout, "episode_timeout": episode_timeout}
        halt = halt or (lambda: False)
        if slots == 1 and engine == "local" and not any(limits.values()):
            played = _one_after_the_other(jobs, policies, env, folder, halt, several, told)
        else:
            pool = RolloutPool(env, slots, engine, **limits)  # type: ignore[arg-type]
            played = _on_slots(jobs, policy, pool, folder, halt, told)
        for done, record in enumerate(played, len(kept) + 1):
            records.pop(record.key, None)
            records[record.key] = record
            if progress is not None:
                progress(record, done, total)
        return list(records.values())


@contextmanager
def alone(out: Path | str | None) -> Iterator[None]:
    """Keeps other processes from writing to a run's folder; the lock ends with this process, however that ends.

    Raises:
        RecordError: Another process writes to it.
    """
    handle = None
    if out is not None:
        try:
            os.makedirs(out, exist_ok=True)
            handle = os.open(out, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:  # what is wrong with the folder is told by RunFolder
            handle = None
    try:
        if handle is not None:
            _lock(handle, out)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(handle: int, out: object) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise RecordError(
                    f"another process is at the run in {out}; wait until it has ended, or choose another folder"
                ) from None
            time.sleep(0.1)
        except OSError:  # a file system without locks
            return


def _attempt(task: str, last: EpisodeRecord | None) -> int | None:
    """Returns the number of an episode's next attempt; None where the last one counts."""
    if last is None:
        return 0
    return last.attempt + 1 if last.error or last.definition_hash != load(task).definition_hash() else None


def _one_after_the_other(
    jobs: Sequence[Job],
    policies: Policies,
    options: Mapping[str, Any],
    folder: RunFolder | None,
    halt: Callable[[], bool],
    several: bool,
    told: Callable[[EpisodeRecord], None] | None,
) -> Iterator[EpisodeRecord]:
    ledger = Ledger(policies, folder, True, {}, several, told)
    for task, group in groupby(jobs, lambda job: job.task):
        if halt():
            return
        env = CrabEnv(task, **options)
        try:
            seats: dict[str, Seat] = {}
            for job in group:
                if halt():
                    return
                if job.policy not in seats:
                    seats[job.policy] = seat(policies[job.policy], env)
                player, work = seats[job.policy], Work(job)
                ledger.begin(work)
                record = run_episode(
                    player.env,
                    player.policy,
                    seed=job.seed,
                    recorder=work.folder,
                    allow_restore=player.allow_restore,
                    attempt=job.attempt,
                )
                yield ledger.append(work, record)
        finally:
            env.close()


def _on_slots(
    jobs: Sequence[Job],
    policy: PolicyMaker | Policies,
    pool: RolloutPool,
    folder: RunFolder | None,
    halt: Callable[[], bool],
    told: Callable[[EpisodeRecord], None] | None,
) -> Iterator[EpisodeRecord]:
    with pool:
        yield from pool.run(jobs, policy, out=folder, halt=halt, told=told)
