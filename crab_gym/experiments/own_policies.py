"""Policies of the user's own, by their place: ``MODULE:CLASS``.

* `OwnMaker` - makes one for each environment.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import os
import sys
from functools import cached_property
from pathlib import Path
from typing import Any

import gymnasium as gym

from crab_gym.policies import Policy
from crab_sim.suggestions import closest

__all__ = ["OwnMaker"]

_METHODS = ("reset", "act", "usage")
_MEMBERS = "expected a class with name, reset(goal, spec), act(obs, info) and usage()"
_EXPECTED = "expected MODULE:CLASS, such as my_agents:Clicker for the class Clicker of my_agents.py in this folder"


class OwnMaker:
    """Makes a policy of a class, or by a function, that it imports; the working directory is among the places.

    The class or function is called with the environment if its first argument has no default. If it has a static method
    ``wrap(env)``, that returns the environment as the policy needs it.

    Args:
        spec: The place, ``MODULE:CLASS``.

    Attributes:
        name: The place.
        settings: For the run's record, a hash of the module's file, so that a run isn't resumed by another class.

    Raises:
        ValueError: It can't be imported, or isn't called as a policy's class is.
    """

    def __init__(self, spec: str) -> None:
        self.name = spec
        self.made  # noqa: B018 - raises where there is none

    @property
    def __name__(self) -> str:
        return self.name

    @cached_property
    def made(self) -> Any:
        """The class or function."""
        module, _, attribute = self.name.partition(":")
        if not all(part.isidentifier() for part in (*module.split("."), attribute)):
            raise ValueError(f"there is no policy {self.name!r}; {_EXPECTED}")
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())  # as python -m does
        try:
            imported = importlib.import_module(module)
        except Exception as error:  # a module may raise anything
            if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
                raise ValueError(f"there is no module {module!r} for the policy {self.name!r}; {_EXPECTED}") from error
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise ValueError(f"can't import {module} for the policy {self.name!r}: {reason}") from error
        made = getattr(imported, attribute, None)
        if made is None:
            close = closest(attribute, vars(imported))
            hint = f"; did you mean {module}:{close}?" if close else f"; {_EXPECTED}"
            raise ValueError(f"{module} has no {attribute!r}{hint}")
        missing = [name for name in _METHODS if not hasattr(made, name)] if inspect.isclass(made) else []
        if missing or not callable(made):
            lacks = f"lacks {', '.join(missing)}" if missing else f"is of the type {type(made).__name__}"
            raise ValueError(f"{self.name} {lacks}; {_MEMBERS}")
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name}  # another process imports it itself

    def wrap(self, env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
        """Returns an environment as the policy needs it."""
        wrap = getattr(self.made, "wrap", None)
        wrapped: gym.Env[Any, Any] = env if wrap is None else wrap(env)
        return wrapped

    @property
    def settings(self) -> dict[str, str]:
        """A hash of the module's file."""
        file = inspect.getsourcefile(self.made)
        return {"sha256": hashlib.sha256(Path(file).read_bytes()).hexdigest()} if file else {}

    def __call__(self, env: gym.Env[Any, Any]) -> Policy:
        """Returns a policy.

        Raises:
            ValueError: It lacks a member of a policy.
        """
        policy: Any = self.made(env) if self._takes_env else self.made()
        missing = [name for name in ("name", *_METHODS) if not hasattr(policy, name)]
        if missing:
            raise ValueError(f"{self.name} makes a policy without {', '.join(missing)}; {_MEMBERS}")
        made: Policy = policy
        return made

    @cached_property
    def _takes_env(self) -> bool:
        given = list(inspect.signature(self.made).parameters.values())[:1]
        return any(each.default is each.empty and each.kind is not each.KEYWORD_ONLY for each in given)
