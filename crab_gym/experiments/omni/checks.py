"""Checks of a synthesised task, stricter than OmniBench's cross-verification (§3.2): a task that fails one is dropped.

Its oracle must succeed in several orders of the parts, and fail in one in which another copy replaces what is to be
pasted. It must fail with each part left out that changes something; what the others would have shown, it knows. Other
tasks' oracles must fail, harm must be seen, and nothing may hold at the beginning.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from crab_gym.backends.base import DeviceError, devices_of, state_of
from crab_gym.envs.guidance import look_of
from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.envs.snapshot import EnvSnapshot
from crab_gym.evaluation.evaluator import EvaluatorError
from crab_gym.experiments.spoilers import Spoiler, spoilers
from crab_gym.experiments.trials import facts_of, kept_facts
from crab_gym.task import Action, ComposedTask, Oracle, OracleStuck, Params
from crab_gym.task.composition.parts import changes, topological_orders
from crab_gym.task.types import TYPES
from crab_sim.devices.facts import Facts

__all__ = ["ATTACKS", "STUCK", "Checked", "check_task"]

STUCK = (OracleStuck, DeviceError, IndexError, ValueError)
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
        where: The sub-task that is the cause, where one can be named.
    """

    reason: str
    solutions: int
    attacks: int
    where: str = ""


class _Dropped(Exception):
    """A task fails a check.

    Args:
        reason: Why it is dropped.
        where: The sub-task that is the cause; ``""`` if none can be named.
    """

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(reason)
        self.where = where


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
        return Checked(str(dropped), check.solved, check.attacked, dropped.where)
    except EvaluatorError as error:
        return Checked("an evaluator fails", check.solved, check.attacked, check.subtask(error.checkpoint))
    return Checked("", check.solved, check.attacked)


class _Played(NamedTuple):
    """A solution that was played.

    Attributes:
        order: The parts, in the order in which they were done.
        before: Part to the state right before it.
        actions: Part to the actions that did it.
        end: Each device's facts after the last of them.
    """

    order: tuple[int, ...]
    before: Mapping[int, EnvSnapshot]
    actions: Mapping[int, Sequence[Action]]
    end: Mapping[str, Facts]

    def after(self, part: int) -> tuple[int, ...]:
        """Returns the parts that were done after one."""
        return self.order[self.order.index(part) + 1 :]


