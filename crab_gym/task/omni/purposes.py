"""Purposes: what a person wants within a scenario, and what may be done for it.

`tasks/crab_tasks/omni/purposes.json` has them as data. An *expression* is a sub-task with its inputs,
``messages.send(number=phone(who), text=when)``; a *slot* with what it is about, ``phone(who)``, which stands for any of
its ways; a word of the vocabulary, ``?recipe``; or a name that the purpose or slot has given.

* `Purpose` - what is wanted, why, and the expressions of what is done.
* `Library`, `library` - all purposes and slots, and what inputs are called by default.
* `Expression`, `read` - an expression as a tree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

__all__ = ["KINDS", "Expression", "Library", "Purpose", "Slot", "library", "read"]

KINDS = ("find_out", "decide", "tell", "record", "arrange", "clean_up")
"""The kinds of purposes."""
_TOKENS = re.compile(r"\s*(\?\w+|[\w.]+|[(),=])")


class Expression(NamedTuple):
    """An expression.

    Attributes:
        name: A sub-task's name, which has a dot; a word, which begins with ``?``; a slot's; or one given before.
        given: What a slot is about.
        inputs: What a sub-task's inputs get.
    """

    name: str
    given: tuple[Expression, ...] = ()
    inputs: Mapping[str, Expression] = {}

    @property
    def is_subtask(self) -> bool:
        """Whether it is a sub-task."""
        return "." in self.name

    def walk(self) -> Iterator[Expression]:
        """Yields the expression and all within it."""
        yield self
        for each in (*self.given, *self.inputs.values()):
            yield from each.walk()


class Slot(NamedTuple):
    """A slot.

    Attributes:
        about: The names of what it is about.
        ways: The expressions for which it stands.
    """

    about: tuple[str, ...]
    ways: tuple[Expression, ...]


@dataclass(frozen=True)
class Purpose:
    """A purpose.

    Attributes:
        name: Its name.
        kind: One of `KINDS`.
        scenarios: The scenarios, none of them a combination, in which a person has it.
        reason: What the person wants, as a goal tells it.
        let: Expressions by the name that others have for them; each is done once.
        do: What is done: of each step, one of several ways.
        also: Further steps, of which one may be taken.
    """

    name: str
    kind: str
    scenarios: tuple[str, ...]
    reason: str
    let: Mapping[str, Expression]
    do: tuple[tuple[Expression, ...], ...]
    also: tuple[Expression, ...] = ()

    def expressions(self) -> Iterator[Expression]:
        """Yields all expressions, with those within them."""
        for each in (*self.let.values(), *(way for step in self.do for way in step), *self.also):
            yield from each.walk()


@dataclass(frozen=True)
class Library:
    """All purposes.

    Attributes:
        purposes: The purposes by name.
        slots: The slots by name.
        people: What a reason calls the person that a sub-task looks up.
        titles: The word of an input or hidden value, such as ``recipes.add.title``, where nothing else is given for it.
    """

    purposes: Mapping[str, Purpose]
    slots: Mapping[str, Slot]
    people: Mapping[str, str]
    titles: Mapping[str, str]

    def of(self, scenario: str) -> tuple[Purpose, ...]:
        """Returns the purposes of a scenario that isn't a combination."""
        return self._by_scenario.get(scenario, ())

    @cached_property
    def _by_scenario(self) -> Mapping[str, tuple[Purpose, ...]]:
        names = {name for purpose in self.purposes.values() for name in purpose.scenarios}
        return {name: tuple(p for p in self.purposes.values() if name in p.scenarios) for name in sorted(names)}

    def subtasks_of(self, purpose: Purpose) -> frozenset[str]:
        """Returns the sub-tasks that may be done for a purpose."""
        return frozenset(name for each in purpose.expressions() for name in self._reached(each.name))

    def _reached(self, name: str) -> frozenset[str]:
        if "." in name:
            return frozenset({name})
        return self._by_slot.get(name, frozenset())

    @cached_property
    def _by_slot(self) -> Mapping[str, frozenset[str]]:
        """The sub-tasks that each slot reaches, through other slots as well."""
        seen = {name: {each.name for way in slot.ways for each in way.walk()} for name, slot in self.slots.items()}
        for _ in self.slots:
            for names in seen.values():
                names |= {other for name in tuple(names) for other in seen.get(name, ())}
        return {name: frozenset(each for each in names if "." in each) for name, names in seen.items()}


def read(text: str) -> Expression:
    """Returns the expression that a text is.

    Raises:
        ValueError: It isn't one.

    Example:
        >>> read("phone(who)").given[0].name, read("maps.save(place=village)").inputs["place"].name
        ('who', 'village')
    """
    tokens = _TOKENS.findall(text)
    if "".join(tokens) != re.sub(r"\s", "", text):
        raise ValueError(f"{text!r} is no expression; expected names, words such as ?recipe, '(', ')', ',' and '='")
    expression, rest = _expression(tokens, text)
    if rest:
        raise ValueError(f"{text!r} goes on with {''.join(rest)!r} where it should end")
    return expression


def _expression(tokens: Sequence[str], text: str) -> tuple[Expression, Sequence[str]]:
    if not tokens or tokens[0] in "(),=":
        raise ValueError(f"{text!r} lacks a name")
    name, rest = tokens[0], tokens[1:]
    if rest[:1] != ["("]:
        return Expression(name), rest
    rest = rest[1:]
    given: list[Expression] = []
    inputs: dict[str, Expression] = {}
    while rest and rest[0] != ")":
        key = rest[0] if rest[1:2] == ["="] else ""
        value, rest = _expression(rest[2:] if key else rest, text)
        if key:
            inputs[key] = value
        else:
            given.append(value)
        if rest[:1] == [","]:
            rest = rest[1:]
    if not rest:
        raise ValueError(f"{text!r} lacks a ')'")
    return Expression(name, tuple(given), inputs), rest[1:]


@lru_cache(maxsize=1)
def library() -> Library:
    """Returns the purposes that come with crab-gym."""
    return from_data(json.loads(files("crab_tasks.omni").joinpath("purposes.json").read_text(encoding="utf-8")))


def from_data(data: Mapping[str, Any]) -> Library:
    """Returns the library that some JSON describes."""
    slots: dict[str, Slot] = {}
    for key, ways in data["slots"].items():
        head = read(key)
        slots[head.name] = Slot(tuple(each.name for each in head.given), tuple(map(read, ways)))
    purposes = [_purpose(row) for row in data["purposes"]]
    titles = {place: word for word, places in data["titles"].items() for place in places}
    return Library({each.name: each for each in purposes}, slots, data["people"], titles)


def _purpose(row: Mapping[str, Any]) -> Purpose:
    return Purpose(
        name=row["name"],
        kind=row["kind"],
        scenarios=tuple(row["in"]),
        reason=row["reason"],
        let={name: read(text) for name, text in row.get("let", {}).items()},
        do=tuple(tuple(map(read, [step] if isinstance(step, str) else step)) for step in row["do"]),
        also=tuple(map(read, row.get("also", ()))),
    )
