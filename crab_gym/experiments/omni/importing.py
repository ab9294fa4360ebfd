"""Reading of OmniBench's formats (§3.2, appendix), as `crab_gym.experiments.omni.export` writes them.

* `read_tasks` - the tasks of a file, as compositions.
* `read_trajectories` - the demonstrations of a file. `replays` - whether one still solves its task.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.task import Action, ComposedTask
from crab_gym.task.composition.compose import assemble
from crab_gym.task.composition.parts import Reason
from crab_sim.extras import install_hint

__all__ = ["Demonstration", "read_tasks", "read_trajectories", "replays"]


class Demonstration(NamedTuple):
    """A trajectory of a file.

    Attributes:
        task: Its task's id.
        seed: The seed of its parameters.
        actions: Its actions.
    """

    task: str
    seed: int
    actions: tuple[Action, ...]


def read_tasks(path: Path) -> Iterator[ComposedTask]:
    """Yields the tasks of a file, one after the other.

    A node's name is a number and a sub-task, such as ``0.contacts.add``. Where a row doesn't name the style and the
    order of its instruction, the goal has the plain style.

    Args:
        path: A file whose name ends with ``.jsonl`` or ``.parquet``.

    Raises:
        ValueError: A row isn't of this form, or its composition is impossible; the message has the row's number.
    """
    for number, row in enumerate(_rows(path)):
        try:
            dag = json.loads(row["dag"]) if isinstance(row["dag"], str) else row["dag"]
            parts: list[tuple[str, dict[str, Any]]] = [(str(node).partition(".")[2], {}) for node in dag["nodes"]]
            edges = [(int(producer), int(consumer), str(name)) for producer, consumer, name in dag["edges"]]
            facts: dict[int, dict[str, str]] = {}
            for part, key, fact in dag.get("facts") or ():
                facts.setdefault(int(part), {})[str(key)] = str(fact)
            reasons = [Reason(str(words), tuple(map(int, told))) for words, told in _pairs(row.get("reasons"))]
            name = str(row.get("id") or "")
            yield assemble(parts, edges, row.get("style") or "plain", row.get("order"), name, facts, reasons)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path}, row {number}: {error}") from error


def _pairs(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value or ()


_TRAJECTORY = re.compile(r"(.+)\((\d+)\)")


def read_trajectories(path: Path) -> Iterator[Demonstration]:
    """Yields the demonstrations of a file, one after the other; their screens aren't read.

    Args:
        path: A file whose name ends with ``.jsonl`` or ``.parquet``.

    Raises:
        ValueError: A row isn't of this form; the message has the row's number.
    """
    for number, row in enumerate(_rows(path)):
        try:
            match = _TRAJECTORY.fullmatch(row["trajectory_id"])
            if match is None:
                raise ValueError(f"the trajectory's id is {row['trajectory_id']!r}; expected TASK(SEED)")
            yield Demonstration(row["task_id"], int(match[2]), tuple(json.loads(a["action"]) for a in row["actions"]))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path}, row {number}: {error}") from error


def replays(env: ComposedEnv, task: ComposedTask, demonstration: Demonstration) -> bool:
    """Plays a demonstration's actions; returns whether they solve its task.

    Args:
        env: An environment for both devices; its episode is replaced.
        task: The task.
        demonstration: The demonstration.
    """
    _, info = env.play(task, demonstration.seed)
    for step in demonstration.actions:
        _, _, terminated, truncated, info = env.step(step)
        if terminated or truncated:
            break
    return bool(info["is_success"])


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yields the rows of a file.

    Raises:
        ValueError: Its name has another ending, or a line is no JSON.
        ModuleNotFoundError: Parquet is to be read without pyarrow; the extra is named.
    """
    if path.suffix == ".jsonl":
        with path.open(encoding="utf-8") as file:
            yield from (json.loads(line) for line in file if line.strip())
        return
    if path.suffix != ".parquet":
        raise ValueError(f"the file is {path.name!r}; expected one that ends with .jsonl or .parquet")
    try:
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"Parquet needs pyarrow; {install_hint('llm')}") from error
    with parquet.ParquetFile(path) as opened:
        for batch in opened.iter_batches(batch_size=64):
            yield from batch.to_pylist()
