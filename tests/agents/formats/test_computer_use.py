"""The vendors' computer tools as policies: both devices in turn, and a conversation in the vendor's own form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import gymnasium as gym
import pytest

from crab_gym.agents import make_agent, wrap
from crab_gym.agents.chat import Message, Picture, Reply, Tokens, Tool, ToolCall
from crab_gym.agents.computer_use import HAND_OVER, TOOLS
from crab_gym.agents.formats import Screen, format_named
from crab_gym.agents.models import Patience, ScriptedModel, make_model
from crab_gym.rollout import run_episode
from tests.agents.dialects import signature
from tests.agents.formats.test_native import oracle
from tests.agents.models import BAD, texts
from tests.agents.server import FakeServer

WIRES = {"anthropic": "anthropic", "openai": "openai", "gemini": "google"}
SCREENS = {"ubuntu": Screen("ubuntu", 1280, 720), "android": Screen("android", 360, 800)}
AT_ONCE = Patience(180.0, sleep=lambda seconds: None, clock=lambda: 0.0, chance=lambda: 0.0)
Answer = Callable[[Sequence[Message], Sequence[Tool]], Reply]
vendors = pytest.mark.parametrize("vendor", sorted(TOOLS))


def said_by(vendor: str, step: dict[str, Any], tools: Sequence[Tool], number: int) -> list[ToolCall]:
    """Returns an action as the calls that a vendor's model would make of it."""
    name, call_id = f"{step['device']}__{step['name']}", f"call_{number}"
    form, args = format_named(vendor), dict(step["args"])
    if name in {tool.name for tool in tools}:
        if "x" in args:
            args["x"], args["y"] = form.points.write(SCREENS[step["device"]], args["x"], args["y"])
        return [ToolCall(name, args, id=call_id)]
    screen = SCREENS.get(step["device"], SCREENS["ubuntu"])
    said = [dict(one) for one in form.write(step, screen) if not isinstance(one, str)]
    assert said, step
    if vendor == "openai":
        return [ToolCall("computer", {"actions": said}, id=call_id)]
    if vendor == "gemini":
        return [ToolCall(one["name"], one["args"], id=f"{call_id}_{i}") for i, one in enumerate(said)]
    return [ToolCall("computer", one, id=f"{call_id}_{i}") for i, one in enumerate(said)]


def thoughts_of(vendor: str, number: int) -> tuple[dict[str, Any], ...]:
    """Returns the signed thoughts before an answer, in the vendor's form."""
    name = f"rs_{number}"
    if vendor == "anthropic":
        return ({"type": "thinking", "thinking": name, "signature": signature(name)},)
    reasoning = {"type": "reasoning", "id": name, "summary": [], "encrypted_content": signature(name)}
    return (reasoning,) if vendor == "openai" else ()


