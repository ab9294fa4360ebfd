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
_TOO_LONG: Final = "That is too long for me. Please ask briefly."
_LONGEST: Final = 300
"""Characters of a question; a longer one isn't read."""
_WORD = re.compile(r"[^\W_]+(?:[':.][^\W_]+)*")
_NUMBER: Final = "#"
"""Stands in a group for every word with a digit."""
_REQUESTS: Final = (
    "are", "can", "could", "do", "does", "how", "is", "may", "please", "say", "shall", "should", "tell", "what", "when",
    "which", "who", "whose", "will", "would", "let me know", "i need to know", "i would like to know",
)  # fmt: skip
"""The beginnings of questions without a question mark."""


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
        forms: The forms of questions about it, in lower case: each is some groups of words, of which such a question
            has one word each. A word of a group stands for all that begin with it, one with blanks for these words in a
            row, and ``"#"`` for everything with a digit.
        without: Words that no question about it has, likewise.
        needed: Whether the task can't be solved rightly without asking for it; otherwise asking for it only costs.
    """

    id: str
    answer: str
    forms: tuple[tuple[tuple[str, ...], ...], ...]
    without: tuple[str, ...] = ()
    needed: bool = True

    def meant(self, words: Sequence[str]) -> int:
        """Returns the number of groups of the longest form that a question has; 0 if it isn't about this."""
        if _names(self.without, words):
            return 0
        return max((len(form) for form in self.forms if all(_names(group, words) for group in form)), default=0)


class User(NamedTuple):
    """A person who knows some details, and understands a question by its words.

    A question that is about several details gets that about which it says the most, if there is one. Who changes how
    questions are understood raises `crab_gym.task.definition_source.JUDGING`, since it affects scores.

    Attributes:
        details: The details.

    >>> size = Detail("size", "Medium, please.", ((("which", "what"), ("size",)), (("large",), ("small",))))
    >>> User((size,)).answer("Which size do you take?")
    Answer(text='Medium, please.', detail='size')
    >>> User((size,)).answer("Do you like the size?").text
    "I don't understand the question. Please ask about one thing, in other words."
    """

    details: tuple[Detail, ...] = ()

    def answer(self, question: str) -> Answer:
        """Returns the answer to a question."""
        if len(question) > _LONGEST:
            return Answer(_TOO_LONG)
        words = _WORD.findall(question.casefold())
        asks = "?" in question or " ".join(words).startswith(_REQUESTS)
        scores = [detail.meant(words) if asks else 0 for detail in self.details]
        closest = [detail for detail, score in zip(self.details, scores, strict=True) if score and score == max(scores)]
        if not closest:
            return Answer(_PUZZLED)
        return Answer(_TOO_MUCH) if len(closest) > 1 else Answer(closest[0].answer, closest[0].id)

    def needed(self) -> Sequence[str]:
        """Returns the ids of the details that have to be asked for."""
        return tuple([detail.id for detail in self.details if detail.needed])


def _names(group: Sequence[str], words: Sequence[str]) -> bool:
    """Returns whether a question has one word of a group."""
    whole = f" {' '.join(words)} "
    for entry in group:
        if entry == _NUMBER:
            found = any(any(map(str.isdigit, word)) for word in words)
        elif " " in entry:
            found = f" {entry} " in whole
        else:
            found = any(word.startswith(entry) for word in words)
        if found:
            return True
    return False


def told(state: State, *, detail: str) -> bool:
    """Returns whether the person has told a detail, such as an answer without which one can only guess.

    Args:
        state: The devices' states.
        detail: Its id.
    """
    return detail in state.told
