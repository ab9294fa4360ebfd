"""Scenarios: long tasks of many sub-tasks, told in a person's own words.

A scenario has three chapters. Each is a list of things to do, and the paragraph in which a person asks for them. What
both the words and the things to do need, such as a name or a date, is a *fact* of the scenario, drawn from the seed.

* `Scenario` - its words, its facts and its chapters; `Scenario.tasks` are all of them, each alone, and each two.
* `Chapter`, `Do` - what a scenario is made of; `Later` - what occurs to the person while the agent works.
* `Fact`, `Output` - where a thing to do gets a value from.
* `Question` - a value that the person hasn't told and has to be asked for.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NamedTuple

from crab_gym.evaluation.checks import check
from crab_gym.evaluation.graph import Checkpoint
from crab_gym.task.catalogue import find_subtask
from crab_gym.task.composition.composed import ComposedTask, last_checkpoint, parts_of_task, sources
from crab_gym.task.composition.parts import Composition, Edge, Part, topological_orders
from crab_gym.task.definition_source import JUDGING, SourceName, definition_source, name_of
from crab_gym.task.events import Moment, TaskEvent
from crab_gym.task.parameters import Parameter
from crab_gym.task.subtask import SubTask
from crab_gym.task.task import Oracle, Params, Task, action
from crab_gym.task.types import TYPES, Value, words
from crab_gym.task.user import Detail, User, told

__all__ = ["TASKS", "Chapter", "Do", "Fact", "Later", "LongTask", "Output", "Question", "Scenario"]

TASKS: Final = ("ALL", "FIRST", "SECOND", "THIRD", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD")
"""The names under which a module has what `Scenario.tasks` returns."""
_SLOT: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the scenario, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Output:
    """What another thing to do gives, by that one's label."""

    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """Something that only the person knows; in a `Do`, it gives the answer as its output.

    Attributes:
        fact: The fact that the person tells.
        answer: What the person says; ``{name}`` stands for a fact.
        forms: The forms of questions about it, see `crab_gym.task.user.Detail`.
        asks: Ways to ask; the oracle's first.
    """

    fact: str
    answer: str
    forms: tuple[tuple[tuple[str, ...], ...], ...]
    asks: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Do:
    """One thing to do.

    Attributes:
        label: Its name within the scenario.
        subtask: The sub-task: its name in the catalogue, or itself; or a question to the person.
        values: Where each of its inputs comes from; what it hides may be a fact, too, instead of its own draw.
        after: The label of what has to be done before, where no value is carried over.
    """

    label: str
    subtask: str | SubTask | Question
    values: Mapping[str, Fact | Output | Value] = field(default_factory=dict)
    after: str = ""


@dataclass(frozen=True, slots=True)
class Later:
    """What the person writes once something has been done.

    Attributes:
        after: The label of what has been done.
        words: What the person writes; ``{name}`` stands for a fact.
        todo: What has to be done for it.
    """

    after: str
    words: str
    todo: Sequence[Do]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a scenario that is of use by itself.

    Attributes:
        goal: What a person writes, in lines of any length; ``{name}`` stands for a fact.
        todo: What has to be done for it.
        later: What the person adds; None for nothing.
    """

    goal: str
    todo: Sequence[Do]
    later: Later | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LongTask(ComposedTask):
    """A task of a scenario.

    Attributes:
        module: The module that defines it.
        todo: What has to be done.
        later: What the person adds.
        chapters: The tasks of its chapters where it has several; each is the same work alone.
    """

    module: str
    todo: Sequence[Do]
    later: Sequence[Later]
    chapters: tuple[str, ...]

    def goal(self, params: Params) -> str:
        """Returns what the person writes, with the facts filled in."""
        return _filled(self.composition.wording, self.composition.facts, params)

    def goals(self, params: Params) -> tuple[str, ...]:
        """Returns the goal, and the same behind phrases that say nothing more."""
        return Task.goals(self, params)

    def to_json(self) -> dict[str, Any]:
        """Returns nothing: the task has facts and a module of its own."""
        return {}

    def definition_hash(self) -> str:
        """Returns a digest of the scenario and of the source of its sub-tasks that determines scores."""
        composition = self.composition
        parts = [[part.subtask.name, dict(part.given), dict(part.facts), part.since] for part in composition.parts]
        said: list[tuple[object, ...]] = [(later.after, later.words) for later in self.later]
        said += [(label, question.answer, question.forms) for label, question in _questions(self.todo)]
        content = [self.name, self.version, JUDGING, composition.wording, parts, composition.edges, self.account, said]
        digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode())
        own = {each for each in sources(self) if not each.module.startswith("crab_gym.")}
        digest.update(definition_source(frozenset({SourceName(self.module, "FACTS"), *own})).encode())
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
        opening: What the person says first, whatever is asked for.
        chapters: What is asked for, by name; no chapter uses what another one gives.
    """

    name: str
    module: str
    intent: str
    facts: Mapping[str, Parameter]
    opening: str
    chapters: Mapping[str, Chapter]

    def tasks(self) -> tuple[LongTask, ...]:
        """Returns the task of all chapters, of each one alone, and of all but each one where that leaves several."""
        names = list(self.chapters)
        chosen = {self.name: names}
        chosen |= {f"{self.name}.{name}": [name] for name in names}
        if len(names) > 2:
            chosen |= {f"{self.name}.without_{name}": [each for each in names if each != name] for name in names}
        return tuple([self._task(name, some) for name, some in chosen.items()])

    def _task(self, name: str, chosen: Sequence[str]) -> LongTask:
        chapters = [self.chapters[each] for each in chosen]
        goal = "\n\n".join(" ".join(chapter.goal.split()) for chapter in chapters)
        goal = f"{' '.join(self.opening.split())} {goal}"
        later = [chapter.later for chapter in chapters if chapter.later is not None]
        asked_later = {each.label: extra.after for extra in later for each in extra.todo}
        todo = [each for one in chapters for each in (*one.todo, *(one.later.todo if one.later else ()))]
        at = {each.label: index for index, each in enumerate(todo)}
        if len(at) < len(todo):
            raise ValueError(f"scenario {self.name!r}: two things to do have the same label")
        parts = tuple([_part(each, self.facts, asked_later.get(each.label, "")) for each in todo])
        edges = [Edge(at[producer], at[each.label], name) for each in todo for name, producer in _feeds(each)]
        edges += [Edge(at[before], at[label], "") for label, before in asked_later.items()]
        words = " ".join((goal, *(each.words for each in later), *(each.question.answer for each in _questions(todo))))
        used = {fact for part in parts for fact in part.facts.values()} | set(_SLOT.findall(words))
        facts = {key: parameter for key, parameter in self.facts.items() if key in used}
        self._check(words, parts, edges, facts)
        order = tuple(range(len(parts)))
        composition = Composition(parts, tuple(sorted(edges)), "plain", order, goal, facts)
        if next(topological_orders(composition.feeds), None) is None:
            raise ValueError(f"scenario {self.name!r}: what its things to do give each other forms a cycle")
        given = parts_of_task(f"long.{name}", composition)
        tags = ("long", *(tag for tag in given["tags"] if tag != "composed"))
        given |= {"step_limit": None, "intent": self.intent, "tags": tags}
        given |= {"events": partial(_events, given["events"], composition, at, later)}
        if _questions(todo):
            given |= {"user": partial(_user, composition, todo)}
        alone = tuple([f"long.{self.name}.{each}" for each in chosen]) if len(chosen) > 1 else ()
        task = LongTask(**given, module=self.module, todo=todo, later=later, chapters=alone)
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


