"""The learning curve of the scripts that fine-tune a language model."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytestmark = pytest.mark.extra("torch", "transformers")

NAMES = {"reward": "return"}
FOUND = {"return": 0.75, "success": 0.5, "episodes": 2, "error": 0.1}


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "training")
    yield __import__("curve")
    sys.modules.pop("curve", None)


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "curve.jsonl").read_text().splitlines()]


def at(step: int) -> tuple[Any, Any]:
    """The trainer's state and flags at an update."""
    return SimpleNamespace(global_step=step), SimpleNamespace(should_training_stop=False, should_save=False)


def test_a_line_has_what_was_logged_with_time_and_memory(module: Any, tmp_path: Path) -> None:
    curve = module.Curve(tmp_path, NAMES, minutes=10, goals=(module.Goal("return", 0.9),))
    for step, reward, ends in ((1, 0.5, False), (2, 0.9, True)):
        state, control = at(step)
        curve.on_log(None, state, control, logs={"reward": reward, "other": 3})
        curve.on_log(None, state, control, logs={"other": 3})
        assert control.should_training_stop is ends
    first, second = lines(tmp_path)
    assert {name: first[name] for name in ("step", "return")} == {"step": 1, "return": 0.5} and "other" not in first
    assert 0 < first["memory_gb"] <= second["memory_gb"] and first["cpu_seconds"] <= second["cpu_seconds"]


def test_held_out_episodes_are_played_on_the_way(module: Any, tmp_path: Path) -> None:
    found = [{**FOUND, "success": share} for share in (0.0, 0.1, 0.5)]
    goal = module.Goal("held_out_success", 0.5)
    curve = module.Curve(tmp_path, NAMES, 10, goals=(goal,), check=lambda: found.pop(0), every=2)
    curve.on_train_begin(None, *at(0))
    flags = []
    for step in (1, 2, 3, 4):
        state, control = at(step)
        curve.on_step_end(None, state, control)
        flags.append((control.should_training_stop, control.should_save))
    assert flags == [(False, False)] * 3 + [(True, True)]
    assert [(line["step"], line["held_out_success"]) for line in lines(tmp_path)] == [(0, 0.0), (2, 0.1), (4, 0.5)]
    assert lines(tmp_path)[0]["held_out_return"] == 0.75 and lines(tmp_path)[0]["held_out_episodes"] == 2


def test_time_ends_training(module: Any, tmp_path: Path) -> None:
    for minutes, ends in ((10, False), (0, True)):
        state, control = at(1)
        module.Curve(tmp_path, NAMES, minutes).on_step_end(None, state, control)
        assert (control.should_training_stop, control.should_save) == (ends, ends)


def test_a_curve_goes_on_from_a_checkpoint_or_begins_anew(module: Any, tmp_path: Path) -> None:
    first = module.Curve(tmp_path, NAMES, 10)
    first.add(0, {"evaluated": FOUND})
    for step in (1, 2, 3):
        first.add(step, {"return": 0.1 * step})
    spent = lines(tmp_path)[2]["cpu_seconds"]
    again = module.Curve(tmp_path, NAMES, 10, step=2)  # the checkpoint: the third update is computed again
    again.add(3, {"return": 0.3})
    assert [line["step"] for line in lines(tmp_path)] == [0, 1, 2, 3]
    assert lines(tmp_path)[3]["cpu_seconds"] >= 2 * spent > 0  # this process has spent as much once more
    assert module.measured(tmp_path, 0) == FOUND and module.measured(tmp_path, 3) is None
    module.Curve(tmp_path, NAMES, 10).add(1, {"return": 0.2})
    assert [line["step"] for line in lines(tmp_path)] == [1] and module.measured(tmp_path, 0) is None
