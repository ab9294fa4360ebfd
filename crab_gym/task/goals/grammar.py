"""The grammar that writes a composition's goal in English.

Each part has a sentence, an imperative. Where an input comes from another part, the sentence refers to it: "that
telephone number" if the goal has named a single one so far, else by the sub-task's own noun phrase, "the telephone
number in the latest text message from Jonas Berg". An output with a noun of its own is "that product" if there is one
such, and the last of several "that last product", as is the last of several dates or addresses. A file is "that file"
only where no other path was named. So no reference is ambiguous. "The clipboard's content" is what was
copied last, or else what is there at the beginning. A part that just comes after another one stands right after it,
with "after that".

* `render_goal` - the goal.
* `inlined_parts` - the parts that have no sentence.
* `STYLES` - how much it says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from crab_gym.task.task import allow_nothing
from crab_gym.task.types import TYPES, words

if TYPE_CHECKING:
    from crab_gym.task.composition.parts import Composition
    from crab_gym.task.task import Params

__all__ = ["REASON", "SLOT", "STYLES", "inlined_parts", "render_goal"]

STYLES = {
    "plain": "a sentence for each part",
    "short": "what is looked up and used once is told where it is used",
    "steps": "a sentence for each part, with the steps that lead to it",
}
"""The styles, and what they mean."""
REASON = "You want to "
"""How a sentence begins that tells what parts are for, and asks for nothing."""
SLOT = re.compile(r"\{([\w.]+)\}")
"""What stands for a fact in the words of a reason."""
_VAGUE = frozenset({"line", "amount", "count"})
"""Types whose nouns say less than an output's own: a product is an amount, and a code a text."""
_FILES = frozenset({"file", "picture", "folder"})
"""Types of things in folders."""
_IN_A_ROW = frozenset({"person_name", "phone_number", "email", "date", "time", "address", "place", "city"})
"""Types of whose values the one that was named last is told as that."""


def render_goal(composition: Composition, values: Sequence[Params], slots: bool = False) -> str:
    """Returns the goal of a composition, in its style and order.

    Args:
        composition: The parts and edges.
        values: Each part's values; see `Composition.values`.
        slots: Whether placeholders such as ``{sender_0}`` stand for the values.
    """
    return _Renderer(composition, values, slots).goal()


def inlined_parts(composition: Composition) -> set[int]:
    """Returns the parts without a sentence of their own: where their output is used, a noun phrase says all of them.

    They only look something up: "the copy in the new folder" would be taken for one that is there already. None of them
    stands within another one: nobody could follow phrases within phrases within phrases.
    """
    if composition.style != "short":
        return set()
    uses = [edge.producer for edge in composition.edges if edge.input]
    ordered = {part for edge in composition.edges if not edge.input for part in (edge.producer, edge.consumer)}

    def says_all(part: int) -> bool:
        subtask = composition.parts[part].subtask
        named = all(f"{{{name}}}" in subtask.refers for name in subtask.inputs)
        return named and subtask.footprint is allow_nothing

    inlined: set[int] = set()
    for part in composition.sorted_parts:
        nested = any(producer in inlined for producer in composition.feeds[part].values())
        if uses.count(part) == 1 and part not in ordered and says_all(part) and not nested:
            inlined.add(part)
    return inlined


@lru_cache(maxsize=512)
def _pieces(template: str) -> tuple[str, ...]:
    """Returns the pieces of a template, of which every other one is the name of an input."""
    return tuple(re.split(r"\{(\w+)\}", template))


