"""The changes of two devices put together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.backends.cloud.rows import Rows, merged, milliseconds


def rows(**names: str) -> Rows:
    """Returns rows by their ids, ``a1="name"``."""
    return tuple([{"id": int(key[1:]), "name": name} for key, name in names.items()])


BASE = rows(a1="one", a2="two")


@pytest.mark.parametrize(
    ("phone", "desktop", "expected"),
    [
        (BASE, BASE, BASE),
        (rows(a1="new", a2="two"), BASE, rows(a1="new", a2="two")),
        (BASE, rows(a1="new", a2="two"), rows(a1="new", a2="two")),
        (rows(a1="here", a2="two"), rows(a1="there", a2="two"), rows(a1="here", a2="two")),
        (rows(a2="two"), BASE, rows(a2="two")),
        (BASE, rows(a2="two"), rows(a2="two")),
        (rows(a2="two"), rows(a1="new", a2="two"), rows(a1="new", a2="two")),
        (rows(a1="new", a2="two"), rows(a2="two"), rows(a1="new", a2="two")),
        (rows(a1="one", a2="two", a3="here"), BASE, rows(a1="one", a2="two", a3="here")),
        (BASE, rows(a1="one", a2="two", a3="there"), rows(a1="one", a2="two", a3="there")),
        (rows(a3="same"), rows(a3="same"), rows(a3="same")),
        (
            rows(a1="one", a2="two", a3="here"), rows(a1="one", a2="two", a3="there"),
            rows(a1="one", a2="two", a3="here", a4="there"),
        ),
        ((), (), ()),
    ],
)  # fmt: skip
def test_changes_of_both_are_kept(phone: Rows, desktop: Rows, expected: Rows) -> None:
    assert merged(BASE, phone, desktop) == expected


_ROWS = st.dictionaries(st.integers(1, 4), st.sampled_from("abc")).map(
    lambda found: tuple([{"id": key, "name": found[key]} for key in sorted(found)])
)


@given(_ROWS, _ROWS, _ROWS)
def test_what_only_one_device_changed_is_as_it_says(base: Rows, phone: Rows, desktop: Rows) -> None:
    assert merged(base, phone, base) == phone
    assert merged(base, base, desktop) == desktop
    both = merged(base, phone, desktop)
    assert merged(both, both, both) == both
    assert len({row["id"] for row in both}) == len(both)


@given(st.integers(0, 2**42))
def test_times_of_the_phone_come_back(moment: int) -> None:
    assert milliseconds(moment / 1000) == moment
