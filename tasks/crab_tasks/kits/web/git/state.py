"""GitBarn, the site of repositories: evaluators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_gym.task.types import Value, states
from crab_tasks.kits.compare import digits, squeezed
from crab_tasks.kits.state import State

__all__ = [
    "REPOSITORIES", "SITE", "issue_closed", "issue_number_sent", "issue_opened", "only_issue", "opened_alone",
    "starred",
]  # fmt: skip

REPOSITORIES = ("harbour/tide-tables", "lines/timetable", "kitchen/unit-converter", "almanac/articles", "ada/dotfiles")


def _issues(state: State) -> list[Mapping[str, Any]]:
    """Returns the issues that the user opened."""
    return [row for row in state.ubuntu.web("git.example", "issues") if row["author"] == "user"]


def issue_opened(state: State, repository: str, title: str) -> bool:
    """The user opened an issue of this title in the repository."""
    return (repository, title) in [(row["repository"], squeezed(row["title"])) for row in _issues(state)]


def only_issue(state: State, repository: str, title: str, body: str, label: str) -> bool:
    """The user opened exactly one issue, and it is open: this one. Nothing was commented on.

    Args:
        state: The devices' states.
        repository: The repository's name, with its owner's.
        title: The issue's title.
        body: The issue's text.
        label: The issue's label; "" for none.
    """
    found = [
        (row["repository"], squeezed(row["title"]), squeezed(row["body"]), row["label"], row["state"])
        for row in _issues(state)
    ]
    commented = any(row["author"] == "user" for row in state.ubuntu.web("git.example", "comments"))
    return found == [(repository, title, body, label, "open")] and not commented


def issue_number_sent(state: State, number: str, repository: str, title: str) -> bool:
    """One text message was sent to this telephone number; it holds the number of the user's issue of this title."""
    issues = [row["number"] for row in _issues(state) if (row["repository"], row["title"]) == (repository, title)]
    sent = [message for message in state.android.messages() if message.box == "sent"]
    bodies = [message.body.strip() for message in sent if digits(message.address) == digits(number)]
    return len(issues) == 1 and len(bodies) == 1 and bodies[0].removeprefix("#") == str(issues[0])


def starred(state: State, repository: str) -> bool:
    """The repository has a star of the user, and no other one has."""
    rows = state.ubuntu.web("git.example", "repositories")
    return [row["name"] for row in rows if row["starred"]] == [repository]


SITE = "git.example"


# Opening --------------------------------------------------------------------------------------------------------------


def opened_alone(state: State, repository: str, kind: str, title: Value) -> bool:
    """The user has opened one issue of the repository; its title is a value and nothing else, and it is open.

    Args:
        state: The devices' states.
        repository: The repository's name, with its owner's.
        kind: The value's type.
        title: The value.
    """
    rows = state.ubuntu.web(SITE, "issues")
    found = [row for row in rows if (row["repository"], row["author"]) == (repository, "user")]
    return len(found) == 1 and found[0]["state"] == "open" and states(kind, found[0]["title"], title)


# Closing --------------------------------------------------------------------------------------------------------------


def issue_closed(state: State, repository: str, title: str) -> bool:
    """The only issue of this title in the repository is closed."""
    rows = state.ubuntu.web(SITE, "issues")
    return [row["state"] for row in rows if (row["repository"], row["title"]) == (repository, title)] == ["closed"]
