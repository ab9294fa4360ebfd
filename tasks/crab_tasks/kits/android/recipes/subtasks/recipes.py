"""Recipes: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import states
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.android.recipes.state import RECIPES, plant_recipe, recipe_noted, some_ingredients
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, phrase

__all__ = ["ADD", "LAST_INGREDIENT"]

_AMOUNTS = ("two cups of", "half a pound of", "a handful of", "six spoons of", "a bag of", "a tin of")
_FOODS = ("hazelnuts", "red lentils", "dried plums", "rye flour", "white beans", "sesame", "rolled oats", "apricots")
_FIRSTS = ("Rustic", "Golden", "Spicy", "Harvest", "Island", "Village", "Winter", "Market")
_KINDS = ("stew", "pie", "salad", "dumplings", "casserole")


def _two_recipes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The recipe, and one whose title begins like its own."""
    for title, food in (
        (as_typed(params, "title"), params.food),
        (f"{as_typed(params, 'title')} for guests", params.other),
    ):
        plant_recipe(devices["android"], title, [*some_ingredients(rng), food])


def _recipes_open(params: Params) -> Sequence[Checkpoint]:
    """Recipes is in front."""
    return [app_opened("recipes", "recipes_open")]


def _open_first(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Recipes", "fab_list")
    yield from open_row(look, as_typed(params, "title"))


def _read_recipe(params: Params, look: Look) -> Iterator[Action]:
    """Opens the recipe, and scrolls to its last ingredient."""
    yield from _open_first(params, look)
    yield from scroll_to(look, params.food)


def _read_swiping(params: Params, look: Look) -> Iterator[Action]:
    """Opens the recipe, and swipes its page once."""
    yield from _open_first(params, look)
    x, y = find(look, "android", role="list").center
    yield action("android", "swipe", x=x, y=y, direction="down", distance="short")


def _search_recipe(params: Params, look: Look) -> Iterator[Action]:
    """Searches the recipe by its title and opens it; then ends the search."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield tap(look, rid="search_src_text")
    yield action("android", "write_text", text=as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))
    yield from open_first_page(look, "Recipes", "fab_list")
    yield tap(look, description="Clear search")


LAST_INGREDIENT = SubTask(
    name="recipes.last_ingredient",
    device="android",
    app="recipes",
    says="look up the last ingredient of the recipe whose title is {title} in the phone's Recipes app",
    steps="on the phone, open Recipes, tap the recipe whose title is {title} and read the last line of its ingredients",
    refers="the last ingredient of the phone's recipe whose title is {title}",
    inputs={"title": phrase(_FIRSTS, _KINDS, "Harvest pie")},
    hidden={
        "food": phrase(_AMOUNTS, _FOODS, "a handful of hazelnuts"),
        "other": phrase(_AMOUNTS, _FOODS, "two cups of rye flour"),
    },
    output="line",
    called="recipe's last ingredient",
    produce=lambda params: str(params.food),
    keys=("title",),
    setup=_two_recipes,
    checkpoints=_recipes_open,
    oracle={"recipes_open": _read_recipe},
    alternatives={"searched": _search_recipe, "swiped": _read_swiping},
    backends=("sim", "adb"),
    tags=("recipes",),
)


def _no_recipe(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Removes recipes of the title."""
    phone = devices["android"]
    rows = phone.table(RECIPES, "recipes")
    kept = [row for row in rows if not states(params.kinds["title"], str(row["title"] or ""), params.title)]
    if len(kept) < len(rows):
        phone.set_table(RECIPES, "recipes", kept)


def _added(params: Params) -> Sequence[Checkpoint]:
    """Recipes; then the recipe."""
    right = {
        "title_kind": params.kinds["title"], "title": params.title,
        "ingredient_kind": params.kinds["ingredient"], "ingredient": params.ingredient,
    }  # fmt: skip
    return [
        app_opened("recipes", "recipes_open"),
        Checkpoint("added", "android", "recipes", recipe_noted, right, after=("recipes_open",)),
    ]


def _may_add(params: Params) -> Footprint:
    right = same_value(params.kinds["title"], params.title)
    return [may_add("android", "recipe", most=1, title=right)]


def _open_recipes(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Recipes", "fab_list")


def _fill(look: Look, title: str, ingredient: str) -> Iterator[Action]:
    """Fills the form for a new recipe."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield tap(look, rid="fab_list")
    yield from type_into(look, "Title", title)
    yield from type_into(look, "Ingredients", ingredient)


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill(look, as_typed(params, "title"), as_typed(params, "ingredient"))
    yield tap(look, text="Save", role="button")


def _add_with_directions(params: Params, look: Look) -> Iterator[Action]:
    """Writes directions, too, which nobody forbids."""
    yield from _fill(look, as_typed(params, "title"), as_typed(params, "ingredient"))
    yield from type_into(look, "Directions", "Cook it slowly.")
    yield tap(look, text="Save", role="button")


def _add_and_edit(params: Params, look: Look) -> Iterator[Action]:
    """Saves another ingredient first, and corrects it."""
    yield from _fill(look, as_typed(params, "title"), "one onion")
    yield tap(look, text="Save", role="button")
    yield tap(look, description="More options")
    yield tap(look, text="Edit")
    yield from scroll_to(look, description="Ingredients", role="text_field")
    yield from replace_text(look, "Ingredients", as_typed(params, "ingredient"))
    yield tap(look, text="Save", role="button")


def _as_direction(params: Params, look: Look) -> Iterator[Action]:
    """Writes the ingredient into the directions."""
    yield from _fill(look, as_typed(params, "title"), "salt")
    yield from type_into(look, "Directions", as_typed(params, "ingredient"))
    yield tap(look, text="Save", role="button")


def _only_filled(params: Params, look: Look) -> Iterator[Action]:
    """Fills the form, and goes back."""
    yield from _fill(look, as_typed(params, "title"), as_typed(params, "ingredient"))
    yield action("android", "press", key="back")


ADD = SubTask(
    name="recipes.add",
    device="android",
    app="recipes",
    says="add a recipe to the phone's Recipes app, with {title} as its title and {ingredient} as its only ingredient",
    steps="on the phone, open Recipes, tap Add recipe, type {title} as the title and {ingredient} as the only "
    "ingredient, and tap Save",
    inputs={
        "title": phrase(_FIRSTS, _KINDS, "Island salad"),
        "ingredient": phrase(_AMOUNTS, _FOODS, "a tin of white beans"),
    },
    keys=("title",),
    setup=_no_recipe,
    checkpoints=_added,
    oracle={"recipes_open": _open_recipes, "added": _add},
    footprint=_may_add,
    alternatives={"with_directions": _add_with_directions, "edited": _add_and_edit},
    near_misses={"as_direction": _as_direction, "only_filled": _only_filled},
    backends=("sim", "adb"),
    tags=("recipes", "form"),
)  # fmt: skip
