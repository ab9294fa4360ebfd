"""Order the article of an entry of the phone's Tasks app with Firefox on the desktop, and check the entry off."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, person
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.tasks.moves import check_off, new_todo
from crab_tasks.kits.android.tasks.state import todo_is_done
from crab_tasks.kits.moves import launch, nothing_more
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.firefox import browse
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.web.shop import add_to_cart, check_out, may_order, only_order, order_has, stock_shop

ARTICLES = {"Storm umbrella": "umbrella", "Wool blanket": "blanket", "Travel chess": "chess", "Wall clock": "clock"}
"""Articles: their names, and their names in addresses."""
PLACES = ("12 Quay Street, Alder", "3 Mill Lane, Millbrook", "45 Station Road, Pinehaven")
EMAIL = "user@mail.example"


def title(params: Params) -> str:
    """Returns the title of the entry."""
    return f"Order for {params.name.split()[0]}"


def notes(params: Params) -> str:
    """Returns the entry's notes."""
    return f"{params.count} x {params.article} to {params.name}, {params.address}, {params.delivery} delivery"


def other(params: Params) -> Params:
    """Returns the parameters of another entry, for the same person."""
    articles = list(ARTICLES)
    article = articles[articles.index(params.article) - 1]
    return params.replace(article=article, count=params.count + 1, delivery="standard")


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the shop, and puts the entry among others: one is like it, but done."""
    stock_shop(devices)
    entries = [(title(params), notes(params), False), (f"{title(params)} (May)", notes(other(params)), True)]
    entries += [(text, "", False) for text in ("Water the plants", "Return the library books")]
    phone = devices.android
    phone.clear_todos()
    for entry in rng.sample(entries, len(entries)):
        phone.add_todo(*entry)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The list, the shop, the order by its article, all of it, the entry."""
    article = ARTICLES[params.article]
    return [
        app_opened("tasks", "list_open"),
        whereabouts(
            id="shop_open",
            device="ubuntu",
            app="firefox",
            evaluator=check(window_in_front, app="firefox", title="Harbour Goods"),
            after=("list_open",),
        ),
        Checkpoint(
            id="ordered",
            device="ubuntu",
            app="firefox",
            evaluator=check(order_has, article=article, quantity=params.count),
            after=("shop_open",),
        ),
        Checkpoint(
            id="order_right",
            device="ubuntu",
            app="firefox",
            evaluator=check(
                only_order,
                lines=[(article, params.count)],
                name=params.name,
                email=EMAIL,
                address=params.address,
                delivery=params.delivery,
            ),
            after=("ordered",),
        ),
        Checkpoint(
            id="checked_off",
            device="android",
            app="tasks",
            evaluator=check(todo_is_done, title=title(params)),
            after=("ordered",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One order, and the to-do."""
    article = ARTICLES[params.article]
    return [
        *may_order([(article, params.count)], params.name, EMAIL, params.address, params.delivery),
        may_change("android", "todo", ("done",), title=title(params)),
    ]


def open_shop(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the shop."""
    yield from browse(look, "shop.example", "Articles")


def _order(params: Params, look: Look) -> Iterator[Action]:
    yield from add_to_cart(look, params.article, ARTICLES[params.article], params.count)
    yield from check_out(look, params.name, EMAIL, params.address, params.delivery)


def order(params: Params, look: Look) -> Iterator[Action]:
    """Places the order."""
    yield from _order(params, look)


def tick(params: Params, look: Look) -> Iterator[Action]:
    """Checks the entry off."""
    yield from check_off(look, title(params))


def _all(params: Params, ordered: Params, look: Look) -> Iterator[Action]:
    yield action("android", "open_app", name="Tasks")
    yield from open_shop(params, look)
    yield from _order(ordered, look)
    yield from tick(params, look)


def of_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Orders the article of the entry that is done."""
    yield from _all(params, other(params), look)


def other_delivery(params: Params, look: Look) -> Iterator[Action]:
    """Takes another kind of delivery."""
    yield from _all(params, params.replace(delivery="standard"), look)


def twice(params: Params, look: Look) -> Iterator[Action]:
    """Places the order twice."""
    yield action("android", "open_app", name="Tasks")
    yield from open_shop(params, look)
    yield from _order(other(params), look)
    yield from _order(params, look)
    yield from tick(params, look)


def twin_checked(params: Params, look: Look) -> Iterator[Action]:
    """Adds an entry of the same title, and checks one of the two off."""
    yield action("android", "open_app", name="Tasks")
    yield from new_todo(look, title(params))
    yield from open_shop(params, look)
    yield from order(params, look)
    yield from tick(params, look)


def checked_first(params: Params, look: Look) -> Iterator[Action]:
    """Checks the entry off before it orders."""
    yield action("android", "open_app", name="Tasks")
    yield from tick(params, look)
    yield from open_shop(params, look)
    yield from order(params, look)


def in_two_steps(params: Params, look: Look) -> Iterator[Action]:
    """Puts one piece into the cart, then the others, and types the e-mail address in capitals."""
    article = ARTICLES[params.article]
    yield action("android", "open_app", name="Tasks")
    yield from open_shop(params, look)
    yield from add_to_cart(look, params.article, article, 1)
    yield from add_to_cart(look, params.article, article, params.count - 1)
    yield from check_out(look, params.name, EMAIL.upper(), params.address, params.delivery)
    yield from tick(params, look)


TASK = Task(
    name="cross.order_from_note",
    description=(
        'The open entry "Order for …" in the phone\'s Tasks app has notes that say what to order, for whom, where it '
        "should go, and with which kind of delivery. On the desktop, use Firefox to order exactly that at "
        "shop.example, as one order without gift wrapping; the e-mail address is user@mail.example. Then mark the "
        "entry on the phone as completed."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "article": choice(tuple(ARTICLES), type="article_name"),
        "count": integer(2, 9, 3, type="pieces"),
        "name": person("Hugo Fontaine"),
        "address": choice(PLACES, type="address"),
        "delivery": choice(("express", "collect"), type="delivery"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "list_open": launch("Tasks"),
        "shop_open": open_shop,
        "ordered": order,
        "order_right": nothing_more,
        "checked_off": tick,
    },
    footprint=footprint,
    alternatives={"checked_first": checked_first, "in_two_steps": in_two_steps},
    near_misses={
        "of_the_other": of_the_other,
        "other_delivery": other_delivery,
        "twice": twice,
        "twin_checked": twin_checked,
    },
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    oracle_steps=45,
    step_limit=135,
    version=4,
    tags=("heavy", "web", "tasks"),
)
