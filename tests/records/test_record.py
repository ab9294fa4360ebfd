"""Records of episodes: their folders and scores, and `jsonable`."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.records import folder_name, jsonable
from crab_gym.task.task import PLATFORMS
from tests.records._records import record


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(), st.lists))
def test_jsonable_is_always_json(value: Any) -> None:
    copy = jsonable(value)
    assert json.loads(json.dumps(copy, allow_nan=False)) == copy


class Hostile:
    """Raises on every use."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    @property
    def __class__(self) -> Any:  # type: ignore[override]
        raise KeyError("no")


class HostileDict(dict[str, Any]):
    def items(self) -> Any:
        raise ZeroDivisionError

    def __iter__(self) -> Any:
        raise ZeroDivisionError


def test_jsonable_never_raises() -> None:
    huge = 10**5000  # more digits than Python turns into text
    values = [
        huge, -huge, [huge], {"device": {"x": huge}}, {huge: 1}, Hostile(), [Hostile()], HostileDict(a=1),
        type("array", (), {})(), np.longdouble(1), np.datetime64("2020-01-01"), np.float32("nan"),
    ]  # fmt: skip
    for value in values:
        copy = jsonable(value)
        assert set(copy) == {"not_json"} and copy["not_json"]
        assert json.loads(json.dumps(copy, allow_nan=False)) == copy


def test_jsonable_shows_what_surrounds_what_it_cannot_show() -> None:
    assert jsonable({"name": "tap", "x": Hostile()})["not_json"].startswith("{'name': 'tap', 'x': <")


def test_jsonable_takes_numbers_of_numpy_for_numbers() -> None:
    given = {
        "x": np.int64(7),
        "y": (np.uint8(1), np.float64(0.5)),
        "z": [np.float32(0.25), np.bool_(True), np.str_("a")],
    }
    copy = jsonable(given)
    assert copy == {"x": 7, "y": [1, 0.5], "z": [0.25, True, "a"]}
    assert [type(value) for value in (copy["x"], *copy["y"], *copy["z"])] == [int, int, float, float, bool, str]


def test_jsonable_survives_depth_and_cycles() -> None:
    loop: list[Any] = []
    loop.append(loop)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert set(jsonable(loop)) == set(jsonable(deep)) == {"not_json"}
    assert len(str(jsonable("x" * 100 + "y"))) == 101


def test_a_record_knows_its_folder_and_its_score() -> None:
    row = replace(record(5, attempt=2), logical_consistency=0.5)
    assert row.folder == "ubuntu.one_s5_a2"
    score = row.score()
    assert (score.completion, score.actions, score.tokens, score.logical_consistency) == (0.5, 2, 3, 0.5)
    assert not score.is_error
    assert record(error="it broke").score().is_error


@pytest.mark.parametrize("platform", PLATFORMS)
def test_tasks_of_every_platform_have_a_folder(platform: str) -> None:
    assert folder_name(f"{platform}.a_task", 3, 1).startswith(f"{platform}.a_task")


@pytest.mark.parametrize("name", ["crab./x", "../x", "windows.x", "crab.", "android_world.x/..", 7])
def test_what_is_no_name_of_a_task_has_none(name: Any) -> None:
    with pytest.raises(ValueError, match="expected the name of a task"):
        folder_name(name, 0, 0)
