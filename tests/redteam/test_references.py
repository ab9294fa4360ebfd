"""Attacks by names that might load code: of tasks, backends, policies and models, where they come from data."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from typer.testing import CliRunner

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.backends.specs import parse_backends, parse_cli
from crab_gym.cli import app
from crab_gym.records import RecordError, read_run
from crab_gym.results.report import write_report
from crab_gym.task import load
from tests.results.report._runs import make_run

pytestmark = pytest.mark.slow

MODULE = "crab_red_team"
TASKS = (
    "os:system",
    "os:environ",
    "builtins:eval",
    "subprocess:Popen",
    "sys:modules",
    "antigravity:x",
    "this:s",
    "os.path:join",
    "crab_gym.task:load",
    ":TASK",
    "os:",
    ":",
    "::",
    "../x:TASK",
    "/tmp/x.py:TASK",
    "x.py:TASK",
    "os;import x:TASK",
    "__import__('os'):TASK",
    "os\n:TASK",
    "os\0:TASK",
    "..:TASK",
    ".os:TASK",
    "os..path:TASK",
    "Crab-v0/os:system",
    "http://attacker.example/x:TASK",
    "ubuntu.write_note:__class__",
    "ubuntu.write_note\0",
    "ubuntu.write_note/../../x",
    "UBUNTU.WRITE_NOTE",
    "\ud800",
    "a" * 100_000,
    "",
)
"""Names of tasks that aren't: each is refused with a sentence."""
VALUES: tuple[Any, ...] = (None, 5, [], b"ubuntu.write_note", ("os", "system"), object())
BACKENDS: tuple[Any, ...] = (
    "os:system",
    "crab_gym.backends.sim:SimBackend",
    "../sim",
    "builtins",
    "",
    "sim\0",
    {"ubuntu": "os:system"},
    {"ubuntu": {"kind": "os.system"}},
    {"ubuntu": {"kind": "sim", "path": "os:system"}},
    {"ubuntu": {"kind": ["sim"]}},
    {"ubuntu": {"path": "os:system"}},
    {"../ubuntu": "sim"},
    {"ubuntu": {"kind": "desktop", "program": "/bin/sh"}},
    {"ubuntu": {"kind": "sim", "__class__": "x"}},
    {"ubuntu": 5},
    5,
)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Puts a module on the path that tells when it is imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    told = str(tmp_path / "imported")
    (tmp_path / f"{MODULE}.py").write_text(f"import pathlib\npathlib.Path({told!r}).touch()\nTASK = None\n")
    return tmp_path


@pytest.mark.parametrize("name", TASKS, ids=range(len(TASKS)))
def test_what_names_no_task_is_refused(name: str) -> None:
    with pytest.raises(ValueError) as caught:
        load(name)
    str(caught.value).encode("utf-8", "backslashreplace")
    assert "antigravity" not in str(caught.value) or "no task" in str(caught.value) or "expected" in str(caught.value)


@pytest.mark.parametrize("name", VALUES, ids=range(len(VALUES)))
def test_what_is_no_name_is_refused(name: Any) -> None:
    with pytest.raises(ValueError, match="expected a name"):
        load(name)


@pytest.mark.parametrize("composition", ({}, {"parts": "os:system"}, {"ref": "os:system"}), ids=range(3))
def test_what_is_no_composition_is_refused(composition: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="parts"):
        load(composition)


@pytest.mark.parametrize("backend", BACKENDS, ids=range(len(BACKENDS)))
def test_backends_are_those_of_the_list(backend: Any, module: Path) -> None:
    with pytest.raises((ValueError, TypeError)):
        env: Any = gym.make("Crab-v0/ubuntu.write_note", backend=backend)
        env.reset(seed=0)
    assert not (module / "imported").exists()


def test_backends_of_the_command_line_are_those_of_the_list(module: Path) -> None:
    for text in (
        f"{MODULE}:TASK",
        f"ubuntu={MODULE}:TASK",
        "ubuntu=os:system",
        "=",
        "ubuntu=",
        ",",
        "ubuntu=sim,ubuntu=sim",
    ):
        with pytest.raises(ValueError):
            parse_backends(parse_cli(text), ("ubuntu",))
    assert not (module / "imported").exists()


FIELDS = (
    "task",
    "policy",
    "policy_id",
    "backends",
    "goal",
    "parameters",
    "graph",
    "versions",
    "definition_hash",
    "error_kind",
    "end_reason",
)


@pytest.mark.parametrize("field", FIELDS)
def test_records_load_no_code(tmp_path: Path, module: Path, field: str) -> None:
    """Names a module in each field of a record; reading, tables and reports never import it."""
    run = tmp_path / "run"
    make_run(run)
    for hostile in (
        f"{MODULE}:TASK",
        f"{MODULE}.TASK",
        {"kind": f"{MODULE}:TASK"},
        {"checkpoints": [{"id": "a", "evaluator": f"{MODULE}.TASK", "app": MODULE}], "edges": []},
    ):
        lines = [json.loads(text) for text in (run / "episodes.jsonl").read_text().splitlines()]
        (run / "episodes.jsonl").write_text("".join(json.dumps({**line, field: hostile}) + "\n" for line in lines))
        config = json.loads((run / "run.json").read_text())
        config["config"] |= {
            "tasks": [f"{MODULE}:TASK"],
            "policies": {f"{MODULE}:TASK": {"model": f"script:{MODULE}:TASK"}},
            "backend": f"{MODULE}:TASK",
        }
        (run / "run.json").write_text(json.dumps(config))
        try:
            read_run(run)
            write_report(run, tmp_path / "report.html")
        except RecordError:
            pass
        for args in (
            ["table", str(run), "--by", "level", "--by", "tag", "--by", "app"],
            ["compare", str(run), str(run)],
            ["report", str(run)],
        ):
            assert CliRunner().invoke(app, args).exit_code in (0, 2)
    assert not (module / "imported").exists() and MODULE not in sys.modules


def test_ids_with_a_module_of_ones_own_import_it_where_a_person_says_so(module: Path) -> None:
    """Says what is meant: a name given in a program or on a command line may load code, like any import."""
    with pytest.raises(ValueError, match=r"expected a crab_gym\.task\.Task"):
        load(f"{MODULE}:TASK")
    assert (module / "imported").exists()
    sys.modules.pop(MODULE)
