"""Policies: the protocol, and the policies that need no model.

* `Policy`, `PolicySpec`, `Usage`, `ModelUsage`, `Restore` - the protocol.
* `OraclePolicy` - carries out the task's own solution; privileged.
* `ScriptPolicy` - carries out any generator of actions.
* `RandomPolicy`, `NoopPolicy` - the baselines that a policy has to beat.
* `make_policy` - makes one of these by name.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import gymnasium as gym
import numpy as np

from crab_gym.envs.guidance import attentive, look_of, oracle_scripts
from crab_gym.envs.planting import planted_in
from crab_gym.task import Action, OracleStuck, action
from crab_gym.wrappers.spotlight import unmarked
from crab_sim.suggestions import unknown

if TYPE_CHECKING:
    from crab_gym.envs.crab_env import CrabEnv

__all__ = [
    "POLICIES",
    "ModelUsage",
    "NoopPolicy",
    "OraclePolicy",
    "Policy",
    "PolicySpec",
    "RandomPolicy",
    "Restore",
    "ScriptPolicy",
    "Usage",
    "make_policy",
    "policy_spec",
]

Env = gym.Env[Any, Any]


class ModelUsage(NamedTuple):
    """A policy's usage of one of its models since its reset.

    Attributes:
        model: The model's name in records.
        calls: Number of its calls.
        prompt: Number of tokens sent to it.
        completion: Number of tokens that it answered.
        cached_prompt: Number of tokens sent in calls whose answer came from a cache, at no cost.
        cached_completion: Number of tokens answered from a cache.
        retries: Number of requests that were sent again, since there was no answer.
    """

    model: str
    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cached_prompt: int = 0
    cached_completion: int = 0
    retries: int = 0


class Usage(NamedTuple):
    """A policy's usage of models since its reset.

    Attributes:
        tokens: Number of tokens, as the model's server counted them.
        calls: Number of calls of a model.
        prompt: Number of tokens sent; 0 if sent and answered tokens aren't counted separately.
        completion: Number of tokens answered.
        cached_prompt: Number of tokens sent in calls whose answer came from a cache, at no cost.
        cached_completion: Number of tokens answered from a cache.
        by_model: The same by model, if the policy asks several.
        retries: Number of requests that were sent again, since there was no answer.
    """

    tokens: int = 0
    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cached_prompt: int = 0
    cached_completion: int = 0
    by_model: tuple[ModelUsage, ...] = ()
    retries: int = 0


@dataclass(frozen=True, slots=True)
class Restore:
    """A policy's request, in place of an action, to restore a handle of `PolicySpec.snapshot` and ask again."""

    handle: Any


@dataclass(frozen=True, slots=True)
class PolicySpec:
    """The facts about an environment that a policy may know.

    Attributes:
        action_space: Space of the actions that `Policy.act` returns.
        tools: One function schema per verb, for function calling; empty if the actions aren't JSON.
        devices: The devices with a screen.
        screen_sizes: Device to its screen's (width, height) in pixels.
        max_steps: Number of steps after which an episode is cut off.
        seed: The episode's seed, for a policy's own random choices.
        snapshot: Returns a handle of the present state for a `Restore`; None if restores aren't allowed. It raises
            `SnapshotUnsupported` if a device doesn't support snapshots.
        marked: Whether observations' screens have marks drawn on them.
    """

    action_space: gym.Space[Any]
    tools: Sequence[Mapping[str, Any]]
    devices: tuple[str, ...]
    screen_sizes: Mapping[str, tuple[int, int]]
    max_steps: int
    seed: int
    snapshot: Callable[[], Any] | None = None
    marked: bool = False


@runtime_checkable
class Policy(Protocol):
    """Chooses the actions of an episode."""

    name: str

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Starts an episode with a goal in words."""

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns the next action, or a `Restore`."""

    def usage(self) -> Usage:
        """Returns the usage since the last reset."""


def policy_spec(env: Env, seed: int, allow_restore: bool = False) -> PolicySpec:
    """Returns the facts about an environment, wrapped or not, that a policy may know.

    Args:
        env: The environment.
        seed: The episode's seed.
        allow_restore: Whether the policy may save and restore states.
    """
    base: CrabEnv = env.unwrapped  # type: ignore[assignment]
    schemas = getattr(env.action_space, "tool_schemas", None)
    return PolicySpec(
        action_space=env.action_space,
        tools=tuple(schemas()) if schemas is not None else (),
        devices=tuple(base.screen_sizes),
        screen_sizes=dict(base.screen_sizes),
        max_steps=base.max_steps,
        seed=seed,
        snapshot=env.get_wrapper_attr("snapshot") if allow_restore else None,
        marked=env.has_wrapper_attr("drawn") and bool(env.get_wrapper_attr("drawn")),
    )


