"""Recipes: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_gym.task.types import short_line, states
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.android.recipes.entries import search_recipe
from crab_tasks.kits.android.recipes.state import (
    RECIPES,
    ingredient_added,
    one_favourite,
    plant_recipe,
    recipe_noted,
    some_ingredients,
)
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import as_typed, phrase, some_of

__all__ = ["ADD", "ADD_INGREDIENT", "FAVOURITE", "LAST_INGREDIENT", "SERVINGS"]


_AMOUNTS = ("two cups of", "half a pound of", "a handful of", "six spoons of", "a bag of", "a tin of")
_FOODS = ("hazelnuts", "red lentils", "dried plums", "rye flour", "white beans", "sesame", "rolled oats", "apricots")
_FIRSTS = ("Rustic", "Golden", "Spicy", "Harvest", "Island", "Village", "Winter", "Market")
_KINDS = ("stew", "pie", "salad", "dumplings", "casserole")


def _two_recipes(devices: Devices, params: Params, rng: random.Random) -> None:
    """The recipe, and one whose title begins like its own."""
    for title, food in (
        (as_typed(params, "title"), params.food),
        (f"{as_typed(params, 'title')} for guests", params.other),
    ):
        plant_recipe(devices.android, title, [*some_ingredients(rng), food])


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


def _no_recipe(devices: Devices, params: Params, rng: random.Random) -> None:
    """Removes recipes of the title."""
    phone = devices.android
    rows = phone.table(RECIPES, "recipes")
    kept = [row for row in rows if not states(params.kinds["title"], str(row["title"] or ""), params.title)]
    if len(kept) < len(rows):
        phone.set_table(RECIPES, "recipes", kept)


def _added(params: Params) -> Sequence[Checkpoint]:
    """Recipes; then the recipe."""
    right = check(
        recipe_noted,
        title_kind=params.kinds["title"],
        title=params.title,
        ingredient_kind=params.kinds["ingredient"],
        ingredient=params.ingredient,
    )
    return after_opening("recipes", "added", right)


def _may_add(params: Params) -> Footprint:
    title = same_value(params.kinds["title"], params.title)
    ingredient = same_value(params.kinds["ingredient"], params.ingredient)
    return [may_add("android", "recipe", most=1, title=title, ingredients=ingredient)]


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
    """Writes directions, too, which nobody has asked for."""
    yield from _fill(look, as_typed(params, "title"), as_typed(params, "ingredient"))
    yield from type_into(look, "Directions", "Cook it slowly.")
    yield tap(look, text="Save", role="button")


def _add_ingredient_first(params: Params, look: Look) -> Iterator[Action]:
    """Types the ingredient before the title."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield tap(look, rid="fab_list")
    yield from type_into(look, "Ingredients", as_typed(params, "ingredient"))
    yield from scroll_to(look, description="Title", role="text_field")
    yield from type_into(look, "Title", as_typed(params, "title"))
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
    alternatives={"ingredient_first": _add_ingredient_first, "edited": _add_and_edit},
    near_misses={
        "as_direction": _as_direction, "only_filled": _only_filled, "with_directions": _add_with_directions,
    },
    backends=("sim", "adb"),
    tags=("recipes", "form"),
)  # fmt: skip


def _recipes_of_servings(devices: Devices, params: Params, rng: random.Random) -> None:
    """The recipe, and one whose title begins like its own, for more."""
    title = as_typed(params, "title")
    for name, count in ((title, params.servings), (f"{title} (large)", params.servings + params.more)):
        plant_recipe(devices.android, name, some_ingredients(rng), count)


def _see_card(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the recipe's card in the list."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield from scroll_to(look, as_typed(params, "title"))


def _search_servings(params: Params, look: Look) -> Iterator[Action]:
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
    setup=_recipes_of_servings,
    checkpoints=lambda params: [app_opened("recipes", "recipes_open")],
    oracle={"recipes_open": _open_first},
    alternatives={"in_the_list": _see_card, "searched": _search_servings},
    backends=("sim", "adb"),
    tags=("recipes",),
)

_BRACKETED = ("(quick) Noodles", "(quick) Porridge", "(vegan) Curry", "(vegan) Goulash", "(vegan) Pie")
_FOUR = ("1 leek", "2 carrots", "salt", "3 tbsp oil")


def _recipes_to_change(devices: Devices, params: Params, rng: random.Random) -> None:
    """The recipe, one whose title begins like its own, and some that stand before a number or a time in the list."""
    others = some_of(rng, _BRACKETED)
    for title in (as_typed(params, "title"), f"{as_typed(params, 'title')} for guests", *others):
        plant_recipe(devices.android, title, some_ingredients(rng))


def _liked(params: Params) -> Sequence[Checkpoint]:
    """Recipes; then the heart."""
    right = check(one_favourite, title=as_typed(params, "title"))
    return after_opening("recipes", "liked", right)


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
    setup=_recipes_to_change,
    checkpoints=_liked,
    oracle={"recipes_open": _open_recipes, "liked": _like},
    footprint=_may_like,
    alternatives={"in_the_list": _like_in_list, "after_other": _like_after_other},
    near_misses={"other_recipe": _like_other},
    backends=("sim", "adb"),
    tags=("recipes",),
)


def _two_to_edit(devices: Devices, params: Params, rng: random.Random) -> None:
    """The recipe, and one whose title begins like its own."""
    for title in (as_typed(params, "title"), f"{as_typed(params, 'title')} for guests"):
        plant_recipe(devices.android, title, _FOUR)


def _ingredient_added(params: Params) -> Sequence[Checkpoint]:
    """Recipes; then the ingredient."""
    right = check(
        ingredient_added,
        title=as_typed(params, "title"),
        lines=_FOUR,
        kind=params.kinds["ingredient"],
        value=params.ingredient,
    )
    return after_opening("recipes", "added", right)


def _may_add_ingredient(params: Params) -> Footprint:
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


def _add_ingredient(params: Params, look: Look) -> Iterator[Action]:
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
    yield from _add_ingredient(params, look)


def _replace(params: Params, look: Look) -> Iterator[Action]:
    """Writes it in place of the others."""
    yield from _edit(look, as_typed(params, "title"), "Ingredients", (as_typed(params, "ingredient"),))


def _add_to_other(params: Params, look: Look) -> Iterator[Action]:
    """Writes it into the recipe whose title begins like the one that is meant."""
    lines = (*_FOUR, as_typed(params, "ingredient"))
    yield from _edit(look, f"{as_typed(params, 'title')} for guests", "Ingredients", lines)


def _ingredient_as_direction(params: Params, look: Look) -> Iterator[Action]:
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
    checkpoints=_ingredient_added,
    oracle={"recipes_open": _open_recipes, "added": _add_ingredient},
    footprint=_may_add_ingredient,
    alternatives={"first": _add_first, "twice": _add_twice},
    near_misses={"replaced": _replace, "other_recipe": _add_to_other, "as_direction": _ingredient_as_direction},
    backends=("sim", "adb"),
    tags=("recipes", "form"),
)
