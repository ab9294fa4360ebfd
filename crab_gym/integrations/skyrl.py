"""`CrabTextEnv`: tasks as an environment of SkyRL's gym (extra ``skyrl``), in which a model writes its calls as text.

* `CrabTextEnv` - the environment.
* `rows` - the rows of a data set for SkyRL's trainer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from crab_gym.integrations.episodes import ToolEpisode, needed, written

try:
    from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput
except ImportError as error:
    raise needed("skyrl-gym", "skyrl", error) from error

__all__ = ["ENV_ID", "CrabTextEnv", "rows"]

ENV_ID: Final = "crab_gym"
"""The name under which to register it: ``skyrl_gym.register(ENV_ID, "crab_gym.integrations.skyrl:CrabTextEnv")``."""


class CrabTextEnv(BaseTextEnv):  # type: ignore[misc]  # skyrl-gym has no types here
    """An episode in which each answer of the model holds one call of a tool, as JSON or in a form that models know.

    Screens aren't shown: SkyRL's observations are text.

    Args:
        env_config: Arguments of `CrabEnv`, such as ``backend``; None for none.
        extras: The row's further columns: ``task`` and ``seed``, and ``max_turns`` if the step limit isn't the task's.

    Raises:
        ValueError: There is no such task.
        KeyError: The row has no task or no seed.
    """

    def __init__(self, env_config: Mapping[str, Any] | None = None, extras: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        row = extras or {}
        limit = {"max_steps": int(row["max_turns"])} if "max_turns" in row else {}
        self.episode = ToolEpisode(row["task"], "elements", env={**(env_config or {}), **limit})
        self._seed = int(row["seed"])
        self.max_turns = self.episode.crab.max_steps

    def init(self, prompt: Sequence[Mapping[str, str]]) -> tuple[list[dict[str, str]], dict[str, Any]]:
        """Starts the episode; the goal and the devices are added to the last message of the prompt.

        Raises:
            DeviceError: A device can't be brought up.
        """
        turn = self.episode.reset(self._seed)
        self.turns = 0
        messages = [dict(message) for message in prompt] or [{"role": "user", "content": ""}]
        messages[-1]["content"] = f"{messages[-1]['content']}\n\n{turn.text}".strip()
        return messages, {}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Carries out the call in a model's answer; an answer without one takes a step and is refused.

        Raises:
            RuntimeError: A device broke: the episode's rewards mean nothing.
        """
        turn = self.episode.say(action)
        self.turns = self.episode.outcome.steps
        if self.episode.outcome.error:
            raise RuntimeError(f"a device broke: {self.episode.outcome.error}")
        observations = [] if turn.over else [{"role": "user", "content": turn.text}]
        return BaseTextEnvStepOutput(
            observations=observations, reward=turn.reward, done=turn.over, metadata={"refused": turn.refused}
        )

    def get_metrics(self) -> dict[str, Any]:
        """Returns success, completion and steps of the episode."""
        outcome = self.episode.outcome
        return {"success": float(outcome.success), "completion": outcome.completion, "steps": outcome.steps}

    def close(self) -> None:
        """Closes the devices."""
        self.episode.close()


def rows(tasks: Sequence[str], seeds: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a data set, by seed and task: the prompt with the tools, and what the environment is given.

    Args:
        tasks: Names of the tasks.
        seeds: Seeds of each task's episodes.
    """
    for seed in seeds:
        for task in tasks:
            prompt = [{"role": "system", "content": written(task, "elements")}, {"role": "user", "content": ""}]
            yield {"prompt": prompt, "env_class": ENV_ID, "task": task, "seed": seed}
