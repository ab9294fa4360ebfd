"""Order the article that a text message asks for from a shop on the web, and answer the message."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.browser.moves import bring_up, fill, refill, visit
from crab_tasks.kits.android.browser.state import form_sent, only_form
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.android.messages.state import only_message
from crab_tasks.kits.compare import same_address
from crab_tasks.kits.footprints import filled_form, may_text
from crab_tasks.kits.moves import nothing_more, tap
from crab_tasks.kits.state import app_opened

THANKS = "https://shop.example/thanks"
ARTICLES = ("Desk lamp", "Canvas backpack", "Dotted notebook")
DELIVERY = {"express": "Express, $11.00", "collect": "Collect at the shop", "standard": "Standard, $4.50"}
REPLY = "Ordered"


def address(params: Params) -> str:
    """Returns where to send it."""
    return f"{params.number} {params.street}, {params.town}"


def other(params: Params) -> tuple[str, str, str]:
    """Returns name, number and e-mail address of somebody with the same first name."""
    surname = "Ashby" if not params.name.endswith("Ashby") else "Barlow"
    number = f"{params.phone[:-1]}{(int(params.phone[-1]) + 3) % 10}"
    return f"{params.name.split()[0]} {surname}", number, f"{params.mailbox}.{surname.lower()}@example.net"


def fields(params: Params) -> dict[str, str]:
    """Returns the form's expected fields."""
    return {
        "article": params.article,
        "quantity": str(params.quantity),
        "name": params.name,
        "email": f"{params.mailbox}@example.org",
        "address": address(params),
        "delivery": params.delivery,
    }


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the person and a namesake, and delivers their wish for an order, after an older wish."""
    fresh_contact(devices, params.name, params.phone, fields(params)["email"])
    fresh_contact(devices, *other(params))
    phone = devices.android
    article = rng.choice([article for article in ARTICLES if article != params.article])
    phone.add_message(params.phone, f"What does a {article.lower()} cost at shop.example? I may want 7.", age=90_000)
    phone.add_message(params.phone, "Never mind, I have found one elsewhere.", age=80_000)
    wish = f"Could you order something at shop.example/order for me, please? {params.article}, {params.quantity} of it."
    phone.add_message(params.phone, wish, age=400)
    how = {"express": "Express delivery.", "collect": "I will collect it at the shop."}[params.delivery]
    phone.add_message(params.phone, f"The address: {address(params)}. {how}", age=300)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The browser is opened, then an order for the article; then the rest of it; the answer, whenever it is sent."""

    def order(name: str, *keys: str, after: str) -> Checkpoint:
        wanted = {key: fields(params)[key] for key in keys}
        return Checkpoint(
            id=name,
            device="android",
            app="browser",
            evaluator=check(form_sent, url=THANKS, fields=wanted),
            after=(after,),
        )

    sent = check(only_message, number=params.phone, body=REPLY)
    return [
        app_opened("browser", "browser_open"),
        order("article_ordered", "article", "quantity", after="browser_open"),
        order("person_right", "name", "email", after="article_ordered"),
        order("delivery_right", "address", "delivery", after="article_ordered"),
        Checkpoint(
            id="only_order",
            device="android",
            app="browser",
            evaluator=check(only_form, url=THANKS, fields=fields(params)),
            after=("person_right", "delivery_right"),
        ),
        Checkpoint(id="answered", device="android", app="messages", evaluator=sent),
    ]


def footprint(params: Params) -> Footprint:
    """One order, and the answer."""
    email = fields(params)["email"]
    return [
        may_send("android", "form", to=THANKS, text=filled_form({**fields(params), "email": same_address(email)})),
        may_text(params.phone, REPLY),
    ]


def open_form(params: Params, look: Look) -> Iterator[Action]:
    """Opens the order form."""
    yield from visit(look, "shop.example/order")


def order(params: Params, look: Look, **changes: str) -> Iterator[Action]:
    """Fills in the form, with these changes, and sends it."""
    wanted = {**fields(params), **changes}
    yield from open_form(params, look)
    yield tap(look, description="Article", role="button")
    yield tap(look, text=wanted["article"])
    yield from refill(look, "Quantity", wanted["quantity"])
    yield from fill(look, "Full name", wanted["name"])
    yield from fill(look, "Email", wanted["email"])
    yield from fill(look, "Address", wanted["address"])
    yield from bring_up(look, DELIVERY[wanted["delivery"]])
    yield tap(look, text=DELIVERY[wanted["delivery"]])
    yield from bring_up(look, "Place order")
    yield tap(look, text="Place order")


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Answers."""
    yield from send_text(look, params.phone, REPLY)


def namesake(params: Params, look: Look) -> Iterator[Action]:
    """Takes the e-mail address of the namesake."""
    yield from order(params, look, email=other(params)[2])
    yield from answer(params, look)


def as_offered(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the delivery that is chosen to begin with."""
    yield from order(params, look, delivery="standard")
    yield from answer(params, look)


def twice(params: Params, look: Look) -> Iterator[Action]:
    """Orders one too few, then corrects it by ordering again."""
    yield from order(params, look, quantity=str(params.quantity - 1))
    yield from order(params, look)
    yield from answer(params, look)


def answered_first(params: Params, look: Look) -> Iterator[Action]:
    """Answers in the conversation before it orders."""
    yield from text_in_conversation(look, params.name, REPLY)
    yield from order(params, look)


def other_case(params: Params, look: Look) -> Iterator[Action]:
    """Opens the form twice, and types the e-mail address in capitals."""
    yield from open_form(params, look)
    yield from order(params, look, email=fields(params)["email"].upper())
    yield from answer(params, look)


TASK = Task(
    name="android.order_for_friend",
    description=(
        "In text messages to the phone, {name} has asked to have something ordered on the web. In the Browser, fill in "
        "the order form at shop.example/order as the messages say and place one order, in {name}'s full name and with "
        "the e-mail address that Contacts has for {name}. Leave everything else in the form as it is. Then answer "
        '{name} with the text message "Ordered" (without the quotes).'
    ),
    devices=("android",),
    parameters={
        "name": person("Tessa Lind"),
        "phone": phone_number("+1 555 0164"),
        "mailbox": choice(("post", "letters", "inbox", "contact"), type="text"),
        "article": choice(ARTICLES, type="article"),
        "quantity": integer(2, 9, 3),
        "number": integer(2, 98, 14),
        "street": choice(("Mill Street", "Garden Lane", "Quay Road"), type="street"),
        "town": choice(("Alder", "Millbrook", "Stonegate"), type="town"),
        "delivery": choice(("express", "collect"), type="delivery"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "browser_open": open_form,
        "article_ordered": order,
        "person_right": nothing_more,
        "delivery_right": nothing_more,
        "only_order": nothing_more,
        "answered": answer,
    },
    footprint=footprint,
    alternatives={"answered_first": answered_first, "other_case": other_case},
    near_misses={"namesake": namesake, "as_offered": as_offered, "twice": twice},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("browser", "contacts", "messages"),
)
