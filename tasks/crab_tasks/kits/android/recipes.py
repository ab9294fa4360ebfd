"""Recipes: evaluators, setups, moves and a sub-task."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import typed
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.values import phrase

__all__ = [
    "LAST_INGREDIENT", "MENU", "RECIPES", "Dish", "favourites_are", "open_recipe", "plant_recipes",
    "recipe_is_favourite",
]  # fmt: skip

RECIPES = "/data/data/com.flauschcode.broccoli/databases/broccoli"
"""The database of the recipes, in the table ``recipes``."""


def _favourites(state: State) -> list[str]:
    return sorted(row["title"] for row in state["android"].table(RECIPES, "recipes") if row["favorite"])


def recipe_is_favourite(state: State, answer: str | None, title: str) -> bool:
    """A recipe of this title is a favourite."""
    return title in _favourites(state)


def favourites_are(state: State, answer: str | None, titles: Sequence[str]) -> bool:
    """The favourite recipes are exactly these."""
    return _favourites(state) == sorted(titles)


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


def plant_recipes(phone: Setup) -> None:
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


def open_recipe(look: Look, title: str) -> Iterator[Action]:
    """Opens a recipe."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield from scroll_to(look, title)
    yield tap(look, text=title, role="list_item")


_AMOUNTS = ("two cups of", "half a pound of", "a handful of", "six spoons of", "a bag of", "a tin of")
_FOODS = ("hazelnuts", "red lentils", "dried plums", "rye flour", "white beans", "sesame", "rolled oats", "apricots")
_FIRSTS = ("Rustic", "Golden", "Spicy", "Harvest", "Island", "Village", "Winter", "Market")
_KINDS = ("stew", "pie", "salad", "dumplings", "casserole")


def _title(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _two_recipes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The recipe, and one whose title begins like its own."""
    phone, titles = devices["android"], [_title(params), f"{_title(params)} for guests"]
    rows = [row for row in phone.table(RECIPES, "recipes") if row["title"] not in titles]
    last = max((row["recipeId"] for row in rows), default=0)
    for i, (title, food) in enumerate(zip(titles, (params.food, params.other), strict=True), 1):
        above = rng.sample(("salt", "1 onion", "2 carrots", "300 ml stock", "3 tbsp oil", "1 leek"), 3)
        rows.append(
            {"recipeId": last + i, "title": title, "description": "", "servings": "4 servings",
             "preparationTime": "45 mins", "source": "", "ingredients": "\n".join([*above, food]),
             "directions": "Prepare everything.\nCook it slowly.", "favorite": 0, "imageName": ""}
        )  # fmt: skip
    phone.set_table(RECIPES, "recipes", rows)


def _recipes_open(params: Params) -> Sequence[Checkpoint]:
    """Recipes is in front."""
    front = {"device": "android", "app": "recipes"}
    return [Checkpoint("recipes_open", "android", "recipes", app_in_front, front, hold=False)]


def _open_first(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Recipes", "fab_list")
    yield from open_row(look, _title(params))


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
    yield action("android", "write_text", text=_title(params))
    yield from open_row(look, _title(params))
    yield from open_first_page(look, "Recipes", "fab_list")
    yield tap(look, description="Clear search")


LAST_INGREDIENT = SubTask(
    name="recipes.last_ingredient",
    device="android",
    app="recipes",
    says="look up the last ingredient of the recipe titled {title} in the phone's Recipes app",
    steps="on the phone, open Recipes, tap the recipe titled {title} and read the last line of its ingredients",
    refers="the last ingredient of the phone's recipe titled {title}",
    inputs={"title": phrase(_FIRSTS, _KINDS, "Harvest pie")},
    hidden={
        "food": phrase(_AMOUNTS, _FOODS, "a handful of hazelnuts"),
        "other": phrase(_AMOUNTS, _FOODS, "two cups of rye flour"),
    },
    output="line",
    produce=lambda params: str(params.food),
    setup=_two_recipes,
    checkpoints=_recipes_open,
    oracle={"recipes_open": _read_recipe},
    alternatives={"searched": _search_recipe, "swiped": _read_swiping},
    tags=("recipes",),
)
