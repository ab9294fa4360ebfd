"""Attacks by models' answers, which agents read; `tests/agents/test_parsing.py` has the repairs one by one."""

from __future__ import annotations

import ast
import json
import random
from pathlib import Path
from typing import Any

import pytest

import crab_gym.agents as package
from crab_gym.agents.chat import Message, Reply, ToolCall
from crab_gym.agents.models import CachedModel, ScriptedModel
from crab_gym.agents.parsing import read_action, read_object, tools_of
from crab_gym.backends.base import InvalidAction
from crab_gym.envs.verbs import check, tool_schemas
from tests.redteam._measure import Slowest
from tests.redteam._texts import TEXTS, text, value

pytestmark = pytest.mark.slow

SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}
TOOLS = tools_of(tool_schemas(SIZES))
CALL = '{"name": "android__tap", "arguments": {"x": 1, "y": 2}}'
ANSWERS = {
    "python": "__import__('os').system('touch {path}')",
    "python in a call": '{{"name": __import__("os").system("touch {path}"), "arguments": {{}}}}',
    "python for a number": (
        '{{"name": "android__tap", "arguments": {{"x": __import__("os").system("touch {path}"), "y": 1}}}}'
    ),
    "a format": "{{0.__class__.__mro__[1].__subclasses__()}}",
    "a tuple": "(lambda: open('{path}', 'w'))()",
    "a template": "{{{{ ''.__class__.__mro__ }}}} ${{open('{path}','w')}} <%= `touch {path}` %>",
    "a pickle": "gASVIQAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjAZ0b3VjaCB4lIWUUpQu",
    "yaml": "!!python/object/apply:os.system ['touch {path}']",
    "xml": '<!DOCTYPE a [<!ENTITY b SYSTEM "file://{path}">]><tool>&b;</tool>',
    "a shell": "```bash\ntouch {path}\n```",
    "python code": "```python\nopen('{path}', 'w')\n```",
    "a name of a method": '{{"name": "__class__", "arguments": {{}}}}',
    "a device that is none": '{{"name": "os__system", "arguments": {{"command": "touch {path}"}}}}',
    "a key that is none": '{{"__proto__": {{"name": "android__tap"}}}}',
    "numbers of no end": '{{"name": "android__tap", "arguments": {{"x": 1e999, "y": NaN}}}}',
    "many digits": '{{"name": "android__tap", "arguments": {{"x": %s, "y": 1}}}}' % ("9" * 9_000),
    "open brackets": "{{" * 50_000,
    "brackets in brackets": "{{" + '"a":{{' * 20_000,
    "lists in lists": "[" * 50_000,
    "quotes": '"' * 100_000,
    "backslashes": '{{"a": "' + "\\" * 100_000,
    "commas": "{{" + "," * 100_000,
    "colons": "{{" + ":" * 100_000,
    "many objects": "{{}}" * 30_000,
    "many starts": '{{"name": ' * 20_000,
    "comments": "{{" + "/*" * 50_000,
    "spaces": "{{" + " " * 500_000 + "}}",
    "thoughts": "<think>" * 50_000,
    "ends of thoughts": "</think>" * 50_000,
    "fences": "```json\n" * 30_000,
    "half a surrogate": '{{"name": "android__write_text", "arguments": {{"text": "\\ud800"}}}}',
    "a null": '{{"name": "android__write_text", "arguments": {{"text": "\\u0000"}}}}',
    "escapes": "\x1b]52;c;b3duZWQ=\x07" * 999,
    "a megabyte": "a" * (1 << 20),
    "a megabyte of words": "tap it " * (1 << 17),
    "a list of keys": '{{"name": "ubuntu__hotkey", "arguments": {{"keys": "%s"}}}}' % ("ctrl+" * 30_000),
    "a wrapped call": '{{"tool_calls": ' * 5_000 + "[]",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_read_and_never_run(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer, slowest = ANSWERS[name].format(path=tmp_path / "made"), Slowest()
    for reply in (
        Reply(answer),
        Reply("", calls=(ToolCall("android__tap", None, answer),)),
        Reply("", calls=(ToolCall(answer, {}, ""),)),
        Reply("", calls=(ToolCall("android__write_text", {"text": answer}, ""),)),
        Reply(f"{answer}\n{CALL}"),
    ):
        with slowest.measure(name):
            action = read_action(reply, TOOLS)
            read_object(reply.text)
            try:
                check(action, SIZES)
            except InvalidAction as refusal:
                str(refusal).encode()
                assert len(str(refusal)) < 5_000
        json.dumps(action)
    assert not (tmp_path / "made").exists() and not Path("x").exists()
    with capsys.disabled():
        print(f" {slowest}" if slowest.seconds > 0.5 else "", end="")
    assert slowest.seconds < 20.0  # a guard against what is not linear; on processor time, which no other work affects


def test_two_thousand_damaged_calls() -> None:
    rng = random.Random(0)
    for _ in range(2_000):
        tool = rng.choice(TOOLS)
        try:
            answer = json.dumps(
                {"name": tool.name, "arguments": {key: value(rng) for key in tool.parameters["properties"]}},
                default=repr,
                skipkeys=True,
            )
        except RecursionError:
            continue
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(answer) + 1)
            answer = (
                answer[:at]
                + rng.choice(("", "{", "}", '"', "\\", ",", "'", text(rng)[:50]))
                + answer[at + rng.randrange(5) :]
            )
        action = read_action(Reply(answer), TOOLS)
        try:
            check(action, SIZES)
        except InvalidAction as refusal:
            str(refusal).encode()


def test_nothing_in_the_agents_evaluates_text() -> None:
    modules = 0
    for file in Path(str(package.__file__)).parent.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec", "compile", "__import__"), file
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr not in ("literal_eval", "loads_yaml", "format_map", "popen"), file
            if isinstance(node, ast.Import):
                assert not {alias.name for alias in node.names} & {"pickle", "marshal", "subprocess", "yaml"}, file
        modules += 1
    assert modules > 20


def test_a_cache_keeps_hostile_requests_and_answers_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    for number, hostile in enumerate((*TEXTS, "../../../x", "/etc/passwd", "a/b\0c")):
        clean = hostile.encode("utf-8", "replace").decode()
        model = CachedModel(ScriptedModel([Reply(clean, calls=(ToolCall(clean, {"x": clean}, clean, clean),))]), folder)
        model.name = model.model.name = clean
        request = [Message("user", (clean, str(number)))]
        assert model.ask(request).text == model.ask(request).text == clean
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == len(TEXTS) + 3
    for file in files:
        key = file.stem
        assert (
            file.parent.parent == folder
            and file.parent.name == key[:2]
            and len(key) == 64
            and set(key) <= set("0123456789abcdef")
        )


KEPT: tuple[Any, ...] = (
    b"",
    b"[" * 200_000,
    b"null",
    b'{"reply": 5}',
    b'{"reply": {"text": 5, "calls": [{}], "tokens": []}}',
    b"\x80\x04\x95",
    b'{"reply": {"__class__": "os.system"}}',
    bytes(99),
)


@pytest.mark.parametrize("data", KEPT, ids=range(len(KEPT)))
def test_a_damaged_cache_is_no_answer(tmp_path: Path, data: bytes) -> None:
    request = [Message("user", ("Hi!",))]
    CachedModel(ScriptedModel(["Once."]), tmp_path).ask(request)
    (file,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    file.write_bytes(data)
    assert CachedModel(ScriptedModel(["Twice."]), tmp_path).ask(request).text == "Twice."
