"""shop.example: a sub-task about a payment that fails the first time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.ubuntu.firefox import browse, choose_from_list, follow, until
from crab_tasks.kits.values import email_address
from crab_tasks.kits.web.shop import (
    ADDRESS,
    ARTICLES,
    add_to_cart,
    fill_in_buyer,
    may_order_one,
    open_article,
    ordered_for,
    shop_opened,
    stocked,
)

__all__ = ["DECLINED_ORDER"]

_EVENT: Final = "payment"


def payment_will_fail(devices: Devices, *, email: str) -> None:
    """The bank will decline the next payment of an order with this e-mail address."""
    rows = devices.ubuntu.web("shop.example", "declines")
    new = {"id": 1 + max([int(row["id"]) for row in rows], default=0), "email": email}
    devices.ubuntu.set_web("shop.example", "declines", [*rows, new])


def _events(params: Params) -> Sequence[TaskEvent]:
    """The payment will fail, once the shop is open."""
    does = cause(payment_will_fail, email=params.email)
    return [TaskEvent(id=_EVENT, when=Moment(checkpoint="shop_open"), does=does)]


def _order_placed(params: Params) -> Sequence[Checkpoint]:
    """The shop is open; then there is the order."""
    wanted = check(ordered_for, article=ARTICLES[params.article], name=params.name, email=params.email)
    ordered = Checkpoint(id="ordered", device="ubuntu", app="firefox", evaluator=wanted, after=("shop_open",))
    return [*shop_opened(params), replace(ordered, since=_EVENT)]


def _declined(look: Look) -> bool:
    return any(element.app == "firefox" and "was declined" in element.text for element in look("ubuntu"))


def _try(look: Look) -> Iterator[Action]:
    """Places the order, and waits until the shop says that the payment was declined."""
    yield from follow(look, "Place order", role="button")
    yield from until(look, lambda: _declined(look), "the shop's answer")


def _place(look: Look) -> Iterator[Action]:
    """Places the order."""
    yield from follow(look, "Place order", role="button", title="Order received")


def _fill_in(params: Params, look: Look) -> Iterator[Action]:
    """Types who orders into the form."""
    yield from fill_in_buyer(look, params.name, params.email, ADDRESS)


def _fail(params: Params, look: Look) -> Iterator[Action]:
    """Puts a piece of the article into the cart, and tries to order it."""
    yield from add_to_cart(look, params.article, ARTICLES[params.article], 1)
    yield from browse(look, "shop.example/checkout", "Check out")
    yield from _fill_in(params, look)
    yield from _try(look)


def _order(params: Params, look: Look) -> Iterator[Action]:
    """Tries again on the page that says so."""
    yield from _fail(params, look)
    yield from _place(look)


def _look_first(params: Params, look: Look) -> Iterator[Action]:
    """Looks whether there is an order before it fills in the form again."""
    yield from _fail(params, look)
    yield from browse(look, "shop.example/orders", "Orders")
    yield from browse(look, "shop.example/checkout", "Check out")
    yield from _fill_in(params, look)
    yield from _place(look)


def _by_order_form(params: Params, look: Look) -> Iterator[Action]:
    """Uses the form for a single article, both times."""
    yield from browse(look, "shop.example/order", "Order form")
    yield from choose_from_list(look, "article", params.article)
    yield from _fill_in(params, look)
    yield from _try(look)
    yield from _place(look)


def _give_up(params: Params, look: Look) -> Iterator[Action]:
    """Leaves it at the first try."""
    yield from open_article(params, look)
    yield from _fail(params, look)


def _add_again(params: Params, look: Look) -> Iterator[Action]:
    """Begins again with the cart, in which the first piece still is."""
    yield from _fail(params, look)
    yield from add_to_cart(look, params.article, ARTICLES[params.article], 1)
    yield from browse(look, "shop.example/checkout", "Check out")
    yield from _fill_in(params, look)
    yield from _place(look)


def _order_twice(params: Params, look: Look) -> Iterator[Action]:
    """Orders once more, since the second try had a piece too many."""
    yield from _add_again(params, look)
    yield from add_to_cart(look, params.article, ARTICLES[params.article], 1)
    yield from browse(look, "shop.example/checkout", "Check out")
    yield from _fill_in(params, look)
    yield from _place(look)


DECLINED_ORDER = SubTask(
    name="coming.declined_order",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, order one piece of the article {article} at shop.example for {name}, with standard "
    'delivery to "12 Quay Street, Alder", give {email} for the confirmation, and see to it that this order is placed '
    "exactly once, even if the payment fails at first",
    steps="on the desktop, open shop.example in Firefox, put one piece of the article {article} into the cart, check "
    'out, enter {name} as the name, {email} as the e-mail address and "12 Quay Street, Alder" as the address, leave '
    "the rest as it is, place the order, and place it again if the payment is declined, so that it is there exactly "
    "once",
    inputs={
        "article": choice(tuple(ARTICLES), "Steel bottle"),
        "name": person("Marta Falk"),
        "email": email_address("amber36@orchard.example"),
    },
    setup=stocked,
    checkpoints=_order_placed,
    oracle={"shop_open": open_article, "ordered": _order},
    footprint=may_order_one,
    alternatives={"looked_first": _look_first, "by_order_form": _by_order_form},
    near_misses={"gave_up": _give_up, "added_again": _add_again, "twice": _order_twice},
    keys=("name", "email"),
    step_limit=125,
    tags=("heavy", "web", "form", "events"),
    events=_events,
)
