"""M3A and its variants: they act with a reason, compare before and after, and remember summaries only."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from crab_gym.agents import agent_options, make_agent, wrap
from crab_gym.agents.chat import Message, Picture, Reply, Tool, ToolCall
from crab_gym.agents.m3a import REASON, split_reason
from crab_gym.agents.models import make_model
from crab_gym.agents.parsing import Call
from crab_gym.envs.verbs import VERBS
from crab_gym.rollout import run_episode
from crab_gym.wrappers import TextObservation
from tests.agents.knower import SOLVED, Knower, role_of
from tests.agents.models import BAD, Says, calls, looked, pictures, texts
from tests.agents.server import FakeServer, torn_arguments, wrong_tool
from tests.agents.test_prompts import leaked, screen_texts, templates

STRUCTURES = ("m3a", "m3a_simple", "t3a")
REVIEWED = {"m3a": True, "m3a_simple": False, "t3a": True}
ROLES = {"reviewer": lambda knower, messages: "It did what it was meant to do."}


@pytest.fixture(scope="module", params=SOLVED)
def read(request: pytest.FixtureRequest) -> Iterator[gym.Env]:
    with wrap(gym.make(f"Crab-v0/{request.param}", backend="sim", screens=False), "t3a") as env:
        yield env


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_model_that_knows_solves_tasks_by_marks_alone(name: str, read: gym.Env) -> None:
    knower = Knower(read, roles=ROLES)
    record = run_episode(read, make_agent(name, knower, pictures=False), seed=3)
    assert (record.end_reason, record.completion, record.error) == ("success", 1.0, "")
    assert record.calls == len(knower.heard) == (2 * record.actions - 1 if REVIEWED[name] else record.actions)
    assert record.tokens == 110 * record.calls
    assert not any({"x", "y", "x1", "y1", REASON} & step.action["args"].keys() for step in record.steps)
    assert not any(step.invalid_action for step in record.steps)


@pytest.mark.parametrize(("name", "calls_tools"), [("m3a", True), ("m3a_simple", False)])
def test_so_does_one_that_sees_pictures(name: str, calls_tools: bool) -> None:
    options: dict[str, Any] = {"pictures": True, "max_side": 640}
    env = wrap(gym.make("Crab-v0/cross.dark_mode_from_todo"), name, **options)
    record = run_episode(env, make_agent(name, Knower(env, calls_tools, ROLES), **options), seed=2)
    assert (record.end_reason, record.error) == ("success", "")


@pytest.mark.parametrize("name", STRUCTURES)
@pytest.mark.parametrize("calls_tools", [True, False])
def test_an_answer_that_is_no_action_is_refused_with_its_reason(name: str, calls_tools: bool) -> None:
    env = wrap(gym.make("Crab-v0/learn.todo_from_note", screens=False, max_steps=30), name, pictures=False)
    model = Says(BAD, calls_tools)
    record = run_episode(env, make_agent(name, model, pictures=False), seed=0)
    assert (record.end_reason, record.error, record.actions) == ("step_limit", "", 30)
    refused = [step.invalid_action for step in record.steps]
    assert sum(map(bool, refused)) >= 29 and all(len(reason) < 1000 for reason in refused)
    json.dumps(record.steps[-1].notes).encode()
    for messages, _, _ in model.asked:
        assert len(texts(messages).encode()) < 100_000
    assert len(model.asked) < 32  # what was refused isn't asked about again


@pytest.mark.parametrize("name", STRUCTURES)
def test_bad_summaries_break_nothing_and_stay_short(name: str) -> None:
    env = wrap(gym.make("Crab-v0/learn.todo_from_note", screens=False, max_steps=30), name, pictures=False)
    model = Says([reply for bad in BAD for reply in (calls("root__wait"), bad)])
    record = run_episode(env, make_agent(name, model, pictures=False), seed=0)
    assert (record.end_reason, record.error, record.actions) == ("step_limit", "", 30)
    last = texts(model.asked[-1][0])
    assert len(last.encode()) < 100_000
    if REVIEWED[name]:
        assert "1. root wait() -> (no summary)" in last
        assert "2. root wait() -> I think I should click the button." in last
        assert {step.invalid_action for step in record.steps} == {""}


# What is asked.


class Script:
    """Answers by role, and keeps what was asked."""

    def __init__(self, acts: Sequence[Reply], summary: str = "It worked.", calls_tools: bool = True) -> None:
        self.name, self.calls_tools = "script", calls_tools
        self.asked: list[tuple[str, list[Message], tuple[Tool, ...], bool]] = []
        self._acts, self._summary = iter(acts), summary

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        self.asked.append((role_of(messages), list(messages), tuple(tools), force))
        return next(self._acts) if role_of(messages) == "agent" else Reply(self._summary)


def play(name: str, acts: Sequence[Reply], screens: bool = True, **options: Any) -> tuple[Script, Any]:
    """Plays on a desktop and a phone; returns what was asked, and the agent."""
    env, obs, info, spec = looked("cross.dark_mode_from_todo", name, screens=screens, **options)
    model = Script(acts)
    agent = make_agent(name, model, **options)
    agent.reset(info["goal"], spec)
    for _ in acts:
        obs, *_, info = env.step(agent.act(obs, info))
    return model, agent


APP = {"reason": "The list is in Tasks.", "name": "Tasks"}
OPEN = Reply("", (ToolCall("android__open_app", APP, id="call_1"),))


def test_screens_are_sent_with_and_without_marks_and_compared_before_and_after() -> None:
    model, _ = play("m3a", [OPEN, calls("root__wait")])
    (_, first, tools, force), (role, review, no_tools, _), (_, second, _, _) = model.asked
    ubuntu, android = ("ubuntu", (720, 1280, 3)), ("android", (800, 360, 3))
    assert pictures(first) == pictures(second) == [ubuntu, ubuntu, android, android]
    assert (role, no_tools, force) == ("reviewer", (), True)
    assert pictures(review) == [android, android]
    headings = [part for part in review[1].parts if isinstance(part, str)]
    assert headings[0] == 'The action: android open_app(name="Tasks")'
    assert headings[1] == "The reason given for it: The list is in Tasks."
    assert headings[2] == "ubuntu: no change"
    assert headings[3] == "android, before the action:" and "android, after the action:" in headings

    def shown(messages: Sequence[Message], heading: str) -> np.ndarray:
        parts = messages[-1].parts
        picture = parts[parts.index(heading) + 1]
        assert isinstance(picture, Picture)
        return picture.pixels

    raw, marked = shown(first, "android, as it is:"), shown(first, "android, with marks:")
    assert (raw != marked).any(axis=2).mean() > 0.005
    assert np.array_equal(shown(review, "android, before the action:"), marked)
    assert np.array_equal(shown(review, "android, after the action:"), shown(second, "android, with marks:"))
    assert not np.array_equal(shown(review, "android, after the action:"), marked)
    assert len(tools) == len(VERBS) and all(tool.parameters["required"][0] == REASON for tool in tools)


def test_a_screen_that_has_not_changed_is_shown_once() -> None:
    model, _ = play("t3a", [calls("android__press", key="volumeup"), calls("root__wait")], screens=False)
    review = model.asked[1][1][-1].text
    assert "android, before and after the action, which are exactly the same:" in review
    assert review.count("[1] ") == 1 and "ubuntu: no change" in review


def test_a_change_that_only_the_picture_shows_is_one() -> None:
    _, obs, info, spec = looked("learn.open_app", "m3a")
    model = Script([calls("root__wait"), calls("root__wait"), calls("root__wait")])
    agent = make_agent("m3a", model)
    agent.reset(info["goal"], spec)
    other = obs["android"].copy()
    other[100:110, 100:110] = 0
    for screen in (obs["android"], obs["android"].copy(), other):
        agent.act({**obs, "android": screen}, info)
    same, changed = (messages for role, messages, *_ in model.asked if role == "reviewer")
    assert same[1].parts[-1] == "android: no change" and not pictures(same)
    assert len(pictures(changed)) == 2


def test_summaries_are_the_memory() -> None:
    refused = calls("android__tap", element=99)
    model, agent = play("t3a", [OPEN, refused, Reply("Hm."), calls("root__wait")], screens=False)
    assert [role for role, *_ in model.asked] == ["agent", "reviewer", "agent", "agent", "agent"]
    last = model.asked[-1][1]
    assert [message.role for message in last] == ["system", "user"]
    told = last[1].text.partition("Actions so far, and what became of them:\n")[2].splitlines()[:4]
    assert told[0] == '1. android open_app(name="Tasks") -> It worked.'
    assert told[1].startswith("2. android tap(element=99) -> refused: ")
    assert told[2].startswith("3. an answer that is no action -> refused: the answer 'Hm.' holds no JSON object")
    assert agent.notes()["summary"].startswith("refused: the answer 'Hm.'")
    assert not pictures([message for _, messages, *_ in model.asked for message in messages])


def test_only_the_last_summaries_are_told() -> None:
    model, _ = play("t3a", [OPEN, calls("root__wait"), calls("root__wait")], screens=False, log=1)
    told = model.asked[-1][1][1].text
    assert "2. root wait() -> It worked." in told and "1. android" not in told


def test_the_simple_one_reads_acts_and_is_told_its_actions() -> None:
    assert agent_options("m3a_simple")["pictures"] is False
    assert agent_options("m3a")["pictures"] is True
    model, agent = play("m3a_simple", [OPEN, calls("android__tap", element=99), calls("root__wait")], screens=False)
    assert [role for role, *_ in model.asked] == ["agent"] * 3
    last = texts(model.asked[-1][1])
    assert 'Actions so far:\n1. android open_app(name="Tasks")\n2. android tap(element=99) -> refused: ' in last
    assert agent.notes()["reason"] == ""
    full, _ = play("t3a", [OPEN], screens=False)
    assert len(texts(model.asked[0][1])) < len(texts(full.asked[0][1])) - 2000
    assert "On the phone:" in texts(full.asked[0][1]) and "On the phone:" not in last


def test_the_simple_one_can_see() -> None:
    model, _ = play("m3a_simple", [OPEN], pictures=True)
    assert len(pictures(model.asked[0][1])) == 4


def test_t3a_never_looks() -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app"), "t3a")
    assert isinstance(env, TextObservation)
    model, _ = play("t3a", [OPEN, OPEN])
    assert not pictures([message for _, messages, *_ in model.asked for message in messages])
    with pytest.raises(ValueError, match="the agent 't3a' reads and never gets pictures"):
        make_agent("t3a", model, pictures=True)


def test_guidelines_are_those_of_the_devices() -> None:
    _, obs, info, spec = looked("learn.open_app", "t3a", screens=False)
    model = Script([OPEN])
    agent = make_agent("t3a", model)
    agent.reset(info["goal"], spec)
    agent.act(obs, info)
    system = model.asked[0][1][0].text
    assert "On the phone:" in system and "On the desktop:" not in system


@pytest.mark.parametrize("text", ["It is late.\nAction:", "<think>Hm {</think>It is late.\n**Action**:", "It is late."])
@pytest.mark.parametrize("call", ['{"name": "root__wait"}', '```json\n{"name": "root__wait"}\n```'])
def test_the_reason_is_what_stands_before_the_call(text: str, call: str) -> None:
    reason, rest = split_reason(Reply(f"{text} {call}"), Call("root__wait", {}))
    assert (reason, rest.arguments) == ("It is late.", {})


def test_the_argument_is_preferred_and_taken_off() -> None:
    reason, rest = split_reason(Reply("Text."), Call("root__wait", {"reason": " It is\nlate. ", "seconds": 2}))
    assert (reason, rest.arguments) == ("It is late.", {"seconds": 2})
    assert split_reason(Reply("Text."), Call("root__wait", {"reason": ["x"]}))[0] == "Text."
    assert len(split_reason(Reply("x" * 10**6), Call("root__wait", {"reason": "y" * 10**6}))[0]) < 2000
    assert not any(argument.name == REASON for verb in VERBS for argument in verb.arguments)


@pytest.mark.parametrize("task", ["cross.missed_calls_report", "android.text_contact", "ubuntu.count_log_levels"])
def test_no_prompt_tells_what_is_privileged(task: str) -> None:
    env, obs, info, spec = looked(task, "t3a", screens=False)
    device = next(iter(env.unwrapped.screen_sizes))
    model = Script([calls(f"{device}__{'tap' if device == 'android' else 'click'}", element=n) for n in (99, 1, 2, 3)])
    agent = make_agent("t3a", model)
    agent.reset(info["goal"], spec)
    known = [templates(), info["goal"], "The action: given reason for it none It worked Turn left included"]
    for _ in range(4):
        known += [*screen_texts(env), info["invalid_action"]]
        obs, *_, info = env.step(agent.act(obs, info))
    said = "\n".join(f"{texts(messages)} {tools!r}" for _, messages, tools, _ in model.asked)
    assert {role for role, *_ in model.asked} == {"agent", "reviewer"}
    assert leaked(env, said, "\n".join(known)) == set()


# Over HTTP.


@pytest.mark.parametrize(
    ("wire", "task", "devices"),
    [("openai", "cross.dark_mode_from_todo", 2), ("anthropic", "learn.check_todo", 1), ("google", "learn.new_todo", 1)],
)
def test_an_episode_over_http(wire: str, task: str, devices: int, server: FakeServer) -> None:
    env = wrap(gym.make(f"Crab-v0/{task}"), "m3a", scale=0.25)
    knower = Knower(env, roles=ROLES)

    def brain(messages: list[Message], tools: list[Tool]) -> Reply:
        reply = knower.ask(messages, tools)
        given = tuple(
            ToolCall(call.name, {REASON: "It comes next.", **(call.arguments or {})}, id=call.id)
            for call in reply.calls
        )
        return Reply(reply.text, given, reply.tokens)

    server.brain = brain
    model = make_model(server.spec(wire), key_env=server.key_env)
    record = run_episode(env, make_agent("m3a", model, scale=0.25), seed=2)
    assert (record.end_reason, record.error, server.refused) == ("success", "", [])
    assert record.calls == server.requests == 2 * record.actions - 1
    assert record.tokens == server.tokens.total == 110 * server.requests
    sent = [len(pictures(asked.messages)) for asked in server.asked if role_of(asked.messages) == "agent"]
    assert sent == [2 * devices] * record.actions
    assert sum(step.notes["calls"] for step in record.steps) == record.calls
    assert sum(step.notes["prompt_tokens"] + step.notes["completion_tokens"] for step in record.steps) == record.tokens
    assert {step.notes["reason"] for step in record.steps} == {"It comes next."}


def test_faults_of_a_server_are_lived_through(server: FakeServer) -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "t3a")
    knower = Knower(env, roles=ROLES)
    server.brain = lambda messages, tools: knower.ask(messages, tools)
    server.faults.extend([wrong_tool(), torn_arguments()])
    record = run_episode(env, make_agent("t3a", make_model(server.spec("openai"), key_env=server.key_env)), seed=0)
    refused = [step.invalid_action for step in record.steps]
    assert record.end_reason == "success" and all(refused[:2]) and not any(refused[2:])
