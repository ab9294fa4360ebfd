"""shop.example: evaluators of the cart and the orders, setups, moves, and sub-tasks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, integer, person
from crab_sim.devices.footprints import Footprint, anything, may_add, may_change, may_remove, may_send
from crab_sim.web.sites.shop import DELIVERY
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow, shown, until
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import amount, another, email_address, other_person

__all__ = [
    "ADDRESS", "ARTICLES", "BEST_RATED", "ORDER", "ORDER_TOTAL", "PRICE", "Lines", "add_to_cart", "cart_has", "cart_is",
    "check_out", "empty_of", "fill_in_buyer", "may_order", "may_order_one", "only_order", "open_article", "order_has",
    "ordered_for", "shop_opened", "stock_shop", "stocked",
]  # fmt: skip

Lines = Sequence[tuple[str, int]]
"""Articles of the shop, by their names in addresses, and their quantities."""
_DELIVERY = {"express": "Express, 1 day, $11.00", "collect": "Collect at the shop, free"}


def cart_has(state: State, article: str, quantity: int) -> bool:
    """The shop's cart has so many of the article."""
    return (article, quantity) in [
        (row["article"], row["quantity"]) for row in state.ubuntu.web("shop.example", "cart")
    ]


def cart_is(state: State, lines: Lines) -> bool:
    """The shop's cart has exactly these articles."""
    found = [(row["article"], row["quantity"]) for row in state.ubuntu.web("shop.example", "cart")]
    return sorted(found) == sorted(lines)


def order_has(state: State, article: str, quantity: int) -> bool:
    """So many of the article were ordered."""
    orders = state.ubuntu.web("shop.example", "orders")
    return (article, quantity) in [(line["article"], line["quantity"]) for row in orders for line in row["lines"]]


def _one_line(text: str) -> str:
    """Returns a text in one line, as an address is told, of which the form takes several."""
    return squeezed(re.sub(r"[\s,]*\n\s*", ", ", text.replace("\r", "\n").strip()))


