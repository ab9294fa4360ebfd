"""Structures play against servers as strict as the vendors' documentation says."""

from __future__ import annotations

import json
from typing import Any

import gymnasium as gym
import pytest

from crab_gym.agents import AGENTS, make_agent, wrap
from crab_gym.agents.chat import Message, Model, ModelError, Picture, Reply, Tool, ToolCall
from crab_gym.agents.models import make_model
from crab_gym.rollout import run_episode
from tests.agents.server import FakeServer
from tests.agents.test_against_server import AT_ONCE
from tests.agents.test_models import GO, TOOLS, screen
from tests.agents.vendors.servers import COMPATIBLE, THOUGHT, VENDORS, vendor, words_of

ASK = sorted(set(AGENTS) - {"computer_use", "human", "native", "script"})  # the others don't call functions
WAIT = json.dumps({"name": "root__wait", "arguments": {"seconds": 1}})
MEETS = {"t3a": ("forced", "system"), "single": ("system", "after_result")}
"""What a server may refuse that these structures surely ask for."""
each = pytest.mark.parametrize("name", VENDORS)


def model_of(name: str, server: FakeServer, **options: Any) -> Model:
    server.speaks = vendor(name)
    dialect = "openai" if name in COMPATIBLE else server.speaks.name
    calls_tools = COMPATIBLE[name].tools if name in COMPATIBLE else True
    options = {"key_env": server.key_env, "patience": AT_ONCE, "calls_tools": calls_tools} | options
    return make_model(server.spec(dialect), **options)


def waits(messages: list[Message], tools: list[Tool]) -> Reply | str:
    """Waits where it can, and otherwise calls the first function; instructs agents where there is no function."""
    if not tools:
        return f"The rest takes time. Next: wait.\nubuntu: SKIP\nandroid: SKIP\nroot: Wait. {WAIT}"
    tool = next((tool for tool in tools if tool.name == "root__wait"), tools[0])
    needed = tool.parameters.get("required", ())
    return Reply("I wait.", (ToolCall(tool.name, {key: _some(tool.parameters["properties"][key]) for key in needed}),))


def _some(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    return {"integer": schema.get("minimum", 1), "number": 1, "boolean": True, "array": ["Wait."]}.get(
        schema["type"], "Wait."
    )


@each
@pytest.mark.parametrize("structure", ASK)
def test_no_vendor_refuses_what_a_structure_asks(structure: str, name: str, server: FakeServer) -> None:
    server.brain = waits
    sees = structure == "single"
    env = wrap(gym.make("Crab-v0/learn.panel_from_todo", screens=sees, max_steps=4), structure, pictures=sees)
    record = run_episode(env, make_agent(structure, model_of(name, server), pictures=sees), seed=0)
    env.close()
    assert (record.error, record.end_reason, record.actions) == ("", "step_limit", 4), server.refused
    assert [step.invalid_action for step in record.steps] == [""] * 4
    assert record.tokens == server.tokens.total > 0 and record.retries == 0
    assert len(set(server.refused)) == len(server.refused)  # once each: then it is known
    assert set(server.refused) <= set(words_of(name).values())
    if structure in MEETS:
        assert set(server.refused) == {words for what, words in words_of(name).items() if what in MEETS[structure]}
    assert not any(THOUGHT in step.notes["text"] for step in record.steps)
    if structure == "single" and (name not in COMPATIBLE or COMPATIBLE[name].tools):
        assert any(message.role == "tool" for message in server.asked[-1].messages)


@each
def test_what_a_server_does_not_take_can_be_said_before(name: str, server: FakeServer) -> None:
    server.brain = lambda messages, tools: Reply(calls=(ToolCall("root__complete", {}),)) if tools else "Done."
    joins = name == "mistral"  # whose results take pictures
    model = model_of(name, server, forced_calls=False, system_role=False, user_after_result=not joins)
    said: list[Message] = [Message("system", ("You act.",)), *GO]
    for turn in range(3):
        reply = model.ask(said, TOOLS, force=True)
        said.append(Message("assistant", (reply.text,) if reply.text else (), reply.calls, own=reply.own))
        said += [Message("tool", (f"result {turn}",), call_id=call.id) for call in reply.calls]
        said.append(Message("user", (f"turn {turn}", screen(turn))))
    assert server.refused == []
    heard = server.asked[-1]
    assert not heard.force and heard.messages[0].role == "user"
    told = "\n".join(message.text for message in heard.messages)
    assert told.startswith("You act.\nGo on.") and "turn 0" in told and "turn 1" in told
    shown = [part for message in heard.messages for part in message.parts if isinstance(part, Picture)]
    assert len(shown) == 2


def test_what_is_found_out_is_not_sent_to_other_servers(server: FakeServer) -> None:
    model = model_of("deepseek", server)
    settings = model.settings
    model.ask(GO, TOOLS, force=True)
    assert not server.asked[-1].force and model.settings == settings
    model_of("openai", server).ask(GO, TOOLS, force=True)
    assert server.asked[-1].force
    assert "forced_calls" in model_of("openai", server, forced_calls=False).settings


def test_a_refusal_that_nothing_mends_is_told(server: FakeServer) -> None:
    server.speaks = vendor("deepseek")
    with pytest.raises(ModelError, match=r"refuses the request \(HTTP 400\): unknown fields: \['seed'\]"):
        model_of("deepseek", server, seed=1).ask(GO, TOOLS, force=True)


def test_parallel_calls_keep_their_signatures(server: FakeServer) -> None:
    calls = (ToolCall("root__complete", {}), ToolCall("android__tap", {"x": 1, "y": 2}))
    server.brain = lambda messages, tools: Reply(calls=calls)
    for name in ("gemini_by_openai", "openrouter", "gemini", "claude"):
        model = model_of(name, server)
        reply = model.ask(GO, TOOLS)
        results = [Message("tool", (f"result {call.name}",), call_id=call.id) for call in reply.calls]
        model.ask([*GO, Message("assistant", (), reply.calls, own=reply.own), *reversed(results), *GO], TOOLS)
        heard = [message.text for message in server.asked[-1].messages if message.role == "tool"]
        assert heard == ["result root__complete", "result android__tap"]
    assert server.refused == []
