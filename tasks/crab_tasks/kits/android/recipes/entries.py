"""Recipes: many of them, given as text; parameters, evaluators, setups and moves.

A parameter is the text in which a goal, a file or a picture gives its recipes: a table with a line for each, or a
paragraph each.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from crab_gym.backends.base import PhoneSetup
from crab_gym.task import Action, Look, action
from crab_gym.task.parameters import Parameter, text
from crab_tasks.kits.android.pages import open_first_page, replace_text, scroll_to, type_into
from crab_tasks.kits.android.recipes.state import RECIPES
from crab_tasks.kits.android.rows import tap_row
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import State

__all__ = [
    "EXTRAS", "TIMES", "Recipe", "add_by_fields", "add_recipes", "as_paragraphs", "as_table", "correct_servings",
    "fill_recipe", "given", "make_recipe", "open_recipes", "plant_recipes", "recipe_count", "recipe_gone",
    "recipe_right", "recipe_title", "recipe_titled", "recipes", "remove_chosen", "remove_opened", "search_recipe",
    "some_recipes",
]  # fmt: skip


class Recipe(NamedTuple):
    """One recipe."""

    title: str
    description: str
    servings: str
    time: str
    ingredients: str
    directions: str


TIMES = ("10 mins", "20 mins", "30 mins", "45 mins", "1 hour", "2 hours", "3 hours", "4 hours")
_SERVINGS = ("1 serving", "2 servings", "3-4 servings", "6 servings", "8 servings")
_DESCRIPTIONS = ("Good when it is cold outside.", "For a long table.", "Quick, from what is in the house.",
                 "Better on the second day.")  # fmt: skip
_FOODS = (
    "beetroot", "cabbage", "carrots", "cauliflower", "celery", "chickpeas", "courgettes", "fennel", "leeks", "lentils",
    "mushrooms", "parsnips", "peas", "potatoes", "pumpkin", "spinach",
)  # fmt: skip
EXTRAS = (
    "capers", "chestnuts", "dill", "ginger", "honey", "horseradish", "mustard", "nutmeg", "olives", "rosemary",
    "sesame", "thyme", "walnuts", "yoghurt",
)  # fmt: skip
"""What goes into a dish beside its main thing."""
_DISHES = {
    "Bake": "Layer {food} in a dish. Scatter {extra} over it and bake it until it is golden.",
    "Dumplings": "Knead the dough. Fill it with {food} and {extra}, and steam it.",
    "Pie": "Line a tin with pastry. Fill in {food} with {extra} and close the lid.",
    "Salad": "Slice {food} thinly. Toss with {extra} just before it is served.",
    "Soup": "Simmer {food} in stock. Blend, and stir in {extra}.",
    "Stew": "Brown {food} in a wide pot. Add {extra} and cook it slowly.",
}
_ENDINGS = ("Serve it hot.", "It keeps for three days.", "Taste it first.")
_FIELDS = {"Title": 0, "Description": 1, "Servings": 2, "Preparation time": 3, "Ingredients": 4, "Directions": 5}


# Parameters ---------------------------------------------------------------------------------------------------------


def make_recipe(rng: random.Random, taken: Collection[str] = (), titled: str = "", extra: str = "") -> Recipe:
    """Returns a recipe.

    Args:
        rng: Draws it.
        taken: Titles that it hasn't.
        titled: Its title, such as "Pie of leeks"; "" for any.
        extra: What goes into it beside its main thing; "" for any.
    """
    chosen = titled
    while not chosen or chosen in taken:
        chosen = f"{rng.choice(tuple(_DISHES))} of {rng.choice(_FOODS)}"
    dish, _, food = chosen.partition(" of ")
    extra = extra or rng.choice(EXTRAS)
    directions = _DISHES[dish].format(food=food, extra=extra)
    return Recipe(
        chosen, rng.choice(_DESCRIPTIONS), rng.choice(_SERVINGS), rng.choice(TIMES),
        f"{rng.randrange(200, 900, 50)} g {food}, {extra}, salt", f"{directions} {rng.choice(_ENDINGS)}",
    )  # fmt: skip


def as_table(rows: Sequence[Recipe]) -> str:
    """Returns recipes as a table."""
    return "\n".join(["|".join(_FIELDS).lower(), *("|".join(row) for row in rows)])


def as_paragraphs(rows: Sequence[Recipe]) -> str:
    """Returns recipes as paragraphs with a line for each field."""
    return "\n\n".join("\n".join(f"{name}: {row[i]}" for name, i in _FIELDS.items()) for row in rows)


@lru_cache(maxsize=256)
def given(listed: str) -> tuple[Recipe, ...]:
    """Returns the recipes of a text.

    Raises:
        ValueError: It isn't one.
    """
    head, *lines = listed.splitlines() or [""]
    if head == "|".join(_FIELDS).lower():
        parts = [line.split("|") for line in lines]
    else:
        parts = []
        for paragraph in listed.split("\n\n"):
            fields = [line.partition(": ") for line in paragraph.splitlines()]
            parts.append([value for _, _, value in fields] if [name for name, _, _ in fields] == [*_FIELDS] else [])
    if any(len(fields) != len(_FIELDS) or not all(fields) for fields in parts):
        raise ValueError(f"{listed!r} isn't a list of recipes with the fields {', '.join(_FIELDS)}")
    return tuple(Recipe(*fields) for fields in parts)


def recipe_title(default: str) -> Parameter:
    """Returns a parameter that is the title of a recipe; those of a task differ."""

    def accepts(value: object) -> bool:
        dish, of, food = value.partition(" of ") if isinstance(value, str) else ("", "", "")
        return bool(of) and dish in _DISHES and food in _FOODS

    drawn = text(lambda rng: make_recipe(rng).title, default, "recipe")
    expected = f"a dish of something, such as {default!r}, of: {', '.join(_DISHES)}; {', '.join(_FOODS)}"
    return replace(drawn, accepts=accepts, expected=expected, apart="title")


def recipes(*default: Recipe) -> Parameter:
    """Returns a parameter that is the text of some recipes of different titles, as many as the default has."""

    def draw(rng: random.Random) -> str:
        rows: list[Recipe] = []
        for _ in default:
            rows.append(make_recipe(rng, [one.title for one in rows]))
        return as_table(rows) if rng.random() < 0.5 else as_paragraphs(rows)

    def accepts(value: object) -> bool:
        try:
            rows = given(value) if isinstance(value, str) else ()
        except ValueError:
            return False
        return len({one.title for one in rows}) == len(rows) == len(default)

    listed = as_paragraphs(default)
    return Parameter("recipes", listed, draw, accepts, f"{len(default)} paragraphs such as {listed!r}")


# Evaluators ---------------------------------------------------------------------------------------------------------


def _recipes(state: State) -> list[Recipe]:
    columns = ("title", "description", "servings", "preparationTime", "ingredients", "directions")
    return [
        Recipe(*(squeezed(str(row[column] or "")) for column in columns))
        for row in state.android.table(RECIPES, "recipes")
    ]


def recipe_titled(state: State, title: str) -> bool:
    """A recipe has this title."""
    return any(row.title == title for row in _recipes(state))


def recipe_gone(state: State, title: str) -> bool:
    """No recipe has this title."""
    return not recipe_titled(state, title)


def recipe_right(state: State, recipe: Recipe) -> bool:
    """Exactly one recipe has this title, and it is as wanted; lines may be broken anywhere."""
    return [row for row in _recipes(state) if row.title == recipe.title] == [recipe]


def recipe_count(state: State, recipe: Recipe, count: int) -> bool:
    """So many recipes are like this one."""
    return _recipes(state).count(recipe) == count


# Setups -------------------------------------------------------------------------------------------------------------


def some_recipes(
    rng: random.Random, count: int, taken: Collection[str], extras: Sequence[str] = EXTRAS
) -> list[Recipe]:
    """Returns recipes of different titles.

    Args:
        rng: Draws them.
        count: Their number.
        taken: Titles that none of them has.
        extras: What may go into them beside their main things.
    """
    found: dict[str, Recipe] = {}
    while len(found) < count:
        one = make_recipe(rng, (*taken, *found), extra=rng.choice(extras))
        found[one.title] = one
    return list(found.values())


def plant_recipes(phone: PhoneSetup, rows: Sequence[Recipe]) -> None:
    """Makes these the only recipes; those of one title are listed in this order."""
    table = [
        {"recipeId": i, "title": one.title, "description": one.description, "servings": one.servings,
         "preparationTime": one.time, "source": "", "ingredients": one.ingredients, "directions": one.directions,
         "favorite": 0, "imageName": ""}
        for i, one in enumerate(rows, 1)
    ]  # fmt: skip
    phone.set_table(RECIPES, "recipes", table)


# Moves --------------------------------------------------------------------------------------------------------------


def open_recipes(look: Look) -> Iterator[Action]:
    """Opens the list of all recipes, going back from one that is shown."""
    if has(look, "android", rid="action_more"):
        yield action("android", "press", key="back")
    if not has(look, "android", rid="fab_list"):
        yield from open_first_page(look, "Recipes", "fab_list")
    if has(look, "android", description="Clear search"):
        yield tap(look, description="Clear search")


def fill_recipe(look: Look, recipe: Recipe, save: bool = True) -> Iterator[Action]:
    """Fills the form for a new recipe; the keyboard's Enter leads from fields of one line to the next.

    Args:
        look: Shows the screens.
        recipe: The recipe.
        save: Whether to save it.
    """
    yield tap(look, rid="fab_list")
    yield action("android", "write_text", text=f"{recipe.title}\n{recipe.description}")
    yield from type_into(look, "Servings", f"{recipe.servings}\n{recipe.time}\n{recipe.ingredients}")
    yield from type_into(look, "Directions", recipe.directions)
    if save:
        yield tap(look, text="Save", role="button")


def add_recipes(look: Look, rows: Sequence[Recipe]) -> Iterator[Action]:
    """Adds some recipes."""
    for one in rows:
        yield from open_recipes(look)
        yield from fill_recipe(look, one)


def add_by_fields(look: Look, rows: Sequence[Recipe]) -> Iterator[Action]:
    """Adds some recipes, touching each field."""
    for one in rows:
        yield from open_recipes(look)
        yield tap(look, rid="fab_list")
        for hint, words in (
            ("Title", one.title), ("Description", one.description), ("Servings", one.servings),
            ("Preparation time", one.time), ("Ingredients", one.ingredients.replace(", ", ",\n")),
            ("Directions", one.directions),
        ):  # fmt: skip
            yield from type_into(look, hint, words)
        yield tap(look, text="Save", role="button")


def correct_servings(look: Look, recipe: Recipe) -> Iterator[Action]:
    """Gives the recipe that is shown its servings."""
    yield tap(look, description="More options")
    yield tap(look, text="Edit")
    yield from scroll_to(look, description="Servings", role="text_field")
    yield from replace_text(look, "Servings", recipe.servings)
    yield tap(look, text="Save", role="button")


def search_recipe(look: Look, words: str) -> Iterator[Action]:
    """Opens the list of recipes and searches some."""
    yield from open_recipes(look)
    yield tap(look, rid="search_src_text")
    yield action("android", "write_text", text=words)


def remove_chosen(look: Look) -> Iterator[Action]:
    """Deletes the recipes that are selected in the list."""
    yield tap(look, rid="action_delete")
    yield tap(look, text="Delete", role="button")


def remove_opened(look: Look, title: str) -> Iterator[Action]:
    """Opens a recipe that is listed, and deletes it on its page."""
    yield from tap_row(look, title)
    yield tap(look, description="More options")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")
