"""Models ask servers that speak three formats, and nothing that a server does breaks them."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crab_gym.agents.chat import (
    BudgetSpent,
    Message,
    Model,
    ModelError,
    ModelUnavailable,
    Picture,
    Reply,
    Tokens,
    Tool,
    ToolCall,
)
from crab_gym.agents.json_repair import MAX_READ
from crab_gym.agents.models import Budget, Patience, Prices, ScriptedModel, Spent, make_model
from crab_gym.agents.parsing import Call, Unreadable, read_call
from tests.agents.server import (
    FakeServer,
    broken_body,
    cut_off,
    drip,
    drop,
    empty,
    hang,
    huge,
    status,
    torn_arguments,
    wrong_tool,
)

WIRES = ("openai", "anthropic", "google")
TAP = Tool(
    "android__tap",
    "Taps a point.",
    {
        "type": "object",
        "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
        "required": ["x", "y"],
        "additionalProperties": False,
    },
)
DONE = Tool("root__complete", "Ends the episode.", {"type": "object", "properties": {}})
TOOLS = (TAP, DONE)
GO = (Message("user", ("Go on.",)),)
each = pytest.mark.parametrize("wire", WIRES)


class Waits:
    """A clock that a sleep moves on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def patience(self, seconds: float = 180.0) -> Patience:
        return Patience(seconds, sleep=self.sleep, clock=lambda: self.now, chance=lambda: 0.0)


def model_of(server: FakeServer, wire: str, **options: Any) -> Model:
    options = {"key_env": server.key_env, "patience": Waits().patience()} | options
    return make_model(server.spec(wire), **options)


def screen(shade: int) -> Picture:
    pixels = np.full((6, 4, 3), shade, np.uint8)
    pixels[1, 2] = (1, 2, 3)
    return Picture(pixels)


@each
def test_a_conversation_arrives_as_it_was_said(wire: str, server: FakeServer) -> None:
    server.brain = lambda messages, tools: Reply("There.", (ToolCall("android__tap", {"x": 3, "y": 4}, id="t9"),))
    first = ToolCall("android__tap", {"x": 1, "y": 2}, id="a1")
    conversation = (
        Message("system", ("You act.",)),
        Message("user", ("Look:", screen(10))),
        Message("assistant", ("I tap.",), (first,)),
        Message("tool", ("tapped",), (), "a1"),
        Message("user", ("Now:", screen(20))),
    )
    reply = model_of(server, wire).ask(conversation, TOOLS, force=True)
    assert (reply.text, reply.finish, reply.model, reply.cached) == ("There.", "calls", "tester-served", False)
    assert [(call.name, call.arguments) for call in reply.calls] == [("android__tap", {"x": 3, "y": 4})]
    assert reply.tokens == server.tokens
    assert reply.tokens.prompt > 200 and reply.tokens.completion > 5
    asked = server.asked[0]
    assert (asked.dialect, asked.model, asked.force, server.refused) == (wire, "tester", True, [])
    assert tuple(asked.tools) == TOOLS
    heard = asked.messages
    assert [message.role for message in heard] == ["system", "user", "assistant", "tool", "user"]
    assert [message.text for message in heard] == ["You act.", "Look:", "I tap.", "tapped", "Now:"]
    assert [(call.name, call.arguments) for call in heard[2].calls] == [("android__tap", {"x": 1, "y": 2})]
    shown = [part for message in heard for part in message.parts if isinstance(part, Picture)]
    assert [np.array_equal(a.pixels, screen(b).pixels) for a, b in zip(shown, (10, 20), strict=True)] == [True, True]


@each
def test_halves_of_pairs_are_replaced_on_the_way(wire: str, server: FakeServer) -> None:
    torn = "half \ud800."
    call = ToolCall("android__tap", {"text": [torn]}, id="a1")
    said = (Message("system", (torn,)), Message("user", (torn,)), Message("assistant", (torn,), (call,)))
    model_of(server, wire).ask((*said, Message("tool", (torn,), (), "a1")), TOOLS)
    heard = server.asked[0].messages
    assert [message.text for message in heard] == ["half ?."] * 4
    assert heard[2].calls[0].arguments == {"text": ["half ?."]}


