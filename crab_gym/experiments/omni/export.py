"""Export of synthesised tasks in OmniBench's formats (§3.2, appendix): sub-tasks, tasks, and trajectories.

Trajectories are demonstrations of the tasks' oracles. Each step has the elements as they were before its action, and
the element that it touches; screens are PNG files. Everything is written as it comes, so that an export of any size
takes the same memory.

* `subtask_rows`, `task_row` - the rows of sub-tasks and tasks.
* `trajectory` - one demonstration.
* `export` - writes the files, as JSON lines or Parquet.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from crab_gym.backends.base import Element
from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.experiments.trials import script
from crab_gym.task import Action, ComposedTask
from crab_gym.task.catalogue import catalogue
from crab_gym.task.omni.listing import OmniRow, listed_task, row_task
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.types import TYPES
from crab_sim.extras import install_hint

__all__ = ["FORMATS", "export", "subtask_rows", "task_row", "trajectory"]

FORMATS = ("jsonl", "parquet")
ORDERS = 24
"""Most orders of the parts that a row names."""
_BATCH = 200
"""Rows of a Parquet file that are written at once."""
CHUNK = 40
"""Tasks that a process plays at a time."""
_VERBS = {
    "click": "click_input", "double_click": "click_input", "right_click": "click_input", "tap": "click_input",
    "long_tap": "click_input", "scroll": "wheel_mouse_input", "swipe": "wheel_mouse_input",
    "write_text": "keyboard_input", "press": "keyboard_input", "hotkey": "keyboard_input",
}  # fmt: skip
"""Verbs to OmniBench's three functions; others keep their names."""
Row = dict[str, Any]


def subtask_rows() -> Iterator[Row]:
    """Yields a row of metadata for each sub-task."""
    for subtask in catalogue().values():
        resources = [name for name, parameter in subtask.inputs.items() if TYPES[parameter.type].resource]
        yield {
            "id": subtask.name,
            "instruction_template": subtask.says,
            "application": f"{subtask.app}@{subtask.device}",
            "available_parameters": sorted(subtask.inputs),
            "OS": {"ubuntu": "linux", "android": "android"}.get(subtask.device, "any"),
            "input_resources": resources,
            "output_resources": [subtask.output] if subtask.output else [],
        }


def task_row(row: OmniRow) -> Row:
    """Returns the metadata of a task: instruction with the default parameters, graph, and orders that succeed."""
    task = row_task(row)
    return {
        "id": row.id,
        "split": row.split,
        "levels": row.levels,
        "task_instruction": task.description,
        "task_intent": scenarios()[row.scenario].intent,
        "dag": {
            "nodes": [f"{index}.{name}" for index, name in enumerate(row.plan.parts)],
            "edges": [[edge.producer, edge.consumer, edge.input] for edge in row.plan.edges],
            "facts": [list(fact) for fact in row.plan.facts],
        },
        "reasons": [[words, list(parts)] for words, parts in row.reasons],
        "successful_topo": [list(order) for order in task.composition.orders(ORDERS)],
        "style": row.style,
        "order": list(row.order),
    }


def trajectory(env: ComposedEnv, task: ComposedTask, seed: int, save: Callable[[str, Any], str] | None = None) -> Row:
    """Plays a task by its oracle and returns the demonstration.

    Args:
        env: An environment that can play it; with screens where they are saved.
        task: The task.
        seed: Draws its parameters.
        save: Saves a screen under a name and returns its path; None for no screens.

    Raises:
        RuntimeError: The oracle doesn't solve the task.
    """
    obs, info = env.play(task, seed)
    order = next(task.composition.orders(1))
    observations: list[Row] = []
    actions: list[Row] = []
    for step in script(env, task, env.params)():
        device = step["device"]
        elements = env.elements(device) if device != "root" else ()
        name = f"{task.name}_{seed}_{len(actions)}_{device}"
        screen = save(name, obs[device]) if save is not None and device != "root" else ""
        observations.append({"device": device, "elements": [_element(each) for each in elements], "screen": screen})
        actions.append(_action(step, elements))
        obs, _, terminated, _, info = env.step(step)
        if terminated:
            break
    if not info["is_success"]:
        raise RuntimeError(f"the oracle of {task.name} fails with seed {seed}: {info['end_reason'] or 'not solved'}")
    return {
        "trajectory_id": f"{task.name}({seed})",
        "task_id": task.name,
        "topological_order": list(order),
        "instruction": env.goal,
        "observations": observations,
        "actions": actions,
    }


def _demonstrations(seed: int, folder: Path | None, rows: Sequence[OmniRow]) -> list[Row]:
    """Plays tasks in one environment, which it closes."""
    save = _saver(folder) if folder is not None else None
    env = ComposedEnv(row_task(rows[0]).to_json(), screens=folder is not None)
    try:
        return [
            {"intent": scenarios()[row.scenario].intent, **trajectory(env, listed_task(row.id), seed, save)}
            for row in rows
        ]
    finally:
        env.close()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor | None]:
    """Opens a pool of processes; None where one process is enough, which is this one."""
    if workers == 1:
        yield None
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        yield pool