class _Renderer:
    """Renders one goal, and remembers what the goal has named so far."""

    def __init__(self, composition: Composition, values: Sequence[Params], slots: bool) -> None:
        self.composition, self.values, self.slots = composition, values, slots
        self.named: dict[str, list[object]] = {}  # by type: the values, and numbers of parts, that the goal has named
        self.called: dict[str, list[int]] = {}  # by a name that outputs have: their parts
        self.paths: set[int] = set()  # the parts whose files and folders the goal has named
        self.holders: dict[str, int | None] = {}  # by volatile resource: the part whose output it holds, if known
        self.inlined = inlined_parts(composition)

    def goal(self) -> str:
        sentences: list[str] = []
        for part in self.composition.order:
            if part not in self.inlined:
                reasons = [self.reason(each) for each, parts in self.composition.reasons if part in parts]
                sentences += [each for each in reasons if each not in sentences]
                sentences.append(self.sentence(part))
        return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)

    def reason(self, template: str) -> str:
        return SLOT.sub(lambda slot: self.fact(slot[1]), template)

    def fact(self, fact: str) -> str:
        parts = self.composition.parts
        part, name = next(
            (at, name)
            for at, each in enumerate(parts)
            for name in each.facts
            if each.facts[name] == fact and name in each.subtask.inputs
        )
        values = self.values[part]
        return f"{{{name}_{part}}}" if self.slots else words(values.kinds[name], getattr(values, name))

    def sentence(self, part: int) -> str:
        subtask = self.composition.parts[part].subtask
        template = subtask.steps if self.composition.style == "steps" else subtask.says
        sentence = self.filled(template, part)
        self.done(part)
        return f"after that, {sentence}" if "" in self.composition.feeds[part] else sentence

    def done(self, part: int) -> None:
        """Remembers the output of a part that the goal has named."""
        subtask = self.composition.parts[part].subtask
        self.holders |= dict.fromkeys(subtask.disturbs)
        if not subtask.output:
            return
        self.name(subtask.output, part)
        if subtask.called and part not in self.called.setdefault(subtask.called, []):
            self.called[subtask.called].append(part)
        if TYPES[subtask.output].volatile:
            self.holders[TYPES[subtask.output].volatile] = part

    def filled(self, template: str, part: int) -> str:
        """Returns a template with a part's inputs, in the order in which it names them."""
        pieces = list(_pieces(template))
        pieces[1::2] = [self.input(part, name) for name in pieces[1::2]]
        return "".join(pieces)

    def input(self, part: int, name: str) -> str:
        producer = self.composition.feeds[part].get(name)
        if producer is not None:
            return self.reference(producer, self.composition.parts[part].subtask.inputs[name].type)
        kind, value = self.values[part].kinds[name], getattr(self.values[part], name)
        self.name(kind, str(value))  # a whole number is none of the numbers of parts
        if kind == "path" or kind in _FILES:
            self.paths.add(part)
        return f"{{{name}_{part}}}" if self.slots else words(kind, value)

    def reference(self, producer: int, type_needed: str) -> str:
        subtask = self.composition.parts[producer].subtask
        kind = TYPES[subtask.output]
        if kind.volatile:
            if self.holders.get(kind.volatile) == producer:
                return f"the {kind.noun}"
        elif noun := self.noun(producer):
            return f"that {noun}{kind.as_text.removeprefix(kind.noun) if type_needed == 'line' else ''}"
        phrase = self.filled(subtask.refers, producer)
        if producer in self.inlined:
            self.done(producer)
        return phrase

    def noun(self, producer: int) -> str:
        """Returns the noun that identifies an output, after "that", among all that was named; ``""`` if none does."""
        subtask = self.composition.parts[producer].subtask
        kind, named = TYPES[subtask.output], self.named.get(subtask.output, [])
        if kind.name in _FILES and self.paths - {producer}:
            return ""
        if named == [producer] and not (subtask.called and subtask.output in _VAGUE):
            return kind.noun
        alike = self.called.get(subtask.called, []) if subtask.called else []
        if alike == [producer]:
            return subtask.called
        if alike[-1:] == [producer]:
            return f"last {subtask.called}"
        return f"last {kind.noun}" if named[-1:] == [producer] and subtask.output in _IN_A_ROW else ""

    def name(self, kind: str, what: object) -> None:
        known = self.named.setdefault(kind, [])
        if what not in known:
            known.append(what)
