"""An episode as a conversation: the messages to a model and its tools.

* `ToolEnvironment` - the environment that TRL's ``environment_factory`` makes.
* `turn_content` - the message of a turn, with pictures for a model that sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium as gym

from crab_gym.agents.conversation import turn_text
from crab_gym.integrations.finetune.session import OVER, Content, Step, ToolSession
from crab_gym.task import Action

__all__ = ["ToolEnvironment", "turn_content"]


def turn_content(obs: Mapping[str, Any], info: Mapping[str, Any], images: bool) -> Content:
    """Returns the message to a model after a step: text, or for one that sees each screen as an image, and the text.

    Several screens have the names of their devices before them. These are the parts that the processors of
    transformers and TRL's trainers take.

    Args:
        obs: The observation, with ``text``.
        info: Its info, with the ``marks`` of the devices.
        images: Whether the model sees.
    """
    text = turn_text(obs, info, first=info["step"] == 0)
    if not images:
        return text
    from PIL import Image

    parts: list[dict[str, Any]] = []
    screens = [device for device in info["marks"] if device in obs]
    for device in screens:
        if len(screens) > 1:
            parts.append({"type": "text", "text": f"{device}:"})
        parts.append({"type": "image", "image": Image.fromarray(obs[device].copy())})
    return [*parts, {"type": "text", "text": text}]


class ToolEnvironment(ToolSession):
    """An environment whose public methods are a model's tools, one per verb, by TRL's contract.

    `CrabSpec.environment_factory` makes a subclass with the tools of its tasks.

    Args:
        make: Makes the environment of a task.
        images: Whether results have the screens as images.

    Example:
        >>> from crab_gym.integrations.finetune import CrabSpec
        >>> env = CrabSpec(["learn.open_app"]).environment_factory()
        >>> print(env.reset(task="learn.open_app", seed=0).splitlines()[0])
        goal: On the phone, open the app Phone.
        >>> env.android__tap(element=17)
        'The episode is over.'
        >>> env.outcome.success, env.outcome.reward
        (True, 1.0)
    """

    def __init__(self, make: Callable[[str], gym.Env[Any, Any]], images: bool = False) -> None:
        super().__init__()
        self._make, self._images = make, images
        self._env: gym.Env[Any, Any] | None = None
        self._task = ""

    def _begin(self, task: str, seed: int) -> Content:
        """Starts an episode, in the last one's environment if it has the same task."""
        if self._env is None or self._task != task:
            self._close()
            self._env, self._task = self._make(task), task
        obs, info = self._env.reset(seed=seed)
        return turn_content(obs, info, self._images)

    def _act(self, tool: str, action: Action) -> Step:
        """Carries out a tool's action."""
        if self._env is None:
            raise ValueError(OVER)
        obs, _, terminated, truncated, info = self._env.step(action)
        over = terminated or truncated
        content = OVER if over else turn_content(obs, info, self._images)
        terms, error = info["reward_terms"], info["device_error"]
        return Step(content, terms, over, info["completion"], info["is_success"], error)

    def _close(self) -> None:
        """Closes the environment."""
        if self._env is not None:
            self._env.close()
            self._env = None
