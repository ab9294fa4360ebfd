"""Whose episodes are imitated, and by which indices."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.extras import reason

pytest.importorskip("torch", reason=reason("torch"))
pytest.importorskip("sb3_contrib", reason=reason("sb3_contrib"))
pytestmark = pytest.mark.extra("torch", "stable_baselines3", "sb3_contrib", "tensorboard")

TASK = "android.tidy_tasks"


@pytest.fixture
def bc(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "training")
    yield __import__("bc")
    for name in ("bc", "hiding", "ppo_masked", "novelty", "common", "command_line"):
        sys.modules.pop(name, None)


def test_the_shortest_way_is_imitated_unless_another_is_asked_for(bc: Any, capsys: pytest.CaptureFixture[str]) -> None:
    steps = {way: bc.demonstrate(bc.Args(way=way, episodes=2), TASK, False) for way in ("shortest", "oracle")}
    said = capsys.readouterr().out
    assert f"{TASK}: 2 of 2 at_once episodes, 18 steps" in said
    assert f"{TASK}: 2 of 2 oracle episodes, 24 steps" in said
    assert all(step.mask[step.action] for way in steps.values() for step in way)


def test_returns_grow_towards_the_success_that_ends_an_episode(bc: Any) -> None:
    values = [step.value for step in bc.demonstrate(bc.Args(episodes=1), TASK, False)]
    assert values[-1] >= 0.5  # half of the return is paid for success
    assert values[0] < values[-1]


def test_seeds_of_the_training_draw_episodes_of_their_own(bc: Any) -> None:
    first, second = (bc.demonstrate(bc.Args(episodes=1, seed=seed), TASK, False)[0] for seed in (0, 1))
    assert (first.seen["goal"] != second.seen["goal"]).any()


def test_demonstrations_tell_the_last_actions(bc: Any) -> None:
    first, *_, last = bc.demonstrate(bc.Args(episodes=1, history=3), TASK, False)
    rows = last.seen["history"].reshape(3, -1)
    assert not first.seen["history"].any() and (rows.sum(1) >= 3).all()  # valid, the device and the verb
    assert "history" not in bc.demonstrate(bc.Args(episodes=1, history=0), TASK, False)[0].seen


def test_demonstrations_vary_and_arguments_are_kept(bc: Any, tmp_path: Path) -> None:
    task, options = "ubuntu.personalise", ["--episodes", "2", "--epochs", "1", "--eval-episodes", "1"]
    args = bc.Args(tasks=[task], episodes=1, variation=["world=shell"], anywhere=True)
    plain, varied = (bc.demonstrate(each, task, False) for each in (bc.Args(tasks=[task], episodes=1), args))
    assert any((one.seen["elements"] != two.seen["elements"]).any() for one, two in zip(plain, varied, strict=True))
    bc.main(["--tasks", task, *options, "--variation", "world", "theme=dark", "--hide", "0.3", "--out", str(tmp_path)])
    saved = json.loads((tmp_path / "arguments.json").read_text(encoding="utf-8"))
    assert saved["variation"] == ["world", "theme=dark"] and saved["hide"] == 0.3 and not saved["anywhere"]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"way": "by_magic"}, "it has only the ways oracle, at_once"),
        ({"verbs": ["tap"]}, "oracle: no index stands for"),
    ],
)
def test_a_way_that_cannot_be_followed_is_refused_with_the_reason(bc: Any, changed: dict[str, Any], why: str) -> None:
    with pytest.raises(SystemExit, match=why):
        bc.demonstrate(bc.Args(episodes=1, **changed), TASK, False)


@pytest.mark.slow
def test_a_task_over_both_devices_is_learned_by_imitation(bc: Any, tmp_path: Path) -> None:
    task = "cross.dark_mode_from_todo"
    assert bc.main(["--tasks", task, "--out", str(tmp_path)])[task] >= 0.9
    (line,) = (tmp_path / "curve.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["steps"] == 1400
