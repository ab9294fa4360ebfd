"""Parts of models: turns, tries, budgets and the cache."""

from __future__ import annotations

import multiprocessing
import pickle
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_gym.agents.chat import (
    BudgetSpent,
    Message,
    ModelError,
    ModelUnavailable,
    Picture,
    Reply,
    Tokens,
    Tool,
    ToolCall,
)
from crab_gym.agents.models import Budget, CachedModel, Patience, Prices, ScriptedModel, Spent, make_model
from crab_gym.agents.models.clients.anthropic import CLIENT as ANTHROPIC
from crab_gym.agents.models.clients.base import Client, Request, Sampling
from crab_gym.agents.models.clients.google import CLIENT as GOOGLE
from crab_gym.agents.models.clients.openai import CLIENT as OPENAI
from crab_gym.agents.models.retry import Fault, retry_after
from crab_gym.agents.models.turns import turns
from crab_gym.agents.parsing import read_call
from tests.agents import dialects
from tests.agents.server import FakeServer

TOOL = Tool("root__complete", "Ends.", {"type": "object", "properties": {}})
SCREEN = Picture(np.zeros((2, 2, 3), np.uint8))
GO = (Message("user", ("Go.",)),)
PATHS = {"openai": "/v1/chat/completions", "anthropic": "/v1/messages"}

TEXTS = st.sampled_from(["", " ", "word", "half \ud800 a pair", "é😀\n", "line \n"])
PARTS = st.lists(TEXTS | st.just(SCREEN), max_size=3).map(tuple)
IDS = st.sampled_from(["", "a", "a", "b", "not fit!", "x" * 99])
CALLS = st.lists(
    st.builds(ToolCall, st.sampled_from(["root__complete", "odd name"]), st.none() | st.just({"x": 1}), id=IDS)
)


@st.composite
def conversations(draw: st.DrawFn) -> list[Message]:
    """Conversations as an agent may hold them: some calls with results, in order, others without."""
    said: list[Message] = [Message("system", (draw(TEXTS),)), Message("user", draw(PARTS))]
    for _ in range(draw(st.integers(0, 3))):
        calls = tuple(draw(CALLS))
        said.append(
            Message("assistant", draw(PARTS.map(lambda parts: tuple(p for p in parts if isinstance(p, str)))), calls)
        )
        said += [Message("tool", draw(PARTS)) for _ in calls[: draw(st.integers(0, 2))]]
        said += [Message("user", draw(PARTS)) for _ in range(draw(st.integers(0, 2)))]
        if said[-1].role == "assistant":
            said.append(Message("user", ()))
    return said


@pytest.mark.parametrize(("name", "client"), [("openai", OPENAI), ("anthropic", ANTHROPIC)])
@settings(max_examples=60)
@given(said=conversations(), tools=st.booleans())
def test_any_conversation_is_one_that_servers_take(name: str, client: Client, said: list[Message], tools: bool) -> None:
    system, found = turns(said, tools)
    asked = client.ask(Request("tester", system, found, (TOOL,) if tools else (), tools, Sampling()))
    server = dialects.of_path(PATHS[name])
    assert server is not None
    heard = server.read(PATHS[name], asked)
    shown = sum(isinstance(part, Picture) for message in said for part in message.parts)
    assert sum(isinstance(part, Picture) for message in heard.messages for part in message.parts) == shown


NAMES = (
    "choices message content tool_calls function name arguments finish_reason usage prompt_tokens completion_tokens "
    "type input_tokens output_tokens stop_reason input text candidates parts functionCall args usageMetadata "
    "promptTokenCount finishReason promptFeedback blockReason error model output status action actions call_id"
).split()
BODIES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["", "tool_use", "length", "{}"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6),
    max_leaves=25,
)


ITEMS = ("message", "function_call", "computer_call", "reasoning")


@pytest.mark.parametrize("client", [OPENAI, ANTHROPIC, GOOGLE], ids=["openai", "anthropic", "google"])
@settings(max_examples=60)
@given(BODIES, BODIES, BODIES)
def test_no_body_breaks_the_reader(client: Client, one: Any, two: Any, three: Any) -> None:
    for body in (
        {"choices": one, "content": one, "candidates": one, "usage": two, "usageMetadata": two, "model": three},
        {"choices": [{"message": one, "finish_reason": two}], "candidates": [one], "promptFeedback": two},
        {
            "choices": [{"message": {"tool_calls": [one, two], "content": three}}],
            "content": [one, {"type": "tool_use", "input": two}],
            "candidates": [{"content": {"parts": [{"functionCall": one}, two]}, "finishReason": three}],
        },
        {"output": one, "status": two, "usage": three},
        {"output": [one, *({"type": kind, "content": two, "arguments": two, "actions": three} for kind in ITEMS)]},
    ):
        try:
            read_call(client.read(body), (TOOL,))
        except (Fault, ModelError):  # there is none, or it has another shape
            continue


