from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crab_gym.backends.base import InvalidAction
from crab_gym.envs.spaces import ActionSpace
from crab_gym.wrappers.marks_space import MarkedActionSpace, with_points
from tests.envs._schema import accepts

SCREENS = {"ubuntu": (1280, 720), "android": (360, 800)}


def action(device: str, verb: str, **args: Any) -> dict[str, Any]:
    return {"device": device, "name": verb, "args": args}


def here(device: str, number: int) -> tuple[int, int]:
    if number > 5:
        raise InvalidAction(f"no {number} on {device}")
    return 10 * number, 7


def test_numbers_become_points() -> None:
    assert with_points(action("ubuntu", "click", element=np.int64(2)), here) == action("ubuntu", "click", x=20, y=7)
    for same in ("2", 2.0, "2.0"):
        assert with_points(action("ubuntu", "click", element=same), here) == action("ubuntu", "click", x=20, y=7)
    swipe = action("android", "swipe", element=1, direction="up", distance="long")
    assert with_points(swipe, here)["args"] == {"x": 10, "y": 7, "direction": "up", "distance": "long"}
    ends = {"x1": 20, "y1": 7, "x2": 30, "y2": 7}
    assert with_points(action("ubuntu", "drag", element1=2, element2=3), here)["args"] == ends
    ends = {"x1": 1, "y1": 2, "x2": 30, "y2": 7}
    assert with_points(action("ubuntu", "drag", x1=1, y1=2, element2=3), here)["args"] == ends


@pytest.mark.parametrize(
    "given",
    [
        action("android", "tap", x=1, y=2), action("ubuntu", "press", element=3), action("root", "complete"), "tap",
        None, {"device": "android"}, action("android", "tap") | {"args": "element"}, {**action("x", "tap", element=1)},
        {**action("android", "tap", element=1), "why": 1}, action("android", "tap") | {"name": ["tap"]},
    ],
)  # fmt: skip
def test_what_names_no_element_is_left_to_the_environment(given: Any) -> None:
    assert with_points(given, here) is given


@pytest.mark.parametrize(
    "args, sentence",
    [
        ({"element": "two"}, "element is 'two'; expected the whole number of an element"),
        ({"element": 2.5}, "element is 2.5; expected the whole number of an element"),
        ({"element": True}, "element is True; expected the whole number of an element"),
        ({"element": None}, "element is None; expected the whole number of an element"),
        ({"element": 1, "x": 3}, "tap got both element and coordinates; expected either element, or x and y"),
        ({"element": 6}, "no 6 on android"),
    ],
)
def test_a_wrong_number_is_explained(args: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidAction) as refusal:
        with_points(action("android", "tap", **args), here)
    assert str(refusal.value) == sentence


def test_samples_are_members_of_both_kinds_and_fit_the_schema() -> None:
    space = MarkedActionSpace(SCREENS, 20, seed=0)
    schema = space.json_schema()
    kinds = set()
    for _ in range(400):
        drawn = space.sample()
        assert drawn in space and accepts(schema, drawn)
        kinds |= {name for name in drawn["args"] if name in ("x", "element", "element1", "x1", "element2")}
    assert kinds == {"x", "element", "element1", "x1", "element2"}


@pytest.mark.parametrize(
    "given, member",
    [
        (action("android", "tap", element=20), True), (action("android", "tap", element=21), False),
        (action("android", "tap", element=0), False), (action("android", "tap", element=1, x=1, y=1), False),
        (action("android", "tap", element=1, x=1), False), (action("android", "tap"), False),
        (action("android", "tap", x=1, y=1), True), (action("ubuntu", "drag", element1=1, x2=3, y2=4), True),
        (action("ubuntu", "drag", element1=1), False), (action("ubuntu", "press", element=1), False),
        (action("ubuntu", "scroll", element=1, direction="up"), True),
    ],
)  # fmt: skip
def test_space_and_schema_agree(given: dict[str, Any], member: bool) -> None:
    space = MarkedActionSpace(SCREENS, 20)
    assert (given in space) is member
    assert accepts(space.json_schema(), given) is member


def test_tools_take_numbers() -> None:
    space = MarkedActionSpace(SCREENS, 20)
    tools = {tool["name"]: tool for tool in space.tool_schemas()}
    tap, drag = tools["android__tap"], tools["ubuntu__drag"]
    assert tap["description"].endswith("Give either element, or x and y.")
    assert set(tap["parameters"]["properties"]) == {"element", "x", "y"} and tap["parameters"]["required"] == []
    assert set(drag["parameters"]["properties"]) == {"element1", "element2", "x1", "y1", "x2", "y2"}
    assert tools["android__swipe"]["parameters"]["required"] == ["direction"]
    assert tools["root__wait"] == next(t for t in ActionSpace(SCREENS).tool_schemas() if t["name"] == "root__wait")


def test_equality_and_seed() -> None:
    space = MarkedActionSpace(SCREENS, 20, seed=1)
    assert space == MarkedActionSpace(SCREENS, 20) and hash(space) == hash(MarkedActionSpace(SCREENS, 20))
    assert space != MarkedActionSpace(SCREENS, 21) and space != ActionSpace(SCREENS)
    first, second = (MarkedActionSpace(SCREENS, 20, seed=1) for _ in range(2))
    assert [first.sample() for _ in range(9)] == [second.sample() for _ in range(9)]
