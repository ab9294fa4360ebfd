"""Toy environments and a policy that plays a list of actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import PolicySpec, Usage
from crab_gym.task import Action, action


def make(name: str = "TASK", **kwargs: Any) -> CrabEnv:
    return CrabEnv(f"tests.toy:{name}", screens=False, **kwargs)


def write(text: str, device: str = "ubuntu") -> Action:
    return action(device, "write_text", text=text)


class Listed:
    """Plays the given actions, then completes; an exception in the list is raised."""

    name = "listed"

    def __init__(self, *choices: Any, tokens: int = 0) -> None:
        self._choices = choices
        self._tokens = tokens
        self._place = 0

    def reset(self, goal: str, spec: PolicySpec) -> None:
        self._place = 0

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        self._place += 1
        if self._place > len(self._choices):
            return action("root", "complete")
        choice = self._choices[self._place - 1]
        if isinstance(choice, Exception):
            raise choice
        return choice() if callable(choice) else choice

    def usage(self) -> Usage:
        return Usage(self._tokens, self._place)
