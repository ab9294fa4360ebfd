"""git.example: evaluators of issues and stars, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crab_gym.task import Action, Look, action
from crab_tasks.kits.compare import digits, squeezed
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.firefox import browse, choose, fill, follow, page, until

__all__ = ["REPOSITORIES", "issue_number_sent", "issue_opened", "new_issue", "only_issue", "star_repository", "starred"]

REPOSITORIES = ("harbour/tide-tables", "lines/timetable", "kitchen/unit-converter", "almanac/articles", "ada/dotfiles")


def _issues(state: State) -> list[Mapping[str, Any]]:
    """Returns the issues that the user opened."""
    return [row for row in state["ubuntu"].web("git.example", "issues") if row["author"] == "user"]


def issue_opened(state: State, answer: str | None, repository: str, title: str) -> bool:
    """The user opened an issue of this title in the repository."""
    return (repository, title) in [(row["repository"], squeezed(row["title"])) for row in _issues(state)]


def only_issue(state: State, answer: str | None, repository: str, title: str, body: str, label: str) -> bool:
    """The user opened exactly one issue, and it is open: this one. Nothing was commented on.

    Args:
        state: The devices' states.
        answer: Not used.
        repository: The repository's name, with its owner's.
        title: The issue's title.
        body: The issue's text.
        label: The issue's label; "" for none.
    """
    found = [
        (row["repository"], squeezed(row["title"]), squeezed(row["body"]), row["label"], row["state"])
        for row in _issues(state)
    ]
    commented = any(row["author"] == "user" for row in state["ubuntu"].web("git.example", "comments"))
    return found == [(repository, title, body, label, "open")] and not commented


def issue_number_sent(state: State, answer: str | None, number: str, repository: str, title: str) -> bool:
    """One text message was sent to this telephone number; it holds the number of the user's issue of this title."""
    issues = [row["number"] for row in _issues(state) if (row["repository"], row["title"]) == (repository, title)]
    sent = [message for message in state["android"].messages() if message.box == "sent"]
    bodies = [message.body.strip() for message in sent if digits(message.address) == digits(number)]
    return len(issues) == 1 and len(bodies) == 1 and bodies[0].removeprefix("#") == str(issues[0])


def starred(state: State, answer: str | None, repository: str) -> bool:
    """The repository has a star of the user, and no other one has."""
    rows = state["ubuntu"].web("git.example", "repositories")
    return [row["name"] for row in rows if row["starred"]] == [repository]


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
