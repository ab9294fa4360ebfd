"""Flows in the bundled web's shop, shown by Firefox on the desktop."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look
from crab_tasks.oracles_firefox import browse, fill, follow, shown, until

__all__ = ["add_to_cart", "check_out", "empty_of"]

_DELIVERY = {"express": "Express, 1 day, $11.00", "collect": "Collect at the shop, free"}


def add_to_cart(look: Look, name: str, article: str, quantity: int) -> Iterator[Action]:
    """Puts some of an article into the cart; `article` is what it is called in addresses."""
    yield from browse(look, f"shop.example/{article}", name)
    yield from fill(look, "quantity", str(quantity))
    yield from follow(look, "Add to cart", role="button", title="Cart")


def empty_of(look: Look, name: str) -> Iterator[Action]:
    """Takes an article out of the cart."""
    yield from browse(look, "shop.example/cart", "Cart")
    yield from follow(look, f"Remove {name}", role="button")
    yield from until(look, lambda: shown(look, f"Remove {name}") is None, "the cart without it")


def check_out(look: Look, name: str, email: str, address: str, delivery: str = "standard") -> Iterator[Action]:
    """Orders what is in the cart."""
    yield from browse(look, "shop.example/checkout", "Check out")
    for field, text in (("name", name), ("email", email), ("address", address)):
        yield from fill(look, field, text)
    if delivery != "standard":
        yield from follow(look, text=_DELIVERY[delivery], role="radio")
    yield from follow(look, "Place order", role="button", title="Order received")
