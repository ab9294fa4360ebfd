"""The engine whose slots are Ray actors, on any host of a cluster; Ray core is all that it uses."""

from __future__ import annotations

import importlib
import os
import pickle
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.rollout.engines import Engine, LocalSlot, Slot
from crab_gym.rollout.jobs import Beat, EnvMaker, Event, Order, Policies, PoolError

__all__ = ["Host", "RayEngine", "RaySlot"]

POLL = 0.5
"""Seconds after which an actor that has nothing to tell says so."""
SILENCE = 10.0
"""Seconds without an answer after which an actor is taken to stand where it stood, and time to go on."""


class Host:
    """The actor: a slot of one thread, asked by its pool how it goes.

    Args:
        setup: Maker of environments and keyword arguments for it, pickled.
    """

    def __init__(self, setup: bytes) -> None:
        self._told = threading.Event()
        self._slot: LocalSlot | None = None
        self._failure: list[Event] = []
        self._policies: tuple[Any, Policies] = (None, {})
        self._begun = 0
        try:
            maker, options = pickle.loads(setup)
        except Exception as error:
            text = f"it can't load what makes the environments: {type(error).__name__}: {error}"
            self._failure = [("failed", (text, None))]
            self._told.set()
        else:
            self._slot = LocalSlot(maker, options, self._told)

    def begin(self, order: Order, version: int, policies: Sequence[Any]) -> None:
        """Plays an episode; `policies` holds a reference to the pickled makers, which is fetched once a version."""
        assert self._slot is not None
        self._begun += 1
        try:
            if self._policies[0] != version:
                ray = importlib.import_module("ray")
                self._policies = version, pickle.loads(ray.get(policies[0]))
        except Exception as error:
            self._failure = [("failed", (f"it can't load the policy: {type(error).__name__}: {error}", None))]
            self._told.set()
        else:
            self._slot.begin(order, self._policies[1])

    def poll(self, seconds: float) -> tuple[list[Event], Beat, int]:
        """Returns what was told, where the slot stands, and how many episodes it has begun; waits a little for it."""
        self._told.wait(seconds)
        self._told.clear()
        begun = self._begun
        events, self._failure = self._failure, []
        if self._slot is None:
            return events, Beat(), begun
        events += [_portable(event) for event in self._slot.events()]
        return events, self._slot.beat(), begun

    def stop(self) -> None:
        """Gives back the devices, as soon as the slot's thread tells something."""
        if self._slot is not None:
            self._slot.stop()


def _portable(event: Event) -> Event:
    """Returns an event without an exception, as not every one can be sent."""
    return ("failed", (event[1][0], None)) if event[0] == "failed" else event


class RaySlot(Slot):
    """An actor.

    Args:
        ray: The module.
        actor: Its handle.
    """

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray, self._actor = ray, actor
        self.answer = actor.poll.remote(POLL)
        self._begun = 0
        self._beat, self._heard = Beat(), time.monotonic()
        self._dead = False

    def begin(self, order: Order, policies: tuple[int, list[Any]]) -> None:
        """Plays an episode."""
        self._begun += 1
        self._beat, self._heard = Beat(), time.monotonic()
        self._actor.begin.remote(order, *policies)

    def events(self) -> list[Event]:
        """Returns what was told since the last call."""
        if self._dead or not self._ray.wait([self.answer], timeout=0)[0]:
            return []
        try:
            events, beat, begun = self._ray.get(self.answer)
        except self._ray.exceptions.RayError as error:
            self._dead = True
            return [("died", " ".join(str(error).split())[:300])]
        if begun == self._begun:
            self._beat = beat
        self._heard = time.monotonic()
        self.answer = self._actor.poll.remote(POLL)
        told: list[Event] = events
        if any(event[0] == "died" for event in told):
            self.kill()
        return told

    def beat(self) -> Beat:
        """Returns where the actor stood at its last answer; later, where that is too long ago."""
        silent = time.monotonic() - self._heard
        if silent < SILENCE:
            return self._beat
        phase, step, age, spent = self._beat
        return Beat(phase or "step", step, age + silent, spent + silent)

    def stop(self) -> None:
        """Has the actor give back its devices; it tells when it has."""
        self._actor.stop.remote()

    def kill(self) -> None:
        """Kills the actor."""
        self._ray.kill(self._actor, no_restart=True)
        self._dead = True

    def gone(self) -> bool:
        """Tells whether the actor is dead."""
        return self._dead


class RayEngine(Engine):
    """Slots are Ray actors. Connects to the cluster at hand, or starts one on this host.

    Args:
        maker: Makes the environments.
        options: For each slot the keyword arguments of its environments.
        resources: What a slot takes of its host; ``"CPU"`` and ``"GPU"`` are Ray's own, by default none. Or a
            mapping for each slot.
    """

    placed = True

    def __init__(
        self,
        maker: EnvMaker,
        options: Sequence[Mapping[str, Any]],
        resources: Mapping[str, float] | Sequence[Mapping[str, float]] | None = None,
    ) -> None:
        super().__init__(maker, options)
        each = [resources or {}] * len(options) if resources is None or isinstance(resources, Mapping) else resources
        if len(each) != len(options):
            raise ValueError(
                f"got resources for {len(each)} slots; expected one mapping, or one for each of {len(options)}"
            )
        try:
            self._ray: Any = importlib.import_module("ray")
        except ImportError as error:
            how = 'install the extra "distributed": pip install "crab-gym[distributed]"'
            raise PoolError(f'engine="ray" needs the package ray ({error}); {how}') from None
        self._own = not self._ray.is_initialized()
        if self._own:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            self._ray.init(include_dashboard=False)
        self._resources = [dict(mapping) for mapping in each]
        self._setups = [self._pickled((maker, option), "what makes the environments") for option in options]
        self._version = 0
        wanted = sorted({name for mapping in self._resources for name in mapping})
        self.hint = (
            f"; does a host of the cluster have the resources {', '.join(wanted)}? Start it with "
            "`ray start --resources`, and look with `ray status`"
            if wanted
            else "; is crab-gym installed on the cluster's hosts?"
        )

    def _pickled(self, value: Any, what: str) -> bytes:
        try:
            data: bytes = self._ray.cloudpickle.dumps(value)
        except Exception as error:
            raise PoolError(f"{what} can't be sent to other processes ({error}); make it from plain data") from error
        return data

    def open(self, number: int) -> RaySlot:
        """Starts an actor, on a host that has its resources."""
        resources = dict(self._resources[number])
        cpus, gpus = resources.pop("CPU", 0), resources.pop("GPU", 0)
        actor = self._ray.remote(Host).options(
            num_cpus=cpus,
            num_gpus=gpus,
            resources=resources,
            scheduling_strategy="DEFAULT" if self._resources[number] else "SPREAD",
            max_restarts=0,
            max_concurrency=3,  # it begins and stops while a poll waits
        )
        return RaySlot(self._ray, actor.remote(self._setups[number]))

    def pack(self, policies: Policies) -> tuple[int, list[Any]]:
        """Puts the makers into Ray's store, from which each slot fetches them once."""
        self._version += 1
        return self._version, [self._ray.put(self._pickled(dict(policies), "the policy"))]

    def wait(self, slots: Sequence[RaySlot], seconds: float) -> None:
        """Waits until an actor tells something, or dies."""
        answers = [slot.answer for slot in slots if not slot.gone()]
        if answers:
            self._ray.wait(answers, timeout=seconds)
        else:
            time.sleep(seconds)

    def close(self) -> None:
        """Ends the cluster if it was started here."""
        if self._own:
            self._ray.shutdown()
