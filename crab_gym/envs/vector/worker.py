"""A worker process: steps its share of the environments, and writes their observations to shared memory.

`crab_gym.envs.vector.messages` describes the requests of its parent and its replies.
"""

from __future__ import annotations

import pickle
import signal
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from crab_gym.envs.vector.base import check_spaces
from crab_gym.envs.vector.infos import Columns, changed_columns, columns
from crab_gym.envs.vector.layout import Layout
from crab_gym.envs.vector.messages import ApplyReply, Done, Failure, Reply, ResetReply, Share, StepReply
from crab_gym.envs.vector.stepping import Stepper
from crab_sim.fast.collector import collect_seldom

__all__ = ["run_worker"]


class _Worker:
    """The environments of a worker process; each method but `__init__` answers the request of its name."""

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

    def reset(self, block: int, seeds: Any, options: Any, mask: Any) -> ResetReply:
        objects: dict[int, tuple[Any, ...]] = {}

        def sink(number: int, observation: Any) -> None:
            objects[number] = self._layout.write(self._blocks[block], self._start + number, observation)

        self._sent = {}
        return ResetReply(objects, self.stepper.reset(seeds, options, mask, sink))

    def step(self, block: int, actions: Any, masks: bool) -> StepReply:
        objects: list[tuple[Any, ...]] = []
        finals: dict[int, tuple[Any, ...]] = {}

        def sink(number: int, observation: Any) -> None:
            objects.append(self._layout.write(self._blocks[block], self._start + number, observation))

        def final(number: int, observation: Any) -> None:
            assert self._finals is not None
            finals[number] = self._layout.write(self._finals, self._start + number, observation)

        stepped = self.stepper.step(actions, sink, final if self._finals is not None else None)
        infos = columns(stepped.infos)
        changed = changed_columns(self._sent, infos)
        self._sent = infos
        return StepReply(
            stepped.rewards,
            stepped.terminated,
            stepped.truncated,
            objects,
            finals,
            list(infos),
            changed,
            np.stack([env.get_wrapper_attr("action_masks")() for env in self.stepper.envs]) if masks else None,
        )

    def apply(self, packed: Callable[[], Callable[[Any], Any]], numbers: Sequence[int]) -> ApplyReply:
        function = packed()
        return ApplyReply([function(self.stepper.envs[number]) for number in numbers])

    def abandon(self) -> Done:
        self.stepper.ended = [True] * len(self.stepper.envs)
        return Done()

    def forget_sent_infos(self) -> None:
        """Has the next step send all columns, since the parent may have missed the last ones."""
        self._sent = {}


def run_worker(conn: Connection, blocks: Sequence[Any], finals: Any) -> None:
    """Receives its share, then answers requests until the parent closes the connection or is gone.

    Args:
        conn: The connection to the parent.
        blocks: Shared blocks for observations.
        finals: A shared block for last observations; None without same-step autoreset.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles an interrupt from the keyboard
    worker: _Worker | None = None
    try:
        try:
            (share,) = conn.recv()
            worker = _Worker(share, blocks, finals)
            collect_seldom()
            reply: Reply = Done()
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
                worker.forget_sent_infos()
                reply = _failure(error)
    except (EOFError, ConnectionError):
        pass  # the parent is gone
    finally:
        if worker is not None:
            worker.stepper.close()


def _packed(reply: Reply) -> bytes:
    """Returns a pickled reply, or a pickled failure if it can't be pickled."""
    try:
        return pickle.dumps(reply, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        refusal = TypeError(f"an answer can't be sent from the worker process ({text}); return plain data instead")
        return pickle.dumps(_failure(refusal), pickle.HIGHEST_PROTOCOL)


def _failure(error: Exception) -> Failure:
    """Returns an exception as a reply; one that can't be pickled is replaced by a `RuntimeError`."""
    text = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return Failure(error, text)