def answer(content: Any, **fields: Any) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", "content": content, **fields}, "finish_reason": "stop"}]}


def block(*blocks: Any) -> dict[str, Any]:
    return {"content": list(blocks), "stop_reason": "end_turn"}


THOUGHT_PART = {"type": "thinking", "thinking": [{"type": "text", "text": "No: root__complete()."}]}


@pytest.mark.parametrize(
    ("client", "body", "text"),
    [
        (OPENAI, answer([{"type": "text", "text": "Ye"}, {"type": "text", "text": "s."}]), "Yes."),
        (OPENAI, answer([THOUGHT_PART, {"type": "text", "text": "Yes."}]), "Yes."),
        (OPENAI, answer([{"type": "reasoning", "text": "No."}, {"type": "output_text", "text": "Yes."}]), "Yes."),
        (OPENAI, answer({"type": "text", "text": "Yes."}), "Yes."),
        (OPENAI, answer(["Yes", {"text": "."}, {"type": "reference", "reference_ids": [1]}]), "Yes."),
        (OPENAI, answer([THOUGHT_PART]), ""),
        (OPENAI, answer(None), ""),
        (OPENAI, answer(None, reasoning_content="No."), ""),
        (ANTHROPIC, block({"type": "thinking", "thinking": "No."}, {"type": "text", "text": "Yes."}), "Yes."),
        (
            GOOGLE,
            {"candidates": [{"content": {"parts": [{"text": "No.", "thought": True}, {"text": "Yes."}]}}]},
            "Yes.",
        ),
    ],
)
def test_texts_are_joined_and_thoughts_left_out(client: Client, body: dict[str, Any], text: str) -> None:
    assert client.read(body).text == text


@pytest.mark.parametrize(
    ("client", "body"),
    [
        (OPENAI, answer([{"type": "canvas", "markup": "Yes."}])),
        (OPENAI, answer([{"type": "text", "text": {"value": "Yes."}}])),
        (OPENAI, answer(7)),
        (OPENAI, answer(None, tool_calls={"name": "root__complete"})),
        (OPENAI, answer(None, tool_calls=[{"type": "custom", "custom": {"name": "root__complete"}}])),
        (OPENAI, answer(None, function_call={"name": "root__complete", "arguments": "{}"})),
        (ANTHROPIC, block({"type": "canvas", "markup": "Yes."})),
        (GOOGLE, {"candidates": [{"content": {"parts": [{"canvas": "Yes."}]}}]}),
        (OPENAI, {"output": [{"type": "canvas", "markup": "Yes."}]}),
    ],
)
def test_an_answer_of_an_unknown_shape_is_an_error_and_not_empty(client: Client, body: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match=r"a part of an unknown shape: .*; expected text, thoughts and calls of tools"):
        client.read(body)


def test_an_error_within_an_answer_is_tried_again() -> None:
    broken = {"message": {"content": ""}, "finish_reason": "error", "error": {"code": 502, "message": "it is gone"}}
    with pytest.raises(Fault, match="its answer holds none: it is gone"):
        OPENAI.read({"choices": [broken]})


def test_results_find_their_calls_by_the_ids_that_these_had() -> None:
    calls = (ToolCall("a", {}, id="not fit!"), ToolCall("b", {}, id="1"), ToolCall("c", {}, id="1"))
    results = [
        Message("tool", (said,), (), name) for said, name in (("first", "1"), ("second", "1"), ("third", "not fit!"))
    ]
    _, found = turns([*GO, Message("assistant", (), calls), *results], True)
    assert [(call.name, parts) for call, parts in found[-1].results] == [
        ("a", ["third"]), ("b", ["first"]), ("c", ["second"]),
    ]  # fmt: skip
    assert len({call.id for call in found[1].calls}) == 3
    assert all(re.fullmatch("[a-zA-Z0-9]{9}|1", call.id) for call in found[1].calls)


