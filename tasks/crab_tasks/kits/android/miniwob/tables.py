"""Tables of labels with their values."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.words import CITIES, COLORS, COUNTRIES, FIRST_NAMES, LAST_NAMES, NOUNS, some

__all__ = ["labelled"]


_VALUES = {
    "First name": FIRST_NAMES, "Last name": LAST_NAMES, "Country": COUNTRIES, "Colour": tuple(COLORS),
    "City": tuple(city for city, _ in CITIES), "Year": tuple(map(str, range(1950, 2021))), "Word": NOUNS,
}  # fmt: skip


def labelled(rng: random.Random, count: int) -> list[tuple[str, str]]:
    """Returns rows of a label and a value; both differ from row to row."""
    found = [(label, rng.choice(_VALUES[label])) for label in some(rng, list(_VALUES), count)]
    return found if len({value for _, value in found}) == count else labelled(rng, count)
