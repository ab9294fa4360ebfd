"""Checks of a synthesised task, stricter than OmniBench's cross-verification (§3.2): a task that fails one is dropped.

Its oracle must succeed in several orders of the parts, and fail in one in which another copy replaces what is to be
pasted. It must fail with each part left out that changes something; what the others would have shown, it knows. Other
tasks' oracles must fail, harm must be seen, and nothing may hold at the beginning.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from crab_gym.backends.base import DeviceError
from crab_gym.envs.guidance import look_of
from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.evaluation.evaluator import EvaluatorError
from crab_gym.experiments.spoilers import spoilers
from crab_gym.experiments.trials import facts_of, kept_facts
from crab_gym.task import Action, ComposedTask, OracleStuck, Params
from crab_gym.task.composition.parts import changes, topological_orders
from crab_gym.task.types import TYPES

__all__ = ["ATTACKS", "Checked", "check_task"]

ORDERS = 2
"""Orders of the parts that have to succeed, where there are as many."""
_STUCK = (OracleStuck, DeviceError, IndexError, ValueError)
"""The errors of an oracle that doesn't find what it looks for."""
_STEPS = 100_000
"""Steps of all attempts at a task together."""
_MOST_ORDERS = 200
"""Orders among which one is searched."""
ATTACKS = ("left out", "another task's oracle", "harm", "a wrong order", "nothing done")
"""The kinds of attack that must not succeed."""


class Checked(NamedTuple):
    """The result of a check.

    Attributes:
        reason: Why the task is dropped, ``""`` if it isn't.
        solutions: Episodes that had to succeed.
        attacks: Episodes that must not.
    """

    reason: str
    solutions: int
    attacks: int


class _Dropped(Exception):
    """A task fails a check."""


def check_task(env: ComposedEnv, task: ComposedTask, seed: int, others: Sequence[ComposedTask]) -> Checked:
    """Checks a task with one seed.

    Args:
        env: An environment without screens, with ``success_at="complete"``; its episode is replaced.
        task: The task.
        seed: Draws its parameters.
        others: Tasks whose oracles must not solve it.
    """
    check = _Check(env, task, seed)
    try:
        check.solutions()
        check.attacks(others)
    except _Dropped as dropped:
        return Checked(str(dropped), check.solved, check.attacked)
    except EvaluatorError:
        return Checked("an evaluator fails", check.solved, check.attacked)
    return Checked("", check.solved, check.attacked)


