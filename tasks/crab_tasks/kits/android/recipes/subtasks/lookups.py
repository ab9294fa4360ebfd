"""Recipes: a sub-task that tells for how many a recipe is."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import integer
from crab_gym.task.types import short_line
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.android.recipes.entries import search_recipe
from crab_tasks.kits.android.recipes.state import plant_recipe, some_ingredients
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["SERVINGS"]


def _two_recipes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The recipe, and one whose title begins like its own, for more."""
    title = as_typed(params, "title")
    for name, count in ((title, params.servings), (f"{title} (large)", params.servings + params.more)):
        plant_recipe(devices["android"], name, some_ingredients(rng), count)


def _open_recipe(params: Params, look: Look) -> Iterator[Action]:
    """Opens the recipe."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield from open_row(look, as_typed(params, "title"))


def _see_card(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the recipe's card in the list."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield from scroll_to(look, as_typed(params, "title"))


def _search_recipe(params: Params, look: Look) -> Iterator[Action]:
    """Searches the recipe and opens it."""
    yield from search_recipe(look, as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))


SERVINGS = SubTask(
    name="recipes.servings",
    device="android",
    app="recipes",
    says="look up how many servings the recipe whose title is {title} in the phone's Recipes app makes",
    steps="on the phone, open Recipes, tap the recipe whose title is {title} and read how many servings it makes",
    refers="the number of servings of the phone's recipe whose title is {title}",
    inputs={"title": short_line("Order both kettles")},
    hidden={"servings": integer(5, 60, 24, type="servings"), "more": integer(2, 9, 4, type="servings")},
    output="count",
    called="number of servings",
    produce=lambda params: int(params.servings),
    keys=("title",),
    setup=_two_recipes,
    checkpoints=lambda params: [app_opened("recipes", "recipes_open")],
    oracle={"recipes_open": _open_recipe},
    alternatives={"in_the_list": _see_card, "searched": _search_recipe},
    backends=("sim", "adb"),
    tags=("recipes",),
)
