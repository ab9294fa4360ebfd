"""A parser that infers from a goal's words which sub-tasks it asks for, and which feeds which.

It shares no code with the grammar, only the sub-tasks' own sentences, so that a mistake in either shows: a composition
whose goal reads otherwise than it was meant is refused (OmniBench's consistency validator, §3.2, without a model).

* `parse` - the parts and edges of a goal.
* `ParseError` - a sentence that no sub-task says, or a reference without a single meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from crab_gym.task.subtask import SubTask
from crab_gym.task.types import TYPES, fits

__all__ = ["ParseError", "ParsedPart", "parse"]

_END = re.compile(r'\.(?=(?:\s+[A-Z])|\s*$)(?=(?:[^"]*"[^"]*")*[^"]*$)')
"""A full stop that ends a sentence: outside of quotation marks, before a capital letter or the goal's end."""
_REFERENCE = r"(?:that [a-z][a-z' -]*?|the (?:[^\"]|\"[^\"]*\")+?)"
_LITERALS = {
    "phone_number": r"\+?[\d][\d ()-]*\d",
    "email": r"[\w.+-]+@[\w.-]+\w",
    "date": r"\d{1,2} [A-Z][a-z]+ \d{4}",
    "time": r"\d{1,2}:\d{2}",
    "amount": r"\d+\.\d{2}",
    "count": r"\d+",
    "line": r'"[^"]*"', "program": r'"[^"]*"', "choice": r'"[^"]*"',
    "url": r"https?://\S+",
    "path": r"~/\S+", "file": r"~/\S+", "picture": r"~/\S+", "folder": r"~/\S+", "drive_file": r"\w+\.[a-z]+",
}  # fmt: skip
_HELD = {f"the {kind.noun}" for kind in TYPES.values() if kind.volatile}
"""What volatile resources hold, in words."""
_AS_TEXT = [kind.as_text.removeprefix(kind.noun) for kind in TYPES.values() if kind.as_text]
"""What follows a noun where a text is wanted, such as "'s name"."""
_AFTER = "after that, "
_LAST = {"person", "telephone number", "e-mail address", "date", "time", "address", "place", "city"}
"""Nouns of types that may stand behind "that last"."""
_WANTS = "you want to "
"""How a sentence begins that says what the others are for."""
_OTHER = r"[A-ZÀ-ÖØ-Þ0-9](?:[^\".]|\.(?=\w))*?"


class ParseError(ValueError):
    """A goal can't be read, or has two meanings."""


@dataclass(eq=False)
class ParsedPart:
    """A part that was found in a goal.

    Attributes:
        subtask: The sub-task.
        literals: Its inputs that the goal gives, in the goal's words.
        sources: Its inputs that come from other parts; "" is a part that it comes after.
    """

    subtask: SubTask
    literals: dict[str, str] = field(default_factory=dict)
    sources: dict[str, ParsedPart] = field(default_factory=dict)

    def key(self) -> object:
        """Returns what tells the part apart from all others of a goal."""
        fed = sorted((name, repr(source.key())) for name, source in self.sources.items())
        return self.subtask.name, tuple(sorted(self.literals.items())), tuple(fed)

    def is_part_of(self, other: ParsedPart) -> bool:
        """Returns whether the other part is the same sub-task and has all that is known of this one."""
        return (
            self.subtask is other.subtask
            and self.literals.items() <= other.literals.items()
            and all(other.sources.get(name) is source for name, source in self.sources.items())
        )


class _Pattern(NamedTuple):
    """A sentence or phrase of a sub-task: its inputs, and the texts around them, of which there is one more."""

    subtask: SubTask
    texts: tuple[str, ...]
    names: tuple[str, ...]

    def matches(self, text: str) -> Iterator[dict[str, str]]:
        """Yields all ways in which a text is of this form: the inputs' words."""
        if text.startswith(self.texts[0]):
            yield from self._rest(text[len(self.texts[0]) :], 0)

    def _rest(self, text: str, at: int) -> Iterator[dict[str, str]]:
        if at == len(self.names):
            if not text:
                yield {}
            return
        name, behind = self.names[at], self.texts[at + 1]
        if at == len(self.names) - 1:
            ends = [len(text) - len(behind)] if text.endswith(behind) else []
        else:
            ends = [match.start() for match in re.finditer(re.escape(behind), text)]
        literal = _LITERALS.get(self.subtask.inputs[name].type, _OTHER)
        for end in ends:
            if re.fullmatch(f"{literal}|{_REFERENCE}", text[:end]):
                for more in self._rest(text[end + len(behind) :], at + 1):
                    yield {name: text[:end], **more}


def parse(goal: str, subtasks: Iterable[SubTask]) -> list[ParsedPart]:
    """Infers the parts of a goal and what feeds them.

    Args:
        goal: The goal.
        subtasks: The sub-tasks that it may ask for.

    Returns:
        The parts, in the order in which they are named.

    Raises:
        ParseError: A sentence is of no sub-task, or a reference has no meaning or several.
    """
    return _Reader(list(subtasks)).read(goal)


