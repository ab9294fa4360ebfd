"""The recipes of the phone's Recipes app: slice ``"recipes"``, seeded, and its SQLite file."""

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple

from crab_sim.content import money as content_money
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables

__all__ = ["DATABASE", "RECIPES", "RecipeRow", "Rows", "seed"]


class RecipeRow(NamedTuple):
    """One recipe; `ingredients` and `directions` have a line for each item or step, `image` is a file's name."""

    id: int
    title: str
    description: str = ""
    servings: str = ""
    time: str = ""
    source: str = ""
    ingredients: str = ""
    directions: str = ""
    favorite: bool = False
    image: str = ""


Rows = tuple[RecipeRow, ...]

RECIPES: Final = Slice[Rows]("recipes")


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 10 to 15 recipes, some of them favourites."""
    sources = ("", "", "", "Grandmother's notebook", "www.example.org/kitchen", "The blue cookbook, page 112")
    rows = []
    for i, recipe in enumerate(rng.sample(content_money.RECIPES, rng.randrange(10, 16))):
        title, description, servings, time, ingredients, directions = recipe
        source, favorite = rng.choice(sources), rng.random() < 0.25
        rows.append(RecipeRow(i + 1, title, description, servings, time, source, ingredients, directions, favorite))
    return tuple(rows)


_SCHEMA = """
CREATE TABLE recipes (
    recipeId INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    title TEXT,
    description TEXT,
    servings TEXT,
    preparationTime TEXT,
    source TEXT,
    ingredients TEXT,
    directions TEXT,
    favorite INTEGER NOT NULL DEFAULT 0,
    imageName TEXT
);
"""

_COLUMNS = ("title", "description", "servings", "preparationTime", "source", "ingredients", "directions")


def _dump(rows: Rows) -> Dump:
    return {"recipes": [(*row[:8], int(row.favorite), row.image) for row in rows]}


def _load(tables: Tables) -> tuple[Rows]:
    rows = []
    for row in tables["recipes"]:
        title, *texts = [str(row[column] or "") for column in _COLUMNS]
        plain = RecipeRow(int(row["recipeId"]), title)
        named: dict[str, Any] = dict(zip(plain._fields[2:8], texts, strict=True))
        rows.append(plain._replace(**named, favorite=bool(row["favorite"]), image=str(row["imageName"] or "")))
    return (tuple(rows),)


DATABASE = Database("/data/data/com.flauschcode.broccoli/databases/broccoli", (RECIPES,), _SCHEMA, _dump, _load)
