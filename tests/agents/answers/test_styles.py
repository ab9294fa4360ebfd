"""The styles in which models answer, by their vendors' templates: one table, and which of several calls counts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from crab_gym.agents.answers.thoughts import split_thoughts
from crab_gym.agents.chat import Reply, ToolCall
from crab_gym.agents.parsing import CUT_OFF, Unreadable, read_action, read_call, tools_of
from crab_gym.agents.render import action_tools
from crab_gym.envs.spaces import ActionSpace
from crab_gym.policies import PolicySpec
from crab_gym.wrappers.marks_space import MarkedActionSpace
from tests.task_names import one_in

SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}
SPEC = PolicySpec(MarkedActionSpace(SIZES, 50), (), ("ubuntu", "android"), SIZES, 15, 0)
TOOLS = action_tools(SPEC)
OPEN = {"device": "android", "name": "open_app", "args": {"name": "Tasks"}}
SWIPE = {"device": "android", "name": "swipe", "args": {"element": 3, "direction": "down", "distance": "long"}}
DONE = {"device": "root", "name": "complete", "args": {}}
TYPE = {"device": "android", "name": "write_text", "args": {"text": 'two\nlines, "so" <b>'}}
KEYS = {"device": "ubuntu", "name": "hotkey", "args": {"keys": ["ctrl", "s"]}}

_OPEN = '{"name": "android__open_app", "arguments": {"name": "Tasks"}}'
_DONE = '{"name": "root__complete", "arguments": {}}'
_ARGS = '{"name": "Tasks"}'
_SWIPE = '{"element": 3, "direction": "down", "distance": "long"}'

STYLES: dict[str, tuple[str, Mapping[str, Any]]] = {
    # JSON
    "JSON": (_OPEN, OPEN),
    "JSON in a fence": (f"I open it.\n\n```json\n{_OPEN}\n```", OPEN),
    "JSON in a fence without a language": (f"```\n{_OPEN}\n```\n", OPEN),
    "JSON in a fence on one line": (f"So: ```json {_OPEN} ```", OPEN),
    "JSON in a fence that isn't closed": (f"```json\n{_OPEN}", OPEN),
    "parameters, Llama 3": ('{"name": "android__open_app", "parameters": {"name": "Tasks"}}', OPEN),
    "Llama 3 with its tag": ('<|python_tag|>{"name": "android__open_app", "parameters": {"name": "Tasks"}}', OPEN),
    "tool and args": ('{"tool": "android__open_app", "args": {"name": "Tasks"}}', OPEN),
    "action and action_input, LangChain": ('{"action": "android__open_app", "action_input": {"name": "Tasks"}}', OPEN),
    "action and flat arguments, AndroidWorld": ('{"action_type": "open_app", "app_name": "Tasks"}', OPEN),
    "a list, xLAM": (f"[{_OPEN}]", OPEN),
    "OpenAI's own object": (
        json.dumps({"tool_calls": [{"id": "1", "function": {"name": "android__open_app", "arguments": _ARGS}}]}),
        OPEN,
    ),
    "the function as a key": ('{"android__open_app": {"name": "Tasks"}}', OPEN),
    "the environment's own action": (json.dumps(OPEN), OPEN),
    "a thought beside the action": (f'{{"thought": "it\'s there", "action": {_OPEN}}}', OPEN),
    "Python's dict": ("{'name': 'android__open_app', 'arguments': {'name': 'Tasks'}}", OPEN),
    # Marks around JSON
    "Hermes, Qwen2.5, Qwen3": (f"I open it.\n<tool_call>\n{_OPEN}\n</tool_call>", OPEN),
    "Hermes, not closed": (f"<tool_call>\n{_OPEN}", OPEN),
    "Qwen2.5-Coder": (f"<tools>\n{_OPEN}\n</tools>", OPEN),
    "Granite": (f"<|tool_call|>[{_OPEN}]", OPEN),
    "Granite 3.0": (f"<tool_call>[{_OPEN}]", OPEN),
    "Jamba, Hunyuan": (f"<tool_calls>[{_OPEN}]</tool_calls>", OPEN),
    "Phi 4 mini": (f"functools[{_OPEN}]", OPEN),
    "InternLM 2": (
        '<|action_start|><|plugin|>{"name": "android__open_app", "parameters": {"name": "Tasks"}}<|action_end|>', OPEN,
    ),
    "Command R7B, Command A": (
        '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "android__open_app", "parameters": {"name": "Tasks"}}]'
        "<|END_ACTION|>",
        OPEN,
    ),
    "Command R": (
        'Action: ```json\n[{"tool_name": "android__open_app", "parameters": {"name": "Tasks"}}]\n```', OPEN,
    ),
    "Firefunction": (f"functools[{_OPEN}]</s>", OPEN),
    "Mistral 7B to Small 3": (f"[TOOL_CALLS] [{_OPEN}]", OPEN),
    "Mistral with an id": (
        '[TOOL_CALLS][{"name": "android__open_app", "arguments": {"name": "Tasks"}, "id": "9Ae3bDc2F"}]</s>', OPEN,
    ),
    # The name outside the JSON
    "Mistral v11": (f"[TOOL_CALLS]android__open_app[ARGS]{_ARGS}", OPEN),
    "Mistral v11 with an id": (f"[TOOL_CALLS]android__open_app[CALL_ID]9Ae3bDc2F[ARGS]{_ARGS}</s>", OPEN),
    "Mistral v11 without marks of arguments": (f"[TOOL_CALLS]android__open_app{_ARGS}", OPEN),
    "Mistral v11, several": (f"[TOOL_CALLS]android__open_app[ARGS]{_ARGS}[TOOL_CALLS]root__complete[ARGS]{{}}", OPEN),
    "Llama 3.1's function": (f"<function=android__open_app>{_ARGS}</function>", OPEN),
    "Llama 3.1's function, not closed": (f"<function=android__open_app>{_ARGS}", OPEN),
    "Llama 3.1's function without arguments": ("<function=root__complete></function>", DONE),
    "Kimi K2": (
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.android__open_app:0"
        f"<|tool_call_argument_begin|>{_ARGS}<|tool_call_end|><|tool_calls_section_end|>",
        OPEN,
    ),
    "DeepSeek R1, V3": (
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>android__open_app\n"
        f"```json\n{_ARGS}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        OPEN,
    ),
    "DeepSeek V3.1": (
        "I open it.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>android__open_app<｜tool▁sep｜>"
        f"{_ARGS}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        OPEN,
    ),
    "Harmony, gpt-oss": (
        "<|channel|>analysis<|message|>I could call root__complete().<|end|><|start|>assistant<|channel|>commentary "
        f"to=functions.android__open_app <|constrain|>json<|message|>{_ARGS}<|call|>",
        OPEN,
    ),
    "Harmony with the recipient first": (
        f"<|start|>assistant to=functions.android__open_app<|channel|>commentary json<|message|>{_ARGS}<|call|>", OPEN,
    ),
    "Harmony without its special tokens": (
        f"analysisI could stop.assistantcommentary to=functions.android__open_app json{_ARGS}", OPEN,
    ),
    "Gemma's function": (
        "<start_function_call>call:android__open_app{name:<escape>Tasks<escape>}<end_function_call>", OPEN,
    ),
    "Gemma 4": ('<|tool_call>call:android__open_app{name:<|"|>Tasks<|"|>}<tool_call|>', OPEN),
    "ReAct": (f"Thought: I open it.\nAction: android__open_app\nAction Input: {_ARGS}\nObservation:", OPEN),
    "ReAct with a word": ("Thought: I open it.\nAction: android__open_app\nAction Input: Tasks", OPEN),
    "ReAct in a fence": (f"Action: android__open_app\nAction Input:\n```json\n{_ARGS}\n```", OPEN),
    "GLM 4": (f"android__open_app\n{_ARGS}", OPEN),
    "Functionary": (f">>>android__open_app\n{_ARGS}", OPEN),
    "Hunyuan with the name before": (f"<tool_call>android__open_app\n```json\n{_ARGS}\n```\n</tool_call>", OPEN),
    "Harmony's recipient alone": (f"to=functions.android__open_app\n{_ARGS}", OPEN),
    # XML
    "name and arguments as elements": (
        f"<tool_use><name>android__open_app</name><arguments>{_ARGS}</arguments></tool_use>", OPEN,
    ),
    "Qwen3-Coder": (
        "<tool_call>\n<function=android__swipe>\n<parameter=element>\n3\n</parameter>\n<parameter=direction>\ndown\n"
        "</parameter>\n<parameter=distance>\nlong\n</parameter>\n</function>\n</tool_call>",
        SWIPE,
    ),
    "Qwen3-Coder's text": (
        "<tool_call>\n<function=android__write_text>\n<parameter=text>\ntwo\nlines, \"so\" <b>\n</parameter>\n"
        "</function>\n</tool_call>",
        TYPE,
    ),
    "Qwen3-Coder without its mark": ("<function=root__complete>\n</function>\n</tool_call>", DONE),
    "Qwen3-Coder's list": (
        '<function=ubuntu__hotkey>\n<parameter=keys>\n["ctrl", "s"]\n</parameter>\n</function>', KEYS,
    ),
    "Seed-OSS": (
        "<seed:tool_call>\n<function=android__open_app>\n<parameter=name>Tasks</parameter>\n</function>\n"
        "</seed:tool_call>",
        OPEN,
    ),
    "GLM 4.5": (
        "<tool_call>android__swipe\n<arg_key>element</arg_key>\n<arg_value>3</arg_value>\n<arg_key>direction</arg_key>\n"
        "<arg_value>down</arg_value>\n<arg_key>distance</arg_key>\n<arg_value>long</arg_value>\n</tool_call>",
        SWIPE,
    ),
    "GLM 4.7": (
        "<tool_call>android__open_app<arg_key>name</arg_key><arg_value>Tasks</arg_value></tool_call>", OPEN,
    ),
    "GLM without arguments": ("<tool_call>root__complete\n</tool_call>", DONE),
    "MiniMax M2": (
        '<minimax:tool_call>\n<invoke name="android__open_app">\n<parameter name="name">Tasks</parameter>\n</invoke>\n'
        "</minimax:tool_call>",
        OPEN,
    ),
    "Claude's XML": (
        '<function_calls>\n<invoke name="android__write_text">\n<parameter name="text">two\nlines, "so" <b>'
        "</parameter>\n</invoke>\n</function_calls>",
        TYPE,
    ),
    "DeepSeek V3.2": (
        '<｜DSML｜function_calls>\n<｜DSML｜invoke name="android__swipe">\n'
        '<｜DSML｜parameter name="element" string="false">3</｜DSML｜parameter>\n'
        '<｜DSML｜parameter name="direction" string="true">down</｜DSML｜parameter>\n'
        '<｜DSML｜parameter name="distance" string="true">long</｜DSML｜parameter>\n'
        "</｜DSML｜invoke>\n</｜DSML｜function_calls>",
        SWIPE,
    ),
    "Step 3": (
        '<steptml:invoke name="android__open_app"><steptml:parameter name="name">Tasks</steptml:parameter>'
        "</steptml:invoke>",
        OPEN,
    ),
    "a tag named after the tool": ("<android__open_app>\n<name>Tasks</name>\n</android__open_app>", OPEN),
    "an empty tag named after the tool": ("<root__complete/>", DONE),
    # Python
    "a call in Python": ('android__open_app(name="Tasks")', OPEN),
    "a call in Python after words": ("I open it.\n\nandroid__open_app(name='Tasks')", OPEN),
    "a call behind a colon": ('Next action: android__open_app(name="Tasks").', OPEN),
    "a call in backticks": ('`android__open_app(name="Tasks")`', OPEN),
    "a list of calls, Llama 4, Olmo 3": ('[android__open_app(name="Tasks")]', OPEN),
    "a list of calls with Llama 4's tags": ('<|python_start|>[android__open_app(name="Tasks")]<|python_end|>', OPEN),
    "a list of several calls": ('[android__open_app(name="Tasks"), root__complete()]', OPEN),
    "Gemma 3's tool_code": ('```tool_code\nprint(android__open_app(name="Tasks"))\n```', OPEN),
    "Gemini's default_api": ('```python\nprint(default_api.android__open_app(name="Tasks"))\n```', OPEN),
    "as the prompt shows functions": ('android__open_app(name: "Tasks")', OPEN),
    "as the prompt shows functions, several arguments": (
        "android__swipe(element: 3; direction: down; distance: long)", SWIPE,
    ),
    "as the log shows actions": ('5. android open_app(name="Tasks")', OPEN),
    "as the log shows actions with an element": (
        'android swipe(element=3: list "All 12", direction="down", distance="long")', SWIPE,
    ),
    "with a dot": ('android.open_app(name="Tasks")', OPEN),
    "without its device": ('open_app("Tasks")', OPEN),
    "without names": ('android__swipe(3, "down", "long")', SWIPE),
    "without arguments": ("root__complete()", DONE),
    "a name alone": ("root__complete", DONE),
    "an action's name alone": ("Thought: All is done.\nAction: root__complete", DONE),
    "a text of several lines": ('android__write_text(text="two\nlines, "so" <b>")', TYPE),
}  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_read(style: str) -> None:
    said, action = STYLES[style]
    assert read_action(Reply(said), TOOLS) == action


@pytest.mark.parametrize("style", STYLES)
def test_words_around_a_call_change_nothing(style: str) -> None:
    said, action = STYLES[style]
    if "analysis" not in said[:12]:
        said = f"The list is open, so (as 1. says) I go on.\n\n{said}"
    assert read_action(Reply(f"{said}\n"), TOOLS) == action


THOUGHTS = {
    "Qwen3, DeepSeek R1, GLM": "<think>{}</think>",
    "the template opened it": "{}\n</think>\n\n",
    "thinking": "<thinking>\n{}\n</thinking>\n",
    "thought": "<thought>{}</thought>",
    "reasoning": "<reasoning>{}</reasoning>",
    "Seed-OSS": "<seed:think>{}</seed:think>",
    "Magistral": "[THINK]{}[/THINK]",
    "Kimi-VL": "◁think▷{}◁/think▷",
    "Command A Reasoning": "<|START_THINKING|>{}<|END_THINKING|>",
    "OpenThinker": "<|begin_of_thought|>\n{}\n<|end_of_thought|>\n",
    "MedGemma": "<unused94>thought\n{}<unused95>",
    "Gemma 4": "<|channel>thought\n{}<channel|>",
    "Harmony": "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>",
    "Harmony without its special tokens": "analysisNow {}assistantfinal",
    "Granite": "Here is my thought process: {}\nHere is my response: ",
    "Apriel": "Here are my reasoning steps:\n{}\n[BEGIN FINAL RESPONSE]\n",
    "several": "<think>{0}</think>So.<think>{0}</think>",
    "of two kinds": "[THINK]{0}[/THINK]<think>{0}</think>",
}
DRAFTS = (_DONE, f"```json\n{_DONE}\n```", "\nroot__complete()\n", f"<tool_call>{_DONE}</tool_call>", '{"name": "root')


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("form", THOUGHTS)
def test_drafts_in_thoughts_are_not_carried_out(form: str, draft: str) -> None:
    thought = THOUGHTS[form].format(draft)
    assert read_action(Reply(f"{thought}{_OPEN}"), TOOLS) == OPEN
    assert read_action(Reply(f"{thought}I am done."), TOOLS)["unreadable"].startswith("the answer")


OPENED = [form.partition("{")[0] for name, form in THOUGHTS.items() if not name.startswith(("the template", "Apriel"))]


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("opened", sorted(set(OPENED)))
def test_a_thought_without_an_end_is_no_answer(opened: str, draft: str) -> None:
    said = opened + "I may " + draft
    assert "ends within its thoughts" in read_action(Reply(said), TOOLS)["unreadable"]
    assert read_call(Reply(said, finish="length"), TOOLS) == Unreadable(CUT_OFF)


@pytest.mark.parametrize("tag", ["<think>", "</think>", "[/THINK]", "<|channel|>analysis", "◁think▷", "</thinking> {}"])
@pytest.mark.parametrize("style", ['{{"name": "android__write_text", "arguments": {{"text": "{}"}}}}',
                                   "android__write_text(text='{}')", 'Now:\n```json\n{{"text": "{}", "name": '
                                   '"android__write_text"}}\n```'])  # fmt: skip
def test_a_tag_that_is_typed_is_no_thought(style: str, tag: str) -> None:
    action = read_action(Reply(style.format(tag)), TOOLS)
    assert action == {"device": "android", "name": "write_text", "args": {"text": tag}}


@pytest.mark.parametrize(
    ("said", "action"),
    [
        (f"I won't call {_DONE} yet.\n```json\n{_OPEN}\n```", OPEN),
        (f"```json\n{_OPEN}\n```\nThen I can call {_DONE}.", OPEN),
        (f"I won't call {_DONE} yet, but {_OPEN}", OPEN),
        (f"First {_DONE}? No.\n\n{_OPEN}", OPEN),
        (f"```json\n{_DONE}\n```\nNo, that is too early:\n```json\n{_OPEN}\n```", OPEN),
        (f"root__complete() comes later.\n{_OPEN}", OPEN),
        (f"{_OPEN}\n\nAfter that:\nroot__complete()", OPEN),
        ("I could say:\nroot__complete()\nBut first:\nandroid__open_app(name='Tasks')", OPEN),
        (f"{_OPEN}\n{_DONE}", OPEN),
        (f"```json\n{_OPEN}\n```\n```json\n{_DONE}\n```", OPEN),
        (f"<tool_call>{_OPEN}</tool_call>\n<tool_call>{_DONE}</tool_call>", OPEN),
        (f"Not {_DONE}.\n<tool_call>{_OPEN}</tool_call>", OPEN),
        (f'{_OPEN}\nThe contact is {{"name": "Ada", "phone": "030"}}.', OPEN),
        (f"I can't fly: {{'name': 'fly'}}. So\n{_OPEN}", OPEN),
    ],
)
def test_the_last_or_fenced_call_counts(said: str, action: Mapping[str, Any]) -> None:
    assert read_action(Reply(said), TOOLS) == action


@pytest.mark.parametrize(
    "said",
    [
        "I shouldn't call root__complete() yet.",
        "With root__complete() the work would end, so I look once more.",
        "The menu has (as always) tap(s) and swipes.",
        "Should I use android__open_app(name='Tasks') or swipe?",
    ],
)
def test_a_mention_within_a_sentence_is_no_call(said: str) -> None:
    assert "holds no JSON object" in read_action(Reply(said), TOOLS)["unreadable"]


@pytest.mark.parametrize(
    "said",
    [
        f"I might call {_DONE} but fir",
        f"```json\n{_DONE}\n```\nNo, rather:\n```json\n" + _OPEN[:30],
        'android__write_text(text="Dear',
        "<function=android__write_text>\n<parameter=text>\nDear",
        '[TOOL_CALLS]android__write_text[ARGS]{"text": "Dear',
        "root__complete()",
    ],
)
def test_an_answer_that_was_cut_off_is_not_carried_out(said: str) -> None:
    assert read_call(Reply(said, finish="length"), TOOLS) == Unreadable(CUT_OFF)


def test_a_marked_call_that_is_complete_survives_the_limit() -> None:
    for said in (f"```json\n{_OPEN}\n```\nAnd", f"<tool_call>{_OPEN}</tool_call>", STYLES["Kimi K2"][0]):
        assert read_action(Reply(said, finish="length"), TOOLS) == OPEN


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("android__tab(element=3)", "there is no tool 'android__tab'. Did you mean 'android__tap'?"),
        ("<function=fly><parameter=to>moon</parameter></function>", "there is no tool 'fly'"),
        ("press(key='home')", "several tools are called 'press'"),
        ("android__swipe(3, 'down', 'long', 4)", "the arguments of android__swipe have no names"),
        ("root__complete(1)", "the arguments of root__complete have no names"),
    ],
)
def test_a_call_that_fits_no_tool_says_why(said: str, reason: str) -> None:
    assert read_action(Reply(said), TOOLS)["unreadable"].startswith(reason)


def test_arguments_without_names_are_unclear_where_marks_and_pixels_are_taken() -> None:
    tools = action_tools(SPEC, coordinates=True)
    assert read_action(Reply("android__tap(3, 4)"), tools)["args"] == {"x": 3, "y": 4}
    assert "have no names" in read_action(Reply("android__tap(3)"), tools)["unreadable"]


HOSTILE = (
    "android__tap(", "f('", "tap(x='", "<function=tap>", "<parameter=x>", "<function=tap><parameter=x>",
    "<tool_call>tap ", "[TOOL_CALLS]tap{", "```", "```json\n{", "<|channel|>analysis", "<|start|>assistant to=",
    "<think>", "</think>", "Action: ", "Action: tap\nAction Input: ", "tap(a=[", "tap((", '<invoke name="tap">',
    "<｜tool▁call▁begin｜>", "commentary to=a ", "<android__tap>", "<a>", "<|tool_call>call:tap{", "= '",
    "tap(a='b', ", "x.", "a" * 120, "\ud800", "<", "[", "{}", "::", "analysisA", "tap(x=1) ", "tap tap(",
)  # fmt: skip


@pytest.mark.parametrize("part", one_in(3, HOSTILE))
@pytest.mark.parametrize("before", ["", "<tool_call>", "```\n", "tap(x='"])
def test_the_worst_of_texts_is_read_at_once(part: str, before: str) -> None:
    text = before + part * (110_000 // len(part))  # the test's time limit is what a quadratic reader would break
    action = read_action(Reply(text), TOOLS)
    assert {"device", "name", "args"} <= set(action)
    split_thoughts(text)
    read_action(Reply(text, (ToolCall("android__tap", None, text),)), TOOLS)


def test_without_marks_coordinates_have_their_order() -> None:
    tools = tools_of(ActionSpace(SIZES).tool_schemas())
    assert read_action(Reply("android__tap(10, 20)"), tools)["args"] == {"x": 10, "y": 20}
