"""The engine whose slots are Ray actors on the hosts of a cluster; it needs only Ray's core.

* `RayEngine` - the engine, `RaySlot` and `SlotActor` - a slot, seen from the pool and in its actor.
* `connect` - connects to a cluster.
"""

from __future__ import annotations

import importlib
import os
import pickle
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.rollout.engines import Engine, LocalSlot, Slot
from crab_gym.rollout.events import Died, Event, Failed, Heartbeat, portable
from crab_gym.rollout.jobs import Assignment, EnvSource, Policies, PoolError
from crab_sim.extras import install_hint

__all__ = ["RayEngine", "RaySlot", "SlotActor", "connect"]

POLL_SECONDS = 0.5
"""Seconds after which an actor without events answers a poll."""
MAX_SILENCE = 10.0
"""Seconds without an answer after which the actor's phase is assumed to have lasted since its last answer."""


def connect() -> tuple[Any, bool]:
    """Connects to this host's cluster, or that of ``$RAY_ADDRESS``, or else starts one on this host.

    Returns:
        The module ``ray``, and whether the connection was made now.

    Raises:
        PoolError: Ray isn't installed.
    """
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise PoolError(f"the package ray is needed ({error}); {install_hint('ray')}") from None
    if ray.is_initialized():
        return ray, False
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(include_dashboard=False)
    return ray, True


class SlotActor:
    """The actor: a slot with one thread, which its pool polls.

    Args:
        setup: The maker of environments and its keyword arguments, pickled.
    """

    def __init__(self, setup: bytes) -> None:
        self._has_events = threading.Event()
        self._slot: LocalSlot | None = None
        self._failure: list[Event] = []
        self._policies: tuple[Any, Policies] = (None, {})
        self._begun = 0
        try:
            env, options = pickle.loads(setup)
        except Exception as error:
            text = f"it can't load what makes the environments: {type(error).__name__}: {error}"
            self._failure = [Failed(text)]
            self._has_events.set()
        else:
            self._slot = LocalSlot(env, options, self._has_events)

    def begin(self, assignment: Assignment, version: int, policies: Sequence[Any]) -> None:
        """Starts an episode.

        Args:
            assignment: The episode.
            version: Number of the policies' makers; each version is fetched once.
            policies: A list with a reference to the pickled makers, which Ray would fetch if it weren't in a list.
        """
        assert self._slot is not None
        self._begun += 1
        try:
            fetched, makers = self._policies
            if fetched != version:
                ray = importlib.import_module("ray")
                (reference,) = policies
                makers = pickle.loads(ray.get(reference))
                self._policies = version, makers
        except Exception as error:
            self._failure = [Failed(f"it can't load the policy: {type(error).__name__}: {error}")]
            self._has_events.set()
        else:
            self._slot.begin(assignment, makers)

    def poll(self, seconds: float) -> tuple[list[Event], Heartbeat, int]:
        """Returns the slot's events, its position, and the number of episodes begun; waits for an event first."""
        self._has_events.wait(seconds)
        self._has_events.clear()
        begun = self._begun
        events, self._failure = self._failure, []
        if self._slot is None:
            return events, Heartbeat(), begun
        events += [portable(event) for event in self._slot.events()]
        return events, self._slot.heartbeat(), begun

    def stop(self) -> None:
        """Closes the devices at the next event of the slot's thread."""
        if self._slot is not None:
            self._slot.stop()


