"""Engines of a pool: what its slots run on.

* `Slot`, `Engine` - what a pool asks of them.
* `LocalEngine` - slots are threads of this process: for devices and models that one waits for, and for any object.
* `ProcessEngine` - slots are processes of this host: they use all cores, and can be stopped whatever they do.

`crab_gym.rollout.ray_engine` has the third, whose slots are Ray actors on any host of a cluster.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection, wait
from queue import Empty, SimpleQueue
from typing import Any

from crab_gym.rollout.jobs import Beat, EnvMaker, Event, Order, Policies, PoolError
from crab_gym.rollout.worker import Player

__all__ = ["Engine", "LocalEngine", "LocalSlot", "ProcessEngine", "ProcessSlot", "Slot"]

PHASES = ("", "reset", "act", "step")


class Slot(ABC):
    """A place where one episode at a time is played, by one set of devices."""

    @abstractmethod
    def begin(self, order: Order, policies: Any) -> None:
        """Plays an episode; `policies` are what `Engine.pack` returned."""

    @abstractmethod
    def events(self) -> list[Event]:
        """Returns what was told since the last call, without waiting."""

    @abstractmethod
    def beat(self) -> Beat:
        """Returns where it stands."""

    @abstractmethod
    def stop(self) -> None:
        """Asks it to give back its devices and to end."""

    @abstractmethod
    def kill(self) -> None:
        """Ends it, whatever it does; where that can't be, it is left alone for good."""

    @abstractmethod
    def gone(self) -> bool:
        """Tells whether it has ended."""


class Engine(ABC):
    """Makes slots.

    Args:
        maker: Makes the environments.
        options: For each slot the keyword arguments of its environments.

    Attributes:
        placed: Whether slots may have to wait for a host that has room for them.
        hint: What to look at where none starts.
    """

    placed = False
    hint = ""

    def __init__(self, maker: EnvMaker, options: Sequence[Mapping[str, Any]]) -> None:
        self.maker, self.options = maker, options

    @abstractmethod
    def open(self, number: int) -> Any:
        """Starts a slot; that it is up is told by an event."""

    @abstractmethod
    def pack(self, policies: Policies) -> Any:
        """Returns the policies' makers as they go to the slots, once for each run."""

    @abstractmethod
    def wait(self, slots: Sequence[Any], seconds: float) -> None:
        """Waits until a slot tells something, or the time is over."""

    def close(self) -> None:  # noqa: B027 - most have nothing to do
        """Ends what the engine itself has started, once all slots are gone."""


class _Stopped(BaseException):
    """Unwinds a thread whose slot was stopped."""


class _ThreadChannel:
    """The way from a slot's thread to its pool."""

    def __init__(self, told: threading.Event) -> None:
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.now = ("", 0, 0.0, 0.0)
        self.stopped = self.closing = False
        self._told = told

    def send(self, event: Event) -> None:
        if self.stopped and not self.closing:
            raise _Stopped
        self.events.put(event)
        self._told.set()

    def mark(self, phase: str, step: int, since: float, spent: float) -> None:
        if self.stopped and not self.closing:
            raise _Stopped
        self.now = (phase, step, since, spent)


class LocalSlot(Slot):
    """A thread. One that hangs can't be ended: it is left alone, and gives back its devices when it goes on.

    Args:
        maker: Makes the environments.
        options: Keyword arguments for it.
        told: Set when there is an event.
    """

    def __init__(self, maker: EnvMaker, options: Mapping[str, Any], told: threading.Event) -> None:
        self._orders: SimpleQueue[tuple[Order, Policies] | None] = SimpleQueue()
        self._channel = _ThreadChannel(told)
        self._left = False
        self._thread = threading.Thread(target=self._run, args=(maker, options), name="crab-gym slot", daemon=True)
        self._thread.start()

    def _run(self, maker: EnvMaker, options: Mapping[str, Any]) -> None:
        channel = self._channel
        player = Player(maker, options, channel)
        why = "its thread has ended"
        try:
            channel.send(("ready", None))
            while (item := self._orders.get()) is not None:
                player.play(*item)
        except _Stopped:
            pass
        except BaseException as error:
            why = f"{type(error).__name__} ended its thread"
        finally:
            channel.closing = True
            player.close()
            channel.send(("died", why))

    def begin(self, order: Order, policies: Policies) -> None:
        """Plays an episode."""
        self._channel.now = ("", 0, 0.0, 0.0)
        self._orders.put((order, policies))

    def events(self) -> list[Event]:
        """Returns what was told since the last call."""
        events = []
        try:
            while True:
                events.append(self._channel.events.get_nowait())
        except Empty:
            return events

    def beat(self) -> Beat:
        """Returns where the thread stands."""
        return beat(*self._channel.now)

    def stop(self) -> None:
        """Has the thread end as soon as it tells something."""
        self._channel.stopped = True
        self._orders.put(None)

    def kill(self) -> None:
        """Leaves the thread alone."""
        self._left = True

    def gone(self) -> bool:
        """Tells whether the thread has ended, or is left alone."""
        return self._left or not self._thread.is_alive()


