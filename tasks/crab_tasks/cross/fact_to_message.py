"""Look a number up in the encyclopedia on the desktop, and send it to somebody by text message."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import message_sent, only_message
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import launch, nothing_more
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.firefox import browse
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.web.wiki import FACT, MEASURES, TOWNS, fact, set_articles


def other(params: Params) -> tuple[str, str]:
    """Returns name and number of somebody with a similar name."""
    surname = "Ashby" if not params.name.endswith("Ashby") else "Barlow"
    return f"{params.name.split()[0]} {surname}", f"{params.phone[:-1]}{(int(params.phone[-1]) + 5) % 10}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Gives the articles their tables, and adds the person and somebody with the same first name."""
    set_articles(devices, params, rng)
    fresh_contact(devices, params.name, params.phone)
    fresh_contact(devices, *other(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The article; then the messages, among them the right one, and no guesses."""
    article = check(window_in_front, app="firefox", title=f"{params.article} - Open Almanac")
    return [
        whereabouts(id="article_open", device="ubuntu", app="firefox", evaluator=article),
        app_opened("messages", "messages_open", after=("article_open",)),
        Checkpoint(
            id="sent",
            device="android",
            app="messages",
            evaluator=check(message_sent, number=params.phone, body=str(fact(params))),
            after=("messages_open",),
        ),
        Checkpoint(
            id="no_guesses",
            device="android",
            app="messages",
            evaluator=check(only_message, number=params.phone, body=str(fact(params))),
            after=("sent",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One text."""
    return [may_text(params.phone, str(fact(params)))]


def open_article(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the article."""
    yield from browse(look, f"wiki.example/{params.article.lower()}", params.article)


def send(params: Params, look: Look) -> Iterator[Action]:
    """Sends the number."""
    yield from send_text(look, params.phone, str(fact(params)))


def next_town(params: Params, look: Look) -> Iterator[Action]:
    """Sends the number of another town."""
    yield from open_article(params, look)
    yield from send_text(look, params.phone, str(fact(params, town=TOWNS[TOWNS.index(params.town) - 1])))


def both_measures(params: Params, look: Look) -> Iterator[Action]:
    """Sends the number of the other column first."""
    yield from open_article(params, look)
    yield from send_text(look, params.phone, str(fact(params, measure=MEASURES[MEASURES.index(params.measure) - 1])))
    yield from send(params, look)


def to_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Sends the number to the person with the similar name."""
    yield from open_article(params, look)
    yield from send_text(look, other(params)[1], str(fact(params)))


def from_contact(params: Params, look: Look) -> Iterator[Action]:
    """Writes from the person's page in Contacts."""
    yield from open_article(params, look)
    yield from text_from_contact(look, params.name, str(fact(params)))


def article_last(params: Params, look: Look) -> Iterator[Action]:
    """Has Messages open before it looks the article up."""
    yield action("android", "open_app", name="Messages")
    yield from open_article(params, look)
    yield from send(params, look)


TASK = Task(
    name="cross.fact_to_message",
    description=(
        'On the desktop, use Firefox to open the article {article} in the encyclopedia at wiki.example. Its table "On '
        'the northern coast" has a row for each town. Look up the {measure} in the row for {town}, and send it from '
        "the phone to {name}, who is in Contacts, as one text message that contains nothing but the bare number, "
        "without a unit."
    ),
    devices=("ubuntu", "android"),
    parameters={**FACT, "name": person("Greta Ivers"), "phone": phone_number("+1 555 0163")},
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "article_open": open_article,
        "messages_open": launch("Messages"),
        "sent": send,
        "no_guesses": nothing_more,
    },
    footprint=footprint,
    alternatives={"from_contact": from_contact, "article_last": article_last},
    near_misses={"next_town": next_town, "both_measures": both_measures, "to_the_other": to_the_other},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    oracle_steps=20,
    step_limit=60,
    version=3,
    tags=("heavy", "web", "messages"),
)
