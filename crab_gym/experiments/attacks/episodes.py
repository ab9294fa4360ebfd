"""Solved episodes that checks attack, and the counts of what they tried.

* `solve` - plays a task's oracle. `Solved` - the episode, but for its last action. `Outcome` - what it has come to.
* `RunLog` - counts the runs of a check by their kinds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.snapshot import EnvSnapshot
from crab_gym.experiments.attacks.state import machines_of, slices_of
from crab_gym.experiments.trials import Recordings, Tally, Trials, finish, play
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Action
from crab_sim.devices.facts import Effect, Facts, changes

__all__ = ["Outcome", "RunLog", "Solved", "solve"]


class RunLog:
    """Counts the runs of a check by their kinds."""

    def __init__(self) -> None:
        self._kinds: dict[str, Tally] = {}
        self._accepted: list[str] = []
        self._claimed: list[str] = []
        self._solutions = 0
        self._rejected: list[str] = []

    def attack(self, kind: str, what: str, is_success: bool, claim: str = "") -> None:
        """Notes an attack, which must not succeed, unless it is declared somewhere that nobody minds it.

        Args:
            kind: Its kind.
            what: What it does, in words.
            is_success: Whether it succeeded.
            claim: Where it is declared that nobody minds it; ``""`` where it isn't.
        """
        claimed = is_success and bool(claim)
        accepted = is_success and not claimed
        self._kinds[kind] = self._kinds.get(kind, Tally()).plus(Tally(1, accepted, claimed))
        if accepted:
            self._accepted.append(what)
        if claimed:
            self._claimed.append(f"{what} ({claim})")

    def solution(self, what: str, is_success: bool) -> None:
        """Notes a way that must succeed."""
        self._solutions += 1
        if not is_success:
            self._rejected.append(what)

    def trials(self) -> Trials:
        """Returns the runs so far."""
        attacks = sum(tally.tried for tally in self._kinds.values())
        accepted, claimed = tuple(self._accepted), tuple(self._claimed)
        return Trials(attacks, self._solutions, accepted, tuple(self._rejected), dict(self._kinds), claimed)


class Outcome(NamedTuple):
    """What an episode has come to: the devices' facts, what has left them, and the answers."""

    facts: Mapping[str, Facts]
    effects: Mapping[str, tuple[Effect, ...]]
    answers: tuple[str, ...]

    @classmethod
    def of(cls, env: CrabEnv) -> Outcome:
        """Returns the present outcome."""
        states = {name: backend.state for name, backend in env.backends.items()}
        facts = {name: state.facts() for name, state in states.items()}
        return cls(facts, {name: tuple(state.effects()) for name, state in states.items()}, env.answers)

    def same(self, other: Outcome) -> bool:
        """Returns whether another outcome is the same, whichever addresses were visited."""
        return (
            self.answers == other.answers
            and self.effects == other.effects
            and not any(
                change.kind != "visited"
                for name, facts in self.facts.items()
                for change in changes(facts, other.facts[name])
            )
        )


class Solved(NamedTuple):
    """An episode that an oracle has solved, but for its last action.

    Attributes:
        actions: The oracle's actions.
        start: The slices of each machine after setup.
        begin: The state after setup.
        late: The state before the last action.
        litter: The litter that the oracle leaves by itself.
        end: What it has come to.
    """

    actions: Sequence[Action]
    start: Mapping[str, Mapping[str, Any]]
    begin: EnvSnapshot
    late: EnvSnapshot
    litter: int
    end: Outcome


def solve(
    env: CrabEnv, seed: int, log: RunLog, known: Recordings | None = None, order: Sequence[str] | None = None
) -> Solved | None:
    """Plays a task's oracle, and brings the environment to the state before its last action.

    Args:
        env: The task's environment, in which a solved task counts when it is completed.
        seed: The episode's seed.
        log: Where it is noted if the oracle fails.
        known: The oracle's actions that are known from other checks, and others afterwards.
        order: The order of the checkpoints; None for the usual one, of which alone actions are known.

    Returns:
        The solved episode; None where the oracle fails, or where no device is simulated.
    """
    if not machines_of(env):
        return None
    actions = None if known is None else known.get(seed)
    if actions is None:
        record = run_episode(env, OraclePolicy(env, order), seed=seed)
        if not record.success:
            log.solution(f"seed {seed}: {record.error or record.end_reason}", False)
            return None
        actions = [step.action for step in record.steps]
        if known is not None:
            known[seed] = actions
    env.reset(seed=seed)
    start = {device: slices_of(backend) for device, backend in machines_of(env).items()}
    begin = env.snapshot()
    late = play(env, actions[:-1])
    litter = finish(env, actions[-1:])["side_effects"]["litter"]
    end = Outcome.of(env)
    env.restore(late)
    return Solved(actions, start, begin, late, litter, end)
