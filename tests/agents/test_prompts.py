"""Prompts: rendered from the verb table, and free of what an agent mustn't know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from crab_gym.agents import AGENTS, make_agent, wrap
from crab_gym.agents.chat import Message, Tool, ToolCall
from crab_gym.agents.render import SKIP, action_tools, describe_devices, describe_tools, in_json, prompt
from crab_gym.envs.verbs import VERBS
from crab_gym.evaluation.graph import qualified_name
from crab_gym.policies import policy_spec
from crab_gym.wrappers import SetOfMarks
from tests.agents.models import Says, calls, looked
from tests.task_names import HAND_WRITTEN


def test_a_template_says_what_it_lacks() -> None:
    with pytest.raises(ValueError, match=r"the prompt 'json_call' needs a value for 'functions'; got: actions"):
        prompt("json_call", actions="")
    with pytest.raises(ValueError, match="unknown prompt 'singel'; did you mean 'single'"):
        prompt("singel")
    with pytest.raises(ValueError, match="unknown prompt 'm3a/simpel'; did you mean 'm3a/simple'"):
        prompt("m3a/simpel")


def test_a_value_is_never_taken_for_a_template() -> None:
    assert "$goal ${actions} $$" in prompt("json_call", functions="$goal ${actions} $$")


def test_every_template_names_the_role_first_or_is_a_part_of_others() -> None:
    parts = {"json_call", "rules", "screens", "screens_text"}
    folder = files("crab_gym.agents") / "prompts"
    own = ("single", "planner", "caller", "main_agent", "device_agent", "root_agent")
    for name in own:
        assert re.match(r"You are the [a-z$ ]+\.\n", (folder / f"{name}.md").read_text())
    assert parts <= {entry.name.removesuffix(".md") for entry in folder.iterdir()}


def test_functions_take_marks_instead_of_coordinates() -> None:
    spec = looked("cross.dark_mode_from_todo", screens=False)[3]
    tools = {tool.name: tool for tool in action_tools(spec)}
    assert sorted(tools) == sorted(f"{verb.device}__{verb.name}" for verb in VERBS)
    click, drag = tools["ubuntu__click"].parameters, tools["android__drag"].parameters
    assert list(click["properties"]) == click["required"] == ["element"]
    assert list(drag["properties"]) == drag["required"] == ["element1", "element2"]
    assert tools["ubuntu__scroll"].parameters["required"] == ["element", "direction"]
    both = {tool.name: tool for tool in action_tools(spec, coordinates=True, sizes={"ubuntu": (64, 36)})}
    assert list(both["ubuntu__click"].parameters["properties"]) == ["element", "x", "y"]
    assert both["ubuntu__click"].parameters["properties"]["x"]["maximum"] == 63
    assert {tool.name.partition("__")[0] for tool in action_tools(spec, ["root"])} == {"root"}


def test_functions_in_words_have_arguments_choices_and_defaults() -> None:
    spec = looked("cross.dark_mode_from_todo", screens=False)[3]
    told = describe_tools(action_tools(spec)).splitlines()
    scroll = next(line for line in told if line.startswith("- ubuntu__scroll"))
    assert scroll == (
        "- ubuntu__scroll(element: mark of the element; direction: up | down | left | right; amount: notches of the "
        "wheel, 1 to 50, 3 if left out): Turns the mouse wheel over a point."
    )
    optional = Tool("f", "F.", {"properties": {"a": {"description": "an a"}}})
    assert describe_tools([optional]) == "- f(a: an a, may be left out): F."


def test_a_model_without_functions_reads_of_them_and_of_earlier_calls() -> None:
    conversation = [
        Message("system", ("You are the agent.",)),
        Message("user", ("Turn 1.",)),
        Message("assistant", (), (ToolCall("skip", {}, id="1"),)),
        Message("tool", ("Skipped.",), call_id="1"),
        Message("user", ("Turn 2.",)),
    ]
    told = in_json(conversation, [SKIP])
    assert [message.role for message in told] == ["system", "user", "assistant", "user"]
    assert told[0].text.endswith("- skip(): Does nothing in this turn; no device changes.\n\nYou are the agent.")
    assert told[2].text == '```json\n{"name": "skip", "arguments": {}}\n```'
    assert told[3].parts == ("Skipped.", "Turn 2.")
    assert in_json([Message("user", ("Hi",))], [SKIP])[0].role == "system"


# What is privileged.


def privileged(env: Any) -> Iterator[str]:
    """Yields the texts of a task's parameters, its checkpoints and its oracle."""
    base = env.unwrapped
    yield from _texts(vars(base.params))
    for checkpoint in base.evaluator.graph:
        yield checkpoint.id
        yield qualified_name(checkpoint.evaluator.function).rpartition(".")[2]
        yield from _texts(checkpoint.evaluator.args)
    for script in base.task.oracle.values():
        yield qualified_name(script).rpartition(".")[2]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(key)
            yield from _texts(inner)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for inner in value:
            yield from _texts(inner)


