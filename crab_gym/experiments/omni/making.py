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
from itertools import product
from pathlib import Path
from typing import Any, TypedDict

import crab_gym.experiments.omni
import crab_gym.task
import crab_tasks.kits
import crab_tasks.omni
from crab_gym.experiments.omni.checks import Checked, check_task
from crab_gym.task import ComposedTask
from crab_gym.task.catalogue import catalogue
from crab_gym.task.definition_source import SourceName, definition_source
from crab_gym.task.goals.grammar import SLOT
from crab_gym.task.omni.drafts import UNNAMED
from crab_gym.task.omni.listing import MADE_VERSION, read_line, reason_form, row_of, write_line, write_list
from crab_gym.task.omni.pairs import pairs_of
from crab_gym.task.omni.purposes import library
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.synthesis import Synthesized, synthesize

__all__ = ["ChunkOutcome", "digests", "generate", "make_task", "names", "recipe"]

CHUNK = 200
"""Seeds that a process takes at a time."""
_OTHERS = 3
"""Tasks whose oracles must not solve a task."""
_NEAR = 12
"""The next tasks, of which these are taken."""


_MAKERS = (crab_gym.task, crab_tasks.kits, crab_tasks.omni, crab_gym.experiments.omni)
"""Packages whose source and data determine a list."""


class ChunkOutcome(TypedDict):
    """The outcome of one number.

    Attributes:
        reason: Why there is no task; ``""`` if there is one.
        solutions: Episodes that had to succeed.
        attacks: Episodes that must not.
        where: The sub-task that is the cause; ``""`` if none can be named.
        line: The task's line in the list; ``""`` if there is none.
        refused: The digits of the task's id if it failed its checks. It is left out, whatever seed makes it.
    """

    reason: str
    solutions: int
    attacks: int
    where: str
    line: str
    refused: str


@lru_cache(maxsize=1)
def recipe() -> str:
    """Returns a digest of what a list depends on: source and data of sub-tasks, of synthesis and of checks."""
    digest = hashlib.sha256()
    for package in _MAKERS:
        root = Path(package.__path__[0])
        for path in sorted(path for form in ("*.py", "*.json") for path in root.rglob(form)):
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache(maxsize=1)
def digests() -> Mapping[str, str]:
    """Returns a digest of the source that determines the scores of each sub-task."""
    hashes = {}
    for name, subtask in catalogue().items():
        functions = (subtask.checkpoints, subtask.setup, subtask.footprint, subtask.produce)
        names = frozenset(SourceName(f.__module__, f.__qualname__.partition(".")[0]) for f in functions if f)
        hashes[name] = hashlib.sha256(f"{subtask.says}{definition_source(names)}".encode()).hexdigest()[:8]
    return hashes


@lru_cache(maxsize=4 * CHUNK)
def make_task(seed: int, number: int) -> Synthesized | str:
    """Returns the task of a number, or why there is none."""
    return synthesize(f"{seed}:{number}")


def others_of(seed: int, number: int, synthesis: Synthesized) -> list[ComposedTask]:
    """Returns the tasks whose oracles must not solve the task of a number.

    Of the next ones, they are the one that has the most of its sub-tasks, and the shortest.
    """
    near = [other for step in range(1, _NEAR + 1) if not isinstance(other := make_task(seed, number + step), str)]
    own = set(synthesis.plan.parts)
    near.sort(key=lambda other: len(own & set(other.plan.parts)), reverse=True)
    shortest = sorted(near[1:], key=lambda other: len(other.plan.parts))
    return [other.task for other in (*near[:1], *shortest[: _OTHERS - 1])]


def _chunk(seed: int, every: int, size: int, first: int) -> list[ChunkOutcome]:
    """Makes and checks the tasks of a chunk."""
    from crab_gym.envs.omni_env import ComposedEnv

    env: Any = None
    outcomes: list[ChunkOutcome] = []
    for number in range(first, first + size):
        synthesis = make_task(seed, number)
        if isinstance(synthesis, str):
            outcomes.append(_outcome(Checked(synthesis, 0, 0)))
            continue
        if not every or number % every:
            outcomes.append(_outcome(Checked("", 0, 0), synthesis))
            continue
        env = env or ComposedEnv(synthesis.task.to_json(), screens=False, success_at="complete")
        outcomes.append(
            _outcome(check_task(env, synthesis.task, number, others_of(seed, number, synthesis)), synthesis)
        )
    return outcomes


def _outcome(checked: Checked, synthesis: Synthesized | None = None) -> ChunkOutcome:
    """Returns an outcome. Its line spares the process that writes the list making all tasks once more."""
    line = _line(synthesis) if synthesis is not None else ""
    return {
        "reason": checked.reason,
        "solutions": checked.solutions,
        "attacks": checked.attacks,
        "where": checked.where,
        "line": "" if checked.reason else line,
        "refused": _id(line) if checked.reason else "",
    }


def _line(synthesis: Synthesized) -> str:
    return write_line(names(), row_of(synthesis))


@lru_cache(maxsize=1)
def names() -> Mapping[str, Any]:
    """Returns the part of a list's header that its lines refer to."""
    return {
        "version": MADE_VERSION,
        "scenarios": list(scenarios()),
        "subtasks": sorted(catalogue()),
        "reasons": _reasons(),
        "titles": dict(library().titles),
    }


