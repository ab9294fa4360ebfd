"""Open the issue that a text message asks for with Firefox on the desktop, and answer with its number."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, person, phone_number
from crab_sim.devices.footprints import Footprint, left_to_graph, may_add, may_send
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import launch, nothing_more
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.firefox import browse, follow, shown
from crab_tasks.kits.web.git.moves import new_issue
from crab_tasks.kits.web.git.state import REPOSITORIES, issue_number_sent, issue_opened, only_issue

TITLES = ("It fails without a network", "The table is empty", "It prints everything twice", "The last line is missing")
TEXTS = ("Seen today after the update.", "It happens each time.", "It worked last week.")


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Delivers an older report and the one to pass on."""
    fresh_contact(devices, params.name, params.phone)
    phone = devices.android
    phone.add_message(params.phone, report(other(params)), age=90_000 + rng.randrange(999))
    phone.add_message(params.phone, "That one was closed, thanks!", age=80_000 + rng.randrange(999))
    phone.add_message(params.phone, report(params), age=300)


def other(params: Params) -> Params:
    """Returns the parameters of the older report."""
    after = {
        name: values[values.index(getattr(params, name)) - 1]
        for name, values in (("repository", REPOSITORIES), ("title", TITLES), ("text", TEXTS))
    }
    return params.replace(**after)


def report(params: Params) -> str:
    """Returns the message."""
    return f"There is a bug in {params.repository}. Title: {params.title} Description: {params.text}"


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The message, the issue by its title, all of it, the answer."""
    return [
        app_opened("messages", "messages_open"),
        Checkpoint(
            id="issue_there",
            device="ubuntu",
            app="firefox",
            evaluator=check(issue_opened, repository=params.repository, title=params.title),
            after=("messages_open",),
        ),
        Checkpoint(
            id="issue_right",
            device="ubuntu",
            app="firefox",
            evaluator=check(
                only_issue, repository=params.repository, title=params.title, body=params.text, label="bug"
            ),
            after=("issue_there",),
        ),
        Checkpoint(
            id="replied",
            device="android",
            app="messages",
            evaluator=check(issue_number_sent, number=params.phone, repository=params.repository, title=params.title),
            after=("issue_there",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One issue, and one text."""
    return [
        may_send("ubuntu", "post", to=f"git.example/{params.repository}", text=f"{params.title}\n{params.text}\nbug"),
        may_add(
            "ubuntu",
            "site",
            most=1,
            table="git.example/issues",
            repository=params.repository,
            title=params.title,
            body=params.text,
            label="bug",
        ),
        may_text(params.phone, left_to_graph),
    ]


def open_issue(params: Params, look: Look) -> Iterator[Action]:
    """Fills in the form, and sends it."""
    yield from new_issue(look, params.repository, params.title, params.text, "bug")


def issue_number(look: Look) -> int:
    """Returns the number of the issue that Firefox shows, 0 where it shows none."""
    web = shown(look, role="web")
    found = re.search(r", issue (\d+) of ", web.text if web is not None else "")
    return int(found[1]) if found else 0


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Sends the number of the issue."""
    yield from _reply(params, look, 0)


def _reply(params: Params, look: Look, more: int) -> Iterator[Action]:
    if not issue_number(look):
        yield from browse(look, f"git.example/{params.repository}/issues", f"Issues of {params.repository}")
        yield from follow(look, params.title, role="link", title=f"{params.title}, issue")
    yield from send_text(look, params.phone, str(issue_number(look) + more))


def next_number(params: Params, look: Look) -> Iterator[Action]:
    """Answers with another number."""
    yield action("android", "open_app", name="Messages")
    yield from open_issue(params, look)
    yield from _reply(params, look, 1)


def older_report(params: Params, look: Look) -> Iterator[Action]:
    """Passes the older report on."""
    yield action("android", "open_app", name="Messages")
    yield from open_issue(other(params), look)
    yield from reply(params, look)


def no_label(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the label out."""
    yield action("android", "open_app", name="Messages")
    yield from new_issue(look, params.repository, params.title, params.text, "")
    yield from reply(params, look)


def in_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Answers in the conversation, with a number sign."""
    yield action("android", "open_app", name="Messages")
    yield from open_issue(params, look)
    yield from text_in_conversation(look, params.name, f"#{issue_number(look)}")


def other_repository_first(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the repository of the older report first."""
    repository = other(params).repository
    yield action("android", "open_app", name="Messages")
    yield from browse(look, f"git.example/{repository}", repository)
    yield from open_issue(params, look)
    yield from reply(params, look)


TASK = Task(
    name="cross.issue_from_message",
    description=(
        "{name} has sent bug reports to the phone in text messages. Pass the latest one on: on the desktop, use "
        "Firefox to open an issue for it at git.example, with the repository, title and description that the message "
        "gives, and with the label bug; open no other issue. Then answer {name} from the phone with one text message "
        "that contains nothing but the number of the new issue."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Bruno Castro"),
        "phone": phone_number("+1 555 0118"),
        "repository": choice(REPOSITORIES, type="repository"),
        "title": choice(TITLES),
        "text": choice(TEXTS),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "messages_open": launch("Messages"),
        "issue_there": open_issue,
        "issue_right": nothing_more,
        "replied": reply,
    },
    footprint=footprint,
    alternatives={"in_conversation": in_conversation, "other_repository_first": other_repository_first},
    near_misses={"next_number": next_number, "older_report": older_report, "no_label": no_label},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    oracle_steps=30,
    step_limit=90,
    version=3,
    tags=("heavy", "web", "messages"),
)
