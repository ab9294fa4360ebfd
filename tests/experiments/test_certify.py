"""Certificates of tasks: equal in every process, and different where something differs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.experiments.certify import PARTS, Certificate, certify, differences, other_versions, total, versions
from crab_gym.task.omni import read_list

TASKS = ["learn.open_app", "learn.check_todo", "android.add_contact"]


@pytest.fixture(scope="module")
def found() -> list[Certificate]:
    return list(certify(TASKS))


def test_another_process_with_other_hashes_finds_the_same(found: list[Certificate], tmp_path: Path) -> None:
    ours = tmp_path / "theirs.json"
    salted = {**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    tasks = [part for task in reversed(TASKS) for part in ("--tasks", task)]
    command = [sys.executable, "-m", "crab_gym", "certify", *tasks, "--out", str(ours)]
    done = subprocess.run(command, env=salted, capture_output=True, text=True, check=True)
    assert total(found) in done.stdout
    result = CliRunner().invoke(app, ["certify", "--tasks", TASKS[0], "--against", str(ours)])
    assert result.exit_code == 0 and "no difference" in result.output
    result = CliRunner().invoke(app, ["certify", "--tasks", TASKS[0], "--against", str(ours), "--seed", "1"])
    assert result.exit_code == 2 and "is of seed 0; give --seed 0" in result.output
    text = ours.read_text().replace(found[0].screens, "0" * 64)
    ours.write_text(text)
    result = CliRunner().invoke(app, ["certify", "--tasks", TASKS[0], "--against", str(ours)])
    assert result.exit_code == 1 and f"{TASKS[0]}: other screens" in result.output
    assert "no library is known to have another version there" in result.output
    pillow = f'"pillow": "{version("pillow")}"'
    assert pillow in text
    ours.write_text(text.replace(pillow, '"pillow": "1.0"'))
    result = CliRunner().invoke(app, ["certify", "--tasks", TASKS[0], "--against", str(ours)])
    assert result.exit_code == 1 and f"pillow: 1.0 there, {version('pillow')} here" in result.output


def test_oracles_solve_and_nothing_is_hashed_alike(found: list[Certificate]) -> None:
    assert [each.task for each in found] == TASKS and all(each.solved and each.steps for each in found)
    for part in PARTS:
        hashes = {getattr(each, part) for each in found}
        assert len(hashes) == len(TASKS) and all(len(each) == 64 for each in hashes)


def test_some_screens_are_drawn_spread_over_the_tasks(found: list[Certificate]) -> None:
    some = list(certify(TASKS, screens=1))
    assert [bool(each.screens) for each in some] == [False, False, True] and differences(some, found) == []
    undrawn = [each._replace(screens="", tiles=()) for each in found]
    assert [each._replace(screens="", tiles=()) for each in some] == undrawn
    assert some[2] == found[2]
    changed = some[1]._replace(elements="0" * 64)
    assert differences([changed], found[1:2]) == [f"{TASKS[1]}: other elements"]
    assert not any(each.screens for each in certify(TASKS[:1], screens=0))


def test_a_difference_between_screens_has_a_place(found: list[Certificate]) -> None:
    first, second, *rest = found[0].tiles
    tiles = [first, f"{second[:136]}0{second[137:]}" if second[136] != "0" else f"{second[:136]}1{second[137:]}", *rest]
    changed = found[0]._replace(screens="0" * 64, tiles=tiles)
    place = "first in screen 2, of its 16 × 16 parts 1: row 2 column 2"
    assert differences([changed], found[:1]) == [f"{TASKS[0]}: other screens ({place})"]
    assert total([found[0]._replace(tiles=tiles)]) == total(found[:1])


def test_synthesised_tasks_are_certified_too(tmp_path: Path) -> None:
    command = ["certify", "--tasks", TASKS[0], "--omni", "2", "--screens", "0", "--out", str(tmp_path / "some.json")]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0 and "3 of 3 tasks solved, seed 0: " in result.output
    listed, rows = read_list(), json.loads((tmp_path / "some.json").read_text())["tasks"]
    assert [row["task"] for row in rows] == [TASKS[0], listed.row(0).id, listed.row(len(listed) // 2).id]


def test_another_seed_is_seen(found: list[Certificate]) -> None:
    (other,) = certify(TASKS[2:], seed=1)
    (line,) = differences(found[2:], [other])
    assert line.startswith("android.add_contact: other ") and "elements, screens, verdicts" in line


def test_differences_are_named(found: list[Certificate]) -> None:
    first, second, third = found
    assert total(found) == total(found[::-1]) != total(found[:2])
    changed = [second._replace(screens="0" * 64), first, first._replace(task="learn.flip_switch")]
    assert differences(found, changed) == [
        f"{second.task}: other screens",
        f"{third.task}: only here",
        "learn.flip_switch: only there",
    ]
    assert differences(found, found[::-1]) == []


def test_versions_that_differ_are_named() -> None:
    ours = versions()
    assert other_versions(ours) == other_versions({}) == []
    assert other_versions({**ours, "numpy": "0.1", "my-app": "2.0"}) == [
        f"numpy: 0.1 there, {ours['numpy']} here",
        "my-app: 2.0 there, none here",
    ]
