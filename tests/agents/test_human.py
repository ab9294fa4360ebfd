"""A person at the terminal, and actions that were written down before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from crab_gym.agents import make_agent, wrap
from crab_gym.agents.human import Human, HumanLeft, read_line
from crab_gym.backends.base import InvalidAction
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from tests.agents.models import looked

TASK = "cross.dark_mode_from_todo"


def play(lines: list[str], task: str = TASK) -> tuple[EpisodeRecord, str]:
    """Plays an episode with typed lines; returns its record and what the terminal showed."""
    shown: list[str] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    with wrap(gym.make(f"Crab-v0/{task}", screens=False), "human") as env:
        record = run_episode(env, Human(read=read, write=shown.append), seed=0)
    return record, "\n".join(shown)


@pytest.fixture(scope="module")
def spec() -> Any:
    return looked(TASK, "human", screens=False)[3]


@pytest.mark.parametrize(
    ("line", "device", "name", "args"),
    [
        ("tap 5", "android", "tap", {"element": 5}),
        ("click 10,20", "ubuntu", "click", {"x": 10, "y": 20}),
        ("android drag 1 2", "android", "drag", {"element1": 1, "element2": 2}),
        ("drag 1,2 3,4", "ubuntu", "drag", {"x1": 1, "y1": 2, "x2": 3, "y2": 4}),
        ("scroll 3 down", "ubuntu", "scroll", {"element": 3, "direction": "down"}),
        ("scroll 3 down 9", "ubuntu", "scroll", {"element": 3, "direction": "down", "amount": 9}),
        ("swipe 3 up", "android", "swipe", {"element": 3, "direction": "up"}),
        ("swipe 3 up long", "android", "swipe", {"element": 3, "direction": "up", "distance": "long"}),
        ("write_text  two  words ", "ubuntu", "write_text", {"text": " two  words"}),
        (r"write_text ls\n", "ubuntu", "write_text", {"text": "ls\n"}),
        (r"write_text C:\\new", "ubuntu", "write_text", {"text": r"C:\new"}),
        ("android press back", "android", "press", {"key": "back"}),
        ("hotkey ctrl+s", "ubuntu", "hotkey", {"keys": ["ctrl", "s"]}),
        ("hotkey ctrl shift t", "ubuntu", "hotkey", {"keys": ["ctrl", "shift", "t"]}),
        ("hotkey ctrl + c", "ubuntu", "hotkey", {"keys": ["ctrl", "c"]}),
        ("open_app Voice Recorder", "android", "open_app", {"name": "Voice Recorder"}),
        ("submit 42 km", "root", "submit", {"answer": "42 km"}),
        ("complete", "root", "complete", {}),
        ("wait", "root", "wait", {}),
        ("root wait 5", "root", "wait", {"seconds": 5}),
        ('{"name": "android__tap", "arguments": {"element": 5}}', "android", "tap", {"element": 5}),
        ('{"device": "android", "name": "tap", "args": {"x": 5, "y": 6}}', "android", "tap", {"x": 5, "y": 6}),
    ],
)
def test_lines_are_actions(spec: Any, line: str, device: str, name: str, args: dict[str, Any]) -> None:
    assert read_line(line, spec, "ubuntu") == {"device": device, "name": name, "args": args}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("fly 3", "there is no verb 'fly' of ubuntu or android or root"),
        ("ubuntu tap 3", "there is no verb 'tap' of ubuntu"),
        ("ubuntu", "there is no verb '' of ubuntu"),
        ("tap", "tap needs: ELEMENT"),
        ("tap five", "got 'five'; expected the number of an element, or x,y"),
        ("tap -3", "got '-3'"),
        ("tap 3 4", "'4' is left over; tap takes: ELEMENT"),
        ("complete now", "'now' is left over; complete takes: nothing"),
        ("swipe 3", 'swipe needs: ELEMENT up|down|left|right [short|medium|long="medium"]'),
        ("wait long", "got 'long'; expected"),
        ('{"name": "fly"}', "there is no tool 'fly'"),
        ("{", "names no tool"),
    ],
)
def test_what_is_none_is_explained(spec: Any, line: str, reason: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        read_line(line, spec, "ubuntu")
    assert reason in str(refused.value)


def test_a_person_solves_a_task() -> None:
    record, shown = play(["help", "look", "", "tap 99", "press nonsense", "open_app Tasks", "complete"])
    assert [step.action["name"] for step in record.steps] == ["open_app", "complete"]
    assert not any(step.invalid_action for step in record.steps)  # mistakes cost no step
    assert record.steps[0].passed == ("list_open",)
    assert record.steps[0].notes == {"text": "open_app Tasks"}
    assert record.goal in shown and '[3] icon "Terminal" (Dock)' in shown
    assert "android has no element 99. Type help for the verbs." in shown
    assert 'android swipe ELEMENT up|down|left|right [short|medium|long="medium"]' in shown
    assert "root    wait [SECONDS=1]" in shown
    assert shown.count("Type a verb and its arguments") == 2


def test_the_device_that_was_used_last_is_meant() -> None:
    record, _ = play(["open_app_drawer", "press back", "ubuntu press super", "press escape", "complete"])
    assert [step.action["device"] for step in record.steps] == ["android", "android", "ubuntu", "ubuntu", "root"]


@pytest.mark.parametrize("lines", [[], ["wait", "quit"]])
def test_who_leaves_is_not_scored(lines: list[str]) -> None:
    record, _ = play(lines)
    assert (record.error_kind, record.end_reason) == ("policy", "")
    assert record.error.startswith(HumanLeft.__name__)


def test_recorded_actions_are_done_again(tmp_path: Path) -> None:
    file = tmp_path / "steps.jsonl"
    steps = [
        {"index": 1, "action": {"device": "android", "name": "open_app", "args": {"name": "Tasks"}}, "reward": 0.3},
        {"device": "root", "name": "complete", "args": {}},
    ]
    file.write_text("\n\n".join(json.dumps(step) for step in steps))
    with wrap(gym.make(f"Crab-v0/{TASK}", screens=False), "script") as env:
        for _ in range(2):
            record = run_episode(env, make_agent("script", actions=str(file)), seed=0)
            assert (record.actions, record.end_reason, record.error) == (2, "false_completion", "")
            assert record.completion == pytest.approx(0.1)


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "steps.jsonl"
    file.write_text('{"device": "root", "name": "wait", "args": {}}\n{"device": "root"}\n')
    with pytest.raises(ValueError, match=r"line 2: expected an action such as .* \(KeyError: 'name'\)"):
        make_agent("script", actions=file)
