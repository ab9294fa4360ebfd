"""Ray actors that collect experience for a learner: lost ones are replaced, and what they had begun is collected again.

* `Fleet` - the actors; `Collector` - what each of them has: environments and a policy.
* `Piece` - what a collector returns, with its number; `Origin` - tells the collectors of a training apart.

`RolloutPool` plays whole episodes for records and evaluations. A fleet collects as much as a learner needs for an
update, however many episodes that is.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from crab_gym.rollout.jobs import PoolError
from crab_gym.rollout.ray_engine import connect
from crab_sim.fast.collector import collect_seldom

__all__ = ["Collector", "Fleet", "FleetActor", "Origin", "Piece"]

POLL_SECONDS = 1.0
"""Longest time between two looks at the actors that take too long."""
MAX_LOSSES = 5
"""Losses of a piece, or in a row of the actors in one place while they start, after which the fleet gives up."""
_log = logging.getLogger(__name__)


class Origin(NamedTuple):
    """Tells a collector apart from all others of a training, also after the training was resumed.

    Attributes:
        first: Number of the first piece of this run of the training.
        start: Number of actors that this run had started before.
    """

    first: int
    start: int


class Collector(Protocol):
    """Environments and a policy in an actor. Episodes may go on from one piece to the next."""

    def collect(self, weights: Any, number: int) -> Any:
        """Returns a piece of experience, as plain arrays.

        Args:
            weights: The policy's weights.
            number: Number of the piece, which can determine its randomness.
        """


class Piece(NamedTuple):
    """A piece of experience.

    Attributes:
        number: Its number; none is delivered twice.
        content: What the collector returned.
    """

    number: int
    content: Any


class FleetActor:
    """The actor: it makes a collector, and has it collect pieces.

    Args:
        make: The collector's maker, pickled.
        origin: The actor's origin.
    """

    def __init__(self, make: bytes, origin: Origin) -> None:
        self._collector: Collector | None = None
        self._failure: Exception | None = None
        try:
            self._collector = pickle.loads(make)(origin)
        except Exception as error:  # raised here, it couldn't be told from the death of the actor
            self._failure = error
        collect_seldom()

    def ready(self) -> None:
        """Returns once the collector is made; raises what its maker has raised."""
        if self._failure is not None:
            raise self._failure

    def collect(self, weights: Any, number: int) -> Any:
        """Returns a piece's content."""
        assert self._collector is not None
        return self._collector.collect(weights, number)


class _Member:
    """An actor, seen from the fleet.

    Attributes:
        actor: Its handle.
        answer: The reference to what it works on; None while it is idle.
        number: Number of the piece; None before the actor is ready.
        since: When it began.
        failed: Number of actors in its place that were lost, one after the other, before they were ready.
    """

    def __init__(self, actor: Any, failed: int) -> None:
        self.actor, self.failed = actor, failed
        self.number: int | None = None
        self.since = time.monotonic()
        self.answer: Any = actor.ready.remote()

    def collect(self, number: int, weights: Any) -> None:
        """Begins a piece."""
        self.number, self.since = number, time.monotonic()
        self.answer = self.actor.collect.remote(weights, number)


