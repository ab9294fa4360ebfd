"""images.example: evaluators."""

from __future__ import annotations

from crab_tasks.kits.state import State

__all__ = ["picture_favoured"]


def picture_favoured(state: State, answer: str | None, picture: str) -> bool:
    """The picture is the only one among the favourites."""
    return [row["picture"] for row in state["ubuntu"].web("images.example", "favourites")] == [picture]
