"""Files as CRAB has them: as many of each template, alone and in pairs, with values of its kind."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from crab_gym.task.crab_files import TEMPLATES, load_crab

USES = dict(
    zip(
        range(1, 36),
        (2, 3, 3, 1, 2, 4, 1, 4, 7, 4, 3, 1, 3, 5, 11, 9, 5, 10, 5, 11, 3, 8, 5, 10, 7, 7, 6, 4, 5, 2, 2, 5, 6, 9, 5),
        strict=True,
    )
)
"""How often each template is used in CRAB's 123 composed files: 68 have one sub-task, 55 have two."""
SINGLE, PAIRS = 68, 55
VALUES = {
    "place_name_1": "Cambridge", "place_name_2": "Oxford", "place_name": "Paris", "mail": "someone@example.com",
    "name": "Someone Else", "number": "555 0199", "country": "Iceland", "date": "July 4th, 2025", "keyword": "camel",
    "url": "https://raw.example.com/picture.png", "file_extension": "png", "source_dir": "/home/crab/Pictures",
    "target_dir": "/home/crab/Documents/copies", "place_type": "restaurants", "content": "An important sentence",
    "photo_path": "/home/crab/Pictures/cat.png", "image_path_before_edit": "/home/crab/Pictures/before.png",
    "image_path_after_edit": "/home/crab/Pictures/after.png", "image_path_1": "/home/crab/Pictures/a.png",
    "image_path_2": "/home/crab/Pictures/b.png", "output_path": "/home/crab/Pictures/c.png",
}  # fmt: skip


def row(number: int, rng: random.Random) -> dict[str, Any]:
    template = TEMPLATES[number]
    attributes = {name: VALUES.get(name, f"/home/crab/Documents/{rng.randint(0, 999)}") for name in template.attributes}
    return {"task": template.id, "attribute": attributes, "output": "Something"}


def files(seed: int) -> Iterator[dict[str, Any]]:
    """Yields 123 files, in which the templates meet at random."""
    rng = random.Random(seed)
    numbers = [number for number, count in USES.items() for _ in range(count)]
    rng.shuffle(numbers)
    for index in range(SINGLE + PAIRS):
        rows = [row(numbers.pop(), rng) for _ in range(1 if index < SINGLE else 2)]
        adjlist = "0" if len(rows) == 1 else "0 1\n1"
        yield {"id": str(index), "description": "Do it.", "tasks": rows, "adjlist": adjlist}


@pytest.mark.parametrize("seed", range(4))
def test_most_of_them_can_be_composed(seed: int) -> None:
    composed, reasons = 0, Counter[str]()
    for data in files(seed):
        try:
            task = load_crab(data).task
        except ValueError as error:
            reasons[str(error)] += 1
        else:
            composed += 1
            assert len(task.composition.parts) in (len(data["tasks"]), len(data["tasks"]) + 1)
            assert "An important sentence" not in task.description or "content" in str(data["tasks"])
    assert composed >= 100, reasons
