"""Estimates of an evaluation's tokens, and the requests of a run as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.experiments.variants import ORDERS, VARIANTS
from crab_gym.task import read_index

SCRIPT = "script:tests.scripted:"
ARGS = ["evaluate", "learn.open_app", "--seeds", "0-1", "--policy"]


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*ARGS, *args])
    return result.exit_code, result.output


def rows(output: str, policy: str) -> list[list[str]]:
    """Returns the cells of a policy's rows."""
    return [re.split("  +", row) for row in output.splitlines() if row.startswith(policy)]


def test_a_dry_run_asks_nothing_and_estimates_tokens_and_cost() -> None:
    models = f"planner={SCRIPT}gives_up,caller={SCRIPT}dawdles"
    prices = ["--price", f"{SCRIPT}gives_up=1000/0", "--price", f"{SCRIPT}dawdles=0/10000"]
    code, output = run("functionality", "--option", "pictures=false", "--model", models, *prices, "--dry-run")
    assert code == 0, output
    least, most = rows(output, "functionality")
    task = read_index()["learn.open_app"]
    assert [int(row[2]) for row in (least, most)] == [2 * (task.oracle_steps + 1), 2 * (task.step_limit + 1)]
    steps, requests, sent, answered = (int(cell.replace(",", "")) for cell in least[2:6])
    assert (requests, answered) == (2 * steps, 2 * steps * 150)
    of_caller = steps * 150 * 10_000 / 1e6
    assert of_caller < float(least[6]) < of_caller + sent * 1000 / 1e6
    code, output = run("single", "--model", f"{SCRIPT}gives_up", "--option", "pictures=false", "--dry-run")
    assert code == 0 and output.splitlines()[-1].endswith("–")  # without a price


@pytest.mark.parametrize(
    ("options", "episodes", "limit"),
    [
        ([], 2, None),
        (["--variants"], 2 * len(VARIANTS), None),
        (["--orders"], 2 * len(ORDERS), None),
        (["--max-steps", "50"], 2, 50),
        (["--protocol", "crab"], 2, 15),
    ],
)
def test_a_dry_run_counts_all_episodes_that_would_be_played(
    options: list[str], episodes: int, limit: int | None
) -> None:
    model = ["--model", f"{SCRIPT}gives_up", "--option", "pictures=false"]
    code, output = run("single", *model, "--dry-run", *options)
    assert code == 0 and output.startswith(f"{episodes} episodes of each policy")
    task = read_index()["learn.open_app"]
    assert [int(row[2]) for row in rows(output, "single")] == [
        episodes * (task.oracle_steps + 1), episodes * (limit or task.step_limit + 1)
    ]  # fmt: skip


def test_a_dry_run_needs_an_agent() -> None:
    code, output = run("oracle", "--dry-run")
    assert code == 2 and "--dry-run has no effect on oracle" in output


def test_requests_are_saved_in_the_runs_folder(tmp_path: Path) -> None:
    model = ["--model", f"{SCRIPT}gives_up", "--no-screens", "--option", "pictures=false"]
    code, output = run("single", *model, "--save-requests", "--out", str(tmp_path / "run"))
    assert code == 0, output
    files = sorted((tmp_path / "run" / "requests").rglob("*.txt"))
    assert len(files) == 2 and all(file.parent.name.startswith("agent-") for file in files)
    text = files[0].read_text(encoding="utf-8")
    assert "--- system\nYou are the agent." in text and "--- answer\n" in text
    assert CliRunner().invoke(app, ["table", str(tmp_path / "run")]).exit_code == 0
    code, output = run("single", *model, "--save-requests")
    assert code == 2 and "--save-requests needs the folder of the run" in output
