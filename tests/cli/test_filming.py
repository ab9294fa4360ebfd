"""Films by ``evaluate``, ``rollout`` and ``report``, and the demo, whose last lines say where its pictures are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from crab_gym.cli import app

ROOT = Path(__file__).parents[2]


def run(*args: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("command", ["evaluate", "rollout"])
def test_a_run_is_filmed(command: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    text = run(
        command,
        "learn.open_app",
        "--policy",
        "oracle",
        *(["--seeds", "0"] if command == "evaluate" else ["--episodes", "1"]),
        "--out",
        out,
        "--gif",
    )
    (film,) = (out / "films").iterdir()
    assert text.splitlines()[-1].startswith(f"wrote {film}: ")
    with Image.open(film) as picture:
        assert picture.format == "GIF" and picture.n_frames > 1  # type: ignore[attr-defined]


def test_a_report_films_some_episodes(tmp_path: Path) -> None:
    out = tmp_path / "run"
    run("rollout", "learn.open_app", "--episodes", "2", "--out", out)
    lines = run("report", out, "--gif", "--episodes", "*_s1_*").splitlines()
    assert [path.name for path in (out / "films").iterdir()] == ["learn.open_app_s1_a0.gif"]
    assert lines[-1].startswith(f"wrote {out / 'report.html'}: 2 episodes")
    assert "--episodes chooses films" in run("report", out, "--episodes", "*_s1_*", code=2)
    assert "no finished episode matches 'x'" in run("report", out, "--gif", "--episodes", "x", code=2)


def test_a_run_without_films_ends_as_it_does_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_task.py").write_text(
        "from dataclasses import replace\n"
        "from crab_gym.task import load\n"
        "def broken(*_):\n    raise RuntimeError('no setup')\n"
        "TASK = replace(load('learn.open_app'), name='learn.broken', setup=broken)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    out = tmp_path / "run"
    for command in ("rollout", "evaluate"):
        args = ("--policy", "oracle", "--out", out / command, "--gif")
        text = run(command, "broken_task:TASK", *args, code=1)
        assert text.splitlines()[-1] == "no film: an error ended each episode before there was a screen"


def test_films_need_a_record_with_screens(tmp_path: Path) -> None:
    assert "--gif needs the folder of the run: --out FOLDER" in run("rollout", "learn.open_app", "--gif", code=2)
    told = run(
        "evaluate", "learn.open_app", "--policy", "oracle", "--out", tmp_path / "x", "--no-screens", "--video", code=2
    )
    assert "--video shows screens; expected no --no-screens" in told
    assert not (tmp_path / "x").exists()


@pytest.mark.slow
def test_the_demo_ends_with_its_pictures(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "demo.sh", tmp_path / "scripts")
    install, program = tmp_path / "scripts" / "install.sh", tmp_path / ".venv" / "bin" / "crab-gym"
    program.parent.mkdir(parents=True)
    install.write_text("#!/bin/sh\n")
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m crab_gym "$@"\n')
    install.chmod(0o755)
    program.chmod(0o755)
    before = os.times()
    done = subprocess.run([tmp_path / "scripts" / "demo.sh"], capture_output=True, text=True, check=True, timeout=600)
    after = os.times()
    assert after.children_user - before.children_user < 30  # seconds of one core, of which there may be several
    table, last = done.stdout.split("wrote ", 1)[0], done.stdout.splitlines()[-3:]
    assert not re.search(r"seed 0: error", table)
    assert re.search(r"^oracle +6 +100 ", table, re.MULTILINE)
    film, report, play = (line.split(": ", 1)[1].strip() for line in last)
    with Image.open(tmp_path / film) as picture:
        assert picture.n_frames > 5  # type: ignore[attr-defined]
    assert (tmp_path / report).stat().st_size > 100_000
    assert play == ".venv/bin/crab-gym play cross.dark_mode_from_todo"
