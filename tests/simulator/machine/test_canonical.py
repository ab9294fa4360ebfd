from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.machine.canonical import encode


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Pair:
    left: Any
    right: Any


class Bag:
    def __init__(self, **held: Any) -> None:
        self.held = held

    def items(self) -> Any:
        return self.held.items()


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.binary(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3)
        | st.frozensets(st.integers() | st.text(max_size=3), max_size=3)
    ),
    max_leaves=8,
)


def canon(value: Any) -> Any:
    """Says in Python's own terms what counts as equal: types matter, orders of mappings and sets don't."""
    if isinstance(value, (list, tuple)):
        return ("list", *map(canon, value))
    if isinstance(value, dict):
        return "map", frozenset((canon(key), canon(item)) for key, item in value.items())
    if isinstance(value, frozenset):
        return "set", frozenset(map(canon, value))
    if isinstance(value, float):
        return "float", value, math.copysign(1, value)
    return type(value).__name__, value


@given(plain, plain)
def test_bytes_are_equal_exactly_for_equal_data(first: Any, second: Any) -> None:
    assert (encode(first) == encode(second)) == (canon(first) == canon(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (1, True), (0, None), (1, 1.0), ("1", 1), (b"a", "a"), ("", ()), ((), {}), ((1, 2), (2, 1)), ("ab", ("a", "b")),
        ((("a",), "b"), (("a", "b"),)), ({"a": 1}, {"a": 2}), ({"a": None}, {}), ({1: 2}, {"1": 2}), (0.0, -0.0),
        (frozenset({1, 2}), (1, 2)), (frozenset(), ()), ("é", "e\u0301"), ("\ud800", "\ud801"),
        (["ab", "c"], ["a", "bc"]),
    ],
)  # fmt: skip
def test_what_differs_differs(first: Any, second: Any) -> None:
    assert encode(first) != encode(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([1, 2], (1, 2)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Point(1, 2), (1, 2)),
        (Pair(1, [2]), Pair(1, (2,))),
        (Bag(a=1), Bag(a=1)),
        (frozenset("abc"), frozenset("cba")),
    ],
)
def test_what_is_equal_is_equal(first: Any, second: Any) -> None:
    assert encode(first) == encode(second)


@pytest.mark.parametrize("value", [object(), 1j, {"a": object()}, [print], Point, {1, 2}])
def test_what_is_not_plain_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="not plain data"):
        encode(value)


def test_bytes_are_the_same_in_every_process() -> None:
    code = "from crab_sim.machine.canonical import encode; print(encode({k: frozenset('xyz') for k in 'abc'}).hex())"
    shown = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": salt}, capture_output=True, text=True, check=True
        ).stdout
        for salt in ("1", "2")
    }
    assert shown == {encode({k: frozenset("xyz") for k in "cba"}).hex() + "\n"}
