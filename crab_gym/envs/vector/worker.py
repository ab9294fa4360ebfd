"""A worker process: steps its share of the environments, and writes their observations to shared memory.

The parent sends ``(share,)``, to which ``("ready",)`` is the reply, and then requests, each of which it waits for the
reply of; they are tuples whose first item says what they are. Requests: ``("reset", block, seeds, options, mask)``,
``("step", block, actions, masks)``, ``("apply", function, numbers)``, ``("abandon",)`` and ``("close",)``. Replies:
``("ready",)``, ``("reset", objects, infos)``, ``("step", Reply)``, ``("applied", values)``, ``("abandoned",)`` and
``("error", exception, traceback)``.
"""

from __future__ import annotations

import pickle
import signal
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crab_gym.envs.vector.base import check_spaces
from crab_gym.envs.vector.env_makers import EnvMaker
from crab_gym.envs.vector.infos import Columns, columns, news
from crab_gym.envs.vector.layout import Layout
from crab_gym.envs.vector.stepping import Stepper
from crab_gym.fast.collector import collect_seldom

__all__ = ["Reply", "Share", "work"]

"""New objects until the garbage collector looks at them; times until it looks at older, and all, as well."""


@dataclass(frozen=True)
class Share:
    """What a worker works on.

    Attributes:
        makers: How its environments are made.
        start: Number of the first of them among all.
        rows: Number of all environments.
        mode: When environments whose episode has ended are reset.
        spaces: Observation and action space of the first environment of all, and its name.
        seeds: Number of an environment, among this worker's, to the seed of its first reset where none is given.
    """

    makers: tuple[EnvMaker, ...]
    start: int
    rows: int
    mode: AutoresetMode
    spaces: tuple[gym.Space[Any], gym.Space[Any], str]
    seeds: Mapping[int, int]


class Reply(NamedTuple):
    """What a step of a worker's environments gave, in their order.

    Attributes:
        rewards: Rewards.
        terminated: Whether an episode ended from within.
        truncated: Whether it was cut off.
        objects: What of the observations isn't in shared memory.
        finals: The same of last observations, by number; same-step autoreset only.
        keys: Keys of the infos.
        columns: Columns of the infos that aren't as in the reply before.
        masks: Each environment's ``action_masks()``, if they were asked for.
    """

    rewards: list[float]
    terminated: list[bool]
    truncated: list[bool]
    objects: list[tuple[Any, ...]]
    finals: dict[int, tuple[Any, ...]]
    keys: list[str]
    columns: Columns
    masks: NDArray[Any] | None


class _Worker:
    def __init__(self, share: Share, blocks: Sequence[Any], finals: Any) -> None:
        envs = [maker() for maker in share.makers]
        observations, actions, name = share.spaces
        for maker, env in zip(share.makers, envs, strict=True):
            check_spaces(env, (observations, actions), (name, maker.name))
        self.stepper = Stepper(envs, share.mode, share.seeds)
        self._start = share.start
        self._layout = Layout(observations, share.rows)
        self._blocks = [self._layout.arrays(np.frombuffer(block, np.uint8)) for block in blocks]
        self._finals = None if finals is None else self._layout.arrays(np.frombuffer(finals, np.uint8))
        self._sent: Columns = {}

    def reset(self, block: int, seeds: Any, options: Any, mask: Any) -> tuple[Any, ...]:
        objects: dict[int, tuple[Any, ...]] = {}

        def sink(number: int, observation: Any) -> None:
            objects[number] = self._layout.write(self._blocks[block], self._start + number, observation)

        self._sent = {}
        return "reset", objects, self.stepper.reset(seeds, options, mask, sink)

    def step(self, block: int, actions: Any, masks: bool) -> tuple[Any, ...]:
        objects: list[tuple[Any, ...]] = []
        finals: dict[int, tuple[Any, ...]] = {}

        def sink(number: int, observation: Any) -> None:
            objects.append(self._layout.write(self._blocks[block], self._start + number, observation))

        def final(number: int, observation: Any) -> None:
            assert self._finals is not None
            finals[number] = self._layout.write(self._finals, self._start + number, observation)

        stepped = self.stepper.step(actions, sink, final if self._finals is not None else None)
        found = columns(stepped.infos)
        changed = news(self._sent, found)
        self._sent = found
        shown = np.stack([env.get_wrapper_attr("action_masks")() for env in self.stepper.envs]) if masks else None
        reply = Reply(
            stepped.rewards, stepped.terminated, stepped.truncated, objects, finals, list(found), changed, shown
        )
        return "step", reply

    def apply(self, packed: Callable[[], Callable[[Any], Any]], numbers: Sequence[int]) -> tuple[Any, ...]:
        function = packed()
        return "applied", [function(self.stepper.envs[number]) for number in numbers]

    def abandon(self) -> tuple[Any, ...]:
        self.stepper.ended = [True] * len(self.stepper.envs)
        return ("abandoned",)


def work(conn: Connection, blocks: Sequence[Any], finals: Any) -> None:
    """Receives its share, then serves the requests of the parent until it closes the connection or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt from the keyboard is the parent's to handle
    worker: _Worker | None = None
    try:
        try:
            (share,) = conn.recv()
            worker = _Worker(share, blocks, finals)
            collect_seldom()
            reply: tuple[Any, ...] = ("ready",)
        except Exception as error:
            reply = _failure(error)
        while True:
            conn.send_bytes(_packed(reply))
            name, *arguments = conn.recv()
            if worker is None or name == "close":
                break
            try:
                reply = getattr(worker, name)(*arguments)
            except Exception as error:
                worker._sent = {}
                reply = _failure(error)
    except (EOFError, ConnectionError):
        pass  # the parent is gone
    finally:
        if worker is not None:
            worker.stepper.close()


def _packed(reply: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps(reply, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        refusal = TypeError(f"an answer can't be sent from the worker process ({text}); return plain data instead")
        return pickle.dumps(_failure(refusal), pickle.HIGHEST_PROTOCOL)


def _failure(error: Exception) -> tuple[Any, ...]:
    text = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return "error", error, text
