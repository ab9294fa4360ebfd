"""What oracles do in the phone's Browser."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.oracles import leave_pages, tap

__all__ = ["visit"]


def visit(look: Look, url: str) -> Iterator[Action]:
    """Types an address into the phone's Browser and goes there."""
    yield action("android", "open_app", name="Browser")
    yield from leave_pages(look, "url_bar")
    yield tap(look, rid="url_bar")
    yield action("android", "write_text", text=f"{url}\n")