class _Reader:
    def __init__(self, subtasks: list[SubTask]) -> None:
        self.sentences = [_pattern(each, text) for each in subtasks for text in (each.says, each.steps)]
        self.phrases = [_pattern(each, each.refers) for each in subtasks if each.output]
        self.parts: list[ParsedPart] = []
        self.mentions: dict[str, list[ParsedPart | str]] = {}  # by a type's noun, or what outputs are called
        self.copied: dict[str, ParsedPart | None] = {}  # by volatile resource: the part that put there what it holds
        self.latest: ParsedPart | None = None  # the part of the sentence before

    def read(self, goal: str) -> list[ParsedPart]:
        rest = goal.strip()
        while rest:
            end = _END.search(rest)
            if end is None:
                raise ParseError(f"the sentence {rest!r} doesn't end")
            self.sentence(rest[: end.start()])
            rest = rest[end.end() :].lstrip()
        return self.parts

    def sentence(self, text: str) -> None:
        text = text[:1].lower() + text[1:]
        if text.startswith(_WANTS):
            return
        after = text.startswith(_AFTER)
        text = text.removeprefix(_AFTER)
        if after and self.latest is None:
            raise ParseError(f"nothing comes before {text!r}")
        problem = ParseError(f"no sub-task says {text!r}")
        for candidate in self.sentences:
            for slots in candidate.matches(text):
                try:
                    part = self.make_part(candidate.subtask, slots)
                except ParseError as error:
                    problem = error
                    continue
                if after and self.latest is not None:
                    part.sources[""] = self.latest
                self.parts.append(part)
                self.mention(part)
                self.latest = part
                return
        raise problem

    def make_part(self, subtask: SubTask, slots: Mapping[str, str]) -> ParsedPart:
        """Returns a part whose inputs are given in these words."""
        part = ParsedPart(subtask)
        before = len(self.parts), {noun: list(rows) for noun, rows in self.mentions.items()}
        copied = dict(self.copied)
        try:
            for name, text in slots.items():
                self.slot(part, name, text)
        except ParseError:  # what was named on the way wasn't named after all
            del self.parts[before[0] :]
            self.mentions, self.copied = before[1], copied
            raise
        return part

    def slot(self, part: ParsedPart, name: str, text: str) -> None:
        kind = part.subtask.inputs[name].type
        if text in _HELD:
            self.take_volatile(part, name, text)
            return
        if re.fullmatch(_LITERALS.get(kind, _OTHER), text):
            part.literals[name] = text
            rows = self.mentions.setdefault(TYPES[kind].noun, [])
            if text not in rows:
                rows.append(text)
            return
        source = self.referent(text, kind)
        if not fits(source.subtask.output, kind):
            raise ParseError(f"{text!r} isn't what {part.subtask.name} takes as {name}")
        part.sources[name] = source

    def take_volatile(self, part: ParsedPart, name: str, text: str) -> None:
        """Takes the words for what a volatile resource holds: what was put there last, or what is there at first.

        Raises:
            ParseError: It holds something else.
        """
        kind = TYPES[part.subtask.inputs[name].type]
        if kind.volatile not in self.copied:
            if text != f"the {kind.noun}":
                raise ParseError(f"{part.subtask.name} takes {kind.noun!r} as {name}, not {text!r}")
            part.literals[name] = text
            return
        source = self.copied[kind.volatile]
        if source is None or text != f"the {TYPES[source.subtask.output].noun}":
            raise ParseError(f"nothing has put {text!r} there")
        if not fits(source.subtask.output, kind.name):
            raise ParseError(f"{text!r} isn't what {part.subtask.name} takes as {name}")
        part.sources[name] = source

    def referent(self, text: str, kind: str) -> ParsedPart:
        """Returns the part whose output some words mean."""
        if text.startswith("that "):
            noun = text.removeprefix("that ")
            rows = self.alike(noun)
            if not rows and kind == "line":
                rows = next((self.alike(noun.removesuffix(end)) for end in _AS_TEXT if noun.endswith(end)), [])
            if len(rows) != 1 or isinstance(rows[0], str):
                raise ParseError(f"{text!r} could mean {len(rows)} things")
            return rows[0]
        meanings = list(self.meanings(text))
        same = [each for each in self.parts if any(referent.is_part_of(each) for referent in meanings)]
        if len(same) == 1:
            return same[0]
        keys = {repr(each.key()) for each in same or meanings}
        if len(keys) != 1:
            raise ParseError(f"{text!r} could mean {len(keys)} things")
        referent = meanings[0]
        if len(referent.literals) + len(referent.sources) < len(referent.subtask.inputs):
            raise ParseError(f"{text!r} doesn't say enough, and nothing of the kind was said before")
        self.parts.append(referent)
        self.mention(referent)
        return referent

    def alike(self, noun: str) -> list[ParsedPart | str]:
        """Returns what was named so: all of it, or the last of several that have a noun of their own."""
        own = noun.removeprefix("last ")
        rows = self.mentions.get(own, [])
        if own == noun:
            return rows
        own_noun = all(isinstance(row, ParsedPart) and row.subtask.called == own for row in rows)
        own_noun = own_noun or (own in _LAST and bool(rows) and isinstance(rows[-1], ParsedPart))
        return rows[-1:] if own_noun and len(rows) > 1 else []

    def meanings(self, text: str) -> Iterator[ParsedPart]:
        for candidate in self.phrases:
            for slots in candidate.matches(text):
                try:
                    yield self.make_part(candidate.subtask, slots)
                except ParseError:
                    continue

    def mention(self, part: ParsedPart) -> None:
        self.copied |= dict.fromkeys(part.subtask.disturbs)
        if part.subtask.output:
            if TYPES[part.subtask.output].volatile:
                self.copied[TYPES[part.subtask.output].volatile] = part
            for noun in {TYPES[part.subtask.output].noun, part.subtask.called} - {""}:
                rows = self.mentions.setdefault(noun, [])
                if part not in rows:
                    rows.append(part)


def _pattern(subtask: SubTask, template: str) -> _Pattern:
    """Returns the pattern of a sentence or phrase."""
    pieces = re.split(r"\{(\w+)\}", template)
    return _Pattern(subtask, tuple(pieces[::2]), tuple(pieces[1::2]))
