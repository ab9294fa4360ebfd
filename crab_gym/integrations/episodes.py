"""An episode that a model plays by calling tools, one per verb: what the adapters to other ecosystems share.

* `ToolEpisode` - the episode, with its tools and its outcome.
* `Turn` - what a model sees after a call, and what a trainer learns of it.
* `EVALUATED` - the arguments of an environment in which models are evaluated, not trained.
* `VIEWS` - the ways in which the devices can be shown.
* `instructions` - how to act, in words.
* `matching` - names of tasks by patterns.
* `needed` - the error where an adapter's package isn't installed.
* `written` - how to act for a model that writes its calls as text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import gymnasium as gym

from crab_gym.agents.answers.fitting import fitted
from crab_gym.agents.chat import Picture, Reply
from crab_gym.agents.conversation import after_news
from crab_gym.agents.models.turns import clean, png
from crab_gym.agents.parsing import read_action, tools_of
from crab_gym.backends.base import Image
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.spaces import ActionSpace
from crab_gym.integrations.finetune.rewards import Outcome
from crab_gym.integrations.finetune.session import OVER
from crab_gym.integrations.finetune.tools import to_action
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.rollout.protocols import EVALUATION
from crab_gym.task import read_index
from crab_gym.wrappers import SetOfMarks, TextObservation
from crab_sim.extras import install_hint
from crab_sim.suggestions import unknown

__all__ = [
    "EVALUATED",
    "OVER",
    "VIEWS",
    "ToolCall",
    "ToolEpisode",
    "Turn",
    "View",
    "instructions",
    "matching",
    "needed",
    "written",
]

View: TypeAlias = Literal["both", "elements", "screens"]
VIEWS: Final = get_args(View)
"""The ways in which devices can be shown: elements as text, screens as pictures, or both."""
EVALUATED: Final = {"success_at": EVALUATION}
"""The arguments of an environment (`CrabEnv`) in which models are evaluated, not trained."""
_FORM = 'Answer with one call as JSON: {"name": "<tool>", "arguments": {...}}. The tools:'


class ToolCall(NamedTuple):
    """A call of a tool.

    Attributes:
        tool: Its name, ``<device>__<verb>``.
        arguments: Its arguments.
    """

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """What a model sees after a call, and what a trainer learns of it.

    Attributes:
        text: The goal, the share of steps left, the reason of a refusal, and the elements of the devices' screens.
        screens: Device to its screen; empty where screens aren't shown.
        reward: The step's reward.
        over: Whether the episode has ended.
        cut: Whether it was cut off: by the step limit or by a device that broke.
        refused: Why the call was refused, ``""`` if it wasn't.
    """

    text: str
    screens: Mapping[str, Image] = field(default_factory=dict)
    reward: float = 0.0
    over: bool = False
    cut: bool = False
    refused: str = ""

    def pictures(self) -> dict[str, bytes]:
        """Returns the screens as PNG."""
        return {device: png(Picture(screen, device)) for device, screen in self.screens.items()}


def instructions(view: View) -> str:
    """Returns how to act, in words, for a system message."""
    pointing = (
        "Point at things by their pixels."
        if view == "screens"
        else "Elements are named by their numbers in brackets; coordinates are pixels of the screen."
    )
    return (
        "You use the devices to reach the goal. Call one tool in each turn; its result shows the devices after it. "
        f"{pointing} If the goal asks for an answer, submit it once, as the value alone. When nothing is left to do, "
        "call root__complete."
    )


@lru_cache(maxsize=1024)
def written(task: str, view: View) -> str:
    """Returns how to act, in words, for a model that writes its calls as text, with the tools.

    Args:
        task: The task's name.
        view: What is shown of the devices.

    Raises:
        ValueError: There is no such task or view.
    """
    episode = ToolEpisode(task, view)
    tools = "\n".join(json.dumps(tool, ensure_ascii=False) for tool in episode.tools)
    episode.close()
    return f"{instructions(view)}\n\n{_FORM}\n{tools}"


class ToolEpisode:
    """Episodes of a task, one after the other, played by calling tools. A call never raises for a model's mistake.

    Args:
        task: The task's name, or ``"module:ATTRIBUTE"``.
        view: What is shown of the devices, one of `VIEWS`. Without elements, tools take pixels only.
        draw: Whether the numbers of the elements are drawn on the screens.
        marks: Maximum number of numbered elements per device.
        env: Arguments of the environment (`CrabEnv`), such as ``backend``; `EVALUATED` for an evaluation.

    Attributes:
        crab: The environment itself; privileged.
        tools: One function schema per verb, as for function calling.
        outcome: The outcome of the episode so far.

    Raises:
        ValueError: There is no such task or view, or an argument of the environment is wrong.

    Example:
        >>> episode = ToolEpisode("learn.open_app", "elements")
        >>> episode.reset(seed=0).text.splitlines()[0]
        'goal: On the phone, open the app Phone.'
        >>> turn = episode.call("android__tap", {"element": 17})
        >>> turn.text, turn.over, turn.reward, episode.outcome.success
        ('The episode is over.', True, 1.0, True)
    """

    def __init__(
        self,
        task: str,
        view: View = "both",
        *,
        draw: bool = False,
        marks: int = 200,
        env: Mapping[str, Any] | None = None,
    ) -> None:
        if view not in VIEWS:
            unknown("view", view, VIEWS)
        options = {"on_device_error": "truncate", **(env or {}), "screens": view != "elements"}
        self.crab = CrabEnv(task, **options)
        self._env: gym.Env[Any, Any] = self.crab
        if view != "screens":
            self._env = TextObservation(SetOfMarks(self.crab, marks, draw=draw), history=0, clipboard=False)
        self.view: View = view
        space = self._env.action_space
        assert isinstance(space, ActionSpace)
        self.tools = space.tool_schemas()
        self._functions = {tool["name"]: tool["parameters"] for tool in self.tools}
        self._tools = tools_of(self.tools)
        self.outcome = Outcome(task, 0)
        self._turn = Turn(OVER, over=True)

    @property
    def goal(self) -> str:
        """The goal in words."""
        return self.crab.goal

    @property
    def turn(self) -> Turn:
        """The last turn."""
        return self._turn

    def has(self, tool: str) -> bool:
        """Returns whether there is a tool of this name."""
        return tool in self._functions

    def reset(self, seed: int) -> Turn:
        """Starts an episode.

        Raises:
            DeviceError: A device can't be brought up.
        """
        self._turn = Turn(OVER, over=True)  # where a device can't
        self.outcome = Outcome(self.outcome.task, seed)
        obs, info = self._env.reset(seed=seed)
        self._turn = self._view_turn(obs, info)
        return self._turn

    def call(self, tool: str, arguments: object) -> Turn:
        """Carries out a call. A wrong one takes a step and is refused; after the end nothing happens.

        Arguments are taken as those of a model's text are, see `crab_gym.agents.answers.fitting.fitted`.

        Args:
            tool: The tool's name.
            arguments: Its arguments, as the model gave them.
        """
        values = arguments if isinstance(arguments, Mapping) else {"arguments": arguments}
        return self._act(to_action(*fitted(tool, values, self._functions)))

    def say(self, text: str) -> Turn:
        """Carries out the call in a model's text, in any of the forms that models write; see `call`."""
        return self._act(read_action(Reply(text), self._tools))

    def _act(self, action: Mapping[str, Any]) -> Turn:
        if self._turn.over:
            return Turn(OVER, over=True, cut=self._turn.cut)
        obs, reward, terminated, truncated, info = self._env.step(action)
        outcome = self.outcome
        outcome.add(info["reward_terms"])
        outcome.completion, outcome.success = info["completion"], info["is_success"]
        outcome.error = info["device_error"]
        turn = self._view_turn(obs, info)
        over = terminated or truncated
        text = OVER if over else turn.text
        self._turn = Turn(text, turn.screens, float(reward), over, truncated, turn.refused)
        return self._turn

    def _view_turn(self, obs: Mapping[str, Any], info: Mapping[str, Any]) -> Turn:
        screens = {device: obs[device] for device in self.crab.screen_sizes if device in obs}
        text = str(obs["text"]) if "text" in obs else self._short(obs)
        return Turn(clean(after_news(text, info)), screens, refused=clean(info["invalid_action"]))

    def _short(self, obs: Mapping[str, Any]) -> str:
        return f"goal: {self.goal}\n\nsteps left: {round(100 * float(obs['time_left'][0]))} %"

    def solution(self) -> Iterator[ToolCall]:
        """Yields the calls of the task's oracle from the present state until the episode's end; privileged.

        The caller makes each call before it asks for the next.

        Raises:
            OracleStuck: The oracle doesn't find an element that it looks for.
        """
        oracle = OraclePolicy(self._env)
        oracle.reset(self.goal, policy_spec(self._env, self.outcome.seed))
        while not self._turn.over:
            action = oracle.act({}, {})
            yield ToolCall(f"{action['device']}__{action['name']}", dict(action["args"]))

    def close(self) -> None:
        """Closes the devices; may be called twice."""
        self._env.close()


