from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from crab_tasks import evaluators_sites as sites
from crab_tasks.evaluators import State

from crab_gym.backends.base import Message
from crab_gym.web.bundle import assets
from crab_gym.web.sites.app import Web
from crab_gym.web.sites.markup import Request
from tests.tasks._desk import Desk

BUYER = {"name": "Ada  Keller", "email": "ada@mail.example", "address": "12 Quay Street,\nAlder"}


class Browser(Desk):
    """A desktop whose forms reach the bundled sites."""

    def __init__(self) -> None:
        super().__init__()
        self.sites = Web(assets(), seed=3)

    def web(self, site: str, table: str) -> tuple[Mapping[str, Any], ...]:
        return tuple(self.sites.read(site, table))

    def send(self, address: str, /, **form: str) -> None:
        host, _, path = address.partition("/")
        assert self.sites.answer(Request(host, f"/{path}", form=tuple(form.items()))).status < 400


class Phone(Desk):
    """A phone that is its messages."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []

    def messages(self) -> tuple[Message, ...]:
        return tuple([Message(i, to, body, 0.0, "sent") for i, (to, body) in enumerate(self.sent)])


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def state(browser: Browser) -> State:
    return {"ubuntu": browser, "android": Phone()}


def test_cart(browser: Browser, state: State) -> None:
    assert not sites.cart_has(state, None, "lamp", 2) and sites.cart_is(state, None, [])
    browser.send("shop.example/cart", act="add", article="lamp", quantity="2")
    browser.send("shop.example/cart", act="add", article="notebook", quantity="5")
    assert sites.cart_has(state, None, "lamp", 2) and not sites.cart_has(state, None, "lamp", 1)
    assert sites.cart_is(state, None, [("notebook", 5), ("lamp", 2)])
    assert not sites.cart_is(state, None, [("lamp", 2)])


def test_orders(browser: Browser, state: State) -> None:
    about = {"name": "Ada Keller", "address": "12 Quay Street, Alder", "delivery": "express"}
    right: dict[str, Any] = {"lines": [("lamp", 2)], **about}
    assert not sites.only_order(state, None, **right)
    browser.send("shop.example/cart", act="add", article="lamp", quantity="2")
    browser.send("shop.example/checkout", **BUYER, delivery="express")
    assert sites.only_order(state, None, **right) and sites.order_has(state, None, "lamp", 2)
    others: tuple[dict[str, Any], ...] = (
        {"lines": [("lamp", 3)]}, {"name": "Ada"}, {"address": "Alder"}, {"delivery": "standard"}, {"gift": True},
    )  # fmt: skip
    for other in others:
        assert not sites.only_order(state, None, **{**right, **other})
    browser.send("shop.example/order", **BUYER, article="Dotted notebook", quantity="1")
    assert not sites.only_order(state, None, **right) and sites.order_has(state, None, "lamp", 2)
    assert not sites.order_has(state, None, "notebook", 2)


def test_issues(browser: Browser, state: State) -> None:
    issue = {"repository": "ada/dotfiles", "title": "No prompt"}
    right = {**issue, "body": "See above.", "label": "bug"}
    assert not sites.issue_opened(state, None, **issue) and not sites.only_issue(state, None, **right)
    browser.send("git.example/ada/dotfiles/issues/new", title="No prompt", body="See\nabove.", label="bug")
    assert sites.issue_opened(state, None, **issue) and sites.only_issue(state, None, **right)
    assert not sites.only_issue(state, None, **{**right, "label": ""})
    assert not sites.issue_opened(state, None, "lines/timetable", "No prompt")
    number = browser.web("git.example", "issues")[-1]["number"]
    browser.send(f"git.example/ada/dotfiles/issues/{number}", body="More", act="comment")
    assert sites.issue_opened(state, None, **issue) and not sites.only_issue(state, None, **right)


def test_the_number_of_an_issue_is_sent_once(browser: Browser, state: State) -> None:
    browser.send("git.example/ada/dotfiles/issues/new", title="No prompt", body="", label="")
    number = browser.web("git.example", "issues")[-1]["number"]
    sent: list[tuple[str, str]] = state["android"].sent  # type: ignore[attr-defined]
    for messages, right in (
        ([], False),
        ([("+1 555 0101", f"#{number}")], True),
        ([("+15550101", f"{number} ")], True),
        ([("+1 555 0101", f"{number + 1}")], False),
        ([("+1 555 0102", f"{number}")], False),
        ([("+1 555 0101", f"{number + 1}"), ("+1 555 0101", f"{number}")], False),
    ):
        sent[:] = messages
        assert sites.issue_number_sent(state, None, "+1 555 0101", "ada/dotfiles", "No prompt") == right, messages
    assert not sites.issue_number_sent(state, None, "+1 555 0101", "ada/dotfiles", "Prompt")


def test_stars_and_favourites(browser: Browser, state: State) -> None:
    assert not sites.starred(state, None, "ada/dotfiles") and not sites.picture_favoured(state, None, "cat")
    browser.send("git.example/ada/dotfiles/star")
    browser.send("images.example/picture/cat")
    assert sites.starred(state, None, "ada/dotfiles") and sites.picture_favoured(state, None, "cat")
    browser.send("git.example/lines/timetable/star")
    browser.send("images.example/picture/cake")
    assert not sites.starred(state, None, "ada/dotfiles") and not sites.picture_favoured(state, None, "cat")