def beat(phase: str, step: int, since: float, spent: float) -> Beat:
    """Returns where a slot stands now that has been in a phase since a time of the monotonic clock."""
    age = time.monotonic() - since if phase else 0.0
    return Beat(phase, step, age, spent + age)


class LocalEngine(Engine):
    """Slots are threads of this process."""

    def __init__(self, maker: EnvMaker, options: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(maker, options)
        self._told = threading.Event()

    def open(self, number: int) -> LocalSlot:
        """Starts a thread."""
        return LocalSlot(self.maker, self.options[number], self._told)

    def pack(self, policies: Policies) -> Policies:
        """Returns the makers as they are."""
        return policies

    def wait(self, slots: Sequence[LocalSlot], seconds: float) -> None:
        """Waits until a thread tells something."""
        self._told.wait(seconds)
        self._told.clear()


class _PipeChannel:
    """The way from a slot's process to its pool: a pipe for events, shared memory for where it stands."""

    def __init__(self, connection: Connection, shared: Any) -> None:
        self._connection, self._shared = connection, shared

    def send(self, event: Event) -> None:
        if event[0] == "failed":
            event = ("failed", (event[1][0], None))  # not every exception can be sent
        self._connection.send(event)

    def mark(self, phase: str, step: int, since: float, spent: float) -> None:
        shared = self._shared
        shared[0] = since  # before the phase, so that a phase is never taken for older than it is
        shared[1] = PHASES.index(phase)
        shared[2] = step
        shared[3] = spent


def _serve(connection: Connection, shared: Any, setup: bytes) -> None:
    """Plays in a process of its own until the pipe is closed or a signal comes."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool's process gets it too, and ends this one
    channel = _PipeChannel(connection, shared)
    try:
        maker, options = pickle.loads(setup)
    except Exception as error:
        channel.send(("failed", (f"it can't load what makes the environments: {type(error).__name__}: {error}", None)))
        return
    player = Player(maker, options, channel)
    policies: Policies = {}
    try:
        channel.send(("ready", None))
        while True:
            kind, data = connection.recv()
            if kind == "play":
                player.play(data, policies)
                continue
            try:
                policies = pickle.loads(data)
            except Exception as error:
                channel.send(("failed", (f"it can't load the policy: {type(error).__name__}: {error}", None)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the pool is gone
    finally:
        player.close()


class ProcessSlot(Slot):
    """A process of this host.

    Args:
        setup: Maker of environments and keyword arguments for it, pickled.
    """

    def __init__(self, setup: bytes) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._shared = context.RawArray("d", 4)
        self._packed = b""
        self._process = context.Process(
            target=_serve, args=(theirs, self._shared, setup), name="crab-gym slot", daemon=True
        )
        self._process.start()
        theirs.close()

    def begin(self, order: Order, policies: bytes) -> None:
        """Plays an episode."""
        self._shared[3] = 0.0
        try:
            if policies is not self._packed:
                self.connection.send(("policies", policies))
                self._packed = policies
            self.connection.send(("play", order))
        except OSError:
            pass  # it has died, which the next event tells

    def events(self) -> list[Event]:
        """Returns what was told since the last call."""
        events: list[Event] = []
        try:
            while self.connection.poll():
                events.append(self.connection.recv())
        except (EOFError, OSError):
            events.append(("died", self._why()))
        return events

    def _why(self) -> str:
        self._process.join(5)
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"its process was ended by {signal.Signals(-code).name}"
        return "its process closed its pipe" if code is None else f"its process ended with exit code {code}"

    def beat(self) -> Beat:
        """Returns where the process stands."""
        since, phase, step, spent = self._shared
        return beat(PHASES[int(phase)], int(step), since, spent)

    def stop(self) -> None:
        """Sends SIGTERM, on which the process gives back its devices."""
        if self._process.is_alive():
            self._process.terminate()

    def kill(self) -> None:
        """Sends SIGKILL."""
        self._process.kill()

    def gone(self) -> bool:
        """Tells whether the process has ended."""
        if self._process.is_alive():
            return False
        self.connection.close()
        return True


class ProcessEngine(Engine):
    """Slots are processes of this host, started afresh (``spawn``)."""

    hint = '; its own message is above, and a script\'s work has to be under `if __name__ == "__main__":`'

    def __init__(self, maker: EnvMaker, options: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(maker, options)
        self._setups = [pickled((maker, each), "what makes the environments") for each in options]

    def open(self, number: int) -> ProcessSlot:
        """Starts a process."""
        return ProcessSlot(self._setups[number])

    def pack(self, policies: Policies) -> bytes:
        """Pickles the makers."""
        return pickled(dict(policies), "the policy")

    def wait(self, slots: Sequence[ProcessSlot], seconds: float) -> None:
        """Waits until a process tells something, or ends."""
        wait([slot.connection for slot in slots], seconds)


def pickled(value: Any, what: str) -> bytes:
    """Returns a value pickled, as it goes to another process.

    Raises:
        PoolError: It can't be pickled.
    """
    try:
        return pickle.dumps(value)
    except Exception as error:
        raise PoolError(
            f"{what} can't be sent to another process ({error}); make it with a function of a module, "
            'functools.partial of one, or a name, or use engine="local"'
        ) from error