def leaked(env: Any, said: str, known: str) -> set[str]:
    """Returns what is privileged, stands in a text as a word, and isn't known otherwise."""

    def stands(value: str, text: str) -> bool:
        return value in text and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None

    return {
        value for value in set(privileged(env))
        if len(value) > 2 and stands(value, said) and not stands(value, known)
    }  # fmt: skip


def screen_texts(env: Any) -> Iterator[str]:
    base = env.unwrapped
    for device in base.screen_sizes:
        for element in base.elements(device):
            yield from (element.role, element.text, element.description)
        for mark in env.get_wrapper_attr("marks")(device):
            yield mark.text


def templates() -> str:
    """Returns all that prompts say of any task."""
    folder = files("crab_gym.agents") / "prompts"
    devices = describe_devices({"ubuntu": (1280, 720), "android": (360, 800)})
    verbs = [str(part) for verb in VERBS for part in (verb.name, verb.doc, *verb.arguments)]
    return "\n".join([path.read_text() for path in Path(str(folder)).rglob("*.md")] + verbs + [devices])


STEPS = (
    calls("android__open_app_drawer"),
    calls("ubuntu__hotkey", keys=["super"]),
    calls("root__wait"),
    calls("android__tap", element=3),
    calls("ubuntu__click", element=2),
)
PLAN = "ubuntu: go on\nandroid: go on\nroot: go on"
NAMES = "Turn Done Refused Skipped The last action was refused ubuntu android root"


ALWAYS = ("single", "by_device")
SEEING = ("computer_use", "native")
OTHERS = sorted(set(AGENTS) - {"human", "script", *SEEING, *ALWAYS})
"""Structures that take turns."""


def listened(base: gym.Env, name: str, pictures: bool) -> tuple[gym.Env, set[str], set[str]]:
    """Lets an agent take a few steps; returns its environment, what its model was told, and what it may be told."""
    env = wrap(base, name, pictures=pictures)
    model = Says(STEPS if name == "single" else [reply for step in STEPS for reply in (PLAN, step)])
    agent = make_agent(name, model, pictures=pictures)
    obs, info = env.reset(seed=len(name))
    agent.reset(info["goal"], policy_spec(env, 0))
    known = {NAMES, info["goal"]}
    for _ in range(3):
        known |= {*screen_texts(env), info["invalid_action"]}
        obs, *_, over, cut, info = env.step(agent.act(obs, info))
        if over or cut:
            break
    said = {part for messages, *_ in model.asked for message in messages for part in message.text.splitlines()}
    assert set(info["goal"].splitlines()) <= said or name not in ALWAYS
    return env, said | {repr(tools) for _, tools, _ in model.asked}, known


def test_no_prompt_of_any_task_tells_what_is_privileged() -> None:
    of_all = {templates()}
    other_task = gym.make("Crab-v0/learn.panel_from_todo", backend="sim", screens=False)
    for name in (*ALWAYS, *OTHERS):
        of_all |= listened(other_task, name, False)[1]  # what is said of any task
    for number, task in enumerate(HAND_WRITTEN):
        base = gym.make(f"Crab-v0/{task}", backend="sim", screens=False)
        for name in (*ALWAYS, OTHERS[number % len(OTHERS)]):
            env, said, known = listened(base, name, pictures=number % 9 == 0 and name == "single")
            assert leaked(env, "\n".join(said), "\n".join(known | of_all)) == set(), (task, name)


@pytest.mark.parametrize("name", SEEING)
@pytest.mark.parametrize("task", ["cross.dark_mode_from_todo", "android.text_contact", "ubuntu.merge_lists"])
def test_nor_does_a_prompt_of_an_agent_that_sees_pictures_only(task: str, name: str) -> None:
    env, said, known = listened(SetOfMarks(gym.make(f"Crab-v0/{task}", backend="sim"), draw=False), name, True)
    assert leaked(env, "\n".join(said), "\n".join({*known, templates()})) == set()


def test_a_leak_would_be_found() -> None:
    env, _, info, _ = looked("cross.dark_mode_from_todo", screens=False)
    known = info["goal"] + templates()
    assert leaked(env, "Passed: list_open", known) == {"list_open"}
    assert leaked(env, "set it to prefer-dark by setting_in", known) == {"prefer-dark", "setting_in"}
