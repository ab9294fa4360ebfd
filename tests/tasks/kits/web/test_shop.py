from __future__ import annotations

from typing import Any

from crab_tasks.kits.state import State
from crab_tasks.kits.web import shop
from tests.tasks.kits.web.conftest import Browser

BUYER = {"name": "Ada  Keller", "email": "ada@mail.example", "address": "12 Quay Street,\nAlder"}


def test_cart(browser: Browser, state: State) -> None:
    assert not shop.cart_has(state, "lamp", 2) and shop.cart_is(state, [])
    browser.send("shop.example/cart", act="add", article="lamp", quantity="2")
    browser.send("shop.example/cart", act="add", article="notebook", quantity="5")
    assert shop.cart_has(state, "lamp", 2) and not shop.cart_has(state, "lamp", 1)
    assert shop.cart_is(state, [("notebook", 5), ("lamp", 2)])
    assert not shop.cart_is(state, [("lamp", 2)])


def test_orders(browser: Browser, state: State) -> None:
    about = {
        "name": "Ada Keller",
        "email": "Ada@mail.example",
        "address": "12 Quay Street, Alder",
        "delivery": "express",
    }
    right: dict[str, Any] = {"lines": [("lamp", 2)], **about}
    assert not shop.only_order(state, **right)
    browser.send("shop.example/cart", act="add", article="lamp", quantity="2")
    browser.send("shop.example/checkout", **BUYER, delivery="express")
    assert shop.only_order(state, **right) and shop.order_has(state, "lamp", 2)
    others: tuple[dict[str, Any], ...] = (
        {"lines": [("lamp", 3)]}, {"name": "Ada"}, {"address": "Alder"}, {"delivery": "standard"}, {"gift": True},
        {"email": "user@mail.example"},
    )  # fmt: skip
    for other in others:
        assert not shop.only_order(state, **{**right, **other})
    browser.send("shop.example/order", **BUYER, article="Dotted notebook", quantity="1")
    assert not shop.only_order(state, **right) and shop.order_has(state, "lamp", 2)
    assert not shop.order_has(state, "notebook", 2)


def test_an_order_for_somebody(browser: Browser, state: State) -> None:
    right = {"article": "lamp", "name": "Ada Keller", "email": "Ada@mail.example"}
    assert not shop.ordered_for(state, **right)
    browser.send("shop.example/order", **{**BUYER, "email": "bo@mail.example"}, article="Desk lamp", quantity="2")
    on_two_lines = {**BUYER, "address": "12 Quay Street\nAlder"}
    browser.send("shop.example/order", **on_two_lines, article="Desk lamp", quantity="1")
    assert shop.ordered_for(state, **right), "another order is for another address"
    for other in ({"article": "mug"}, {"name": "Ada"}, {"email": "bo@mail.example"}):
        assert not shop.ordered_for(state, **{**right, **other})
    browser.send("shop.example/order", **BUYER, article="Desk lamp", quantity="1")
    assert not shop.ordered_for(state, **right), "there are two"
