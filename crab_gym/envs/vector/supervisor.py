"""The supervisor of worker processes: it steps environments in them, with observations in shared memory, and replaces
dead workers.
"""

from __future__ import annotations

import multiprocessing
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import CloudpickleWrapper
from numpy.typing import NDArray

from crab_gym.envs.vector.base import CrabVectorEnv, Results
from crab_gym.envs.vector.env_makers import EnvMaker
from crab_gym.envs.vector.infos import Merger, batch, columns, split
from crab_gym.envs.vector.isolation import lost_info
from crab_gym.envs.vector.layout import Layout, Ring
from crab_gym.envs.vector.messages import ApplyReply, Failure, Reply, ResetReply, Share, StepReply
from crab_gym.envs.vector.worker import run_worker

__all__ = ["ProcessVectorEnv", "WorkerDied", "wait_any"]

Env = gym.Env[Any, Any]
_BLOCKS = 3
"""Number of shared blocks of observations: the latest, the one being written, and one that a caller may hold."""
_CLOSE_SECONDS = 5.0
"""Seconds that a worker has to close its environments before it is killed."""
_MAX_STARTS = 3
"""Starts of a worker in a row, after which the environments are considered broken."""


class WorkerDied(RuntimeError):
    """A worker process ended or hung, and so did its replacements."""


class _Worker:
    """A worker process, seen from the parent."""

    def __init__(self, number: int, start: int, stop: int) -> None:
        self.number, self.start, self.stop = number, start, stop
        self.process: BaseProcess | None = None
        self.conn: Any = None
        self.masks: NDArray[Any] | None = None
        self.lost = ""  # why the previous process is gone, until a step has reported it

    def __len__(self) -> int:
        return self.stop - self.start

    def send(self, *request: Any) -> None:
        """Sends a request; its reply must then be received."""
        if self.conn is None:
            return  # it was never started
        try:
            self.conn.send_bytes(pickle.dumps(request, pickle.HIGHEST_PROTOCOL))
        except OSError:
            pass  # it is dead; waiting for its reply will show that


