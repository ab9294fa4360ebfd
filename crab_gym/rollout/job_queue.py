"""The jobs of a run: which is next, which is run again, and what is recorded of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from crab_gym.evaluation.graph import unknown
from crab_gym.rollout.episode import versions
from crab_gym.rollout.jobs import Job, Policies, maker_name
from crab_gym.rollout.reader import last_attempts, read_attempts
from crab_gym.rollout.record import EpisodeKey, EpisodeRecord, StepRecord, check_policy_id
from crab_gym.rollout.recorder import EpisodeFolder, RunFolder
from crab_gym.rollout.worker import broken
from crab_gym.task import load

__all__ = ["Backlog", "Ledger", "Work", "check"]


@dataclass(slots=True)
class Work:
    """A job on its way.

    Attributes:
        job: The job, with the number of this attempt.
        tries: How often it was begun in this run.
        failed_on: The slots on which the infrastructure failed it.
        failed: The record of its last attempt that the infrastructure failed.
        folder: Keeps its steps and pictures.
        opened: What was known of it after its reset.
        steps: Its steps so far, where they are kept.
    """

    job: Job
    tries: int = 0
    failed_on: set[int] = field(default_factory=set)
    failed: EpisodeRecord | None = None
    folder: EpisodeFolder | None = None
    opened: EpisodeRecord | None = None
    steps: list[StepRecord] = field(default_factory=list)


class Ledger:
    """Records a run's episodes, and knows which are recorded already.

    Args:
        policies: Id to maker of the run's policies.
        out: The run's folder, or where it shall be; nothing is kept where None.
        resume: Whether to go on with what is there.
        config: How the run is made.
        several: Whether the run may have several policies, so that its episodes name theirs.
        told: Called with the record of each attempt, also of those that are run again.

    Raises:
        ValueError: An id of a policy can't be part of a folder's name.
        RecordError: The folder can't be used.
    """

    def __init__(
        self,
        policies: Policies,
        out: Path | str | RunFolder | None,
        resume: bool,
        config: Mapping[str, Any],
        several: bool,
        told: Callable[[EpisodeRecord], None] | None = None,
    ) -> None:
        self._policies, self._told = policies, told
        self._folder: RunFolder | None = None
        self._before: dict[EpisodeKey, EpisodeRecord] = {}
        self._taken: set[EpisodeKey] = set()
        self._several = several
        if isinstance(out, RunFolder):
            if self._several and not out.several:
                raise ValueError("this RunFolder holds one policy's episodes; give its config `policies` for several")
            self._folder, self._several = out, out.several
        elif out is not None:
            names = {name: maker_name(maker) for name, maker in policies.items()}
            what = {"policies": names} if self._several else {"policy": next(iter(names.values()))}
            self._folder = RunFolder(out, {**config, **what}, versions(), resume=resume)
        if self._several:
            for name in policies:
                check_policy_id(name)
        if self._folder is not None:
            self._before = last_attempts(read_attempts(self._folder.path))

    def _id(self, job: Job) -> str:
        return job.policy if self._several else ""

    def take(self, job: Job) -> Job | None:
        """Returns a job with its attempt's number; None where there is nothing to do.

        Where episodes are kept, one that is recorded is skipped, unless it ended by an error or its task has changed
        since; and so is one that was taken already.
        """
        if self._folder is None:
            return job
        task = load(job.task)
        key = task.name, job.seed, self._id(job)
        if key in self._taken:
            return None
        self._taken.add(key)
        last = self._before.get(key)
        if last is None:
            return job
        if not last.error and last.definition_hash == task.definition_hash():
            return None
        return job._replace(attempt=max(job.attempt, last.attempt + 1))

    def begin(self, work: Work) -> None:
        """Makes room for an attempt."""
        work.opened, work.steps = None, []
        if self._folder is not None:
            job = work.job
            work.folder = self._folder.episode(load(job.task).name, job.seed, job.attempt, self._id(job))

    def append(self, work: Work, record: EpisodeRecord) -> EpisodeRecord:
        """Records an episode that has ended, in whatever way; returns it with the id of its policy."""
        record = replace(record, policy_id=self._id(work.job))
        if self._folder is not None:
            self._folder.append(record)
        if self._told is not None:
            self._told(record)
        return record

    def broken(self, work: Work, kind: str, why: str) -> EpisodeRecord:
        """Returns the record of an episode whose slot can't tell its end any more."""
        job = work.job
        if work.opened is None:
            return broken(job.task, job.seed, job.attempt, self._policies[job.policy], kind, why)
        completion = work.steps[-1].completion if work.steps else 0.0
        counts: dict[str, Any] = {name: sum(noted(step, name) for step in work.steps) for name in _COUNTS}
        return replace(
            work.opened,
            steps=tuple(work.steps),
            completion=completion,
            tokens=counts["prompt_tokens"] + counts["completion_tokens"],
            **counts,
            error=why,
            error_kind=kind,
            transient=True,
        )


