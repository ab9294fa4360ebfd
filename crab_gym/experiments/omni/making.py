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
import crab_gym.task.composition
import crab_gym.task.goals
import crab_gym.task.omni
from crab_gym.experiments.omni.checks import Checked, check_task
from crab_gym.task import ComposedTask
from crab_gym.task.catalogue import catalogue
from crab_gym.task.definition_source import SourceName, definition_source
from crab_gym.task.goals.grammar import SLOT
from crab_gym.task.omni.drafts import UNNAMED
from crab_gym.task.omni.listing import MADE_VERSION, list_path, read_line, reason_form, row_of, write_line, write_list
from crab_gym.task.omni.pairs import chain_for, pairable
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


_MAKERS = (crab_gym.task.omni, crab_gym.task.composition, crab_gym.task.goals, crab_gym.experiments.omni)
"""Packages whose source determines a list."""


class ChunkOutcome(TypedDict):
    """The outcome of one number.

    Attributes:
        reason: Why there is no task; ``""`` if there is one.
        solutions: Episodes that had to succeed.
        attacks: Episodes that must not.
        where: The sub-task that is the cause; ``""`` if none can be named.
        line: The task's line in the list; ``""`` if there is none.
        chain: That of the chain, if the task is a graph for which there is one; see `crab_gym.task.omni.pairs`.
    """

    reason: str
    solutions: int
    attacks: int
    where: str
    line: str
    chain: str


@lru_cache(maxsize=1)
def recipe() -> str:
    """Returns a digest of what a list depends on: sub-tasks, purposes, words, the source of synthesis and checks."""
    digest = hashlib.sha256(
        json.dumps([digests(), {name: each.subtasks for name, each in scenarios().items()}]).encode()
    )
    for name in ("purposes.json", "words.json"):
        digest.update(list_path().with_name(name).read_bytes())
    for package in _MAKERS:
        for path in sorted(Path(package.__path__[0]).glob("*.py")):
            digest.update(path.read_bytes())
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
        chain = make_chain(seed, number)
        if not every or number % every:
            outcomes.append(_outcome(Checked("", 0, 0), synthesis, chain))
            continue
        env = env or ComposedEnv(synthesis.task.to_json(), screens=False, success_at="complete")
        others = others_of(seed, number, synthesis)
        checked = check_task(env, synthesis.task, number, others)
        if chain is not None and not checked.reason:
            also = check_task(env, chain.task, number, others)
            checked = checked._replace(
                solutions=checked.solutions + also.solutions, attacks=checked.attacks + also.attacks
            )
            chain = None if also.reason else chain
        outcomes.append(_outcome(checked, synthesis, chain))
    return outcomes


