"""Evaluators of the small tasks for learning: how far an agent has come on its way."""

from __future__ import annotations

from crab_tasks.evaluators import State

__all__ = ["page_in_front"]


def page_in_front(state: State, answer: str | None, app: str, title: str) -> bool:
    """The phone shows this page of the app."""
    return state["android"].foreground() == (app, title)
