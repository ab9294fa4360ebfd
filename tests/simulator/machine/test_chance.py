"""Chance draws what the standard library's generator does from the same seed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.machine.chance import Chance


@given(st.text(max_size=8), st.integers(0, 300), st.data())
def test_samples_are_those_of_the_standard_library(seed: str, count: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, count))
    ours, theirs = Chance(seed), random.Random(seed)
    for population in (range(count), [f"{i}" for i in range(count)]):
        assert ours.sample(population, k) == theirs.sample(population, k)
    assert ours.getstate() == theirs.getstate()


@given(st.text(max_size=8), st.integers(-(2**70), 2**70), st.integers(1, 2**70))
def test_numbers_and_choices_are_those_of_the_standard_library(seed: str, low: int, count: int) -> None:
    ours, theirs = Chance(seed), random.Random(seed)
    assert ours.randrange(low, low + count) == theirs.randrange(low, low + count)
    assert ours.randrange(count) == theirs.randrange(count)
    assert ours.randrange(low, low + count, 3) == theirs.randrange(low, low + count, 3)
    assert ours.randint(low, low + count) == theirs.randint(low, low + count)
    assert [ours.choice("abcdefg") for _ in range(20)] == [theirs.choice("abcdefg") for _ in range(20)]
    mine, others = list(range(30)), list(range(30))
    ours.shuffle(mine)
    theirs.shuffle(others)
    assert mine == others and ours.choices(mine, k=5) == theirs.choices(mine, k=5)
    assert ours.sample("abc", 4, counts=[2, 3, 1]) == theirs.sample("abc", 4, counts=[2, 3, 1])
    assert ours.getstate() == theirs.getstate()


def test_what_cannot_be_drawn_is_refused() -> None:
    chance = Chance("a")
    before = chance.getstate()
    with pytest.raises(IndexError, match="nothing to choose from"):
        chance.choice([])
    for start, stop in ((0, None), (3, 3), (4, 2)):
        with pytest.raises(ValueError, match=r"randrange\(.*no such number"):
            chance.randrange(start, stop)
    for count in (-1, 4):
        with pytest.raises(ValueError, match="Sample larger"):
            chance.sample(range(3), count)
    assert chance.getstate() == before
