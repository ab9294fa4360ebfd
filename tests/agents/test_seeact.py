"""SeeAct: it says what to do, then chooses the element from a list, whatever is answered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from crab_gym.agents import make_agent, wrap
from crab_gym.agents.chat import Message, Picture, Reply
from crab_gym.agents.models import make_model
from crab_gym.agents.parsing import Unreadable
from crab_gym.agents.seeact import Choice, pick
from crab_gym.envs.verbs import VERBS
from crab_gym.rollout import run_episode
from tests.agents.knower import SOLVED, Knower, Step
from tests.agents.models import BAD, Says, calls, looked, pictures, texts
from tests.agents.server import FakeServer, torn_arguments, wrong_tool
from tests.agents.test_prompts import leaked, screen_texts, templates


def operate(knower: Knower, messages: Sequence[Message]) -> Reply:
    """Says the next step in words; then calls it, with the numbers of its elements, as soon as they are offered."""
    step = knower.step
    if not (knower.tools or "To call a function" in messages[0].text):
        return Reply(f"Next: on {step.device}, {step.verb}.")
    offered = re.findall(r"^(\d+)\. (\w+): ", texts(messages), re.MULTILINE)
    mine = [int(place) for place, device in offered if device == step.device]
    arguments = dict(step.arguments)
    for key in [key for key in arguments if key.startswith("element")]:
        if arguments[key] > len(mine):
            return knower.call(Step("none_of_these", {}))
        arguments[key] = mine[arguments[key] - 1]
    return knower.call(Step(step.name, arguments), "That is it.")


ROLES = {"operator": operate}


@pytest.fixture(scope="module", params=SOLVED)
def read(request: pytest.FixtureRequest) -> Iterator[gym.Env]:
    with wrap(gym.make(f"Crab-v0/{request.param}", backend="sim", screens=False), "seeact", pictures=False) as env:
        yield env


@pytest.mark.parametrize("choices", [50, 6])
def test_a_model_that_knows_solves_tasks_by_choices_alone(choices: int, read: gym.Env) -> None:
    knower = Knower(read, roles=ROLES)
    record = run_episode(read, make_agent("seeact", knower, pictures=False, choices=choices), seed=4)
    assert (record.end_reason, record.completion, record.error) == ("success", 1.0, "")
    assert record.calls == len(knower.heard)
    assert record.tokens == 110 * record.calls
    if choices == 50:
        assert record.calls == 2 * record.actions
    elif record.task.startswith(("android.", "cross.")):  # the desktop's tasks are done with few elements
        assert record.calls > 2 * record.actions
    assert not any({"x", "y", "x1", "y1"} & step.action["args"].keys() for step in record.steps)
    assert not any(step.invalid_action for step in record.steps)


@pytest.mark.parametrize("calls_tools", [True, False])
def test_so_does_one_that_sees_pictures(calls_tools: bool) -> None:
    env = wrap(gym.make("Crab-v0/cross.dark_mode_from_todo"), "seeact", max_side=640)
    record = run_episode(env, make_agent("seeact", Knower(env, calls_tools, ROLES), max_side=640), seed=2)
    assert (record.end_reason, record.error) == ("success", "")


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("calls_tools", [True, False])
def test_an_answer_that_is_no_action_is_refused_with_its_reason(calls_tools: bool, first: bool) -> None:
    env = wrap(gym.make("Crab-v0/learn.todo_from_note", screens=False, max_steps=30), "seeact", pictures=False)
    words = Reply("Click the button.")
    answers = [reply for bad in BAD for reply in ([bad, bad, words] if first else [words, bad, bad])]
    model = Says(answers, calls_tools)
    record = run_episode(env, make_agent("seeact", model, pictures=False), seed=0)
    assert (record.end_reason, record.error, record.actions) == ("step_limit", "", 30)
    refused = [step.invalid_action for step in record.steps]
    assert all(refused) and all(len(reason) < 1000 for reason in refused)
    json.dumps([step.notes for step in record.steps]).encode()
    for messages, _, _ in model.asked:
        assert len(texts(messages).encode()) < 100_000


# What is asked.


def ask(replies: Sequence[Reply | str], screens: bool = False, **options: Any) -> tuple[Says, Any, Any]:
    """ServerFeatures one turn on a desktop and a phone; returns what was asked, the agent, and its action."""
    options = {"pictures": screens, **options}
    _, obs, info, spec = looked("cross.dark_mode_from_todo", "seeact", screens=screens, **options)
    model = Says(replies)
    agent = make_agent("seeact", model, **options)
    agent.reset(info["goal"], spec)
    return model, agent, agent.act(obs, info)


def test_the_words_come_from_the_screens_and_the_call_from_the_choices() -> None:
    model, agent, action = ask(["Tap Tasks on android.", calls("android__open_app_drawer")], screens=True)
    (words, no_tools, _), (grounding, tools, force) = model.asked
    assert pictures(words) == pictures(grounding) == [("ubuntu", (720, 1280, 3)), ("android", (800, 360, 3))]
    assert no_tools == () and force
    assert "[1]" not in texts(words) and "Activities" not in words[-1].text
    assert [message.role for message in grounding] == ["system", "user", "assistant", "user"]
    assert grounding[2].text == "Tap Tasks on android."
    lines = re.findall(r"^(\d+)\. (\w+): (.+)$", grounding[3].text, re.MULTILINE)
    assert lines[0] == ("1", "android", 'icon "Calendar"')
    assert [device for _, device, _ in lines] == sorted(device for _, device, _ in lines)  # the phone is named
    assert [name for name, _, _ in lines] == [str(place) for place in range(1, len(lines) + 1)]
    assert len(tools) == len(VERBS) + 1 and tools[-1].name == "none_of_these"
    tap = next(tool for tool in tools if tool.name == "android__tap")
    assert tap.parameters["properties"]["element"]["type"] == "integer"
    assert action == {"device": "android", "name": "open_app_drawer", "args": {}}
    assert agent.notes()["plan"] == "Tap Tasks on android."
    assert [said["name"] for said in agent.notes()["agents"]] == ["operator", "grounding"]
    assert (agent.notes()["calls"], agent.notes()["prompt_tokens"]) == (2, 14)


def test_the_pictures_have_no_marks() -> None:
    env, obs, info, spec = looked("learn.open_app", "seeact")
    model = Says(["Look.", calls("root__wait")])
    agent = make_agent("seeact", model)
    agent.reset(info["goal"], spec)
    agent.act(obs, info)
    (sent,) = [part for part in model.asked[0][0][1].parts if isinstance(part, Picture)]
    assert np.array_equal(sent.pixels, env.unwrapped.observe()["android"])


def test_numbers_of_choices_become_marks_and_the_log_has_no_numbers() -> None:
    env, obs, info, spec = looked("learn.open_app", "seeact", screens=False, pictures=False)
    model = Says(["Tap.", calls("android__tap", element="3."), "Wait.", calls("root__wait")])
    agent = make_agent("seeact", model, pictures=False)
    agent.reset(info["goal"], spec)
    action = agent.act(obs, info)
    mark = info["marks"]["android"][2]
    assert action == {"device": "android", "name": "tap", "args": {"element": 3}}
    assert agent.notes()["choice"] == [f'3. android: icon "{mark.text}"']
    obs, *_, info = env.step(action)
    agent.act(obs, info)
    assert f'1. android tap(element=icon "{mark.text}")' in texts(model.asked[2][0])


def test_more_choices_come_where_none_fits_and_the_earlier_ones_stay_good() -> None:
    none = calls("none_of_these")
    model, agent, action = ask(["Go.", none, none, calls("ubuntu__click", element=2)], choices=4)
    first, second, third = (messages for messages, _, _ in model.asked[1:4])
    assert re.findall(r"^(\d+)\. ", first[-1].text, re.MULTILINE) == list("1234")
    assert re.findall(r"^(\d+)\. ", third[-1].text, re.MULTILINE) == ["9", "10", "11", "12"]
    assert "there are " in first[-1].text and "beside those that you were shown" in second[-1].text
    assert (action["device"], action["args"], agent.usage().calls) == ("ubuntu", {"element": 2}, 4)


def test_elements_that_read_alike_are_told_with_their_place_in_the_picture() -> None:
    _, obs, info, spec = looked("learn.open_app", "seeact", scale=0.5)
    one, other, third = info["marks"]["android"][:3]
    alike = (one, one._replace(number=2, point=(101, 202), element=one.element._replace(bounds=(0, 0, 9, 9))), third)
    assert other.text != one.text
    model = Says(["Go.", calls("android__tap", element=2)])
    agent = make_agent("seeact", model, scale=0.5)
    agent.reset(info["goal"], spec)
    assert agent.act(obs, {**info, "marks": {"android": alike}})["args"] == {"element": 2}
    offered = re.findall(r"^\d\. .+$", model.asked[1][0][-1].text, re.MULTILINE)
    x, y = one.point
    assert offered == [
        f'1. android: icon "{one.text}" at ({x // 2}, {y // 2})',
        f'2. android: icon "{one.text}" at (50, 101)',
        f'3. android: icon "{third.text}"',
    ]


def test_an_action_that_fits_nothing_is_refused() -> None:
    model, _, action = ask(["Fly.", *[calls("none_of_these")] * 20], choices=10)
    assert action["unreadable"] == "the action that was described fits none of the elements that can be touched"
    assert "there are " not in model.asked[-1][0][-1].text
    assert len(model.asked) < 8


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (calls("android__tap", element=999), "the element is '999'; expected the number of a choice on android"),
        (calls("ubuntu__click", element=27), "the choice 27 is on android, and the function acts on ubuntu"),
        (Reply("2"), "the answer '2' holds no JSON object"),
        (Reply(""), "the answer is empty"),
        (Reply("No.", finish="refusal"), "the model refused to answer"),
    ],
)
def test_what_cannot_be_used_is_asked_again_with_its_reason(bad: Reply, why: str) -> None:
    model, _, action = ask(["Go.", bad, calls("ubuntu__click", element=1)])
    assert action == {"device": "ubuntu", "name": "click", "args": {"element": 1}}
    assert why in model.asked[2][0][-1].text
    assert len(model.asked[2][0]) == len(model.asked[1][0]) + 2
    model, _, action = ask(["Go.", bad], again=0)
    assert why in action["unreadable"] and len(model.asked) == 2


@pytest.mark.parametrize("again", [0, 1, 3])
def test_it_is_asked_again_only_so_often(again: int) -> None:
    model, _, action = ask(["Go.", *[Reply("Hm.")] * 4, calls("root__wait")], again=again)
    assert len(model.asked) == 2 + again
    assert action["unreadable"].startswith("the answer 'Hm.' holds no JSON object")


def test_an_episode_without_anything_to_touch_goes_on() -> None:
    env, obs, info, spec = looked("learn.open_app", "seeact", screens=False, pictures=False)
    model = Says(["Go.", calls("android__tap", element=1), calls("android__press", key="home")])
    agent = make_agent("seeact", model, pictures=False)
    agent.reset(info["goal"], spec)
    action = agent.act(obs, {**info, "marks": {"android": ()}})
    assert action["name"] == "press"
    assert "there is no element that can be touched" in texts(model.asked[2][0])
    assert env.step(action)[-1]["invalid_action"] == ""


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="the option choices is 0; expected a whole number above 0"):
        make_agent("seeact", Says([""]), choices=0)


# Choosing.

OFFERED = (
    Choice(1, "android", 4, 'button "Save" (Saves the note)'),
    Choice(2, "android", 5, 'button "OK" at (3, 4)'),
    Choice(3, "android", 6, 'button "OK" at (9, 9)'),
    Choice(4, "ubuntu", 1, 'button "Save"'),
)


@pytest.mark.parametrize(
    ("said", "number"),
    [
        *[("2", 5), (2, 5), (2.0, 5), ("(2)", 5), ("2.", 5), (" 2) ", 5), ('2. android: button "OK"', 5), ("**2**", 5)],
        *[("2: the button", 5), ("2 - OK", 5), ('"2"', 5), ("[2] OK", 5), ("2, please", 5), ("2.\n", 5)],
        *[("Save", 4), ("save", 4), ('button "Save" (Saves the note)', 4), ('android: button "OK" at (9, 9)', 6)],
    ],
)
def test_a_choice_is_known_by_its_number_or_by_what_it_says(said: object, number: int) -> None:
    found = pick(said, OFFERED, "android")
    assert isinstance(found, Choice) and found.number == number


@pytest.mark.parametrize(
    "said",
    [
        "",
        "5",
        "OK",
        "the save button",
        0,
        -2,
        2.5,
        None,
        True,
        [1],
        {"1": 1},
        "\ud800",
        "x" * 10**6,
        10**400,
        4,
        "12",
        "1 Save button",
        "2 minutes",
        "2.5",
        "-2",
        "1st",
    ],
)
def test_any_other_is_refused_with_a_short_reason(said: object) -> None:
    found = pick(said, OFFERED, "android")
    assert isinstance(found, Unreadable) and len(found.reason.encode()) < 300


@pytest.mark.parametrize("task", ["cross.missed_calls_report", "android.text_contact", "ubuntu.count_log_levels"])
def test_no_prompt_tells_what_is_privileged(task: str) -> None:
    env, obs, info, spec = looked(task, "seeact", screens=False, pictures=False)
    device = next(iter(env.unwrapped.screen_sizes))
    verb = f"{device}__{'tap' if device == 'android' else 'click'}"
    model = Says([reply for place in (6, 1, 2) for reply in ("Go on.", calls(verb, element=place))])
    agent = make_agent("seeact", model, pictures=False)
    agent.reset(info["goal"], spec)
    known = [templates(), info["goal"], " ".join(map(str, range(200))), "Go on. Turn left included there are more"]
    for _ in range(3):
        known += [*screen_texts(env), info["invalid_action"]]
        known += [f"{mark.point[0]}, {mark.point[1]}" for mark in info["marks"][device]]
        obs, *_, info = env.step(agent.act(obs, info))
    said = "\n".join(f"{texts(messages)} {tools!r}" for messages, tools, _ in model.asked)
    assert leaked(env, said, "\n".join(known)) == set()


# Over HTTP.


@pytest.mark.parametrize("wire", ["openai", "anthropic", "google"])
def test_an_episode_over_http(wire: str, server: FakeServer) -> None:
    env = wrap(gym.make("Crab-v0/learn.check_todo"), "seeact", scale=0.25)
    knower = Knower(env, roles=ROLES)
    server.brain = lambda messages, tools: knower.ask(messages, tools)
    model = make_model(server.spec(wire), key_env=server.key_env)
    record = run_episode(env, make_agent("seeact", model, scale=0.25, choices=10), seed=2)
    assert (record.end_reason, record.error, server.refused) == ("success", "", [])
    assert record.calls == server.requests >= 2 * record.actions
    assert record.tokens == server.tokens.total == 110 * server.requests
    assert {len(pictures(asked.messages)) for asked in server.asked} == {1}
    assert sum(step.notes["calls"] for step in record.steps) == record.calls


def test_faults_of_a_server_are_lived_through(server: FakeServer) -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "seeact", pictures=False)
    knower = Knower(env, roles=ROLES)
    server.brain = lambda messages, tools: knower.ask(messages, tools)
    server.faults.extend([None, wrong_tool(), torn_arguments(), None, wrong_tool(), None])
    model = make_model(server.spec("openai"), key_env=server.key_env)
    record = run_episode(env, make_agent("seeact", model, pictures=False), seed=0)
    refused = [step.invalid_action for step in record.steps]
    assert record.end_reason == "success" and refused[0] and not any(refused[1:])
