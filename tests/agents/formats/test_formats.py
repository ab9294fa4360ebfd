"""The vendors' action formats: their documents' examples, the way back, and hostile texts."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from crab_gym.agents.formats import FORMATS, Format, ModelOutput, Screen, format_named
from crab_gym.agents.formats.base import Points, smart_resize
from crab_gym.envs.verbs import check
from crab_gym.task import Action

DESKTOP, PHONE = Screen("ubuntu", 1280, 720), Screen("android", 360, 800)
SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}


def u(name: str, /, **args: Any) -> Action:
    return {"device": "ubuntu", "name": name, "args": args}


def a(name: str, /, **args: Any) -> Action:
    return {"device": "android", "name": name, "args": args}


def root(name: str, /, **args: Any) -> Action:
    return {"device": "root", "name": name, "args": args}


DONE = root("complete")
CENTRE = {"x": 640, "y": 360}

# What the vendors' documents show, or its like with other values: format, screen, what the model says, its actions.
EXAMPLES: list[tuple[str, Screen, ModelOutput, list[Action]]] = [
    ("anthropic", DESKTOP, {"action": "left_click", "coordinate": [640, 360]}, [u("click", **CENTRE)]),
    ("anthropic", DESKTOP, {"action": "double_click", "coordinate": [640, 360]}, [u("double_click", **CENTRE)]),
    ("anthropic", DESKTOP, {"action": "right_click", "coordinate": [640, 360]}, [u("right_click", **CENTRE)]),
    ("anthropic", PHONE, {"action": "left_click", "coordinate": [10, 20]}, [a("tap", x=10, y=20)]),
    (
        "anthropic", DESKTOP, {"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [30, 40]},
        [u("drag", x1=1, y1=2, x2=30, y2=40)],
    ),
    ("anthropic", DESKTOP, {"action": "key", "text": "ctrl+s"}, [u("hotkey", keys=["ctrl", "s"])]),
    ("anthropic", DESKTOP, {"action": "key", "text": "Return"}, [u("press", key="enter")]),
    ("anthropic", DESKTOP, {"action": "type", "text": "Hello, world!"}, [u("write_text", text="Hello, world!")]),
    (
        "anthropic", DESKTOP,
        {"action": "scroll", "coordinate": [640, 360], "scroll_direction": "down", "scroll_amount": 3},
        [u("scroll", **CENTRE, direction="down", amount=3)],
    ),
    ("anthropic", DESKTOP, {"action": "wait", "duration": 2}, [root("wait", seconds=2.0)]),
    ("openai", DESKTOP, {"type": "click", "button": "left", "x": 640, "y": 360}, [u("click", **CENTRE)]),
    ("openai", DESKTOP, {"type": "click", "button": "right", "x": 640, "y": 360}, [u("right_click", **CENTRE)]),
    ("openai", DESKTOP, {"type": "double_click", "x": 640, "y": 360}, [u("double_click", **CENTRE)]),
    (
        "openai", DESKTOP, {"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 30, "y": 40}]},
        [u("drag", x1=1, y1=2, x2=30, y2=40)],
    ),
    ("openai", DESKTOP, {"type": "keypress", "keys": ["CTRL", "C"]}, [u("hotkey", keys=["ctrl", "c"])]),
    ("openai", DESKTOP, {"type": "type", "text": "lighthouse"}, [u("write_text", text="lighthouse")]),
    (
        "openai", DESKTOP, {"type": "scroll", "x": 640, "y": 360, "scroll_x": 0, "scroll_y": 300},
        [u("scroll", **CENTRE, direction="down", amount=3)],
    ),
    (
        "openai", PHONE, {"type": "scroll", "x": 180, "y": 400, "scroll_x": 0, "scroll_y": -800},
        [a("swipe", x=180, y=400, direction="up", distance="medium")],
    ),
    ("openai", DESKTOP, {"type": "wait"}, [root("wait", seconds=2.0)]),
    ("gemini", DESKTOP, {"name": "click_at", "args": {"x": 500, "y": 500}}, [u("click", **CENTRE)]),
    ("gemini", DESKTOP, {"name": "key_combination", "args": {"keys": "Control+A"}}, [u("hotkey", keys=["ctrl", "a"])]),
    (
        "gemini", DESKTOP, {"name": "scroll_at", "args": {"x": 500, "y": 500, "direction": "down", "magnitude": 417}},
        [u("scroll", **CENTRE, direction="down", amount=3)],
    ),
    (
        "gemini", PHONE,
        {"name": "drag_and_drop", "args": {"x": 500, "y": 500, "destination_x": 500, "destination_y": 100}},
        [a("drag", x1=180, y1=400, x2=180, y2=80)],
    ),
    ("gemini", PHONE, {"name": "open_app", "args": {"app_name": "Clock"}}, [a("open_app", name="Clock")]),
    ("gemini", PHONE, {"name": "long_press_at", "args": {"x": 500, "y": 500}}, [a("long_tap", x=180, y=400)]),
    ("gemini", PHONE, {"name": "go_home", "args": {}}, [a("press", key="home")]),
    ("gemini", PHONE, {"name": "wait_5_seconds", "args": {}}, [root("wait", seconds=5.0)]),
    ("ui_tars", DESKTOP, "Thought: I press it.\nAction: click(start_box='(644,364)')", [u("click", **CENTRE)]),
    ("ui_tars", DESKTOP, "Action: left_double(start_box='(644,364)')", [u("double_click", **CENTRE)]),
    ("ui_tars", DESKTOP, "Action: right_single(start_box='(644,364)')", [u("right_click", **CENTRE)]),
    ("ui_tars", DESKTOP, "Action: hotkey(key='ctrl s')", [u("hotkey", keys=["ctrl", "s"])]),
    ("ui_tars", DESKTOP, r"Action: type(content='it\'s here\n')", [u("write_text", text="it's here\n")]),
    ("ui_tars", DESKTOP, "Action: wait()", [root("wait", seconds=5.0)]),
    ("ui_tars", DESKTOP, "Action: finished(content='')", [DONE]),
    ("ui_tars_2", PHONE, "Action: click(point='<point>500 250</point>')", [a("tap", x=180, y=200)]),
    ("ui_tars_2", PHONE, "Action: long_press(point='<point>500 250</point>')", [a("long_tap", x=180, y=200)]),
    (
        "ui_tars_2", PHONE,
        "Action: drag(start_point='<point>500 500</point>', end_point='<point>500 100</point>')",
        [a("drag", x1=180, y1=400, x2=180, y2=80)],
    ),
    ("ui_tars_2", PHONE, "Action: open_app(app_name='Clock')", [a("open_app", name="Clock")]),
    ("ui_tars_2", PHONE, "Action: press_home()", [a("press", key="home")]),
    ("ui_tars_2", PHONE, "Action: press_back()", [a("press", key="back")]),
    (
        "qwen2.5_vl", DESKTOP,
        '<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [644, 364]}}\n'
        "</tool_call>",
        [u("click", **CENTRE)],
    ),
    (
        "qwen3_vl", DESKTOP,
        '<tool_call>\n{"name": "computer_use", "arguments": {"action": "key", "keys": ["ctrl", "s"]}}\n</tool_call>',
        [u("hotkey", keys=["ctrl", "s"])],
    ),
    (
        "qwen3_vl", DESKTOP,
        '<tool_call>\n{"name": "computer_use", "arguments": {"action": "scroll", "coordinate": [500, 500], '
        '"pixels": -300}}\n</tool_call>',
        [u("scroll", **CENTRE, direction="down", amount=3)],
    ),
    (
        "qwen3_vl", PHONE,
        '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "swipe", "coordinate": [500, 500], '
        '"coordinate2": [500, 100]}}\n</tool_call>',
        [a("drag", x1=180, y1=400, x2=180, y2=80)],
    ),
    (
        "qwen3_vl", PHONE,
        '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "system_button", "button": "Back"}}\n</tool_call>',
        [a("press", key="back")],
    ),
    (
        "qwen3_vl", PHONE,
        '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "open", "text": "Clock"}}\n</tool_call>',
        [a("open_app", name="Clock")],
    ),
    (
        "qwen3_vl", PHONE,
        '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "answer", "text": "42"}}\n</tool_call>',
        [root("submit", answer="42")],
    ),
    (
        "qwen3_vl", PHONE,
        '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "terminate", "status": "success"}}\n</tool_call>',
        [DONE],
    ),
    ("opencua", DESKTOP, "## Code:\n```python\npyautogui.click(x=644, y=364)\n```", [u("click", **CENTRE)]),
    ("opencua", DESKTOP, "```python\npyautogui.hotkey('ctrl', 's')\n```", [u("hotkey", keys=["ctrl", "s"])]),
    ("opencua", DESKTOP, "```python\npyautogui.write('it\\'s')\n```", [u("write_text", text="it's")]),
    ("opencua", DESKTOP, "```python\ncomputer.terminate(status='success')\n```", [DONE]),
    ("agentnet", DESKTOP, "```python\npyautogui.click(x=0.5004, y=0.5007)\n```", [u("click", **CENTRE)]),
    (
        "agentnet", DESKTOP,
        "```python\npyautogui.moveTo(x=0.1004, y=0.2007)\npyautogui.dragTo(x=0.3004, y=0.4007)\n```",
        [u("drag", x1=128, y1=144, x2=384, y2=288)],
    ),
    (
        "agentnet", DESKTOP, "```python\npyautogui.scroll(-5, x=0.5004, y=0.5007)\n```",
        [u("scroll", **CENTRE, direction="down", amount=5)],
    ),
    ("glm", DESKTOP, "Action: left_click(start_box='[500,500]')", [u("click", **CENTRE)]),
    ("glm", DESKTOP, "Action: key(keys='ctrl+s')", [u("hotkey", keys=["ctrl", "s"])]),
    (
        "glm", DESKTOP, "Action: scroll(start_box='[500,500]', direction='down', step=3)",
        [u("scroll", **CENTRE, direction="down", amount=3)],
    ),
    ("glm", DESKTOP, "Action: DONE()", [DONE]),
    ("autoglm", PHONE, '<think>There it is.</think>\n<answer>do(action="Tap", element=[500,250])</answer>', [
        a("tap", x=180, y=200),
    ]),
    (
        "autoglm", PHONE, 'do(action="Swipe", start=[500,500], end=[500,100])',
        [a("drag", x1=180, y1=400, x2=180, y2=80)],
    ),
    ("autoglm", PHONE, 'do(action="Launch", app="Clock")', [a("open_app", name="Clock")]),
    ("autoglm", PHONE, 'do(action="Back")', [a("press", key="back")]),
    ("autoglm", PHONE, 'finish(message="It is 42.")', [root("submit", answer="It is 42."), DONE]),
    ("holo", DESKTOP, "Click(644, 364)", [u("click", **CENTRE)]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "screen", "said", "actions"), EXAMPLES)
def test_examples_become_actions_and_back(name: str, screen: Screen, said: ModelOutput, actions: list[Action]) -> None:
    form = format_named(name)
    reading = form.read(said, screen)
    assert (reading.problem, list(reading.actions)) == ("", actions)
    for action in actions:
        assert check(action, SIZES) == tuple(action.values()), "the environment accepts what was read"
    again = [
        step for action in actions for one in form.write(action, screen) for step in form.read(one, screen).actions
    ]
    assert [step for step in again if step != DONE] == [step for step in actions if step != DONE]


ON_PHONE = [
    a("tap", x=359, y=799), a("long_tap", x=0, y=3), a("drag", x1=5, y1=700, x2=6, y2=20), a("write_text", text="it's"),
    a("press", key="back"), a("press", key="enter"), a("open_app", name="Clock"),
]  # fmt: skip
VERBS = [
    u("click", x=1279, y=0), u("right_click", x=5, y=719), u("double_click", x=0, y=0),
    u("drag", x1=1, y1=2, x2=3, y2=9), u("scroll", x=7, y=9, direction="up", amount=2),
    u("scroll", x=7, y=9, direction="left", amount=3), u("write_text", text="a 'quoted' \\ \"text\"\nnext\tcell é"),
    u("press", key="pagedown"), u("press", key="'"), u("hotkey", keys=["ctrl", "shift", "t"]), *ON_PHONE,
    root("wait", seconds=5), root("submit", answer="a 'b'"),
]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("action", VERBS, ids=lambda action: f"{action['device']}-{action['name']}")
def test_written_actions_are_read_again_within_two_pixels(name: str, action: Action) -> None:
    form, screen = format_named(name), PHONE if action["device"] == "android" else DESKTOP
    said = form.write(action, screen)
    if isinstance(said[0], str) and said[0].startswith(f"({action['device']}: "):
        return  # told in a sentence, since the format has no words for it
    (again, *rest) = (step for one in said for step in form.read(one, screen).actions)
    assert (again["device"], again["name"], [step["name"] for step in rest]) in (
        (action["device"], action["name"], []), ("root", "submit", ["complete"]),
    )  # fmt: skip
    for key, value in action["args"].items():
        if key[0] in "xy":
            assert abs(again["args"][key] - value) <= 2
        elif key not in ("seconds", "amount"):  # some formats have none
            assert again["args"][key] == value


def test_formats_say_all_that_a_device_needs() -> None:
    untold = {
        name for name, form in FORMATS.items() if any(str(form.write(one, PHONE)[0])[0] == "(" for one in ON_PHONE)
    }
    assert set(FORMATS) - untold == {"ui_tars", "ui_tars_2", "qwen2.5_vl", "qwen3_vl"}


def test_searching_for_an_app_is_told_as_key_and_typing() -> None:
    for name in ("anthropic", "openai", "ui_tars", "qwen3_vl", "opencua", "glm"):
        said = format_named(name).write(u("search_app", name="Files"), DESKTOP)
        steps = [step for one in said for step in format_named(name).read(one, DESKTOP).actions]
        assert steps == [u("press", key="win"), u("write_text", text="Files")]


def test_a_number_may_have_a_plus_sign() -> None:
    said = "```python\npyautogui.scroll(+5, x=+644, y=364)\n```"
    assert list(format_named("opencua").read(said, DESKTOP).actions) == [
        u("scroll", **CENTRE, direction="up", amount=5)
    ]


@pytest.mark.parametrize(
    ("name", "said", "problem"),
    [
        ("anthropic", {"action": "mouse_move", "coordinate": [1, 2]}, "the pointer can't be moved alone"),
        ("anthropic", {"action": "left_click", "coordinate": [1, 2], "text": "ctrl"}, "keys can't be held"),
        ("anthropic", {"action": "left_click", "coordinate": [1300, 2]}, "x is 1300; expected 0 to 1280"),
        ("anthropic", {"action": "key", "text": "hyper"}, "the desktop has no key 'hyper'"),
        ("anthropic", "left_click", "expected a call"),
        ("openai", {"type": "click", "button": "wheel", "x": 1, "y": 2}, "the button is 'wheel'"),
        ("openai", {"type": "scroll", "x": 1, "y": 2}, "expected pixels other than 0"),
        ("gemini", {"name": "search", "args": {}}, "the function 'search' isn't possible"),
        ("ui_tars", "Action: fly(start_box='(1,2)')", "there is no action 'fly'"),
        ("ui_tars", "I am not sure.", "can't be read"),
        ("qwen3_vl", "I am not sure.", "calls no function"),
        ("opencua", "```python\nimport os\nos.system('true')\n```", "there is no function 'os.system'"),
        ("opencua", "```python\npyautogui.write(open('/etc/passwd').read())\n```", "an argument isn't a number"),
        ("opencua", "```python\nx = 1\n```", "expected calls only"),
        ("opencua", "```python\npyautogui.dragTo(x=1, y=2)\n```", "begins at no point"),
        ("holo", "I don't see it.", "expected click(x, y)"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(name: str, said: ModelOutput, problem: str) -> None:
    reading = format_named(name).read(said, DESKTOP)
    assert reading.actions == () and problem in reading.problem


def test_looking_is_no_action() -> None:
    assert format_named("anthropic").read({"action": "screenshot"}, DESKTOP) == ((), "", "")
    assert format_named("openai").read({"type": "screenshot"}, DESKTOP) == ((), "", "")


def test_fields_are_cleared_and_submitted_as_gemini_asks() -> None:
    call = {"name": "type_text_at", "args": {"x": 500, "y": 500, "text": "ferns"}}
    names = [(step["name"], *step["args"].values()) for step in format_named("gemini").read(call, DESKTOP).actions]
    assert names[1:] == [("hotkey", ["ctrl", "a"]), ("press", "delete"), ("write_text", "ferns"), ("press", "enter")]
    call["args"].update(press_enter=False, clear_before_typing=False)  # type: ignore[attr-defined]
    assert [step["name"] for step in format_named("gemini").read(call, PHONE).actions] == ["tap", "write_text"]


def test_thoughts_are_kept_and_quotes_in_texts_forgiven() -> None:
    said = "Thought: It's the second one.\nAction: type(content='it's Jonas' name')"
    reading = format_named("ui_tars").read(said, PHONE)
    assert reading.thought == "It's the second one."
    assert reading.actions == (a("write_text", text="it's Jonas' name"),)


def test_pictures_are_scaled_as_qwen_does() -> None:
    assert smart_resize(1920, 1080, 28, 3136, 12_845_056) == (1932, 1092)
    assert smart_resize(20, 20, 28, 3136, 12_845_056) == (56, 56)
    wide, high = smart_resize(8000, 4000, 28, 3136, 12_845_056)
    assert wide * high <= 12_845_056 and wide % 28 == high % 28 == 0
    assert Points(lambda width, height: (1000, 1000)).read(PHONE, 1000, 1000) == (359, 799)


def mutated(said: ModelOutput, rng: random.Random) -> ModelOutput:
    """Returns what a model said with letters, words or values lost, doubled, exchanged or made strange."""
    text = said if isinstance(said, str) else json.dumps(said)
    for _ in range(rng.randint(1, 6)):
        at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        strange = rng.choice(
            ["", "(", ")" * 40, "'", '"', "[" * 90, "-", "9" * 400, "nan", "1e999", "\0", "\ud800", "é", "{}"]
        )
        text = rng.choice([text[:at] + strange + text[at:], text[:at] + text[end:], text[:end] + text[at:], text[at:]])[
            :9000
        ]
    if isinstance(said, str):
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = dict(said)
        value[rng.choice([*said, "text"])] = rng.choice(
            [None, True, -1, 1e308, float("nan"), [], {}, "x" * 99, [[]], 10**400]
        )
    return value if isinstance(value, dict) else {"action": value, "type": value, "name": value, "args": value}


@pytest.mark.parametrize("name", FORMATS)
def test_mutated_answers_never_raise(name: str) -> None:
    form: Format = FORMATS[name]
    said = [one for other, _, one, _ in EXAMPLES if other == name]
    rng, read = random.Random(name), 0
    for turn in range(1000):
        screen = rng.choice([DESKTOP, PHONE])
        reading = form.read(mutated(said[turn % len(said)], rng), screen)
        assert not (reading.actions and reading.problem)
        read += bool(reading.actions)
        for action in reading.actions:
            assert isinstance(action, Mapping) and {"device", "name", "args"} == set(action)
            assert all(0 <= action["args"].get(axis, 0) < limit for axis, limit in zip("xy", screen[1:], strict=True))
    assert 0 < read < 1000, "some answers survive, and some don't"


def test_a_name_that_is_none_is_told() -> None:
    with pytest.raises(ValueError, match="did you mean 'ui_tars'"):
        format_named("uitars")
