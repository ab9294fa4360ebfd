"""Evaluators of submitted answers: each reads the answer as a type, and compares the value.

How answers are read is told by `crab_gym.task.answers`, and in docs/tasks.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crab_gym.task.answers import names_all, tells
from crab_tasks.kits.state import State

__all__ = ["answer_is", "answer_is_one_of", "answer_names_all"]


def answer_is(
    state: State,
    answer: str | None,
    kind: str,
    value: str | int | float,
    unit: str = "",
    parts: Sequence[str] = (),
    asks: str = "",
) -> bool:
    """The answer is the value, or one plain sentence that states it.

    Args:
        state: The devices' states, and what was asked.
        answer: The answer.
        kind: The value's type.
        value: The value.
        unit: The symbol of its unit; without one, the answer's unit has to be one that the goal names.
        parts: The beginnings of words for what the value counts together, in small letters, such as "error" and
            "warning": an answer with some of them, but not all, gives the whole out as a part.
        asks: What is asked, as a question, where the goal's own words don't say what is counted.
    """
    if answer is None:
        return False
    if parts:  # "lines of level ERROR or WARNING" are those of both
        either = "|".join(map(re.escape, parts))
        answer = re.sub(rf"(\b(?:{either})\w*) or (?=\W?(?:{either}))", r"\1 and ", answer, flags=re.IGNORECASE)
    if not tells(kind, answer, value, f"{asks}\n{state.goal}" if asks else state.goal, unit):
        return False
    named = [re.search(rf"(?<![^\W_]){re.escape(part)}", answer.casefold()) is not None for part in parts]
    return all(named) or not any(named)


def answer_is_one_of(state: State, answer: str | None, word: str, words: Sequence[str]) -> bool:
    """The answer is one of some words, or one plain sentence with it.

    Args:
        state: The devices' states, and what was asked.
        answer: The answer.
        word: The right word, in small letters.
        words: The words between which it chooses, in small letters.
    """
    return answer is not None and tells("choice", answer, word, state.goal, among=words)


def answer_names_all(state: State, answer: str | None, items: Sequence[str]) -> bool:
    """The answer names each of these items once, in any order, and nothing else."""
    return answer is not None and names_all(answer, items, state.goal)
