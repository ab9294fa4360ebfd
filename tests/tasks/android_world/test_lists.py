from __future__ import annotations

import random

import pytest

from crab_tasks.android_world.lists import several

THINGS = several(lambda rng, count: rng.sample("abcdefgh", count), 2, 4, ["a", "b"])


def test_drawn_lists_are_accepted() -> None:
    drawn = [THINGS.sample(random.Random(seed)) for seed in range(40)]
    assert {len(value["items"]) for value in drawn} == {2, 3, 4}
    assert all(THINGS.accepts(value) for value in [THINGS.default, *drawn])


@pytest.mark.parametrize(
    "given",
    [
        None,
        ["a", "b"],
        {"items": ["a"], "says": '"a"'},
        {"items": ["a", "a"], "says": '"a" and "a"'},
        {"items": ["a", 1], "says": '"a" and "1"'},
        {"items": ["a", "b"], "says": '"b" and "a"'},
    ],
)
def test_other_values_are_refused(given: object) -> None:
    assert not THINGS.accepts(given)
