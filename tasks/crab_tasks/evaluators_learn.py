"""Evaluators of the small tasks for learning: how far an agent has come on its way."""

from __future__ import annotations

from crab_tasks.evaluators import State, digits

__all__ = ["contact_with_number", "more_todos", "page_in_front"]


def page_in_front(state: State, answer: str | None, app: str, title: str) -> bool:
    """The phone shows this page of the app."""
    return state["android"].foreground() == (app, title)


def more_todos(state: State, answer: str | None, than: int) -> bool:
    """The Tasks app has more entries than so many."""
    return len(state["android"].todos()) > than


def contact_with_number(state: State, answer: str | None, phone: str) -> bool:
    """A contact has this number, whatever its name."""
    return any(digits(contact.phone) == digits(phone) for contact in state["android"].contacts())
