"""Engines of a pool, which start its slots as threads or processes.

* `Slot`, `Engine` - the interfaces that a pool uses.
* `LocalEngine` - slots are threads of this process, for slow devices and models, and for objects of any kind.
* `ProcessEngine` - slots are processes of this host: they use all cores, and can be killed at any time.

`crab_gym.rollout.ray_engine` has a third engine, whose slots are Ray actors on the hosts of a cluster.
"""

from __future__ import annotations

import logging
import multiprocessing
import pickle
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection, wait
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from crab_gym.rollout.events import Died, Event, Failed, Heartbeat, Ready, portable
from crab_gym.rollout.jobs import Assignment, EnvSource, Policies, PoolError
from crab_gym.rollout.worker import Player

__all__ = ["Engine", "LocalEngine", "LocalSlot", "ProcessEngine", "ProcessSlot", "Slot"]

PHASES = ("", "reset", "act", "step")

_log = logging.getLogger(__name__)


class Slot(ABC):
    """A player of episodes, one at a time, on one set of devices."""

    @abstractmethod
    def begin(self, assignment: Assignment, policies: Any) -> None:
        """Starts an episode.

        Args:
            assignment: The episode.
            policies: The policies' makers, as `Engine.pack` returned them.
        """

    @abstractmethod
    def events(self) -> list[Event]:
        """Returns the events since the last call, without waiting."""

    @abstractmethod
    def heartbeat(self) -> Heartbeat:
        """Returns the slot's position in its episode."""

    @abstractmethod
    def stop(self) -> None:
        """Asks the slot to close its devices and to end."""

    @abstractmethod
    def kill(self) -> None:
        """Ends the slot at once; one that can't be ended is abandoned."""

    @abstractmethod
    def gone(self) -> bool:
        """Returns whether the slot has ended."""


class Engine(ABC):
    """Makes slots.

    Args:
        env: Makes the environments.
        options: For each slot the keyword arguments of its environments.

    Attributes:
        waits_for_hosts: Whether a slot may have to wait for a host with free resources.
        hint: Advice for the error message if no slot starts.
    """

    waits_for_hosts = False
    hint = ""

    def __init__(self, env: EnvSource, options: Sequence[Mapping[str, Any]]) -> None:
        self.env, self.options = env, options

    @abstractmethod
    def open(self, number: int) -> Any:
        """Starts a slot, which sends `Ready` once it is up."""

    @abstractmethod
    def pack(self, policies: Policies) -> Any:
        """Returns the policies' makers in the form in which they go to the slots; called once per run."""

    @abstractmethod
    def wait(self, slots: Sequence[Any], seconds: float) -> None:
        """Waits until a slot has an event, or the time is over."""

    def close(self) -> None:  # noqa: B027 - most have nothing to do
        """Frees the engine's own resources, once all slots are gone."""


class _Position(NamedTuple):
    """A slot's phase and step, the phase's start by the monotonic clock, and the seconds spent before it."""

    phase: str = ""
    step: int = 0
    since: float = 0.0
    spent: float = 0.0


class _Stopped(BaseException):
    """Unwinds the thread of a stopped slot."""


class _ThreadChannel:
    """The channel from a slot's thread to its pool."""

    def __init__(self, has_events: threading.Event) -> None:
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.position = _Position()
        self.stopped = self.closing = False
        self._has_events = has_events

    def send(self, event: Event) -> None:
        if self.stopped and not self.closing:
            raise _Stopped
        self.events.put(event)
        self._has_events.set()

    def mark(self, phase: str, step: int, since: float, spent: float) -> None:
        if self.stopped and not self.closing:
            raise _Stopped
        self.position = _Position(phase, step, since, spent)


class LocalSlot(Slot):
    """A thread. One that hangs can't be killed: it is abandoned, and closes its devices when it continues.

    Args:
        env: Makes the environments.
        options: Keyword arguments for it.
        has_events: Set whenever the slot has a new event.
    """

    def __init__(self, env: EnvSource, options: Mapping[str, Any], has_events: threading.Event) -> None:
        self._assignments: SimpleQueue[tuple[Assignment, Policies] | None] = SimpleQueue()
        self._channel = _ThreadChannel(has_events)
        self._abandoned = False
        self._thread = threading.Thread(target=self._run, args=(env, options), name="crab-gym slot", daemon=True)
        self._thread.start()

    def _run(self, env: EnvSource, options: Mapping[str, Any]) -> None:
        channel = self._channel
        player = Player(env, options, channel)
        reason = "its thread has ended"
        try:
            channel.send(Ready())
            while (item := self._assignments.get()) is not None:
                player.play(*item)
        except _Stopped:
            pass
        except BaseException as error:
            _log.exception("a slot's thread failed")
            reason = f"{type(error).__name__} ended its thread"
        finally:
            channel.closing = True
            player.close()
            channel.send(Died(reason))

    def begin(self, assignment: Assignment, policies: Policies) -> None:
        """Starts an episode."""
        self._channel.position = _Position()
        self._assignments.put((assignment, policies))

    def events(self) -> list[Event]:
        """Returns the events since the last call."""
        events = []
        try:
            while True:
                events.append(self._channel.events.get_nowait())
        except Empty:
            return events

    def heartbeat(self) -> Heartbeat:
        """Returns the thread's position in its episode."""
        return Heartbeat.at(*self._channel.position)

    def stop(self) -> None:
        """Ends the thread at the next event that it sends."""
        self._channel.stopped = True
        self._assignments.put(None)

    def kill(self) -> None:
        """Abandons the thread."""
        self._abandoned = True

    def gone(self) -> bool:
        """Returns whether the thread has ended or is abandoned."""
        return self._abandoned or not self._thread.is_alive()


