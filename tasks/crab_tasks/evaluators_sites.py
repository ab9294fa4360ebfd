"""Evaluators of what the desktop's bundled web remembers, as it is sent from the desktop's Firefox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crab_tasks.evaluators import State, digits

__all__ = [
    "cart_has", "cart_is", "issue_number_sent", "issue_opened", "only_issue", "only_order", "order_has",
    "picture_favoured", "starred",
]  # fmt: skip

Lines = Sequence[tuple[str, int]]
"""Articles of the shop, each by its name in addresses, and how many of it."""


def _web(state: State, site: str, table: str) -> Sequence[Mapping[str, Any]]:
    return state["ubuntu"].web(site, table)


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def cart_has(state: State, answer: str | None, article: str, quantity: int) -> bool:
    """The shop's cart has so many of the article."""
    return (article, quantity) in [(row["article"], row["quantity"]) for row in _web(state, "shop.example", "cart")]


def cart_is(state: State, answer: str | None, lines: Lines) -> bool:
    """The shop's cart has exactly these articles."""
    found = [(row["article"], row["quantity"]) for row in _web(state, "shop.example", "cart")]
    return sorted(found) == sorted(lines)


def only_order(
    state: State, answer: str | None, lines: Lines, name: str, address: str, delivery: str, gift: bool = False
) -> bool:
    """Exactly one order was placed: for these articles, and with this name, address, and kind of delivery."""
    orders = _web(state, "shop.example", "orders")
    if len(orders) != 1:
        return False
    (order,) = orders
    found = sorted((line["article"], line["quantity"]) for line in order["lines"])
    about = (_squeezed(order["name"]), _squeezed(order["address"]), order["delivery"], order["gift"])
    return found == sorted(lines) and about == (name, address, delivery, gift)


def _issues(state: State) -> list[Mapping[str, Any]]:
    """Returns the issues that the user opened."""
    return [row for row in _web(state, "git.example", "issues") if row["author"] == "user"]


def issue_opened(state: State, answer: str | None, repository: str, title: str) -> bool:
    """The user opened an issue of this title in the repository."""
    return (repository, title) in [(row["repository"], _squeezed(row["title"])) for row in _issues(state)]


def only_issue(state: State, answer: str | None, repository: str, title: str, body: str, label: str) -> bool:
    """The user opened exactly one issue, and it is open: this one. Nothing was commented on."""
    found = [
        (row["repository"], _squeezed(row["title"]), _squeezed(row["body"]), row["label"], row["state"])
        for row in _issues(state)
    ]
    commented = any(row["author"] == "user" for row in _web(state, "git.example", "comments"))
    return found == [(repository, title, body, label, "open")] and not commented


def starred(state: State, answer: str | None, repository: str) -> bool:
    """The repository has a star of the user, and no other one has."""
    rows = _web(state, "git.example", "repositories")
    return [row["name"] for row in rows if row["starred"]] == [repository]


def picture_favoured(state: State, answer: str | None, picture: str) -> bool:
    """The picture is the only one among the favourites."""
    return [row["picture"] for row in _web(state, "images.example", "favourites")] == [picture]


def order_has(state: State, answer: str | None, article: str, quantity: int) -> bool:
    """So many of the article were ordered."""
    orders = _web(state, "shop.example", "orders")
    return (article, quantity) in [(line["article"], line["quantity"]) for row in orders for line in row["lines"]]


def issue_number_sent(state: State, answer: str | None, number: str, repository: str, title: str) -> bool:
    """One text message was sent to this telephone number; it holds the number of the user's issue of this title."""
    issues = [row["number"] for row in _issues(state) if (row["repository"], row["title"]) == (repository, title)]
    sent = [message for message in state["android"].messages() if message.box == "sent"]
    bodies = [message.body.strip() for message in sent if digits(message.address) == digits(number)]
    return len(issues) == 1 and len(bodies) == 1 and bodies[0].removeprefix("#") == str(issues[0])
