"""The published list of synthesised tasks: one line per task, compressed.

* `OmniRow` - a line: id, scenario, levels, and the composition in short.
* `read_list`, `write_list` - the file; `read_line`, `write_line` - a row of it.
* `row_task` - the task of a row, without reading its goal again.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from crab_gym.task.composition.compose import assemble
from crab_gym.task.composition.composed import ComposedTask
from crab_gym.task.composition.parts import Edge, Reason
from crab_gym.task.goals.grammar import SLOT, STYLES
from crab_gym.task.omni.levels import level_code
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.shapes import Plan, PlanFact, plan_complexity, same_as, titled
from crab_gym.task.omni.splits import split_of_plan
from crab_gym.task.omni.synthesis import Synthesized
from crab_gym.task.types import Value

__all__ = [
    "MADE_VERSION", "VERSIONS", "OmniList", "OmniRow", "forget_lists", "list_path", "listed_row", "listed_task",
    "read_line", "read_list", "reason_form", "row_of", "row_task", "write_line", "write_list",
]  # fmt: skip

_STYLES = sorted(STYLES)
_DIGITS = 10


@dataclass(frozen=True, slots=True)
class OmniRow:
    """A task of the list.

    Attributes:
        id: Its id, ``omni.`` and hexadecimal digits of what makes it differ from all others: ten, or eight in the
            first version of the list, so that the versions share no id.
        scenario: Its scenario's name.
        levels: A digit per dimension of complexity; see `crab_gym.task.omni.levels.level_code`.
        devices: ``"a"`` for the phone alone, ``"u"`` for the desktop alone, ``"au"`` for both.
        split: ``"train"``, ``"validation"`` or ``"test"``.
        plan: The sub-tasks and edges.
        style: How the goal tells them.
        order: The order in which it tells them.
        reasons: What parts are for, where it tells that.
    """

    id: str
    scenario: str
    levels: str
    devices: str
    split: str
    plan: Plan
    style: str
    order: tuple[int, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class OmniList:
    """The list, whose lines are read when they are asked for.

    Attributes:
        header: Names of scenarios and sub-tasks, reasons, how things are called by default, the seed, digests of what
            the tasks depend on, and pairs.
        lines: A line per task.
    """

    header: Mapping[str, Any]
    lines: tuple[str, ...]

    def __len__(self) -> int:
        """Returns the number of tasks."""
        return len(self.lines)

    def row(self, index: int) -> OmniRow:
        """Returns the task of a place."""
        return read_line(self.header, self.lines[index])

    def id(self, index: int) -> str:
        """Returns the id of the task of a place."""
        return f"omni.{self.lines[index].partition(' ')[0]}"

    def size(self, index: int) -> int:
        """Returns the number of parts of the task of a place."""
        return self.lines[index].split(" ", 7)[6].count(",") + 1

    def has(self, task_id: str) -> bool:
        """Returns whether there is a task of an id."""
        return task_id.removeprefix("omni.") in self._places

    def find(self, task_id: str) -> OmniRow:
        """Returns the task of an id.

        Raises:
            ValueError: There is none.
        """
        digits = task_id.removeprefix("omni.")
        place = self._places.get(digits)
        if place is None:
            raise ValueError(f"there is no task {task_id!r} in the list; `crab-gym omni sample` shows some")
        return self.row(place)

    @cached_property
    def pairs(self) -> Mapping[str, str]:
        """Ids of graphs to those of the chains that are paired with them."""
        return {f"omni.{graph}": f"omni.{chain}" for graph, chain in self.header.get("pairs", ())}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {line.partition(" ")[0]: index for index, line in enumerate(self.lines)}

    def select(self, split: str = "", scenario: str = "", devices: str = "") -> list[int]:
        """Returns the places of the tasks of a split, a scenario and devices; ``""`` stands for any."""
        places = []
        number = str(self.header["scenarios"].index(scenario)) if scenario else ""
        for index, line in enumerate(self.lines):
            _, own_scenario, _, own_devices, own_split, _ = line.split(" ", 5)
            if number in ("", own_scenario) and devices in ("", own_devices) and split[:2] in ("", own_split):
                places.append(index)
        return places

    def levels(self, index: int) -> str:
        """Returns the levels of the task of a place."""
        return self.lines[index].split(" ", 3)[2]


_SPLITS = {"tr": "train", "va": "validation", "te": "test"}


def row_of(synthesis: Synthesized) -> OmniRow:
    """Returns the row of a synthesised task."""
    composition = synthesis.task.composition
    devices = "".join(device[0] for device in sorted(synthesis.task.devices))
    return OmniRow(
        id=f"omni.{same_as(synthesis.plan)[:_DIGITS]}",
        scenario=synthesis.scenario,
        levels=level_code(plan_complexity(synthesis.plan)),
        devices=devices,
        split=split_of_plan(synthesis.plan, synthesis.scenario, synthesis.purposes),
        plan=synthesis.plan,
        style=composition.style,
        order=composition.order,
        reasons=composition.reasons,
    )


def write_line(header: Mapping[str, Any], row: OmniRow) -> str:
    """Returns the line of a row; the header has the names of all scenarios and sub-tasks, and all reasons."""
    subtasks, scenarios = header["subtasks"], header["scenarios"]
    parts = ",".join(str(subtasks.index(name)) for name in row.plan.parts)
    edges = ",".join(f"{edge.producer}>{edge.consumer}{edge.input}" for edge in row.plan.edges)
    order = ",".join(map(str, row.order))
    first = f"{row.id[5:]} {scenarios.index(row.scenario)} {row.levels} {row.devices} {row.split[:2]}"
    line = f"{first} {_STYLES.index(row.style)} {parts} {order} {edges}"
    if header.get("version", 1) == 1:
        return line
    facts = ",".join(f"{part}{name}={fact}" for part, name, fact in row.plan.own_facts)
    return f"{line} {facts} {','.join(_reason_row(header, reason) for reason in row.reasons)}"


def read_line(header: Mapping[str, Any], line: str) -> OmniRow:
    """Returns the row of a line, with the names of the header."""
    digits, scenario, levels, devices, split, style, parts, order, edges, *more = line.split(" ")
    names = tuple([header["subtasks"][int(part)] for part in parts.split(",")])
    plan = Plan(names, tuple([_edge(edge) for edge in edges.split(",") if edge]))
    reasons: tuple[Reason, ...] = ()
    if more:
        facts, told = more
        plan = replace(plan, facts=tuple([_fact(fact) for fact in facts.split(",") if fact]))
        plan = titled(plan, header["titles"])
        reasons = tuple([_reason(header, reason) for reason in told.split(",") if reason])
    return OmniRow(
        f"omni.{digits}", header["scenarios"][int(scenario)], levels, devices, _SPLITS[split], plan,
        _STYLES[int(style)], tuple([int(part) for part in order.split(",")]), reasons,
    )  # fmt: skip


def _fact(text: str) -> PlanFact:
    place, _, fact = text.partition("=")
    name = place.lstrip("0123456789")
    return PlanFact(int(place[: -len(name)]), name, fact)


def _reason_row(header: Mapping[str, Any], reason: Reason) -> str:
    number = header["reasons"].index(reason_form(reason.words))
    return f"{number}:{'+'.join(map(str, reason.parts))}:{'/'.join(SLOT.findall(reason.words))}"


def _reason(header: Mapping[str, Any], text: str) -> Reason:
    number, parts, facts = text.split(":")
    named = iter(facts.split("/"))
    words = SLOT.sub(lambda slot: f"{{{next(named)}}}", header["reasons"][int(number)])
    return Reason(words, tuple([int(part) for part in parts.split("+")]))


def reason_form(words: str) -> str:
    """Returns the words of a reason as a list's header has them, whatever facts they name.

    >>> reason_form("You want to call {person.2}")
    'You want to call {_}'
    """
    return SLOT.sub("{_}", words)


def _edge(text: str) -> Edge:
    producer, _, rest = text.partition(">")
    consumer = rest.rstrip("abcdefghijklmnopqrstuvwxyz_")
    return Edge(int(producer), int(consumer), rest[len(consumer) :])


def row_task(row: OmniRow) -> ComposedTask:
    """Returns the task of a row; its goal was read when the list was made, and isn't read again."""
    parts: list[tuple[str, Mapping[str, Value]]] = [(name, {}) for name in row.plan.parts]
    facts = row.plan.facts_by_part()
    task = assemble(parts, row.plan.edges, row.style, row.order, row.id, facts, row.reasons)
    return replace(task, intent=scenarios()[row.scenario].intent)


