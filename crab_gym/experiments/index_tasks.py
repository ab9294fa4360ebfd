"""The index of tasks: what is known of each without importing its module. Made from the tasks, never by hand.

* `find_tasks` - the tasks that come with crab-gym, from their modules.
* `build_index` - the index's content; it plays each task's oracle to learn how long it is.
* `index_text`, `stale`, `write_index` - the file: its text, how it differs, and writing it.
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
from crab_gym.evaluation.graph import unknown
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Task, TaskInfo, index_path, load, read_index

__all__ = [
    "SPLITS",
    "build_index",
    "default_step_limit",
    "find_tasks",
    "index_text",
    "oracle_steps",
    "stale",
    "write_index",
]

SPLITS: Mapping[str, tuple[int, int]] = {"train_seeds": (0, 99_999), "test_seeds": (100_000, 109_999)}
"""First and last seed for training, and of those that are held out."""

ROOM = 1000
"""Step limit of the episodes that measure how long an oracle is."""
MEASURED_SEEDS = (0, 1, 2)


def find_tasks(package: str = "crab_tasks") -> dict[str, str]:
    """Returns the tasks of a package: name to ``"module:TASK"``, by name.

    Raises:
        ValueError: Two modules define a task of the same name, a task's devices don't fit its name, or it implies a
            task that doesn't exist.
    """
    found: dict[str, str] = {}
    tasks: dict[str, Task] = {}
    root = importlib.import_module(package)
    for module in sorted(info.name for info in pkgutil.walk_packages(root.__path__, f"{package}.")):
        task = getattr(importlib.import_module(module), "TASK", None)
        if not isinstance(task, Task):
            continue
        if task.name in found:
            raise ValueError(f"{module} and {found[task.name]} both define the task {task.name!r}; rename one")
        found[task.name] = f"{module}:TASK"
        tasks[task.name] = task
    for task in tasks.values():
        _check(task, tasks)
    return dict(sorted(found.items()))


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


def split_of(name: str) -> str:
    """Returns ``"test"`` for about a fifth of the tasks, by a digest of the name, so that a task never changes sides.

    >>> split_of("cross.toy") == split_of("cross.toy")
    True
    """
    return "test" if hashlib.sha256(name.encode()).digest()[0] % 5 == 0 else "train"


def default_step_limit(steps: int) -> int:
    """Returns the step limit of a task whose oracle takes so many steps.

    >>> default_step_limit(4), default_step_limit(10)
    (15, 30)
    """
    return max(15, 3 * steps)


def oracle_steps(ref: str, backend: str | Mapping[str, Any] | None = None) -> int:
    """Returns the most steps that a task's oracle takes, with the default parameters and with three seeds.

    Raises:
        ValueError: The oracle doesn't solve the task.
    """
    env = CrabEnv(ref, backend=backend, screens=False, max_steps=ROOM)
    try:
        most = 0
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
            most = max(most, record.actions)
    finally:
        env.close()
    return most


def _row(ref: str) -> TaskInfo:
    task = load(ref)
    steps = oracle_steps(ref) if task.simulated else task.oracle_steps or 0
    return TaskInfo(
        id=task.name,
        module=ref.partition(":")[0],
        devices=task.devices,
        platform=platform_of(task.name),
        version=task.version,
        hash=task.definition_hash(),
        checkpoints=len(task.graph(task.defaults())),
        oracle_steps=steps,
        step_limit=task.step_limit or default_step_limit(steps),
        backends={device: task.kinds(device) for device in task.devices},
        tags=task.tags,
        split=split_of(task.name),
    )


def build_index(package: str = "crab_tasks") -> dict[str, Any]:
    """Returns the index: a row a task (the fields of `TaskInfo`), by name, and the splits by seed.

    Raises:
        ValueError: A task is defined wrongly, or its oracle doesn't solve it.
    """
    rows = [asdict(_row(ref)) for ref in find_tasks(package).values()]
    return {"tasks": rows, "splits": {name: list(ends) for name, ends in SPLITS.items()}}


def index_text(index: Mapping[str, Any]) -> str:
    """Returns the file's text: the same for the same tasks."""
    return json.dumps(index, indent=2, ensure_ascii=False) + "\n"


def stale(index: Mapping[str, Any], path: Path | None = None) -> str:
    """Returns how the file differs from what it should be, as a unified diff; ``""`` where it is up to date."""
    file = path or index_path()
    now = file.read_text(encoding="utf-8") if file.is_file() else ""
    lines = difflib.unified_diff(
        now.splitlines(), index_text(index).splitlines(), file.name, "as the tasks are", lineterm=""
    )
    return "\n".join(lines)


def write_index(index: Mapping[str, Any], path: Path | None = None) -> Path:
    """Writes the file and returns its path."""
    file = path or index_path()
    draft = file.with_suffix(".tmp")
    draft.write_text(index_text(index), encoding="utf-8")
    draft.replace(file)
    read_index.cache_clear()
    return file
