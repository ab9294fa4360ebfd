"""`CrabEnvironment`: one session's tasks as an environment of OpenEnv."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.mcp_types import (
    CallToolAction,
    ListToolsAction,
    ListToolsObservation,
    Tool,
    ToolError,
    ToolErrorType,
)
from openenv.core.env_server.types import EnvironmentMetadata

import crab_gym
from crab_gym.backends.sim.backend import tools_of_device
from crab_gym.envs.arguments import screen_sizes
from crab_gym.envs.spaces import ActionSpace
from crab_gym.envs.tools import with_tools
from crab_gym.integrations.episodes import ToolEpisode, Turn, View
from crab_gym.integrations.openenv.models import CrabObservation, CrabState
from crab_gym.integrations.openenv.tasks import BadRequest, TaskList
from crab_gym.wrappers.marks_space import MarkedActionSpace

__all__ = ["CrabEnvironment"]

_MARKS = 200


class CrabEnvironment(Environment):  # type: ignore[misc]  # openenv has no types here
    """Tasks as an environment of OpenEnv, whose actions are calls of tools, one per verb.

    Sessions share nothing, so any number of them can run side by side. OpenEnv's own base for tools isn't used: it can
    run code that a client sends.

    Args:
        tasks: The tasks that can be chosen; None for all simulated ones.
        view: What is shown of the devices, one of `crab_gym.integrations.episodes.VIEWS`.
        env: Arguments of `CrabEnv`.

    Example:
        >>> env = CrabEnvironment(TaskList(["learn.open_app"]), "elements")
        >>> env.reset(seed=0).text.splitlines()[0]
        'goal: On the phone, open the app Phone.'
        >>> observation = env.step(CallToolAction(tool_name="android__tap", arguments={"element": 17}))
        >>> observation.done, observation.reward, env.state.step_count
        (True, 1.0, 1)
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self, tasks: TaskList | None = None, view: View = "both", env: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__()
        self._tasks, self._view, self._env = tasks or TaskList(), view, dict(env or {})
        self._episode: ToolEpisode | None = None
        self._state = CrabState()

    @property
    def state(self) -> CrabState:
        """The episode's task, seed and number of steps."""
        return self._state

    @property
    def episode(self) -> ToolEpisode:
        """The episode; privileged.

        Raises:
            BadRequest: None was started.
        """
        if self._episode is None:
            raise BadRequest("there is no episode yet; reset the environment first")
        return self._episode

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        task: object = None,
        split: object = None,
        index: object = None,
    ) -> CrabObservation:
        """Starts an episode.

        Args:
            seed: Determines the task's parameters, the devices, and what else isn't given; None for a drawn one.
            episode_id: The episode's name; None for a drawn one.
            task: The task's name.
            split: The split of the task.
            index: The task's place in the split.

        Raises:
            BadRequest: There is no such task, or an argument has another form; the last episode goes on.
            DeviceError: A device can't be brought up.
        """
        if seed is not None and (type(seed) is not int or seed < 0):
            raise BadRequest(f"seed is {str(seed)[:80]!r}; expected a whole number from 0")
        if episode_id is not None and not _is_text(episode_id):
            raise BadRequest(f"episode_id is {str(episode_id)[:80]!r}; expected text that UTF-8 can encode")
        choice = self._tasks.choose(seed, task, split, index)
        if self._episode is None or self._episode.outcome.task != choice.task:
            episode = ToolEpisode(choice.task, self._view, marks=_MARKS, env=self._env)
            self.close()
            self._episode = episode
        turn = self._episode.reset(choice.seed)
        self._state = CrabState(episode_id=episode_id or str(uuid4()), **asdict(choice))
        return self._observation(turn, "")

    def step(
        self, action: CallToolAction | ListToolsAction, timeout_s: float | None = None
    ) -> CrabObservation | ListToolsObservation:
        """Carries out a call, or lists the tools, which takes no step.

        Args:
            action: The call.
            timeout_s: Has no effect: simulated devices answer in milliseconds, real ones have limits of their own.

        Raises:
            BadRequest: There is no episode yet, or the tool's name can't be encoded.
        """
        if isinstance(action, ListToolsAction):
            return ListToolsObservation(tools=self._tools(), reward=0.0)
        episode = self.episode
        if not _is_text(action.tool_name):
            raise BadRequest(f"tool_name is {action.tool_name[:80]!r}; expected text that UTF-8 can encode")
        if not episode.has(action.tool_name):
            error = ToolError(error_type=ToolErrorType.TOOL_NOT_FOUND, message="there is no such tool")
            return CrabObservation(tool_name=action.tool_name, error=error, reward=0.0, done=episode.turn.over)
        turn = episode.call(action.tool_name, action.arguments)
        self._state.step_count = episode.outcome.steps
        return self._observation(turn, action.tool_name)

    def _observation(self, turn: Turn, tool: str) -> CrabObservation:
        metadata: dict[str, Any] = {"refused": turn.refused, "truncated": turn.cut}
        outcome = self.episode.outcome
        if turn.over:
            metadata |= {"success": outcome.success, "completion": outcome.completion, "return": outcome.reward}
            metadata |= {"steps": outcome.steps, "error": outcome.error}
        pictures = turn.pictures()
        return CrabObservation(
            done=turn.over,
            reward=turn.reward,
            metadata=metadata,
            tool_name=tool,
            result=turn.text if tool else None,
            text=turn.text,
            screens={device: base64.b64encode(data).decode() for device, data in pictures.items()},
        )

    def _tools(self) -> list[Tool]:
        """Returns the tools of the episode, or before one, those of all tasks' devices."""
        schemas = self._episode.tools if self._episode is not None else self._space().tool_schemas()
        return [
            Tool(name=each["name"], description=each["description"], input_schema=each["parameters"])
            for each in schemas
        ]

    def _space(self) -> ActionSpace:
        sizes = screen_sizes(self._tasks.devices, self._env.get("screen_size"))
        tools = self._env.get("tools", False)
        table = with_tools({device: tools_of_device(device) for device in sizes} if tools else {}, tools)
        if self._view == "screens":
            return ActionSpace(sizes, table=table)
        return MarkedActionSpace(sizes, _MARKS, table=table)

    def list_splits(self) -> list[str]:
        """Returns the names of the splits."""
        return self._tasks.splits

    def list_tasks(self, split: str) -> list[Mapping[str, object]]:
        """Returns the tasks of a split."""
        return self.get_task_range(split)

    def num_tasks(self, split: str) -> int:
        """Returns the number of a split's tasks."""
        return len(self._tasks.names(split))

    def get_task(self, split: str, index: int) -> Mapping[str, object]:
        """Returns a task by split and index."""
        return self._tasks.facts(split, index)

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[Mapping[str, object]]:
        """Returns some tasks of a split, by Python's rules of slices."""
        return [self._tasks.facts(split, index) for index in range(self.num_tasks(split))[start:stop]]

    def get_metadata(self) -> EnvironmentMetadata:
        """Returns name, description and version."""
        about = "GUI tasks on a simulated Linux desktop and Android phone, scored by a graph of checkpoints"
        return EnvironmentMetadata(name="crab_gym", description=about, version=crab_gym.__version__)

    def close(self) -> None:
        """Closes the devices; may be called twice."""
        if self._episode is not None:
            self._episode.close()
            self._episode = None


def _is_text(value: object) -> bool:
    """Returns whether a value is text without lone surrogates, which no answer could repeat."""
    return isinstance(value, str) and value.encode("utf-8", "replace").decode() == value
