"""Numbers of elements: order, what hides what, limits."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from crab_gym.backends.base import Element
from crab_gym.wrappers import DiscreteElements, Mark, number_elements
from crab_gym.wrappers.numbering import interactive
from tests.wrappers._walks import DESKTOP, NAMES, PHONE, draw, make

SIZE = (200, 300)


def button(text: str, left: int, top: int, right: int, bottom: int, role: str = "button") -> Element:
    return Element(role, text, bounds=(left, top, right, bottom), clickable=True)


def texts(*elements: Element, limit: int = 50) -> list[str]:
    return [mark.text for mark in number_elements(elements, SIZE, limit)]


def test_rows_from_the_top_and_within_a_row_from_the_left() -> None:
    low, right, left = button("low", 0, 100, 20, 120), button("right", 100, 10, 140, 30), button("left", 10, 12, 40, 34)
    marks = number_elements([low, right, left], SIZE, 10, device="android")
    assert [(mark.number, mark.text) for mark in marks] == [(1, "left"), (2, "right"), (3, "low")]
    assert marks[0] == Mark("android", 1, "button", "left", (10, 12, 40, 34), (25, 23), "tree", left)


def test_only_what_can_be_touched_is_numbered() -> None:
    plain = Element("text", "plain", bounds=(0, 0, 10, 10))
    disabled = button("disabled", 20, 0, 30, 10)._replace(enabled=False)
    listing = Element("list", "listing", bounds=(0, 50, 100, 90), scrollable=True)
    assert [interactive(e) for e in (plain, disabled, listing)] == [False, False, True]
    assert texts(plain, disabled, listing) == ["listing"]


def test_a_dialog_hides_what_is_behind_it_but_not_what_is_beside_it() -> None:
    behind, beside = button("behind", 60, 60, 90, 80), button("beside", 0, 0, 20, 20)
    dialog = Element("dialog", "Sure?", bounds=(40, 40, 160, 200))
    yes = button("yes", 60, 150, 100, 170)
    assert texts(behind, beside, dialog, yes) == ["beside", "yes"]
    assert texts(dialog, yes, behind, beside) == ["beside", "behind", "yes"]


def test_a_shade_that_can_be_tapped_hides_all_below_and_is_tapped_beside_the_dialog() -> None:
    shade = Element("other", "", "Close", bounds=(0, 0, 200, 300), clickable=True)
    dialog = Element("dialog", bounds=(20, 60, 180, 260))
    found = number_elements([button("below", 0, 0, 30, 30), shade, dialog, button("ok", 30, 70, 60, 90)], SIZE, 10)
    assert [mark.text for mark in found] == ["ok", "Close"]
    x, y = found[1].point
    assert 0 <= x < 200 and 0 <= y < 300 and not (20 <= x < 180 and 60 <= y < 260)


def test_a_list_item_with_a_switch_in_its_middle_is_touched_beside_the_switch() -> None:
    item, switch = button("item", 0, 0, 200, 40, "list_item"), button("switch", 80, 5, 120, 35, "switch")
    first, second = number_elements([item, switch], SIZE, 10)
    assert (first.text, second.text, second.point) == ("item", "switch", (100, 20))
    assert not 80 <= first.point[0] < 120 or not 5 <= first.point[1] < 35


def test_what_only_scrolls_is_touched_in_its_middle_whatever_it_contains() -> None:
    listing = Element("list", "", "all", bounds=(0, 0, 200, 100), scrollable=True)
    items = [button(str(i), 0, 25 * i, 200, 25 * i + 25, "list_item") for i in range(4)]
    found = {mark.text: mark.point for mark in number_elements([listing, *items], SIZE, 10)}
    assert found["all"] == (100, 50) and found["2"] == (100, 62)
    shade = Element("other", "", "Close", bounds=(0, 0, 200, 300), clickable=True)
    assert texts(listing, *items, shade) == ["Close"]


def test_bounds_are_cut_to_the_screen_and_nothing_off_it_is_numbered() -> None:
    marks = number_elements([button("half", -20, 280, 20, 340), button("off", 200, 0, 220, 20)], SIZE, 10)
    assert [(mark.text, mark.bounds, mark.point) for mark in marks] == [("half", (0, 280, 20, 300), (10, 290))]


def test_names_come_from_text_then_description_then_what_is_inside() -> None:
    item = button("", 0, 0, 200, 40, "list_item")
    inside = [Element("text", "Ada", bounds=(0, 0, 90, 20)), Element("text", "2 messages", bounds=(0, 20, 90, 40))]
    after = Element("text", "elsewhere", bounds=(0, 50, 90, 70))
    assert texts(item, *inside, after) == ["Ada 2 messages"]
    assert texts(item._replace(description="Chat"), *inside) == ["Chat"]


def test_the_limit_leaves_out_the_last() -> None:
    rows = [button(str(i), 0, 20 * i, 20, 20 * i + 15) for i in range(10)]
    assert texts(*reversed(rows), limit=3) == ["0", "1", "2"]
    with pytest.raises(ValueError, match="limit of marks is 0; expected a whole number above 0"):
        number_elements(rows, SIZE, 0)


@pytest.mark.parametrize("name", [PHONE, DESKTOP, *NAMES[::8]])
def test_a_touch_at_a_marks_point_reaches_it_and_nothing_else_can_be_reached(name: str) -> None:
    env = DiscreteElements(make(name, devices="all"))
    base: Any = env.unwrapped
    rng = np.random.default_rng(3)
    over = True
    for step in range(40):
        if over:
            env.reset(seed=step)
        for device, backend in base.backends.items():
            scene = backend.machine.scene

            def reached(x: int, y: int, scene: Any = scene) -> Any:
                takes = (n for n in scene.hit(x, y) if n.message or n.long_message or n.role == "window")
                return next(((n.bounds, n.role) for n in takes), None)

            elements, size = base.elements(device), base.screen_sizes[device]
            # more than the environment's marks: a sheet has more cells than it numbers
            marks = {id(mark.element): mark for mark in number_elements(elements, size, 1000)}
            for element in elements:
                left, top, right, bottom = element.bounds
                if not interactive(element) or (element.scrollable and not element.clickable):
                    continue
                if id(element) in marks:
                    assert reached(*marks[id(element)].point) == (element.bounds, element.role)
                else:
                    grid = itertools.product(np.linspace(left, right - 1, 7), np.linspace(top, bottom - 1, 7))
                    assert all(reached(int(x), int(y)) != (element.bounds, element.role) for x, y in grid)
        _, _, terminated, truncated, _ = env.step(draw(env.action_masks(), rng))
        over = terminated or truncated