def test_calls_that_were_not_carried_out_get_a_result_that_says_so() -> None:
    calls = (ToolCall("a", {}, id="1"), ToolCall("b", {}, id="2"))
    _, found = turns([*GO, Message("assistant", (), calls), Message("tool", ("done",), (), "1")], True)
    assert [(call.name, parts) for call, parts in found[-1].results] == [("a", ["done"]), ("b", ["(not carried out)"])]


def test_what_a_server_said_in_its_own_form_is_sent_back_under_its_ids() -> None:
    call = ToolCall("a", {}, id="not fit!")
    own = ({"thinking": "half \ud800 a pair"},)
    _, found = turns([*GO, Message("assistant", ("Hm.",), (call,), own=own), *GO], True)
    assert (found[1].own, found[1].calls) == ([{"thinking": "half ? a pair"}], [call])


def test_calls_of_a_server_that_gives_no_ids_get_their_results() -> None:
    """Google's API gives none."""
    calls = (ToolCall("a", {}), ToolCall("b", {}))
    own = ({"text": "Hm.", "thoughtSignature": "c2lnbmVk"}, {"functionCall": {"name": "a"}})
    results = [Message("tool", (said,)) for said in ("first", "second")]
    _, found = turns([*GO, Message("assistant", ("Hm.",), calls, own=own), *results, *GO], True)
    assert [(call.name, parts) for call, parts in found[-1].results] == [("a", ["first"]), ("b", ["second"])]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ([], r"turns are \[\]"),
        ([Message("assistant", ("Hi",)), *GO], "expected the user's first and last"),
        ([*GO, Message("assistant", ("Hi",))], "expected the user's first and last"),
        ([*GO, Message("tool", ("x",), (), "7")], "the call '7' belongs to no call"),
        (
            [*GO, Message("assistant", (), (ToolCall("a", {}, id="1"),)), Message("tool", (), (), "2")],
            "'2' belongs to no",
        ),
    ],
)
def test_conversations_that_make_no_sense_are_refused(said: Sequence[Message], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        turns(said, True)


def test_waits_double_vary_and_end() -> None:
    slept: list[float] = []
    clock = iter(range(0, 10_000, 20))
    chances = iter([0.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    patience = Patience(
        150, longest=6, sleep=slept.append, clock=lambda: float(next(clock)), chance=lambda: next(chances)
    )

    def fail() -> None:
        raise Fault("it is busy")

    with pytest.raises(ModelUnavailable, match=r"it is busy \(tries: 8, in 160 s; patience: 150 s\)"):
        patience.persist(fail)
    assert slept == [1.0, 1.0, 3.0, 6.0, 6.0, 6.0, 6.0]


@given(st.text(st.sampled_from("0123456789.-+ :,GMTJanThuFri²")) | st.text())
def test_no_header_breaks_the_wait(text: str) -> None:
    assert retry_after(text) >= 0


def test_budgets_of_money_and_tokens_end() -> None:
    budget = Budget(tokens=100, money=1.0, prices={"dear": Prices(1000, 2000), "cheap": Prices(1, 2)})
    budget.begin("cheap")
    budget.charge("cheap", Tokens(49, 50))
    assert budget.spent == Spent(99, 1, pytest.approx(149e-6))
    budget.begin("dear")
    budget.charge("dear", Tokens(1, 0))
    with pytest.raises(BudgetSpent, match="the budget of tokens is spent: 100 of 100"):
        budget.begin("cheap")
    rich = Budget(money=1.0, prices=Prices(1000, 2000))
    rich.charge("any", Tokens(0, 500))
    with pytest.raises(BudgetSpent, match="the budget of money is spent: 1 of 1"):
        rich.begin("any")
    named = Budget(money=1.0, prices={"dear": Prices(1000, 2000), "": Prices(1, 2)})
    named.begin("any")
    named.charge("any", Tokens(1000, 0))
    assert named.spent.money == pytest.approx(1e-3)
    with pytest.raises(ModelError, match="has no price of the model 'new'"):
        budget.begin("new")
    with pytest.raises(ValueError, match="a budget of money needs prices"):
        Budget(money=1.0)
    with pytest.raises(ValueError, match="the budget's calls is -1"):
        Budget(calls=-1)


def spend(budget: Budget) -> None:
    for _ in range(50):
        budget.charge("m", Tokens(3, 1))


def test_processes_share_a_budget_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "budget.jsonl"
    budget = Budget(tokens=400, path=file, prices=Prices(1, 1))
    spend(budget)
    with multiprocessing.get_context("spawn").Pool(1) as other:
        other.map(spend, [budget])
    assert budget.spent == Spent(400, 100, pytest.approx(400e-6))
    file.write_bytes(file.read_bytes() + b'{"model": "m", "tok')  # as a crash leaves it
    after = Budget(tokens=402, path=file)
    after.begin("m")
    after.charge("m", Tokens(1, 1))
    assert after.spent.tokens == budget.spent.tokens == 402
    with pytest.raises(BudgetSpent):
        after.begin("m")
    with pytest.raises(TypeError, match="needs a file"):
        pickle.dumps(Budget(tokens=5))
    lost = Budget(path=tmp_path / "gone" / "budget.jsonl")
    with pytest.raises(ModelError, match="what was spent can't be kept in"):
        lost.charge("m", Tokens(1, 1))


def test_the_cache_answers_what_was_asked_before(tmp_path: Path, server: FakeServer) -> None:
    call = ToolCall("root__complete", {"x": [1, "é"]}, id="c1")
    server.brain = lambda messages, tools: Reply("Yes.", (call,))
    budget = Budget(calls=1)
    options: dict[str, Any] = {"key_env": server.key_env, "cache": tmp_path, "budget": budget}
    conversation = (*GO, Message("user", (SCREEN,)))
    first = make_model(server.spec(), **options).ask(conversation, (TOOL,))
    again = make_model(server.spec(), **options).ask(conversation, (TOOL,))
    assert (first.cached, again.cached) == (False, True)
    assert (again.text, again.calls, again.tokens, again.model) == (first.text, first.calls, first.tokens, first.model)
    assert again.tokens == server.tokens
    assert (server.requests, budget.spent.calls) == (1, 1)
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"Yes." in kept and server.key.encode() not in kept


def other(messages: Sequence[Message] = GO, tools: Sequence[Tool] = (), force: bool = False, **options: Any) -> Any:
    return messages, tools, force, options


@pytest.mark.parametrize(
    "request_",
    [
        other([Message("user", ("Go!",))]),
        other([Message("user", ("Go.", SCREEN))]),
        other([Message("system", ("Go.",)), *GO]),
        other(tools=(TOOL,)),
        other(tools=(TOOL,), force=True),
        other(temperature=0.5),
        other(seed=3),
        other(extra={"top_p": 0.5}),
        other(calls_tools=False),
    ],
)
def test_other_requests_are_asked(request_: Any, tmp_path: Path, server: FakeServer) -> None:
    messages, tools, force, options = request_
    make_model(server.spec(), key_env=server.key_env, cache=tmp_path).ask(GO)
    model = make_model(server.spec(), key_env=server.key_env, cache=tmp_path, **options)
    assert not model.ask(messages, tools, force).cached
    assert model.ask(messages, tools, force).cached


def test_a_replay_asks_nobody(tmp_path: Path) -> None:
    CachedModel(ScriptedModel(["One."]), tmp_path).ask(GO)
    replay = CachedModel(ScriptedModel([]), tmp_path, ask=False)
    assert replay.ask(GO).text == "One."
    with pytest.raises(ModelError, match="has no answer to this request of script"):
        replay.ask(GO, (TOOL,))


def test_a_broken_file_of_the_cache_is_written_anew(tmp_path: Path) -> None:
    CachedModel(ScriptedModel(["One."]), tmp_path).ask(GO)
    (file,) = tmp_path.rglob("*.json")
    file.write_text(file.read_text()[:20])
    model = CachedModel(ScriptedModel(["Two."]), tmp_path)
    assert [model.ask(GO).text for _ in range(2)] == ["Two.", "Two."]
    assert [path.suffix for path in tmp_path.rglob("*") if path.is_file()] == [".json"]


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match="can't be kept in the cache"):
        CachedModel(ScriptedModel(["One."]), tmp_path / "file").ask(GO)


def test_threads_share_a_cache(tmp_path: Path) -> None:
    model = CachedModel(ScriptedModel(lambda messages, tools: messages[0].text), tmp_path)

    def ask(number: int) -> str:
        return model.ask([Message("user", (str(number % 5),))]).text

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(60))) == [str(number % 5) for number in range(60)]
    assert len(list(tmp_path.rglob("*"))) == len(list(tmp_path.rglob("*.json"))) + len(list(tmp_path.iterdir()))
