"""Challenges: a cheat is played, judged when it says that it has finished, and kept so that it can be played again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.cli import app
from crab_gym.play.challenge import RULES, play_actions, read_actions, verdict_lines, write_challenge
from crab_gym.play.session import Session
from crab_gym.records import read_config
from crab_gym.task import Action, action

TASK = "tests.toy:TASK"
WAIT = action("root", "wait", seconds=1)


@pytest.fixture(autouse=True)
def simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))


def write(text: str, device: str = "ubuntu") -> Action:
    return action(device, "write_text", text=text)


def solution() -> list[Action]:
    """Returns what solves the toy task with seed 4."""
    record = play_actions(TASK, [], seed=4)
    word = record.parameters["word"]
    return [write("open"), action("root", "submit", answer=word), write(word), write(word, "android")]


def test_what_solves_the_task_is_accepted_once_it_is_completed() -> None:
    record = play_actions(TASK, solution(), seed=4)
    assert (record.success, record.end_reason, record.steps[-1].action["name"]) == (True, "success", "complete")
    assert verdict_lines(record) == ["cross.toy, seed 4, 5 actions: ACCEPTED: it counts as a success"]


def test_what_does_not_is_refused_and_says_what_is_missing() -> None:
    record = play_actions(TASK, [*solution()[:2], "no action"], seed=4)
    told = verdict_lines(record)
    assert told[0] == "cross.toy, seed 4, 4 actions: refused: false completion"
    assert told[1].startswith("not passed: ")


def test_harm_is_told() -> None:
    record = replace(play_actions(TASK, []), harm=("ubuntu: removed file 'a'",), litter=("ubuntu: added file 'b'",))
    assert verdict_lines(record)[-2:] == ["harm: ubuntu: removed file 'a'", "litter: ubuntu: added file 'b'"]


def test_a_cheat_is_kept_and_played_again(tmp_path: Path) -> None:
    record = play_actions(TASK, solution(), seed=4)
    first, second = (write_challenge(record, tmp_path / "kept") for _ in range(2))
    assert first != second
    kept = json.loads(first.read_text())
    assert (kept["accepted"], kept["seed"], kept["goal"]) == (True, 4, record.goal)
    assert play_actions(TASK, read_actions(first), seed=4).success


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([WAIT]),
        json.dumps(WAIT),
        f"{json.dumps(WAIT)}\n\n",
        f"{json.dumps({'index': 1, 'action': WAIT})}\n",
    ],
    ids=["list", "object", "lines", "steps of a record"],
)
def test_actions_are_read_from_several_forms(tmp_path: Path, text: str) -> None:
    path = tmp_path / "actions.json"
    path.write_text(text)
    assert read_actions(path) == [WAIT]


@pytest.mark.parametrize("text", ["press home", '["press home"]', '{"device": "root"}\nand more'])
def test_what_is_no_action_is_refused_with_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "actions.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="action"):
        read_actions(path)


def test_the_command_plays_a_file_and_keeps_the_verdict(tmp_path: Path) -> None:
    path = tmp_path / "actions.json"
    path.write_text(json.dumps(solution()))
    options = ["--seed", "4", "--actions", str(path), "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(app, ["challenge", TASK, *options])
    assert result.exit_code == 0, result.output
    assert "ACCEPTED" in result.output
    assert f"kept in {tmp_path / 'out' / 'cross.toy_s4_a0.json'}" in result.output


def test_a_session_with_rules_shows_them_and_judges_at_the_end(tmp_path: Path) -> None:
    with Session(TASK, seed=4, out=tmp_path / "cheats", success_at="complete", rules=RULES) as session:
        state: dict[str, Any] = session.wait_for("ready")
        assert (state["rules"], state["harm"]) == (RULES, [])
        for step in solution():
            session.act(step, session.wait_for("ready")["step"])
        assert session.wait_for("ready")["phase"] == "ready"  # solved, but nobody has said so
        session.act(action("root", "complete"))
        state = session.wait_for("ended")
    assert (state["success"], state["end_reason"]) == (True, "success")
    assert read_config(tmp_path / "cheats")["success_at"] == "complete"
