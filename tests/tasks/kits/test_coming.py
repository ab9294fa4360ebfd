"""Sub-tasks about what comes while the agent works: it has to be waited for, and what was there before is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

import pytest

from crab_gym.envs.guidance import walk_of
from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.experiments.moments import other_moments
from crab_gym.experiments.verify import verify_task
from crab_gym.policies import OraclePolicy, ScriptPolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Action, ComposedTask, Look, Params, action, compose
from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition.parts import changes
from crab_gym.task.events import Moment, TaskEvent
from crab_gym.task.task import Oracle, expect_nothing

USED_BY = {
    "coming.address_by_text": ("cards.add_address", "address"),
    "coming.amount_by_mail": ("expenses.add", "amount"),
    "coming.amount_by_text": ("expenses.add", "amount"),
    "coming.code_by_text": ("notes.lock", "pin"),
    "coming.date_by_mail": ("errands.set_due", "date"),
    "coming.date_by_text": ("calendar.add_all_day", "date"),
    "coming.download": ("folders.copy_file", "file"),
    "coming.email_by_mail": ("contacts.add_email", "email"),
    "coming.invitation_date": ("messages.send", "text"),
    "coming.number_by_mail": ("messages.send", "number"),
    "coming.number_by_voicemail": ("contacts.add", "phone"),
    "coming.number_by_text": ("contacts.add", "phone"),
    "coming.place_by_text": ("maps.mark", "place"),
    "coming.second_edition": ("expenses.add", "amount"),
    "coming.time_by_text": ("timers.retime_alarm", "time"),
}
"""Sub-tasks that look up what comes, to a sub-task that takes it, and its input."""
DOING = ("coming.battery_saver", "coming.declined_order", "coming.reply", "coming.take_call")
WITH_OLD = [name for name in USED_BY if "old" in catalogue()[name].hidden]
CHECKS = ("oracle", "near misses", "harm", "events", "noop")


def used(name: str, style: str = "plain") -> ComposedTask:
    """Returns the task in which another sub-task takes what comes."""
    taker, at = USED_BY[name]
    return compose([(name, {}), (taker, {})], [(0, 1, at)], style)


@pytest.fixture(scope="module")
def env() -> Iterator[ComposedEnv]:
    made = ComposedEnv(compose([(DOING[0], {})]).to_json(), screens=False, success_at="complete", max_steps=900)
    yield made
    made.close()


def test_each_sub_task_in_which_something_comes_is_known_here() -> None:
    eventful = {name for name, subtask in catalogue().items() if subtask.events is not expect_nothing}
    assert eventful == {*USED_BY, *DOING} == {name for name in catalogue() if name.startswith("coming.")}
    assert {name for name in eventful if changes(catalogue()[name])} == set(DOING)


def test_battery_saver_that_was_on_before_the_warning_is_turned_on_again() -> None:
    made = ComposedEnv(compose([(DOING[0], {})]).to_json(), screens=False, success_at="complete", max_steps=900)
    (early,) = [way for name, way in made.task.near_misses.items() if name.endswith("too_early")]
    (again,) = made.task.oracle.values()

    def twice(params: Params, look: Look) -> Iterator[Action]:
        """Heeds the warning after all."""
        yield from early(params, look)
        yield from again(params, look)

    for way, solved in ((early, False), (twice, True)):
        record = run_episode(made, ScriptPolicy("way", partial(walk_of, made, way)), seed=3)
        assert record.success is solved, record.error or record.end_reason
    made.close()


@pytest.mark.parametrize("name", [*USED_BY, *DOING])
def test_it_is_solved_by_nothing_else(name: str) -> None:
    task = used(name) if name in USED_BY else compose([(name, {})])
    for finding in verify_task(task.to_json(), "sim", (), 1, CHECKS):
        assert finding.ok, finding


def given(oracle: Oracle, values: Params) -> Oracle:
    """Returns a part's oracle with some values."""
    return lambda params, look: oracle(values, look)


def play(env: ComposedEnv, name: str, values: Params, most: int | None = None) -> None:
    """Plays a part's oracle with some values, or its first steps."""
    for oracle in catalogue()[name].oracle.values():
        for step in islice(walk_of(env, given(oracle, values)), most):
            env.step(step)


@pytest.mark.parametrize("name", WITH_OLD)
def test_what_was_there_before_is_wrong(env: ComposedEnv, name: str) -> None:
    """Who waits, and then takes the older value all the same, has all but what judges the value."""
    task, (taker, at) = used(name), USED_BY[name]
    env.play(task, 4)
    looked_up, right = task.composition.values(env.params)
    assert looked_up.old != getattr(right, at)
    play(env, name, looked_up)
    play(env, taker, right.replace(**{at: looked_up.old}))
    *_, info = env.step(action("root", "complete"))
    assert not info["is_success"] and 0 < info["completion"] < 1


@pytest.mark.parametrize("name", USED_BY)
def test_nothing_passes_before_it_comes(env: ComposedEnv, name: str) -> None:
    """Not even for who knows the value, and opens all apps."""
    task = used(name)
    env.play(task, 2)
    [event] = task.events(env.params)
    looked_up, right = task.composition.values(env.params)
    assert 20 <= event.when.seconds <= 240
    play(env, name, looked_up, 2)
    play(env, USED_BY[name][0], right, 5)
    assert env.course.seconds < event.when.seconds and not env.evaluator.passed


def test_other_parts_go_on_while_something_comes(env: ComposedEnv) -> None:
    """A text pops up above the app in front: the oracle waits until it can tap what is below."""
    parts = ["contacts.add", "calendar.add_all_day", "coming.code_by_text", "notes.lock", "coming.reply"]
    task = compose([(name, {}) for name in parts], [(2, 3, "pin")])
    env.play(task, 0)
    trials = other_moments(env, [0, 1, 2])
    assert trials.solutions == 18 and not trials.rejected


@pytest.mark.parametrize("second", range(1, 12))
def test_a_text_may_come_at_any_second(env: ComposedEnv, second: int) -> None:
    task = compose([("contacts.add", {}), ("coming.code_by_text", {}), ("notes.lock", {})], [(1, 2, "pin")])

    def sooner(params: Params) -> list[TaskEvent]:
        return [replace(event, when=Moment(second)) for event in task.events(params)]

    env.play(task, 0)
    env.task = replace(task, events=sooner)
    assert run_episode(env, OraclePolicy(env), seed=0).success


def test_a_desktop_whose_screen_went_off_is_woken(env: ComposedEnv) -> None:
    task = used("coming.amount_by_mail")
    env.play(task, 0)
    for _ in range(16):
        env.step(action("root", "wait", seconds=60))
    assert not env.elements("ubuntu")
    for name, values in zip(
        ("coming.amount_by_mail", "expenses.add"), task.composition.values(env.params), strict=True
    ):
        play(env, name, values)
    *_, info = env.step(action("root", "complete"))
    assert info["is_success"]
