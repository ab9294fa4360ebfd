"""Recipes: sub-tasks that make a recipe a favourite, and add an ingredient to one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to
from crab_tasks.kits.android.recipes.entries import search_recipe
from crab_tasks.kits.android.recipes.state import ingredient_added, one_favourite, plant_recipe, some_ingredients
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["ADD_INGREDIENT", "FAVOURITE"]

_FOUR = ("1 leek", "2 carrots", "salt", "3 tbsp oil")


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Recipes", "fab_list")


def _two_recipes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The recipe, and one whose title begins like its own."""
    for title in (as_typed(params, "title"), f"{as_typed(params, 'title')} for guests"):
        plant_recipe(devices["android"], title, some_ingredients(rng))


def _liked(params: Params) -> Sequence[Checkpoint]:
    """Recipes; then the heart."""
    right = {"title": as_typed(params, "title")}
    return [
        app_opened("recipes", "recipes_open"),
        Checkpoint("liked", "android", "recipes", one_favourite, right, after=("recipes_open",)),
    ]


def _may_like(params: Params) -> Footprint:
    return [may_change("android", "recipe", ("favorite",), title=as_typed(params, "title"))]


def _like_one(look: Look, title: str) -> Iterator[Action]:
    """Opens a recipe, if there is one of this title, and taps its heart."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield from open_row(look, title)
    if has(look, "android", rid="action_favorite"):
        yield tap(look, rid="action_favorite")


def _like(params: Params, look: Look) -> Iterator[Action]:
    yield from _like_one(look, as_typed(params, "title"))


def _like_in_list(params: Params, look: Look) -> Iterator[Action]:
    """Taps the heart on the recipe's card."""
    yield from search_recipe(look, as_typed(params, "title"))
    heart = f"Add to favorites: {as_typed(params, 'title')}"
    yield from scroll_to(look, description=heart)
    yield tap(look, description=heart)


def _like_after_other(params: Params, look: Look) -> Iterator[Action]:
    """Makes the other one a favourite first, and takes that back."""
    for _ in range(2):
        yield from _like_other(params, look)
    yield from _like(params, look)


def _like_other(params: Params, look: Look) -> Iterator[Action]:
    """Makes the recipe whose title begins like the one that is meant a favourite."""
    yield from _like_one(look, f"{as_typed(params, 'title')} for guests")


FAVOURITE = SubTask(
    name="recipes.favourite",
    device="android",
    app="recipes",
    says="make the recipe whose title is {title} a favourite in the phone's Recipes app",
    steps="on the phone, open Recipes, tap the recipe whose title is {title} and tap Add to favorites",
    inputs={"title": short_line("Order the blue tent")},
    keys=("title",),
    setup=_two_recipes,
    checkpoints=_liked,
    oracle={"recipes_open": _open, "liked": _like},
    footprint=_may_like,
    alternatives={"in_the_list": _like_in_list, "after_other": _like_after_other},
    near_misses={"other_recipe": _like_other},
    backends=("sim", "adb"),
    tags=("recipes",),
)


def _two_to_edit(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The recipe, and one whose title begins like its own."""
    for title in (as_typed(params, "title"), f"{as_typed(params, 'title')} for guests"):
        plant_recipe(devices["android"], title, _FOUR)


def _added(params: Params) -> Sequence[Checkpoint]:
    """Recipes; then the ingredient."""
    right = {
        "title": as_typed(params, "title"), "lines": _FOUR, "kind": params.kinds["ingredient"],
        "value": params.ingredient,
    }  # fmt: skip
    return [
        app_opened("recipes", "recipes_open"),
        Checkpoint("added", "android", "recipes", ingredient_added, right, after=("recipes_open",)),
    ]


def _may_add(params: Params) -> Footprint:
    return [may_change("android", "recipe", ("ingredients",), title=as_typed(params, "title"))]


def _edit(look: Look, title: str, field: str, lines: Sequence[str]) -> Iterator[Action]:
    """Writes lines in place of those of a field of a recipe, if there is one of this title."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield from open_row(look, title)
    if has(look, "android", rid="action_more"):
        yield tap(look, rid="action_more")
        yield tap(look, text="Edit")
        yield from scroll_to(look, description=field, role="text_field")
        yield from replace_text(look, field, "\n".join(lines))
        yield tap(look, text="Save", role="button")


def _add(params: Params, look: Look) -> Iterator[Action]:
    lines = (*_FOUR, as_typed(params, "ingredient"))
    yield from _edit(look, as_typed(params, "title"), "Ingredients", lines)


def _add_first(params: Params, look: Look) -> Iterator[Action]:
    """Writes it above the others, which nobody forbids."""
    lines = (as_typed(params, "ingredient"), *_FOUR)
    yield from _edit(look, as_typed(params, "title"), "Ingredients", lines)


def _add_twice(params: Params, look: Look) -> Iterator[Action]:
    """Searches the recipe first, and writes something else."""
    yield from search_recipe(look, as_typed(params, "title"))
    yield action("android", "press", key="back")
    yield from _edit(look, as_typed(params, "title"), "Ingredients", (*_FOUR, "1 onion"))
    yield from _add(params, look)


def _replace(params: Params, look: Look) -> Iterator[Action]:
    """Writes it in place of the others."""
    yield from _edit(look, as_typed(params, "title"), "Ingredients", (as_typed(params, "ingredient"),))


def _add_to_other(params: Params, look: Look) -> Iterator[Action]:
    """Writes it into the recipe whose title begins like the one that is meant."""
    lines = (*_FOUR, as_typed(params, "ingredient"))
    yield from _edit(look, f"{as_typed(params, 'title')} for guests", "Ingredients", lines)


def _as_direction(params: Params, look: Look) -> Iterator[Action]:
    """Writes it into the directions."""
    yield from _edit(look, as_typed(params, "title"), "Directions", (as_typed(params, "ingredient"),))


ADD_INGREDIENT = SubTask(
    name="recipes.add_ingredient",
    device="android",
    app="recipes",
    says="add {ingredient} to the ingredients of the recipe whose title is {title} in the phone's Recipes app",
    steps="on the phone, open Recipes, open the recipe whose title is {title}, tap More options and Edit, write "
    "{ingredient} as a new line of its ingredients, and tap Save",
    inputs={"ingredient": short_line("Bring two lamps"), "title": short_line("Wash the long ladder")},
    keys=("title",),
    setup=_two_to_edit,
    checkpoints=_added,
    oracle={"recipes_open": _open, "added": _add},
    footprint=_may_add,
    alternatives={"first": _add_first, "twice": _add_twice},
    near_misses={"replaced": _replace, "other_recipe": _add_to_other, "as_direction": _as_direction},
    backends=("sim", "adb"),
    tags=("recipes", "form"),
)
