"""TRL trains a model for two steps on episodes that a server of OpenEnv plays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.extra("torch", "transformers", "datasets", "trl", "openenv")]

COMMON = ["--tasks", "learn.open_app", "--verbs", "tap", "press", "--eval-episodes", "2", "--context", "512"]


def run(script: str, *args: str) -> str:
    command = [sys.executable, "-W", "ignore", str(ROOT / "training" / script), *COMMON, *args]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.timeout(1800)
def test_a_server_plays_the_episodes_of_two_updates(tmp_path: Path) -> None:
    start, out = tmp_path / "sft", tmp_path / "grpo"
    run("sft.py", "--model", "tiny", "--episodes", "6", "--steps", "2", "--batch", "2", "--out", str(start))
    command = [sys.executable, "-m", "crab_gym", "openenv", "learn.open_app", "--view", "elements", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            url = server.stderr.readline().split()[0]
            updates = ["--groups", "1", "--generations", "2", "--seeds", "4", "--steps", "2", "--save-every", "2"]
            run("grpo_openenv.py", "--url", url, "--model", str(start), *updates, "--out", str(out))
        finally:
            server.terminate()
    curve = [json.loads(line) for line in (out / "curve.jsonl").read_text().splitlines()]
    assert [line["step"] for line in curve] == [1, 2]
    assert all(0 <= line["success"] <= line["return"] <= 1 for line in curve)
    assert (out / "model.safetensors").exists()
