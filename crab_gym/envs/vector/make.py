"""`make_vec`: many environments over different tasks, in one process or several."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium as gym
from gymnasium.vector import AutoresetMode

from crab_gym.envs.vector.batch import BatchVectorEnv
from crab_gym.envs.vector.env_makers import TaskLike, makers_of
from crab_gym.envs.vector.supervisor import ProcessVectorEnv
from crab_gym.envs.vector.sync import SyncVectorEnv

__all__ = ["MODES", "make_vec"]

Env = gym.Env[Any, Any]

MODES = ("sync", "process", "batch")
"""Names of the ways in which `make_vec` runs environments."""


def make_vec(
    tasks: TaskLike | Sequence[TaskLike],
    num_envs: int | None = None,
    mode: str = "sync",
    *,
    wrappers: Sequence[Callable[[Env], Env]] = (),
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    workers: int | None = None,
    step_timeout: float | None = None,
    **kwargs: Any,
) -> Any:
    """Makes many environments side by side, over one task or several.

    Returns a `gymnasium.vector.VectorEnv`, whose `reset` and `step` take and return batches. The same seeds and
    actions give the same observations, rewards and infos in every mode.

    ## Modes
    * ``"sync"``: Gymnasium's ``SyncVectorEnv``, one environment after the other in this process.
    * ``"batch"``: the same with less overhead per environment, for hundreds of simulated machines in this process.
    * ``"process"``: worker processes with several environments each; observations are in shared memory. Workers are
      spawned, so in a script this belongs under ``if __name__ == "__main__":``.

    Observations never change after they are returned; their memory is reused once nobody holds it.

    ## Seeds
    ``reset(seed=7)`` gives environment ``i`` the seed ``7 + i``, ``reset(seed=[...])`` one seed each. Later resets
    without a seed, including autoresets, continue with each environment's own generator, so that the first seeds
    determine everything. ``reset(options=...)`` passes its options to all environments; autoresets have none.

    ## Autoreset
    * ``NEXT_STEP``: the step after an episode's last resets; its action is ignored and its reward is 0.
    * ``SAME_STEP``: the last step resets; its observation and info are ``info["final_obs"]`` and ``["final_info"]``.
    * ``DISABLED``: ``reset(options={"reset_mask": array of bool})`` resets ended episodes before the next step.

    ## Environments and workers that fail
    Where an environment's step raises, or its worker dies or needs more than `step_timeout`, only its episode is lost:
    truncated as ``"device_error"`` with reward 0 and the last observation; ``info["device_error"]`` gives the reason.
    Exceptions are logged; a worker is replaced, with seeds derived from the last ones given to `reset`. Raised are
    TypeError, ValueError and Gymnasium's errors, which blame the caller, exceptions of resets, and those of the first
    steps of three episodes in a row; all environments must then be reset. If a worker dies three times: `WorkerDied`.

    Args:
        tasks: A task's name, an id, an `EnvSpec`, ``"module:ATTRIBUTE"`` of a `Task`, a function that makes an
            environment, or a sequence of these; environment ``i`` plays task ``i % len(tasks)``.
        num_envs: Number of environments, at least one per task; None for one per task.
        mode: ``"sync"``, ``"process"`` or ``"batch"``.
        wrappers: Classes or functions that wrap each environment, the innermost first.
        autoreset_mode: When environments whose episode has ended are reset.
        workers: Number of processes of ``"process"``; None for one per processor, at most one per environment.
        step_timeout: Seconds that a worker's step may take; None for no limit.
        **kwargs: Arguments of every environment. ``devices="all"`` is the default for several tasks, so that they share
            their spaces.

    Raises:
        TypeError: A task or wrapper has the wrong type.
        ValueError: The mode is unknown, a number is out of range, or environments differ in their spaces.
        WorkerDied: Workers die before their environments are made.

    Example:
        >>> import crab_gym
        >>> envs = crab_gym.make_vec(["android.add_contact", "ubuntu.write_note"], 4, mode="batch", screens=False)
        >>> obs, info = envs.reset(seed=0)
        >>> obs["time_left"].shape, list(info["task"][:2])
        ((4, 1), ['android.add_contact', 'ubuntu.write_note'])
        >>> envs.close()
    """
    if mode not in MODES:
        raise ValueError(f"mode is {mode!r}; expected one of: {', '.join(map(repr, MODES))}")
    if mode != "process" and (workers is not None or step_timeout is not None):
        raise ValueError(f"workers and step_timeout are of mode='process'; got them with mode={mode!r}")
    reset_when = AutoresetMode(autoreset_mode)
    makers = makers_of(tasks, num_envs, wrappers, kwargs)
    if mode == "sync":
        return SyncVectorEnv(makers, reset_when)
    if mode == "batch":
        return BatchVectorEnv(makers, reset_when)
    count = _worker_count(workers, len(makers))
    if step_timeout is not None and not step_timeout > 0:
        raise ValueError(f"step_timeout is {step_timeout!r}; expected seconds above 0, or None")
    return ProcessVectorEnv(makers, reset_when, count, step_timeout)


def _worker_count(workers: int | None, envs: int) -> int:
    """Returns the number of workers for a number of environments; by default one per processor.

    Raises:
        ValueError: There would be no worker, or one without an environment.
    """
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = min(processors, envs) if workers is None else workers
    if type(count) is not int or not 1 <= count <= envs:
        raise ValueError(f"workers is {workers!r} for {envs} environments; expected 1 to {envs}")
    return count
