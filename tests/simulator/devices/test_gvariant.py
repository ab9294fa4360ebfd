"""The text form of GVariant, which agents may write too, and the alarms and cities that Clocks keeps in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.devices.clock_settings import AlarmRow, alarms_of, alarms_text, cities_of, cities_text
from crab_sim.devices.gvariant import parse, quoted


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_a_string_is_read_as_it_was_quoted(text: str) -> None:
    assert parse(quoted(text)) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("@aa{sv} []", []), ("uint32 7", 7), ("-2.5", -2.5), ("true", True), ("nothing", None), ("just 'a'", "a"),
        ("[(1, 'x'), (2, 'y')]", [(1, "x"), (2, "y")]), ("<{'a': <@as []>}>", {"a": []}), (" '\\u00e4' ", "ä"),
        ("(1,)", (1,)), ("'a\\nb'", "a\nb"), ("0x10", 16),
    ],
)  # fmt: skip
def test_values_are_read(text: str, value: object) -> None:
    assert parse(text) == value


@pytest.mark.parametrize(
    "text", ["", "[", "[1", "[1}", "{'a'}", "{[]: 1}", "<1", "'a", "1 2", "]", "@", "§", "word", "1.2.3", "<" * 5000]
)
def test_malformed_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text)


def test_long_texts_are_read_in_linear_time() -> None:
    value = parse(f"[{', '.join(['1'] * 50_000)}]")
    assert isinstance(value, list) and len(value) == 50_000


@given(
    st.lists(
        st.builds(
            AlarmRow, st.just("a"), st.integers(0, 23), st.integers(0, 59), st.text("a'\"\\ \nä", max_size=8),
            st.integers(0, 127), st.booleans(), st.integers(1, 30), st.integers(1, 30),
        ),
        max_size=4,
    )
)  # fmt: skip
def test_alarms_are_read_as_they_were_written(rows: list[AlarmRow]) -> None:
    assert sorted(alarms_of(alarms_text(rows))) == sorted(rows)


@pytest.mark.parametrize(
    "text",
    [
        None, "", "[", "7", "['a']", "[{'hour': <'7'>, 'minute': <5>}]", "[{'hour': <24>, 'minute': <5>}]",
        "[{'minute': <5>}]", "{'hour': <7>}",
    ],
)  # fmt: skip
def test_what_clocks_cannot_show_is_no_alarm(text: str | None) -> None:
    assert alarms_of(text) == ()


def test_odd_days_are_left_out() -> None:
    (row,) = alarms_of("[{'hour': <7>, 'minute': <5>, 'days': <[1, 7, 9, -3]>}]")
    assert (row.days, row.enabled) == (0b1000001, False)


def test_cities_are_read_as_they_were_written() -> None:
    assert cities_of(cities_text(["São Paulo", "Lima"])) == ("São Paulo", "Lima")
    for text in (
        None,
        "[]",
        "[{'location': <(1, 2)>}]",
        "[{'place': <1>}]",
        "[{'location': <(uint32 2, <('a', 1)>)>}]",
    ):
        assert cities_of(text) == ()
