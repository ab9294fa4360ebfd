"""The grammar that tells a composition in English.

Each part has a sentence, an imperative. Where an input comes from another part, the sentence refers to it: "that
telephone number" if the goal has named a single one so far, else by the sub-task's own noun phrase, "the telephone
number in the latest text message from Jonas Berg". So no reference is ambiguous.

* `tell` - the goal.
* `STYLES` - how much it says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crab_gym.task.types import TYPES, words

if TYPE_CHECKING:
    from crab_gym.task.composition.parts import Composition
    from crab_gym.task.task import Params

__all__ = ["STYLES", "tell"]

STYLES = {
    "plain": "a sentence for each part",
    "short": "parts whose output is used once are told where it is used",
    "steps": "a sentence for each part, with the steps that lead to it",
}
"""The styles, and what they mean."""


def tell(composition: Composition, values: Sequence[Params], slots: bool = False) -> str:
    """Returns the goal of a composition, in its style and order.

    Args:
        composition: The parts and edges.
        values: Each part's values; see `Composition.values`.
        slots: Whether placeholders such as ``{sender_0}`` stand for the values.
    """
    return _Telling(composition, values, slots).goal()


class _Telling:
    """The telling of one goal; it keeps what the goal has named so far."""

    def __init__(self, composition: Composition, values: Sequence[Params], slots: bool) -> None:
        self.composition, self.values, self.slots = composition, values, slots
        self.named: dict[str, list[object]] = {}  # by type: the values, and numbers of parts, that the goal has named
        uses = [edge.producer for edge in composition.edges]
        once = {part for part in uses if uses.count(part) == 1} if composition.style == "short" else set()
        self.inlined = {part for part in once if self.names_all(part)}

    def goal(self) -> str:
        sentences = [self.sentence(part) for part in self.composition.order if part not in self.inlined]
        return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)

    def names_all(self, part: int) -> bool:
        """Returns whether a part's noun phrase says all of it, so that it needs no sentence."""
        subtask = self.composition.parts[part].subtask
        return all(f"{{{name}}}" in subtask.refers for name in subtask.inputs)

    def sentence(self, part: int) -> str:
        subtask = self.composition.parts[part].subtask
        template = subtask.steps if self.composition.style == "steps" else subtask.says
        sentence = self.filled(template, part)
        if subtask.output:
            self.name(subtask.output, part)
        return sentence

    def filled(self, template: str, part: int) -> str:
        """Returns a template with a part's inputs, in the order in which it names them."""
        pieces = re.split(r"\{(\w+)\}", template)
        pieces[1::2] = [self.input(part, name) for name in pieces[1::2]]
        return "".join(pieces)

    def input(self, part: int, name: str) -> str:
        producer = self.composition.feeds[part].get(name)
        if producer is not None:
            return self.reference(producer)
        kind, value = self.values[part].kinds[name], getattr(self.values[part], name)
        self.name(kind, value)
        return f"{{{name}_{part}}}" if self.slots else words(kind, value)

    def reference(self, producer: int) -> str:
        subtask = self.composition.parts[producer].subtask
        if self.named.get(subtask.output) == [producer]:
            return f"that {TYPES[subtask.output].noun}"
        phrase = self.filled(subtask.refers, producer)
        if producer in self.inlined:
            self.name(subtask.output, producer)
        return phrase

    def name(self, kind: str, what: object) -> None:
        known = self.named.setdefault(kind, [])
        if what not in known:
            known.append(what)
