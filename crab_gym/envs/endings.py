"""Reasons why an episode ends.

* `end_reason` - the reason, one of `crab_gym.evaluation.END_REASONS`.
* `success_counts` - whether a solved task is a success yet.
* `usual_limit` - the steps after which an episode of a task ends.
* `Broken` - how a device broke.
* `UNEVENTFUL` - the entries of an info that describe its step, for an info without a step.
* `TERMINATIONS`, `TRUNCATIONS` - the reasons that terminate an episode, and those that truncate it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from crab_gym.backends.errors import DeviceError
from crab_gym.task import Task, step_limit

__all__ = ["TERMINATIONS", "TRUNCATIONS", "UNEVENTFUL", "Broken", "end_reason", "success_counts", "usual_limit"]

TERMINATIONS = ("success", "harm", "false_completion", "invalid_action")
TRUNCATIONS = ("device_error", "step_limit", "stall")
UNEVENTFUL: Final = {"invalid_action": "", "cut_short": "", "said": "", "result": "", "app_crash": ""}


class Broken(NamedTuple):
    """How a device broke: its error, and the action during which it broke; None if it broke when it was read
    afterwards.
    """

    error: DeviceError
    action: Any


def end_reason(completing: bool, refused: bool, used_up: bool, stalled: bool) -> str:
    """Returns the reason why an unsolved episode ends with this step; ``""`` if it continues.

    Success, harm and device errors take precedence; `CrabEnv` handles them.

    Args:
        completing: The agent declared the task to be done.
        refused: The action was invalid, and invalid actions end the episode.
        used_up: It was the last allowed step.
        stalled: No checkpoint has passed for too long.

    >>> end_reason(True, False, True, False)
    'false_completion'
    """
    if completing:
        return "false_completion"
    if refused:
        return "invalid_action"
    if used_up:
        return "step_limit"
    return "stall" if stalled else ""


def success_counts(success_at: str, end: str) -> bool:
    """Returns whether a solved task counts as success with this step.

    Args:
        success_at: ``"once"`` it is solved, at the episode's ``"end"``, or only with ``"complete"``.
        end: The reason why the episode would end if it weren't solved.
    """
    return success_at == "once" or bool(end if success_at == "end" else end == "false_completion")


def usual_limit(task: Task, success_at: str) -> int:
    """Returns a task's step limit; there is one step more where the agent has to say that it has finished.

    Args:
        task: The task.
        success_at: When a solved task counts, see `success_counts`.
    """
    return step_limit(task) + (success_at == "complete")
