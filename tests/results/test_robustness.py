"""The table of a study of robustness: means worked out by hand, paired differences, intervals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.experiments.variants import VARIANTS, folder_of, variation_of
from crab_gym.records import EpisodeRecord, read_run
from crab_gym.results.robustness import Interval, robustness, to_text
from tests.results.test_table import episode


def played(*done: float, **options: Any) -> list[EpisodeRecord]:
    """Episodes of two tasks with two seeds."""
    keys = [("android.one", 0), ("android.one", 1), ("android.two", 0), ("android.two", 1)]
    return [
        episode(task, part, 4, "success" if part == 1 else "step_limit", seed=seed, **options)
        for (task, seed), part in zip(keys, done, strict=True)
    ]


USUAL, SMALL = played(1, 1, 1, 0.5), played(1, 0, 0, 0.5)


def test_rows_are_those_worked_out_by_hand() -> None:
    rows = {row.variant: row for row in robustness({"usual": USUAL, "size": SMALL})}
    assert list(rows) == ["usual", "seed 0", "seed 1", "size"]
    assert [row.scored for row in rows.values()] == [4, 2, 2, 4]
    assert [row.success.mean for row in rows.values()] == [0.75, 1.0, 0.5, 0.25]
    assert rows["usual"].completion.mean == 0.875
    assert rows["size"].difference.mean == -0.5 and rows["usual"].difference == Interval(None)
    low, high = rows["usual"].success.low, rows["usual"].success.high
    assert (low, high) == (0.5, 1.0)  # the tasks' rates: each resample has two of them
    assert str(rows["size"].difference) == "-50.0 [-50.0, -50.0]"


def test_errors_do_not_count_and_policies_stay_apart() -> None:
    broken = [*USUAL[:3], episode("android.two", 0, 4, "device_error", seed=1, error="gone")]
    rows = robustness({"usual": broken + played(0, 0, 0, 0, policy="noop"), "size": SMALL})
    by = {(row.policy, row.variant): row for row in rows}
    assert by["oracle", "usual"].scored == 3 and by["oracle", "usual"].success.mean == 1.0
    assert by["noop", "size"].scored == 0 and str(by["noop", "size"].success) == "-"
    assert "noop: usual" in to_text(rows) and robustness({}) == []


def test_one_task_has_no_interval() -> None:
    (row, *_) = robustness({"usual": USUAL[:1]})
    assert str(row.success) == "100.0"


def test_a_variant_adds_to_what_varies_anyway() -> None:
    assert variation_of("usual", None) is None
    assert variation_of("size", {"theme": "dark"}) == {"theme": "dark", "layout": "size"}
    with pytest.raises(ValueError, match="varies wording itself"):
        variation_of("usual", {"wording": 2})
    assert folder_of("wording 2", Path("runs")) == Path("runs/wording_2") and folder_of("size", None) is None


def test_the_command_plays_every_variant_and_resumes(tmp_path: Path) -> None:
    args = ["evaluate", "android.add_contact", "learn.open_app", "--policy", "oracle", "--seeds", "0-1", "--no-screens"]
    args += ["--variants", "--protocol", "androidworld", "--out", str(tmp_path)]
    said = CliRunner().invoke(app, args)
    assert said.exit_code == 0, said.output
    for name in VARIANTS:
        found = read_run(tmp_path / name.replace(" ", "_"))
        assert len(found) == 4 and all(record.success for record in found)
        told = {repr(sorted(record.variation.items())) for record in found}
        assert (told == {"[]"}) == (name == "usual")
    goals = [{r.seed: r.goal for r in read_run(tmp_path / name)} for name in ("usual", "wording_2", "wording_3")]
    assert goals[0] != goals[1] != goals[2]
    assert "wording 3  4  100.0 [100.0, 100.0]" in said.output and "success rate by tag and difficulty" in said.output
    again = CliRunner().invoke(app, [*args, "--resume"])
    assert again.output.count("4 of 4 episodes were recorded before") == len(VARIANTS)
    refused = CliRunner().invoke(app, [*args, "--variation", "layout"])
    assert refused.exit_code == 2 and "varies layout itself" in refused.output
    table = CliRunner().invoke(app, ["table", str(tmp_path / "usual"), "--difficulty"])
    assert "success rate by tag and difficulty" in table.output
