"""`RolloutPool`: many episodes at once, each on a slot with its own devices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from crab_gym.evaluation.graph import qualified_name
from crab_gym.records import EpisodeRecord, RunFolder
from crab_gym.rollout.engines import Engine, LocalEngine, ProcessEngine
from crab_gym.rollout.events import Died, Ended, Failed, Opened, PictureTaken, Ready, Stepped
from crab_gym.rollout.job_queue import JobQueue, RunLog, Work, check_job
from crab_gym.rollout.jobs import Assignment, EnvSource, Job, Policies, PolicyMaker, PoolError, policies_by_id
from crab_sim.suggestions import unknown

__all__ = ["ENGINES", "RolloutPool"]

MAX_LOSSES = 3
"""A slot that dies this often in a row before it plays is given up."""
LONGEST_COOLDOWN = 60.0
"""Limit of a slot's rest after failures, in seconds."""


def _ray(env: EnvSource, options: Sequence[Mapping[str, Any]], **kwargs: Any) -> Engine:
    from crab_gym.rollout.ray_engine import RayEngine

    return RayEngine(env, options, **kwargs)


ENGINES: Mapping[str, Callable[..., Engine]] = {"local": LocalEngine, "process": ProcessEngine, "ray": _ray}
"""Name to constructor of each engine."""


@dataclass(slots=True)
class _Place:
    """A slot's place in the pool; the slot itself may be replaced.

    Attributes:
        number: Its number.
        slot: The slot that is there now, if any.
        state: ``"starting"``, ``"idle"``, ``"busy"``, ``"ending"`` (to be replaced) or ``"given up"``.
        since: Start of that state, by the monotonic clock.
        work: The job that the slot plays.
        was_ready: Whether a slot was ever ready here.
        losses: How often in a row the slot died before it played.
        failures: How many episodes in a row the infrastructure failed on it.
        rests_until: End of the rest after a failure, by the monotonic clock.
        reason: Why the last slot was lost.
    """

    number: int
    slot: Any = None
    state: str = "ending"
    since: float = 0.0
    work: Work | None = None
    was_ready: bool = False
    losses: int = 0
    failures: int = 0
    rests_until: float = 0.0
    reason: str = ""

    def enter(self, state: str) -> None:
        self.state, self.since = state, time.monotonic()


