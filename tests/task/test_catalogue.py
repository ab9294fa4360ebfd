"""The sub-tasks of the kits: what is hidden can't be guessed."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from crab_gym.task import Params, SubTask
from crab_gym.task.catalogue import catalogue
from crab_gym.task.types import TYPES

SEEDS = 300
HIDING = [
    subtask
    for subtask in catalogue().values()
    if subtask.hidden and subtask.output and not TYPES[subtask.output].resource
]
"""Sub-tasks that look up what their setup hid; what lies at a path is there for all to see."""


def _output(subtask: SubTask, rng: random.Random | None) -> object:
    """Returns an output; the inputs have their defaults, and so has what is hidden if there is no generator."""
    values = {name: parameter.default for name, parameter in {**subtask.inputs, **subtask.hidden}.items()}
    if rng is not None:
        values |= {name: parameter.sample(rng) for name, parameter in subtask.hidden.items()}
    kinds = {name: parameter.type for name, parameter in subtask.inputs.items()}
    assert subtask.produce is not None
    return subtask.produce(Params(**values, kinds=kinds, fed=frozenset()))


@pytest.mark.parametrize("subtask", HIDING, ids=lambda subtask: subtask.name)
def test_who_skips_it_seldom_guesses_its_output(subtask: SubTask) -> None:
    outputs = Counter(repr(_output(subtask, random.Random(seed))) for seed in range(SEEDS))
    guess = repr(_output(subtask, None))
    assert outputs[guess] / SEEDS < 0.3, f"{guess} is right in {outputs[guess]} of {SEEDS} episodes"
    [(best, count)] = outputs.most_common(1)
    assert count / SEEDS < 0.3, f"{best} is right in {count} of {SEEDS} episodes"


def test_over_all_sub_tasks_a_guess_is_right_in_few_episodes() -> None:
    right = [
        _output(subtask, random.Random(seed)) == _output(subtask, None) for subtask in HIDING for seed in range(SEEDS)
    ]
    assert sum(right) / len(right) < 0.04
