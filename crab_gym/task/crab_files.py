"""CRAB's own task files: JSON in which sub-tasks are named by the ids of its templates.

* `load_crab` - the composed task of such a file.
* `CrabTask` - the task, and what had to be replaced, each a `Replaced`.
* `TEMPLATES` - CRAB's sub-task templates: facts of its files.

A file is ``{"id", "description", "tasks": [{"task": id, "attribute": {...}, "output": ...}], "adjlist"}``. Each
template maps to the sub-task that stands for it (`SubTask.crab`), and its attributes to that one's inputs. A picture
that CRAB darkens in Impress is darkened in GIMP, and pictures that it stacks in Writer are on a slide. Paths below
``/home/crab`` are those below the home folder. A value that an input doesn't take, such as a place that the simulated
maps don't have or an address of the live web, is replaced by one that it takes, equal values by the same. So is a path
that another sub-task has as well, though no output carries it: each finds or makes files of its own. Outputs are those
of the sub-tasks, not the file's. What a part looks up and no other part uses has to be submitted: CRAB only
sees that its page was open. A neighbour without an input that takes the output just comes after it: CRAB's
copy something, or make a file in a folder that the next sub-task reads. The list of neighbours is read as directed,
which it means, though CRAB's own loader reads it as undirected (camel-ai/crab, ``crab/core/task_generator.py``).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition import ComposedTask, Edge, compose
from crab_gym.task.composition.parts import changes, is_lasting, overlap
from crab_gym.task.subtask import SubTask
from crab_gym.task.types import Value, fits

__all__ = ["TEMPLATES", "CrabTask", "CrabTemplate", "Replaced", "load_crab"]

_HOME, _OUR_HOME = "/home/crab/", "/home/user/"
_DRAWS = 50
_ANSWER = "answer.submit"


class CrabTemplate(NamedTuple):
    """One of CRAB's templates.

    Attributes:
        id: Its id in CRAB's files.
        attributes: CRAB's names of its attributes.
    """

    id: str
    attributes: tuple[str, ...]


_A3 = "a3d11574-2acf-4b26-a569-a5dbc9d548"
_PICTURES = ("image_path_1", "image_path_2", "output_path")
_EDIT = ("image_path_before_edit", "image_path_after_edit")
TEMPLATES: Mapping[int, CrabTemplate] = {
    1: CrabTemplate("1a1b72d7-78c9-4027-8278-86083ae01045", ("place_name_1", "place_name_2")),
    2: CrabTemplate("eb92a1e6-4c86-4d56-baac-95fc8397732e", ("content",)),
    3: CrabTemplate("caa29623-1811-402d-963a-19f7eecc63d8", ("content", "number")),
    4: CrabTemplate("955d8773-dd7a-4072-b87c-7e546be7de4e", ("number",)),
    5: CrabTemplate(f"{_A3}af", ("content",)),
    6: CrabTemplate(f"{_A3}ac", ("content", "date")),
    7: CrabTemplate(f"{_A3}ag", ("mail", "name")),
    8: CrabTemplate(f"{_A3}ap", ("name",)),
    9: CrabTemplate("0090f116-e02b-4562-a20d-b5df38be963a", ("content", "mail")),
    10: CrabTemplate(f"{_A3}ar", ("content",)),
    11: CrabTemplate(f"{_A3}ak", ("file_path",)),
    12: CrabTemplate(f"{_A3}an", ("content",)),
    13: CrabTemplate(f"{_A3}ah", ("place_name",)),
    14: CrabTemplate(f"{_A3}aw", ("content",)),
    15: CrabTemplate("51b2463c-9904-4a32-81ba-507bfb89d61f", ("number", "country")),
    16: CrabTemplate("2394b768-2ca7-45e9-b41e-2aa4e9573192", ("date",)),
    17: CrabTemplate("0f589bf9-9b26-4581-8b78-2961b115ab49", ("file_path", "content")),
    18: CrabTemplate("5b527839-0e58-426d-bab6-7160200b0d24", ("file_path",)),
    19: CrabTemplate("1c3bedc3-ea5a-453c-a15b-223d72ab756d", ("content",)),
    20: CrabTemplate("a313ea4d-e501-4971-b4fe-db2aad19eac1", ("url", "file_path")),
    21: CrabTemplate("a313ea4d-e501-4971-b4fe-db2aad19acsd", ("file_path",)),
    22: CrabTemplate("017102b6-d2c3-466b-96f7-37c8bcddc41a", ("keyword",)),
    23: CrabTemplate("bcd03c9f-62c9-4001-8d86-78358c59ce22", ("keyword",)),
    24: CrabTemplate("a207ef38-b3b2-4c6c-a1e3-75c38162f5ba", ("photo_path",)),
    25: CrabTemplate("217ababc-ccc7-4b9f-af07-c239d92848fe", ("file_extension", "source_dir", "target_dir")),
    26: CrabTemplate("2b189dc2-c77f-4fa3-8432-ba4355cc294c", ("place_type", "place_name")),
    27: CrabTemplate("cc1adae7-bef9-4c8a-865d-00d44486dd69", _EDIT),
    28: CrabTemplate("434402f3-647a-4a9a-9d8f-10f5bb6c7cf0", _EDIT),
    29: CrabTemplate("4cf246ea-0a7f-43da-84b6-61d74a2699af", _PICTURES),
    30: CrabTemplate("0111384f-38ca-41a2-9504-cb1c55002b3c", _PICTURES),
    31: CrabTemplate("467f17a6-c42f-4eda-996f-a53385eb3efd", _PICTURES),
    32: CrabTemplate("49b614c5-c4bb-4c20-aab8-ab9dcc7de1b5", ()),
    33: CrabTemplate("76de4bdb-c980-4b3a-9bd3-c87db467dffe", ("file_path",)),
    34: CrabTemplate("8491e674-596b-452b-9e0e-58a44d90f947", ("file_path",)),
    35: CrabTemplate("1cd6519a-9ee0-442b-ba5a-9238aeb00ff6", ("country", "file_path")),
}
"""CRAB's templates by number, in the order of its sources: 16 of Android, 19 of Ubuntu."""

