"""Comparisons of two policies: pairs, differences worked out by hand, intervals."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.records import EpisodeRecord, RunFolder
from crab_gym.results.comparison import (
    Difference,
    bootstrap,
    compare,
    compare_by,
    notes,
    to_csv,
    to_json,
    to_markdown,
    to_text,
)
from tests.records._records import save
from tests.results.test_table import episode


def side(*rows: tuple[str, int, float], **kwargs: Any) -> list[EpisodeRecord]:
    """Episodes of four steps, from task, seed and completion."""
    return [
        episode(task, done, 4, "success" if done == 1 else "step_limit", seed=seed, **kwargs)
        for task, seed, done in rows
    ]


A = side(("ubuntu.one", 0, 0.0), ("ubuntu.one", 1, 1.0), ("cross.two", 0, 0.5), ("cross.two", 5, 1.0))
B = side(("cross.two", 0, 1.0), ("ubuntu.one", 1, 0.5), ("ubuntu.one", 0, 0.5), ("ubuntu.one", 9, 1.0))


def of(found: Any, metric: str) -> Difference:
    return next(row for row in found.differences if row.metric == metric)


def test_differences_are_those_worked_out_by_hand() -> None:
    found = compare(A, B)
    assert found.pairs == [("ubuntu.one", 0), ("ubuntu.one", 1), ("cross.two", 0)]
    assert (found.only_first, found.only_second) == ([("cross.two", 5)], [("ubuntu.one", 9)])
    completion = of(found, "CR")
    # pairs 0 -> 0.5, 1 -> 0.5, 0.5 -> 1: differences +0.5, -0.5, +0.5
    assert (completion.pairs, completion.tasks) == (3, 2)
    assert (completion.first, completion.second) == (0.5, pytest.approx(2 / 3))
    assert completion.mean == pytest.approx(1 / 6)
    assert (completion.better, completion.equal, completion.worse) == (2, 0, 1)
    # success: 0 -> 0, 1 -> 0, 0 -> 1
    success = of(found, "SR")
    assert (success.first, success.second, success.mean) == (pytest.approx(1 / 3), pytest.approx(1 / 3), 0.0)
    assert (success.better, success.equal, success.worse) == (1, 1, 1)
    # EE: completion over four actions
    assert of(found, "EE").mean == pytest.approx(1 / 24)
    # no tokens, no order of apps: undefined on every pair, and not 0
    assert of(found, "CE") == Difference("CE", 0, 0, None, None, None, None, None, 0, 0, 0)


def test_the_interval_draws_tasks_with_all_their_pairs() -> None:
    # one task has the differences +0.5 and -0.5, the other +0.5: the draws are (one, one) with mean 0, (two, two) with
    # mean 1/2, and (one, two), twice as often as either, with mean (0.5 - 0.5 + 0.5) / 3 = 1/6
    low, high = bootstrap({"one": [0.5, -0.5], "two": [0.5]}, level=0.95) or (None, None)
    assert (low, high) == (0.0, 0.5)
    assert bootstrap({"one": [0.5, -0.5], "two": [0.5]}, level=0.4) == (pytest.approx(1 / 6), pytest.approx(1 / 6))
    found = of(compare(A, B), "CR")
    assert (found.low, found.high) == (0.0, 0.5)


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(0)
    covered = 0
    for trial in range(200):
        tasks = rng.normal(0.1, 1.0, 40)
        values = {str(k): list(mean + rng.normal(0, 0.5, 3)) for k, mean in enumerate(tasks)}
        low, high = bootstrap(values, 500, trial) or (0.0, 0.0)
        covered += low <= 0.1 <= high
    assert 0.88 <= covered / 200 <= 0.99


def test_the_interval_depends_on_the_seed_alone_and_not_on_the_order() -> None:
    rng = random.Random(1)
    values = {f"task {k}": [rng.random() for _ in range(rng.randint(1, 4))] for k in range(30)}
    turned = {name: values[name][::-1] for name in reversed(values)}
    assert bootstrap(values, 1000, 3) == bootstrap(turned, 1000, 3)
    assert bootstrap(values, 1000, 3) != bootstrap(values, 1000, 4)


def test_one_task_has_no_interval() -> None:
    assert bootstrap({}) is None
    assert bootstrap({"one": [1.0, 2.0], "two": []}) is None
    found = of(compare(A[:2], B), "CR")
    assert (found.pairs, found.tasks, found.low, found.high) == (2, 1, None, None)


def test_what_cannot_be_compared_is_told() -> None:
    first = side(("ubuntu.one", 0, 1.0), ("ubuntu.one", 1, 1.0), ("ubuntu.two", 0, 1.0), ("ubuntu.two", 1, 0.0))
    second = [
        *side(("ubuntu.one", 0, 0.0), error="it broke", error_kind="device"),
        *side(("ubuntu.one", 1, 1.0), definition_hash="other"),
        *side(("ubuntu.two", 0, 1.0), backends={"ubuntu": "desktop"}),
    ]
    found = compare(first, second)
    assert found.pairs == [("ubuntu.two", 0)]
    assert notes(found) == [
        "1 only the first run has ubuntu.two seed 1",
        "1 left out, an episode ended by an error: ubuntu.one seed 0",
        "1 left out, the task has changed between the runs: ubuntu.one seed 1",
        "1 played on other kinds of devices in the second run: ubuntu.two seed 0",
    ]
    assert notes(compare(A, A)) == []


def test_several_policies_on_a_side_are_refused() -> None:
    twice = [*A, *side(("ubuntu.one", 0, 0.0), policy="noop")]
    with pytest.raises(ValueError, match=r"several episodes of ubuntu.one with seed 0, by noop and oracle; choose one"):
        compare(twice, B)


def test_groups_are_compared_on_their_own_and_formats_agree() -> None:
    found = compare_by(A, B, ["platform"])
    assert {group: len(one.pairs) for group, one in found.items()} == {"all": 3, "ubuntu": 2, "cross": 1}
    rows = json.loads(to_json(found))
    assert [row["group"] for row in rows] == ["all"] * 6 + ["ubuntu"] * 6 + ["cross"] * 6
    table = list(csv.DictReader(io.StringIO(to_csv(found))))
    assert [(row["metric"], row["mean"]) for row in table] == [
        (row["metric"], "" if row["mean"] is None else str(row["mean"])) for row in rows
    ]
    text = to_text(found).splitlines()
    assert text[2].split() == ["CR", "3", "50.0", "66.7", "+16.7", "[+0.0,", "+50.0]", "2", "0", "1"]
    assert [line.split()[0] for line in text if not line.startswith(" ")] == ["all", "ubuntu", "cross"]
    assert {line.count("|") for line in to_markdown(found).splitlines()} == {11}
    with pytest.raises(ValueError, match="unknown grouping 'plattform'; did you mean 'platform'"):
        compare_by(A, B, ["plattform"])


def test_the_command_compares_two_runs(tmp_path: Path) -> None:
    for name, records in (("a", A), ("b", B)):
        folder = RunFolder(tmp_path / name, {}, {})
        for record in records:
            save(folder, record)

    def run(*args: str | Path, code: int = 0) -> str:
        result = CliRunner().invoke(app, ["compare", *map(str, args)])
        assert result.exit_code == code, result.output
        return result.output

    text = run(tmp_path / "a", tmp_path / "b")
    assert "3 pairs of the same task and seed, 2 tasks" in text
    assert "1 only the second run has ubuntu.one seed 9" in text
    rows = json.loads(run(tmp_path / "a", tmp_path / "b", "--format", "json", "--by", "platform"))
    assert rows[1]["mean"] == pytest.approx(1 / 6)
    assert "no policy matches 'noop'; there are: oracle" in run(
        tmp_path / "a", tmp_path / "b", "--policy-a", "noop", code=2
    )
    RunFolder(tmp_path / "c", {}, {})
    assert "has no finished episodes" in run(tmp_path / "a", tmp_path / "c", code=2)
