"""Options that are given twice, the completion of shells, and the list of tasks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["rollout", "learn.open_app", "--policy", "oracle", "--policy", "random"], "--policy is given 2 times"),
        (["list", "--platform", "cross", "--platform=learn"], "--platform is given 2 times"),
        (["report", "x", "--out", "a", "-o", "b"], "--out is given 2 times"),
        (["rollout", "learn.open_app", "--pictures", "--no-screens"], "--pictures is given 2 times"),
        (["agents", "show", "single", "--seed", "1", "--seed", "1", "--seed", "1"], "--seed is given 3 times"),
    ],
)
def test_an_option_of_one_value_is_refused_the_second_time(args: list[str], told: str) -> None:
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 2
    assert result.output == f"crab-gym: {told}; expected it once\n"


def test_an_option_of_several_values_is_taken_each_time() -> None:
    result = CliRunner().invoke(app, ["list", "--tag", "files", "--tag", "calendar"])
    assert result.exit_code == 0 and "cross.agenda_file" in result.output


def test_shells_complete_commands_and_tasks() -> None:
    def completed(words: str, at: int) -> list[str]:
        code = "import sys; sys.argv[0] = 'crab-gym'; from crab_gym.cli import main; main()"
        asked = {"_CRAB_GYM_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(at)}
        done = subprocess.run([sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True)
        assert not done.stderr, done.stderr
        return done.stdout.split()

    assert completed("crab-gym le", 1) == ["leaderboard"]
    assert completed("crab-gym play cross.l", 2) == ["cross.list_from_message"]
    assert "learn.open_app" in completed("crab-gym evaluate learn.o", 2)
    for command in ("list", "openenv", "minari"):
        assert completed(f"crab-gym {command} cross.l", 2) == ["cross.list_from_message"]
    assert completed("crab-gym rollout --seed 1 --seed 2 cross.l", 6) == ["cross.list_from_message"]


def test_the_list_has_only_tasks_of_the_index() -> None:
    for name in ('{"parts": [], "edges": []}', "crab_tasks.cross.agenda_file:TASK"):
        result = CliRunner().invoke(app, ["list", name])
        assert result.exit_code == 2
        assert (
            result.output == f"crab-gym: list has the tasks of the index, of which {name!r} is none; "
            "`crab-gym show` shows it\n"
        )


def test_the_list_fits_100_columns_and_tells_more_if_asked() -> None:
    lines = CliRunner().invoke(app, ["list"]).output.splitlines()
    assert len(lines) > 800 and max(map(len, lines)) <= 100
    assert lines[0].split() == ["task", "devices", "checkpoints", "oracle"]
    (row,) = CliRunner().invoke(app, ["list", "cross.agenda_file", "--long"]).output.splitlines()[1:]
    assert row.split() == [
        "cross.agenda_file", "both", "3", "31", "93", "ubuntu=sim|desktop", "android=sim|adb", "train",
        "calendar", "files",
    ]  # fmt: skip


def test_columns_are_those_of_the_text(tmp_path: Path) -> None:
    def run(*args: str) -> str:
        return CliRunner().invoke(app, [*args]).output

    out = str(tmp_path / "x")
    run("rollout", "learn.open_app", "--episodes", "1", "--no-screens", "--out", out)
    assert run("table", out).splitlines()[0].split() == ["task", "n", "SR", "95%", "CR", "steps"]
    assert "table RUN --columns all` has more" in run("table", out)
    every = run("table", out, "--columns", "all")
    assert every.splitlines()[0].split()[-3:] == ["RSL", "IA", "ST"] and "RSL step limit" in every
    assert "unknown column 'EEE'; did you mean 'EE'?" in run("table", out, "--columns", "SR,EEE")
    assert "expected no --format" in run("table", out, "--columns", "SR", "--format", "csv")


def test_lines_of_progress_call_a_policy_as_the_table_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "quick_in_a_test.py").write_text(
        "from crab_gym.policies import NoopPolicy\n\nclass Quick(NoopPolicy):\n    name = 'quick'\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    policies = ("--policy", "quick_in_a_test:Quick", "--policy", "noop")
    told = CliRunner().invoke(app, ["evaluate", "learn.open_app", *policies, "--seeds", "0", "--no-screens"]).output
    named = re.findall(r"^\[\d/2\] (\S+): learn.open_app seed 0", told, re.MULTILINE)
    assert sorted(named) == ["noop", "quick_in_a_test-Quick"]
    assert all(re.search(rf"^\s*{name} ", told, re.MULTILINE) for name in named)