_NUMBERS = {template.id: number for number, template in TEMPLATES.items()}


@dataclass(frozen=True)
class CrabTask:
    """The outcome of reading a file of CRAB's.

    Attributes:
        task: The composed task.
        replaced: The values of the file that others stand for.
        submitted: The parts whose output has to be submitted, which the file doesn't ask for.
    """

    task: ComposedTask
    replaced: tuple[Replaced, ...]
    submitted: tuple[int, ...] = ()


class Replaced(NamedTuple):
    """A value of a file that another one stands for.

    Attributes:
        part: The sub-task's number in the file.
        attribute: CRAB's name of its attribute.
        original: The value in the file.
        value: The value that stands for it.
    """

    part: int
    attribute: str
    original: str
    value: Value


class _Sub(NamedTuple):
    subtask: SubTask
    attributes: Mapping[str, str]
    output: str


def load_crab(data: object) -> CrabTask:
    """Returns the composed task of one of CRAB's files.

    Args:
        data: The file's JSON.

    Raises:
        ValueError: It has another form, or names a template for which no sub-task stands, or can't be composed.
    """
    parts = [_read(row) for row in _rows(data)]
    assert isinstance(data, Mapping)
    arcs = _arcs(str(data.get("adjlist", "")), len(parts))
    edges: list[Edge] = []
    for producer, consumer in arcs:
        inputs_in_use = [edge.input for edge in edges if edge.consumer == consumer]
        edges.append(Edge(producer, consumer, _fed(parts[producer], parts[consumer], inputs_in_use)))
    replaced: list[Replaced] = []
    paths: list[str] = []
    fed = {(edge.consumer, edge.input) for edge in edges}
    parts_given = [(part.subtask.name, _fixed_values(part, i, fed, replaced, paths)) for i, part in enumerate(parts)]
    submitted = _unused(parts, edges)
    if submitted:
        parts_given.append((_ANSWER, {}))
        edges += [Edge(part, len(parts), "text") for part in submitted]
    return CrabTask(compose(parts_given, edges), tuple(replaced), submitted)