def matching(patterns: str) -> list[str]:
    """Returns the names of the tasks that match, each once; a name that is no pattern is returned unchanged.

    Args:
        patterns: Names, patterns, and files of composed tasks, separated by commas.

    Raises:
        ValueError: A pattern matches no task.

    >>> matching("learn.open_*, my_module:TASK")
    ['learn.open_app', 'learn.open_panel', 'my_module:TASK']
    """
    from crab_gym.task.composition.files import is_composed, names_in

    matches: dict[str, None] = {}
    for pattern in filter(None, map(str.strip, patterns.split(","))):
        if is_composed(pattern):
            matches.update(dict.fromkeys(names_in(pattern)))
            continue
        names = [pattern] if ":" in pattern else [name for name in read_index() if fnmatchcase(name, pattern)]
        if not names:
            raise ValueError(f"no task matches {pattern!r}; `crab-gym list` names all")
        matches.update(dict.fromkeys(names))
    return list(matches)


def needed(package: str, extra: str, error: ImportError) -> ImportError:
    """Returns the error where an adapter's package isn't installed, or in a version that doesn't fit.

    Args:
        package: The package.
        extra: The extra that installs it.
        error: The error of its import.
    """
    return ImportError(f"this needs {package} ({error}); {install_hint(extra)}")
