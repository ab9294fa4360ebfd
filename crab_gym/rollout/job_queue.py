"""Queue and log of a run's jobs: which is next, which is retried, which are recorded.

* `JobQueue` - hands out jobs to slots, retries first.
* `RunLog` - records episodes, and skips those recorded already.
* `Work` - a job under way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from crab_gym.records import (
    EpisodeFolder,
    EpisodeKey,
    EpisodeRecord,
    RunFolder,
    StepRecord,
    check_policy_id,
    last_attempts,
    read_attempts,
)
from crab_gym.records.resume import next_attempt
from crab_gym.rollout.counts import counts_in_notes, model_counts_in_notes
from crab_gym.rollout.episode import versions
from crab_gym.rollout.jobs import Job, Policies, maker_name
from crab_gym.rollout.worker import lost_episode
from crab_gym.task import load
from crab_sim.suggestions import unknown

__all__ = ["JobQueue", "RunLog", "Work", "check_job"]


@dataclass(slots=True)
class Work:
    """A job under way.

    Attributes:
        job: The job, with the number of this attempt.
        tries: How often it was begun in this run.
        failed_on: The slots on which the infrastructure failed it.
        last_failure: The record of its last attempt that the infrastructure failed.
        folder: The recorder of its steps and pictures.
        opened: Its record after the reset.
        steps: Its steps so far, if they are recorded.
    """

    job: Job
    tries: int = 0
    failed_on: set[int] = field(default_factory=set)
    last_failure: EpisodeRecord | None = None
    folder: EpisodeFolder | None = None
    opened: EpisodeRecord | None = None
    steps: list[StepRecord] = field(default_factory=list)


class RunLog:
    """Records a run's episodes, and knows which are recorded already.

    Args:
        policies: Id to maker of the run's policies.
        out: The run's folder, existing or new; nothing is recorded if None.
        resume: Whether to continue the run in `out`.
        config: The run's configuration.
        several: Whether the run may have several policies, so that its episodes name theirs.
        on_attempt: Called with the record of each attempt, also of those that are retried.

    Raises:
        ValueError: The id of a policy can't be part of a folder's name.
        RecordError: The folder can't be used.
    """

    def __init__(
        self,
        policies: Policies,
        out: Path | str | RunFolder | None,
        *,
        several: bool,
        resume: bool = False,
        config: Mapping[str, Any] | None = None,
        on_attempt: Callable[[EpisodeRecord], None] | None = None,
    ) -> None:
        self._policies, self._on_attempt = policies, on_attempt
        self._folder: RunFolder | None = None
        self._before: dict[EpisodeKey, EpisodeRecord] = {}
        self._claims: set[EpisodeKey] = set()
        self._several = several
        if isinstance(out, RunFolder):
            if self._several and not out.several:
                raise ValueError("this RunFolder holds one policy's episodes; give its config `policies` for several")
            self._folder, self._several = out, out.several
        elif out is not None:
            config = {**(config or {}), **policies_config(policies, self._several)}
            self._folder = RunFolder(out, config, versions(), resume=resume)
        if self._several:
            for name in policies:
                check_policy_id(name)
        if self._folder is not None:
            self._before = last_attempts(read_attempts(self._folder.path))

    def _policy_id(self, job: Job) -> str:
        return job.policy if self._several else ""

    def take(self, job: Job) -> Job | None:
        """Returns a job with the number of its next attempt, or None if it needs no attempt.

        In a recorded run, a job is skipped if it was taken before, or if its episode is recorded already, unless
        that ended in an error or its task has changed since.
        """
        if self._folder is None:
            return job
        task = load(job.task)
        key = task.name, job.seed, self._policy_id(job)
        if key in self._claims:
            return None
        self._claims.add(key)
        attempt = next_attempt(self._before.get(key), task.definition_hash())
        return None if attempt is None else job._replace(attempt=max(job.attempt, attempt))

    def begin(self, work: Work) -> None:
        """Prepares the recording of an attempt."""
        work.opened, work.steps = None, []
        if self._folder is not None:
            job = work.job
            work.folder = self._folder.episode(load(job.task).name, job.seed, job.attempt, self._policy_id(job))

    def append(self, work: Work, record: EpisodeRecord) -> EpisodeRecord:
        """Records an episode that has ended, successfully or not; returns its record with the policy's id."""
        record = replace(record, policy_id=self._policy_id(work.job))
        if self._folder is not None:
            self._folder.append(record)
        if self._on_attempt is not None:
            self._on_attempt(record)
        return record

    def lost(self, work: Work, kind: str, reason: str) -> EpisodeRecord:
        """Returns the record of an episode whose slot can no longer report its end.

        Args:
            work: The job.
            kind: The error's kind.
            reason: The error in words.
        """
        if work.opened is None:
            return lost_episode(work.job, self._policies[work.job.policy], kind, reason)
        completion = work.steps[-1].completion if work.steps else 0.0
        counts: dict[str, Any] = counts_in_notes(work.steps)
        return replace(
            work.opened,
            steps=tuple(work.steps),
            completion=completion,
            tokens=counts["prompt_tokens"] + counts["completion_tokens"],
            **counts,
            models=model_counts_in_notes(work.steps),
            error=reason,
            error_kind=kind,
            transient=True,
        )