@each
def test_numbers_that_are_none_stay_texts(wire: str, server: FakeServer) -> None:
    server.brain = lambda messages, tools: Reply(calls=(ToolCall("android__tap", {"x": 10**299, "y": float("nan")}),))
    found = read_call(model_of(server, wire).ask(GO, TOOLS), TOOLS)
    assert isinstance(found, Call)
    assert found.arguments == {"x": 10**299, "y": "NaN"}


@each
def test_options_reach_the_server(wire: str, server: FakeServer) -> None:
    options = {"temperature": 0.5, "max_tokens": 77} | ({} if wire == "anthropic" else {"seed": 5})
    extra: dict[str, Any] = {"generationConfig": {"topP": 0.9}} if wire == "google" else {"top_p": 0.9}
    model_of(server, wire, extra=extra, **options).ask(GO)
    body = dict(server.asked[0].body)
    body |= body.pop("generationConfig", {})
    told = {name: body[name] for name in body if name not in ("messages", "contents", "model")}
    expected: dict[str, dict[str, Any]] = {
        "openai": {"temperature": 0.5, "seed": 5, "max_tokens": 77, "top_p": 0.9},
        "anthropic": {"temperature": 0.5, "max_tokens": 77, "top_p": 0.9},
        "google": {"temperature": 0.5, "seed": 5, "maxOutputTokens": 77, "topP": 0.9},
    }
    assert told == expected[wire]


def test_a_seed_that_a_vendor_does_not_know_is_refused(server: FakeServer) -> None:
    with pytest.raises(ModelError, match="take no seed"):
        model_of(server, "anthropic", seed=1).ask(GO)


@each
def test_without_calls_of_tools_all_is_told_as_text(wire: str, server: FakeServer) -> None:
    server.brain = lambda messages, tools: "{'name': 'root__complete'}"
    call = ToolCall("android__tap", {"x": 1, "y": 2}, id="a1")
    conversation = (*GO, Message("assistant", (), (call,)), Message("tool", ("tapped",), (), "a1"))
    reply = model_of(server, wire, calls_tools=False).ask(conversation, TOOLS, force=True)
    assert read_call(reply, TOOLS) == Call("root__complete", {})
    assert [message.text for message in server.asked[0].messages] == [
        "Go on.",
        '{"name": "android__tap", "arguments": {"x": 1, "y": 2}}',
        "tapped",
    ]
    assert server.asked[0].tools == []


@each
@pytest.mark.parametrize(
    "fault",
    [status(429), status(500), status(529), cut_off(), broken_body(), drop(), empty()],
    ids=lambda f: f"{f.kind}{f.code}",
)
def test_what_passes_is_tried_again(wire: str, fault: Any, server: FakeServer) -> None:
    server.faults += [fault, fault]
    waits = Waits()
    reply = model_of(server, wire, patience=waits.patience()).ask(GO)
    assert reply.text == "Hello."
    assert reply.tokens == server.tokens
    assert (server.requests, waits.slept) == (3, [1.0, 2.0])


@each
def test_the_server_may_say_how_long_to_wait(wire: str, server: FakeServer) -> None:
    server.faults += [status(429, "7"), status(503, "Thu, 01 Jan 1970 00:00:00 GMT"), status(429, "soon")]
    waits = Waits()
    model_of(server, wire, patience=waits.patience()).ask(GO)
    assert waits.slept == [7.0, 2.0, 4.0]
    server.faults.append(status(429, "3600"))
    with pytest.raises(ModelUnavailable, match=r"HTTP 429: so it is; it asks to wait for 3600 s \(tries: 1, in 0 s"):
        model_of(server, wire).ask(GO)


