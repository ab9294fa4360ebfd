"""Scripted agents that use tools: oracles of composed tasks whose parts have one by tools.

* `ToolOraclePolicy` - carries out a composed task's oracle by tools, or by tools and the screen.
* `playable` - whether tools alone can do all of a composed task.
* `MODES` - the ways in which a task can be played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final, Literal

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import attentive, look_of
from crab_gym.policies import Env, ScriptPolicy
from crab_gym.task import Action, OracleStuck, Task
from crab_gym.task.composition.composed import ComposedTask
from crab_tasks.kits.by_tools import BY_TOOLS

__all__ = ["MODES", "Mode", "ToolOraclePolicy", "playable"]

Mode = Literal["tools", "both"]
MODES: Final[tuple[Mode, ...]] = ("tools", "both")
_ANSWER: Final = "answer"
"""The app of sub-tasks that only answer, by a verb of root."""


def playable(task: Task) -> bool:
    """Returns whether tools alone can do all of a task: it is composed, and each part has an oracle by tools."""
    return isinstance(task, ComposedTask) and all(
        [part.subtask.name in BY_TOOLS or part.subtask.app == _ANSWER for part in task.composition.parts]
    )


class ToolOraclePolicy(ScriptPolicy):
    """Carries out a composed task's oracle by tools, part by part; it knows the parameters, so it is privileged.

    Args:
        env: The environment that it acts in, made with ``tools=True``, or ``"only"`` for the mode ``"tools"``.
        mode: ``"tools"`` for tools alone; ``"both"`` for tools in every other part, and the screen in the rest.
    """

    def __init__(self, env: Env, mode: Mode = "tools") -> None:
        super().__init__(f"oracle_{mode}", self._script_of_episode)
        self._env: CrabEnv = env.unwrapped  # type: ignore[assignment]
        self._mode = mode
        self._result = ""

    def act(self, obs: Any, info: Mapping[str, Any]) -> Action:
        """Returns the script's next action, ``complete`` after its last.

        Raises:
            OracleStuck: The script doesn't find what it looks for, or a part has no oracle by tools.
        """
        self._result = str(info["result"])
        return super().act(obs, info)

    def _returned(self) -> Any:
        """Returns what the last call has returned."""
        try:
            return json.loads(self._result)
        except ValueError:
            return self._result

    def _script_of_episode(self) -> Iterator[Action]:
        return attentive(self._env, self._walk())

    def _walk(self) -> Iterator[Action]:
        env, task = self._env, self._env.task
        if not isinstance(task, ComposedTask):
            raise OracleStuck(f"task {task.name!r} isn't composed of sub-tasks, of which some have an oracle by tools")
        order = task.orders(env.evaluator.graph, 1)[0]
        for number, (part, checkpoints) in enumerate(groupby(order, lambda name: name.partition(".")[0])):
            subtask, names = task.composition.parts[int(part)].subtask, list(checkpoints)
            if subtask.name in BY_TOOLS and (self._mode == "tools" or number % 2 == 0):
                yield from BY_TOOLS[subtask.name](task.told_to_oracle(env.params, names[0]), self._returned)
                continue
            if self._mode == "tools" and subtask.app != _ANSWER:
                raise OracleStuck(f"the sub-task {subtask.name!r} has no oracle by tools")
            for name in names:
                if name not in env.evaluator.passed:
                    yield from task.oracle[name](env.params, look_of(env))
