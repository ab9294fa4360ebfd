"""An agent's memory: the last turns word for word, the last actions in one line each."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.agents import make_agent
from crab_gym.agents.chat import Reply, ToolCall
from crab_gym.agents.history import History, Log, action_line
from crab_gym.agents.observation import Viewer
from tests.agents.models import Says, calls, looked, pictures, texts


def play(turns: int, reply: Reply | str, screens: bool = False, **options: Any) -> Says:
    """Plays some turns of a single agent that always says the same."""
    env, obs, info, spec = looked("cross.dark_mode_from_todo", screens=screens, **options)
    model = Says([reply])
    agent = make_agent("single", model, **options)
    agent.reset(info["goal"], spec)
    for _ in range(turns):
        obs, *_, info = env.step(agent.act(obs, info))
    return model


def test_two_turns_are_remembered_with_calls_and_what_became_of_them() -> None:
    model = play(4, calls("android__tap", "I tap.", element=99))
    messages = model.asked[-1][0]
    assert [message.role for message in messages] == ["system", *["user", "assistant", "tool"] * 2, "user"]
    assert messages[1].parts[0] == "Turn 2." and messages[4].parts[0] == "Turn 3."
    assert messages[2].calls[0].name == "android__tap" and messages[2].text == "I tap."
    assert messages[3].call_id == "call_1"
    assert messages[3].text.startswith("Refused: android has no element 99")


def test_only_the_last_turn_has_pictures_unless_told_otherwise() -> None:
    messages = play(3, calls("root__wait"), screens=True).asked[-1][0]
    assert [name for name, _ in pictures(messages)] == ["ubuntu", "android"]
    assert pictures(messages[:-1]) == [] and "(The screens of this turn are left out.)" in texts(messages[1:-1])
    assert "[1]" not in texts(messages[:-1]) and "[1]" in texts(messages)
    messages = play(3, calls("root__wait"), screens=True, old_pictures=True).asked[-1][0]
    assert [name for name, _ in pictures(messages)] == ["ubuntu", "android"] * 3


@pytest.mark.parametrize("history", [0, 1, 3])
def test_as_many_turns_are_remembered_as_asked_for(history: int) -> None:
    messages = play(5, calls("root__wait"), history=history).asked[-1][0]
    assert [message.role for message in messages].count("assistant") == history


def test_older_turns_are_lines_of_text() -> None:
    messages = play(5, calls("android__press", key="home"), history=1, log=3).asked[-1][0]
    now = messages[-1].text
    assert 'Actions so far:\n2. android press(key="home")\n3. ' in now and "\n1. " not in now
    assert "Actions so far" not in play(3, calls("root__wait"), log=0).asked[-1][0][-1].text


def test_words_are_remembered_where_nothing_was_called() -> None:
    messages = play(3, "I wonder.").asked[-2][0]  # the last is the second question of that turn
    assert [message.role for message in messages] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert messages[3].parts[0].startswith(r"Refused: the answer 'I wonder.\nI wonder.' holds no JSON object")
    assert messages[-1].parts[0].startswith("Refused: ")


def test_a_line_says_what_was_pointed_at() -> None:
    _, obs, info, spec = looked("cross.dark_mode_from_todo", screens=False)
    seen = Viewer(spec).look(obs, info)
    step = {"device": "ubuntu", "name": "click", "args": {"element": 2}}
    assert action_line(step, seen) == 'ubuntu click(element=2: button "System")'
    assert action_line({**step, "args": {"element": 999}}, seen) == "ubuntu click(element=999)"
    long = action_line({"device": "ubuntu", "name": "write_text", "args": {"text": "x" * 5000}}, seen)
    assert len(long) < 250 and "…" in long


def test_a_call_whose_arguments_could_not_be_read_is_remembered_as_words() -> None:
    history = History(2)
    history.add(("Turn 1.",), Reply("So:", (ToolCall("ubuntu__click", None, "{"),)))
    history.close("no JSON")
    assert [message.role for message in history.messages("s", ("now",))] == ["system", "user", "assistant", "user"]
    assert history.messages("s", ("now",))[-1].parts == ("Refused: no JSON", "now")


def test_a_call_whose_thoughts_are_too_long_to_go_back_is_remembered_as_words() -> None:
    history, call = History(2), ToolCall("ubuntu__click", {"element": 1}, id="1")
    for letters in (10, 10**6):
        history.add(("Turn.",), Reply("So:", (call,), own=({"thoughts": "x" * letters},)))
        history.close("")
    said = [message for message in history.messages("s", ("now",)) if message.role == "assistant"]
    assert [(len(message.calls), len(message.own)) for message in said] == [(1, 1), (0, 0)]


def test_a_long_answer_is_cut() -> None:
    history = History(1)
    history.add((), Reply("x" * 10**6 + "\ud800"))
    history.close("")
    said = history.messages("", ())[2].text
    assert len(said) <= 8000 and said.encode()


def test_a_log_starts_empty_and_takes_a_line_once() -> None:
    log = Log(2)
    log.close("")
    assert log.text == ""
    log.add(1, "a")
    log.close("")
    log.close("again")
    assert log.text == "Actions so far:\n1. a"
