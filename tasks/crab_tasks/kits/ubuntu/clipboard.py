"""Evaluators of the desktop's clipboard."""

from __future__ import annotations

from collections.abc import Sequence

from crab_tasks.kits.state import State

__all__ = ["clipboard_has", "clipboard_is"]


def clipboard_is(state: State, answer: str | None, text: str) -> bool:
    """The clipboard holds the text, apart from blanks around it."""
    return state["ubuntu"].clipboard().strip() == text


def clipboard_has(state: State, answer: str | None, parts: Sequence[str], most: int = 10_000) -> bool:
    """The clipboard holds all of these texts, and no more characters than `most`: not all there is."""
    found = state["ubuntu"].clipboard()
    return len(found) <= most and all(part in found for part in parts)