@each
def test_a_server_that_hangs_is_given_up_in_time(wire: str, server: FakeServer) -> None:
    server.faults.append(hang())
    assert model_of(server, wire, timeout=0.2).ask(GO).text == "Hello."
    assert server.requests == 2


@each
@pytest.mark.parametrize("after", ["", "Content-Type: application/json\r\n\r\n"], ids=["headers", "body"])
def test_a_server_that_drips_is_given_up_in_time_too(wire: str, after: str, server: FakeServer) -> None:
    server.faults.append(drip(after))
    reply = model_of(server, wire, timeout=0.5).ask(GO)
    assert (reply.text, reply.retries, server.requests) == ("Hello.", 1, 2)
    server.broken = drip(after)
    with pytest.raises(ModelUnavailable, match=r"there is no whole answer within 0.5 s \(tries: 1"):
        model_of(server, wire, timeout=0.5, patience=0).ask(GO)


@each
def test_how_often_a_request_was_sent_again_is_told(wire: str, server: FakeServer, tmp_path: Path) -> None:
    server.faults += [status(500), drop()]
    model = model_of(server, wire, cache=tmp_path)
    assert [model.ask(GO).retries for _ in range(2)] == [2, 0]  # the second comes from the cache
    assert model.ask((*GO, *GO)).retries == 0


@each
def test_a_server_that_denies_access_says_why(wire: str, server: FakeServer) -> None:
    server.faults.append(status(403, message=f"Your input was flagged, {server.key}"))
    with pytest.raises(ModelError, match=r"denies access \(HTTP 403\): Your input was flagged, …") as denied:
        model_of(server, wire).ask(GO)
    assert "check the environment variable" not in str(denied.value)


@each
def test_a_server_that_is_gone_for_a_minute_is_waited_for(wire: str, server: FakeServer) -> None:
    server.stop()
    waits = Waits()

    def sleep(seconds: float) -> None:
        waits.sleep(seconds)
        if waits.now > 60:
            server.start()

    patience = Patience(sleep=sleep, clock=lambda: waits.now, chance=lambda: 1.0)
    assert model_of(server, wire, patience=patience).ask(GO).text == "Hello."
    server.stop()
    with pytest.raises(ModelUnavailable, match=r"Connect.*patience: 180 s"):
        model_of(server, wire).ask(GO)