class LocalEngine(Engine):
    """Slots are threads of this process."""

    def __init__(self, env: EnvSource, options: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(env, options)
        self._has_events = threading.Event()

    def open(self, number: int) -> LocalSlot:
        """Starts a thread."""
        return LocalSlot(self.env, self.options[number], self._has_events)

    def pack(self, policies: Policies) -> Policies:
        """Returns the makers unchanged."""
        return policies

    def wait(self, slots: Sequence[LocalSlot], seconds: float) -> None:
        """Waits until a thread has an event."""
        self._has_events.wait(seconds)
        self._has_events.clear()


class _PipeChannel:
    """The channel from a slot's process to its pool: a pipe for events, shared memory for its position."""

    def __init__(self, connection: Connection, shared: Any) -> None:
        self._connection, self._shared = connection, shared

    def send(self, event: Event) -> None:
        self._connection.send(portable(event))

    def mark(self, phase: str, step: int, since: float, spent: float) -> None:
        shared = self._shared
        shared[0] = since  # set before the phase, so that a new phase never seems older than it is
        shared[1] = PHASES.index(phase)
        shared[2] = step
        shared[3] = spent


def _serve(connection: Connection, shared: Any, setup: bytes) -> None:
    """Plays in its own process until the pipe is closed or a signal arrives."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool's process receives it too, and ends this one
    channel = _PipeChannel(connection, shared)
    try:
        env, options = pickle.loads(setup)
    except Exception as error:
        channel.send(Failed(f"it can't load what makes the environments: {type(error).__name__}: {error}"))
        return
    player = Player(env, options, channel)
    policies: Policies = {}
    try:
        channel.send(Ready())
        while True:
            message = connection.recv()
            if isinstance(message, Assignment):
                player.play(message, policies)
                continue
            try:
                policies = pickle.loads(message)
            except Exception as error:
                channel.send(Failed(f"it can't load the policy: {type(error).__name__}: {error}"))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the pool is gone
    finally:
        player.close()


class ProcessSlot(Slot):
    """A process of this host.

    Args:
        setup: The maker of environments and its keyword arguments, pickled.
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

    def begin(self, assignment: Assignment, policies: bytes) -> None:
        """Starts an episode."""
        self._shared[3] = 0.0
        try:
            if policies is not self._packed:
                self.connection.send(policies)
                self._packed = policies
            self.connection.send(assignment)
        except OSError:
            pass  # it has died; the next event says so

    def events(self) -> list[Event]:
        """Returns the events since the last call."""
        events: list[Event] = []
        try:
            while self.connection.poll():
                events.append(self.connection.recv())
        except (EOFError, OSError):
            events.append(Died(self._reason()))
        return events

    def _reason(self) -> str:
        self._process.join(5)
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"its process was ended by {signal.Signals(-code).name}"
        return "its process closed its pipe" if code is None else f"its process ended with exit code {code}"

    def heartbeat(self) -> Heartbeat:
        """Returns the process's position in its episode."""
        since, phase, step, spent = self._shared
        return Heartbeat.at(PHASES[int(phase)], int(step), since, spent)

    def stop(self) -> None:
        """Sends SIGTERM, on which the process closes its devices."""
        if self._process.is_alive():
            self._process.terminate()

    def kill(self) -> None:
        """Sends SIGKILL."""
        self._process.kill()

    def gone(self) -> bool:
        """Returns whether the process has ended."""
        if self._process.is_alive():
            return False
        self.connection.close()
        return True


class ProcessEngine(Engine):
    """Slots are fresh processes of this host (``spawn``)."""

    hint = '; its own message is above, and a script\'s work has to be under `if __name__ == "__main__":`'

    def __init__(self, env: EnvSource, options: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(env, options)
        self._setups = [pickled((env, each), "what makes the environments") for each in options]

    def open(self, number: int) -> ProcessSlot:
        """Starts a process."""
        return ProcessSlot(self._setups[number])

    def pack(self, policies: Policies) -> bytes:
        """Pickles the makers."""
        return pickled(dict(policies), "the policy")

    def wait(self, slots: Sequence[ProcessSlot], seconds: float) -> None:
        """Waits until a process has an event or ends."""
        wait([slot.connection for slot in slots], seconds)


def pickled(value: Any, what: str) -> bytes:
    """Returns a pickled value, to be sent to another process.

    Args:
        value: The value.
        what: Its name in the error message.

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
