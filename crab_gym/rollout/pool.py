"""`RolloutPool`: many episodes at once, each on a slot of devices of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from crab_gym.evaluation.graph import qualified_name, unknown
from crab_gym.policies import POLICIES
from crab_gym.rollout.engines import Engine, LocalEngine, ProcessEngine
from crab_gym.rollout.job_queue import Backlog, Ledger, Work, check
from crab_gym.rollout.jobs import EnvMaker, Job, Order, Policies, PolicyMaker, PoolError, maker_name
from crab_gym.rollout.record import EpisodeRecord
from crab_gym.rollout.recorder import RunFolder

__all__ = ["ENGINES", "RolloutPool", "by_id"]

LOST = 3
"""Times in a row that a slot may die before it plays, after which it is given up."""
LONGEST_COOLDOWN = 60.0


def _ray(maker: EnvMaker, options: Sequence[Mapping[str, Any]], **kwargs: Any) -> Engine:
    from crab_gym.rollout.ray_engine import RayEngine

    return RayEngine(maker, options, **kwargs)


ENGINES: Mapping[str, Callable[..., Engine]] = {"local": LocalEngine, "process": ProcessEngine, "ray": _ray}
"""Name to what makes the engine."""


@dataclass(slots=True)
class _Place:
    """A slot's place in the pool; the slot itself may be replaced.

    Attributes:
        state: ``"starting"``, ``"idle"``, ``"busy"``, ``"ending"`` (to be replaced) or ``"given up"``.
        since: When it came into that state, by the monotonic clock.
        up: Whether it was ever up.
        lost: How often in a row it died before it played.
        failures: How many episodes in a row the infrastructure failed on it.
        rests_until: When it may play again, after a failure.
        why: Why it was lost.
    """

    number: int
    slot: Any = None
    state: str = "ending"
    since: float = 0.0
    work: Work | None = None
    up: bool = False
    lost: int = 0
    failures: int = 0
    rests_until: float = 0.0
    why: str = ""

    def turn(self, state: str) -> None:
        self.state, self.since = state, time.monotonic()


class RolloutPool:
    """Runs episodes on slots, each with devices of its own; no slot waits for another.

    An episode that the infrastructure fails is run again from its start, on another slot where there is one, and after
    `max_retries` of that it is recorded as an error, never as a reward of 0: a device broke (``error_kind`` is
    ``"device"``), its slot's process or host is gone (``"slot"``), or it took too long (``"timeout"``). A slot that
    died or hangs is replaced. Steps are never run again.

    Slots are started by the first run and stay until `close`, so use the pool as a context manager. Only the loop
    over a run's episodes looks after the slots: while its body works, they finish their episodes and wait.

    Args:
        env: What makes the environments: keyword arguments of `CrabEnv`, or a callable ``env(task, **options)``.
        slots: How many; or for each slot keyword arguments of its own, such as the phone that it has.
        engine: ``"local"`` (threads: for devices and models that one waits for), ``"process"`` (processes of this
            host: they use all cores and can be stopped whatever they do; what goes to them is pickled) or ``"ray"``
            (actors on the hosts of a Ray cluster).
        step_timeout: Seconds that a step may take, and the policy over its choice. None for no limit.
        episode_timeout: Seconds that an episode may take in all.
        reset_timeout: Seconds that a reset may take, or a slot's start.
        max_retries: How often an episode is run again.
        cooldown: Seconds that a slot rests after the infrastructure failed an episode on it, twice as long each time
            in a row, a minute at most.
        grace: Seconds that a slot has to give back its devices before it is killed.
        resources: For Ray: what a slot takes of its host, such as ``{"android": 1}``; or a mapping for each slot.

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
        env: EnvMaker,
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
        told: Callable[[EpisodeRecord], None] | None = None,
    ) -> Iterator[EpisodeRecord]:
        """Runs jobs and yields each one's episode as it ends, in no fixed order.

        Jobs are taken from `jobs` as slots get free, so it may be a generator without an end.

        Args:
            jobs: `Job`, or tuples (task, seed, policy id, attempt) of which the last two may be left out.
            policy: A name of `POLICIES`, what makes a policy for an environment, or a mapping from id to such.
            out: The run's folder, as `read_run` reads it; with a mapping of policies, records and folders of episodes
                have their ids. Without a folder nothing is written, and what an episode did before its slot was lost
                isn't known.
            resume: Whether to go on with the run in `out`: jobs that are recorded there are skipped, but for those
                that ended in an error or whose task has changed.
            halt: Asked before an episode is begun; where it is true, the run ends once those under way have ended. What
                waits for being run again is yielded as the error that it is recorded as.
            told: Called with the record of each attempt, also of those that are run again and aren't yielded.

        Raises:
            ValueError: An unknown task or policy.
            PoolError: The policy can't be sent to the slots; or, while it runs, no slot can be started, or one can't
                make its environment or policy. Episodes that are recorded stay so.
            RecordError: The run's folder can't be used.
        """
        if self._closed:
            raise PoolError("the pool is closed; make another")
        if self._running:
            raise PoolError("the pool is at another run; use that up or close it first, or make another pool")
        policies, several = by_id(policy), isinstance(policy, Mapping)
        if isinstance(jobs, Sequence):
            for job in jobs:
                check(job, policies)
        packed = self._engine.pack(policies)
        ledger = Ledger(policies, out, resume, self._config(), several, told)
        backlog = Backlog(jobs, policies, ledger, halt or (lambda: False))
        return self._run(backlog, ledger, packed, relay=out is not None)

    def _config(self) -> dict[str, Any]:
        """Returns how this pool's runs are made, for their folders."""
        from crab_gym.backends.specs import without_secrets
        from crab_gym.rollout.record import jsonable

        if callable(self._env):
            return {"env": qualified_name(self._env)}
        own = {
            "backend": jsonable(without_secrets(self._env.get("backend"))),
            "max_steps": self._env.get("max_steps"),
            "screens": jsonable(self._env.get("screens", True)),
        }
        return {**own, "env": {name: jsonable(value) for name, value in self._env.items() if name not in own}}

    def _run(self, backlog: Backlog, ledger: Ledger, policies: Any, relay: bool) -> Iterator[EpisodeRecord]:
        if self._running:
            raise PoolError("the pool is at another run; use that up or close it first, or make another pool")
        self._running = True
        try:
            while True:
                self._assign(backlog, ledger, policies, relay)
                yield from backlog.dropped()
                working = [place for place in self._places if place.work is not None]
                if backlog.empty and not working:
                    return
                self._engine.wait([place.slot for place in self._places if place.slot is not None], self._pause())
                for place in self._places:
                    yield from self._attend(place, backlog, ledger)
                    self._supervise(place)
                    late = self._late(place)
                    if late and place.work is not None:
                        work = place.work
                        self._end(place)
                        yield from self._fail(place, work, ledger.broken(work, "timeout", late), backlog, ledger)
        finally:
            self._running = False
            for place in self._places:
                if place.work is not None:  # the run was left, or can't go on
                    self._end(place)

    def _assign(self, backlog: Backlog, ledger: Ledger, policies: Any, relay: bool) -> None:
        """Starts slots and gives work to those that are free."""
        numbers = {place.number for place in self._places if place.up and place.state != "given up"}
        for place in self._places:
            if place.state == "ending" and (place.slot is None or place.slot.gone()):
                place.slot = self._engine.open(place.number)
                place.turn("starting")
            if place.state == "idle" and time.monotonic() >= place.rests_until:
                work = backlog.next(place.number, numbers)
                if work is not None:
                    work.tries += 1
                    ledger.begin(work)
                    place.work = work
                    place.turn("busy")
                    place.slot.begin(Order(work.job, relay), policies)

    def _attend(self, place: _Place, backlog: Backlog, ledger: Ledger) -> Iterator[EpisodeRecord]:
        """Takes in what a slot tells."""
        for event in place.slot.events() if place.slot is not None else ():
            work = place.work
            if event[0] == "died":
                if work is None and place.state in ("starting", "idle"):
                    place.lost, place.why = place.lost + 1, event[1]
                place.slot = place.work = None
                place.turn("ending")
                if work is not None:
                    lost = ledger.broken(work, "slot", f"the slot was lost: {event[1]}")
                    yield from self._fail(place, work, lost, backlog, ledger)
                return
            if place.state == "ending":
                continue  # what it tells while it ends has been given up
            if event[0] == "failed":
                place.work = None
                place.turn("idle")
                raise PoolError(f"slot {place.number}: {event[1][0]}") from event[1][1]
            if event[0] == "ready":
                place.up = True
                place.turn("idle")
            elif work is None:
                continue
            elif event[0] == "opened":
                work.opened = event[1]
            elif event[0] == "step" and work.folder is not None:
                work.steps.append(event[1])
                work.folder.step(event[1])
            elif event[0] == "picture" and work.folder is not None:
                work.folder.picture(*event[1])
            elif event[0] == "ended":
                place.work, place.lost = None, 0
                place.turn("idle")
                if event[1].transient:
                    yield from self._fail(place, work, event[1], backlog, ledger)
                else:
                    place.failures = 0
                    yield ledger.append(work, event[1])

    def _fail(
        self, place: _Place, work: Work, record: EpisodeRecord, backlog: Backlog, ledger: Ledger
    ) -> Iterator[EpisodeRecord]:
        """Records an episode that the infrastructure failed; has it run again, or yields it as an error."""
        place.failures += 1
        rest = min(self._cooldown * 2 ** min(place.failures - 1, 10), LONGEST_COOLDOWN)
        place.rests_until = time.monotonic() + rest
        last = work.tries > self._max_retries
        if last and work.tries > 1:
            record = replace(record, error=f"{record.error} (given up after {work.tries} attempts)")
        record = ledger.append(work, record)
        if last:
            yield record
        else:
            backlog.again(work, place.number, record)

    def _supervise(self, place: _Place) -> None:
        """Kills what doesn't end, and gives up what doesn't start."""
        waited = time.monotonic() - place.since
        if place.state == "ending" and place.slot is not None and waited > self._grace:
            place.slot.kill()
        limit = self._limits["reset_timeout"]
        if place.state == "starting" and limit is not None and waited > limit:
            up = any(other.state in ("idle", "busy") for other in self._places)
            if not (up and self._engine.placed):  # where others are up, it may still be waiting for a host's room
                place.why, place.lost = f"it isn't up after {limit:g} s", LOST
        if place.lost >= LOST and place.state in ("starting", "ending"):
            if place.slot is not None:
                place.slot.kill()
            place.slot = None
            place.turn("given up")
            if all(other.state == "given up" for other in self._places):
                raise PoolError(f"no slot can be started; of slot {place.number}: {place.why}{self._engine.hint}")

    def _late(self, place: _Place) -> str:
        """Returns what took too long; ``""`` where nothing did."""
        if place.state != "busy" or place.slot is None:
            return ""
        beat = place.slot.beat()
        limit = self._limits["reset_timeout" if beat.phase == "reset" else "step_timeout"]
        if beat.phase and limit is not None and beat.age > limit:
            what = {
                "reset": "the reset",
                "step": f"step {beat.step}",
                "act": f"the policy's choice of step {beat.step}",
            }
            return f"{what[beat.phase]} took longer than {limit:g} s"
        limit = self._limits["episode_timeout"]
        if limit is not None and beat.spent > limit:
            return f"the episode took longer than {limit:g} s"
        return ""

    def _pause(self) -> float:
        """Returns for how many seconds nothing needs to be looked at, if no slot tells anything."""
        now = time.monotonic()
        pauses = [1.0]
        for place in self._places:
            if place.state == "busy" and place.slot is not None:
                beat = place.slot.beat()
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
        """Ends a slot, which is replaced when it is needed again."""
        place.work = None
        if place.slot is not None:
            place.slot.stop()
        place.turn("ending")

    def close(self) -> None:
        """Ends all slots, which give back their devices; may be called twice."""
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


def by_id(policy: PolicyMaker | Policies) -> Policies:
    """Returns policies by their ids; a single one has its name as its id.

    Raises:
        ValueError: A name is no policy's, or there is no policy.
        TypeError: What is given makes no policies.
    """
    if not isinstance(policy, Mapping):
        policy = {maker_name(policy): policy}
    if not policy:
        raise ValueError("got no policy; expected at least one in the mapping")
    for maker in policy.values():
        if isinstance(maker, str) and maker not in POLICIES:
            unknown("policy", maker, POLICIES)
        if not isinstance(maker, str) and not callable(maker):
            raise TypeError(
                f"got the policy {maker!r}; expected a name, or a callable that makes one for an environment"
            )
    return policy
