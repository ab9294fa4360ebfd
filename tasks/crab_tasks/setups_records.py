"""What setups write into the phone's apps: expenses, recipes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Setup
from crab_tasks.evaluators_records import CATEGORIES, EXPENSES, RECIPES, Expense

__all__ = ["MENU", "Dish", "only_expenses", "plant_recipes"]

_DAY = 86_400


class Dish(NamedTuple):
    """A recipe; `ingredients` are pairs of how much and of what."""

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


def only_expenses(phone: Setup, expenses: Sequence[Expense], rng: random.Random) -> None:
    """Makes these the only entries of Expenses, the newest first: each at least an hour older than the one before.

    Those of the same name and amount that follow each other are of one day.
    """
    moment = int(phone.now()) // _DAY * _DAY - _DAY
    rows, last = [], None
    for i, one in enumerate(expenses):
        moment = (
            moment - 3600 if one == last else (moment // _DAY - rng.randint(1, 3)) * _DAY + 60 * rng.randint(900, 1300)
        )
        last = one
        rows.append(
            {"expense_id": len(expenses) - i, "name": one.name, "amount": one.amount,
             "category": CATEGORIES[one.category], "note": "", "created_date": moment * 1000,
             "modified_date": moment * 1000}
        )  # fmt: skip
    phone.set_table(EXPENSES, "expense", rows[::-1])