def listed_row(task_id: str) -> OmniRow:
    """Returns the row of a task in a list that comes with crab-gym.

    No two lists share an id, so that tasks of all of them are found.

    Raises:
        ValueError: There is none of this id.
    """
    for version in sorted(VERSIONS, reverse=True):
        if read_list(version=version).has(task_id):
            return read_list(version=version).find(task_id)
    return read_list().find(task_id)


@lru_cache(maxsize=4096)
def listed_task(task_id: str) -> ComposedTask:
    """Returns a task of a list that comes with crab-gym, the same object for the same id.

    Raises:
        ValueError: There is none of this id.
    """
    return row_task(listed_row(task_id))


VERSIONS: Mapping[int, str] = {1: "tasks.1.txt.gz", 2: "tasks.2.txt.gz"}
"""Files of the lists that come with crab-gym, by version. Tasks of the first one have no purposes."""
MADE_VERSION: Final = 2
"""The version of the lists that are made."""


def list_path(version: int = max(VERSIONS)) -> Path:
    """Returns the path of a list that comes with crab-gym.

    Raises:
        ValueError: There is none of this version.
    """
    import crab_tasks.omni

    if version not in VERSIONS:
        raise ValueError(f"there is no list of version {version!r}; expected one of: {', '.join(map(str, VERSIONS))}")
    return Path(crab_tasks.omni.__path__[0]) / VERSIONS[version]


def read_list(path: Path | None = None, version: int = max(VERSIONS)) -> OmniList:
    """Returns the list of a file, by default the newest one that comes with crab-gym.

    Args:
        path: The file; None for one that comes with crab-gym.
        version: The version of that one.

    Raises:
        ValueError: There is none of this version.
    """
    return _read(path or list_path(version))


@lru_cache(maxsize=4)
def _read(path: Path) -> OmniList:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        first, *lines = file.read().splitlines()
    return OmniList(json.loads(first), tuple(lines))


def forget_lists() -> None:
    """Lets lists be read again where one was written anew."""
    _read.cache_clear()


def write_list(path: Path, header: Mapping[str, Any], rows: Iterable[OmniRow]) -> None:
    """Writes a list; the same rows give the same bytes."""
    text = "\n".join([json.dumps(header, sort_keys=True), *(write_line(header, row) for row in rows)]) + "\n"
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write(text.encode())
