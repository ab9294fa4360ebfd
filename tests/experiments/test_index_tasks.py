"""The index: made from the tasks, stable, and compared with the file."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.experiments import index_tasks
from crab_gym.task import TaskInfo, compose, load, read_index
from tests import toy


@pytest.fixture
def simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))


@pytest.fixture
def package(simulated: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with two of the toy tasks, and a module without one."""
    root = tmp_path / "toy_tasks"
    (root / "cross").mkdir(parents=True)
    (root / "ubuntu").mkdir()
    for name in ("", "cross", "ubuntu"):
        (root / name / "__init__.py").write_text("")
    (root / "helpers.py").write_text("x = 1\n")
    (root / "ubuntu" / "one.py").write_text(
        "from dataclasses import replace\nfrom tests import toy\nTASK = replace(toy.ONE, step_limit=None)\n"
    )
    (root / "cross" / "toy.py").write_text("from tests.toy import TASK\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.split(".")[0] == "toy_tasks"]:
        monkeypatch.delitem(sys.modules, name)  # those of the test before, from another folder
    return "toy_tasks"


def test_tasks_are_found_by_name(package: str) -> None:
    assert index_tasks.find_tasks(package) == {
        "cross.toy": "toy_tasks.cross.toy:TASK",
        "ubuntu.one": "toy_tasks.ubuntu.one:TASK",
    }


def test_a_row_holds_what_is_known_without_the_module(package: str) -> None:
    built = index_tasks.build_index(package)
    assert built["splits"] == {"train_seeds": [0, 99_999], "test_seeds": [100_000, 109_999]}
    toy_row, one = built["tasks"]
    assert set(one) == set(TaskInfo.__slots__)
    assert (one["id"], one["ref"], one["platform"]) == ("ubuntu.one", "toy_tasks.ubuntu.one:TASK", "ubuntu")
    assert (one["oracle_steps"], one["step_limit"], one["checkpoints"]) == (1, 15, 1)
    assert (toy_row["oracle_steps"], toy_row["step_limit"], toy_row["checkpoints"]) == (4, 15, 4)
    assert toy_row["backends"] == {"ubuntu": ("sim",), "android": ("sim",)}
    assert one["split"] in ("train", "test")


def test_the_text_is_stable_and_staleness_is_a_diff(package: str, tmp_path: Path) -> None:
    built = index_tasks.build_index(package)
    file = tmp_path / "index.json"
    assert (
        '+    "tasks"' not in index_tasks.index_diff(built, file)
        and index_tasks.index_diff(built, file).count("\n") > 20
    )
    assert index_tasks.write_index(built, file) == file
    assert file.read_text() == index_tasks.index_text(index_tasks.build_index(package))
    assert index_tasks.index_diff(built, file) == ""
    assert json.loads(file.read_text())["tasks"][0]["devices"] == ["ubuntu", "android"]
    file.write_text(file.read_text().replace('"oracle_steps": 4', '"oracle_steps": 5'))
    changed = [line for line in index_tasks.index_diff(built, file).splitlines() if line[0] in "+-" and line[1] == " "]
    assert changed == ['-      "oracle_steps": 5,', '+      "oracle_steps": 4,']


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("from tests.toy import ONE as TASK\n", "both define the task 'ubuntu.one'"),
        (
            "from dataclasses import replace\nfrom tests import toy\nTASK = replace(toy.ONE, name='cross.one')\n",
            "task 'cross.one' has the devices ubuntu; its name promises android, ubuntu",
        ),
        (
            "from dataclasses import replace\nfrom tests import toy\n"
            "TASK = replace(toy.ONE, name='ubuntu.x', implies=('ubuntu.onne',))\n",
            "in `implies` of 'ubuntu.x'.*did you mean 'ubuntu.one'",
        ),
    ],
)
def test_a_wrong_definition_is_refused(module: str, text: str, package: str, tmp_path: Path) -> None:
    (tmp_path / package / "ubuntu" / "two.py").write_text(module)
    with pytest.raises(ValueError, match=text):
        index_tasks.find_tasks(package)


def test_a_task_that_its_oracle_cannot_solve_is_refused(package: str, tmp_path: Path) -> None:
    (tmp_path / package / "ubuntu" / "two.py").write_text("from tests.toy import STUCK as TASK\n")
    with pytest.raises(ValueError, match=r"oracle of 'ubuntu.stuck' doesn't solve it with the default parameters: at"):
        index_tasks.build_index(package)


def test_splits_do_not_overlap_and_both_sides_have_tasks() -> None:
    assert index_tasks.SPLITS["train_seeds"][1] < index_tasks.SPLITS["test_seeds"][0]
    sides = [index_tasks.split_of(replace(toy.ONE, name=f"ubuntu.task_{i}")) for i in range(200)]
    assert 20 < sides.count("test") < 60


def test_what_a_held_out_sub_task_is_in_is_held_out() -> None:
    sides = {
        name: index_tasks.split_of(compose([(name, {}), ("answer.submit", {})], [(0, 1, "text")]))
        for name in ("contacts.phone_of", "expenses.amount", "maps.distance", "maps.address")
    }
    assert set(sides.values()) == {"train", "test"}
    both = [(name, {}) for name in sides] + [("notes.add", {})] * 4
    assert index_tasks.split_of(compose(both, [(i, i + 4, "text") for i in range(4)])) == "test"


def test_the_index_that_comes_with_crab_gym_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    # tests/test_all_tasks.py plays the oracles, which takes a hundred times as long as all else in the index.
    monkeypatch.setattr(index_tasks, "oracle_steps", lambda ref: read_index()[load(ref).name].oracle_steps)
    assert index_tasks.index_diff(index_tasks.build_index()) == "", "run `crab-gym index`"