class RolloutPool:
    """Runs episodes on slots, each with its own devices; no slot waits for another.

    An episode that the infrastructure fails is retried from its start, on another slot if there is one. After
    `max_retries` it is recorded as an error, never as a reward of 0: a device broke (``error_kind`` is ``"device"``),
    its slot's process or host is gone (``"slot"``), or it took too long (``"timeout"``). A slot that died or hangs is
    replaced. Single steps are never retried.

    Slots are started by the first run and stay until `close`, so use the pool as a context manager. Only the loop
    over a run's episodes attends to the slots: while the loop's body works, they finish their episodes and wait.

    Args:
        env: Keyword arguments of `CrabEnv`, or a callable ``env(task, **options)`` that makes the environments.
        slots: Number of slots, or one mapping per slot with its own keyword arguments, such as its phone.
        engine: ``"local"`` (threads, for slow devices and models), ``"process"`` (processes of this host, which use
            all cores and can be killed at any time; environments and policies must be picklable) or ``"ray"`` (actors
            on the hosts of a Ray cluster).
        step_timeout: Seconds that a step, or the policy's choice, may take; None for no limit.
        episode_timeout: Seconds that a whole episode may take; None for no limit.
        reset_timeout: Seconds that a reset, or the start of a slot, may take; None for no limit.
        max_retries: How often an episode is retried.
        cooldown: Seconds that a slot rests after the infrastructure failed an episode on it; doubled for each further
            failure in a row, up to a minute.
        grace: Seconds that a slot has to close its devices before it is killed.
        resources: For Ray: the resources that a slot reserves on its host, such as ``{"android": 1}``, or one mapping
            per slot.

    Raises:
        ValueError: An argument is out of its range, or there is no such engine.
        PoolError: `env` can't be sent to the slots, or the engine isn't installed.

    Example:
        >>> from crab_gym.rollout import Job, RolloutPool
        >>> jobs = [Job("android.tidy_tasks", seed) for seed in range(4)]
        >>> with RolloutPool({"backend": "sim", "screens": False}, slots=2) as pool:
        ...     episodes = list(pool.run(jobs, "oracle"))
        >>> sorted((episode.seed, episode.success) for episode in episodes)
        [(0, True), (1, True), (2, True), (3, True)]
    """

    def __init__(
        self,
        env: EnvSource,
        slots: int | Sequence[Mapping[str, Any]] = 1,
        engine: Literal["local", "process", "ray"] = "local",
        *,
        step_timeout: float | None = 120.0,
        episode_timeout: float | None = None,
        reset_timeout: float | None = 600.0,
        max_retries: int = 2,
        cooldown: float = 1.0,
        grace: float = 10.0,
        resources: Mapping[str, float] | Sequence[Mapping[str, float]] | None = None,
    ) -> None:
        options = [{}] * slots if isinstance(slots, int) else [dict(each) for each in slots]
        if not options:
            raise ValueError(f"got slots={slots!r}; expected at least one")
        limits = {"step_timeout": step_timeout, "episode_timeout": episode_timeout, "reset_timeout": reset_timeout}
        for name, value in limits.items():
            if value is not None and not value > 0:
                raise ValueError(f"got {name}={value!r}; expected seconds above 0, or None for no limit")
        for name, number in {"max_retries": max_retries, "cooldown": cooldown, "grace": grace}.items():
            if number < 0:
                raise ValueError(f"got {name}={number!r}; expected a number from 0")
        if engine not in ENGINES:
            unknown("engine", engine, ENGINES)
        if resources is not None and engine != "ray":
            raise ValueError(f"resources are for engine='ray', got engine={engine!r}; leave them out")
        more = {} if resources is None else {"resources": resources}
        self._env = env
        self._limits = limits
        self._max_retries, self._cooldown, self._grace = max_retries, cooldown, grace
        self._engine = ENGINES[engine](env, options, **more)
        self._places = [_Place(number) for number in range(len(options))]
        self._running = self._closed = False

    def run(
        self,
        jobs: Iterable[Job | tuple[Any, ...]],
        policy: PolicyMaker | Policies,
        *,
        out: Path | str | RunFolder | None = None,
        resume: bool = False,
        halt: Callable[[], bool] | None = None,
        on_attempt: Callable[[EpisodeRecord], None] | None = None,
    ) -> Iterator[EpisodeRecord]:
        """Runs jobs and yields each one's episode as it ends, in no fixed order.

        Jobs are taken from `jobs` as slots become free, so `jobs` may be an endless generator.

        Args:
            jobs: Each a `Job` or a tuple (task, seed, policy id, attempt) whose last two items are optional.
            policy: A name of `POLICIES`, a function that makes a policy for an environment, or a mapping from id to
                such.
            out: The run's folder, as `read_run` reads it; with a mapping of policies, records and episodes' folders
                contain the policies' ids. Without a folder nothing is written, and the steps of an episode whose slot
                was lost are unknown.
            resume: Whether to continue the run in `out`: jobs recorded there are skipped, except those that ended in
                an error or whose task has changed.
            halt: Called before each episode; once it returns True, the run ends after the episodes under way. An
                episode that waits for a retry is then yielded as the error that is recorded of it.
            on_attempt: Called with the record of each attempt, also of those that are retried and aren't yielded.

        Raises:
            ValueError: An unknown task or policy.
            PoolError: The policy can't be sent to the slots; or, while it runs, no slot can be started, or one can't
                make its environment or policy. Episodes recorded before that are kept.
            RecordError: The run's folder can't be used.
        """
        if self._closed:
            raise PoolError("the pool is closed; make another")
        if self._running:
            raise PoolError("the pool is busy with another run; finish or close that first, or make another pool")
        policies, several = policies_by_id(policy), isinstance(policy, Mapping)
        if isinstance(jobs, Sequence):
            for job in jobs:
                check_job(job, policies)
        packed = self._engine.pack(policies)
        log = RunLog(policies, out, several=several, resume=resume, config=self._config(), on_attempt=on_attempt)
        queue = JobQueue(jobs, policies, log, halt or (lambda: False))
        return self._run(queue, log, packed, relay=out is not None)

    def _config(self) -> dict[str, Any]:
        """Returns the configuration of this pool's runs, for their folders."""
        from crab_gym.backends.specs import without_secrets
        from crab_gym.records import jsonable

        if callable(self._env):
            return {"env": qualified_name(self._env)}
        own = {
            "backend": jsonable(without_secrets(self._env.get("backend"))),
            "max_steps": self._env.get("max_steps"),
            "screens": jsonable(self._env.get("screens", True)),
        }
        return {**own, "env": {name: jsonable(value) for name, value in self._env.items() if name not in own}}

    def _run(self, queue: JobQueue, log: RunLog, policies: Any, relay: bool) -> Iterator[EpisodeRecord]:
        if self._running:
            raise PoolError("the pool is busy with another run; finish or close that first, or make another pool")
        self._running = True
        try:
            while True:
                self._assign(queue, log, policies, relay)
                yield from queue.pop_dropped()
                working = [place for place in self._places if place.work is not None]
                if queue.empty and not working:
                    return
                self._engine.wait([place.slot for place in self._places if place.slot is not None], self._pause())
                for place in self._places:
                    yield from self._attend(place, queue, log)
                    self._supervise(place)
                    late = self._late(place)
                    if late and place.work is not None:
                        work = place.work
                        self._end(place)
                        yield from self._fail(place, work, log.lost(work, "timeout", late), queue, log)
        finally:
            self._running = False
            for place in self._places:
                if place.work is not None:  # the caller left the loop, or an error ended it
                    self._end(place)

    def _assign(self, queue: JobQueue, log: RunLog, policies: Any, relay: bool) -> None:
        """Starts slots, and gives work to idle ones."""
        numbers = {place.number for place in self._places if place.was_ready and place.state != "given up"}
        for place in self._places:
            if place.state == "ending" and (place.slot is None or place.slot.gone()):
                place.slot = self._engine.open(place.number)
                place.enter("starting")
            if place.state == "idle" and time.monotonic() >= place.rests_until:
                work = queue.next(place.number, numbers)
                if work is not None:
                    work.tries += 1
                    log.begin(work)
                    place.work = work
                    place.enter("busy")
                    place.slot.begin(Assignment(work.job, relay), policies)

    def _attend(self, place: _Place, queue: JobQueue, log: RunLog) -> Iterator[EpisodeRecord]:
        """Handles the events of a slot; yields the episodes that have ended for good."""
        for event in place.slot.events() if place.slot is not None else ():
            work = place.work
            if isinstance(event, Died):
                if work is None and place.state in ("starting", "idle"):
                    place.losses, place.reason = place.losses + 1, event.reason
                place.slot = place.work = None
                place.enter("ending")
                if work is not None:
                    lost = log.lost(work, "slot", f"the slot was lost: {event.reason}")
                    yield from self._fail(place, work, lost, queue, log)
                return
            if place.state == "ending":
                continue  # its episode was given up already
            match event:
                case Failed(message, error):
                    place.work = None
                    place.enter("idle")
                    raise PoolError(f"slot {place.number}: {message}") from error
                case Ready():
                    place.was_ready = True
                    place.enter("idle")
                case Opened(record) if work is not None:
                    work.opened = record
                case Stepped(step) if work is not None and work.folder is not None:
                    work.steps.append(step)
                    work.folder.step(step)
                case PictureTaken(name, png) if work is not None and work.folder is not None:
                    work.folder.picture(name, png)
                case Ended(record) if work is not None:
                    place.work, place.losses = None, 0
                    place.enter("idle")
                    if record.transient:
                        yield from self._fail(place, work, record, queue, log)
                    else:
                        place.failures = 0
                        yield log.append(work, record)

    def _fail(
        self, place: _Place, work: Work, record: EpisodeRecord, queue: JobQueue, log: RunLog
    ) -> Iterator[EpisodeRecord]:
        """Records an episode that the infrastructure failed; queues a retry, or yields it as an error."""
        place.failures += 1
        rest = min(self._cooldown * 2 ** min(place.failures - 1, 10), LONGEST_COOLDOWN)
        place.rests_until = time.monotonic() + rest
        last = work.tries > self._max_retries
        if last and work.tries > 1:
            record = replace(record, error=f"{record.error} (given up after {work.tries} attempts)")
        record = log.append(work, record)
        if last:
            yield record
        else:
            queue.retry(work, place.number, record)

    def _supervise(self, place: _Place) -> None:
        """Kills a slot that doesn't end, and gives up one that doesn't start."""
        waited = time.monotonic() - place.since
        if place.state == "ending" and place.slot is not None and waited > self._grace:
            place.slot.kill()
        limit = self._limits["reset_timeout"]
        if place.state == "starting" and limit is not None and waited > limit:
            up = any(other.state in ("idle", "busy") for other in self._places)
            if not (up and self._engine.waits_for_hosts):  # if others are up, it may still be waiting for a host
                place.reason, place.losses = f"it isn't up after {limit:g} s", MAX_LOSSES
        if place.losses >= MAX_LOSSES and place.state in ("starting", "ending"):
            if place.slot is not None:
                place.slot.kill()
            place.slot = None
            place.enter("given up")
            if all(other.state == "given up" for other in self._places):
                raise PoolError(f"no slot can be started; of slot {place.number}: {place.reason}{self._engine.hint}")

    def _late(self, place: _Place) -> str:
        """Returns a sentence on a slot that exceeds its time limits; ``""`` if it doesn't."""
        if place.state != "busy" or place.slot is None:
            return ""
        beat = place.slot.heartbeat()
        limit = self._limits["reset_timeout" if beat.phase == "reset" else "step_timeout"]
        if beat.phase and limit is not None and beat.age > limit:
            names = {
                "reset": "the reset",
                "step": f"step {beat.step}",
                "act": f"the policy's choice of step {beat.step}",
            }
            return f"{names[beat.phase]} took longer than {limit:g} s"
        limit = self._limits["episode_timeout"]
        if limit is not None and beat.spent > limit:
            return f"the episode took longer than {limit:g} s"
        return ""

    def _pause(self) -> float:
        """Returns the seconds until a slot needs attention, unless an event arrives earlier."""
        now = time.monotonic()
        pauses = [1.0]
        for place in self._places:
            if place.state == "busy" and place.slot is not None:
                beat = place.slot.heartbeat()
                limit = self._limits["reset_timeout" if beat.phase == "reset" else "step_timeout"]
                pauses += [] if limit is None or not beat.phase else [limit - beat.age]
                limit = self._limits["episode_timeout"]
                pauses += [] if limit is None else [limit - beat.spent]
            elif place.state == "idle":
                pauses.append(place.rests_until - now if place.rests_until > now else 1.0)
            elif place.state == "ending":
                pauses.append(0.05)
        return max(0.01, min(pauses))

    def _end(self, place: _Place) -> None:
        """Stops a slot; it is replaced when it is needed again."""
        place.work = None
        if place.slot is not None:
            place.slot.stop()
        place.enter("ending")

    def close(self) -> None:
        """Ends all slots, which close their devices; may be called twice."""
        self._closed = True
        for place in self._places:
            if place.state != "ending":
                self._end(place)
        deadline = time.monotonic() + self._grace
        open_ = [place for place in self._places if place.slot is not None]
        while open_ and time.monotonic() < deadline:
            self._engine.wait([place.slot for place in open_], 0.02)
            for place in open_:
                place.slot.events()
            open_ = [place for place in open_ if not place.slot.gone()]
        for place in open_:
            place.slot.kill()
        for place in self._places:
            place.slot = None
        self._engine.close()

    def __enter__(self) -> RolloutPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
