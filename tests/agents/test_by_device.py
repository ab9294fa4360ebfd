"""The agents by device: rounds, instructions, skips that cost no step."""

from __future__ import annotations

import gymnasium as gym
import pytest

from crab_gym.agents import make_agent, wrap
from crab_gym.agents.by_device import instructions
from crab_gym.agents.chat import Reply
from crab_gym.rollout import run_episode
from tests.agents.knower import Knower, Step, role_of
from tests.agents.models import Says, calls, looked, pictures, texts

NAMES = ("ubuntu", "android", "root")


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("All is open.\nubuntu: Click 3.\nandroid: SKIP\nroot: SKIP", ("Click 3.", "", "")),
        ("**Ubuntu:** Click 3,\nthen type.\n- android agent: skip.\n", ("Click 3,\nthen type.", "", "")),
        ("1. root: Complete.", ("", "", "Complete.")),
        ("ubuntu: SKIP, it is done\nandroid: Skip the tour with 4.", ("", "Skip the tour with 4.", "")),
        ("android: Tap 3.\nandroid: Tap 4.", ("", "Tap 3.\nTap 4.", "")),
        ("Tap 3.", ("Tap 3.", "Tap 3.", "Tap 3.")),
        ("The ubuntu: it is on.", ("The ubuntu: it is on.",) * 3),
        ("ubuntu:\nandroid:", ("", "", "")),
    ],
)  # fmt: skip
def test_each_agent_gets_what_follows_its_name(text: str, given: tuple[str, str, str]) -> None:
    assert tuple(instructions(text, NAMES)[name] for name in NAMES) == given


def play(replies: list[Reply | str], steps: int) -> tuple[Says, list[dict[str, object]], list[dict[str, object]]]:
    """Plays some steps; returns the model, the actions and the notes."""
    env, obs, info, spec = looked("cross.dark_mode_from_todo", "by_device", screens=False)
    model = Says(replies)
    agent = make_agent("by_device", model)
    agent.reset(info["goal"], spec)
    actions, notes = [], []
    for _ in range(steps):
        actions.append(agent.act(obs, info))
        notes.append(dict(agent.notes()))
        obs, *_, info = env.step(actions[-1])
    return model, actions, notes


def roles(model: Says) -> list[str]:
    return [role_of(messages) for messages, _, _ in model.asked]


def test_in_a_round_each_agent_that_is_told_something_acts_once() -> None:
    round_ = [
        "ubuntu: Press super.\nandroid: Go home.\nroot: SKIP",
        calls("ubuntu__press", key="super"),
        calls("android__press", key="home"),
    ]
    model, actions, notes = play(round_, 4)
    assert roles(model) == ["main agent", "ubuntu agent", "android agent"] * 2
    assert [action["device"] for action in actions] == ["ubuntu", "android"] * 2
    assert notes[0]["plan"] == round_[0] and "plan" not in notes[1]
    assert [entry["name"] for entry in notes[0]["agents"]] == ["main agent", "ubuntu agent"]
    assert [entry["calls"] for entry in notes] == [2, 1, 2, 1]
    assert "In the last round:\nroot was told to skip\nubuntu acted\nandroid acted" in texts(model.asked[3][0])


def test_a_skip_is_a_call_of_the_model_and_no_step() -> None:
    replies = ["ubuntu: Nothing.\nandroid: Go home.", calls("skip"), calls("android__press", key="home")]
    model, actions, notes = play(replies, 2)
    assert [action["name"] for action in actions] == ["press", "press"]
    assert len(model.asked) == 6 and notes[0]["calls"] == 3
    assert "ubuntu skipped" in texts(model.asked[3][0])
    again = model.asked[4][0]  # what the one who skipped remembers
    assert [message.role for message in again] == ["system", "user", "assistant", "tool", "user"]
    assert again[3].text == "Skipped."


def test_an_agent_sees_its_own_device_and_has_its_own_functions_only() -> None:
    round_ = ["All.", calls("skip"), calls("skip"), calls("root__wait")]
    env, obs, info, spec = looked("cross.dark_mode_from_todo", "by_device")
    model = Says(round_)
    agent = make_agent("by_device", model)
    agent.reset(info["goal"], spec)
    assert agent.act(obs, info)["name"] == "wait"
    main, ubuntu, android, root = model.asked
    assert [name for name, _ in pictures(main[0])] == ["ubuntu", "android"] and main[1] == ()
    assert [name for name, _ in pictures(android[0])] == ["android"]
    assert {tool.name.partition("__")[0] for tool in android[1]} == {"android", "skip"}
    assert not android[2]  # so that it can think before it calls
    assert "The main agent's instruction:\nAll." in texts(android[0])
    assert "Dock" in texts(ubuntu[0]) and "Dock" not in texts(android[0])
    assert pictures(root[0]) == [] and {tool.name for tool in root[1]} == {
        "root__submit", "root__complete", "root__wait", "root__ask", "skip"
    }  # fmt: skip
    env.close()


def test_where_all_skip_round_after_round_a_second_passes() -> None:
    model, actions, _ = play(["ubuntu: SKIP\nandroid: SKIP\nroot: SKIP"], 1)
    assert actions == [{"device": "root", "name": "wait", "args": {"seconds": 1}}]
    assert roles(model) == ["main agent"] * 3
    again = model.asked[2][0]  # with what it said in the rounds before
    assert [message.role for message in again] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert again[3].parts[0] == again[5].parts[0] == "All skipped."


def test_a_function_of_another_device_is_refused() -> None:
    _, actions, _ = play(["android: Go.", calls("ubuntu__press", key="super")], 1)
    assert "there is no tool 'ubuntu__press'" in str(actions[0]["unreadable"])


def test_who_was_refused_is_told_why_and_nobody_else() -> None:
    replies = ["ubuntu: a\nandroid: b", calls("ubuntu__click", element=99), calls("android__press", key="home")]
    model, *_ = play(replies, 4)
    assert "ubuntu has no element 99" not in texts(model.asked[2][0])
    assert "Refused: ubuntu has no element 99" in texts(model.asked[4][0])


def test_words_reach_the_agents_through_the_main_agent_only() -> None:
    with wrap(gym.make("Crab-v0/cross.list_from_message", screens=False), "by_device", pictures=False) as env:
        knower = Knower(env, roles={"main agent": lambda knower, messages: f"ubuntu: {Step('skip', {}).words}"})
        record = run_episode(env, make_agent("by_device", knower, pictures=False), seed=0)
    assert record.completion == 0 and {step.action["name"] for step in record.steps} == {"wait"}
