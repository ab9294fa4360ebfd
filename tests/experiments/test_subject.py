"""The seeds with which a task is tried: all, or some where its chapters are tasks, too."""

from __future__ import annotations

import pytest

from crab_gym.experiments.subject import trial_seeds
from crab_gym.task import load, read_index
from crab_gym.task.composition.scenario import LongTask


@pytest.mark.parametrize(("number", "some"), [(1, 1), (5, 2), (20, 8)])
def test_tasks_of_several_chapters_are_tried_with_some_of_the_seeds(number: int, some: int) -> None:
    whole, pair, chapter = (load(f"long.thesis{name}") for name in ("", ".without_defence", ".defence"))
    assert list(trial_seeds(chapter, number)) == list(range(number))
    assert list(trial_seeds(load("cross.contact_from_file"), number)) == list(range(number))
    for task in (whole, pair):
        drawn = trial_seeds(task, number)
        assert len(set(drawn)) == some and set(drawn) <= set(range(number))
        assert drawn == trial_seeds(task, number)


def test_every_chapter_is_tried_by_itself() -> None:
    index = read_index()
    drawn: set[int] = set()
    for task in [load(name) for name in index if name.startswith("long.")]:
        assert isinstance(task, LongTask)
        assert all(list(trial_seeds(load(name), 5)) == [0, 1, 2, 3, 4] for name in task.chapters)
        if task.chapters:
            drawn |= set(trial_seeds(task, 5))
    assert drawn == {0, 1, 2, 3, 4}
