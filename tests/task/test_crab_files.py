"""Task files of CRAB's form: what becomes of them, and what is refused."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import crab_gym.rollout
from crab_gym.cli import app
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition import from_json
from crab_gym.task.crab_files import TEMPLATES, load_crab
from crab_gym.task.types import TYPES

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
    [number] = replaced.replaced
    assert number[:3] == (0, "number", "nobody") and re.fullmatch(r"\+1 555 01\d\d", str(number.value))
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


HOME = "/home/crab"
SHARING = {
    "both have the same picture": file(
        (TEMPLATES[28].id, dict(zip(TEMPLATES[28].attributes, ("desert", "dark"), strict=True)), "dark"),
        (TEMPLATES[29].id, dict(zip(TEMPLATES[29].attributes, ("dark", "desert", "both"), strict=True)), None),
        adjlist="0 1\n1",
    ),
    "one makes the picture that the other has": file(
        (TEMPLATES[28].id, {"image_path_before_edit": f"{HOME}/Pictures/cat.png",
                            "image_path_after_edit": f"{HOME}/Pictures/new.png"}, f"{HOME}/Pictures/new.png"),
        (TEMPLATES[29].id, {"image_path_1": f"{HOME}/Pictures/dog.png", "image_path_2": f"{HOME}/Pictures/new.png",
                            "output_path": f"{HOME}/Pictures/both.png"}, None),
        adjlist="0 1\n1",
    ),
    "one writes the text that the other prints": file(
        (TEMPLATES[17].id, {"file_path": f"{HOME}/poem", "content": "Roads"}, f"{HOME}/poem"),
        (TEMPLATES[18].id, {"file_path": f"{HOME}/poem"}, None),
        adjlist="0 1\n1",
    ),
    "pictures of one are in the folder of the other": file(
        (TEMPLATES[25].id, {"file_extension": "jpg", "source_dir": f"{HOME}/Pictures/trip",
                            "target_dir": f"{HOME}/copies"}, f"{HOME}/copies"),
        (TEMPLATES[31].id, {"image_path_1": f"{HOME}/copies/dog.jpg", "image_path_2": f"{HOME}/copies/cat.jpg",
                            "output_path": f"{HOME}/Documents/both.pdf"}, None),
        adjlist="0 1\n1",
    ),
    "a folder that isn't there": file(
        (TEMPLATES[17].id, {"file_path": f"{HOME}/assets/new/a.txt", "content": "Wash the red crates"}, None)
    ),
    "a document in a folder that isn't there": file((TEMPLATES[33].id, {"file_path": f"{HOME}/assets/a.odt"}, None)),
    "all pictures of the home folder": file(
        (TEMPLATES[25].id, {"source_dir": f"{HOME}/Pictures", "target_dir": f"{HOME}/Documents/copies"}, None)
    ),
}  # fmt: skip
"""Files whose sub-tasks would stand in each other's way, or whose folders nobody makes."""


@pytest.mark.parametrize("data", SHARING.values(), ids=SHARING)
def test_each_part_has_files_of_its_own_and_is_solved_by_its_oracle(data: dict[str, Any]) -> None:
    found = load_crab(data)
    kinds = [(part.given, part.subtask.inputs) for part in found.task.composition.parts]
    given = [(each, inputs[name].type) for values, inputs in kinds for name, each in values.items()]
    paths = [str(value) for value, kind in given if TYPES[kind].resource]
    assert len(set(paths)) == len(paths)
    assert not any(one != other and other.startswith(f"{one}/") for one in paths for other in paths)
    for each in found.replaced:
        assert data["tasks"][each.part]["attribute"][each.attribute] == each.original != each.value
    ref = json.loads(json.dumps(found.task.to_json()))
    record = _played(ref)
    assert record.success, (record.error, record.end_reason, record.goal)


def _played(ref: dict[str, Any]) -> EpisodeRecord:
    """Plays a composed task by its oracle."""
    env = CrabEnv(ref, screens=False)
    try:
        return run_episode(env, OraclePolicy(env), seed=3)
    finally:
        env.close()


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
    assert row["id"] == "some-id" and from_json(row["task"]).devices == ("android",) and row["replaced"] == []
    done = CliRunner().invoke(app, ["import-crab", str(tmp_path), "--out", str(tmp_path / "tasks.txt")])
    assert done.exit_code == 2 and "a name that ends with .jsonl" in done.output


def test_the_command_plays_what_it_has_composed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(json.dumps(file((SEND, {"content": name, "number": "123"}, None))))
    out = tmp_path / "tasks.jsonl"
    command = ["import-crab", str(tmp_path), "--out", str(out), "--verify"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0 and "2 of 2 tasks are solved by their oracles" in done.output
    played = CliRunner().invoke(app, ["rollout", str(out), "--episodes", "1"])
    assert played.exit_code == 0 and len(re.findall(r"\] custom\.\w+ seed 0: success", played.output)) == 2
    idle = partial(crab_gym.rollout.rollout, policy="noop", backend="sim")
    monkeypatch.setattr(crab_gym.rollout, "rollout", lambda tasks, *args, **kwargs: idle(tasks, **kwargs))
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 1 and "0 of 2 tasks are solved by their oracles" in done.output
    assert re.search(r"^a\.json +step_limit, 0% done$", done.output, re.M)
