"""Scenarios: long tasks of many sub-tasks, told in a person's own words.

A scenario has two halves. Each is a list of things to do, and the paragraph in which a person asks for them. What both
the words and the things to do need, such as a name or a date, is a *fact* of the scenario, drawn from the seed.

* `Scenario` - its words, its facts and its two halves; `Scenario.half` and `Scenario.whole` are its tasks.
* `Half`, `Do` - what a scenario is made of.
* `Fact`, `Output` - where a thing to do gets a value from.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from crab_gym.task.catalogue import find_subtask
from crab_gym.task.composition.composed import ComposedTask, parts_of_task, sources
from crab_gym.task.composition.parts import Composition, Edge, Part, topological_orders
from crab_gym.task.definition_source import JUDGING, SourceName, definition_source, name_of
from crab_gym.task.parameters import Parameter
from crab_gym.task.subtask import SubTask
from crab_gym.task.task import Params, Task
from crab_gym.task.types import TYPES, Value, words

__all__ = ["Do", "Fact", "Half", "LongTask", "Output", "Scenario"]

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the scenario, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Output:
    """What another thing to do gives, by that one's label."""

    label: str


@dataclass(frozen=True, slots=True)
class Do:
    """One thing to do.

    Attributes:
        label: Its name within the scenario.
        subtask: The sub-task: its name in the catalogue, or itself.
        values: Where each of its inputs comes from; what it hides may be a fact, too, instead of its own draw.
        after: The label of what has to be done before, where no value is carried over.
    """

    label: str
    subtask: str | SubTask
    values: Mapping[str, Fact | Output | Value] = field(default_factory=dict)
    after: str = ""


@dataclass(frozen=True, slots=True)
class Half:
    """A half of a scenario.

    Attributes:
        goal: What a person writes, in lines of any length; ``{name}`` stands for a fact.
        todo: What has to be done for it.
    """

    goal: str
    todo: Sequence[Do]


@dataclass(frozen=True, slots=True, kw_only=True)
class LongTask(ComposedTask):
    """A task of a scenario.

    Attributes:
        module: The module that defines it.
    """

    module: str

    def goal(self, params: Params) -> str:
        """Returns what the person writes, with the facts filled in."""
        facts = self.composition.facts
        return _SLOT.sub(lambda slot: _told(facts[slot[1]].type, getattr(params, slot[1])), self.composition.wording)

    def goals(self, params: Params) -> tuple[str, ...]:
        """Returns the goal, and the same behind phrases that say nothing more."""
        return Task.goals(self, params)

    def to_json(self) -> dict[str, Any]:
        """Returns nothing: the task has facts and a module of its own."""
        return {}

    def definition_hash(self) -> str:
        """Returns a digest of the scenario and of the source of its sub-tasks that determines scores."""
        composition = self.composition
        parts = [[part.subtask.name, dict(part.given), dict(part.facts)] for part in composition.parts]
        content = [self.name, self.version, JUDGING, composition.wording, parts, composition.edges, self.account]
        digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode())
        digest.update(definition_source(frozenset({SourceName(self.module, "FACTS"), *sources(self)})).encode())
        return digest.hexdigest()[:16]

    def _source_name(self) -> SourceName:
        return name_of(self, self.module)


@dataclass(frozen=True, slots=True)
class Scenario:
    """Half a day's work, as a person would ask for it.

    Attributes:
        name: Its name within the suite.
        module: The module that defines it (``__name__``), which has the facts as ``FACTS``.
        intent: What the person is about; see `Task.intent`.
        facts: The facts by name.
        first: What is asked for first.
        second: The rest, which may use what the first half gives.
    """

    name: str
    module: str
    intent: str
    facts: Mapping[str, Parameter]
    first: Half
    second: Half

    def half(self) -> LongTask:
        """Returns the task of the first half alone."""
        return self._task(f"{self.name}.first_half", self.first.todo, _paragraph(self.first))

    def whole(self) -> LongTask:
        """Returns the task of both halves."""
        todo = [*self.first.todo, *self.second.todo]
        return self._task(self.name, todo, f"{_paragraph(self.first)}\n\n{_paragraph(self.second)}")

    def _task(self, name: str, todo: Sequence[Do], goal: str) -> LongTask:
        at = {each.label: index for index, each in enumerate(todo)}
        if len(at) < len(todo):
            raise ValueError(f"scenario {self.name!r}: two things to do have the same label")
        parts = tuple([_part(each) for each in todo])
        edges = [Edge(at[producer], at[each.label], name) for each in todo for name, producer in _feeds(each)]
        used = {fact for part in parts for fact in part.facts.values()} | set(_SLOT.findall(goal))
        facts = {key: parameter for key, parameter in self.facts.items() if key in used}
        self._check(goal, parts, edges, facts)
        order = tuple(range(len(parts)))
        composition = Composition(parts, tuple(sorted(edges)), "plain", order, goal, facts)
        if next(topological_orders(composition.feeds), None) is None:
            raise ValueError(f"scenario {self.name!r}: what its things to do give each other forms a cycle")
        given = parts_of_task(f"long.{name}", composition)
        tags = ("long", *(tag for tag in given["tags"] if tag != "composed"))
        given |= {"step_limit": None, "intent": self.intent, "tags": tags}
        task = LongTask(**given, module=self.module)
        return replace(task, description=task.goal(task.defaults()))

    def _check(self, goal: str, parts: Sequence[Part], edges: Sequence[Edge], facts: Mapping[str, Parameter]) -> None:
        """Checks that each input has a value, and that the words name facts alone.

        Raises:
            ValueError: It isn't so; the message says where.
        """
        if unknown := set(_SLOT.findall(goal)) - self.facts.keys():
            raise ValueError(f"scenario {self.name!r}: the goal has {sorted(unknown)}, which aren't facts")
        for index, part in enumerate(parts):
            known = {*part.given, *part.facts, *(edge.input for edge in edges if edge.consumer == index)} - {""}
            inputs = {name for name, each in part.subtask.inputs.items() if not TYPES[each.type].volatile}
            open_ones = inputs - known
            unknown = known - {*part.subtask.inputs, *part.subtask.hidden} | set(part.facts.values()) - facts.keys()
            if open_ones or unknown:
                raise ValueError(
                    f"scenario {self.name!r}: part {index}, {part.subtask.name}, lacks {sorted(open_ones)}, and has "
                    f"{sorted(unknown)}, which isn't known"
                )


def _paragraph(half: Half) -> str:
    return " ".join(half.goal.split())


def _part(each: Do) -> Part:
    subtask = find_subtask(each.subtask) if isinstance(each.subtask, str) else each.subtask
    given = {name: value for name, value in each.values.items() if isinstance(value, (str, int))}
    facts = {name: value.name for name, value in each.values.items() if isinstance(value, Fact)}
    return Part(subtask, given, facts)


def _feeds(each: Do) -> list[tuple[str, str]]:
    feeds = [(name, value.label) for name, value in each.values.items() if isinstance(value, Output)]
    return [*feeds, ("", each.after)] if each.after else feeds


def _told(kind: str, value: Value) -> str:
    """Returns a fact as a person writes it: dates in words, paths from home, and the rest as it is."""
    quoted = kind in ("line", "program", "choice")
    return str(value) if quoted or kind not in TYPES else words(kind, value)
