"""Task files of CRAB's form: what becomes of them, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition import from_json
from crab_gym.task.crab_files import TEMPLATES, load_crab

SEND, SUBMIT, MAIL = TEMPLATES[3].id, TEMPLATES[19].id, TEMPLATES[8].id


def file(*tasks: Any, adjlist: str = "0") -> dict[str, Any]:
    rows = [{"task": task, "attribute": attribute, "output": output} for task, attribute, output in tasks]
    return {"id": "some-id", "description": "Do it.", "tasks": rows, "adjlist": adjlist}


def test_the_templates() -> None:
    assert list(TEMPLATES) == list(range(1, 36)) and len({each.id for each in TEMPLATES.values()}) == 35


@pytest.mark.parametrize("subtask", [each for each in catalogue().values() if each.crab], ids=lambda each: each.name)
def test_a_file_with_one_sub_task(subtask: Any) -> None:
    template = TEMPLATES[subtask.crab]
    assert set(subtask.crab_inputs) - {""} <= set(subtask.inputs)
    assert len(subtask.crab_inputs) <= len(template.attributes)
    names = dict(zip(subtask.crab_inputs, template.attributes, strict=False))
    people = {names[name] for name, each in subtask.inputs.items() if each.type == "person_name" and name in names}
    attributes = {name: "Someone Else" if name in people else "/home/crab/something" for name in template.attributes}
    data = file((template.id, attributes, None), (SEND, {"content": "x", "number": "123"}, None), adjlist="0 1\n1")
    if subtask.crab == 3:
        data = file((template.id, {"content": "Hello", "number": "1235"}, None))
    if not subtask.output and subtask.crab != 3:
        data["adjlist"] = "0\n1"
    task = load_crab(data).task
    assert subtask in [part.subtask for part in task.composition.parts]


def test_values_and_edges() -> None:
    sent = load_crab(file((SEND, {"content": "Hello", "number": "12 34 56"}, None)))
    assert sent.task.composition.parts[0].given == {"text": "Hello", "number": "12 34 56"} and not sent.replaced
    replaced = load_crab(file((SEND, {"content": "Hello", "number": "nobody"}, None)))
    assert re.fullmatch(r"\+1 555 01\d\d", str(replaced.replaced["nobody"]))
    again = load_crab(file((SEND, {"content": "Bye", "number": "nobody"}, None)))
    assert again.replaced == replaced.replaced


@pytest.mark.parametrize("copied", [22, 23, 26, 32])
@pytest.mark.parametrize("used", [21, 33, 34])
def test_what_is_copied_goes_on_by_the_clipboard(copied: int, used: int) -> None:
    path = {"file_path": "/home/crab/Documents/new_1"}
    data = file((TEMPLATES[copied].id, {}, None), (TEMPLATES[used].id, path, None), adjlist="0 1\n1")
    if used == 21 and copied != 22:  # what isn't a picture's address can't be downloaded as a picture
        with pytest.raises(ValueError, match="something replaces a volatile output"):
            load_crab(data)
        return
    [edge] = load_crab(data).task.composition.edges
    assert edge == (0, 1, "link" if used == 21 else "content")


def test_neighbours_without_data_come_after_each_other() -> None:
    download, copy = {"url": "x", "file_path": "y"}, {"file_extension": "png", "source_dir": "a", "target_dir": "b"}
    task = load_crab(file((TEMPLATES[20].id, download, None), (TEMPLATES[25].id, copy, None), adjlist="0 1\n1")).task
    assert task.composition.edges == ((0, 1, ""),) and task.composition.feeds == ({}, {"": 0})
    assert ". After that, copy all .png files" in task.description
    graph = task.graph(task.defaults())
    assert {edge for edge in graph.edges if edge[0][0] != edge[1][0]} == {("0.saved", "1.folder_made")}
    assert from_json(json.loads(json.dumps(task.to_json()))).description == task.description


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "a mapping with a list 'tasks'"),
        ({"tasks": [3]}, "a sub-task is a mapping"),
        (file(("no-such-id", {}, None)), "there is no template 'no-such-id'"),
        (file((SEND, {"content": "Hello", "number": "123"}, None), adjlist="0 7"), "the sub-tasks are 0 to 0"),
        (file((SUBMIT, {"content": "Hello"}, None)), "only an answer is asked for"),
    ],
)
def test_what_cannot_be_composed_is_told(data: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load_crab(data)


def test_the_command_writes_what_can_be_composed(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(file((SEND, {"content": "Hello", "number": "123"}, None))))
    (tmp_path / "b.json").write_text("{")
    out = tmp_path / "tasks.jsonl"
    done = CliRunner().invoke(app, ["import-crab", str(tmp_path), "--out", str(out)])
    assert done.exit_code == 0 and "1 of 2 files are composed tasks" in done.output
    [row] = [json.loads(line) for line in out.read_text().splitlines()]
    assert row["id"] == "some-id" and from_json(row["task"]).devices == ("android",)
