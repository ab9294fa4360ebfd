"""Order some of two articles in the shop of the bundled web with Firefox."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer, person
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.firefox import browse, follow
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.web.shop import (
    add_to_cart,
    cart_has,
    cart_is,
    check_out,
    empty_of,
    may_order,
    only_order,
    stock_shop,
)

FIRST = {"Stoneware mug": "mug", "Steel bottle": "bottle", "Hand torch": "torch", "Desk lamp": "lamp"}
SECOND = {"Wall calendar": "calendar", "Map puzzle": "puzzle", "Fountain pen": "pen", "Glass vase": "vase"}
LEFT = {"Travel chess": "chess", "Wool blanket": "blanket", "Step stool": "stool"}
"""Articles: their names, and their names in addresses."""


def lines(params: Params) -> list[tuple[str, int]]:
    """Returns the articles to order."""
    return [(FIRST[params.first], params.count), (SECOND[params.second], params.pieces)]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the shop, and leaves articles in the cart that nobody wants any more."""
    stock_shop(devices)
    devices.ubuntu.set_web("shop.example", "cart", [{"article": LEFT[params.left], "quantity": rng.randint(1, 4)}])


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The shop; the articles in any order, and nothing else in the cart; the order."""
    ordered = check(
        only_order,
        lines=lines(params),
        name=params.name,
        email=params.email,
        address=params.address,
        delivery="standard",
    )
    (first, count), (second, pieces) = lines(params)
    return [
        whereabouts(
            id="shop_open",
            device="ubuntu",
            app="firefox",
            evaluator=check(window_in_front, app="firefox", title="Harbour Goods"),
        ),
        Checkpoint(
            id="first_in_cart",
            device="ubuntu",
            app="firefox",
            evaluator=check(cart_has, article=first, quantity=count),
            after=("shop_open",),
            hold=False,
        ),
        Checkpoint(
            id="second_in_cart",
            device="ubuntu",
            app="firefox",
            evaluator=check(cart_has, article=second, quantity=pieces),
            after=("shop_open",),
            hold=False,
        ),
        Checkpoint(
            id="cart_right",
            device="ubuntu",
            app="firefox",
            evaluator=check(cart_is, lines=lines(params)),
            after=("first_in_cart", "second_in_cart"),
            hold=False,
        ),
        Checkpoint(id="ordered", device="ubuntu", app="firefox", evaluator=ordered, after=("cart_right",)),
    ]


def footprint(params: Params) -> Footprint:
    """One order of the wanted articles, and nothing else."""
    return may_order(lines(params), params.name, params.email, params.address)


def open_shop(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the shop."""
    yield from browse(look, "shop.example", "Articles")


def add_first(params: Params, look: Look) -> Iterator[Action]:
    """Puts the first article into the cart."""
    yield from add_to_cart(look, params.first, *lines(params)[0])


def add_second(params: Params, look: Look) -> Iterator[Action]:
    """Puts the second article into the cart."""
    yield from add_to_cart(look, params.second, *lines(params)[1])


def clear(params: Params, look: Look) -> Iterator[Action]:
    """Takes the articles that were left in the cart out of it."""
    yield from empty_of(look, params.left)


def order(params: Params, look: Look) -> Iterator[Action]:
    """Places the order."""
    yield from check_out(look, params.name, params.email, params.address)


def with_the_rest(params: Params, look: Look) -> Iterator[Action]:
    """Orders the articles that were left in the cart, too."""
    yield from open_shop(params, look)
    yield from add_first(params, look)
    yield from add_second(params, look)
    yield from order(params, look)


def one_too_many(params: Params, look: Look) -> Iterator[Action]:
    """Puts one more of the first article into the cart before it places the order."""
    yield from open_shop(params, look)
    yield from add_first(params, look)
    yield from add_second(params, look)
    yield from clear(params, look)
    yield from add_to_cart(look, params.first, lines(params)[0][0], 1)
    yield from order(params, look)


def not_placed(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the form, but doesn't send it."""
    yield from open_shop(params, look)
    yield from add_first(params, look)
    yield from add_second(params, look)
    yield from clear(params, look)
    yield from follow(look, rid="check_out", title="Check out")


def cleared_first(params: Params, look: Look) -> Iterator[Action]:
    """Empties the cart first, and puts the second article into it before the first."""
    yield from open_shop(params, look)
    yield from clear(params, look)
    yield from add_second(params, look)
    yield from add_first(params, look)
    yield from order(params, look)


def in_two_steps(params: Params, look: Look) -> Iterator[Action]:
    """Puts one piece of the first article into the cart, then the others, and types the address in capitals."""
    article, count = lines(params)[0]
    yield from open_shop(params, look)
    yield from add_to_cart(look, params.first, article, 1)
    yield from add_to_cart(look, params.first, article, count - 1)
    yield from add_second(params, look)
    yield from clear(params, look)
    yield from check_out(look, params.name, params.email.upper(), params.address)


TASK = Task(
    name="ubuntu.shop_order",
    description=(
        'On the desktop, use Firefox to order {count} of the article "{first}" and {pieces} of "{second}" at '
        "shop.example, both in the same order, and nothing else: I don't want what is already in the cart. The order "
        "is for {name}, {address}, e-mail {email}, with standard delivery and without gift wrapping."
    ),
    devices=("ubuntu",),
    parameters={
        "first": choice(tuple(FIRST), type="article_name"),
        "count": integer(2, 9, 3, type="pieces"),
        "second": choice(tuple(SECOND), type="article_name"),
        "pieces": integer(2, 9, 2, type="pieces"),
        "left": choice(tuple(LEFT), type="article_name"),
        "name": person("Edith Holm"),
        "address": choice(("12 Quay Street, Alder", "3 Mill Lane, Millbrook", "45 Station Road, Pinehaven")),
        "email": choice(("post@mail.example", "home@mail.example", "orders@mail.example"), type="email"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "shop_open": open_shop,
        "first_in_cart": add_first,
        "second_in_cart": add_second,
        "cart_right": clear,
        "ordered": order,
    },
    footprint=footprint,
    alternatives={"cleared_first": cleared_first, "in_two_steps": in_two_steps},
    near_misses={"with_the_rest": with_the_rest, "one_too_many": one_too_many, "not_placed": not_placed},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=45,
    step_limit=135,
    version=4,
    tags=("heavy", "web"),
)
