"""Recipes that tasks give as text, plant and look for."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.recipes.entries import (
    EXTRAS,
    Recipe,
    as_paragraphs,
    as_table,
    given,
    make_recipe,
    plant_recipes,
    recipe_count,
    recipe_gone,
    recipe_right,
    recipe_title,
    recipes,
    some_recipes,
)

PIE = make_recipe(random.Random(1), titled="Pie of leeks", extra="dill")
STEW = make_recipe(random.Random(2), titled="Stew of peas")


@pytest.mark.parametrize("form", [as_table, as_paragraphs])
def test_a_text_of_either_form_gives_its_recipes_back(form: Any) -> None:
    assert given(form([PIE, STEW])) == (PIE, STEW)


@pytest.mark.parametrize(
    "listed", ["", "Title: Pie", as_paragraphs([PIE]).replace("Servings", "For"), "title|time\na|b"]
)
def test_other_texts_are_no_lists_of_recipes(listed: str) -> None:
    with pytest.raises(ValueError, match="the fields Title, Description"):
        given(listed)


def test_parameters_draw_what_they_accept() -> None:
    listed, title = recipes(PIE, STEW), recipe_title("Pie of leeks")
    for seed in range(50):
        rows = given(listed.sample(random.Random(seed)))
        assert listed.accepts(as_table(rows))
        assert title.accepts(rows[0].title)
    assert not listed.accepts(as_table([PIE]))
    assert not title.accepts("Pie of nothing")


def test_what_goes_into_a_dish_is_in_its_directions() -> None:
    assert "dill" in PIE.directions
    assert "dill" in PIE.ingredients
    others = [extra for extra in EXTRAS if extra != "dill"]
    assert not any("dill" in "".join(one) for one in some_recipes(random.Random(3), 40, (PIE.title,), others))


@pytest.mark.parametrize(
    ("rows", "right", "count"),
    [
        ([PIE], True, 1), ([PIE, STEW], True, 1), ([PIE, PIE], False, 2), ([STEW], False, 0),
        ([PIE._replace(time="7 mins")], False, 0), ([PIE, PIE._replace(time="7 mins")], False, 1),
        ([PIE._replace(directions=PIE.directions.replace(". ", ".\n"))], True, 1),
    ],
)  # fmt: skip
def test_one_recipe_of_the_title_is_right(phone: Any, rows: list[Recipe], right: bool, count: int) -> None:
    plant_recipes(phone.setup, rows)
    state = State(android=phone.state)
    assert recipe_right(state, PIE) is right
    assert recipe_count(state, PIE, count)
    assert recipe_gone(state, PIE.title) is (rows == [STEW])
