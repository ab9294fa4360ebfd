"""Goals in a model's words, and the checks that they have to pass.

A wording is accepted if each placeholder is in it, and if a reader finds the composition's dependencies in it: the
parser where it can read the words, else a model that hasn't seen them (OmniBench §3.2).

* `paraphrase` - the same task in other words.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from crab_gym.task.catalogue import catalogue
from crab_gym.task.goals.agreement import check_goal, closure
from crab_gym.task.goals.grammar import render_goal
from crab_gym.task.goals.parser import ParseError
from crab_gym.task.goals.placeholders import check_wording

if TYPE_CHECKING:
    from crab_gym.task.composition.composed import ComposedTask

__all__ = ["Ask", "paraphrase"]

Ask = Callable[[str], str]
"""Returns a model's answer to a text."""


def paraphrase(task: ComposedTask, ask: Ask, check: Ask | None = None) -> ComposedTask:
    """Returns a task with its goal in a model's words.

    Args:
        task: The task.
        ask: A model that says the goal in other words.
        check: A model that reads words that the parser can't read; None to refuse these.

    Raises:
        ValueError: The words lack something, or mean something else.

    Example:
        >>> from crab_gym.task import compose
        >>> task = compose([("notes.add", {})])
        >>> said = paraphrase(task, lambda prompt: "On the phone, write {text_0} in Notes.", lambda prompt: "[]")
        >>> said.description
        'On the phone, write "Oil the garden gate" in Notes.'
    """
    composition = task.composition
    template = render_goal(composition, composition.values(task.defaults()), slots=True)
    wording = ask(
        "Say this task for an assistant that uses a computer and a phone in other words, in plain English. Keep each "
        "placeholder in braces exactly as it is, and everything that is to be done, and where. Answer with the text "
        f"only.\n\n{template}"
    ).strip()
    check_wording(composition, wording)
    reworded = replace(task, composition=replace(composition, wording=wording))
    described = replace(reworded, description=reworded.goal(task.defaults()))
    _check_meaning(described, check)
    return described


def _check_meaning(task: ComposedTask, check: Ask | None) -> None:
    composition, params = task.composition, task.defaults()
    try:
        check_goal(composition, task.description, composition.values(params), catalogue().values())
        return
    except ParseError as error:
        if check is None:
            raise ValueError(f"the parser can't read {task.description!r}: {error}; give a model that checks") from None
    says = "\n".join(f"{i}: {part.subtask.says}" for i, part in enumerate(composition.parts))
    answer = check(
        "A task, and the steps of which it is said to consist, in no order. Which step needs what another one finds or "
        "makes? Answer with JSON only: a list of pairs [earlier, later] of the steps' numbers, [] if there is none.\n\n"
        f"Task: {task.description}\n\nSteps:\n{says}"
    )
    read: dict[str, set[str]] = {str(part): set() for part in range(len(composition.parts))}
    for earlier, later in _pairs(answer, len(composition.parts)):
        read[str(later)].add(str(earlier))
    expected = {str(part): {str(source) for source in feeds.values()} for part, feeds in enumerate(composition.feeds)}
    if closure(read) != closure(expected):
        raise ValueError(f"the goal {task.description!r} has other dependencies than the composition: {answer.strip()}")


def _pairs(answer: str, parts: int) -> list[tuple[int, int]]:
    """Reads the pairs of a model's answer.

    Raises:
        ValueError: It isn't a list of pairs of parts.
    """
    start, end = answer.find("["), answer.rfind("]")
    try:
        pairs = [(int(earlier), int(later)) for earlier, later in json.loads(answer[start : end + 1])]
    except (TypeError, ValueError):
        pairs = [(-1, -1)]
    if any(not 0 <= part < parts for pair in pairs for part in pair):
        raise ValueError(f"expected a list of pairs of the steps 0 to {parts - 1}; the model answered {answer!r:.200}")
    return pairs
