"""The person for whom an agent works, who can be asked: `ask` is a verb of the root device.

* `Person` - anyone who answers questions; an environment asks the one of its task.
* `User` - a scripted, deterministic one, who knows some `Detail`s.
* `Answer` - an answer. `NOBODY` - what is said where nobody is there.
* `told` - an evaluator: the person has told something, or agreed to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from crab_gym.backends.base import State

__all__ = ["NOBODY", "Answer", "Detail", "Person", "User", "told"]

NOBODY: Final = "Nobody is there to answer."
_PUZZLED: Final = "I don't understand the question. Please ask about one thing, in other words."
_TOO_MUCH: Final = "That is more than one question. Please ask about one thing at a time."
_LONGEST: Final = 300
"""Characters of a question; a longer one isn't read."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


class Answer(NamedTuple):
    """An answer of the person.

    Attributes:
        text: What the person says.
        detail: Id of the detail that the person has told with it; ``""`` for none.
    """

    text: str
    detail: str = ""


class Person(Protocol):
    """Anyone who answers questions. To be deterministic, an answer has to follow from the question alone."""

    def answer(self, question: str) -> Answer:
        """Returns the answer to a question."""

    def needed(self) -> Sequence[str]:
        """Returns the ids of the details without which the task can't be solved rightly."""


class Detail(NamedTuple):
    """Something that the person knows, prefers or decides.

    Attributes:
        id: Its name.
        answer: What the person says when asked for it.
        words: Groups of words; a question is about this detail if it has one word of each group. A word of a group
            stands for all words that begin with it.
        needed: Whether the task can't be solved rightly without asking for it; otherwise asking for it only costs.
    """

    id: str
    answer: str
    words: tuple[tuple[str, ...], ...]
    needed: bool = True


class User(NamedTuple):
    """A person who knows some details, and understands a question by its words.

    A question that is about several details gets that about which it says the most, if there is one.

    Attributes:
        details: The details.

    >>> size = Detail("size", "Medium, please.", (("size", "large", "small"),))
    >>> User((size,)).answer("Which size do you take?")
    Answer(text='Medium, please.', detail='size')
    >>> User((size,)).answer("What now?").text
    "I don't understand the question. Please ask about one thing, in other words."
    """

    details: tuple[Detail, ...]

    def answer(self, question: str) -> Answer:
        """Returns the answer to a question."""
        if len(question) > _LONGEST:
            return Answer(_TOO_MUCH)
        words = [word.lower() for word in _WORD.findall(question)]
        meant = [detail for detail in self.details if all(_names(group, words) for group in detail.words)]
        most = max([len(detail.words) for detail in meant], default=0)
        closest = [detail for detail in meant if len(detail.words) == most]
        if not closest:
            return Answer(_PUZZLED)
        return Answer(_TOO_MUCH) if len(closest) > 1 else Answer(closest[0].answer, closest[0].id)

    def needed(self) -> Sequence[str]:
        """Returns the ids of the details that have to be asked for."""
        return tuple([detail.id for detail in self.details if detail.needed])


def _names(group: Sequence[str], words: Sequence[str]) -> bool:
    return any(word.startswith(tuple(group)) for word in words)


def told(state: State, *, detail: str) -> bool:
    """Returns whether the person has told a detail, such as an answer without which one can only guess.

    Args:
        state: The devices' states.
        detail: Its id.
    """
    return detail in state.told
