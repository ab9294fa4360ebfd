"""The training scripts run, save, resume and explain mistakes; their success is measured elsewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.extra("torch", "stable_baselines3", "sb3_contrib", "tensorboard"),
    pytest.mark.timeout(1800),  # on a busy host; each script computes for some ten seconds
]

SMALL = ["--envs", "2", "--eval-episodes", "2", "--rollout", "32", "--batch", "32", "--steps", "64"]


def run(script: str, *args: str, fails: bool = False) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(ROOT / "training" / script), *args],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
    )
    said = done.stdout + done.stderr
    assert (done.returncode != 0) == fails, said
    return said


def curve(out: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (out / "curve.jsonl").read_text().splitlines()]


def test_masked_ppo_trains_saves_and_resumes(tmp_path: Path) -> None:
    task, out = ["--tasks", "learn.check_todo"], ["--out", str(tmp_path)]
    said = run("ppo_masked.py", *task, *SMALL, *out)
    assert "learn.check_todo" in said and "of 2 held-out seeds, trained on" in said
    began, evaluating = said.index("64 of 64 steps, "), said.index("evaluating on 2 held-out seeds\n")
    assert began < evaluating < said.index("trained on")
    assert re.match(r"64 of 64 steps, \d+ episodes so far, \d+ steps/s\n", said[began:])
    (first,) = curve(tmp_path)
    assert first["steps"] == 64 and 0 < first["share_in_env"] < 1 and 0 < first["share_in_policy"] < 1
    assert list(tmp_path.glob("*/events.out.tfevents.*"))
    run("ppo_masked.py", *task, *SMALL, *out, "--resume", str(tmp_path / "checkpoint.zip"))
    assert [line["steps"] for line in curve(tmp_path)] == [64, 128]


@pytest.mark.slow
def test_a_checkpoint_that_cannot_be_used_is_refused_with_a_sentence(tmp_path: Path) -> None:
    task = ["--tasks", "learn.check_todo", *SMALL, "--out", str(tmp_path)]
    run("ppo_masked.py", *task)
    (tmp_path / "moved").mkdir()  # away from the arguments of its training
    checkpoint = (tmp_path / "checkpoint.zip").rename(tmp_path / "moved" / "checkpoint.zip")
    broken = tmp_path / "broken.zip"
    broken.write_bytes(checkpoint.read_bytes()[:2000])
    for args, sentence in (
        ([str(checkpoint), "--marks", "20"], "is for other environments"),
        ([str(broken)], "can't be read, it may be cut off"),
        ([str(tmp_path / "none.zip")], "there is no checkpoint"),
    ):
        said = run("ppo_masked.py", *task, "--resume", *args, fails=True)
        assert sentence in said and "Traceback" not in said


@pytest.mark.slow
def test_several_tasks_share_a_policy_that_is_tried_on_the_others(tmp_path: Path) -> None:
    tasks = ["--tasks", "learn.open_*", "learn.check_todo"]
    said = run("ppo_masked.py", *tasks, *SMALL, "--envs", "3", "--workers", "1", "--out", str(tmp_path))
    assert said.count("trained on") == 3 and said.count("never seen") == 5


def test_a_clone_of_the_oracle_is_a_start_for_ppo(tmp_path: Path) -> None:
    tasks = ["--tasks", "learn.open_panel", "--eval-episodes", "8"]
    verbs = ["--verbs", "click", "--history", "2"]
    said = run(
        "bc.py", *tasks, *verbs, "--episodes", "40", "--epochs", "30", "--batch", "10", "--out", str(tmp_path / "bc")
    )
    assert "40 of 40 oracle episodes, 80 steps" in said
    assert float(said.split("sure of ")[1].split("%")[0]) > 80
    checkpoint = ["--resume", str(tmp_path / "bc" / "checkpoint.zip")]
    run("ppo_masked.py", *tasks, *verbs, *SMALL, "--out", str(tmp_path / "ppo"), *checkpoint)
    said = run("bc.py", *tasks, "--verbs", "press", "--episodes", "2", "--out", str(tmp_path / "no"), fails=True)
    assert "can't be followed" in said and "Traceback" not in said


def test_pixels_are_enough_to_run_ppo(tmp_path: Path) -> None:
    tasks = ["--tasks", "learn.open_app", "--verbs", "tap", "--height", "60", "--width", "40"]
    said = run("ppo_pixels.py", *tasks, *SMALL, "--out", str(tmp_path))
    assert "of 2 held-out seeds" in said
    assert run("ppo_pixels.py", "--tasks", "learn.nothing", fails=True).startswith("no task matches 'learn.nothing'")
