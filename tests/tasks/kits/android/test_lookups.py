"""Look-ups: what they tell is seen on the way, both as the oracle goes and as the others go."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from crab_gym.backends.base import Devices
from crab_gym.task import Params, compose
from crab_gym.task.answers import READERS
from crab_gym.task.catalogue import find_subtask
from crab_gym.task.parameters import resolve
from tests.tasks.kits.android.test_app_moves import Player

LOOK_UPS = [
    "drive.file_count", "drive.shared_by", "expenses.day", "expenses.spent_on", "files.changed_on", "fitness.started",
    "fitness.total", "gallery.newest", "maps.marked_place", "maps.minutes", "markdown.number_of", "music.only_song",
    "notebook.due_day", "notebook.email_of", "notes.next_item", "recipes.servings", "recorder.made_on",
    "video.longest",
]  # fmt: skip
DRAWN = {
    "drive.file_count": "opened", "drive.shared_by": "in_the_list", "expenses.spent_on": "added_up",
    "fitness.total": "added_up",
}  # fmt: skip
"""Ways that don't show the output as a text: it is counted or added up, or only in the picture."""


def drawn(name: str) -> Params:
    """Returns values of a sub-task."""
    task = compose([(name, {}), ("answer.submit", {})], [(0, 1, "text")])
    return task.composition.values(Params(**resolve(task.parameters, None, random.Random(5))))[0]


def _names(kind: str, text: str, value: Any) -> bool:
    return any(True for asked in ("km, minutes, seconds", "") for _ in READERS[kind].spans(text, value, asked, ""))


@pytest.mark.parametrize("name", LOOK_UPS)
def test_what_is_looked_up_is_seen(phone: Any, name: str) -> None:
    subtask, params, player = find_subtask(name), drawn(name), Player(phone)
    assert subtask.produce is not None and len(subtask.alternatives) >= 2
    subtask.setup(Devices(android=phone.setup), params, random.Random(1))
    value = subtask.produce(params)
    for way, oracle in {**subtask.oracle, **subtask.alternatives}.items():
        if DRAWN.get(name) != way:
            seen = False
            for step in oracle(params, player.look):
                player.play(iter([step]))
                texts = re.split(r"\n| · ", "\n".join([f"{one.text}\n{one.description}" for one in phone.elements()]))
                seen = seen or any(_names(subtask.output, text, value) for text in texts)
            assert seen, way
