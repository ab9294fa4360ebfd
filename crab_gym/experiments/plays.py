"""Plays that share their beginning: many attempts at an episode differ from its oracle only from some part on.

A walk consists of legs, such as the oracle's parts for the checkpoints. Two legs of the same key do the same where the
state is the same. So a copy of the environment is kept after each leg of a usual walk; an attempt begins with the copy
after the last leg that both have, and plays the others. A copy has all of an environment's state, so that an attempt
comes to the same as one that is played from the start.

* `Leg` - a part of a walk. `legs_of_oracle`, `legs_of_parts`, `legs_of_way` - the legs of some walks.
* `Trunk` - the walks from which attempts branch off. `Play` - what an attempt has come to.
* `attempt` - an episode that shares nothing, without a record of its steps either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import attentive, look_of, oracle_scripts, walk_of
from crab_gym.policies import Policy, ScriptPolicy, policy_spec
from crab_gym.rollout.episode import EpisodeError, errors_as, run_episode
from crab_gym.task import Action, Look, Oracle, Params, Task
from crab_gym.task.composition import Plan

__all__ = ["Leg", "Play", "Trunk", "attempt", "legs_of_oracle", "legs_of_parts", "legs_of_way"]


class Leg(NamedTuple):
    """A part of a walk.

    Attributes:
        key: All that its actions follow from, beside the state of the environment.
        walk: Returns its actions in an environment.
    """

    key: object
    walk: Callable[[CrabEnv], Iterator[Action]]


def legs_of_oracle(task: Task, params: Params, order: Sequence[str]) -> list[Leg]:
    """Returns the legs of a task's oracle, one for each checkpoint, which do nothing where it has passed.

    Args:
        task: The task.
        params: The episode's parameters.
        order: The checkpoints' ids.
    """
    return [Leg((name, task.told_to_oracle(params, name)), partial(_to_checkpoint, name)) for name in order]


def _to_checkpoint(name: str, env: CrabEnv) -> Iterator[Action]:
    return attentive(env, chain.from_iterable(oracle_scripts(env, (name,))))


def legs_of_parts(env: CrabEnv, task: Task, params: Params) -> list[Leg]:
    """Returns the legs of a task's oracle with some parameters, whatever has passed; see `trials.parts`.

    Args:
        env: The environment, which has the task's devices.
        task: The task.
        params: The parameters.
    """
    oracle = task.oracle_for({device: backend.plays for device, backend in env.backends.items()})
    return [
        Leg((name, told), partial(_seeing, partial(oracle[name], params)))
        for name in task.orders(task.graph(params), 1)[0]
        if name in oracle
        for told in [task.told_to_oracle(params, name)]
    ]


def _seeing(walk: Callable[[Look], Iterator[Action]], env: CrabEnv) -> Iterator[Action]:
    return attentive(env, walk(look_of(env)))


def legs_of_way(oracle: Oracle, params: Params) -> list[Leg]:
    """Returns the legs of a way all through a task: a composed task's parts, or the whole."""
    if isinstance(oracle, Plan):
        return [Leg(part.key, partial(_seeing, part.walk)) for part in oracle.parts(params)]
    return [Leg(oracle, partial(walk_of, oracle=oracle))]


class Play(NamedTuple):
    """What an attempt has come to.

    Attributes:
        env: The environment in which it ended.
        success: Whether it has solved the task.
        actions: The number of its actions, refused ones included.
        error: What broke, if anything did.
        error_kind: The kind of what broke, as in `crab_gym.records.EpisodeRecord`.
    """

    env: CrabEnv
    success: bool
    actions: int
    error: str = ""
    error_kind: str = ""


class _Branch:
    """A place on a walk to which some attempts have come.

    Attributes:
        env: A copy of the environment there.
        steps: The number of steps that were taken before.
        next: The places after one more leg, by that leg's key.
    """

    def __init__(self, env: CrabEnv, steps: int) -> None:
        self.env, self.steps = env, steps
        self.next: list[tuple[object, _Branch]] = []


