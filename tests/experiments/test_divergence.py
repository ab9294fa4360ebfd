"""Why a step that was taken on one device isn't taken on another."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import Element, InvalidAction
from crab_gym.experiments.divergence import CAUSES, alike, cause_of, sight_of

SIZES = {"ubuntu": (1000, 500)}
DARK = Element("radio", "Dark", bounds=(100, 100, 200, 140), clickable=True)
WINDOW = Element("window", "Settings", bounds=(0, 0, 600, 400))
FIELD = Element("text_field", "old text", "Name", bounds=(300, 100, 500, 140), editable=True)


def click(x: int, y: int, *elements: Element, name: str = "click", **args: Any) -> Any:
    return sight_of({"device": "ubuntu", "name": name, "args": {"x": x, "y": y, **args}}, {"ubuntu": elements}, SIZES)


def moved(element: Element, right: int, **changed: Any) -> Element:
    left, top, end, bottom = element.bounds
    return element._replace(bounds=(left + right, top, end + right, bottom), **changed)


@pytest.mark.parametrize(
    ("there", "cause"),
    [
        ([WINDOW], "element missing"),
        ([WINDOW, DARK._replace(role="button")], "other role"),
        ([WINDOW, DARK._replace(text="Night")], "other name"),
        ([WINDOW, moved(DARK, 60, text="Night")], "element missing"),
        ([WINDOW, moved(DARK, 101)], "other place"),
        ([WINDOW, moved(DARK, 99)], "other surroundings"),
        ([WINDOW, moved(DARK, 500), DARK], "other surroundings"),
    ],
)
def test_the_element_that_an_action_points_at_is_looked_for(there: list[Element], cause: str) -> None:
    assert cause_of(click(150, 120, WINDOW, DARK), there, there) == cause and cause in CAUSES


def test_an_element_that_cannot_be_pointed_at_has_no_index() -> None:
    assert cause_of(click(150, 120, WINDOW, DARK), [WINDOW, DARK], [WINDOW]) == "no index"


@pytest.mark.parametrize(("indexed", "cause"), [(True, "other surroundings"), (False, "no index")])
def test_an_action_that_points_at_nothing_needs_an_index(indexed: bool, cause: str) -> None:
    wait = sight_of({"device": "root", "name": "wait", "args": {}}, {"ubuntu": [DARK]}, SIZES)
    assert wait.target is None and cause_of(wait, [], indexed) == cause


def test_a_field_is_known_by_its_label_and_not_by_its_content() -> None:
    wanted = click(310, 110, WINDOW, FIELD)
    assert wanted.target == FIELD
    assert cause_of(wanted, [FIELD._replace(text="new")], [FIELD._replace(text="new")]) == "other surroundings"
    assert cause_of(wanted, [FIELD._replace(description="Title")], []) == "other name"


def test_the_topmost_element_that_can_be_touched_is_meant() -> None:
    label = Element("text", "Dark", bounds=(110, 110, 150, 130))
    assert click(120, 120, WINDOW, DARK, label).target == DARK
    assert click(120, 120, WINDOW, label).target == label and click(900, 450, WINDOW).target is None


def test_steps_are_alike_if_they_do_the_same_with_the_same_element() -> None:
    step = click(150, 120, WINDOW, DARK)
    assert alike(step, click(251, 125, moved(DARK, 100)))
    assert not alike(step, click(150, 120, DARK._replace(role="button")))
    assert not alike(step, click(150, 120, DARK, name="double_click"))
    assert not alike(click(150, 120, DARK, direction="up"), click(150, 120, DARK, direction="down"))
    assert not alike(sight_of(InvalidAction("no"), {}, {}), step)
