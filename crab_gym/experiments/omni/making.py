"""Making the published list of synthesised tasks: by chunks of seeds, in several processes, resumable.

The same count and seed give the same list, byte for byte: each task and its checks depend on its number only, and of
tasks that are the same the one with the smallest number is kept.
"""

from __future__ import annotations

import gc
import hashlib
import json
import multiprocessing
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypedDict

from crab_gym.task import ComposedTask
from crab_gym.task.catalogue import catalogue
from crab_gym.task.definition_source import SourceName, definition_source
from crab_gym.task.omni.listing import OmniRow, row_of, write_list
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.synthesis import Synthesized, synthesize

__all__ = ["Made", "digests", "generate", "make_task"]

CHUNK = 200
"""Seeds that a process takes at a time."""
_OTHERS = 3
"""Tasks whose oracles must not solve a task."""
_NEAR = 12
"""The next tasks, of which these are taken."""


class Made(TypedDict):
    """The outcome of one number.

    Attributes:
        reason: Why there is no task; ``""`` if there is one.
        solutions: Episodes that had to succeed.
        attacks: Episodes that must not.
        where: The sub-task that is the cause; ``""`` if none can be named.
    """

    reason: str
    solutions: int
    attacks: int
    where: str


@lru_cache(maxsize=1)
def digests() -> Mapping[str, str]:
    """Returns a digest of the source that determines the scores of each sub-task."""
    found = {}
    for name, subtask in catalogue().items():
        functions = (subtask.checkpoints, subtask.setup, subtask.footprint, subtask.produce)
        names = frozenset(SourceName(f.__module__, f.__qualname__.partition(".")[0]) for f in functions if f)
        found[name] = hashlib.sha256(f"{subtask.says}{definition_source(names)}".encode()).hexdigest()[:8]
    return found


@lru_cache(maxsize=4 * CHUNK)
def make_task(seed: int, number: int) -> Synthesized | str:
    """Returns the task of a number, or why there is none."""
    return synthesize(f"{seed}:{number}")


def others_of(seed: int, number: int, made: Synthesized) -> list[ComposedTask]:
    """Returns the tasks whose oracles must not solve the task of a number.

    Of the next ones, they are the one that has the most of its sub-tasks, and the shortest.
    """
    near = [other for step in range(1, _NEAR + 1) if not isinstance(other := make_task(seed, number + step), str)]
    own = set(made.plan.parts)
    near.sort(key=lambda other: len(own & set(other.plan.parts)), reverse=True)
    shortest = sorted(near[1:], key=lambda other: len(other.plan.parts))
    return [other.task for other in (*near[:1], *shortest[: _OTHERS - 1])]


def _chunk(seed: int, verify: bool, size: int, first: int) -> list[Made]:
    """Makes and checks the tasks of a chunk."""
    from crab_gym.envs.omni_env import ComposedEnv
    from crab_gym.experiments.omni.checks import check_task

    env: Any = None
    outcomes: list[Made] = []
    for number in range(first, first + size):
        made = make_task(seed, number)
        if isinstance(made, str):
            outcomes.append(_made(made))
            continue
        if not verify:
            outcomes.append(_made())
            continue
        env = env or ComposedEnv(made.task.to_json(), screens=False, success_at="complete")
        checked = check_task(env, made.task, number, others_of(seed, number, made))
        outcomes.append(_made(checked.reason, checked.solutions, checked.attacks, checked.where))
    return outcomes


def _made(reason: str = "", solutions: int = 0, attacks: int = 0, where: str = "") -> Made:
    return {"reason": reason, "solutions": solutions, "attacks": attacks, "where": where}


def generate(
    out: Path, count: int, seed: int, verify: bool, workers: int, work: Path, chunk: int = CHUNK
) -> Iterator[str]:
    """Makes a list and yields what is to be told.

    Args:
        out: The list's file.
        count: Number of tasks.
        seed: The list's seed.
        verify: Whether each task is played and attacked; see `crab_gym.experiments.omni.checks`.
        workers: Number of processes.
        work: Folder for the chunks that are finished; those that were made of the same sub-tasks aren't made again.
        chunk: Seeds that a process takes at a time; the list is the same for any.
    """
    work.mkdir(parents=True, exist_ok=True)
    rows: dict[str, OmniRow] = {}
    reasons: Counter[str] = Counter()
    causes: Counter[tuple[str, str]] = Counter()
    solutions = attacks = chunks = 0
    header = {"seed": seed, "scenarios": list(scenarios()), "subtasks": sorted(catalogue()), "digests": digests()}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _rarely_collect) as pool:
        while len(rows) < count:
            wave = [chunk * (chunks + step) for step in range(4 * workers)]
            missing = [first for first in wave if not _file(work, seed, verify, first).exists()]
            for first, made in zip(missing, pool.map(partial(_chunk, seed, verify, chunk), missing), strict=True):
                _file(work, seed, verify, first).write_text(json.dumps(made), encoding="utf-8")
            for first in wave:
                chunks += 1
                outcomes: list[Made] = json.loads(_file(work, seed, verify, first).read_text(encoding="utf-8"))
                for number, outcome in enumerate(outcomes, first):
                    if len(rows) == count:
                        break
                    solutions += outcome["solutions"]
                    attacks += outcome["attacks"]
                    reason = outcome["reason"] or _add(rows, make_task(seed, number))
                    reasons[reason] += bool(reason)
                    causes[reason, outcome["where"]] += bool(outcome["where"])
            yield f"{len(rows):,} tasks of {sum(reasons.values()) + len(rows):,} seeds"
    dropped = {reason: number for reason, number in reasons.most_common() if number}
    write_list(out, {**header, "dropped": dropped, "solutions": solutions, "attacks": attacks}, rows.values())
    for reason, number in dropped.items():
        named = [f"{where} {n:,}" for (why, where), n in causes.most_common() if why == reason and where]
        yield f"dropped, {reason}: {number:,}{' (' if named else ''}{', '.join(named)}{')' if named else ''}"
    yield f"{solutions:,} solutions and {attacks:,} attacks"
    yield f"{len(rows):,} tasks in {out}, {out.stat().st_size / 1e6:.1f} MB"


def _rarely_collect() -> None:
    """Lets a process look for garbage in cycles less often, which takes a tenth of its time otherwise."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _file(work: Path, seed: int, verify: bool, first: int) -> Path:
    return work / f"{seed}-{'checked' if verify else 'made'}-{_library()}-{first:09}.json"


@lru_cache(maxsize=1)
def _library() -> str:
    """Returns a digest of all sub-tasks and scenarios."""
    content = [digests(), {name: each.subtasks for name, each in scenarios().items()}]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:8]


def _add(rows: dict[str, OmniRow], made: Synthesized | str) -> str:
    """Adds a task, unless it is there already; returns the reason in that case."""
    assert not isinstance(made, str)
    row = row_of(made)
    if row.id in rows:
        return "the same as another one"
    rows[row.id] = row
    return ""