class ProcessVectorEnv(CrabVectorEnv):
    """Steps environments in worker processes, several in each. See `make_vec`.

    Args:
        makers: How each environment is made.
        autoreset_mode: When environments whose episode has ended are reset.
        workers: Number of processes.
        step_timeout: Seconds after which a worker that is still stepping is killed and replaced; None for no limit.

    Attributes:
        deaths: Number of workers that died and were replaced so far.
    """

    def __init__(
        self,
        makers: Sequence[EnvMaker],
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        workers: int = 2,
        step_timeout: float | None = None,
    ) -> None:
        first = makers[0]()
        super().__init__(makers, autoreset_mode, first)
        self._spaces = (first.observation_space, first.action_space, makers[0].name)
        first.close()
        self.deaths = 0
        self._timeout = step_timeout
        self._context = multiprocessing.get_context("spawn")
        self._layout = Layout(self.single_observation_space, self.num_envs)
        self._blocks = [self._context.RawArray("B", self._layout.nbytes) for _ in range(_BLOCKS)]
        same_step = autoreset_mode is AutoresetMode.SAME_STEP
        self._finals = self._context.RawArray("B", self._layout.nbytes) if same_step else None
        self._ring = Ring(self._blocks)
        self._latest: NDArray[np.uint8] | None = None
        self._objects: list[tuple[Any, ...]] = [()] * self.num_envs
        self._ended = np.ones(self.num_envs, np.bool_)
        self._last_seeds: list[int | None] = [None] * self.num_envs
        self._final_arrays = self._layout.arrays(np.frombuffer(self._finals, np.uint8)) if self._finals else []
        self._want_masks = False
        self._pending: int | None = None
        self._deadline: float | None = None  # of the step that is under way
        bounds = [index * self.num_envs // workers for index in range(workers + 1)]
        self._workers = [_Worker(number, *pair) for number, pair in enumerate(pairwise(bounds))]
        self._merger = Merger(list(map(len, self._workers)))
        try:
            for worker in self._workers:
                self._spawn(worker)
            for worker in self._workers:
                self._await_start(worker)
        except BaseException:
            self.close()
            raise

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the workers."""
        return tuple(worker.process.pid or 0 for worker in self._workers if worker.process is not None)

    # Workers

    def _spawn(self, worker: _Worker, seeds: Mapping[int, int] | None = None) -> None:
        makers = self.makers[worker.start : worker.stop]
        share = Share(makers, worker.start, self.num_envs, self.autoreset_mode, self._spaces, dict(seeds or {}))
        worker.conn, theirs = self._context.Pipe()
        worker.process = self._context.Process(
            target=run_worker, args=(theirs, self._blocks, self._finals), name="crab-gym-worker", daemon=True
        )
        try:
            worker.process.start()
        except BaseException:
            worker.process = None
            raise
        finally:
            theirs.close()
        # Not an argument: start() would wait for ever if the process ended before it has read more than a pipe holds.
        worker.send(share)
        worker.masks = None

    def _await_start(self, worker: _Worker, seeds: Mapping[int, int] | None = None) -> None:
        for attempt in range(_MAX_STARTS):
            reply = self._receive(worker)
            if not isinstance(reply, str):
                self._raise([reply])
                return
            if attempt + 1 < _MAX_STARTS:
                self.deaths += 1
                self._spawn(worker, seeds)
        raise WorkerDied(
            f"{reply}, {_MAX_STARTS} times in a row before its environments were made; look at what it wrote to the "
            "terminal. In a script, make_vec with worker processes belongs under `if __name__ == '__main__':`"
        )

    def _receive(self, worker: _Worker, deadline: float | None = None) -> Reply | str:
        """Returns a worker's reply; if there is none, the reason, and the worker is gone."""
        assert worker.process is not None
        reason = ""
        try:
            if deadline is not None and not worker.conn.poll(max(0.0, deadline - time.monotonic())):
                reason = f"didn't answer within {self._timeout:g} s and was ended"
            else:
                reply: Reply = worker.conn.recv()
                return reply
        except (EOFError, OSError):
            worker.process.join(1)
        pid = worker.process.pid
        _end(worker.process)
        worker.conn.close()
        return f"worker process {pid} {reason or f'died (exit code {worker.process.exitcode})'}"

    def _replace(self, worker: _Worker) -> None:
        """Replaces a worker's process; the first seeds of the new environments are derived from the last ones."""
        self.deaths += 1
        seeds: dict[int, int] = {}
        for row in range(worker.start, worker.stop):
            last = self._last_seeds[row]
            if last is not None:
                seed = int(np.random.SeedSequence([last, row]).generate_state(1)[0])
                self._last_seeds[row] = seeds[row - worker.start] = seed
        self._spawn(worker, seeds)
        self._await_start(worker, seeds)

    def _raise(self, replies: Sequence[Reply | str]) -> None:
        """Raises the first exception among replies."""
        for reply in replies:
            if isinstance(reply, Failure):
                reply.error.add_note(f"in a worker process:\n{reply.traceback}")
                raise reply.error

    def _request(self, worker: _Worker, *request: Any) -> Any:
        """Returns the reply to a request, also if the worker has to be replaced first.

        Only for requests that need no running episode, since a replaced worker's episodes are lost.

        Raises:
            WorkerDied: Its replacements died as well.
        """
        for _ in range(_MAX_STARTS):
            worker.send(*request)
            reply = self._receive(worker)
            if not isinstance(reply, str):
                self._raise([reply])
                return reply
            self._replace(worker)
        raise WorkerDied(f"{reply}, as did those before it that were asked for the same: {request[0]}")

    # Reset

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode in every environment; see `make_vec` for the arguments."""
        self._check_idle()
        seeds = self._seeds(seed)
        mask, rest = self._mask(options)
        self._last_seeds = [old if new is None else new for old, new in zip(self._last_seeds, seeds, strict=True)]
        index = self._ring.take()
        if mask is not None and self._latest is not None:
            self._ring.open(index)[:] = self._latest
        requests = [
            ("reset", index, seeds[worker.start : worker.stop], rest, mask and mask[worker.start : worker.stop])
            for worker in self._workers
        ]
        for worker, request in zip(self._workers, requests, strict=True):
            worker.send(*request)
        self._started = False  # until all are up
        replies = [self._receive(worker) for worker in self._workers]
        self._raise(replies)
        objects, infos = list(self._objects), []
        for worker, request, reply in zip(self._workers, requests, replies, strict=True):
            if isinstance(reply, str):
                self._replace(worker)
                reply = self._request(worker, *request)
            assert isinstance(reply, ResetReply)
            objects[worker.start : worker.stop] = [
                reply.objects.get(number, objects[worker.start + number]) for number in range(len(worker))
            ]
            known = columns([new or old for old, new in zip(self._known_infos(worker), reply.infos, strict=True)])
            self._merger.put(worker.number, list(known), known)
            worker.masks, worker.lost = None, worker.lost if mask else ""
            infos += reply.infos
        self._ended &= ~np.array(mask or [True] * self.num_envs)
        self._started = True
        return self._publish(index, objects), batch(columns(infos), self.num_envs)

    def _publish(self, index: int, objects: list[tuple[Any, ...]]) -> Any:
        """Returns the batch of observations in a block, and stores it as the latest."""
        self._latest, self._objects = self._ring.hand_out(index), objects
        return self._layout.gather(self._layout.arrays(self._latest), objects)

    def _check_idle(self) -> None:
        if self.closed:
            raise RuntimeError("the vector environment was closed; make another")
        if self._pending is not None:
            raise RuntimeError("a step is under way: call step_wait() first")

    # Step

    def step(self, actions: Any) -> Results:
        """Steps every environment."""
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Any) -> None:
        """Sends the actions, one per environment; the workers step while the caller works, until `step_wait`."""
        self._check_idle()
        actions = self._actions(actions)
        if self.autoreset_mode is AutoresetMode.DISABLED and self._ended.any():
            number = int(self._ended.argmax())
            raise ResetNeeded(f"the episode of environment {number} is over: reset() it before step()")
        self._pending = self._ring.take()
        self._deadline = None if self._timeout is None else time.monotonic() + self._timeout
        for worker in self._workers:
            if not worker.lost:
                worker.send("step", self._pending, actions[worker.start : worker.stop], self._want_masks)

    def step_wait(self) -> Results:
        """Returns the results of the step that `step_async` began.

        Raises:
            RuntimeError: No step was begun.
        """
        if self._pending is None:
            raise RuntimeError("no step was begun: call step_async(actions) before step_wait()")
        index, self._pending = self._pending, None
        self._started = False  # if one raises, the results of the others are lost
        received = [worker.lost or self._receive(worker, self._deadline) for worker in self._workers]
        self._raise(received)
        parts: list[StepReply] = []
        finals: dict[int, Any] = {}
        for worker, reply in zip(self._workers, received, strict=True):
            if isinstance(reply, str):
                reply = self._truncate_lost(worker, reply, index, finals)
            assert isinstance(reply, StepReply)
            parts.append(reply)
            for number, rest in reply.finals.items():
                finals[worker.start + number] = self._layout.row(self._final_arrays, rest, worker.start + number)
            self._merger.put(worker.number, reply.keys, reply.columns)
            worker.masks = reply.masks
        self._started = True
        infos = self._merger.whole()
        for row, last in finals.items():
            infos["final_obs"][row] = last
        terminated = np.array([flag for part in parts for flag in part.terminated], np.bool_)
        truncated = np.array([flag for part in parts for flag in part.truncated], np.bool_)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._ended = terminated | truncated
        observations = self._publish(index, [item for part in parts for item in part.objects])
        return observations, np.array([r for part in parts for r in part.rewards]), terminated, truncated, infos

    def _known_infos(self, worker: _Worker) -> list[dict[str, Any]]:
        """Returns the last infos of a worker's environments."""
        return split(batch(self._merger.groups[worker.number], len(worker)), len(worker))

    def _truncate_lost(self, worker: _Worker, reason: str, index: int, finals: dict[int, Any]) -> StepReply:
        """Replaces a worker that is gone, and returns a reply that truncates its episodes.

        The observation of a truncated episode is the last one known.

        Args:
            worker: The worker.
            reason: Why it is gone.
            index: The block of the step's observations.
            finals: Environment to last observation, to which those of the lost episodes are added.
        """
        if not worker.lost:
            self._replace(worker)
        worker.lost = ""
        self._request(worker, "abandon")
        assert self._latest is not None
        count, rows = len(worker), slice(worker.start, worker.stop)
        latest, arrays = self._layout.arrays(self._latest), self._layout.arrays(self._ring.open(index))
        for source, target in zip(latest, arrays, strict=True):
            target[rows] = source[rows]
        objects = self._objects[rows]
        infos = [lost_info(info, reason) for info in self._known_infos(worker)]
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        over = self._ended[rows].tolist()  # their reset was due in this step
        due = [same_step or flag for flag in over]
        if any(due):
            reply: ResetReply = self._request(worker, "reset", index, [None] * count, None, due)
            for number in reply.objects:
                row, info = worker.start + number, infos[number]
                infos[number] = dict(reply.infos[number])
                if same_step:
                    finals[row] = self._layout.row(latest, objects[number], row)
                    infos[number].update(final_obs=None, final_info=info)
            objects = [reply.objects.get(number, old) for number, old in enumerate(objects)]
        by_key = columns(infos)
        truncated = [not flag for flag in over]
        return StepReply([0.0] * count, [False] * count, truncated, objects, {}, list(by_key), by_key, None)

    def _waits_for(self) -> tuple[list[Any], float | None]:
        """Returns the connections that `step_wait` would wait for, and its deadline."""
        if self._pending is None:
            raise RuntimeError("no step was begun: call step_async(actions) before waiting for it")
        return [worker.conn for worker in self._workers if not worker.lost], self._deadline

    # Requests to single environments

    def apply(self, function: Callable[[Env], Any], indices: Sequence[int] | None = None) -> list[Any]:
        """Returns the results of a function on some environments; on all if `indices` is None."""
        self._check_idle()
        rows = list(range(self.num_envs) if indices is None else indices)
        thunk: Any = partial(_each, function)
        packed: Any = CloudpickleWrapper(thunk)
        results: dict[int, Any] = {}
        requests = []
        for worker in self._workers:
            numbers = [row - worker.start for row in rows if worker.start <= row < worker.stop]
            if numbers:
                worker.send("apply", packed, numbers)
                requests.append((worker, numbers, ("apply", packed, numbers)))
        replies = [self._receive(worker) for worker, _, _ in requests]
        for (worker, numbers, request), reply in zip(requests, replies, strict=True):
            worker.masks = None  # the function may have changed the environments
            if isinstance(reply, str):
                reply = self._request_again(worker, reply, request)
            self._raise([reply])
            assert isinstance(reply, ApplyReply)
            results.update(zip([worker.start + number for number in numbers], reply.values, strict=True))
        return [results[row] for row in rows]

    def _request_again(self, worker: _Worker, reason: str, request: tuple[Any, ...]) -> ApplyReply:
        """Repeats a request on the replacement of a worker that died between two steps.

        The next step reports that the worker's episodes are lost.

        Args:
            worker: The worker.
            reason: Why it is gone.
            request: The request.
        """
        self._replace(worker)
        if self._started:
            worker.lost = reason
            self._request(worker, "reset", self._ring.take(), [None] * len(worker), None, None)
        reply: ApplyReply = self._request(worker, *request)
        return reply

    def call_at(self, indices: Sequence[int] | None, name: str, *args: Any, **kwargs: Any) -> list[Any]:
        """Returns an attribute of some environments, or the results of a method; of all if `indices` is None.

        After a call of ``action_masks()``, workers compute the masks with each step and send them with its results.
        """
        if name != "action_masks" or args or kwargs:
            return super().call_at(indices, name, *args, **kwargs)
        sent = [worker.masks for worker in self._workers]
        if any([masks is None for masks in sent]):
            computed = super().call_at(indices, name)
            self._want_masks = True
            return computed
        rows = [row for masks in sent if masks is not None for row in masks]
        return rows if indices is None else [rows[index] for index in indices]

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the workers."""
        running = [(worker.process, worker.conn) for worker in getattr(self, "_workers", ())]
        for worker in getattr(self, "_workers", ()):
            worker.send("close")
        for process, conn in running:
            if process is not None:
                conn.close()
                process.join(_CLOSE_SECONDS)
                _end(process)

    def __del__(self) -> None:
        if not self.closed:
            self.close()


def wait_any(groups: Sequence[ProcessVectorEnv]) -> ProcessVectorEnv:
    """Returns the first of several vector environments whose step is complete, so that `step_wait` returns at once.

    Each must have a step under way (`step_async`). With two groups, the policy chooses actions for one while the other
    steps, and neither waits for the other's slowest environment.

    Args:
        groups: At least one; if several are ready, the first of them is returned.

    Raises:
        RuntimeError: A group has no step under way.
        ValueError: There is no group.
    """
    waiting = [(envs, *envs._waits_for()) for envs in groups]
    if not waiting:
        raise ValueError("got no vector environments to wait for, expected at least one")
    deadlines = [float("inf") if end is None else end for _, _, end in waiting]
    deadline = min(deadlines)
    late = groups[deadlines.index(deadline)]
    ready: set[Any] = set()
    while True:
        left = [conn for _, conns, _ in waiting for conn in conns if conn not in ready]
        for envs, conns, _ in waiting:
            if ready.issuperset(conns):
                return envs
        answered = wait(left, None if deadline == float("inf") else max(0.0, deadline - time.monotonic()))
        if not answered:  # its step_wait will kill the worker that hangs
            return late
        ready.update(answered)


def _each(function: Callable[[Env], Any]) -> Callable[[Env], Any]:
    return function


def _end(process: BaseProcess) -> None:
    """Kills a process that hasn't ended, and waits for its end."""
    if process.is_alive():
        process.kill()
    process.join()
