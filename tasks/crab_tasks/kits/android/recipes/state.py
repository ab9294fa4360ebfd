"""Recipes: evaluators and setups."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.types import Value, states
from crab_tasks.kits.state import State

__all__ = [
    "MENU", "RECIPES", "Dish", "favourites_are", "ingredient_added", "one_favourite", "plant_recipe", "plant_recipes",
    "recipe_is_favourite", "recipe_noted", "some_ingredients",
]  # fmt: skip

RECIPES = "/data/data/com.flauschcode.broccoli/databases/broccoli"
"""The database of the recipes, in the table ``recipes``."""


def _favourites(state: State) -> list[str]:
    return sorted(row["title"] for row in state.android.table(RECIPES, "recipes") if row["favorite"])


def recipe_is_favourite(state: State, title: str) -> bool:
    """A recipe of this title is a favourite."""
    return title in _favourites(state)


def favourites_are(state: State, titles: Sequence[str]) -> bool:
    """The favourite recipes are exactly these."""
    return _favourites(state) == sorted(titles)


def recipe_noted(state: State, title_kind: str, title: Value, ingredient_kind: str, ingredient: Value) -> bool:
    """Exactly one recipe has this title, and it has this ingredient and no other.

    Args:
        state: The devices' states.
        title_kind: The type of the title's value.
        title: The title.
        ingredient_kind: The type of the ingredient's value.
        ingredient: The ingredient.
    """
    rows = [row for row in state.android.table(RECIPES, "recipes") if states(title_kind, str(row["title"]), title)]
    if len(rows) != 1:
        return False
    lines = [line.strip() for line in str(rows[0]["ingredients"] or "").splitlines() if line.strip()]
    return len(lines) == 1 and states(ingredient_kind, lines[0], ingredient)


class Dish(NamedTuple):
    """A recipe; `ingredients` are pairs of an amount and a thing."""

    title: str
    ingredients: tuple[tuple[str, str], ...]
    directions: str

    @property
    def lines(self) -> tuple[str, ...]:
        """The ingredients as the recipe has them."""
        return tuple(f"{amount} {thing}" for amount, thing in self.ingredients)


_DISHES = (
    Dish("Carrot soup", (("500 g", "carrots"), ("1", "onion"), ("700 ml", "stock"), ("2 tbsp", "cream"),
                         ("1 bunch", "parsley")), "Cook the carrots in the stock.\nBlend, add cream and parsley."),
    Dish("Carrot soup with ginger", (("600 g", "carrots"), ("1 piece", "ginger"), ("400 ml", "coconut milk"),
                                     ("1", "lime")), "Cook everything.\nBlend, season with lime."),
    Dish("Plum cake", (("1 kg", "plums"), ("350 g", "flour"), ("100 g", "butter"), ("1", "egg"),
                       ("20 g", "yeast")), "Let the dough rise.\nCover with plums, bake for 40 minutes."),
    Dish("Plum cake with crumbs", (("800 g", "plums"), ("250 g", "flour"), ("180 g", "butter"),
                                   ("90 g", "sugar")), "Cover the dough with plums and crumbs.\nBake."),
    Dish("Bean salad", (("2 tins", "white beans"), ("1", "red onion"), ("3 tbsp", "olive oil"),
                        ("1", "lemon"), ("5 leaves", "mint")), "Mix, and let it stand for an hour."),
    Dish("Bean salad with tuna", (("1 tin", "white beans"), ("1 tin", "tuna"), ("2 sticks", "celery"),
                                  ("1 tbsp", "vinegar")), "Mix just before it is served."),
    Dish("Noodle bake", (("300 g", "noodles"), ("250 ml", "milk"), ("4", "tomatoes"), ("120 g", "mountain cheese"),
                         ("2", "leeks")), "Cook the noodles.\nLayer everything, bake for 30 minutes."),
    Dish("Noodle bake with apples", (("250 g", "noodles"), ("3", "apples"), ("200 g", "curd"),
                                     ("50 g", "raisins")), "Layer everything, bake until it is golden."),
)  # fmt: skip
MENU: Mapping[str, tuple[Dish, Dish]] = {
    dish.title: (dish, other) for dish, other in zip(_DISHES[::2], _DISHES[1::2], strict=True)
}
"""Dishes by title, each with another whose title only begins like it."""


def plant_recipes(phone: PhoneSetup) -> None:
    """Adds all dishes to the recipes, in place of those of their titles; none is a favourite."""
    titles = [dish.title for dish in _DISHES]
    rows = [{**row, "favorite": 0} for row in phone.table(RECIPES, "recipes") if row["title"] not in titles]
    new = max((row["recipeId"] for row in rows), default=0)
    for i, dish in enumerate(_DISHES):
        rows.append(
            {"recipeId": new + 1 + i, "title": dish.title, "description": "", "servings": "4 servings",
             "preparationTime": "45 mins", "source": "", "ingredients": "\n".join(dish.lines),
             "directions": dish.directions, "favorite": 0, "imageName": ""}
        )  # fmt: skip
    phone.set_table(RECIPES, "recipes", rows)


def some_ingredients(rng: random.Random) -> list[str]:
    """Returns three ingredients that no recipe's title names."""
    return rng.sample(("salt", "1 onion", "2 carrots", "300 ml stock", "3 tbsp oil", "1 leek"), 3)


def plant_recipe(phone: PhoneSetup, title: str, ingredients: Sequence[str], servings: int = 4) -> None:
    """Adds a recipe, in place of those of its title.

    Args:
        phone: The phone.
        title: Its title.
        ingredients: Its ingredients.
        servings: For how many it is.
    """
    rows = [row for row in phone.table(RECIPES, "recipes") if row["title"] != title]
    rows.append(
        {"recipeId": 1 + max((row["recipeId"] for row in rows), default=0), "title": title, "description": "",
         "servings": f"{servings} servings", "preparationTime": "45 mins", "source": "",
         "ingredients": "\n".join(ingredients), "directions": "Prepare everything.\nCook it slowly.",
         "favorite": 0, "imageName": ""}
    )  # fmt: skip
    phone.set_table(RECIPES, "recipes", rows)


def one_favourite(state: State, title: str) -> bool:
    """One recipe has this title, and it is a favourite."""
    found = [row for row in state.android.table(RECIPES, "recipes") if row["title"] == title]
    return len(found) == 1 and bool(found[0]["favorite"])


def ingredient_added(state: State, title: str, lines: Sequence[str], kind: str, value: Value) -> bool:
    """One recipe has this title; its ingredients are these, in this order, and a value somewhere between them.

    Args:
        state: The devices' states.
        title: The title.
        lines: The ingredients that it had before.
        kind: The value's type.
        value: The value.
    """
    found = [row for row in state.android.table(RECIPES, "recipes") if row["title"] == title]
    if len(found) != 1:
        return False
    left = [line.strip() for line in str(found[0]["ingredients"] or "").splitlines() if line.strip()]
    new = [line for line in left if states(kind, line, value)]
    return len(new) == 1 and [line for line in left if line not in new] == list(lines)
