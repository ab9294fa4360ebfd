"""Checks of the quality of tasks: each can be solved, and nothing but solving it counts as success.

`crab_gym.experiments.quality` has the checks, with what each of them needs and tries.

* `verify_task`, `verify_tasks` - make them.
* `Finding` - the result of one check of one task.
* `CHECKS` - their names.
* `supports` - whether a task is made for some backends.
"""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from crab_gym.backends.specs import parse_backends, played_kind
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.index_tasks import default_step_limit, oracle_steps
from crab_gym.experiments.quality import QUALITY_CHECKS
from crab_gym.experiments.subject import ROOMY, Result, Subject
from crab_gym.experiments.trials import Trials
from crab_gym.task import Task, load, step_limit
from crab_sim.machine.crashes import watching
from crab_sim.suggestions import unknown

__all__ = ["CHECKS", "Finding", "supports", "verify_task", "verify_tasks"]

CHECKS = tuple(check.name for check in QUALITY_CHECKS)
"""Names of the checks, in their order."""
TRIAL_SEEDS = 20
"""Seeds of the checks `harm` and `alternatives` on the simulator; elsewhere there is one."""


class Finding(NamedTuple):
    """The result of one check of one task.

    Attributes:
        task: The task's name.
        check: One of `CHECKS`.
        ok: Whether the task passed the check.
        reason: The reason of a failure, or a note on a success.
        trials: The runs of the checks `harm`, `alternatives` and `outcomes`.
        shares: What a check has measured, by name: the completion of each idle player, the share of right guesses, of
            blind replays that succeed.
    """

    task: str
    check: str
    ok: bool
    reason: str = ""
    trials: Trials = Trials()
    shares: Mapping[str, float] = {}


def supports(task: Task, backend: str | Mapping[str, Any] | None) -> bool:
    """Returns whether a task is made for these backends.

    Raises:
        DeviceError: A backend is on another host, which can't be reached to ask for its kind.
    """
    specs = parse_backends(backend, task.devices, {device: task.kinds(device)[0] for device in task.devices})
    return all(played_kind(spec, device) in task.kinds(device) for device, spec in specs.items())


def _step_limit(ref: str | Mapping[str, Any]) -> int:
    """Returns a task's step limit, even if the task isn't in the index yet.

    Raises:
        ValueError: The task isn't in the index, and its oracle doesn't solve it.
    """
    task = load(ref)
    try:
        return step_limit(task)
    except ValueError:
        return default_step_limit(task.oracle_steps or oracle_steps(ref))


def verify_task(
    ref: str | Mapping[str, Any],
    backend: str | Mapping[str, Any] | None = None,
    others: Sequence[str] = (),
    trial_seeds: int = TRIAL_SEEDS,
    only: Collection[str] = CHECKS,
    variation: Mapping[str, object] | None = None,
) -> Iterator[Finding]:
    """Yields the finding of each check of a task that is made on the backend.

    Args:
        ref: An id, ``"module:ATTRIBUTE"``, or the JSON of a composed task.
        backend: The devices' backend; None for the task's default.
        others: The tasks whose oracles must not solve this one. The task itself and tasks that need real devices are
            skipped.
        trial_seeds: Number of seeds of the checks ``harm`` and ``alternatives`` on the simulator.
        only: The checks to make, some of `CHECKS`.
        variation: What varies on the devices, see `CrabEnv`. The oracle then has as many steps as it needs, since it
            also closes what interrupts it.

    Raises:
        ValueError: There is no such task, or no such check.
    """
    for name in only:
        if name not in CHECKS:
            unknown("check", name, CHECKS)
    task = load(ref)
    try:
        limit = _step_limit(ref)
    except ValueError as error:
        yield Finding(task.name, "oracle", False, str(error))
        return
    make = partial(CrabEnv, ref, backend=backend, screens=False, variation=variation)
    rivals = tuple(task for task in map(load, others) if task.simulated)
    subject = Subject(make, ROOMY if variation else limit, trial_seeds, rivals)
    try:
        for check in QUALITY_CHECKS:
            if check.name in only and check.suits(subject):
                with watching() as crashes:
                    try:
                        result = check.tries(subject)
                    except Exception as error:  # any exception of a task under test is a finding about the task
                        result = Result(False, f"{type(error).__name__}: {error}")
                if crashes and not check.impossible:
                    result = Result(False, f"an app crashed: {crashes[0].app}\n{crashes[0].traceback}")
                yield Finding(task.name, check.name, *result)
    finally:
        subject.env.close()


def verify_tasks(
    refs: Sequence[str],
    backend: str | Mapping[str, Any] | None = None,
    others: Sequence[str] = (),
    trial_seeds: int = TRIAL_SEEDS,
    only: Collection[str] = CHECKS,
    slots: int = 1,
    variation: Mapping[str, object] | None = None,
) -> Iterator[list[Finding]]:
    """Yields the findings of each task, in the order of the tasks.

    Args:
        refs: The tasks, as for `verify_task`.
        backend: The devices' backend; None for each task's default.
        others: The tasks whose oracles must not solve another one.
        trial_seeds: Number of seeds of the checks ``harm`` and ``alternatives`` on the simulator.
        only: The checks to make, some of `CHECKS`.
        slots: How many tasks are verified at once, each in a process of its own; one is verified in this process.
        variation: What varies on the devices, as for `verify_task`.

    Raises:
        ValueError: There is no such task, or no such check.
    """
    verified = partial(
        _verified, backend=backend, others=others, trial_seeds=trial_seeds, only=only, variation=variation
    )
    if slots == 1:
        yield from map(verified, refs)
        return
    # Other threads may hold locks here, which a fork would copy.
    with ProcessPoolExecutor(min(slots, len(refs)), multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(verified, refs)


def _verified(
    ref: str | Mapping[str, Any],
    backend: str | Mapping[str, Any] | None,
    others: Sequence[str],
    trial_seeds: int,
    only: Collection[str],
    variation: Mapping[str, object] | None,
) -> list[Finding]:
    with _collecting_seldom():
        return list(verify_task(ref, backend, others, trial_seeds, only, variation))


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Lets the garbage collector leave alone what there is already, and look at the rest less often.

    The checks keep copies of whole machines, through which it would go again and again: a quarter of their time.
    """
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
