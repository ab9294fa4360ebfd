"""Environments that play another composed task at each reset: any given ones, or those of the published list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym

from crab_gym.backends.cloud import Cloud
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.curriculum import Curriculum
from crab_gym.envs.endings import usual_limit
from crab_gym.evaluation.complexity import DIMENSIONS, LEVELS
from crab_gym.task import ComposedTask
from crab_gym.task.omni.levels import CAPABILITIES, Level
from crab_gym.task.omni.listing import VERSIONS, OmniList, listed_task, read_list
from crab_gym.task.omni.scenarios import scenarios
from crab_sim.suggestions import unknown

__all__ = ["ComposedEnv", "OmniEnv", "select_tasks"]

SPLITS = ("train", "validation", "test", "all")
_LEFT = ("1", "2", "4", "8", "all")
"""Groups of the schedule ``"backward"``: how many checkpoints are left at an episode's beginning."""
_USED = {"both": "au", "ubuntu": "u", "android": "a", "any": ""}


class ComposedEnv(CrabEnv):
    """An environment for both devices that can play one composed task after the other.

    Args:
        task: The JSON of the task with which it begins.
        kwargs: Arguments of `CrabEnv`; the devices are always both.
    """

    def __init__(self, task: Mapping[str, Any], **kwargs: Any) -> None:
        self._given_steps = kwargs.get("max_steps")
        super().__init__(task, devices="all", **kwargs)

    def play(self, task: ComposedTask, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode of a task.

        Args:
            task: The task.
            seed: Draws its parameters and determines the devices.
        """
        self._take(task)
        return CrabEnv.reset(self, seed=seed)

    def _take(self, task: ComposedTask) -> None:
        """Takes another task for the next reset."""
        self.task = task
        self.cloud = Cloud(task.account, self.backends)
        self.max_steps = self._given_steps if self._given_steps is not None else usual_limit(self.task, self.success_at)


class OmniEnv(ComposedEnv):
    """Composed tasks over both devices, another one at each reset (OmniBench §3).

    ## Description
    The tasks are those of the published list (docs/omni.md). `reset` draws one of those that the arguments select;
    the same seed draws the same task everywhere. All else is as in `CrabEnv`.

    ## Action Space
    As in `CrabEnv`, for both devices.

    ## Observation Space
    As in `CrabEnv`, for both devices, so that all tasks share it.

    ## Rewards
    As in `CrabEnv`.

    ## Starting State
    ``reset(seed=...)`` draws a task, and its parameters. ``options={"task": "omni.1f3a09c27e"}`` chooses one by its id.

    ## Episode End
    As in `CrabEnv`.

    ## Arguments
    Args:
        split: ``"train"``, ``"validation"``, ``"test"`` or ``"all"``.
        level: Dimension of complexity to its level, such as ``{"dependency": "hard"}``.
        scenario: Name of the only scenario; ``""`` for all.
        capability: Name of one of OmniEval's capabilities, whose tasks are drawn; ``""`` for all.
        uses: Devices that the tasks use: ``"both"``, ``"ubuntu"``, ``"android"`` or ``"any"``.
        schedule: How the levels of instruction, easy to hard, are drawn by the episodes so far, or how many
            checkpoints are left at their beginning; one of `crab_gym.envs.curriculum.SCHEDULES`, ``""`` for all tasks
            alike. `curriculum` holds its state.
        version: Version of the list; an earlier one for the tasks of the time before it.
        kwargs: Arguments of `CrabEnv`; the devices are always both.

    Raises:
        ValueError: An argument is unknown, or no task is selected.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> env = gym.make("Crab-v0/omni", split="train", level={"instruction": "easy"}, screens=False)
        >>> obs, info = env.reset(seed=7)
        >>> info["task"].startswith("omni.")
        True
        >>> env.close()
    """

    def __init__(
        self,
        split: str = "train",
        level: Mapping[str, str] | None = None,
        scenario: str = "",
        capability: str = "",
        uses: str = "any",
        schedule: str = "",
        version: int = max(VERSIONS),
        **kwargs: Any,
    ) -> None:
        if kwargs.pop("devices", "all") != "all":
            raise ValueError("omni has both devices: leave out devices=, or give 'all'")
        if "task" in kwargs:
            raise ValueError("omni draws its tasks: give one in reset(options={'task': id})")
        self.tasks: OmniList = read_list(version=version)
        self.places = select_tasks(self.tasks, split, level, scenario, capability, uses)
        if schedule == "backward":
            self._by_group: Mapping[str, Sequence[int]] = dict.fromkeys(_LEFT, self.places)
        else:
            self._by_group = _by_instruction(self.tasks, self.places) if schedule else {}
        self.curriculum = Curriculum(schedule, list(self._by_group)) if schedule else None
        self._group, self._begun = "", 0.0
        super().__init__(listed_task(self.tasks.row(self.places[0]).id).to_json(), **kwargs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Draws a task and starts an episode.

        Args:
            seed: Determines task, parameters and devices; None to continue with the environment's random generator.
            options: ``{"task": id}`` chooses a task of the list, of any split; others are those of `CrabEnv.reset`. A
                ``start`` goes before that of the schedule ``"backward"``.

        Raises:
            TypeError, ValueError: The options are malformed, or there is no such task; nothing has changed.
        """
        rest = dict(options) if isinstance(options, dict) else options
        name = rest.pop("task", None) if isinstance(rest, dict) else None
        task = None if name is None else listed_task(str(name))
        gym.Env.reset(self, seed=seed)
        place = self._draw()  # also where one is chosen, so that the rest is as drawn
        self._take(task or listed_task(self.tasks.row(place).id))
        if task is not None:
            self._group = ""
        elif self.curriculum is not None and self.curriculum.schedule == "backward" and self._group != "all":
            checkpoints = len(self.task.graph(self.task.defaults()).checkpoints)
            rest = {"start": max(0, checkpoints - int(self._group)), **(rest or {})}
        obs, info = super().reset(options=rest or None)
        self._begun = info["completion"]
        return obs, info

    def _draw(self) -> int:
        """Returns the place of the next task."""
        places = self.places
        if self.curriculum is not None:
            self._group = self.curriculum.choose(self.np_random)
            places = self._by_group[self._group]
        return places[int(self.np_random.integers(len(places)))]

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carries out an action, as `CrabEnv.step` does; a schedule learns of the episode's end."""
        obs, reward, terminated, truncated, info = super().step(action)
        if (terminated or truncated) and self.curriculum is not None and self._group:
            self.curriculum.report(self._group, (info["completion"] - self._begun) / (1 - self._begun))
        return obs, reward, terminated, truncated, info


def _by_instruction(listed: OmniList, places: Sequence[int]) -> dict[str, list[int]]:
    """Returns the places by the level of their instruction, the easiest first; levels without a task are left out."""
    groups: dict[str, list[int]] = {level: [] for level in LEVELS}
    for place in places:
        groups[LEVELS[int(listed.levels(place)[tuple(DIMENSIONS).index("instruction")])]].append(place)
    return {level: own for level, own in groups.items() if own}


def select_tasks(
    listed: OmniList,
    split: str = "all",
    level: Mapping[str, str] | None = None,
    scenario: str = "",
    capability: str = "",
    uses: str = "any",
) -> Sequence[int]:
    """Returns the places of the tasks that an environment with these arguments draws from.

    Args:
        listed: The list.
        split: The split, or ``"all"``.
        level: Dimension of complexity to its level.
        scenario: The only scenario; ``""`` for all.
        capability: The only capability; ``""`` for all.
        uses: The devices that the tasks use, see `OmniEnv`.

    Raises:
        ValueError: An argument is unknown, or there is no such task.
    """
    for what, value, known in (
        ("split", split, SPLITS),
        ("scenario", scenario, ("", *scenarios())),
        ("capability", capability, ("", *CAPABILITIES)),
        ("value of uses", uses, tuple(_USED)),
    ):
        if value not in known:
            unknown(what, value, [name for name in known if name])
    levels = [Level(level or {}), *([CAPABILITIES[capability]] if capability else [])]
    places = listed.select("" if split == "all" else split, scenario, _USED[uses])
    selection = [place for place in places if all(each.accepts(listed.levels(place)) for each in levels)]
    if not selection:
        raise ValueError(f"no task of the list has split={split!r}, {level=}, {scenario=}, {capability=} and {uses=}")
    return selection