_COUNTS = ("prompt_tokens", "completion_tokens", "cached_prompt_tokens", "cached_completion_tokens", "calls")


def noted(step: StepRecord, name: str) -> int:
    """Returns a count that a policy told of a step, that of its choices before a restore included; 0 for none."""
    earlier = step.notes.get("before_restore")
    told = [step.notes, *(earlier if isinstance(earlier, list) else ())]
    counts = [note.get(name) for note in told if isinstance(note, Mapping)]
    return sum(count for count in counts if type(count) is int and count > 0)


class Backlog:
    """Hands out jobs, those that are run again first.

    Args:
        jobs: The jobs; they are looked at one by one, as slots get free.
        policies: Id to maker of the run's policies.
        ledger: Knows what is done.
        halt: Tells whether no more shall be handed out, for good.
    """

    def __init__(self, jobs: Iterable[Any], policies: Policies, ledger: Ledger, halt: Callable[[], bool]) -> None:
        self._jobs: Iterator[Any] | None = iter(jobs)
        self._halt = halt
        self._policies, self._ledger = policies, ledger
        self._again: deque[Work] = deque()
        self._dropped: list[EpisodeRecord] = []

    def next(self, slot: int, slots: set[int]) -> Work | None:
        """Returns what a slot shall do, None where there is nothing for it now.

        Args:
            slot: The slot's number. It gets no episode that failed on it, as long as others may do better.
            slots: The numbers of all slots in use.

        Raises:
            ValueError: A job names a task or a policy that isn't there.
        """
        if self._halt():
            self._jobs = None
            self._dropped += [work.failed for work in self._again if work.failed is not None]
            self._again.clear()
        for work in self._again:
            if slot not in work.failed_on or slots <= work.failed_on:
                self._again.remove(work)
                return work
        while self._jobs is not None:
            try:
                job = check(next(self._jobs), self._policies)
            except StopIteration:
                self._jobs = None
                break
            taken = self._ledger.take(job)
            if taken is not None:
                return Work(taken)
        return None

    def again(self, work: Work, slot: int, record: EpisodeRecord) -> None:
        """Has an episode run again, which the infrastructure failed on a slot.

        Args:
            work: The episode.
            slot: The slot's number.
            record: What was recorded of the failed attempt, which is the last one if there is a halt before the next.
        """
        work.failed_on.add(slot)
        work.job = work.job._replace(attempt=work.job.attempt + 1)
        work.failed = record
        self._again.append(work)

    def dropped(self) -> list[EpisodeRecord]:
        """Returns the failed attempts that a halt keeps from being run again, each once."""
        dropped, self._dropped = self._dropped, []
        return dropped

    @property
    def empty(self) -> bool:
        """Whether all jobs have been handed out, and all that was dropped was told."""
        return self._jobs is None and not self._again and not self._dropped


def check(given: Any, policies: Policies) -> Job:
    """Returns a job, with the id of its policy.

    Raises:
        TypeError: It is no job.
        ValueError: It names a task or a policy that isn't there.
    """
    try:
        job = Job(*given) if isinstance(given, tuple) else None
    except TypeError:
        job = None
    if job is None or not isinstance(job.task, str) or not isinstance(job.seed, int):
        raise TypeError(f"got the job {given!r}; expected Job(task, seed) or a tuple like it")
    load(job.task)
    if len(policies) == 1 and not job.policy:
        return job._replace(policy=next(iter(policies)))
    if job.policy not in policies:
        unknown("policy", job.policy, policies)
    return job
