from __future__ import annotations

from datetime import UTC, datetime

import pytest

from crab_sim.engines.cities import CITIES, apart, matching, offset
from tests.simulator.phone._drive import phone

BOOT = phone(0).now  # Monday, 12 October 2026, 08:00


def seconds(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> float:
    return datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("city", "when", "hours"),
    [
        ("Berlin", seconds(2026, 3, 29, 0, 59), 1), ("Berlin", seconds(2026, 3, 29, 1), 2),
        ("Berlin", seconds(2026, 10, 25, 0, 59), 2), ("Berlin", seconds(2026, 10, 25, 1), 1),
        ("New York", seconds(2026, 3, 8, 6, 59), -5), ("New York", seconds(2026, 3, 8, 7), -4),
        ("New York", seconds(2026, 11, 1, 5, 59), -4), ("New York", seconds(2026, 11, 1, 6), -5),
        ("Sydney", seconds(2026, 4, 4, 15, 59), 11), ("Sydney", seconds(2026, 4, 4, 16), 10),
        ("Sydney", seconds(2026, 10, 3, 15, 59), 10), ("Sydney", seconds(2026, 10, 3, 16), 11),
        ("Auckland", seconds(2026, 9, 26, 13, 59), 12), ("Auckland", seconds(2026, 9, 26, 14), 13),
        ("Tokyo", seconds(2026, 7, 1), 9), ("Mumbai", seconds(2026, 7, 1), 5.5),
        ("St. John's", seconds(2026, 1, 1), -3.5),
    ],
)  # fmt: skip
def test_summer_time(city: str, when: float, hours: float) -> None:
    assert offset(city, when) == hours * 3600


def test_there_are_many_cities_in_order() -> None:
    assert len(CITIES) >= 80
    names = [name.replace("ã", "a").casefold() for name in CITIES]
    assert names == sorted(names)
    assert [city.name for city in matching("new")] == ["Auckland", "New York", "Wellington"]
    assert all([apart(name, BOOT) for name in CITIES])