class Fleet:
    """Ray actors with a collector each, on the hosts of a cluster, and a queue of pieces that they collect.

    Pieces are numbered. Each is delivered once: if an actor or its host is lost, or needs too long, what it had begun
    is discarded, another actor collects the same piece, and a new actor takes the lost one's place. One that finds no
    room in the cluster waits for it, while the others do its work. What a collector or its maker raises isn't
    tried again, but raised.

    Args:
        make: Makes a collector in an actor, from the actor's origin. It is pickled; the modules that it needs must be
            on all hosts.
        actors: Number of actors.
        resources: What each reserves on its host; by default one of Ray's ``"CPU"``.
        first: Number of the first piece, when a training is resumed.
        piece_timeout: Seconds that a piece may take before its actor counts as lost; None for no limit.
        start_timeout: Seconds to wait for a first actor.

    Attributes:
        losses: Number of actors that were lost so far.

    Raises:
        PoolError: Ray isn't installed, or the maker can't be pickled.
    """

    def __init__(
        self,
        make: Callable[[Origin], Collector],
        actors: int,
        *,
        resources: Mapping[str, float] | None = None,
        first: int = 0,
        piece_timeout: float | None = None,
        start_timeout: float = 600.0,
    ) -> None:
        if actors < 1:
            raise ValueError(f"got {actors} actors; expected at least one")
        self._ray, self._own = connect()
        try:
            self._make = self._ray.cloudpickle.dumps(make)
        except Exception as error:
            raise PoolError(f"the collector's maker can't be sent to other processes ({error})") from error
        self._resources = {"CPU": 1.0} if resources is None else dict(resources)
        self._first = self._next = self._taken = first
        self._timeout, self._start_timeout = piece_timeout, start_timeout
        self._waiting: deque[tuple[int, Any]] = deque()  # numbers of pieces, with the weights
        self._begun: dict[int, Any] = {}
        self._done: dict[int, Any] = {}
        self._lost: dict[int, int] = {}  # pieces to how often
        self._started = self.losses = 0
        self._members = [self._start() for _ in range(actors)]

    @property
    def pending(self) -> int:
        """Number of pieces that were asked for and not taken yet."""
        return len(self._waiting) + len(self._begun) + len(self._done)

    def ask(self, weights: Any, count: int) -> None:
        """Has pieces collected.

        Args:
            weights: The policy's weights, which each host fetches once.
            count: Number of pieces.
        """
        reference = self._ray.put(weights)
        for _ in range(count):
            self._waiting.append((self._next, reference))
            self._next += 1
        self._hand_out()

    def take(self, count: int) -> list[Piece]:
        """Waits for the next pieces in the order of their numbers, and returns them.

        Args:
            count: Number of pieces.

        Raises:
            ValueError: Fewer pieces were asked for.
            PoolError: A piece was lost too often, or no actor can be started.
        """
        if count > self.pending:
            raise ValueError(f"{count} pieces were to be taken, but {self.pending} were asked for")
        begun = time.monotonic()
        numbers = range(self._taken, self._taken + count)
        while any(number not in self._done for number in numbers):
            self._hand_out()
            working = {member.answer: member for member in self._members if member.answer is not None}
            finished, _ = self._ray.wait(list(working), timeout=POLL_SECONDS)
            for answer in finished:
                self._receive(working[answer])
            self._end_slow_ones(begun)
        self._taken += count
        return [Piece(number, self._done.pop(number)) for number in numbers]

    def _start(self, failed: int = 0) -> _Member:
        resources = dict(self._resources)
        cpus, gpus = resources.pop("CPU", 0), resources.pop("GPU", 0)
        actor = self._ray.remote(FleetActor).options(
            num_cpus=cpus, num_gpus=gpus, resources=resources, scheduling_strategy="SPREAD", max_restarts=0
        )
        origin = Origin(self._first, self._started)
        self._started += 1
        return _Member(actor.remote(self._make, origin), failed)

    def _hand_out(self) -> None:
        for member in self._members:
            if member.answer is None and self._waiting:
                number, weights = self._waiting.popleft()
                self._begun[number] = weights
                member.collect(number, weights)

    def _receive(self, member: _Member) -> None:
        """Takes what an actor returned, or notes that it is lost."""
        errors = self._ray.exceptions
        try:
            content = self._ray.get(member.answer)
        except errors.RayTaskError:
            raise  # by the collector or its maker: another would raise it as well
        except errors.RayError as error:
            self._lose(member, " ".join(str(error).split())[:300])
            return
        if member.number is not None:
            self._done[member.number] = content
            del self._begun[member.number]
            self._lost.pop(member.number, None)
        member.answer = None

    def _lose(self, member: _Member, reason: str) -> None:
        """Puts a lost actor's piece back to the others, and starts an actor in its place."""
        number = member.number
        self._ray.kill(member.actor, no_restart=True)  # it may only seem to be lost
        self.losses += 1
        if number is None:
            what, losses = "started", member.failed + 1
        else:
            what, losses = f"collected piece {number}", self._lost.get(number, 0) + 1
            self._lost[number] = losses
            self._waiting.appendleft((number, self._begun.pop(number)))
        if losses == MAX_LOSSES:
            raise PoolError(f"{losses} actors in a row were lost while they {what}; the last one: {reason}")
        _log.warning("an actor was lost while it %s, and is replaced: %s", what, reason)
        self._members[self._members.index(member)] = self._start(losses if number is None else 0)

    def _end_slow_ones(self, begun: float) -> None:
        """Ends actors that need too long for a piece.

        Args:
            begun: When the fleet began to wait.

        Raises:
            PoolError: No actor has started in time.
        """
        now = time.monotonic()
        for member in list(self._members):
            late = self._timeout is not None and now - member.since > self._timeout
            if late and member.answer is not None and member.number is not None:
                self._lose(member, f"it took longer than {self._timeout:g} s")
        if now - begun > self._start_timeout and all(member.number is None for member in self._members):
            needs = ", ".join(f"{amount:g} {name}" for name, amount in self._resources.items())
            raise PoolError(
                f"no actor has started within {self._start_timeout:g} s; does a host of the cluster have {needs} to "
                "spare, and crab-gym? `ray status` tells"
            )

    def close(self) -> None:
        """Ends the actors, and the cluster if the fleet started it."""
        for member in self._members:
            self._ray.kill(member.actor, no_restart=True)
        if self._own:
            self._ray.shutdown()