def _reasons() -> list[str]:
    """Returns all forms of the purposes' reasons: each name in them is a fact, or a person that is looked up."""
    called = ("{_}", UNNAMED, *library().people.values())
    forms: set[str] = set()
    for purpose in library().purposes.values():
        slots = SLOT.findall(purpose.reason)
        for words in product(called, repeat=len(slots)):
            by_slot = dict(zip(slots, words, strict=True))
            forms.add(SLOT.sub(lambda slot: by_slot[slot[1]], purpose.reason))  # noqa: B023
    return sorted(forms)


class _Collection:
    """The tasks of the finished chunks, and the reasons why there aren't more.

    Attributes:
        lines: A task's id to its line; of tasks that are the same, the one with the smallest number is kept.
        reasons: Why a number gave no task to how often.
        causes: A reason and the sub-task that was behind it to how often.
        checked: Number of tasks that were played and attacked.
        solutions: Episodes that had to succeed.
        attacks: Episodes that must not.
    """

    def __init__(self) -> None:
        self.lines: dict[str, str] = {}
        self.reasons: Counter[str] = Counter()
        self.causes: Counter[tuple[str, str]] = Counter()
        self.checked = self.solutions = self.attacks = 0
        self._refused: set[str] = set()

    def add(self, outcome: ChunkOutcome) -> None:
        """Adds the outcome of a number."""
        self.checked += bool(outcome["solutions"])
        self.solutions += outcome["solutions"]
        self.attacks += outcome["attacks"]
        if outcome["refused"]:
            self._refused.add(outcome["refused"])
            self.lines.pop(outcome["refused"], None)
        reason = outcome["reason"] or self._kept(outcome["line"])
        if reason:
            self.reasons[reason] += 1
        if outcome["where"]:
            self.causes[reason, outcome["where"]] += 1

    def _kept(self, line: str) -> str:
        """Keeps a task, or returns the reason why it isn't kept."""
        name = _id(line)
        if name in self._refused:
            return "the same as one that failed"
        if name in self.lines:
            return "the same as another one"
        self.lines[name] = line
        return ""


def generate(
    out: Path, count: int, seed: int, every: int, workers: int, work: Path, chunk: int = CHUNK
) -> Iterator[str]:
    """Makes a list and yields messages about its progress.

    Args:
        out: The list's file.
        count: Number of tasks.
        seed: The list's seed.
        every: Of how many numbers one is played and attacked (`crab_gym.experiments.omni.checks`); 0 for none.
        workers: Number of processes.
        work: Folder for the chunks that are finished; those that were made of the same sources aren't made again.
        chunk: Seeds that a process takes at a time; the list is the same for any.
    """
    work.mkdir(parents=True, exist_ok=True)
    made, chunks_begun = _Collection(), 0
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _rarely_collect) as pool:
        while len(made.lines) < count:
            needed = -(-(count - len(made.lines)) // chunk)
            wave = [chunk * (chunks_begun + step) for step in range(min(4 * workers, needed))]
            files = {first: work / f"{seed}-{every}-{chunk}-{recipe()[:8]}-{first:09}.json" for first in wave}
            missing = [first for first in wave if not files[first].exists()]
            for first, results in zip(missing, pool.map(partial(_chunk, seed, every, chunk), missing), strict=True):
                draft = files[first].with_suffix(".part")
                draft.write_text(json.dumps(results), encoding="utf-8")
                draft.replace(files[first])  # so that a chunk is whole where the process is ended
            for first in wave:
                chunks_begun += 1
                outcomes: list[ChunkOutcome] = json.loads(files[first].read_text(encoding="utf-8"))
                for outcome in outcomes:
                    if len(made.lines) < count:
                        made.add(outcome)
            yield f"{len(made.lines):,} tasks of {made.reasons.total() + len(made.lines):,} seeds"
    pairs = _write(out, seed, every, made)
    for reason, number in made.reasons.most_common():
        named = [f"{where} {n:,}" for (why, where), n in made.causes.most_common() if why == reason]
        yield f"dropped, {reason}: {number:,}{' (' if named else ''}{', '.join(named)}{')' if named else ''}"
    yield f"{made.checked:,} tasks were checked by {made.solutions:,} solutions and {made.attacks:,} attacks"
    yield f"{pairs:,} graphs are paired with chains"
    yield f"{len(made.lines):,} tasks in {out}, {out.stat().st_size / 1e6:.1f} MB"


def _write(out: Path, seed: int, every: int, made: _Collection) -> int:
    """Writes a list, whose most frequent reasons have the shortest numbers; returns how many pairs it has."""
    header: dict[str, Any] = {
        "seed": seed,
        "every": every,
        **names(),
        "digests": digests(),
        "recipe": recipe(),
        "dropped": dict(made.reasons.most_common()),
        "checked": made.checked,
        "solutions": made.solutions,
        "attacks": made.attacks,
    }
    rows = [read_line(header, line) for line in made.lines.values()]
    header["pairs"] = [tuple(name.removeprefix("omni.") for name in pair) for pair in pairs_of(rows)]
    told = Counter(reason_form(reason.words) for row in rows for reason in row.reasons)
    header["reasons"] = [words for words, _ in sorted(told.items(), key=lambda each: (-each[1], each[0]))]
    write_list(out, header, rows)
    return len(header["pairs"])


def _rarely_collect() -> None:
    """Lets a process look for garbage in cycles less often, which takes a tenth of its time otherwise."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _id(line: str) -> str:
    return line.partition(" ")[0]