class _Check:
    """The check of one task; see `check_task`.

    An attack begins in the state that a solution had where the two part, so that nothing is played twice.
    """

    def __init__(self, env: ComposedEnv, task: ComposedTask, seed: int) -> None:
        self.env, self.task, self.seed = env, task, seed
        self.rng = random.Random(f"{task.name}:{seed}:checks")
        self.solved = self.attacked = 0
        self.played: list[_Played] = []
        self.success = False  # at the last action
        env.play(task, seed)
        env.max_steps = _STEPS
        self.start, self.facts = env.snapshot(), facts_of(env)
        self.oracle = _by_part(task, env.params)

    def orders(self) -> list[tuple[int, ...]]:
        """Returns the orders of the parts that have to succeed: the first one, and one that is far from it."""
        composition = self.task.composition
        first = next(composition.orders(1))
        return list(dict.fromkeys([first, next(composition.orders(1, first[::-1]))]))

    def walk(self, part: int) -> Iterator[Action]:
        """Yields the oracle's actions for a part."""
        look = look_of(self.env)
        return chain.from_iterable(step(self.env.params, look) for step in self.oracle[part])

    def succeeds(self, walks: Iterable[Iterator[Action]]) -> bool:
        """Returns whether oracles' actions, and completing then, solve the task.

        An oracle that is stuck has done what it could.
        """
        try:
            for step in chain.from_iterable(walks):
                self.do(step)
        except STUCK:
            pass
        return self.complete()

    def do(self, action: Action) -> None:
        """Carries out an action, unless the episode is over: an answer ends it where nothing else is left."""
        if not self.env.ended:
            self.success = bool(self.env.step(action)[4]["is_success"])

    def complete(self) -> bool:
        """Completes the episode, unless it is over; returns whether it is a success."""
        self.do({"device": "root", "name": "complete", "args": {}})
        return self.success

    def solutions(self) -> None:
        """Plays the oracle in orders that should succeed."""
        for order in self.orders():
            self.solved += 1
            played = self.play(order)
            if not self.complete():
                passed = self.env.evaluator.passed
                missing = [node.id for node in self.env.evaluator.graph.checkpoints if node.id not in passed]
                raise _Dropped("the oracle fails", self.subtask(missing[0]) if missing else "")
            self.played.append(played)

    def play(self, order: tuple[int, ...]) -> _Played:
        """Plays the oracle in an order; keeps the states on the way."""
        self.env.restore(self.start)
        before: dict[int, EnvSnapshot] = {}
        actions: dict[int, list[Action]] = {}
        for part in order:
            before[part], actions[part] = self.env.snapshot(), []
            try:
                for step in self.walk(part):
                    self.do(step)
                    actions[part].append(step)
            except STUCK:
                raise _Dropped("the oracle is stuck", self.subtask(str(part))) from None
        return _Played(order, before, actions, facts_of(self.env))

    def attacks(self, others: Sequence[ComposedTask]) -> None:
        """Tries what must not succeed."""
        self.env.restore(self.start)
        state = state_of(self.env.backends, self.env.task.read_with(self.env.params, self.env.goal))
        for node in self.env.evaluator.graph.checkpoints:
            if node.evaluator(state, None):
                raise _Dropped("a checkpoint holds at the beginning", self.subtask(node.id))
        self.attack(self.complete(), "nothing done")
        for part in self.played[0].order:
            if changes(self.task.composition.parts[part].subtask):
                self.attack(self.without(part), "a part left out", self.subtask(str(part)))
            # Else it only looks something up, and the oracle knows it without.
        wrong = next(self.wrong_orders(), None)
        if wrong is not None:
            self.env.restore(self.start)
            self.attack(self.succeeds(map(self.walk, wrong)), "a wrong order")
        for other in others:
            if not other.composition.includes(self.task.composition):
                self.env.restore(self.start)
                self.attack(self.succeeds(self.by_another(other)), "another task's oracle")
        self.harm()

    def without(self, part: int) -> bool:
        """Returns whether the task is solved without one of its parts."""
        played = min(self.played, key=lambda each: len(each.after(part)))
        self.env.restore(played.before[part])
        return self.succeeds(map(self.walk, played.after(part)))

    def by_another(self, other: ComposedTask) -> Iterator[Iterator[Action]]:
        """Yields another task's oracle, which has its own default parameters."""
        params, look = other.defaults(), look_of(self.env)
        oracle = _by_part(other, params)
        for part in other.composition.sorted_parts:
            yield from (step(params, look) for step in oracle[part])

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

    def attack(self, accepted: bool, what: str, where: str = "") -> None:
        """Counts an attack; one that succeeds drops the task."""
        self.attacked += 1
        if accepted:
            raise _Dropped(f"accepted: {what}", where)

    def subtask(self, place: str) -> str:
        """Returns the sub-task of a part, or of a checkpoint."""
        return self.task.composition.parts[int(place.partition(".")[0])].subtask.name

    def harm(self) -> None:
        """Damages one thing before the oracle's last action."""
        played = self.played[0]
        last = next((part for part in reversed(played.order) if played.actions[part]), None)
        spoiler = self.spoiler(played)
        if last is None or spoiler is None:
            return
        self.env.restore(played.before[last])
        *first, final = played.actions[last]
        for step in first:
            self.do(step)
        spoiler.apply(devices_of(self.env.backends))
        self.do(final)
        self.attack(self.complete(), f"harm to a {spoiler.kind}")

    def spoiler(self, played: _Played) -> Spoiler | None:
        """Returns something to damage that a solution leaves as it is, of any kind; None if there is nothing."""
        footprint = self.env.footprint
        kinds = [(device, kind) for device, facts in self.facts.items() for kind in sorted(facts)]
        self.rng.shuffle(kinds)
        for device, kind in kinds:
            start, end = self.facts[device], played.end[device]
            lasting = kept_facts({kind: start[kind]}, {kind: end[kind]} if kind in end else {})
            candidates = [each for each in spoilers(device, lasting, footprint, self.rng) if each.operation != "add"]
            if candidates:
                return self.rng.choice(candidates)
        return None


def _by_part(task: ComposedTask, params: Params) -> Mapping[int, Sequence[Oracle]]:
    """Returns the steps of a task's oracle for each of its parts."""
    steps: dict[int, list[Oracle]] = {part: [] for part in range(len(task.composition.parts))}
    for node in task.graph(params).checkpoints:
        steps[int(node.id.partition(".")[0])].append(task.oracle[node.id])
    return steps
