"""GitBarn, the site of repositories: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.ubuntu.firefox import browse, choose, fill, follow, page, until

__all__ = ["new_issue", "star_repository"]


def new_issue(look: Look, repository: str, title: str, text: str, label: str) -> Iterator[Action]:
    """Opens an issue, without a label where it is empty.

    Args:
        look: Shows the screens.
        repository: The repository's name, with its owner's.
        title: The issue's title.
        text: The issue's text.
        label: The issue's label; "" for none.
    """
    yield from browse(look, f"git.example/{repository}/issues/new", f"New issue of {repository}")
    yield from fill(look, "title", title)
    yield from fill(look, "body", text)
    if label:
        yield from choose(label)
        yield action("ubuntu", "press", key="tab")
        yield action("ubuntu", "press", key="space")
    else:
        yield from follow(look, "Open issue", role="button")
    yield from page(look, f"{title}, issue")


def star_repository(look: Look, repository: str) -> Iterator[Action]:
    """Gives a repository a star."""

    def button(text: str) -> str:
        return next((e.text for e in look("ubuntu") if e.role == "button" and e.text.startswith(text)), "")

    yield from browse(look, f"git.example/{repository}", repository)
    yield from until(look, lambda: bool(button("Star (")), "the button for a star")
    yield from follow(look, button("Star ("), role="button")
    yield from until(look, lambda: bool(button("Unstar (")), "the star")
