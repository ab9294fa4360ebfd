"""The index of tasks: their properties, readable without importing their modules. It is generated, never edited.

* `find_tasks` - finds the tasks that come with crab-gym in their modules.
* `build_index` - builds the index; it plays each task's oracle to count the steps.
* `index_text`, `index_diff`, `write_index` - format the file, compare it with the tasks, and write it.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import json
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import ComposedTask, Task, TaskInfo, index_path, load, read_index
from crab_sim.suggestions import unknown

__all__ = [
    "SPLITS",
    "build_index",
    "default_step_limit",
    "find_tasks",
    "index_diff",
    "index_text",
    "oracle_steps",
    "platform_of",
    "split_of",
    "write_index",
]

SPLITS: Mapping[str, tuple[int, int]] = {"train_seeds": (0, 99_999), "test_seeds": (100_000, 109_999)}
"""First and last seed for training, and first and last held-out seed."""

MAX_ORACLE_STEPS = 1000
"""Step limit of the episodes that count an oracle's steps."""
MEASURED_SEEDS = (0, 1, 2)


def find_tasks(package: str = "crab_tasks") -> dict[str, str]:
    """Returns the ``"module:ATTRIBUTE"`` of each task of a package, sorted by the tasks' names.

    A module has its task as `TASK`, or names the attributes that are tasks in `TASKS`.

    Raises:
        ValueError: Two modules define a task of the same name, a task's devices don't fit its name, or it implies a
            task that doesn't exist.
    """
    refs: dict[str, str] = {}
    tasks: dict[str, Task] = {}
    root = importlib.import_module(package)
    for name in sorted(info.name for info in pkgutil.walk_packages(root.__path__, f"{package}.")):
        module = importlib.import_module(name)
        for attribute in getattr(module, "TASKS", ("TASK",)):
            task = getattr(module, attribute, None)
            if not isinstance(task, Task):
                continue
            if task.name in refs:
                raise ValueError(f"{name} and {refs[task.name]} both define the task {task.name!r}; rename one")
            refs[task.name] = f"{name}:{attribute}"
            tasks[task.name] = task
    for task in tasks.values():
        _check(task, tasks)
    return dict(sorted(refs.items()))


def _check(task: Task, tasks: Iterable[str]) -> None:
    expected = {"ubuntu": {"ubuntu"}, "android": {"android"}, "cross": {"ubuntu", "android"}}
    platform = platform_of(task.name)
    if platform in expected and set(task.devices) != expected[platform]:
        raise ValueError(
            f"task {task.name!r} has the devices {', '.join(task.devices)}; "
            f"its name promises {', '.join(sorted(expected[platform]))}"
        )
    for name in task.implies:
        if name not in tasks:
            unknown(f"task in `implies` of {task.name!r}", name, tasks)


def platform_of(name: str) -> str:
    """Returns the first part of a task's name."""
    return name.partition(".")[0]


def split_of(task: Task) -> str:
    """Returns ``"test"`` for held-out tasks, else ``"train"``.

    An eighth of the sub-tasks are held out, and with them the composed tasks that have one: no task of the other split
    shows what is done there. Of the tasks that aren't composed it is about a fifth. The choice depends only on digests
    of names, so it never changes.
    """
    if isinstance(task, ComposedTask):
        held_out = any(_digest(part.subtask.name) % 8 == 0 for part in task.composition.parts)
    else:
        held_out = _digest(task.name) % 5 == 0
    return "test" if held_out else "train"


def _digest(name: str) -> int:
    return hashlib.sha256(name.encode()).digest()[0]


def default_step_limit(steps: int) -> int:
    """Returns the default step limit of a task, given the number of its oracle's steps.

    >>> default_step_limit(4), default_step_limit(10)
    (15, 30)
    """
    return max(15, 3 * steps)


def oracle_steps(ref: str | Mapping[str, Any], backend: str | Mapping[str, Any] | None = None) -> int:
    """Returns the largest number of steps of a task's oracle, over the default parameters and three seeds.

    Args:
        ref: An id, or ``"module:ATTRIBUTE"``.
        backend: The devices' backend; None for the task's default.

    Raises:
        ValueError: The oracle doesn't solve the task.
    """
    env = CrabEnv(ref, backend=backend, screens=False, max_steps=MAX_ORACLE_STEPS)
    try:
        steps = 0
        default = {"parameters": "default"}
        for seed, options in [(0, default), *((seed, None) for seed in MEASURED_SEEDS)]:
            record = run_episode(env, OraclePolicy(env), seed=seed, options=options)
            if not record.success:
                which = "the default parameters" if options else f"seed {seed}"
                raise ValueError(
                    f"the oracle of {env.task.name!r} doesn't solve it with {which}: "
                    f"{record.error or record.end_reason}, {len(env.evaluator.passed)} of {len(env.evaluator.graph)} "
                    "checkpoints passed"
                )
            steps = max(steps, record.actions)
    finally:
        env.close()
    return steps


def _task_info(ref: str) -> TaskInfo:
    task = load(ref)
    steps = oracle_steps(ref) if task.simulated else task.oracle_steps or 0
    return TaskInfo(
        id=task.name,
        ref=ref,
        devices=task.devices,
        platform=platform_of(task.name),
        version=task.version,
        hash=task.definition_hash(),
        checkpoints=len(task.graph(task.defaults())),
        oracle_steps=steps,
        step_limit=task.step_limit or default_step_limit(steps),
        backends={device: task.kinds(device) for device in task.devices},
        tags=task.tags,
        split=split_of(task),
    )


def build_index(package: str = "crab_tasks") -> dict[str, Any]:
    """Returns the index: one row per task, with the fields of `TaskInfo`, sorted by name; and the splits of the seeds.

    Raises:
        ValueError: A task is defined wrongly, or its oracle doesn't solve it.
    """
    rows = [asdict(_task_info(ref)) for ref in find_tasks(package).values()]
    return {"tasks": rows, "splits": {name: list(ends) for name, ends in SPLITS.items()}}


def index_text(index: Mapping[str, Any]) -> str:
    """Returns the file's text, which depends only on the tasks."""
    return json.dumps(index, indent=2, ensure_ascii=False) + "\n"


def index_diff(index: Mapping[str, Any], path: Path | None = None) -> str:
    """Returns a unified diff from the file to an index; ``""`` if the file is up to date.

    Args:
        index: The index, see `build_index`.
        path: The file; None for the index that is installed.
    """
    file = path or index_path()
    current = file.read_text(encoding="utf-8") if file.is_file() else ""
    lines = difflib.unified_diff(
        current.splitlines(), index_text(index).splitlines(), file.name, "as the tasks are", lineterm=""
    )
    return "\n".join(lines)


def write_index(index: Mapping[str, Any], path: Path | None = None) -> Path:
    """Writes an index to its file and returns the file's path.

    Args:
        index: The index, see `build_index`.
        path: The file; None for the index that is installed.
    """
    file = path or index_path()
    draft = file.with_suffix(".tmp")
    draft.write_text(index_text(index), encoding="utf-8")
    draft.replace(file)
    read_index.cache_clear()
    return file