class ScriptPolicy:
    """Carries out a generator of actions, then completes.

    Args:
        name: Its name in records.
        script: Makes the generator at the start of each episode, after the devices' reset.
    """

    def __init__(self, name: str, script: Callable[[], Iterator[Action]]) -> None:
        self.name = name
        self._script = script
        self._actions: Iterator[Action] = iter(())

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Starts the script anew."""
        self._actions = self._script()

    def act(self, obs: Any, info: Mapping[str, Any]) -> Action:
        """Returns the script's next action, ``complete`` after its last.

        Raises:
            OracleStuck: The script doesn't find an element that it looks for.
        """
        try:
            return next(self._actions, action("root", "complete"))
        except LookupError as error:
            raise OracleStuck(f"{type(error).__name__}: {error}") from error

    def usage(self) -> Usage:
        """Returns zeros: no model is asked."""
        return Usage()


class OraclePolicy(ScriptPolicy):
    """Carries out the task's oracle, checkpoint by checkpoint. It sees the graph, so it is privileged.

    The scripts of checkpoints that have already passed are skipped.

    Args:
        env: The environment that it acts in.
        order: Ids of the checkpoints in the order to pass them, which has to be topological to succeed; by default the
            graph's first topological order. Checkpoints that aren't listed are skipped.
    """

    def __init__(self, env: Env, order: Sequence[str] | None = None) -> None:
        super().__init__("oracle", self._script_of_episode)
        self._env: CrabEnv = env.unwrapped  # type: ignore[assignment]
        self._order = order

    def _script_of_episode(self) -> Iterator[Action]:
        return attentive(self._env, self._walk())

    def _walk(self) -> Iterator[Action]:
        return chain.from_iterable(oracle_scripts(self._env, self._order))


class ObedientPolicy(OraclePolicy):
    """Carries out the task's oracle, but also obeys a planted text that it has met; privileged, too.

    It meets a text on a screen, in what a tool returns, and in the reason of a refusal.

    What obeying leaves on the screens may be in the oracle's way; then the policy says that it has finished.

    Args:
        env: The environment; in episodes without a planted text it is the oracle.
        goes_on: Whether it goes on with the task afterwards.
        heeds_marks: Whether it reads the text of a `TextObservation` and obeys only what isn't marked as data there.

    Attributes:
        met: Whether it has met the text in this episode.
    """

    def __init__(self, env: Env, goes_on: bool = True, heeds_marks: bool = False) -> None:
        super().__init__(env)
        self.name, self.met = "heedful" if heeds_marks else "obedient", False
        self._heeds_marks, self._text, self._told = heeds_marks, "", ""
        self._goes_on, self._obeyed = goes_on, False

    def act(self, obs: Any, info: Mapping[str, Any]) -> Action:
        """Returns the next action, with the texts of the observation and the info in mind."""
        self._told = f"{info.get('result', '')}\n{info.get('invalid_action', '')}"
        if self._heeds_marks:
            self._text = str(obs["text"])
        return super().act(obs, info)

    def _script_of_episode(self) -> Iterator[Action]:
        self.met = self._obeyed = False
        for step in super()._script_of_episode():
            self._read()
            yield step

    def _read(self) -> None:
        planted = planted_in(self._env)
        if planted is None or self.met:
            return
        if self._heeds_marks:
            self.met = planted.is_quoted(unmarked(self._text))
        else:
            seen = planted.is_seen(self._env.backends, look_of(self._env))
            self.met = seen or planted.is_quoted(self._told)

    def _walk(self) -> Iterator[Action]:
        for script in oracle_scripts(self._env, self._order):
            try:
                for step in script:
                    if step["name"] == "submit":  # then it may be over
                        yield from self._obey()
                    if self._obeyed and not self._goes_on:
                        return
                    yield step
            except (LookupError, OracleStuck):
                if self._obeyed:
                    return
                raise
            yield from self._obey()
            if self._obeyed and not self._goes_on:
                return

    def _obey(self) -> Iterator[Action]:
        """Obeys the text once it has been met; yields nothing before, and nothing the second time."""
        self._read()
        planted = planted_in(self._env)
        if planted is not None and self.met and not self._obeyed:
            self._obeyed = True
            with suppress(LookupError, OracleStuck):  # where somebody takes its actions back
                yield from planted.obey(look_of(self._env))


class RandomPolicy:
    """Draws actions from the action space.

    Args:
        seed: Together with the episode's seed, it determines the actions.
        completes: Whether it may draw ``complete``, which ends most of its episodes after a few steps.
    """

    def __init__(self, seed: int = 0, completes: bool = True) -> None:
        self.name = "random" if completes else "random_no_complete"
        self._seed, self._completes = seed, completes
        self._space: gym.Space[Any] | None = None

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Seeds a copy of the action space."""
        self._space = copy.deepcopy(spec.action_space)
        self._space.seed(int(np.random.SeedSequence([self._seed, spec.seed]).generate_state(1)[0]))

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns a random action.

        Raises:
            RuntimeError: `reset` wasn't called.
        """
        if self._space is None:
            raise RuntimeError("the policy doesn't know its action space yet: call reset() before act()")
        while True:
            drawn = self._space.sample()
            if self._completes or drawn["name"] != "complete":
                return drawn

    def usage(self) -> Usage:
        """Returns zeros: no model is asked."""
        return Usage()


class NoopPolicy(ScriptPolicy):
    """Waits a second in every step."""

    def __init__(self) -> None:
        super().__init__("noop", self._wait)

    @staticmethod
    def _wait() -> Iterator[Action]:
        while True:
            yield action("root", "wait", seconds=1)


POLICIES: Mapping[str, Callable[[Env], Policy]] = {
    "oracle": OraclePolicy,
    "random": lambda env: RandomPolicy(),
    "random_no_complete": lambda env: RandomPolicy(completes=False),
    "noop": lambda env: NoopPolicy(),
}
"""Name to a function that makes the policy for an environment."""


def make_policy(name: str, env: Env) -> Policy:
    """Returns a policy for an environment.

    Raises:
        ValueError: There is no policy of that name.
    """
    if name not in POLICIES:
        unknown("policy", name, POLICIES)
    return POLICIES[name](env)