class RaySlot(Slot):
    """An actor.

    Args:
        ray: The module ``ray``.
        actor: The actor's handle.
    """

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray, self._actor = ray, actor
        self.answer = actor.poll.remote(POLL_SECONDS)
        self._begun = 0
        self._heartbeat, self._last_answer = Heartbeat(), time.monotonic()
        self._dead = False

    def begin(self, assignment: Assignment, policies: tuple[int, list[Any]]) -> None:
        """Starts an episode."""
        self._begun += 1
        self._heartbeat, self._last_answer = Heartbeat(), time.monotonic()
        self._actor.begin.remote(assignment, *policies)

    def events(self) -> list[Event]:
        """Returns the events since the last call."""
        events: list[Event]
        if self._dead or not self._ray.wait([self.answer], timeout=0)[0]:
            return []
        try:
            events, heartbeat, begun = self._ray.get(self.answer)
        except self._ray.exceptions.RayError as error:
            self._dead = True
            return [Died(" ".join(str(error).split())[:300])]
        if begun == self._begun:
            self._heartbeat = heartbeat
        self._last_answer = time.monotonic()
        self.answer = self._actor.poll.remote(POLL_SECONDS)
        if any(isinstance(event, Died) for event in events):
            self.kill()
        return events

    def heartbeat(self) -> Heartbeat:
        """Returns the actor's position at its last answer; after a long silence, the phase's age includes it."""
        silent = time.monotonic() - self._last_answer
        if silent < MAX_SILENCE:
            return self._heartbeat
        phase, step, age, spent = self._heartbeat
        return Heartbeat(phase or "step", step, age + silent, spent + silent)

    def stop(self) -> None:
        """Asks the actor to close its devices; it sends `Died` afterwards."""
        self._actor.stop.remote()

    def kill(self) -> None:
        """Kills the actor."""
        self._ray.kill(self._actor, no_restart=True)
        self._dead = True

    def gone(self) -> bool:
        """Returns whether the actor is dead."""
        return self._dead


class RayEngine(Engine):
    """Slots are Ray actors. Connects to a running cluster, or starts one on this host.

    Args:
        env: Makes the environments.
        options: For each slot the keyword arguments of its environments.
        resources: The resources that a slot reserves on its host, or one mapping per slot. ``"CPU"`` and ``"GPU"``
            are Ray's own; a slot reserves none of them by default.
    """

    waits_for_hosts = True

    def __init__(
        self,
        env: EnvSource,
        options: Sequence[Mapping[str, Any]],
        resources: Mapping[str, float] | Sequence[Mapping[str, float]] | None = None,
    ) -> None:
        super().__init__(env, options)
        each = [resources or {}] * len(options) if resources is None or isinstance(resources, Mapping) else resources
        if len(each) != len(options):
            raise ValueError(
                f"got resources for {len(each)} slots; expected one mapping, or one for each of {len(options)}"
            )
        self._ray, self._own = connect()
        self._resources = [dict(mapping) for mapping in each]
        self._setups = [self._pickled((env, option), "what makes the environments") for option in options]
        self._version = 0
        names = sorted({name for mapping in self._resources for name in mapping})
        self.hint = (
            f"; does a host of the cluster have the resources {', '.join(names)}? Start it with "
            "`ray start --resources`, and look with `ray status`"
            if names
            else "; is crab-gym installed on the cluster's hosts?"
        )

    def _pickled(self, value: Any, what: str) -> bytes:
        try:
            data: bytes = self._ray.cloudpickle.dumps(value)
        except Exception as error:
            raise PoolError(f"{what} can't be sent to other processes ({error}); make it from plain data") from error
        return data

    def open(self, number: int) -> RaySlot:
        """Starts an actor on a host that has its resources."""
        resources = dict(self._resources[number])
        cpus, gpus = resources.pop("CPU", 0), resources.pop("GPU", 0)
        actor = self._ray.remote(SlotActor).options(
            num_cpus=cpus,
            num_gpus=gpus,
            resources=resources,
            scheduling_strategy="DEFAULT" if self._resources[number] else "SPREAD",
            max_restarts=0,
            max_concurrency=3,  # so that begin and stop run while a poll waits
        )
        return RaySlot(self._ray, actor.remote(self._setups[number]))

    def pack(self, policies: Policies) -> tuple[int, list[Any]]:
        """Puts the makers into Ray's object store, from which each slot fetches them once."""
        self._version += 1
        return self._version, [self._ray.put(self._pickled(dict(policies), "the policy"))]

    def wait(self, slots: Sequence[RaySlot], seconds: float) -> None:
        """Waits until an actor has an event or dies."""
        answers = [slot.answer for slot in slots if not slot.gone()]
        if answers:
            self._ray.wait(answers, timeout=seconds)
        else:
            time.sleep(seconds)

    def close(self) -> None:
        """Shuts the cluster down if this engine started it."""
        if self._own:
            self._ray.shutdown()
