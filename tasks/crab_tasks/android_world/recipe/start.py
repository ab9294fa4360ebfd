"""The first checkpoint of the tasks of Recipes."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params
from crab_tasks.kits.android.recipes.entries import open_recipes
from crab_tasks.kits.state import app_opened

__all__ = ["WHICH", "open_first", "opened", "titles_of"]

WHICH = ("first", "second", "third")


def opened() -> Checkpoint:
    """Returns the checkpoint that Recipes is opened."""
    return app_opened("recipes", "recipes_open")


def open_first(params: Params, look: Look) -> Iterator[Action]:
    """Opens Recipes."""
    yield from open_recipes(look)


def titles_of(params: Params) -> tuple[str, ...]:
    """Returns the titles of the recipes that are to be deleted."""
    return tuple(getattr(params, which) for which in WHICH if hasattr(params, which))
