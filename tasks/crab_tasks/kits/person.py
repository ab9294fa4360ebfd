"""The person who can be asked: checkpoints and moves."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, action
from crab_gym.task.user import told
from crab_tasks.kits.compare import digits
from crab_tasks.kits.state import State

__all__ = ["ask", "asked", "told_before_texting", "told_before_texting_by"]


def ask(question: str) -> Action:
    """Asks the person."""
    return action("root", "ask", question=question)


def asked(detail: str, after: Sequence[str] = ()) -> Checkpoint:
    """Returns the checkpoint that the person has told something.

    Args:
        detail: Id of what is told.
        after: Ids of the checkpoints that come before it.
    """
    return Checkpoint(id="asked", device="root", app="answer", evaluator=check(told, detail=detail), after=tuple(after))


def told_before_texting(state: State, detail: str, numbers: Sequence[str]) -> bool:
    """The person has told something, and none of the numbers was texted yet: who texts before has guessed."""
    wanted = {digits(number) for number in numbers}
    texted = {digits(effect.to) for effect in state.android.effects() if effect.kind == "text"}
    return told(state, detail=detail) and wanted.isdisjoint(texted)


def told_before_texting_by(detail: str, numbers: Sequence[str]) -> Checkpoint:
    """Returns the checkpoint of `told_before_texting`, which holds only until the text.

    Args:
        detail: Id of what is told.
        numbers: The numbers that an agent could text by guess.
    """
    evaluator = check(told_before_texting, detail=detail, numbers=tuple(numbers))
    return Checkpoint(id="asked", device="root", app="answer", evaluator=evaluator, hold=False)