class _Check:
    """The check of one task; see `check_task`."""

    def __init__(self, env: ComposedEnv, task: ComposedTask, seed: int) -> None:
        self.env, self.task, self.seed = env, task, seed
        self.rng = random.Random(f"{task.name}:{seed}:checks")
        self.solved = self.attacked = 0
        self.orders = list(task.composition.orders(24))
        env.play(task, seed)
        env.max_steps = _STEPS
        self.start = env.snapshot()

    def begin(self) -> Params:
        """Starts the task's episode again; returns its parameters."""
        self.env.restore(self.start)
        return self.env.params

    def walk(self, order: Iterable[int], task: ComposedTask, params: Params) -> Iterator[Action]:
        """Yields the oracle's actions for some parts of a task, in an order."""
        look = look_of(self.env)
        graph = task.graph(params)
        for part in order:
            names = [node.id for node in graph.checkpoints if node.id.partition(".")[0] == str(part)]
            yield from chain.from_iterable(task.oracle[name](params, look) for name in names)

    def solves(self, order: Iterable[int], task: ComposedTask | None = None, params: Params | None = None) -> bool:
        """Returns whether an oracle's actions, and completing then, solve the task.

        Args:
            order: The parts, in the order in which they are done.
            task: The oracle's task; None for the one that is checked.
            params: The oracle's parameters; None for the episode's.
        """
        own = self.begin()
        for taken in self.walk(order, task or self.task, params or own):
            self.env.step(taken)
        return self.complete()

    def succeeds(self, order: Iterable[int], task: ComposedTask | None = None, params: Params | None = None) -> bool:
        """Returns the same as `solves`; an oracle that is stuck has done what it could."""
        try:
            return self.solves(order, task, params)
        except _STUCK:
            return self.complete()

    def complete(self) -> bool:
        """Completes the episode; returns whether that is a success."""
        info = self.env.step({"device": "root", "name": "complete", "args": {}})[4]
        return bool(info["is_success"])

    def solutions(self) -> None:
        """Plays the oracle in orders that should succeed."""
        chosen = [self.orders[0], *self.rng.sample(self.orders[1:], min(ORDERS - 1, len(self.orders) - 1))]
        for order in chosen:
            self.solved += 1
            try:
                done = self.solves(order)
            except _STUCK:
                raise _Dropped("the oracle is stuck") from None
            if not done:
                raise _Dropped("the oracle fails")

    def attacks(self, others: Sequence[ComposedTask]) -> None:
        """Tries what must not succeed."""
        self.begin()
        state = {device: backend.state for device, backend in self.env.backends.items()}
        for node in self.env.evaluator.graph.checkpoints:
            if node.evaluator(state, None, **node.args):
                raise _Dropped("a checkpoint holds at the beginning")
        self.attack(self.complete(), "nothing done")
        parts = self.orders[0]
        for part in parts:
            if not changes(self.task.composition.parts[part].subtask):
                continue  # it only looks something up, and the oracle knows it without
            self.attack(self.succeeds([other for other in parts if other != part]), "a part left out")
        wrong = next(self.wrong_orders(), None)
        if wrong is not None:
            self.attack(self.succeeds(wrong), "a wrong order")
        for other in others:
            if not other.composition.includes(self.task.composition):
                params = Params(**{name: each.default for name, each in other.parameters.items()})
                self.attack(self.succeeds(other.composition.sorted_parts, other, params), "another task's oracle")
        self.harm()

    def wrong_orders(self) -> Iterator[tuple[int, ...]]:
        """Yields orders in which producers come first, but another copy replaces what a part is to paste."""
        parts = [part.subtask for part in self.task.composition.parts]
        copies = [i for i, subtask in enumerate(parts) if subtask.output and TYPES[subtask.output].volatile]
        pastes = [
            edge for edge in self.task.composition.edges if edge.producer in copies and changes(parts[edge.consumer])
        ]
        if len(copies) < 2 or not pastes:
            return
        for order in islice(topological_orders(self.task.composition.feeds), _MOST_ORDERS):
            place = {part: at for at, part in enumerate(order)}
            if any(place[e.producer] < place[other] < place[e.consumer] for e in pastes for other in copies):
                yield order

    def attack(self, accepted: bool, what: str) -> None:
        """Counts an attack; one that succeeds drops the task."""
        self.attacked += 1
        if accepted:
            raise _Dropped(f"accepted: {what}")

    def harm(self) -> None:
        """Damages one thing before the oracle's last action."""
        params = self.begin()
        facts = facts_of(self.env)
        actions = list(self.taken(self.walk(self.orders[0], self.task, params)))
        end = facts_of(self.env)
        self.begin()
        for taken in actions[:-1]:
            self.env.step(taken)
        footprint = self.task.footprint(params)
        found = [
            spoiler
            for device in facts
            for spoiler in spoilers(device, kept_facts(facts[device], end[device]), footprint, self.rng)
            if spoiler.operation != "add"
        ]
        if found:
            spoiler = self.rng.choice(found)
            spoiler.apply(self.env.backends[spoiler.device].setup)
            self.env.step(actions[-1])
            self.attack(self.complete(), f"harm to a {spoiler.kind}")

    def taken(self, walk: Iterator[Action]) -> Iterator[Action]:
        """Yields actions after taking them."""
        for each in walk:
            self.env.step(each)
            yield each