@each
def test_what_does_not_pass_is_told_at_once(wire: str, server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    model = model_of(server, wire)
    server.faults.append(status(400, message=f"bad field, and your key is {server.key}"))
    with pytest.raises(ModelError, match=r"refuses the request \(HTTP 400\): bad field, and your key is …") as refused:
        model.ask(GO)
    with pytest.raises(ModelError, match=r"no such model or address \(HTTP 404\).*missing"):
        make_model(server.spec(wire, "missing"), key_env=server.key_env).ask(GO)
    monkeypatch.setenv(server.key_env, "sk-wrong")
    with pytest.raises(ModelError, match=r"refuses the key \(HTTP 40.\); check the environment variable CRAB") as wrong:
        model_of(server, wire).ask(GO)
    assert "sk-wrong" not in str(wrong.value)
    monkeypatch.delenv(server.key_env)
    with pytest.raises(ModelError, match="needs a key in the environment variable CRAB_GYM_TEST_KEY"):
        model_of(server, wire).ask(GO)
    assert server.requests == 3
    for error in (refused.value, wrong.value):
        assert not isinstance(error, ModelUnavailable)
        assert error.__context__ is None and error.__cause__ is None  # the library's error has the key in its headers


@each
def test_no_server_sends_the_key_elsewhere(wire: str, server: FakeServer) -> None:
    with FakeServer() as elsewhere:
        server.faults.append(replace(status(307), headers=(("Location", elsewhere.url(wire) + "/messages"),)))
        with pytest.raises(ModelError, match=r"refuses the request \(HTTP 307\)"):
            model_of(server, wire).ask(GO)
        assert elsewhere.requests == 0


def test_a_quota_that_is_used_up_does_not_pass(server: FakeServer) -> None:
    server.faults.append(status(429, message="insufficient_quota: you exceeded your current quota"))
    with pytest.raises(ModelError, match="the account's quota is used up"):
        model_of(server, "openai").ask(GO)


@each
def test_a_huge_answer_is_cut(wire: str, server: FakeServer) -> None:
    server.faults.append(huge())
    reply = model_of(server, wire).ask(GO, TOOLS)
    assert (len(reply.text), reply.finish, reply.tokens) == (MAX_READ, "length", server.tokens)
    assert isinstance(read_call(reply, TOOLS), Unreadable)


def test_an_answer_that_has_no_end_is_not_taken_in(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crab_gym.agents.models.remote_model.MAX_BODY", 1_000_000)
    server.faults.append(huge(2_000_000))
    waits = Waits()
    assert model_of(server, "openai", patience=waits.patience()).ask(GO).text == "Hello."
    assert waits.slept == [1.0]


@each
def test_wrong_calls_are_read_with_a_reason(wire: str, server: FakeServer) -> None:
    server.faults += [wrong_tool("android__tab"), torn_arguments()]
    model = model_of(server, wire)
    found = read_call(model.ask(GO, TOOLS), TOOLS)
    assert found == Unreadable("there is no tool 'android__tab'. Did you mean 'android__tap'?")
    torn = model.ask(GO, TOOLS).calls[0]
    assert (torn.arguments, torn.raw) == (None, '{"x": 1, "y": ')
    assert read_call(Reply(calls=(torn,)), TOOLS) == Call("android__tap", {"x": 1, "y": None}, torn.id)


@each
@pytest.mark.parametrize("finish", ["length", "refusal"])
def test_why_it_stopped_is_told(wire: str, finish: Any, server: FakeServer) -> None:
    server.brain = lambda messages, tools: Reply("I ca", finish=finish)
    reply = model_of(server, wire).ask(GO)
    assert (reply.text, reply.finish) == ("I ca", finish)


@each
def test_tokens_are_told_or_it_is_an_error(wire: str, server: FakeServer) -> None:
    server.brain = lambda messages, tools: Reply("Yes.", tokens=Tokens(1001, 333))
    assert model_of(server, wire).ask(GO).tokens == Tokens(1001, 333)
    server.tells_usage = False
    with pytest.raises(ModelError, match="doesn't report how many tokens its answer took, and none are guessed"):
        model_of(server, wire).ask(GO)
    assert model_of(server, wire, needs_usage=False).ask(GO).tokens == Tokens(0, 0)
    with pytest.raises(ValueError, match="a budget of tokens or money needs token counts"):
        model_of(server, wire, needs_usage=False, budget=Budget(tokens=5))


@each
def test_threads_share_a_budget_and_a_model(wire: str, server: FakeServer) -> None:
    server.brain = lambda messages, tools: Reply("Yes.", tokens=Tokens(100, 10))
    budget = Budget(calls=20, prices=Prices(2.0, 10.0))
    model = model_of(server, wire, budget=budget)

    def ask(_: int) -> int:
        try:
            return model.ask(GO).tokens.total
        except BudgetSpent:
            return 0

    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(ask, range(30)))
    assert sorted(told) == [0] * 10 + [110] * 20
    assert budget.spent == Spent(2200, 20, pytest.approx(20 * 3e-4))
    assert server.tokens.total == 2200
    with pytest.raises(BudgetSpent, match="the budget of calls is spent: 20 of 20"):
        model.ask(GO)


@each
def test_failed_calls_are_not_charged(wire: str, server: FakeServer) -> None:
    budget = Budget(calls=1)
    model = model_of(server, wire, budget=budget, patience=0)
    server.faults += [status(500), status(400)]
    for _ in range(2):
        with pytest.raises(ModelError):
            model.ask(GO)
    assert budget.spent == Spent()
    model.ask(GO)
    assert budget.spent.calls == 1


@each
def test_a_model_is_sent_to_other_processes_without_its_key(wire: str, server: FakeServer) -> None:
    model = make_model(server.spec(wire), key_env=server.key_env)
    model.ask(GO)
    sent = pickle.dumps(model)
    assert server.key.encode() not in sent
    assert pickle.loads(sent).ask(GO).text == "Hello."
    assert server.key not in repr(model) + repr(vars(model)) + model.name


def test_signatures_of_calls_go_back_to_google(server: FakeServer) -> None:
    call = ToolCall("root__complete", {}, signature="c2lnbmVk")
    server.brain = lambda messages, tools: Reply(calls=(call,))
    model = model_of(server, "google")
    told = model.ask(GO, TOOLS).calls[0]
    assert told.signature == "c2lnbmVk"
    model.ask((*GO, Message("assistant", (), (told,)), Message("tool", ("done",))), TOOLS)
    assert server.asked[1].messages[1].calls[0].signature == "c2lnbmVk"


def test_a_vendors_key_goes_to_the_vendor_only(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(name, server.key)
    for wire in WIRES:
        with pytest.raises(ModelError, match="refuses the key"):
            make_model(server.spec(wire)).ask(GO)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url())
    model = make_model("openai:tester")
    assert model.name == server.spec()
    assert model.ask(GO).text == "Hello."


@pytest.mark.parametrize(
    ("spec", "options", "told"),
    [
        ("gpt-4o", {}, "the model is 'gpt-4o'; expected such as"),
        ("openay:gpt-4o", {}, "did you mean 'openai'"),
        ("openai:x@http://me:hunter2@host/v1", {}, "base_url holds a user, a password or a query"),
        ("openai:x", {"base_url": "http://host/v1?key=hunter2"}, "base_url holds a user, a password or a query"),
        ("openai:x", {"base_url": "host:80"}, "expected such as 'http://127.0.0.1:8000/v1'"),
        ("openai:x", {"key_env": "sk-hunter2"}, "key_env isn't the name of an environment variable"),
        ("openai:x", {"timeout": 0}, "timeout is 0; expected seconds above 0"),
        ("script:no.such.module:brain", {}, "is no function"),
        ("script:json:no_such_name", {}, "is no function"),
    ],
)
def test_what_is_not_fit_is_refused(spec: str, options: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told) as refused:
        make_model(spec, **options)
    assert "hunter2" not in str(refused.value)


def test_names_say_which_server() -> None:
    assert make_model("openai:gpt-4o").name == "openai:gpt-4o"
    assert (
        make_model("anthropic:claude", base_url="https://proxy.example/").name
        == "anthropic:claude@https://proxy.example"
    )


def test_a_library_that_lacks_is_named(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "anthropic", None)
    with pytest.raises(ModelError, match=r'pip install "\.\[agents\]"'):
        model_of(server, "anthropic").ask(GO)


def test_a_script_answers_from_a_list_or_a_function() -> None:
    model = ScriptedModel([Reply("A", tokens=Tokens(5, 2)), "B"])
    assert model.ask(GO).tokens == Tokens(5, 2)
    assert model.ask(GO, TOOLS).text == "B"
    assert list(model.asked) == [(GO, ()), (GO, TOOLS)]
    with pytest.raises(ModelError, match="the script 'script' has no more answers"):
        model.ask(GO)
    echo = ScriptedModel(lambda messages, tools: messages[-1].text.upper())
    assert echo.ask(GO).text == "GO ON."
    assert isinstance(echo, Model)
    assert make_model("script:tests.agents.test_models:brain").ask(GO).text == "from a function"


def brain(messages: Any, tools: Any) -> str:
    return "from a function"