class Trunk:
    """The walks of an episode from which attempts branch off.

    Args:
        env: The environment. Attempts are played in its forks, or in itself on devices that can't be forked.
        seed: The episode's seed.
    """

    def __init__(self, env: CrabEnv, seed: int) -> None:
        self._env, self._seed = env, seed
        self._forks = all(spec.kind == "sim" for spec in env.specs.values())
        self._root: _Branch | None = None

    def play(self, legs: Sequence[Leg], usual: Sequence[Leg]) -> Play:
        """Plays a walk, and completes the episode.

        Args:
            legs: The walk.
            usual: The walk from which it branches off; copies are kept along it, for other attempts as well.
        """
        if self._forks:
            try:
                shared, branch = self._branch(legs, usual)
                env = branch.env.fork()
                return _played(env, _policy(env, legs[shared:]), env.observe(), {}, self._seed, branch.steps)
            except Exception:  # any exception of a task under test: an episode of its own tells of what kind it is
                pass
        return _recorded(self._env, _policy(self._env, legs), self._seed)

    def _branch(self, legs: Sequence[Leg], usual: Sequence[Leg]) -> tuple[int, _Branch]:
        """Walks as far as two walks are the same, and the episode goes; returns the number of legs, and the place."""
        if self._root is None:
            self._env.reset(seed=self._seed)
            self._root = _Branch(self._env.fork(), 0)
        at = self._root
        for number, (leg, other) in enumerate(zip(legs, usual, strict=False)):
            further = _further(at, leg) if leg.key == other.key else None
            if further is None:
                return number, at
            at = further
        return min(len(legs), len(usual)), at


def _further(at: _Branch, leg: Leg) -> _Branch | None:
    """Returns the place after one more leg; None where the episode breaks or ends on the way."""
    known = next((branch for key, branch in at.next if key == leg.key), None)
    if known is not None:
        return known
    env, steps = at.env.fork(), at.steps
    try:
        for taken in leg.walk(env):
            env.step(taken)
            steps += 1
    except Exception:  # an attempt breaks there, too
        return None
    if env.ended:
        return None
    at.next.append((leg.key, _Branch(env, steps)))
    return at.next[-1][1]


def attempt(env: CrabEnv, policy: Policy, seed: int, options: dict[str, Any] | None = None) -> Play:
    """Plays an episode on simulated devices; one that breaks is played again, to tell what has broken.

    Args:
        env: The environment.
        policy: Chooses the actions; it does the same in each episode with a seed.
        seed: The episode's seed.
        options: The options of its reset.
    """
    try:
        obs, info = env.reset(seed=seed, options=options)
        return _played(env, policy, obs, info, seed)
    except Exception:  # any exception of a task under test
        return _recorded(env, policy, seed, options)


def _policy(env: CrabEnv, legs: Sequence[Leg]) -> ScriptPolicy:
    return ScriptPolicy("walk", lambda: chain.from_iterable(leg.walk(env) for leg in legs))


def _played(env: CrabEnv, policy: Policy, obs: Any, info: Mapping[str, Any], seed: int, steps: int = 0) -> Play:
    """Plays on to the end of an episode in which some steps were taken."""
    policy.reset(env.goal, policy_spec(env, seed))
    while not env.ended:
        try:
            with errors_as("policy"):
                taken = policy.act(obs, info)
        except EpisodeError as error:
            if error.kind not in ("oracle", "policy"):
                raise
            return Play(env, False, steps, str(error), error.kind)
        obs, _, _, _, info = env.step(taken)
        steps += 1
    return Play(env, bool(info["is_success"]), steps)


def _recorded(env: CrabEnv, policy: Policy, seed: int, options: dict[str, Any] | None = None) -> Play:
    record = run_episode(env, policy, seed=seed, options=options)
    return Play(env, record.success, record.actions, record.error, record.error_kind)
