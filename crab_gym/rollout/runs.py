"""Runs of policies on several tasks, recorded in a run folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from crab_gym.backends.specs import without_secrets
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.variation import parse_variation
from crab_gym.records import (
    EpisodeKey,
    EpisodeRecord,
    RunFolder,
    jsonable,
    last_attempts,
    read_attempts,
    read_config,
)
from crab_gym.records.resume import next_attempt, recorded_success
from crab_gym.rollout.episode import run_episode, versions
from crab_gym.rollout.job_queue import RunLog, Work, policies_config
from crab_gym.rollout.jobs import (
    Job,
    Policies,
    PolicyMaker,
    PreparedPolicy,
    check_policy,
    policies_by_id,
    prepare_policy,
)
from crab_gym.rollout.pool import RolloutPool
from crab_gym.rollout.protocols import EVALUATION, Protocol, protocol_of
from crab_gym.rollout.run_lock import lock_run
from crab_gym.task import load

__all__ = ["distinct", "rollout"]


def distinct(tasks: Sequence[str]) -> list[str]:
    """Returns tasks in their order, each once; of several names for one task, the first.

    Args:
        tasks: Ids, or ``"module:ATTRIBUTE"``.

    Raises:
        ValueError: There is no such task; or two different ones share a name, so that records couldn't distinguish
            them.

    >>> distinct(["ubuntu.write_note", "crab_tasks.ubuntu.text.write_note:TASK"])
    ['ubuntu.write_note']
    """
    first: dict[str, str] = {}
    for ref in tasks:
        task = load(ref)
        first_ref = first.setdefault(task.name, ref)
        if load(first_ref) is not task:
            raise ValueError(f"{first_ref!r} and {ref!r} are two tasks of one name, {task.name!r}; rename one")
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
    protocol: Protocol | str | None = None,
    progress: Callable[[EpisodeRecord, int, int], None] | None = None,
    on_attempt: Callable[[EpisodeRecord], None] | None = None,
    halt: Callable[[], bool] | None = None,
    slots: int = 1,
    engine: Literal["local", "process", "ray"] = "local",
    max_retries: int = 0,
    step_timeout: float | None = None,
    episode_timeout: float | None = None,
    about: Mapping[str, Any] | None = None,
    variation: Mapping[str, object] | None = None,
    tools: bool | str = False,
) -> list[EpisodeRecord]:
    """Runs policies on tasks with every seed: one episode after the other, or several at once in a `RolloutPool`.

    Args:
        tasks: Ids, or ``"module:ATTRIBUTE"`` of your own tasks; tasks and seeds given twice are played once.
        policy: A name of `POLICIES`, a function that makes a policy for an environment and may wrap it (see
            `crab_gym.rollout.jobs.prepare_policy`), or a mapping from id to such.
        backend: The devices' backend; None for each task's default.
        seeds: The episodes' seeds.
        out: The run folder; nothing is written if None.
        resume: Whether to continue the run in `out`: its rule of success and its episodes are kept, but for errors and
            tasks that have changed since; with a mapping, policies may be added.
        screens: Whether screens are drawn, shown to the policy, and kept in the run folder.
        protocol: When episodes end and when they count as success: a `Protocol`, or one of `PROTOCOLS` by its name.
        progress: Called with each episode's record, also of a resumed run, the number of finished ones, and the total.
        on_attempt: Called with the record of each attempt of this run, before `progress`; also of those to be retried.
        halt: Called before each episode; no more are begun once it returns True.
        slots: Number of episodes that run at once; they end in no fixed order.
        engine: The slots' engine (see `RolloutPool`).
        max_retries: How often an episode is retried after a failure of the infrastructure.
        step_timeout: Seconds that a step, or the policy's choice, may take; None for no limit.
        episode_timeout: Seconds that an episode may take; None for no limit.
        about: Further entries for the configuration in the run's ``run.json``.
        variation: What varies on the devices, see `CrabEnv`.
        tools: Whether policies may call functions of apps, see `CrabEnv`.

    Returns:
        The episodes, those of a resumed run first.

    Raises:
        ValueError: An unknown task, policy or backend; or two tasks of the same name.
        RecordError: The run folder can't be used.
        PoolError: The slots can't be started.
        ModelError: A policy's model can't be asked: its library or its key is missing.
    """
    rules = protocol_of(protocol)
    if rules.success_at is None:
        begun = resume and out is not None and (Path(out) / "run.json").is_file()
        rules = rules._replace(success_at=recorded_success(read_config(Path(str(out)))) if begun else EVALUATION)
    env = {"backend": backend, "screens": screens, **rules._asdict(), "on_device_error": "truncate"}
    env |= {"tools": tools} if tools else {}
    if variation:
        parse_variation(variation)  # refuses mistakes before anything is made
        env["variation"] = dict(variation)
    limits = {"max_retries": max_retries, "step_timeout": step_timeout, "episode_timeout": episode_timeout}
    run = _Run(tasks, seeds, policy, env, halt or (lambda: False), on_attempt)
    with lock_run(out):
        if out is not None and resume:
            run.read(out)
        jobs, finished = run.schedule()
        if engine != "ray":  # its hosts have packages and keys of their own
            for name in dict.fromkeys(job.policy for job in jobs):
                check_policy(run.policies[name])
        with run.recording(out, resume, about or {}):
            if slots == 1 and engine == "local" and not any(limits.values()):
                played = run.play_in_turn(jobs)
            else:
                played = run.play_in_pool(jobs, RolloutPool(env, slots, engine, **limits))  # type: ignore[arg-type]
            return run.collect(finished, played, len(finished) + len(jobs), progress)


@dataclass
class _Run:
    """A run of policies on tasks; the attributes without documentation are the arguments of `rollout`.

    Attributes:
        env: Keyword arguments of the environments.
        policies: Id to maker of the policies.
        several: Whether the run may have several policies.
        folder: The run's folder, if it has one.
        before: The episodes of a resumed run.
        played: The episodes that have ended since.
    """

    tasks: Sequence[str]
    seeds: Sequence[int]
    policy: PolicyMaker | Policies
    env: Mapping[str, Any]
    halt: Callable[[], bool]
    on_attempt: Callable[[EpisodeRecord], None] | None
    policies: Policies = field(init=False)
    several: bool = field(init=False)
    folder: RunFolder | None = None
    before: dict[EpisodeKey, EpisodeRecord] = field(default_factory=dict)
    played: list[EpisodeRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.policies, self.several = policies_by_id(self.policy), isinstance(self.policy, Mapping)
        self.tasks, self.seeds = distinct(self.tasks), list(dict.fromkeys(self.seeds))
        for task in self.tasks:  # all names are checked before anything is made
            load(task).specs(self.env["backend"])

    def read(self, out: Path | str) -> None:
        """Reads the episodes that the run's folder already holds."""
        if (Path(out) / "run.json").is_file():
            self.before = last_attempts(read_attempts(out, steps=True))

    @contextmanager
    def recording(self, out: Path | str | None, resume: bool, about: Mapping[str, Any]) -> Iterator[None]:
        """Opens the run's folder; a run that is begun here and can't be played leaves nothing behind.

        Args:
            out: The folder; None for none.
            resume: Whether its run is continued.
            about: Further entries for the configuration.
        """
        if out is None:
            yield
            return
        config = {
            "tasks": self.tasks,
            **policies_config(self.policies, self.several),
            "backend": jsonable(without_secrets(self.env["backend"])),
            "seeds": self.seeds,
            **{name: self.env[name] for name in Protocol._fields},
            "screens": self.env["screens"],
            **{name: jsonable(self.env[name]) for name in ("variation", "tools") if name in self.env},
            **jsonable(about),
        }
        self.folder = RunFolder(out, config, versions(), resume=resume)
        try:
            yield
        except Exception:
            if self.folder.is_empty:
                self.folder.discard()
            raise
        if self.played and all(map(_was_refused, self.played)):
            self.folder.discard()

    def schedule(self) -> tuple[list[Job], list[EpisodeRecord]]:
        """Returns the jobs to run, and the earlier episodes that need no further attempt."""
        jobs: list[Job] = []
        finished: list[EpisodeRecord] = []
        for job in (Job(task, seed, name) for task in self.tasks for seed in self.seeds for name in self.policies):
            task = load(job.task)
            last = self.before.get((task.name, job.seed, job.policy if self.several else ""))
            attempt = next_attempt(last, task.definition_hash())
            if attempt is not None:
                jobs.append(job._replace(attempt=attempt))
            elif last is not None:
                finished.append(last)
        return jobs, finished

    def play_in_turn(self, jobs: Sequence[Job]) -> Iterator[EpisodeRecord]:
        """Plays jobs one after the other, with one environment per task until a device of it breaks."""
        log = RunLog(self.policies, self.folder, several=self.several, on_attempt=self.on_attempt)
        for task, group in groupby(jobs, lambda job: job.task):
            if self.halt():
                return
            env = CrabEnv(task, **self.env)
            players: dict[str, PreparedPolicy] = {}
            try:
                for job in group:
                    if self.halt():
                        return
                    if job.policy not in players:
                        players[job.policy] = prepare_policy(self.policies[job.policy], env)
                    player, work = players[job.policy], Work(job)
                    log.begin(work)
                    record = run_episode(
                        player.env,
                        player.policy,
                        seed=job.seed,
                        recorder=work.folder,
                        allow_restore=player.allow_restore,
                        attempt=job.attempt,
                    )
                    if record.lost_device:
                        with suppress(Exception):  # errors of broken devices no longer matter
                            env.close()
                        env, players = CrabEnv(task, **self.env), {}
                    yield log.append(work, record)
            finally:
                env.close()

    def play_in_pool(self, jobs: Sequence[Job], pool: RolloutPool) -> Iterator[EpisodeRecord]:
        """Plays jobs on the slots of a pool, which is closed after them."""
        with pool:
            yield from pool.run(jobs, self.policy, out=self.folder, halt=self.halt, on_attempt=self.on_attempt)

    def collect(
        self,
        finished: Sequence[EpisodeRecord],
        played: Iterable[EpisodeRecord],
        total: int,
        progress: Callable[[EpisodeRecord, int, int], None] | None,
    ) -> list[EpisodeRecord]:
        """Returns all episodes of the run, and reports them as they come.

        Args:
            finished: The earlier episodes that get no further attempt.
            played: The episodes that are being played.
            total: Number of both.
            progress: Called for each of them.
        """
        if progress is not None:
            for number, record in enumerate(finished, 1):
                progress(record, number, total)
        records = dict(self.before)
        for done, record in enumerate(played, len(finished) + 1):
            self.played.append(record)
            records.pop(record.key, None)
            records[record.key] = record
            if progress is not None:
                progress(record, done, total)
        return list(records.values())


def _was_refused(record: EpisodeRecord) -> bool:
    """Returns whether a model refused the first request of an episode: its key, an option, the request itself."""
    return record.error_kind == "model" and not (record.transient or record.steps or record.calls)
