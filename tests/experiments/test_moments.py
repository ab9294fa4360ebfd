"""Events at other moments: an oracle that relies on their time is found out, and one that waits isn't."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import Checkpoint, check
from crab_gym.experiments.moments import other_moments
from crab_gym.task import Action, Look, Params, action
from crab_gym.task.events import Moment, TaskEvent, cause
from tests.envs.crab_env import living

BODY = "The meeting is at four."


def impatient(params: Params, look: Look) -> Iterator[Action]:
    yield action("root", "wait", seconds=6)


def patient(params: Params, look: Look) -> Iterator[Action]:
    for _ in range(60):
        if any(BODY in element.text for element in look("android")):
            return
        yield action("root", "wait", seconds=1)


TEXT = TaskEvent(id="text", when=Moment(5), does=cause(living.text_arrives, body=BODY))
AFTER = TaskEvent(id="after", when=Moment(3, event="text"), words="Thank you.")
TASK = replace(
    living.TASK,
    events=lambda params: (TEXT, AFTER),
    checkpoints=lambda params: [
        Checkpoint(id="texted", device="android", app="messages", evaluator=check(living.was_texted, body=BODY))
    ],
    footprint=lambda params: (),
)


@pytest.mark.parametrize(("oracle", "relies"), [(impatient, True), (patient, False)])
def test_who_relies_on_the_time_is_found_out(oracle: object, relies: bool) -> None:
    env = CrabEnv(f"{living.__name__}:TASK", screens=False, max_steps=500)
    env.task = replace(TASK, oracle={"texted": oracle})  # type: ignore[dict-item]
    task = env.task
    trials = other_moments(env, [0, 1])
    assert trials.solutions == 12 and not trials.attacks
    assert bool(trials.rejected) == relies
    assert all("text at" in reason and "after" not in reason for reason in trials.rejected)
    assert env.task is task


def test_without_such_events_nothing_is_played() -> None:
    env = CrabEnv("android.alarm_moved", screens=False, max_steps=500)
    assert other_moments(env, [0]).solutions == 0
