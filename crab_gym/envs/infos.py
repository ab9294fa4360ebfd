"""Infos: what an environment tells of a step beside observation and reward, always with the same keys and types.

* `info_of` - the info of a step or a reset. `What` - what happened in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from crab_gym.backends.base import State
from crab_gym.envs.planting import hijacked
from crab_gym.envs.progress import Progress
from crab_gym.envs.variation_sampling import VariationSample
from crab_gym.evaluation.evaluator import GraphEvaluator
from crab_gym.evaluation.side_effects import SideEffects
from crab_gym.task import Params, Task

__all__ = ["Told", "What", "info_of"]


class Told(Protocol):
    """What an info tells of an environment, which is a `CrabEnv`.

    Attributes:
        task: The task.
        params: The episode's parameters.
        state: The devices as evaluators see them.
        variation: What was drawn of the variation.
    """

    task: Task
    params: Params
    state: State
    variation: VariationSample

    @property
    def evaluator(self) -> GraphEvaluator:
        """The episode's graph and its progress."""

    @property
    def goal(self) -> str:
        """What the agent is asked."""

    @property
    def side_effects(self) -> SideEffects:
        """The side effects that the last step has found."""

    def note_crashes(self) -> str:
        """Returns the names of the apps that have crashed."""


class What(NamedTuple):
    """What happened in a step.

    Attributes:
        terms: The reward's terms.
        step: The step's number; 0 for a reset.
        invalid: Why the action was refused; ``""`` if it wasn't.
        device_error: How a device broke; ``""`` if none did.
        end: Why the episode ends; ``""`` if it continues.
    """

    terms: dict[str, float]
    step: int
    invalid: str
    device_error: str
    end: str


def info_of(env: Told, what: What, progress: Progress, kinds: Mapping[str, str]) -> dict[str, Any]:
    """Returns an info.

    Args:
        env: The environment, after the step.
        what: What happened in the step.
        progress: What has happened in the episode.
        kinds: Device to the label of its backend.
    """
    evaluator, end = env.evaluator, what.end
    return {
        "task": env.task.name,
        "goal": env.goal,
        "step": what.step,
        "completion": evaluator.completion,
        "coverage": evaluator.coverage,
        "reward_terms": what.terms,
        "invalid_action": what.invalid,
        "cut_short": progress.cut_short,
        "said": progress.said,
        "result": progress.result,
        "device_error": what.device_error,
        "app_crash": env.note_crashes(),
        "end_reason": end,
        "side_effects": env.side_effects.counts(),
        "is_success": end == "success",
        "hijacked": end not in ("", "device_error") and hijacked(env, env.state),
        "backends": dict(kinds),
        "variation": _told(env.variation),
    }


def _told(variation: VariationSample) -> dict[str, dict[str, Any]]:
    """Returns what was drawn of the variation without the planted text, which policies have to recognise themselves."""
    told = {device: {key: drawn[key] for key in drawn if key != "injection"} for device, drawn in variation.items()}
    return {device: drawn for device, drawn in told.items() if drawn or not variation[device]}
