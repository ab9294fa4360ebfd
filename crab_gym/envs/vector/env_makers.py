"""Makers of environments, which can be sent to other processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector.utils import CloudpickleWrapper

from crab_gym.task.registration import ENTRY_POINT, NAMESPACE, own_wrappers

__all__ = ["EnvMaker", "TaskLike", "makers_of"]

Env = gym.Env[Any, Any]
TaskLike = str | EnvSpec | Callable[[], Env]
"""A task's name, an environment's id, ``"module:ATTRIBUTE"`` of a `Task`, a spec, or a function that makes an
environment."""


@dataclass(frozen=True)
class EnvMaker:
    """Makes an environment, in this process or in another to which it is sent.

    Attributes:
        source: An id or spec for `gymnasium.make`, or a function.
        kwargs: Arguments of the environment, which override those of its spec.
        wrappers: The environment's wrappers, the innermost first.
    """

    source: TaskLike
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    wrappers: tuple[Callable[[Env], Env], ...] = ()

    def __call__(self) -> Env:
        """Returns a new environment."""
        if isinstance(self.source, (str, EnvSpec)):
            env: Env = gym.make(self.source, disable_env_checker=True, **self.kwargs)
        else:
            env = self.source()
        for wrapper in self.wrappers:
            env = wrapper(env)
        return env

    def __reduce__(self) -> tuple[Any, ...]:
        # Functions and wrappers may be lambdas or from the main module, which only cloudpickle can send.
        parts: Any = (self.source, dict(self.kwargs), self.wrappers)
        return _unpickled, (CloudpickleWrapper(parts),)

    @property
    def name(self) -> str:
        """The environment's name in error messages."""
        if isinstance(self.source, EnvSpec):
            return self.source.id
        return self.source if isinstance(self.source, str) else getattr(self.source, "__name__", repr(self.source))


def _unpickled(parts: Any) -> EnvMaker:
    return EnvMaker(*parts.fn)


def makers_of(
    tasks: TaskLike | Sequence[TaskLike],
    num_envs: int | None,
    wrappers: Sequence[Callable[[Env], Env]],
    kwargs: Mapping[str, Any],
) -> list[EnvMaker]:
    """Returns the maker of each environment: environment ``i`` plays task ``i % len(tasks)``.

    Args:
        tasks: One task or several.
        num_envs: Number of environments; None for one per task.
        wrappers: Wrappers of each environment, the innermost first.
        kwargs: Arguments of every environment.

    Raises:
        TypeError: A task isn't a `TaskLike`, a wrapper isn't callable, or there are arguments for a function.
        ValueError: There are no tasks, or fewer environments than tasks.
    """
    listed: list[Any] = [tasks] if isinstance(tasks, (str, EnvSpec)) or callable(tasks) else list(tasks)
    if not listed:
        raise ValueError("tasks is empty; expected at least one task")
    count = len(listed) if num_envs is None else num_envs
    if type(count) is not int or count < len(listed):
        raise ValueError(f"num_envs is {count!r} for {len(listed)} tasks; expected a whole number, at least one a task")
    for wrapper in wrappers:
        if not callable(wrapper):
            raise TypeError(f"a wrapper is {wrapper!r}; expected a class or function that takes an environment")
    options = dict(kwargs)
    if len({item if isinstance(item, str) else id(item) for item in listed}) > 1 and all(
        isinstance(item, str) for item in listed
    ):
        options.setdefault("devices", "all")  # so that different tasks share their spaces
    return [EnvMaker(_source(listed[index % len(listed)], options), options, tuple(wrappers)) for index in range(count)]


def _source(task: object, kwargs: Mapping[str, Any]) -> TaskLike:
    if isinstance(task, EnvSpec):
        return task
    if isinstance(task, str):
        if "/" in task:
            return task
        if ":" in task:  # the caller's own task, which has no id
            return EnvSpec(
                f"{NAMESPACE}/{task}",
                entry_point=ENTRY_POINT,
                kwargs={"task": task},
                additional_wrappers=own_wrappers(),
            )
        return f"crab_gym:{NAMESPACE}/{task}"
    if callable(task):
        if kwargs:
            raise TypeError(f"{task!r} makes its environment itself; it takes no {', '.join(map(repr, kwargs))}")
        return task
    raise TypeError(f"a task is {task!r}; expected a name, an id, an EnvSpec or a function that makes an environment")
