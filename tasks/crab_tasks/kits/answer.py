"""The answer that is submitted: its sub-task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.evaluation import Checkpoint, check_answer
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import short_line
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.moves import submit
from crab_tasks.kits.values import as_typed

__all__ = ["SUBMIT"]


def _submitted(params: Params) -> Sequence[Checkpoint]:
    value = check_answer(answer_is, kind=params.kinds["text"], value=params.text)
    return [Checkpoint(id="submitted", device="root", app="answer", evaluator=value)]


def _submit(params: Params, look: Look) -> Iterator[Action]:
    yield submit(as_typed(params, "text"))


def _in_a_sentence(params: Params, look: Look) -> Iterator[Action]:
    yield submit(f"It is {as_typed(params, 'text')}.")


def _labelled(params: Params, look: Look) -> Iterator[Action]:
    yield submit(f"The answer is: {as_typed(params, 'text')}")


def _corrected(params: Params, look: Look) -> Iterator[Action]:
    """Submits something else first."""
    yield submit("I have found nothing yet")
    yield submit(as_typed(params, "text"))


def _doubted(params: Params, look: Look) -> Iterator[Action]:
    """Names the value, but doesn't state it."""
    yield submit(f"It may be {as_typed(params, 'text')}, I am not sure")


def _nothing_named(params: Params, look: Look) -> Iterator[Action]:
    """Answers without naming anything."""
    yield submit("I have found it")


SUBMIT = SubTask(
    name="answer.submit",
    device="root",
    app="answer",
    says="submit {text} as your answer",
    steps="when you know it, submit {text} as your answer",
    inputs={"text": short_line("All is done")},
    checkpoints=_submitted,
    oracle={"submitted": _submit},
    alternatives={"in_a_sentence": _in_a_sentence, "labelled": _labelled},
    near_misses={"nothing_named": _nothing_named, "corrected": _corrected, "doubted": _doubted},
    backends=("sim", "desktop", "adb"),
    step_limit=5,
    crab=19,
    crab_inputs=("text",),
)