def policies_config(policies: Policies, several: bool) -> dict[str, Any]:
    """Returns the part of a run's configuration that names its policies.

    Args:
        policies: Id to maker.
        several: Whether the run may have several policies.
    """
    names = {name: maker_name(maker) for name, maker in policies.items()}
    return {"policies": names} if several else {"policy": next(iter(names.values()))}


class JobQueue:
    """Hands out jobs, retries first.

    Args:
        jobs: The jobs; they are taken one by one, as slots become free.
        policies: Id to maker of the run's policies.
        log: The run's log, which knows which jobs are done.
        halt: Returns True to stop handing out jobs for good.
    """

    def __init__(self, jobs: Iterable[Any], policies: Policies, log: RunLog, halt: Callable[[], bool]) -> None:
        self._jobs: Iterator[Any] | None = iter(jobs)
        self._halt = halt
        self._policies, self._log = policies, log
        self._retries: deque[Work] = deque()
        self._dropped: list[EpisodeRecord] = []

    def next(self, slot: int, slots: set[int]) -> Work | None:
        """Returns the next work of a slot, or None if there is none for it now.

        Args:
            slot: The slot's number. It gets no episode that failed on it while another slot might succeed.
            slots: The numbers of all slots in use.

        Raises:
            ValueError: A job names an unknown task or policy.
        """
        if self._halt():
            self._jobs = None
            self._dropped += [work.last_failure for work in self._retries if work.last_failure is not None]
            self._retries.clear()
        for work in self._retries:
            if slot not in work.failed_on or slots <= work.failed_on:
                self._retries.remove(work)
                return work
        while self._jobs is not None:
            try:
                job = check_job(next(self._jobs), self._policies)
            except StopIteration:
                self._jobs = None
                break
            attempt = self._log.take(job)
            if attempt is not None:
                return Work(attempt)
        return None

    def retry(self, work: Work, slot: int, record: EpisodeRecord) -> None:
        """Queues another attempt at an episode that the infrastructure failed.

        Args:
            work: The episode.
            slot: The number of the slot on which it failed.
            record: The failed attempt's record, which becomes the episode's last one if the run halts before the retry.
        """
        work.failed_on.add(slot)
        work.job = work.job._replace(attempt=work.job.attempt + 1)
        work.last_failure = record
        self._retries.append(work)

    def pop_dropped(self) -> list[EpisodeRecord]:
        """Returns, each once, the failed attempts whose retry a halt has cancelled."""
        dropped, self._dropped = self._dropped, []
        return dropped

    @property
    def empty(self) -> bool:
        """Whether all jobs have been handed out and all cancelled retries have been returned."""
        return self._jobs is None and not self._retries and not self._dropped


def check_job(value: Any, policies: Policies) -> Job:
    """Returns a job, with the id of its policy.

    Raises:
        TypeError: The value isn't a job.
        ValueError: The job names an unknown task or policy.
    """
    try:
        job = Job(*value) if isinstance(value, tuple) else None
    except TypeError:
        job = None
    if job is None or not isinstance(job.task, str) or not isinstance(job.seed, int):
        raise TypeError(f"got the job {value!r}; expected Job(task, seed) or a tuple like it")
    load(job.task)
    if len(policies) == 1 and not job.policy:
        return job._replace(policy=next(iter(policies)))
    if job.policy not in policies:
        unknown("policy", job.policy, policies)
    return job
