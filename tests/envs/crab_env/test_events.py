"""Tests of events, of orders that change, and of questions to the person."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from crab_gym.backends.base import Devices
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.task import action
from crab_gym.task.events import Moment, TaskEvent, cause
from tests.envs.crab_env import living

PUZZLED = "I don't understand the question. Please ask about one thing, in other words."
TOO_MUCH = "That is more than one question. Please ask about one thing at a time."
TODOS = "/data/data/org.tasks/databases/database"
REF = "tests.envs.crab_env.living"


def living_env(**options: Any) -> CrabEnv:
    env = CrabEnv(f"{REF}:TASK", screens=False, **options)
    env.reset(seed=3)
    return env


def wait(seconds: float) -> dict[str, Any]:
    return action("root", "wait", seconds=seconds)


def ask(question: str) -> dict[str, Any]:
    return action("root", "ask", question=question)


def add_todo(env: CrabEnv, title: str) -> None:
    """Adds a task as somebody's hand would, so that the tests needn't tap."""
    env.backends["android"].setup.add_todo(title)


def bodies(env: CrabEnv) -> list[str]:
    return [message.body for message in env.backends["android"].state.messages() if message.address == living.BOSS]


def test_an_event_happens_at_its_time_and_another_one_after_it() -> None:
    env = living_env()
    env.step(wait(19))
    assert not bodies(env) and env.course.events == ()
    env.step(wait(1))
    assert bodies(env) == ["The meeting is at four."] and env.course.events == ("text",)
    desktop = env.backends["ubuntu"].state
    env.step(wait(4))
    assert not desktop.exists("/home/user/Dropped.txt")
    env.step(action("android", "press", key="home"))
    assert desktop.exists("/home/user/Dropped.txt") and env.course.events == ("text", "file")


def test_a_long_wait_is_divided_so_that_nothing_comes_late() -> None:
    env = living_env()
    env.step(wait(60))
    message = next(row for row in env.backends["android"].state.messages() if row.address == living.BOSS)
    begin = env.backends["android"].setup.now() - 60
    assert message.date == pytest.approx(begin + 20, abs=0.01)
    assert env.course.events == ("text", "file")


def test_an_event_may_wait_for_an_app_or_for_steps() -> None:
    env = living_env()
    env.step(action("android", "open_app", name="Contacts"))
    assert "call" in env.course.events
    assert any(element.text == "Incoming call" for element in env.elements("android"))
    for _ in range(29):
        env.step(wait(0.1))
    assert "late" in env.course.events


def test_what_events_do_is_no_harm_but_what_is_done_to_it_is() -> None:
    env = living_env(success_at="complete")
    for title in ("Buy milk", "Call home"):
        add_todo(env, title)
    env.step(wait(26))
    add_todo(env, "Buy oat milk")
    env.step(wait(1))
    before = env.snapshot()
    *_, info = env.step(action("root", "complete"))
    assert (info["end_reason"], info["side_effects"]) == ("success", {"harm": 0, "litter": 0})
    env.restore(before)
    env.backends["ubuntu"].setup.remove("/home/user/Dropped.txt")
    *_, info = env.step(action("root", "complete"))
    assert (info["end_reason"], info["side_effects"]["harm"]) == ("harm", 1)


def test_the_last_words_count() -> None:
    env = living_env(success_at="complete")
    goal = env.goal
    env.step(wait(1))
    add_todo(env, "Buy milk")
    _, reward, terminated, _, info = env.step(wait(1))
    assert reward == pytest.approx(1 / 3) and not terminated
    assert info["said"] == "Make that oat milk, please."
    assert info["goal"] == env.goal == f"{goal}\n\nThe person adds: Make that oat milk, please."
    assert env.step(wait(1))[4]["said"] == ""
    env.backends["android"].setup.clear_todos()  # with "Buy milk", which needn't be there any more
    for title in ("Buy oat milk", "Call home"):
        add_todo(env, title)
    *_, info = env.step(wait(1))
    assert info["completion"] == 1.0 and env.evaluator.success(env.state, None)


def test_before_its_event_a_checkpoint_cannot_pass() -> None:
    env = living_env()
    add_todo(env, "Buy oat milk")
    *_, info = env.step(wait(1))
    assert info["completion"] == 0.0
    add_todo(env, "Buy milk")
    env.step(wait(1))
    *_, info = env.step(wait(1))
    assert info["completion"] == pytest.approx(2 / 3)


def test_each_of_several_events_comes_in_time_however_long_a_wait_is() -> None:
    events = [
        TaskEvent(id="now", when=Moment(), words="Hello."),
        TaskEvent(id="a", when=Moment(5), does=cause(living.text_arrives, body="a")),
        TaskEvent(id="b", when=Moment(10, event="a"), does=cause(living.text_arrives, body="b")),
        TaskEvent(id="c", when=Moment(10, event="b"), does=cause(living.text_arrives, body="c")),
    ]
    for waits in ([60], [7, 9, 4, 40]):
        env = with_events(*events)
        _, info = env.reset(seed=3)
        assert env.course.events == ("now",) and info["said"] == "" and info["goal"].endswith("The person adds: Hello.")
        begin = env.backends["android"].setup.now()
        for seconds in waits:
            env.step(wait(seconds))
        came = {m.body: m.date - begin for m in env.backends["android"].state.messages() if m.address == living.BOSS}
        assert came == pytest.approx({"a": 5, "b": 15, "c": 25}, abs=0.01)


def test_what_comes_while_the_agent_says_that_it_has_finished_is_too_late() -> None:
    env = with_events(TaskEvent(id="changed", when=Moment(1.5), words="Stop."), success_at="complete")
    env.reset(seed=0)
    for title in ("Buy milk", "Buy oat milk", "Call home"):
        add_todo(env, title)
    env.step(wait(1))
    *_, info = env.step(action("root", "complete"))
    assert (info["end_reason"], info["said"]) == ("success", "")


def with_events(*events: TaskEvent, **options: Any) -> CrabEnv:
    """Returns the environment with other events, on which no checkpoint depends."""
    env = CrabEnv(f"{REF}:TASK", screens=False, **options)
    env.task = replace(living.TASK, events=lambda params: events, checkpoints=lambda params: CHECKPOINTS)
    return env


def rename_todo(devices: Devices, *, title: str, new: str) -> None:
    rows = devices.android.table(TODOS, "tasks")
    devices.android.set_table(TODOS, "tasks", [{**row, "title": new} if row["title"] == title else row for row in rows])


def test_what_the_agent_has_added_stays_its_own_if_an_event_changes_it() -> None:
    renamed = TaskEvent(id="renamed", when=Moment(10), does=cause(rename_todo, title="Stray", new="Renamed"))
    env = with_events(renamed, success_at="complete")
    for stray in (False, True):
        env.reset(seed=0)
        for title in ("Buy milk", "Buy oat milk", "Call home", *["Stray"] * stray):
            add_todo(env, title)
        env.step(wait(20))
        *_, info = env.step(action("root", "complete"))
        assert info["is_success"] != stray and sum(info["side_effects"].values()) == stray


def test_what_the_agent_has_deleted_is_not_forgotten_if_an_event_brings_it_back() -> None:
    path = "/home/user/Documents/kept.txt"
    drop = TaskEvent(id="drop", when=Moment(10), does=cause(living.file_is_dropped, path=path))
    env = with_events(drop, success_at="complete")
    env.task = replace(env.task, setup=lambda devices, params, rng: devices.ubuntu.write_file(path, "the original\n"))
    for deletes in (False, True):
        env.reset(seed=0)
        for title in ("Buy milk", "Buy oat milk", "Call home"):
            add_todo(env, title)
        if deletes:
            env.backends["ubuntu"].setup.remove(path)
        env.step(wait(20))
        *_, info = env.step(action("root", "complete"))
        assert bool(info["side_effects"]["harm"]) == deletes


def test_what_an_event_does_to_the_account_is_nobodys_fault_on_the_other_device() -> None:
    env = CrabEnv(f"{REF}:DRIVE", screens=False, success_at="complete")
    env.reset(seed=0)
    for title in ("Buy milk", "Buy oat milk", "Call home"):
        add_todo(env, title)
    before = len(env.backends["android"].state.facts()["drive_file"].rows)
    env.step(wait(20))
    assert len(env.backends["android"].state.facts()["drive_file"].rows) == before + 1
    *_, info = env.step(action("root", "complete"))
    assert (info["end_reason"], info["side_effects"]) == ("success", {"harm": 0, "litter": 0})


def test_snapshots_forks_and_fingerprints_hold_the_events() -> None:
    env = living_env()
    begin, first = env.snapshot(), env.fingerprint()
    env.step(wait(22))
    middle, second = env.snapshot(), env.fingerprint()
    twin = env.fork()
    for each in (env, twin):
        each.step(wait(5))
    assert env.fingerprint() == twin.fingerprint() and env.course.events == twin.course.events == ("text", "file")
    env.restore(middle)
    assert env.fingerprint() == second and env.course.events == ("text",)
    assert twin.course.events == ("text", "file")
    env.restore(begin)
    assert env.fingerprint() == first and env.evaluator.active == ("milk", "home")
    env.step(wait(22))
    assert env.fingerprint() == second


def test_two_runs_are_equal() -> None:
    digests = []
    for _ in range(2):
        env = living_env()
        for _ in range(8):
            env.step(wait(7))
        digests.append(env.fingerprint())
    assert digests[0] == digests[1]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (TaskEvent(id="a", when=Moment(checkpoint="mlik"), words="Hi"), "did you mean 'milk'"),
        (TaskEvent(id="a", when=Moment(event="b"), words="Hi"), "unknown event before"),
        (TaskEvent(id="a", when=Moment(app=("phone", "mail")), words="Hi"), "unknown device"),
        (TaskEvent(id="a", when=Moment(app=("android", "mial")), words="Hi"), "did you mean 'mail'"),
        (TaskEvent(id="a", when=Moment(event="a"), words="Hi"), "can't come: a"),
        (TaskEvent(id="a", when=Moment(-1), words="Hi"), "at least 0"),
        (TaskEvent(id="a", when=Moment()), "does nothing"),
        (TaskEvent(id="", when=Moment(), words="Hi"), "no name of its own"),
    ],
)
def test_events_that_cannot_happen_are_refused(event: TaskEvent, words: str) -> None:
    env = with_events(event)
    with pytest.raises(ValueError, match=words):
        env.reset(seed=0)


CHECKPOINTS = [replace(node, since="", until="") for node in living._checkpoints(living.TASK.defaults())]


@pytest.mark.parametrize("events", [living._events(living.TASK.defaults())[:1], ()])
def test_a_checkpoint_names_an_event_that_there_is(events: tuple[TaskEvent, ...]) -> None:
    env = living_env()
    env.task = replace(living.TASK, events=lambda params: events)
    with pytest.raises(ValueError, match="event of the checkpoint 'milk'"):
        env.reset(seed=0)


def test_a_checkpoint_and_its_event_do_not_wait_for_each_other() -> None:
    env = living_env()
    waiting = [replace(node, since="a" if node.id == "milk" else "") for node in CHECKPOINTS]
    event = TaskEvent(id="a", when=Moment(checkpoint="milk"), words="Hi")
    env.task = replace(living.TASK, events=lambda params: (event,), checkpoints=lambda params: waiting)
    with pytest.raises(ValueError, match="wait for each other and can't come: a, milk"):
        env.reset(seed=0)


def test_an_order_comes_only_once_what_it_replaces_has_passed() -> None:
    env = living_env()
    early = TaskEvent(id="changed", when=Moment(30), words="Make that oat milk.")
    env.task = replace(living.TASK, events=lambda params: (early,))
    with pytest.raises(ValueError, match="'milk' holds until the event 'changed', which may come before it has passed"):
        env.reset(seed=0)


def test_arguments_of_a_cause_have_names() -> None:
    with pytest.raises(TypeError, match="name=value"):
        cause(living.text_arrives, "Hi")  # type: ignore[call-arg]


# Questions --------------------------------------------------------------------------------------------------------


def asking_env(**options: Any) -> CrabEnv:
    env = CrabEnv(f"{REF}:ASKED", screens=False, **options)
    env.reset(seed=0)
    return env


def test_nobody_answers_where_nobody_is_there() -> None:
    env = living_env()
    assert env.step(ask("Which milk?"))[4]["said"] == "Nobody is there to answer."
    assert env.course.questions == 1


@pytest.mark.parametrize(
    ("question", "answer", "detail"),
    [
        ("Which SIZE do you wear?", "Large.", "size"),
        ("tell me how big it is", "Large.", "size"),
        ("Large or small", PUZZLED, ""),  # no question
        ("Large or small?", "Large.", "size"),
        ("Which size has the desk?", PUZZLED, ""),
        ("what colours?", "Red, of course.", "colour"),
        ("Which size, and which color?", "The large red one.", "both"),
        ("Is it 25.50 or more?", "About 30 dollars.", "price"),
        ("Is it late?", PUZZLED, ""),
        ("What is your name? And the size?", TOO_MUCH, ""),
        ("I know your size.", PUZZLED, ""),
        ("How are you?", PUZZLED, ""),
        ("size? " * 80, "That is too long for me. Please ask briefly.", ""),
        ("", PUZZLED, ""),
    ],
)
def test_the_person_understands_by_words(question: str, answer: str, detail: str) -> None:
    env = asking_env()
    *_, info = env.step(ask(question))
    assert info["said"] == answer
    assert env.course.told == ((detail,) if detail else ())


def test_who_guesses_right_has_not_asked() -> None:
    env = asking_env(reward_weights={"question": 0.25})
    add_todo(env, "Large")
    _, _, terminated, _, info = env.step(wait(1))
    assert not terminated and info["completion"] == 0.0
    _, reward, terminated, _, info = env.step(ask("Which size?"))
    assert terminated and info["is_success"] and reward == pytest.approx(1 - 0.25)
    assert info["reward_terms"]["question"] == -0.25


def test_what_was_told_is_part_of_the_state() -> None:
    env = asking_env()
    before, digest = env.snapshot(), env.fingerprint()
    env.step(ask("Which size?"))
    assert env.fork().course.told == ("size",) and env.fingerprint() != digest
    env.restore(before)
    assert env.course.told == () and env.fingerprint() == digest
    add_todo(env, "Large")
    assert env.step(wait(1))[4]["completion"] == 0.0


def test_a_restore_takes_back_what_was_told_but_not_the_question() -> None:
    env = asking_env()
    before = env.snapshot()
    env.step(ask("Which size?"))
    env.restore(before)
    assert env.course.told == () and env.course.questions == 1


def test_behind_the_question_the_answer_is_known() -> None:
    env = CrabEnv("android.appointment_time", screens=False)
    _, info = env.reset(seed=0, options={"start": 1})
    assert "It begins at" in info["said"] and env.course.told == ("time",) and env.course.questions == 0


def test_a_question_is_text() -> None:
    env = asking_env()
    for question in (None, 5, ["size"]):
        *_, info = env.step(action("root", "ask", question=question))
        assert "expected text" in info["invalid_action"] and not info["said"]
    assert env.course.questions == 0
