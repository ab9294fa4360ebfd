"""The oracle as the agents with which CUBE checks a benchmark, for a few short tasks: ``cube test crab-gym``."""

from __future__ import annotations

from collections.abc import Callable

from cube.core import Action, ActionSchema, Observation

from crab_gym.integrations.cube.benchmark import CrabBenchmarkConfig
from crab_gym.integrations.episodes import EVALUATED, ToolEpisode

__all__ = ["get_debug_benchmark", "make_debug_agent"]

_TASKS = ("learn.open_app", "learn.open_panel", "cross.dark_mode_from_todo")


def get_debug_benchmark() -> CrabBenchmarkConfig:
    """Returns the benchmark of the tasks that are checked."""
    checked: CrabBenchmarkConfig = CrabBenchmarkConfig().subset_from_list(_TASKS)
    return checked


def make_debug_agent(task_id: str) -> Callable[[Observation, list[ActionSchema]], Action]:
    """Returns an agent that solves a task's episode of seed 0, as the oracle does on devices of its own."""
    solver = ToolEpisode(task_id, "elements", env=EVALUATED)
    solver.reset(0)
    calls = solver.solution()

    def act(obs: Observation, action_set: list[ActionSchema]) -> Action:
        call = next(calls)
        if solver.call(*call).over:
            solver.close()
        return Action(name=call.tool, arguments=dict(call.arguments))

    return act
