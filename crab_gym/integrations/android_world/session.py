"""A suite of tasks, and the phone on which a client plays one after the other."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from crab_gym.backends.base import Image
from crab_gym.backends.elements import Element
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.integrations.android_world.actions import BadAction, translate
from crab_gym.task import action, load, read_index

__all__ = ["DEFAULT_TASKS", "Instance", "NotNow", "Score", "Session", "Suite", "Unknown", "same_task"]

DEFAULT_TASKS: Final = ("android_world.*", "android.*")
"""The patterns of tasks; the first one that matches any task is used."""
_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")  # where one begins in a class's name
_STEPS: Final = 1_000_000  # of an episode: the server counts none
_MAX_INSTANCES: Final = 1000


class Unknown(LookupError):
    """There is no such task, instance or family."""


class NotNow(RuntimeError):
    """A request that is impossible at this moment."""


class Instance(NamedTuple):
    """A task with its parameters.

    Attributes:
        task: The task's id.
        number: Its place among the task's instances.
        seed: The seed of its episode.
    """

    task: str
    number: int
    seed: int


class Score(NamedTuple):
    """How well a task is done so far.

    Attributes:
        score: 1.0 if it is solved, else 0.0.
        completion: The share of its checkpoints that have been passed.
    """

    score: float
    completion: float


class Suite:
    """Tasks of the phone, each with some instances, whose seeds depend on the suite's.

    Args:
        pattern: The tasks, such as ``"android.*"``; empty for the first of `DEFAULT_TASKS` that matches any.
        combinations: The number of instances of each task.
        seed: The suite's seed.

    Attributes:
        tasks: The tasks' ids, in the order of the index.

    Raises:
        Unknown: No task of the phone alone matches.
    """

    def __init__(self, pattern: str = "", combinations: int = 2, seed: int = 42) -> None:
        if not 1 <= combinations <= _MAX_INSTANCES:
            raise Unknown(f"n_task_combinations is {combinations}; expected 1 to {_MAX_INSTANCES}")
        self.combinations, self.seed = combinations, seed
        for each_pattern in (pattern,) if pattern else DEFAULT_TASKS:
            self.tasks = [
                name
                for name, info in read_index().items()
                if info.devices == ("android",) and fnmatchcase(name, each_pattern.removeprefix("Crab-v0/"))
            ]
            if self.tasks:
                return
        raise Unknown(f"no task of the phone matches {pattern!r}; `crab-gym list` names all tasks")

    def instance(self, task: str, index: int) -> Instance:
        """Returns an instance of a task.

        Args:
            task: The task's id, or the name of AndroidWorld's task that it stands for.
            index: The instance's number.

        Raises:
            Unknown: There is none.
        """
        task = same_task(task)
        if task not in self.tasks:
            raise Unknown(f"the suite has no task {task[:80]!r}")
        if not 0 <= index < self.combinations:
            raise Unknown(f"{task} has the instances 0 to {self.combinations - 1}; got {index}")
        digest = hashlib.sha256(f"{self.seed}_{task}_{index}".encode()).hexdigest()
        return Instance(task, index, int(digest, 16) % 2**32)


def same_task(name: str) -> str:
    """Returns the id of the task that stands for one of AndroidWorld's; any other name as it is.

    >>> same_task("ContactsAddContact"), same_task("OpenAppTaskEval"), same_task("android.add_contact")
    ('android_world.contacts_add_contact', 'android_world.open_app', 'android.add_contact')
    """
    if not name.isidentifier():
        return name
    return "android_world." + _WORD.sub("_", name.removesuffix("TaskEval")).lower()


class Session:
    """The phone, and the task on it. Until a task is initialized, the phone is that of the suite's first.

    Args:
        pattern: The tasks; see `Suite`.
        screen_size: Width and height of the screen in pixels.

    Attributes:
        suite: The tasks.
    """

    def __init__(self, pattern: str = "", screen_size: tuple[int, int] = (360, 800)) -> None:
        self._pattern, self._size = pattern, screen_size
        self.suite = Suite(pattern)
        self._goals: dict[Instance, str] = {}
        self._current: Instance | None = None
        self._over = False  # whether the episode has ended
        self._env: CrabEnv | None = self._start(self.suite.instance(self.suite.tasks[0], 0))

    def _start(self, instance: Instance) -> CrabEnv:
        env = CrabEnv(
            instance.task, "sim", screens=False, screen_size={"android": self._size}, max_steps=_STEPS,
            success_at="complete",
        )  # fmt: skip
        env.reset(seed=instance.seed)
        self._goals[instance] = env.goal
        return env

    @property
    def env(self) -> CrabEnv:
        """The environment of the current task.

        Raises:
            NotNow: The session is closed.
        """
        if self._env is None:
            raise NotNow("the environment is closed")
        return self._env

    @property
    def is_open(self) -> bool:
        """Whether the session isn't closed."""
        return self._env is not None

    @property
    def elements(self) -> Sequence[Element]:
        """All elements on the screen."""
        return self.env.elements("android")

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height of the screen in pixels."""
        return self._size

    def screenshot(self) -> Image:
        """Returns the screen."""
        return self.env.backends["android"].screenshot()

    def reset(self, go_home: bool) -> None:
        """Goes to the home screen, if it should; the task and what was done for it stay."""
        if go_home:
            self._step(action("android", "press", key="home"))

    def execute(self, action: Mapping[str, object]) -> None:
        """Carries out one of AndroidWorld's actions.

        Raises:
            BadAction: It isn't one, or the phone refuses it.
            NotNow: The task has ended, or the session is closed.
        """
        for one in translate(action, self.elements, self._size):
            refusal = self._step(one)
            if refusal:
                raise BadAction(refusal)

    def _step(self, one: Mapping[str, object]) -> str:
        """Takes a step and returns why it was refused, ``""`` if it wasn't."""
        env = self.env
        if self._over:
            raise NotNow("the task has ended: what it asks for is done, but harm as well; initialize it again")
        info = env.step(one)[4]
        self._over = bool(info["end_reason"])
        return str(info["invalid_action"])

    def reinitialize(self, combinations: int, seed: int, family: str = "") -> None:
        """Makes another suite; the task on the phone stays.

        Args:
            combinations: The number of instances of each task.
            seed: The suite's seed.
            family: AndroidWorld's name for its tasks, or a pattern of tasks here; empty for those of this session.

        Raises:
            Unknown: There are no such tasks.
        """
        self.suite = Suite(self._pattern if family in ("", "android_world") else family, combinations, seed)

    def initialize(self, task: str, index: int) -> None:
        """Boots the phone and prepares it for an instance of a task."""
        instance = self.suite.instance(task, index)
        self.env.close()
        self._env, self._current, self._over = self._start(instance), instance, False

    def tear_down(self, task: str, index: int) -> None:
        """Ends a task: the phone is as before its first action."""
        instance = self._playing(task, index)
        self.env.reset(seed=instance.seed)
        self._current, self._over = None, False

    def score(self, task: str, index: int) -> Score:
        """Returns whether a task is solved, as if the agent said so now; nothing changes.

        Raises:
            NotNow: It isn't on the phone.
        """
        self._playing(task, index)
        env = self.env
        if self._over:  # by harm
            return Score(0.0, env.evaluator.completion)
        judged = env.fork()
        info = judged.step(action("root", "complete"))[4]
        return Score(float(info["is_success"]), info["completion"])

    def _playing(self, task: str, index: int) -> Instance:
        instance = self.suite.instance(task, index)
        if instance != self._current:
            raise NotNow(f"{task} {index} isn't initialized")
        return instance

    def goal(self, task: str, index: int) -> str:
        """Returns the goal of an instance in words."""
        instance = self.suite.instance(task, index)
        if instance not in self._goals:
            self._start(instance).close()
        return self._goals[instance]

    def template(self, task: str, index: int) -> str:
        """Returns the goal with the names of parameters in the place of their values."""
        return load(self.suite.instance(task, index).task).description

    def close(self) -> None:
        """Closes the session; may be called twice."""
        if self._env is not None:
            self._env.close()
        self._env = self._current = None