def _element(element: Element) -> Row:
    return {
        "role": element.role,
        "text": element.text,
        "description": element.description,
        "bounds": list(element.bounds),
    }


def _action(step: Action, elements: Sequence[Element]) -> Row:
    """Returns an action in OmniBench's form, and as it is."""
    args = step["args"]
    touched = None
    if "x" in args:
        inside = [e for e in elements if _inside(e, args["x"], args["y"])]
        touched = min(inside, key=_area, default=None)
    return {
        "function": _VERBS.get(step["name"], step["name"]),
        "args": json.dumps(args, sort_keys=True),
        "rect": list(touched.bounds) if touched else [],
        "description": f"{step['device']}: {step['name']}",
        "thought": "",
        "control_text": (touched.text or touched.description) if touched else "",
        "action": json.dumps(step, sort_keys=True),
    }


def _inside(element: Element, x: int, y: int) -> bool:
    left, top, right, bottom = element.bounds
    return left <= x < right and top <= y < bottom


def _area(element: Element) -> int:
    left, top, right, bottom = element.bounds
    return (right - left) * (bottom - top)


def export(
    out: Path,
    rows: Iterable[OmniRow],
    form: str,
    demonstrations: bool,
    screens: bool,
    seed: int = 0,
    workers: int = 1,
    chunk: int = CHUNK,
) -> Row:
    """Writes sub-tasks, tasks and, where wanted, a demonstration of each task into a folder.

    Args:
        out: The folder.
        rows: The tasks.
        form: One of `FORMATS`.
        demonstrations: Whether trajectories are written.
        screens: Whether their screens are written, as PNG files.
        seed: Draws the parameters.
        workers: Number of processes that play. The files are the same with any number.
        chunk: Tasks that a process plays at a time; the files are the same with any number.

    Returns:
        The numbers of rows by file.

    Raises:
        ValueError: There is no such format.
        ModuleNotFoundError: Parquet is asked for without pyarrow; the extra is named.
    """
    if form not in FORMATS:
        raise ValueError(f"the format is {form!r}; expected one of: {', '.join(FORMATS)}")
    out.mkdir(parents=True, exist_ok=True)
    counts = {"subtasks": 0, "tasks": 0, "trajectories": 0}
    play = partial(_demonstrations, seed, out / "screens" if screens else None)
    with (
        _writer(out / f"subtasks.{form}", form) as subtask_file,
        _writer(out / f"tasks.{form}", form) as task_file,
        _writer(out / f"trajectories.{form}", form) as trajectory_file,
        _pool(workers if demonstrations else 1) as pool,
    ):
        for each in subtask_rows():
            subtask_file(each)
            counts["subtasks"] += 1
        waiting = iter(rows)
        while batch := list(islice(waiting, chunk * workers)):
            for row in batch:
                task_file(task_row(row))
                counts["tasks"] += 1
            if demonstrations:
                chunks = [batch[first : first + chunk] for first in range(0, len(batch), chunk)]
                for trajectory_row in chain.from_iterable((pool.map if pool else map)(play, chunks)):
                    trajectory_file(trajectory_row)
                    counts["trajectories"] += 1
    if not demonstrations:
        (out / f"trajectories.{form}").unlink(missing_ok=True)
    return counts


def _saver(folder: Path) -> Callable[[str, Any], str]:
    from PIL import Image

    folder.mkdir(exist_ok=True)

    def save(name: str, screen: Any) -> str:
        Image.fromarray(screen).save(folder / f"{name}.png", compress_level=1)
        return f"{folder.name}/{name}.png"

    return save


@contextmanager
def _writer(path: Path, form: str) -> Iterator[Callable[[Mapping[str, Any]], None]]:
    """Yields a function that appends a row to a file."""
    if form == "jsonl":
        with path.open("w", encoding="utf-8") as file:
            yield lambda row: print(json.dumps(row, ensure_ascii=False), file=file)
        return
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"Parquet needs pyarrow; {install_hint('llm')}") from error
    rows: list[Mapping[str, Any]] = []
    opened: list[Any] = []

    def flush() -> None:
        if rows:
            batch = pyarrow.Table.from_pylist(rows, opened[0].schema if opened else None)
            if not opened:
                opened.append(parquet.ParquetWriter(path, batch.schema))
            opened[0].write_table(batch)
            rows.clear()

    def write(row: Mapping[str, Any]) -> None:
        rows.append({key: json.dumps(value) if key in ("dag", "reasons") else value for key, value in row.items()})
        if len(rows) >= _BATCH:
            flush()

    try:
        yield write
    finally:
        flush()
        for writer in opened:
            writer.close()
