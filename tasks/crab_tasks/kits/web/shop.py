"""shop.example: evaluators of the cart and the orders, setups, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow, shown, until

__all__ = [
    "Lines", "add_to_cart", "cart_has", "cart_is", "check_out", "empty_of", "only_order", "order_has", "stock_shop",
]  # fmt: skip

Lines = Sequence[tuple[str, int]]
"""Articles of the shop, by their names in addresses, and their quantities."""
_DELIVERY = {"express": "Express, 1 day, $11.00", "collect": "Collect at the shop, free"}


def cart_has(state: State, answer: str | None, article: str, quantity: int) -> bool:
    """The shop's cart has so many of the article."""
    return (article, quantity) in [
        (row["article"], row["quantity"]) for row in state["ubuntu"].web("shop.example", "cart")
    ]


def cart_is(state: State, answer: str | None, lines: Lines) -> bool:
    """The shop's cart has exactly these articles."""
    found = [(row["article"], row["quantity"]) for row in state["ubuntu"].web("shop.example", "cart")]
    return sorted(found) == sorted(lines)


def order_has(state: State, answer: str | None, article: str, quantity: int) -> bool:
    """So many of the article were ordered."""
    orders = state["ubuntu"].web("shop.example", "orders")
    return (article, quantity) in [(line["article"], line["quantity"]) for row in orders for line in row["lines"]]


def only_order(
    state: State,
    answer: str | None,
    lines: Lines,
    name: str,
    email: str,
    address: str,
    delivery: str,
    gift: bool = False,
) -> bool:
    """Exactly one order was placed: for these articles, with this name, these addresses, and this kind of delivery.

    Args:
        state: The devices' states.
        answer: Not used.
        lines: The articles.
        name: The buyer's name.
        email: The buyer's e-mail address, in any case.
        address: The address of delivery.
        delivery: ``"standard"``, ``"express"`` or ``"collect"``.
        gift: Whether it is wrapped as a gift.
    """
    orders = state["ubuntu"].web("shop.example", "orders")
    if len(orders) != 1:
        return False
    (order,) = orders
    found = sorted((line["article"], line["quantity"]) for line in order["lines"])
    about = (squeezed(order["name"]), order["email"].strip().casefold(), squeezed(order["address"]))
    return (
        found == sorted(lines)
        and about == (name, email.casefold(), address)
        and (order["delivery"], order["gift"]) == (delivery, gift)
    )


def stock_shop(devices: Mapping[str, Setup]) -> None:
    """Stocks the shop with enough of every article but the kettle, which is sold out."""
    rows = devices["ubuntu"].web("shop.example", "articles")
    enough = [{**row, "stock": row["stock"] if row["slug"] == "kettle" else 40 + row["id"]} for row in rows]
    devices["ubuntu"].set_web("shop.example", "articles", enough)


def add_to_cart(look: Look, name: str, article: str, quantity: int) -> Iterator[Action]:
    """Puts pieces of an article into the cart.

    Args:
        look: Shows the screens.
        name: The article's name.
        article: Its name in addresses.
        quantity: How many pieces.
    """
    yield from browse(look, f"shop.example/{article}", name)
    yield from fill(look, "quantity", str(quantity))
    yield from follow(look, "Add to cart", role="button", title="Cart")


def empty_of(look: Look, name: str) -> Iterator[Action]:
    """Takes an article out of the cart."""
    yield from browse(look, "shop.example/cart", "Cart")
    yield from follow(look, f"Remove {name}", role="button")
    yield from until(look, lambda: shown(look, f"Remove {name}") is None, "the cart without it")


def check_out(look: Look, name: str, email: str, address: str, delivery: str = "standard") -> Iterator[Action]:
    """Orders the cart's contents.

    Args:
        look: Shows the screens.
        name: The buyer's name.
        email: The buyer's e-mail address.
        address: The address of delivery.
        delivery: ``"standard"``, ``"express"`` or ``"collect"``.
    """
    yield from browse(look, "shop.example/checkout", "Check out")
    for field, text in (("name", name), ("email", email), ("address", address)):
        yield from fill(look, field, text)
    if delivery != "standard":
        yield from follow(look, text=_DELIVERY[delivery], role="radio")
    yield from follow(look, "Place order", role="button", title="Order received")