def only_order(
    state: State,
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
        lines: The articles.
        name: The buyer's name.
        email: The buyer's e-mail address, in any case.
        address: The address of delivery.
        delivery: ``"standard"``, ``"express"`` or ``"collect"``.
        gift: Whether it is wrapped as a gift.
    """
    orders = state.ubuntu.web("shop.example", "orders")
    if len(orders) != 1:
        return False
    (order,) = orders
    found = sorted((line["article"], line["quantity"]) for line in order["lines"])
    about = (squeezed(order["name"]), order["email"].strip().casefold(), _one_line(order["address"]))
    return (
        found == sorted(lines)
        and about == (name, email.casefold(), address)
        and (order["delivery"], order["gift"]) == (delivery, gift)
    )


def may_order(
    lines: Sequence[tuple[str, int]], name: str, email: str, address: str, delivery: str = "standard"
) -> Footprint:
    """Returns the allowance to place one order, which isn't wrapped as a gift, and to use up the cart.

    Args:
        lines: The articles, by their names in addresses, and how many pieces of each.
        name: The buyer's name.
        email: The buyer's e-mail address, in any case.
        address: The address of delivery.
        delivery: ``"standard"``, ``"express"`` or ``"collect"``.
    """
    about = f"{name}, {address}; {email}; {delivery}".casefold()

    def ordered(text: object) -> bool:
        bought, _, rest = _one_line(str(text)).partition(" for ")
        wanted = [f"{quantity} {article}" for article, quantity in lines]
        return sorted(bought.split(", ")) == sorted(wanted) and rest.casefold() == about

    row = {"lines": anything, "name": anything, "email": anything, "address": anything}  # as what was sent says
    return [
        may_send("ubuntu", "order", to="shop.example", text=ordered),
        may_add("ubuntu", "site", most=1, table="shop.example/orders", delivery=delivery, **row),
        may_change("ubuntu", "site", ("quantity",), table="shop.example/cart"),
        may_remove("ubuntu", "site", table="shop.example/cart"),
    ]


def stock_shop(devices: Devices) -> None:
    """Stocks the shop with enough of every article but the kettle, which is sold out."""
    rows = devices.ubuntu.web("shop.example", "articles")
    enough = [{**row, "stock": row["stock"] if row["slug"] == "kettle" else 40 + row["id"]} for row in rows]
    devices.ubuntu.set_web("shop.example", "articles", enough)


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


def fill_in_buyer(look: Look, name: str, email: str, address: str) -> Iterator[Action]:
    """Types who orders into the form of an order.

    Args:
        look: Shows the screens.
        name: The buyer's name.
        email: The buyer's e-mail address.
        address: The address of delivery.
    """
    for field, text in (("name", name), ("email", email), ("address", address)):
        yield from fill(look, field, text)


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
    yield from fill_in_buyer(look, name, email, address)
    if delivery != "standard":
        yield from follow(look, text=_DELIVERY[delivery], role="radio")
    yield from follow(look, "Place order", role="button", title="Order received")


ARTICLES = {
    "Desk lamp": "lamp", "Fountain pen": "pen", "Glass vase": "vase", "Hand torch": "torch", "Map puzzle": "puzzle",
    "Steel bottle": "bottle", "Stoneware mug": "mug", "Wall calendar": "calendar",
}  # fmt: skip
"""Articles of which pieces cost the same however many one buys: their names, and their names in addresses."""


def _reprice(devices: Devices, article: str, price: str = "") -> None:
    """Stocks an article, and sets its price where one is given."""
    rows = [dict(row) for row in devices.ubuntu.web("shop.example", "articles")]
    for row in rows:
        if row["slug"] == ARTICLES[article]:
            row["stock"] = max(row["stock"], 30)
            row["price"] = round(100 * float(price)) if price else row["price"]
    devices.ubuntu.set_web("shop.example", "articles", rows)


def _priced(devices: Devices, params: Params, rng: random.Random) -> None:
    _reprice(devices, params.article, params.price)


def shop_opened(params: Params) -> Sequence[Checkpoint]:
    """The shop is open."""
    shown_page = check(window_in_front, app="firefox", title="Harbour Goods")
    return [whereabouts(id="shop_open", device="ubuntu", app="firefox", evaluator=shown_page)]


def open_article(params: Params, look: Look) -> Iterator[Action]:
    """Opens the article's page."""
    yield from browse(look, f"shop.example/{ARTICLES[params.article]}", params.article)


def _find_article(params: Params, look: Look) -> Iterator[Action]:
    """Searches the shop for the article; the list of results tells its price."""
    yield from browse(look, f"shop.example/?q={ARTICLES[params.article]}", "Articles")


def _list_articles(params: Params, look: Look) -> Iterator[Action]:
    """Opens the list of all articles first."""
    yield from browse(look, "shop.example", "Articles")
    yield from open_article(params, look)


PRICE = SubTask(
    name="shop.price",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, look up the price of the article {article} at shop.example",
    steps="on the desktop, open shop.example in Firefox, click the article {article} and read its price",
    refers="the price of the article {article} at shop.example",
    inputs={"article": choice(tuple(ARTICLES), "Glass vase")},
    hidden={"price": amount("26.35")},
    output="amount",
    called="price",
    produce=lambda params: str(params.price),
    setup=_priced,
    checkpoints=shop_opened,
    oracle={"shop_open": open_article},
    alternatives={"found": _find_article, "from_list": _list_articles},
    step_limit=45,
    tags=("heavy", "web"),
)

ADDRESS = "12 Quay Street, Alder"
"""The address to which `ORDER` has things sent."""


def ordered_for(state: State, article: str, name: str, email: str) -> bool:
    """One order has this e-mail address: for one piece of the article, for this person, with standard delivery.

    Args:
        state: The devices' states.
        article: The article, by its name in addresses.
        name: The buyer's name.
        email: The buyer's e-mail address, in any case.
    """
    orders = state.ubuntu.web("shop.example", "orders")
    found = [order for order in orders if order["email"].strip().casefold() == email.casefold()]
    return len(found) == 1 and all(
        [(line["article"], line["quantity"]) for line in order["lines"]] == [(article, 1)]
        and (squeezed(order["name"]), _one_line(order["address"])) == (name, ADDRESS)
        and (order["delivery"], order["gift"]) == ("standard", False)
        for order in found
    )


def stocked(devices: Devices, params: Params, rng: random.Random) -> None:
    """Stocks the article, and empties the cart."""
    _reprice(devices, params.article)
    devices.ubuntu.set_web("shop.example", "cart", [])


def _order_placed(params: Params) -> Sequence[Checkpoint]:
    """The shop is open; then there is the order."""
    wanted = check(ordered_for, article=ARTICLES[params.article], name=params.name, email=params.email)
    return [
        *shop_opened(params),
        Checkpoint(id="ordered", device="ubuntu", app="firefox", evaluator=wanted, after=("shop_open",)),
    ]


def may_order_one(params: Params) -> Footprint:
    """Returns the allowance to place the order of `ORDER`."""
    return may_order([(ARTICLES[params.article], 1)], params.name, params.email, ADDRESS)


def _place(params: Params, look: Look, quantity: int = 1, email: str = "") -> Iterator[Action]:
    """Puts pieces of the article into the cart, and orders them.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        quantity: How many pieces.
        email: The address as it is typed; "" for as it is.
    """
    yield from add_to_cart(look, params.article, ARTICLES[params.article], quantity)
    yield from check_out(look, params.name, email or params.email, ADDRESS)


def _place_order(params: Params, look: Look) -> Iterator[Action]:
    yield from _place(params, look)


def _in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Types the address in capitals."""
    yield from _place(params, look, email=params.email.upper())


def _changed_mind(params: Params, look: Look) -> Iterator[Action]:
    """Puts two pieces into the cart first, and takes them out."""
    yield from add_to_cart(look, params.article, ARTICLES[params.article], 2)
    yield from empty_of(look, params.article)
    yield from _place(params, look)


def _two_pieces(params: Params, look: Look) -> Iterator[Action]:
    """Orders two pieces instead of one."""
    yield from _place(params, look, 2)


def _not_placed(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the form, but doesn't send it."""
    yield from add_to_cart(look, params.article, ARTICLES[params.article], 1)
    yield from follow(look, rid="check_out", title="Check out")


ORDER = SubTask(
    name="shop.order",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, order one piece of the article {article} at shop.example for {name}, with standard "
    'delivery to "12 Quay Street, Alder", and give {email} for the confirmation',
    steps="on the desktop, open shop.example in Firefox, put one piece of the article {article} into the cart, check "
    'out, enter {name} as the name, {email} as the e-mail address and "12 Quay Street, Alder" as the address, leave '
    "the rest as it is, and place the order",
    inputs={
        "article": choice(tuple(ARTICLES), "Hand torch"),
        "name": person("Jonas Dorn"),
        "email": email_address("pebble71@orchard.example"),
    },
    setup=stocked,
    checkpoints=_order_placed,
    oracle={"shop_open": open_article, "ordered": _place_order},
    footprint=may_order_one,
    alternatives={"in_capitals": _in_capitals, "changed_mind": _changed_mind},
    near_misses={"two_pieces": _two_pieces, "not_placed": _not_placed},
    keys=("name", "email"),
    step_limit=110,
    tags=("heavy", "web", "form"),
)

# Looking round --------------------------------------------------------------------------------------------------------

_SHELVES = {
    "Home": ("Desk lamp", "Wall clock", "Wool blanket", "Glass vase", "Step stool"),
    "Kitchen": ("Enamel kettle", "Stoneware mug", "Cast iron teapot", "Olive wood bowl", "Kitchen scale"),
    "Outdoors": ("Canvas backpack", "Storm umbrella", "Hand torch", "Steel bottle", "Two-person tent"),
}
"""The names of the articles of some categories."""


def _best(params: Params) -> str:
    return _SHELVES[params.category][params.place]


def _rated(devices: Devices, params: Params, rng: random.Random) -> None:
    """Only one article of the category has five stars, as others of other categories may have."""
    rows = [dict(row) for row in devices.ubuntu.web("shop.example", "articles")]
    for row in rows:
        if row["category"] == params.category:
            row["rating"] = 5 if row["name"] == _best(params) else rng.choice((3, 4))
    devices.ubuntu.set_web("shop.example", "articles", rows)


def _sort_by_rating(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, f"shop.example/?category={params.category}&sort=-rating", "Articles")


def _list_category(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, f"shop.example/?category={params.category}", "Articles")


def _sort_all(params: Params, look: Look) -> Iterator[Action]:
    """Sorts all articles, and then chooses the category."""
    yield from browse(look, "shop.example/?sort=-rating", "Articles")
    yield from _sort_by_rating(params, look)


BEST_RATED = SubTask(
    name="shop.best_rated",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, look up the name of the article with the most stars in the category {category} at "
    "shop.example",
    steps="on the desktop, open shop.example in Firefox, show the category {category} sorted by rating and read the "
    "name of the article with the most stars",
    refers="the name of the article with the most stars in the category {category} at shop.example",
    inputs={"category": choice(tuple(_SHELVES), "Outdoors")},
    hidden={"place": integer(0, 4, 3)},
    output="line",
    called="article's name",
    produce=_best,
    setup=_rated,
    checkpoints=shop_opened,
    oracle={"shop_open": _sort_by_rating},
    alternatives={"in_category": _list_category, "all_first": _sort_all},
    step_limit=45,
    tags=("heavy", "web"),
)


def _orders(devices: Devices, params: Params, rng: random.Random) -> None:
    """The buyer's order lies between those of somebody with the same first name and of somebody else."""
    desktop = devices.ubuntu
    rows = [row for row in desktop.web("shop.example", "orders") if row["name"] != params.name]
    first = 1 + max([row["id"] for row in rows], default=0)
    others = [another(amount("40.00", 9, 95), rng, params.total) for _ in range(2)]
    for i, (name, total) in enumerate(
        ((other_person(rng, params.name), others[0]), (params.name, params.total), ("Otto Winkler", others[1]))
    ):
        cents = round(100 * float(total))
        line = {"article": "umbrella", "quantity": 1, "price": cents - DELIVERY["standard"][1]}
        about = {"name": name, "email": "orders@harbour.example", "address": ADDRESS}
        rows.append({"id": first + i, "lines": [line], "total": cents, **about})
    desktop.set_web("shop.example", "orders", rows)


def _list_orders(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, "shop.example/orders", "Orders")


def _orders_from_start(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the orders from the list of articles."""
    yield from browse(look, "shop.example", "Articles")
    yield from follow(look, "Orders", role="link", title="Orders")


def _open_order(params: Params, look: Look) -> Iterator[Action]:
    """Opens the order, which tells its total, too."""
    yield from _list_orders(params, look)
    cells = [each.text for each in look("ubuntu") if each.app == "firefox" and each.role in ("cell", "link")]
    number = cells[: cells.index(params.name)]
    order = next(text for text in reversed(number) if text.startswith("HG-"))
    yield from follow(look, order, role="link", title=f"Order {order}")


ORDER_TOTAL = SubTask(
    name="shop.order_total",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, look up the total of the order for {name} among the orders at shop.example",
    steps="on the desktop, open shop.example in Firefox, click Orders and read the total of the order for {name}",
    refers="the total of the order for {name} at shop.example",
    inputs={"name": person("Farid Castro")},
    hidden={"total": amount("37.85", 9, 95)},
    output="amount",
    called="total",
    produce=lambda params: str(params.total),
    setup=_orders,
    checkpoints=shop_opened,
    oracle={"shop_open": _list_orders},
    alternatives={"from_start": _orders_from_start, "opened": _open_order},
    keys=("name",),
    step_limit=45,
    tags=("heavy", "web"),
)
