"""Text a price that stands in two places, which may disagree: then only the person knows which is right."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_gym.task.user import Detail, User
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import value_texted
from crab_tasks.kits.android.notes.moves import open_note
from crab_tasks.kits.android.notes.state import plant_note
from crab_tasks.kits.compare import telling
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.person import ask, told_before_texting
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.text_editor.moves import open_in_editor

FILE = f"{HOME}/Documents/prices.txt"
THINGS = ("bicycle", "sofa", "canoe", "oven", "carpet", "piano")


def prices(params: Params) -> tuple[int, int]:
    """Returns the price of the note and that of the file; they are the same in half of the episodes."""
    wrong = params.price + params.gap
    return (params.price, wrong) if params.note_right else (wrong, params.price)


def lines(params: Params) -> list[str]:
    """Returns the lines of the file: a price for each thing."""
    ours = THINGS.index(params.thing)
    return [f"{thing}: {prices(params)[1] + 70 * (n - ours)} dollars" for n, thing in enumerate(THINGS)]


def said(params: Params) -> str:
    """Returns what the note says."""
    return f"We want {prices(params)[0]} dollars for it."


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the person, the note and the file."""
    fresh_contact(devices, params.name, params.phone)
    plant_note(devices.android, params.thing.capitalize(), said(params))
    devices.ubuntu.write_file(FILE, "\n".join([*lines(params), ""]))


def owner(params: Params) -> User:
    """Knows the price, which has to be asked for only where the two places disagree."""
    others = tuple(thing for thing in THINGS if thing != params.thing)
    places = ("note", "file", "phone", "desktop", "computer")
    forms = (
        (("price", "cost", "how much", "charge", "worth", "ask for", "asking", "want for"),),
        (("which", "what"), ("right", "correct", "one", "figure", "amount", "number", "value", "true", "valid")),
        (("#",),),
        (places, ("right", "correct", "or", "trust", "believe", "go with", "wrong", "follow")),
    )
    detail = Detail("price", f"It is {params.price} dollars.", forms, (*others, "time"), needed=params.gap != 0)
    return User((detail,))


def known(state: State, number: str, agreed: str) -> bool:
    """The price is known for certain before the text: the person has told it, or the note that agrees is on the screen.

    Args:
        state: The devices' states.
        number: The number that is texted.
        agreed: What the note says; "" where it disagrees with the file.
    """
    seen = bool(agreed) and any(agreed in element.text for element in state.android.elements())
    return seen or told_before_texting(state, detail="price", numbers=(number,))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The price, for which the person has to be asked where the two places disagree; then the text."""
    agreed = "" if params.gap else said(params)
    sent = check(value_texted, number=params.phone, kind="amount", value=f"{params.price}.00")
    return [
        Checkpoint(
            id="known",
            device="root",
            app="answer",
            evaluator=check(known, number=params.phone, agreed=agreed),
            hold=False,
        ),
        Checkpoint(id="sent", device="android", app="messages", evaluator=sent, after=("known",)),
    ]


def footprint(params: Params) -> Footprint:
    """One text."""
    return [may_text(params.phone, telling("amount", f"{params.price}.00"))]


def compare(params: Params, look: Look) -> Iterator[Action]:
    """Reads both, and asks where they disagree."""
    yield from open_note(look, params.thing.capitalize())
    yield from open_in_editor(FILE)
    if params.gap:
        yield ask("The note and the file have different prices. Which one is right?")


def send(params: Params, look: Look) -> Iterator[Action]:
    """Texts the price."""
    yield from send_text(look, params.phone, f"{params.price} dollars")


def always_asks(params: Params, look: Look) -> Iterator[Action]:
    """Asks at once, and writes from the page in Contacts."""
    yield ask(f"How much is the {params.thing}?")
    yield from text_from_contact(look, params.name, f"${params.price}")


def asks_late(params: Params, look: Look) -> Iterator[Action]:
    """Reads both, asks in any case, and texts."""
    yield from compare(params, look)
    yield ask(f"Is the price of the {params.thing} right?")
    yield from send_text(look, params.phone, f"{params.price} dollars")


def both_prices(params: Params, look: Look) -> Iterator[Action]:
    """Asks, and texts both prices."""
    yield from compare(params, look)
    yield from send_text(look, params.phone, f"{params.price} or {params.price + (params.gap or 10)} dollars")


def wrong_price(params: Params, look: Look) -> Iterator[Action]:
    """Texts another price."""
    yield from compare(params, look)
    yield from send_text(look, params.phone, f"{params.price + (params.gap or 10)} dollars")


TASK = Task(
    name="cross.two_prices",
    description=(
        "Text {name}, who is in Contacts, what our {thing} costs in dollars: the number alone. The price is in my note "
        "about it on the phone and in ~/Documents/prices.txt on the desktop. Compare the two, and if they disagree, "
        "ask me which is right before you text anybody."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "thing": choice(THINGS),
        "price": integer(210, 690, 240),
        "gap": choice((0, 35, 0, -35, 0, 60), 35),
        "note_right": choice((True, False), type="side"),
        "name": person(),
        "phone": phone_number(),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"known": compare, "sent": send},
    footprint=footprint,
    alternatives={"always_asks": always_asks, "asks_late": asks_late},
    near_misses={"both_prices": both_prices, "wrong_price": wrong_price},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    user=owner,
    tags=("messages", "notes", "asks"),
)
