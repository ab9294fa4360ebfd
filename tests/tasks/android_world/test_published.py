"""Tests for crab_tasks.android_world.published."""

from __future__ import annotations

from collections import Counter

import pytest

from crab_tasks.android_world.published import like, published_tasks, wordings


def test_they_are_as_many_and_as_hard_as_published() -> None:
    tasks = published_tasks().values()
    assert len(tasks) == len({task.id for task in tasks}) == 116
    assert Counter(task.difficulty for task in tasks) == {"easy": 61, "medium": 36, "hard": 19}
    assert len({tag for task in tasks for tag in task.tags}) == 15
    assert (min(task.steps for task in tasks), max(task.steps for task in tasks)) == (10, 120)


def test_an_unknown_name_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ValueError, match="did you mean 'CameraTakePhoto'"):
        like("CameraTakeFoto")


def test_goals_in_other_words_are_of_these_tasks() -> None:
    found = wordings()
    assert found.keys() <= {task.id for task in published_tasks().values()}
    assert all(len(set(words)) == 2 and all(word.strip() == word for word in words) for words in found.values())
    assert like("CameraTakePhoto")["wordings"] == found["camera_take_photo"]