def knows(vendor: str, steps: Iterator[dict[str, Any]]) -> Answer:
    """Returns the answers of a model that knows the way; it hands over where the step is the other device's."""
    waiting: list[dict[str, Any]] = []
    answers = 0

    def answer(messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        nonlocal answers
        answers += 1
        device = messages[0].text.partition("You work on ")[2].partition(":")[0]
        if not waiting:
            waiting.append(next(steps))
        if waiting[0]["device"] not in (device, "root"):
            calls = [ToolCall(HAND_OVER.name, {"message": "Go on."}, id=f"call_{answers}")]
        else:
            calls = said_by(vendor, waiting.pop(), tools, answers)
        return Reply("So I do.", tuple(calls), own=thoughts_of(vendor, answers))

    return answer


@vendors
def test_a_model_solves_a_task_by_its_vendors_tool_through_its_vendors_server(vendor: str, server: FakeServer) -> None:
    env = wrap(gym.make("Crab-v0/learn.panel_from_todo"), "computer_use", vendor=vendor)
    server.brain = knows(vendor, oracle(env, 3))
    extra = {"thinking": {"type": "adaptive"}} if vendor == "anthropic" else None
    model = make_model(server.spec(WIRES[vendor]), key_env=server.key_env, patience=AT_ONCE, extra=extra)
    record = run_episode(env, make_agent("computer_use", model, vendor=vendor, history=1), seed=3)
    assert (record.end_reason, record.error, server.refused) == ("success", "", [])
    assert record.tokens == server.tokens.total
    for asked in server.asked:  # one tool of one device, and the present screen at the end
        (display,) = [tool.display for tool in asked.tools if tool.display is not None]
        assert display.kind == TOOLS[vendor].kind
        shown = [part for message in asked.messages for part in message.parts if isinstance(part, Picture)]
        assert shown and {part.pixels.shape for part in shown} == {shown[-1].pixels.shape}
        thoughts = [len(message.own) for message in asked.messages if message.calls]
        assert vendor == "gemini" or all(thoughts)


@vendors
@pytest.mark.parametrize("task", ["android.text_contact", "ubuntu.write_note", "cross.dark_mode_from_todo"])
def test_a_model_that_knows_the_way_solves_tasks_in_its_vendors_form(vendor: str, task: str) -> None:
    env = wrap(gym.make(f"Crab-v0/{task}"), "computer_use", vendor=vendor)
    model = ScriptedModel(knows(vendor, oracle(env, 3)))
    record = run_episode(env, make_agent("computer_use", model, vendor=vendor), seed=3)
    assert (record.end_reason, record.error) == ("success", "")


def test_the_newest_tool_is_announced_in_the_header(server: FakeServer) -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app"), "computer_use")
    server.brain = lambda messages, tools: Reply("", (ToolCall("root__complete", {}, id="a"),))
    for tool, header in (("", "computer-use-2025-11-24"), ("computer_20250124", "computer-use-2025-01-24")):
        model = make_model(server.spec("anthropic"), key_env=server.key_env)
        run_episode(env, make_agent("computer_use", model, tool=tool), seed=0)
        assert server.asked[-1].headers["anthropic-beta"] == header
        display = server.asked[-1].tools[0].display
        assert display is not None and display[1:3] == (360, 800)


def play(*said: Reply | str, task: str = "cross.dark_mode_from_todo", **options: Any) -> tuple[Any, ScriptedModel]:
    """Returns the record of an episode whose model says that, and the model."""
    env = wrap(gym.make(f"Crab-v0/{task}", max_steps=8), "computer_use", **options)
    model = ScriptedModel([Reply(one) if isinstance(one, str) else one for one in said])
    return run_episode(env, make_agent("computer_use", model, **options), seed=0), model


def computer(*said: dict[str, Any], text: str = "", name: str = "computer") -> Reply:
    return Reply(text, tuple(ToolCall(name, one, id=f"c{i}") for i, one in enumerate(said)), Tokens(1, 1))


CLICK = {"action": "left_click", "coordinate": [3, 3]}
LOOK = {"action": "screenshot"}
OFF = {"action": "left_click", "coordinate": [3000, 3]}
COMPLETE = computer({}, name="root__complete")


def results(messages: Sequence[Message]) -> list[str]:
    return [message.text for message in messages if message.role == "tool"]


def test_a_look_costs_no_step_and_each_device_has_its_own_conversation() -> None:
    over = computer({"message": "It says 42."}, name="hand_over")
    record, model = play(computer(LOOK), computer(CLICK), over, computer(CLICK), COMPLETE)
    assert [step.action["name"] for step in record.steps] == ["click", "tap", "complete"]
    asked = [messages for messages, _ in model.asked]
    assert [messages[0].text.partition("You work on ")[2][:6] for messages in asked] == ["ubuntu"] * 3 + ["androi"] * 2
    assert "From the other device: It says 42." in texts(asked[3]) and "42" not in texts(asked[2])
    assert results(asked[1]) == ["Done."] and results(asked[2]) == ["Done.", "Done."] and results(asked[3]) == []
    assert "android: a phone" in texts(asked[0]) and "android__" not in repr(model.asked[0][1])


def test_the_rest_of_an_answer_is_dropped_when_an_action_is_refused() -> None:
    record, model = play(computer(CLICK, OFF, CLICK), computer(CLICK, CLICK), COMPLETE)
    assert [step.action["name"] for step in record.steps] == ["click", "click", "click", "complete"]
    told = results(model.asked[1][0])
    assert told == ["Done.", "Refused: x is 3000; expected 0 to 1280", "Not carried out."]
    record, model = play(computer(OFF, CLICK), COMPLETE)
    assert record.steps[0].invalid_action == "x is 3000; expected 0 to 1280"
    assert results(model.asked[1][0]) == ["Refused: x is 3000; expected 0 to 1280", "Not carried out."]


def test_words_alone_are_asked_about_once_and_then_end_the_work_on_a_device() -> None:
    record, model = play("Hm.", computer(CLICK), "All is done.", "Really.", "Here too.", "Yes.")
    assert [step.action["name"] for step in record.steps] == ["click", "complete"]
    assert [message.text for message in model.asked[1][0][-2:]] == [
        "Hm.", "You called no tool. Act on the screen, hand over to the other device, or complete the task.",
    ]  # fmt: skip
    assert "From the other device: Really." in texts(model.asked[4][0])
    record, _ = play("So.", "So.", task="learn.open_app")
    assert [step.action["name"] for step in record.steps] == ["complete"]


def test_devices_that_hand_over_to_each_other_for_ever_cost_steps() -> None:
    over = computer({"message": ""}, name="hand_over")
    record, _ = play(*[over] * 60)
    assert [step.action["name"] for step in record.steps] == ["wait"] * 8


def test_a_wait_between_answers_is_no_result_of_a_call() -> None:
    both = Reply("", (ToolCall("hand_over", {"message": ""}, id="a"), ToolCall("computer", CLICK, id="b")))
    record, model = play(computer(CLICK, CLICK), *[both] * 7, COMPLETE)
    assert [step.action["name"] for step in record.steps] == ["click", "click", "wait", "complete"]
    assert results(model.asked[-1][0]) == ["Done.", "Not carried out."] * 3


def test_what_a_person_has_to_confirm_is_not_done_unless_it_is_allowed() -> None:
    checks = {"actions": [{"type": "click", "x": 3, "y": 3, "button": "left"}], "pending_safety_checks": [{"id": "s"}]}
    asks = {"x": 3, "y": 3, "safety_decision": {"decision": "require_confirmation", "explanation": "a purchase"}}
    for vendor, call in (("openai", computer(checks)), ("gemini", computer(asks, name="click_at"))):
        record, model = play(call, COMPLETE, vendor=vendor)
        assert "a person would have to confirm" in record.steps[0].invalid_action
        assert not any(message.calls for message in model.asked[1][0])  # a result would confirm it
        record, model = play(call, COMPLETE, vendor=vendor, acknowledge=True)
        assert record.steps[0].action["name"] == "click"


CHECKS = [{"id": "s", "code": "malicious_instructions"}]
ASKS = {"decision": "require_confirmation", "explanation": "a purchase"}


@pytest.mark.parametrize(
    ("vendor", "asked", "confirmed"),
    [
        (
            "openai",
            {"actions": [{"type": "wait"}], "pending_safety_checks": CHECKS},
            {"acknowledged_safety_checks": CHECKS},
        ),
        ("gemini", {"safety_decision": ASKS}, {"safety_acknowledgement": "true"}),
        ("gemini", {"safety_decision": {"decision": "regular"}}, {}),
    ],
)
def test_a_vendor_is_told_what_was_confirmed(
    vendor: str, asked: dict[str, Any], confirmed: dict[str, Any], server: FakeServer
) -> None:
    call = ToolCall("wait_5_seconds" if vendor == "gemini" else "computer", asked, id="c")
    server.brain = lambda messages, tools: Reply("", (call,)) if len(server.asked) == 1 else COMPLETE
    env = wrap(gym.make("Crab-v0/learn.open_app"), "computer_use", vendor=vendor)
    model = make_model(server.spec(WIRES[vendor]), key_env=server.key_env)
    record = run_episode(env, make_agent("computer_use", model, vendor=vendor, acknowledge=True), seed=0)
    assert (record.error, server.refused, len(record.steps)) == ("", [], 2)
    body = server.asked[-1].body
    if vendor == "openai":
        (result,) = [item for item in body["input"] if item.get("type") == "computer_call_output"]
    else:
        (result,) = [part["functionResponse"]["response"] for content in body["contents"]
                     for part in content["parts"] if "functionResponse" in part]  # fmt: skip
    told = {name: value for name, value in result.items() if "acknowledge" in name}
    assert told == confirmed


def test_old_turns_are_left_out_and_their_actions_listed() -> None:
    _, model = play(*[computer(CLICK)] * 4, COMPLETE, history=2)
    messages, _ = model.asked[-1]
    assert [message.role for message in messages].count("tool") == 2
    assert "1. ubuntu click(x=3, y=3)" in messages[1].text


STRANGE: tuple[Any, ...] = (
    None, [], {"actions": 5}, {"actions": [5, None, {"type": []}]}, {"actions": [{"type": "click", "x": "a"}] * 3},
    {"action": {}, "coordinate": "x"}, {"action": "key", "text": ["a"]}, {"action": "type", "text": "\ud800\x00"},
    {"x": None, "y": [], "safety_decision": 5, "pending_safety_checks": "no"}, {"x": 10**400, "y": 1e999},
    {"message": {"a": 1}}, {"name": "x" * 100_000}, {"answer": None}, {"element": 3},
)  # fmt: skip


@vendors
def test_no_answer_makes_it_stumble(vendor: str) -> None:
    names = ("computer", "click_at", "type_text_at", "hand_over", "root__submit", "android__open_app", "fly", "")
    calls = [ToolCall(name, given if isinstance(given, dict) else None, "[", f"{i}")
             for name in names for i, given in enumerate(STRANGE)]  # fmt: skip
    said: list[Reply | str] = [Reply("", (one, two)) for one, two in zip(calls, calls[1:] + calls[:1], strict=True)]
    env = wrap(gym.make("Crab-v0/learn.panel_from_todo", max_steps=len(said)), "computer_use", vendor=vendor, scale=0.1)
    options: dict[str, Any] = {"vendor": vendor, "scale": 0.1}
    model = ScriptedModel([*said, *BAD, *said, *BAD, *said])
    record = run_episode(env, make_agent("computer_use", model, **options), seed=0)
    assert (record.error, record.end_reason) in (("", "step_limit"), ("", "false_completion"))
    refused = [step.invalid_action for step in record.steps if step.invalid_action]
    assert len(refused) > 20 and all(len(reason) < 1000 for reason in refused)
    assert not any(word in " ".join(refused) for word in ("NoneType", "Traceback", "<class"))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"vendor": "antropic"}, "did you mean 'anthropic'"),
        ({"tool": 3}, "expected the name of a version"),
        ({"pictures": False}, "expected coordinates and pictures"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        make_agent("computer_use", ScriptedModel([]), **options)
    with pytest.raises(ValueError, match="needs a model that calls tools"):
        make_agent("computer_use", ScriptedModel([], calls_tools=False))
