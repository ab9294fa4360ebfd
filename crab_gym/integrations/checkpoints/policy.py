"""The policy that plays a checkpoint: its network sees what it was trained on, and its indices become actions.

* `CheckpointMaker` - makes the policy, for `crab_gym.experiments.evaluate`; `maker_of` - the maker of any checkpoint.
* `Interpreter` - the environment for it; `CheckpointPolicy` - the policy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from crab_gym.backends.base import InvalidAction
from crab_gym.integrations.checkpoints.arguments import Arguments, Saved
from crab_gym.policies import Policy, PolicySpec, Usage
from crab_gym.task import Action
from crab_gym.wrappers.preparing import PREPARING
from crab_sim.extras import install_hint

if TYPE_CHECKING:
    from crab_gym.integrations.checkpoints.generalist.policy import GeneralistMaker
    from crab_gym.integrations.checkpoints.networks import Network

__all__ = ["CheckpointMaker", "CheckpointPolicy", "Interpreter", "maker_of"]

Env = gym.Env[Any, Any]
PREPARATIONS = 200
"""Number of preparations in a row after which a policy has to act."""


class _Latest(gym.Wrapper[Any, Any, Any, Any]):
    """Keeps the last observation of the environment inside."""

    seen: Any = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self.seen, info = self.env.reset(seed=seed, options=options)
        return self.seen, info

    def step(self, action: Any) -> Any:
        self.seen, *rest = self.env.step(action)
        return (self.seen, *rest)


class Interpreter(gym.Wrapper[Any, Any, Any, Any]):
    """Takes and shows what the environment does without wrappers, and beside it what a network takes and shows.

    Args:
        env: An environment of crab-gym, without wrappers that change observations or actions.
        arguments: The network's arguments.

    Attributes:
        network_env: The environment with the network's wrappers.
        tables: What the network sees now.
        index: The index that was chosen last.
    """

    def __init__(self, env: Env, arguments: Arguments) -> None:
        self._latest = _Latest(env)
        super().__init__(self._latest)
        wrapped: Any = self._latest
        for wrapper in arguments.wrappers():
            wrapped = wrapper(wrapped)
        self.network_env: Env = wrapped
        self.tables: dict[str, Any] = {}
        self.index = -1
        self._action: Action | InvalidAction | None = None
        choice = wrapped.get_wrapper_attr("choice")
        self._acts = np.array([choice(index).verb not in PREPARING for index in range(wrapped.action_space.n)])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`."""
        self.tables, info = self.network_env.reset(seed=seed, options=options)
        self._action = None
        return self._latest.seen, info

    def mask(self, prepare: bool = True) -> NDArray[np.bool_]:
        """Returns which indices are valid now, with or without those that prepare."""
        mask: NDArray[np.bool_] = self.network_env.get_wrapper_attr("action_masks")()
        return mask if prepare else mask & self._acts

    def choose(self, index: int) -> Action | InvalidAction | None:
        """Returns the action of an index, to be given to `step`; None for one that prepares, which is done at once."""
        self.index = index
        self._action = self.network_env.get_wrapper_attr("action")(index)
        if self._action is None:
            self.tables, *_ = self.network_env.step(index)
        return self._action

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Carries out the action that was chosen last; see `CrabEnv.step`.

        Raises:
            ValueError: It is another one.
        """
        if self._action is None or action is not self._action:
            raise ValueError(f"got {action!r}; expected the action that was chosen last, {self._action!r}")
        self._action = None
        self.tables, reward, terminated, truncated, info = self.network_env.step(self.index)
        return self._latest.seen, reward, terminated, truncated, info


class CheckpointPolicy:
    """Acts as a trained network chooses.

    Args:
        name: Its name in records.
        env: The environment that it acts in.
        network: The network.
    """

    def __init__(self, name: str, env: Interpreter, network: Network) -> None:
        self.name, self._env, self._network = name, env, network

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Starts an episode."""

    def act(self, obs: Any, info: Mapping[str, Any]) -> Action | InvalidAction:
        """Returns the next action, with all that the network prepares for it.

        Raises:
            RuntimeError: The network goes on preparing, though it may not any more.
        """
        for done in range(PREPARATIONS + 1):
            said = self._env.choose(self._network(self._env.tables, self._env.mask(done < PREPARATIONS)))
            if said is not None:
                return said
        raise RuntimeError(f"the network prepared {PREPARATIONS} times in a row and has no valid action without that")

    def usage(self) -> Usage:
        """Returns zeros: no model is asked."""
        return Usage()


class CheckpointMaker:
    """Makes the policy of a checkpoint that a script of training/ has saved.

    Args:
        path: The checkpoint, or the folder with its ``checkpoint.zip``.

    Attributes:
        name: Its name in records: its folder and the beginning of its hash.
        settings: Its hash and its arguments, for the run's record.

    Raises:
        ValueError: There is no such checkpoint, or it has no arguments beside it.
    """

    def __init__(self, path: Path | str) -> None:
        saved = Saved(path)
        self.path, self.name, self.arguments = saved.path, saved.name, Arguments.of(saved.values)
        self.settings: dict[str, Any] = {"sha256": saved.sha256, **asdict(self.arguments)}

    @property
    def __name__(self) -> str:
        return self.name

    def check(self) -> None:
        """Checks that the libraries are there.

        Raises:
            ValueError: One is missing.
        """
        for module in ("torch", "stable_baselines3", "sb3_contrib"):
            if find_spec(module) is None:
                raise ValueError(f"playing a checkpoint needs {module}; {install_hint('rl')}")

    def wrap(self, env: Env) -> Env:
        """Returns an environment as the network needs it.

        Raises:
            ValueError: The environment has other devices, or wants the network to say when it has finished.
        """
        base: Any = env.unwrapped
        trained, devices = self.arguments, list(base.screen_sizes)
        if devices != trained.devices:
            raise ValueError(
                f"{self.name} was trained on {' and '.join(trained.devices)}; "
                f"{base.task.name} has {' and '.join(devices)}"
            )
        if base.success_at == "complete" and trained.success_at == "once":
            raise ValueError(
                f"{self.name} was trained where solving a task ends it, so it never says that it has finished; "
                "expected a protocol that doesn't ask for that, such as crab, or a training with --success-at complete"
            )
        return Interpreter(env, trained)

    def __call__(self, env: Env) -> Policy:
        """Returns the policy for an environment of `wrap`."""
        from crab_gym.integrations.checkpoints.networks import network_of

        assert isinstance(env, Interpreter)
        return CheckpointPolicy(self.name, env, network_of(self.path, self.arguments, env.network_env))


def maker_of(path: Path | str) -> CheckpointMaker | GeneralistMaker:
    """Returns the maker of a checkpoint's policy, as what its network sees requires.

    Raises:
        ValueError: There is no such checkpoint, or it has no arguments beside it.
    """
    if Saved(path).values["sees"] == "tokens":
        from crab_gym.integrations.checkpoints.generalist.policy import GeneralistMaker

        return GeneralistMaker(path)
    return CheckpointMaker(path)