def _outcome(checked: Checked, synthesis: Synthesized | None = None, chain: Synthesized | None = None) -> ChunkOutcome:
    """Returns an outcome. Its lines spare the process that writes the list making all tasks once more."""
    return {
        "reason": checked.reason,
        "solutions": checked.solutions,
        "attacks": checked.attacks,
        "where": checked.where,
        "line": _line(synthesis) if synthesis is not None and not checked.reason else "",
        "chain": _line(chain) if chain is not None and not checked.reason else "",
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


@lru_cache(maxsize=4 * CHUNK)
def make_chain(seed: int, number: int) -> Synthesized | None:
    """Returns the chain that is paired with the task of a number; None if it gets none."""
    synthesis = make_task(seed, number)
    if isinstance(synthesis, str) or not pairable(synthesis.plan) or row_of(synthesis).split != "test":
        return None
    return chain_for(synthesis)


def generate(
    out: Path, count: int, seed: int, every: int, workers: int, work: Path, chunk: int = CHUNK
) -> Iterator[str]:
    """Makes a list and yields messages about its progress.

    Args:
        out: The list's file.
        count: Number of tasks; the chains that are paired with graphs come on top.
        seed: The list's seed.
        every: Of how many numbers one is played and attacked (`crab_gym.experiments.omni.checks`); 0 for none.
        workers: Number of processes.
        work: Folder for the chunks that are finished; those that were made of the same sub-tasks aren't made again.
        chunk: Seeds that a process takes at a time; the list is the same for any.
    """
    work.mkdir(parents=True, exist_ok=True)
    lines: dict[str, str] = {}  # by id
    chains: dict[str, str] = {}
    pairs: list[tuple[str, str]] = []
    reasons: Counter[str] = Counter()
    causes: Counter[tuple[str, str]] = Counter()
    checked = solutions = attacks = chunks_begun = 0
    header: dict[str, Any] = {
        "seed": seed,
        "every": every,
        **names(),
        "digests": digests(),
        "recipe": recipe(),
    }
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _rarely_collect) as pool:
        while len(lines) < count:
            needed = -(-(count - len(lines)) // chunk)
            wave = [chunk * (chunks_begun + step) for step in range(min(4 * workers, needed))]
            missing = [first for first in wave if not _file(work, seed, every, first).exists()]
            for first, results in zip(missing, pool.map(partial(_chunk, seed, every, chunk), missing), strict=True):
                _file(work, seed, every, first).write_text(json.dumps(results), encoding="utf-8")
            for first in wave:
                chunks_begun += 1
                outcomes: list[ChunkOutcome] = json.loads(_file(work, seed, every, first).read_text(encoding="utf-8"))
                for outcome in outcomes:
                    if len(lines) == count:
                        break
                    checked += bool(outcome["solutions"])
                    solutions += outcome["solutions"]
                    attacks += outcome["attacks"]
                    reason = outcome["reason"] or _add(lines, outcome["line"])
                    reasons[reason] += bool(reason)
                    causes[reason, outcome["where"]] += bool(outcome["where"])
                    if outcome["chain"] and not reason:
                        _add(chains, outcome["chain"])
                        pairs.append((_id(outcome["line"]), _id(outcome["chain"])))
            yield f"{len(lines):,} tasks of {sum(reasons.values()) + len(lines):,} seeds"
    dropped = {reason: number for reason, number in reasons.most_common() if number}
    outcome_of_all = {
        "dropped": dropped, "checked": checked, "solutions": solutions, "attacks": attacks, "pairs": pairs
    }  # fmt: skip
    further = [line for name, line in chains.items() if name not in lines]
    rows = [read_line(header, line) for line in (*lines.values(), *further)]
    told = Counter(reason_form(reason.words) for row in rows for reason in row.reasons)
    header["reasons"] = [words for words, _ in sorted(told.items(), key=lambda each: (-each[1], each[0]))]
    write_list(out, {**header, **outcome_of_all}, rows)
    for reason, number in dropped.items():
        named = [f"{where} {n:,}" for (why, where), n in causes.most_common() if why == reason and where]
        yield f"dropped, {reason}: {number:,}{' (' if named else ''}{', '.join(named)}{')' if named else ''}"
    yield f"{checked:,} tasks were checked by {solutions:,} solutions and {attacks:,} attacks"
    yield f"{len(pairs):,} graphs are paired with chains, {len(further):,} of them further tasks"
    yield f"{len(lines):,} tasks in {out}, {out.stat().st_size / 1e6:.1f} MB"


def _rarely_collect() -> None:
    """Lets a process look for garbage in cycles less often, which takes a tenth of its time otherwise."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _file(work: Path, seed: int, every: int, first: int) -> Path:
    return work / f"{seed}-{every}-{recipe()[:8]}-{first:09}.json"


def _add(lines: dict[str, str], line: str) -> str:
    """Adds a task, unless it is there already; returns the reason in that case."""
    if _id(line) in lines:
        return "the same as another one"
    lines[_id(line)] = line
    return ""


def _id(line: str) -> str:
    return line.partition(" ")[0]