def _questions(todo: Sequence[Do]) -> list[_Asked]:
    return [_Asked(each.label, each.subtask) for each in todo if isinstance(each.subtask, Question)]


class _Asked(NamedTuple):
    """A question, with the label under which it is asked."""

    label: str
    question: Question


def _part(each: Do, known: Mapping[str, Parameter], since: str) -> Part:
    if isinstance(each.subtask, Question):
        fact = each.subtask.fact
        return Part(_asking(each.label, each.subtask, known[fact]), {}, {"value": fact}, since)
    subtask = find_subtask(each.subtask) if isinstance(each.subtask, str) else each.subtask
    given = {name: value for name, value in each.values.items() if isinstance(value, (str, int))}
    facts = {name: value.name for name, value in each.values.items() if isinstance(value, Fact)}
    return Part(subtask, given, facts, since)


def _asking(label: str, question: Question, value: Parameter) -> SubTask:
    """Returns the sub-task to ask the person."""

    def way(words: str) -> Oracle:
        return lambda params, look: iter([action("root", "ask", question=words)])

    return SubTask(
        name=f"person.{label}",
        device="root",
        app="answer",
        says="ask the person",
        steps="ask the person",
        refers="what the person says",
        hidden={"value": value},
        output=value.type,
        produce=lambda params: params.value,
        checkpoints=lambda params: [
            Checkpoint(id="asked", device="root", app="answer", evaluator=check(told, detail=label))
        ],
        oracle={"asked": way(question.asks[0])},
        alternatives={"in_other_words": way(question.asks[1]), "once_more": way(question.asks[2])},
        step_limit=5,
        tags=("asks",),
    )


def _events(
    of_parts: Callable[[Params], Sequence[TaskEvent]],
    composition: Composition,
    at: Mapping[str, int],
    later: Sequence[Later],
    params: Params,
) -> list[TaskEvent]:
    """Returns the events of the parts, and what the person adds: each with the last checkpoint of what comes before."""
    added = [
        TaskEvent(
            id=each.after,
            when=Moment(checkpoint=last_checkpoint(composition, at[each.after], params)),
            words=_filled(" ".join(each.words.split()), composition.facts, params),
        )
        for each in later
    ]
    return [*of_parts(params), *added]


def _user(composition: Composition, todo: Sequence[Do], params: Params) -> User:
    details = [
        Detail(label, _filled(question.answer, composition.facts, params), question.forms)
        for label, question in _questions(todo)
    ]
    return User(tuple(details))


def _feeds(each: Do) -> list[tuple[str, str]]:
    feeds = [(name, value.label) for name, value in each.values.items() if isinstance(value, Output)]
    return [*feeds, ("", each.after)] if each.after else feeds


def _filled(text: str, facts: Mapping[str, Parameter], params: Params) -> str:
    return _SLOT.sub(lambda slot: _told(facts[slot[1]].type, getattr(params, slot[1])), text)


def _told(kind: str, value: Value) -> str:
    """Returns a fact as a person writes it: dates in words, paths from home, and the rest as it is."""
    quoted = kind in ("line", "program", "choice")
    return str(value) if quoted or kind not in TYPES else words(kind, value)
