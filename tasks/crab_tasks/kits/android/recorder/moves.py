"""Recorder: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.moves import has, hold, tap

__all__ = ["answer_request", "open_menu", "open_records"]


def open_records(look: Look) -> Iterator[Action]:
    """Opens Recorder on the list of recordings."""
    yield from open_first_page(look, "Recorder", "btn_records_list")
    yield tap(look, rid="btn_records_list")


def answer_request(look: Look, answer: str = "While using the app") -> Iterator[Action]:
    """Answers Android's question whether the app may record, where it asks."""
    if has(look, "android", text=answer, role="button"):
        yield tap(look, text=answer, role="button")


def open_menu(look: Look, talk: str, item: str) -> Iterator[Action]:
    """Chooses an item of a recording's menu."""
    yield from open_records(look)
    yield from scroll_to(look, talk)
    yield hold(look, talk, role="list_item")
    yield tap(look, text=item)
