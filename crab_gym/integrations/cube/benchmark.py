"""`CrabBenchmarkConfig`: the tasks, an episode of one, and the devices that an agent acts on."""

from __future__ import annotations

from typing import Any, ClassVar

from PIL import Image

import crab_gym
from crab_gym.integrations.episodes import EVALUATED, ToolEpisode, Turn, View, needed
from crab_gym.task import read_index

try:
    from cube.benchmark import Benchmark, BenchmarkConfig, BenchmarkMetadata
    from cube.core import Action, ActionSchema, AgentStop, ImageContent, Observation, StepError, TextContent
    from cube.task import STOP_ACTION, Task, TaskConfig, TaskMetadata
    from cube.tool import AbstractTool, ToolConfig
except (ImportError, SyntaxError) as error:  # the latter on Python 3.11
    raise needed("cube-standard on Python 3.12", "cube", ImportError(str(error))) from error

__all__ = ["CrabBenchmarkConfig", "CrabTask", "CrabTaskConfig", "CrabTool", "CrabToolConfig"]


class CrabTool(AbstractTool):  # type: ignore[misc]  # cube-standard has no types here
    """The devices of an episode.

    Args:
        episode: The episode.
    """

    def __init__(self, episode: ToolEpisode) -> None:
        self.episode = episode

    @property
    def action_set(self) -> list[ActionSchema]:
        """An action for each verb, and CUBE's own to stop, which completes the episode."""
        return [*(ActionSchema(**schema) for schema in self.episode.tools), STOP_ACTION]

    def execute_action(self, action: Action) -> Observation:
        """Carries out an action; the observation reports a refused one, also as its error.

        Raises:
            AgentStop: The agent stops.
            RuntimeError: A device broke: the episode has no score.
        """
        stops = action.name == STOP_ACTION.name
        turn = self.episode.call("root__complete" if stops else action.name, {} if stops else action.arguments)
        if self.episode.outcome.error:
            raise RuntimeError(f"a device broke: {self.episode.outcome.error}")
        if stops:
            raise AgentStop(observation_of(turn))
        return observation_of(turn, action.id)

    def close(self) -> None:
        """Closes the devices; may be called twice."""
        self.episode.close()


class CrabToolConfig(ToolConfig):  # type: ignore[misc]
    """What is shown of the devices."""

    view: View = "both"
    """Elements as text, screens as pictures, or both."""
    task: str = ""
    """The task's name, which its configuration fills in."""

    def make(self, container: object = None) -> CrabTool:
        """Returns the devices of a new episode."""
        return CrabTool(ToolEpisode(self.task, self.view, env=EVALUATED))


class CrabTask(Task[TaskMetadata, CrabTool]):  # type: ignore[misc]
    """An episode; its score is its return up to now, the sum of the steps' rewards."""

    seed: int = 0
    """Determines the task's parameters and the devices."""

    def reset(self) -> tuple[Observation, dict[str, Any]]:
        """Starts the episode; the observation has the goal."""
        return observation_of(self.tool.episode.reset(self.seed)), {}

    def evaluate(self, obs: Observation | None = None) -> tuple[float, dict[str, Any]]:
        """Returns the return up to now, with the last step's reward, success, completion and steps."""
        episode = self.tool.episode
        outcome, details = episode.outcome, {"reward": episode.turn.reward}
        details |= {"success": outcome.success, "completion": outcome.completion, "steps": outcome.steps}
        return float(sum(outcome.terms.values())), details

    def finished(self, obs: Observation | None = None) -> bool:
        """Returns whether the episode has ended."""
        return bool(self.tool.episode.turn.over)


class CrabTaskConfig(TaskConfig[TaskMetadata]):  # type: ignore[misc]
    """A task with a seed; without one, it is 0."""

    def make(self, runtime_context: dict[str, Any] | None = None) -> CrabTask:
        """Returns the episode."""
        tools = (self.tool_config or CrabToolConfig()).model_copy(update={"task": self.metadata.id})
        return CrabTask(metadata=self.metadata, tool_config=tools, seed=self.seed or 0, runtime_context=runtime_context)


class CrabBenchmark(Benchmark):  # type: ignore[misc]
    """Needs nothing beside the episodes."""

    def _setup(self) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


class CrabBenchmarkConfig(BenchmarkConfig[TaskMetadata]):  # type: ignore[misc]
    """All tasks of the index."""

    task_metadata: ClassVar[dict[str, TaskMetadata]] = {
        name: TaskMetadata(id=name, split=info.split, recommended_max_steps=info.step_limit + 1)
        for name, info in read_index().items()
    }
    benchmark_metadata: ClassVar[BenchmarkMetadata] = BenchmarkMetadata(
        name="crab-gym",
        version=crab_gym.__version__,
        description="GUI tasks on a simulated Linux desktop and Android phone, scored by a graph of checkpoints",
        license="Apache-2.0",
        num_tasks=len(task_metadata),
        tags=["computer-use", "gui"],
    )
    task_config_class: ClassVar[type[TaskConfig]] = CrabTaskConfig
    benchmark_class: ClassVar[type[Benchmark]] = CrabBenchmark


def observation_of(turn: Turn, call: str | None = None) -> Observation:
    """Returns what an agent is shown after a turn.

    Args:
        turn: The turn.
        call: The id of the action that it answers.
    """
    error = StepError(error_type="Refused", exception_str=turn.refused, stack_trace="") if turn.refused else None
    contents = [TextContent(data=turn.text, tool_call_id=call)]
    contents += [ImageContent(data=Image.fromarray(screen), name=device) for device, screen in turn.screens.items()]
    return Observation(contents=contents, error=error)
