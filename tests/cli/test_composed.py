"""Composed tasks wherever the command line takes a task: as JSON, and as files of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.cli.base import select
from crab_gym.integrations.episodes import ToolEpisode, matching
from crab_gym.play.session import Session
from crab_gym.task import load


def run(*args: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("composed")
    run("compose", "messages.latest_number", "contacts.add", "--edge", "0:1:phone", "--out", folder / "one.json")
    for part in ("contacts.add", "notes.add"):
        run("compose", part, "--out", folder / "two.jsonl")
    lines = (folder / "two.jsonl").read_text().splitlines()
    (folder / "list.json").write_text(json.dumps([json.loads(line) for line in lines]))
    return folder


def test_compose_writes_one_task_or_adds_to_a_file(files: Path) -> None:
    before = (files / "one.json").read_text()
    assert run("compose", "messages.latest_number", "contacts.add", "--edge", "0:1:phone") == before
    names = [load(name).name for name in select([str(files / "two.jsonl")])]
    assert len(set(names)) == 2 and names == [load(name).name for name in select([str(files / "list.json")])]
    assert "expected a name that ends with .json or .jsonl" in run("compose", "notes.add", "--out", "x.txt", code=2)


def test_a_task_is_added_in_a_line_of_its_own(files: Path, tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text((files / "one.json").read_text().rstrip())
    run("compose", "notes.add", "--out", path)
    assert path.read_text().count("\n") == 2 and len({load(name).name for name in select([str(path)])}) == 2


@pytest.mark.parametrize("command", ["rollout", "evaluate"])
def test_they_are_played(command: str, files: Path) -> None:
    which = {"evaluate": ("--policy", "oracle", "--seeds", "0"), "rollout": ("--episodes", "1")}[command]
    inline = (files / "one.json").read_text()
    text = run(command, inline, files / "list.json", *which, "--no-screens")
    assert len(re.findall(r"custom\.\w+ seed 0: success", text)) == 3


def test_they_are_shown_and_verified(files: Path) -> None:
    assert "Save that telephone number" in run("show", files / "one.json")
    assert "1 task on sim: 0 checks failed" in run("verify", f"{files / 'list.json'}:2", "--check", "oracle")


def test_they_are_played_by_people_and_served(files: Path, tmp_path: Path) -> None:
    name = str(files / "one.json")
    with Session(name, seed=0, out=tmp_path / "human") as session:
        assert session.env.task.name == load(name).name
    episode = ToolEpisode(name, "elements")
    assert episode.crab.task.name == load(name).name
    episode.close()
    assert matching(f"{files / 'list.json'}, learn.open_app") == [*select([str(files / "list.json")]), "learn.open_app"]