def _unused(parts: Sequence[_Sub], edges: Sequence[Edge]) -> tuple[int, ...]:
    """Returns the parts that only look something up that no other part uses."""
    used = {edge.producer for edge in edges if edge.input}
    looks = [i for i, part in enumerate(parts) if i not in used and not changes(part.subtask)]
    return tuple(part for part in looks if fits(parts[part].subtask.output, "line"))


def _rows(data: object) -> Sequence[Any]:
    if not isinstance(data, Mapping) or not isinstance(data.get("tasks"), list) or not data["tasks"]:
        raise ValueError("a task file of CRAB's is a mapping with a list 'tasks' and the text 'adjlist'")
    rows: list[Any] = data["tasks"]
    return rows


def _read(row: Any) -> _Sub:
    if not isinstance(row, Mapping) or not isinstance(row.get("attribute"), Mapping):
        raise ValueError(f"a sub-task is a mapping with 'task', 'attribute' and 'output'; got {row!r:.100}")
    number = _NUMBERS.get(str(row.get("task")))
    if number is None:
        raise ValueError(f"there is no template {row.get('task')!r}")
    subtask = next((each for each in catalogue().values() if each.crab == number), None)
    if subtask is None:
        raise ValueError(f"no sub-task stands for template {number}")
    attributes = {str(name): str(value) for name, value in row["attribute"].items()}
    return _Sub(subtask, attributes, str(row.get("output") or ""))


def _arcs(text: str, count: int) -> list[tuple[int, int]]:
    """Returns the pairs of a list of neighbours: each line has a sub-task, then those that follow it.

    Raises:
        ValueError: A number isn't one of the sub-tasks.
    """
    arcs = []
    for line in text.splitlines():
        numbers = line.split()
        if any(not number.isdecimal() or int(number) >= count for number in numbers):
            raise ValueError(f"the adjlist has the line {line!r}; the sub-tasks are 0 to {count - 1}")
        arcs += [(int(numbers[0]), int(number)) for number in numbers[1:]]
    return arcs


def _fed(producer: _Sub, consumer: _Sub, inputs_in_use: Sequence[str]) -> str:
    """Returns the consumer's input that gets the output: the one with the same value if there is one; "" for none."""
    names = _names(consumer)
    free = [
        name
        for name, parameter in consumer.subtask.inputs.items()
        if name not in inputs_in_use and producer.subtask.output and fits(producer.subtask.output, parameter.type)
    ]
    same = [
        ours for theirs, ours in names.items() if ours in free and consumer.attributes.get(theirs) == producer.output
    ]
    return (same or free or [""])[0]


def _names(part: _Sub) -> dict[str, str]:
    """Returns CRAB's names of attributes by the names of the sub-task's inputs: they are in the same order."""
    return dict(zip(TEMPLATES[part.subtask.crab].attributes, part.subtask.crab_inputs, strict=False))


def _fixed_values(
    part: _Sub, index: int, fed: set[tuple[int, str]], replaced: list[Replaced], paths: list[str]
) -> dict[str, Value]:
    """Returns the inputs that a file fixes.

    Args:
        part: The sub-task.
        index: Its number.
        fed: The inputs that get outputs, by number and name.
        replaced: Gets the values that others stand for.
        paths: The paths of the parts so far; gets those of this one.
    """
    values: dict[str, Value] = {}
    for theirs, ours in _names(part).items():
        if not ours or (index, ours) in fed or theirs not in part.attributes:
            continue
        text = part.attributes[theirs]
        value: Value = _OUR_HOME + text.removeprefix(_HOME) if text.startswith(_HOME) else text
        parameter = part.subtask.inputs[ours]
        paths_in_use = paths if is_lasting(parameter.type) else []
        rng = random.Random(value)
        for _ in range(_DRAWS):
            if parameter.accepts(value) and not any(overlap(str(value), path) for path in paths_in_use):
                break
            value = parameter.sample(rng)
        paths_in_use.append(str(value))
        if value != text:
            replaced.append(Replaced(index, theirs, text, value))
        values[ours] = value
    return values
