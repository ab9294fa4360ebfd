"""AndroidWorld's table: each task in the row of each of its tags, by difficulty."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from crab_gym.results import difficulty
from crab_gym.results.difficulty import Cell, pivot, to_text
from tests.results.test_table import episode

TAGS = {"android.one": ("easy", "search"), "android.two": ("hard", "search", "memory"), "android.three": ("forms",)}


@pytest.fixture(autouse=True)
def _index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        difficulty, "read_index", lambda: {name: SimpleNamespace(tags=tags) for name, tags in TAGS.items()}
    )


EPISODES = [
    episode("android.one", 1, 4, "success"),
    episode("android.one", 0.5, 4, "step_limit", seed=1),
    episode("android.two", 1, 4, "success"),
    episode("android.two", 0, 4, "device_error", seed=1, error="gone"),
    episode("android.three", 0, 4, "step_limit"),
    episode("android.four", 1, 4, "success"),
]


def test_rates_are_those_counted_by_hand() -> None:
    rows = {row.tag: row.cells for row in pivot(EPISODES)}
    none = Cell()
    assert list(rows) == ["forms", "memory", "search", "all"]
    assert rows["search"] == (Cell(2, 1), none, Cell(1, 1), Cell(3, 2))
    assert rows["memory"] == (none, none, Cell(1, 1), Cell(1, 1))
    assert rows["forms"] == (none, none, none, Cell(1, 0))
    assert rows["all"] == (Cell(2, 1), none, Cell(1, 1), Cell(5, 3))


def test_as_text() -> None:
    assert to_text(pivot(EPISODES[:3])).splitlines() == [
        "success rate by tag and difficulty, % (episodes)",
        "tag       easy  medium     hard      all",
        "memory       -       -  100 (1)  100 (1)",
        "search  50 (2)       -  100 (1)   67 (3)",
        "all     50 (2)       -  100 (1)   67 (3)",
    ]
    other = [episode("android.one", 1, 4, "success", policy="other")]
    assert {row.policy for row in pivot(EPISODES + other)} == {"oracle", "other"}
    assert "other: search" in to_text(pivot(EPISODES + other))
