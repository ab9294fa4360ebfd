"""`make_vec`: many environments over different tasks, in one process or several."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium as gym
from gymnasium.vector import AutoresetMode

from crab_gym.envs.vector.env_makers import TaskLike, makers_of

__all__ = ["MODES", "make_vec"]

Env = gym.Env[Any, Any]

MODES = ("sync", "process", "batch")
"""How the environments of `make_vec` are run."""


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
    """Makes many environments side by side, over one task or over different ones.

    The result is a `gymnasium.vector.VectorEnv`: `reset` and `step` take and return batches. The same seeds and
    actions give the same observations, rewards and infos in every mode.

    ## Modes
    * ``"sync"``: Gymnasium's ``SyncVectorEnv``, one environment after the other in this process.
    * ``"batch"``: the same with less to do for each environment, for hundreds of simulated machines in this process.
    * ``"process"``: worker processes with several environments each; observations lie in shared memory. In a script,
      this belongs under ``if __name__ == "__main__":``, since the workers are spawned.

    Observations never change after they were returned; memory is used again when nobody holds it.

    ## Seeds
    ``reset(seed=7)`` gives environment ``i`` the seed ``7 + i``, ``reset(seed=[...])`` one seed each. Later resets
    without a seed, those of autoreset among them, draw on from each environment's own generator, so that the first
    seeds determine everything. ``reset(options=...)`` passes its options to all; autoresets have none.

    ## Autoreset
    * ``NEXT_STEP``: the step after an episode's last resets; its action is ignored, its reward is 0.
    * ``SAME_STEP``: the last step resets; ``info["final_obs"]`` and ``info["final_info"]`` hold the episode's last.
    * ``DISABLED``: ``reset(options={"reset_mask": array of bool})`` resets those that ended, before the next step.

    ## Workers that die
    A worker that dies, or whose step takes longer than `step_timeout`, is replaced. Its environments' episodes are
    truncated with reward 0 and their last observation; ``info["device_error"]`` says what happened and
    ``info["end_reason"]`` is ``"device_error"``. New seeds follow from the last ones that `reset` was given. A worker
    that dies three times in a row raises `WorkerDied`. An exception of an environment is raised as it is; all
    environments have to be reset after it. ``on_device_error="truncate"`` keeps broken devices from raising.

    Args:
        tasks: A task's name, an id, an `EnvSpec`, ``"module:ATTRIBUTE"`` of a `Task`, a function that makes an
            environment, or a sequence of these; environment ``i`` plays task ``i % len(tasks)``.
        num_envs: Number of environments, at least one a task; one a task where None.
        mode: ``"sync"``, ``"process"`` or ``"batch"``.
        wrappers: Classes or functions that are put around each environment, the innermost first.
        autoreset_mode: When environments whose episode has ended are reset.
        workers: Number of processes of ``"process"``; where None, one a processor, at most one an environment.
        step_timeout: Seconds that a step of a worker may take; None for as long as it takes.
        **kwargs: Arguments of every environment. Several tasks have ``devices="all"`` by default, so that they share
            their spaces.

    Raises:
        TypeError: A task or a wrapper is of another type.
        ValueError: The mode is unknown, a number is out of range, or environments differ in their spaces.
        WorkerDied: Workers end before their environments are made.

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
        from crab_gym.envs.vector.sync import SyncVectorEnv

        return SyncVectorEnv(makers, reset_when)
    if mode == "batch":
        from crab_gym.envs.vector.batch import BatchVectorEnv

        return BatchVectorEnv(makers, reset_when)
    from crab_gym.envs.vector.process import ProcessVectorEnv

    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = min(processors, len(makers)) if workers is None else workers
    if type(count) is not int or not 1 <= count <= len(makers):
        raise ValueError(f"workers is {workers!r} for {len(makers)} environments; expected 1 to {len(makers)}")
    if step_timeout is not None and not step_timeout > 0:
        raise ValueError(f"step_timeout is {step_timeout!r}; expected seconds above 0, or None")
    return ProcessVectorEnv(makers, reset_when, count, step_timeout)
