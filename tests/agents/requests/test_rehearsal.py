"""Rehearsals, requests as text, and estimates of tokens."""

from __future__ import annotations

from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
from typer.testing import CliRunner

from crab_gym.agents import AGENTS, agent_roles
from crab_gym.agents.chat import Message, Picture, Reply, Tool, ToolCall
from crab_gym.agents.models import ScriptedModel, TranscriptModel
from crab_gym.agents.requests.rehearsal import rehearse
from crab_gym.agents.requests.text import describe_request, estimate_tokens
from crab_gym.cli import app

ASK = sorted(name for name in AGENTS if agent_roles(name))
SEE = ("computer_use", "native")
SYSTEM, TURN = Message("system", ("You are the judge.",)), Message("user", ("Turn 1.", "android:"))
DONE = Tool("root__complete", "Ends.", {"type": "object", "properties": {}})


@pytest.mark.parametrize("calls_tools", [True, False])
@pytest.mark.parametrize("name", ASK)
def test_every_structure_can_be_rehearsed_and_nothing_changes(name: str, calls_tools: bool) -> None:
    if name == "computer_use" and not calls_tools:
        pytest.skip("it needs a model that calls tools")
    env = gym.make("Crab-v0/learn.panel_from_todo", backend="sim", screens=name in SEE)
    steps = rehearse(env, name, steps=3, calls_tools=calls_tools, pictures=name in SEE)
    base = env.unwrapped
    assert len(steps) == 3 and all(steps)
    assert {action["name"] for action in base.actions} == {"wait"}  # type: ignore[attr-defined]
    assert {question.role for step in steps for question in step} <= set(agent_roles(name))
    assert all(question.tokens > 100 and question.letters > 400 for step in steps for question in step)
    env.close()


def test_a_request_is_shown_as_a_person_reads_it() -> None:
    screen = Picture(np.zeros((8, 4, 3), np.uint8), "android")
    said = [
        SYSTEM,
        Message("user", ("Turn 1.", "android:", screen)),
        Message("assistant", ("I end it.",), (ToolCall("root__complete", {"a": "ä"}, id="c1"),)),
        Message("tool", ("Done.",), call_id="c1"),
    ]
    assert describe_request(said, [DONE]).splitlines() == [
        "--- system", "You are the judge.", "--- user", "Turn 1.", "android:", "[picture of android, 4×8]",
        "--- assistant", "I end it.", '[call c1: root__complete {"a": "ä"}]', "--- result of c1", "Done.",
        "--- functions", "- root__complete(): Ends.",
    ]  # fmt: skip
    assert describe_request(said, (), said[:3]).splitlines() == [
        "--- 3 messages as before", "--- result of c1", "Done.",
    ]  # fmt: skip


def test_pictures_take_as_many_tokens_as_vendors_say() -> None:
    screen = [Message("user", (Picture(np.zeros((720, 1280, 3), np.uint8)),))]
    empty = [Message("user", ())]
    models = ("openai:gpt-4o", "google:gemini", "anthropic:claude", "openai:open@http://127.0.0.1/v1")
    found = [estimate_tokens(screen, model=model) - estimate_tokens(empty, model=model) for model in models]
    assert found == [85 + 170 * 6, 258 * 2, 1229, 1229]


def test_requests_are_saved_by_conversation_and_in_order(tmp_path: Path) -> None:
    model = TranscriptModel(ScriptedModel(["No.", Reply("", (ToolCall("root__complete", {}),)), "Hm."]), tmp_path)
    for _ in range(2):
        model.ask([SYSTEM, TURN], [DONE])
    model.ask([TURN])
    first, second, other = sorted(tmp_path.rglob("*.txt"))
    assert (first.name, second.name, other.parent.name[:6]) == ("0001.txt", "0002.txt", "model-")
    assert first.parent == second.parent and first.parent.name.startswith("judge-")
    text = first.read_text(encoding="utf-8")
    assert text.startswith("model: script\ntokens: 0 sent") and text.endswith("--- answer\nNo.\n")
    assert second.read_text(encoding="utf-8").endswith("--- answer\n[call root__complete {}]\n")


def test_the_command_tells_roles_options_and_tokens() -> None:
    args = ["agents", "show", "functionality", "--task", "learn.open_app", "--option", "history=1"]
    result = CliRunner().invoke(app, [*args, "--option", "pictures=false", "--requests", "1"])
    assert result.exit_code == 0, result.output
    rows = {row.split()[0]: row.split()[1:] for row in result.output.splitlines() if row and row[0].isalpha()}
    assert rows["history"] == ["1"]
    assert [int(rows[role][0]) for role in ("planner", "caller", "all")] == [1, 1, 2]
    tokens = [int(rows[role][-1].replace(",", "")) for role in ("planner", "caller", "all")]
    assert tokens[0] + tokens[1] == tokens[2] > 500
    assert "=== step 1, planner\n--- system\nYou are the planner." in result.output
    listed = CliRunner().invoke(app, ["agents", "list"])
    assert set(AGENTS) <= {row.split()[0] for row in listed.output.splitlines()}
    wrong = CliRunner().invoke(app, ["agents", "show", "human"])
    assert (wrong.exit_code, "asks no model" in wrong.output) == (2, True)
