"""Files of composed tasks: each line is a task."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from crab_gym.task import compose, load
from crab_gym.task.composition.files import is_composed, names_in

ADD, NOTE = compose([("contacts.add", {})]), compose([("notes.add", {})])


@pytest.fixture()
def path(tmp_path: Path) -> str:
    file = tmp_path / "tasks.jsonl"
    rows = [json.dumps(ADD.to_json()), "", json.dumps({"id": "x", "task": NOTE.to_json()}), "{", "[]"]
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(file)


def test_each_line_is_a_task(path: str) -> None:
    assert names_in(path) == [f"{path}:{line}" for line in (1, 3, 4, 5)]
    assert load(f"{path}:1").name == ADD.name and load(f"{path}:3").name == NOTE.name
    assert load(f"{path}:1") is load(f"{path}:1")
    assert pickle.loads(pickle.dumps(load(f"{path}:1"))).name == ADD.name


def test_a_file_that_changes_is_read_again(path: str) -> None:
    assert load(f"{path}:1").name == ADD.name
    Path(path).write_text(json.dumps(NOTE.to_json()), encoding="utf-8")
    assert load(f"{path}:1").name == NOTE.name


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("{path}", "is a file of tasks; a task of it is named by its number, such as '.*tasks.jsonl:1'"),
        ("{path}:TASK", "is a file of tasks"),
        ("{path}:99", "the file has 6 lines"),
        ("{path}:0", "the file has 6 lines"),
        ("{path}:2", "line 2: it is no JSON"),
        ("{path}:4", "line 4: it is no JSON"),
        ("{path}:5", "line 5: a composed task is a mapping with parts"),
        ("none.jsonl:1", "can't read the tasks of none.jsonl: No such file or directory"),
    ],
)
def test_what_is_no_task_is_refused(path: str, name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        load(name.format(path=path))


def test_an_empty_file_has_no_tasks(tmp_path: Path) -> None:
    (tmp_path / "tasks.jsonl").write_text("\n")
    with pytest.raises(ValueError, match="has no line"):
        names_in(str(tmp_path / "tasks.jsonl"))


def test_a_file_of_json_is_a_task_or_a_list(tmp_path: Path) -> None:
    one, several = tmp_path / "one.json", tmp_path / "several.json"
    one.write_text(json.dumps(ADD.to_json(), indent=2))
    several.write_text(json.dumps([ADD.to_json(), {"id": "x", "task": NOTE.to_json()}], indent=2))
    assert names_in(str(one)) == [str(one)] and load(str(one)).name == load(f"{one}:1").name == ADD.name
    assert names_in(str(several)) == [f"{several}:1", f"{several}:2"]
    assert load(f"{several}:2").name == NOTE.name and load(f"{several}:2") is load(f"{several}:2")
    with pytest.raises(ValueError, match="is a file of tasks; a task of it is named by its number"):
        load(str(several))
    with pytest.raises(ValueError, match="the file has 2 tasks"):
        load(f"{several}:3")
    several.write_text("[]")
    with pytest.raises(ValueError, match="empty list"):
        names_in(str(several))
    several.write_text("{")
    with pytest.raises(ValueError, match=r"several.json: it is no JSON"):
        load(str(several))


def test_a_file_of_one_line_needs_no_number(tmp_path: Path) -> None:
    (tmp_path / "one.jsonl").write_text(json.dumps(ADD.to_json()) + "\n")
    assert load(str(tmp_path / "one.jsonl")).name == ADD.name


def test_json_itself_is_a_task_or_a_list() -> None:
    text, both = json.dumps(ADD.to_json()), json.dumps([ADD.to_json(), NOTE.to_json()])
    assert names_in(text) == [text] and load(text).name == ADD.name and load(text) is load(text)
    assert [load(name).name for name in names_in(both)] == [ADD.name, NOTE.name]
    with pytest.raises(ValueError, match="it is no JSON"):
        load(text[:-1])


def test_patterns_and_modules_are_no_json() -> None:
    assert not any(map(is_composed, ("[ac]*", "*.json*", "my.json:TASK", "crab.x", "omni:train")))
