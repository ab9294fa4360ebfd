"""Recipes: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.moves import tap

__all__ = ["open_recipe"]


def open_recipe(look: Look, title: str) -> Iterator[Action]:
    """Opens a recipe."""
    yield from open_first_page(look, "Recipes", "fab_list")
    yield from scroll_to(look, title)
    yield tap(look, text=title, role="list_item")
