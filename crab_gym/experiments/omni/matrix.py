"""The matrix of sub-tasks: whose checkpoints pass when the oracle of which sub-task plays.

Sub-tasks are set up together, a few at a time, and the oracle of each plays alone, so that one episode shows what it
does to the checkpoints of all others. What only looks into an app counts as done by whatever opens that app.

* `batches` - sub-tasks that are set up together, such that the pairs that are asked for are among them.
* `set_up_together`, `play_alone` - for each oracle of a batch, the other sub-tasks whose checkpoints all pass.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crab_gym.envs.guidance import look_of
from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.evaluation import Checkpoint
from crab_gym.experiments.omni.checks import STUCK
from crab_gym.task import ComposedTask
from crab_gym.task.composition.composed import make_task
from crab_gym.task.composition.parts import Composition, Part, changes
from crab_gym.task.subtask import SubTask
from crab_gym.task.types import TYPES

__all__ = ["Alone", "batches", "play_alone", "set_up_together"]


class Alone(NamedTuple):
    """What a sub-task's oracle did when it played alone.

    Attributes:
        played: Whether it came to its end.
        done: Whether its own checkpoints all passed.
        accepted: The other sub-tasks whose checkpoints all passed.
        opened: The apps, by device and id, that were in front at some time, or in whose place another one was that
            shows the same.
    """

    played: bool
    done: bool
    accepted: tuple[SubTask, ...]
    opened: frozenset[tuple[str, str]]

    def wrong(self) -> list[SubTask]:
        """Returns those accepted that mustn't be: the others only look into an app that was opened."""
        return [each for each in self.accepted if changes(each) or (each.device, each.app) not in self.opened]


def batches(subtasks: Sequence[SubTask], size: int, share: float, rng: random.Random) -> Iterator[tuple[SubTask, ...]]:
    """Yields batches until a share of all pairs was in one; no two in a batch touch the same volatile resource.

    Args:
        subtasks: The sub-tasks.
        size: How many are set up together.
        share: The share of the pairs, 1 for all.
        rng: Draws them.
    """
    clashing = [_volatile(each) for each in subtasks]
    left = {(a, b) for a in range(len(subtasks)) for b in range(a) if not clashing[a] & clashing[b]}
    most = (1 - share) * len(left)
    while len(left) > most:
        (first, second) = rng.choice(sorted(left)[:200])
        batch = [first, second]
        others = [n for n in range(len(subtasks)) if n not in batch]
        rng.shuffle(others)
        others.sort(key=lambda n: -sum((max(n, m), min(n, m)) in left for m in batch))
        for n in others:
            if len(batch) < size and not any(clashing[n] & clashing[m] for m in batch):
                batch.append(n)
        left -= {(a, b) for a in batch for b in batch if b < a}
        yield tuple(subtasks[n] for n in sorted(batch))


def _volatile(subtask: SubTask) -> frozenset[str]:
    """Returns the volatile resources that a sub-task takes, puts something into, or disturbs."""
    kinds = [parameter.type for parameter in subtask.inputs.values()]
    kinds += [subtask.output] if subtask.output else []
    return frozenset({TYPES[kind].volatile for kind in kinds} | set(subtask.disturbs)) - {""}


def set_up_together(subtasks: Sequence[SubTask]) -> ComposedTask:
    """Returns a task of sub-tasks of which none feeds another; it has no goal that anybody could read."""
    composition = Composition(tuple(Part(each) for each in subtasks), (), "plain", tuple(range(len(subtasks))))
    return make_task("custom.together", composition)


def play_alone(env: ComposedEnv, task: ComposedTask, seed: int) -> Iterator[Alone]:
    """Plays the oracle of each part from the same beginning.

    Args:
        env: An environment for both devices; its episode is replaced.
        task: See `set_up_together`.
        seed: Draws the parameters.
    """
    env.play(task, seed)
    env.max_steps = 100_000
    start, look = env.snapshot(), look_of(env)
    subtasks = [each.subtask for each in task.composition.parts]
    for part in range(len(subtasks)):
        env.restore(start)
        played, opened = True, set[tuple[str, str]]()
        try:
            for node in _nodes(env, part):
                for step in task.oracle[node.id](env.params, look):
                    env.step(step)
                    opened |= {(name, device.state.foreground().app) for name, device in env.backends.items()}
        except STUCK:
            played = False
        passed = env.evaluator.passed
        left = {int(node.id.partition(".")[0]) for node in env.evaluator.graph if node.id not in passed}
        accepted = tuple(each for n, each in enumerate(subtasks) if n not in left and n != part)
        places = {n for n in range(len(subtasks)) if all(node.place for node in _nodes(env, n))}
        opened |= {(each.device, each.app) for n, each in enumerate(subtasks) if n in places - left}
        yield Alone(played, part not in left, accepted, frozenset(opened))


def _nodes(env: ComposedEnv, part: int) -> list[Checkpoint]:
    return [node for node in env.evaluator.graph.checkpoints if node.id.startswith(f"{part}.")]
