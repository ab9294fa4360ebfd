"""Mail: sub-tasks about senders, folders, drafts and mails that are passed on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, Telling, may_add, may_change, may_send
from crab_tasks.kits.android.contacts.state import namesake
from crab_tasks.kits.android.mail.moves import new_mail
from crab_tasks.kits.android.mail.state import add_mails, mail_drafted, mail_forwarded, mail_in
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.compare import same_address, same_line, small_talk, telling
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.quotations import forwards_only
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import another, as_typed, email_address, other_person, told_as

__all__ = ["ARCHIVE", "FORWARD", "LINK", "SAVE_DRAFT", "SENDERS_ADDRESS"]


def _search(look: Look, query: str) -> Iterator[Action]:
    yield from open_first_page(look, "Mail", "open_search_bar")
    yield tap(look, rid="open_search_bar")
    yield from type_into(look, "Search in mail", query)


def _open_from(look: Look, sender: str, subject: str) -> Iterator[Action]:
    """Searches for a sender's mails, and opens the latest one of a subject, if there is one."""
    yield from _search(look, sender)
    for element in look("android"):  # the latest comes first
        if element.role == "list_item" and element.text == subject and f"{sender}, " in element.description:
            x, y = element.center
            yield action("android", "tap", x=x, y=y)
            return


def _is_open(look: Look) -> bool:
    """Returns whether a mail is on the screen: nobody may have the name that was read elsewhere."""
    return has(look, "android", text="Forward", role="button")


def _mail_open(params: Params) -> Sequence[Checkpoint]:
    """Mail is in front."""
    return [app_opened("mail", "mail_open")]


# The sender's address -----------------------------------------------------------------------------------------------


def _photos(devices: Devices, params: Params, rng: random.Random) -> None:
    """Two persons with the same first name have written about photos."""
    other, body = other_person(rng, params.sender), "The photos of our walk are on paper now. Shall I bring them?"
    add_mails(
        devices,
        [
            (params.sender, params.email, "Photos", body, 3100.0 + rng.randrange(500)),
            (other, params.wrong, "Photos", body, 1200.0 + rng.randrange(500)),
        ],
    )


def _see_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the mail and shows its details."""
    yield from _open_from(look, params.sender, "Photos")
    yield tap(look, description="Show details")


def _see_by_subject(params: Params, look: Look) -> Iterator[Action]:
    """Finds both mails by their subject."""
    yield from _search(look, "Photos")
    yield from _see_details(params, look)


def _search_address(params: Params, look: Look) -> Iterator[Action]:
    """Looks whether a search for the address finds the mail."""
    yield from _see_details(params, look)
    yield from _search(look, params.email)


SENDERS_ADDRESS = SubTask(
    name="mailings.senders_address",
    device="android",
    app="mail",
    says="look up the e-mail address from which {sender} has written about photos, in the phone's Mail app",
    steps="on the phone, open Mail, open the mail about photos from {sender}, tap Show details and read the sender's "
    "e-mail address",
    refers="the e-mail address in the phone's Mail app from which {sender} has written about photos",
    inputs={"sender": person("Greta Ivers")},
    hidden={
        "email": email_address("saffron19@orchard.example"), "wrong": email_address("thistle73@northmail.example"),
    },
    output="email",
    produce=lambda params: str(params.email),
    keys=("sender",),
    setup=_photos,
    checkpoints=_mail_open,
    oracle={"mail_open": _see_details},
    alternatives={"by_subject": _see_by_subject, "address_searched": _search_address},
    backends=("sim", "adb"),
    tags=("mail",),
)  # fmt: skip

# A web address ------------------------------------------------------------------------------------------------------

_PAGES = (
    "https://news.example/bridge", "https://news.example/library", "https://news.example/lighthouse",
    "https://news.example/weather", "https://recipes.example/apple-cake", "https://recipes.example/pancakes",
    "https://recipes.example/tomato-soup", "https://travel.example/hotels", "https://travel.example/timetable",
    "https://wiki.example/bicycle", "https://wiki.example/honey-bee", "https://wiki.example/tide",
)  # fmt: skip


def _recommended(devices: Devices, params: Params, rng: random.Random) -> None:
    """The person has recommended a page, then another one; somebody with the same first name, a third one."""
    old = another(choice(_PAGES), rng, params.url)
    theirs = another(choice(_PAGES), rng, params.url, old)
    other, address = other_person(rng, params.sender), another(email_address(), rng, params.address)
    told = "Please read {} before we meet."
    corrected = "That page was too short. Please read {} instead."
    add_mails(
        devices,
        [
            (params.sender, params.address, "Something to read", told.format(old), 80_000.0),
            (params.sender, params.address, "Something to read", corrected.format(params.url), 2100.0),
            (other, address, "Something to read", told.format(theirs), 700.0),
        ],
    )


def _open_recommended(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_from(look, params.sender, "Something to read")


def _find_recommended(params: Params, look: Look) -> Iterator[Action]:
    """Reads all mails of the subject as the search shows them."""
    yield from _search(look, "Something to read")


def _see_recommended(params: Params, look: Look) -> Iterator[Action]:
    """Reads the mail in the inbox, which shows its beginning."""
    yield from open_first_page(look, "Mail", "open_search_bar")


LINK = SubTask(
    name="mailings.link",
    device="android",
    app="mail",
    says="look up the web address that {sender} recommends in the latest of the mails with something to read, in the "
    "phone's Mail app",
    steps="on the phone, open Mail, search for the mails from {sender}, open the latest one with the subject Something "
    "to read, and read the web address in it",
    refers="the web address that {sender} recommends in the phone's latest mail with something to read",
    inputs={"sender": person("Ada Grau")},
    hidden={
        "address": email_address("cobalt41@quarry.example"), "url": choice(_PAGES, "https://wiki.example/tide", "url"),
    },
    output="url",
    produce=lambda params: str(params.url),
    keys=("sender",),
    setup=_recommended,
    checkpoints=_mail_open,
    oracle={"mail_open": _open_recommended},
    alternatives={"by_subject": _find_recommended, "in_the_inbox": _see_recommended},
    backends=("sim", "adb"),
    tags=("mail",),
)  # fmt: skip

# The archive --------------------------------------------------------------------------------------------------------


def _news(devices: Devices, params: Params, rng: random.Random) -> None:
    """The person has written about two things, and somebody with the same first name about one of them."""
    other, address = other_person(rng, params.sender), another(email_address(), rng, params.address)
    add_mails(
        devices,
        [
            (params.sender, params.address, "Lost umbrella", "Has anybody found my umbrella?", 7300.0),
            (params.sender, params.address, "Umbrella stand", "We need a stand for all these umbrellas.", 4100.0),
            (other, address, "Lost umbrella", "I lost mine, too.", 1500.0),
        ],
    )


def _archived(params: Params) -> Sequence[Checkpoint]:
    right = check(mail_in, sender=params.address, subject="Lost umbrella", folder="archive")
    return [Checkpoint(id="archived", device="android", app="mail", evaluator=right)]


def _may_archive(params: Params) -> Footprint:
    where = {"sender": params.address, "subject": "Lost umbrella"}
    return [may_change("android", "mail", fields=("folder",), most=1, **where)]


def _archive(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_from(look, params.sender, "Lost umbrella")
    if _is_open(look):
        yield tap(look, description="Archive")


def _archive_again(params: Params, look: Look) -> Iterator[Action]:
    """Puts it into the trash first, and from there into the archive."""
    yield from _open_from(look, params.sender, "Lost umbrella")
    yield tap(look, description="Delete")
    yield from open_first_page(look, "Mail", "open_search_bar")
    yield tap(look, description="Open navigation drawer")
    yield tap(look, text="Trash")
    yield tap(look, text="Lost umbrella", role="list_item")
    yield tap(look, description="Archive")


def _archive_after_other(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the person's other mail first."""
    yield from _open_from(look, params.sender, "Umbrella stand")
    yield from _archive(params, look)


def _archive_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_from(look, params.sender, "Umbrella stand")
    yield tap(look, description="Archive")


def _archive_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _archive_other(params, look)
    yield from _archive(params, look)


def _delete(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_from(look, params.sender, "Lost umbrella")
    yield tap(look, description="Delete")


ARCHIVE = SubTask(
    name="mailings.archive",
    device="android",
    app="mail",
    says="archive the mail from {sender} about the lost umbrella in the phone's Mail app",
    steps="on the phone, open Mail, open the mail about the lost umbrella from {sender} and tap Archive",
    inputs={"sender": person("Jonas Kovač")},
    hidden={"address": email_address("heron66@harbour.example")},
    keys=("sender",),
    setup=_news,
    checkpoints=_archived,
    oracle={"archived": _archive},
    footprint=_may_archive,
    alternatives={"from_trash": _archive_again, "after_other": _archive_after_other},
    near_misses={"other_mail": _archive_other, "both_mails": _archive_both, "deleted": _delete},
    backends=("sim", "adb"),
    tags=("mail",),
)

# Forwarding ---------------------------------------------------------------------------------------------------------


def _wishes(devices: Devices, params: Params, rng: random.Random) -> None:
    """The person has sent a list, and somebody with the same first name another one, later."""
    other = namesake(params.sender)
    add_mails(
        devices,
        [
            (params.sender, params.address, "List of wishes", params.wishes, 5200.0 + rng.randrange(500)),
            (other, params.wrong, "List of wishes", params.others, 1900.0 + rng.randrange(500)),
        ],
    )


def _forwarded(params: Params) -> Sequence[Checkpoint]:
    right = check(mail_forwarded, to=params.email, subject="List of wishes", body=params.wishes)
    return [Checkpoint(id="forwarded", device="android", app="mail", evaluator=right)]


def _may_forward(params: Params) -> Footprint:
    """The mail, with a greeting above it at most."""

    def alone(text: str, goal: str) -> bool:
        return forwards_only(text, goal, f"{params.sender} <{params.address}>", "List of wishes", params.wishes)

    to, subject = same_address(params.email), same_line("Fwd: List of wishes")
    return [may_send("android", "mail", to=to, subject=subject, text=Telling(None, alone))]


def _forward_open(params: Params, look: Look) -> Iterator[Action]:
    """Forwards the mail that is on the screen, if there is one; it isn't sent yet."""
    if _is_open(look):
        yield tap(look, text="Forward", role="button")
        yield from type_into(look, "To", params.email)


def _forward(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_from(look, params.sender, "List of wishes")
    if _is_open(look):
        yield from _forward_open(params, look)
        yield tap(look, description="Send")


def _forward_from_menu(params: Params, look: Look) -> Iterator[Action]:
    """Takes the menu's entry."""
    yield from _open_from(look, params.sender, "List of wishes")
    yield tap(look, description="More options")
    yield tap(look, text="Forward", role="menu_item")
    yield from type_into(look, "To", params.email)
    yield tap(look, description="Send")


def _forward_from_draft(params: Params, look: Look) -> Iterator[Action]:
    """Leaves it as a draft, opens that and sends it."""
    yield from _open_from(look, params.sender, "List of wishes")
    yield from _forward_open(params, look)
    yield action("android", "press", key="back")
    yield from open_first_page(look, "Mail", "open_search_bar")
    yield tap(look, description="Open navigation drawer")
    yield tap(look, text="Drafts")
    yield tap(look, text="Fwd: List of wishes", role="list_item")
    yield tap(look, description="Send")


def _forward_later(params: Params, look: Look) -> Iterator[Action]:
    """Leaves it as a draft."""
    yield from _open_from(look, params.sender, "List of wishes")
    yield from _forward_open(params, look)
    yield action("android", "press", key="back")


def _forward_namesakes(params: Params, look: Look) -> Iterator[Action]:
    """Forwards the latest list, which is another person's."""
    yield from _open_from(look, namesake(params.sender), "List of wishes")
    yield from _forward_open(params, look)
    yield tap(look, description="Send")


def _write_anew(params: Params, look: Look) -> Iterator[Action]:
    """Writes a mail that has only the subject."""
    yield from new_mail(look, params.email, "Fwd: List of wishes", "See above")
    yield tap(look, description="Send")


FORWARD = SubTask(
    name="mailings.forward",
    device="android",
    app="mail",
    says="forward the mail from {sender} with the list of wishes to {email} in the phone's Mail app",
    steps="on the phone, open Mail, open the mail with the list of wishes from {sender}, tap Forward, enter {email} as "
    "the recipient and tap Send",
    inputs={"sender": person("Hugo Albers"), "email": email_address("pebble88@northmail.example")},
    hidden={
        "address": email_address("kestrel20@orchard.example"), "wrong": email_address("willow91@quarry.example"),
        "wishes": short_line("Order two lamps"), "others": short_line("Order both kettles"),
    },
    keys=("sender",),
    setup=_wishes,
    checkpoints=_forwarded,
    oracle={"forwarded": _forward},
    footprint=_may_forward,
    alternatives={"from_menu": _forward_from_menu, "from_draft": _forward_from_draft},
    near_misses={"draft_only": _forward_later, "namesake": _forward_namesakes, "anew": _write_anew},
    backends=("sim", "adb"),
    step_limit=40,
    tags=("mail",),
)  # fmt: skip

# A draft ------------------------------------------------------------------------------------------------------------


def _drafted(params: Params) -> Sequence[Checkpoint]:
    right = check(mail_drafted, to=params.email, kind=told_as(params, "text"), value=params.text)
    return [Checkpoint(id="drafted", device="android", app="mail", evaluator=right)]


def _may_draft(params: Params) -> Footprint:
    text = telling(told_as(params, "text"), params.text)
    to = same_address(params.email)
    return [
        may_add(
            "android", "mail", most=1, folder="drafts", to=to, body=text, subject=small_talk(as_typed(params, "text"))
        )
    ]


def _draft(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.email, "", as_typed(params, "text"))
    yield action("android", "press", key="back")


def _draft_from_menu(params: Params, look: Look) -> Iterator[Action]:
    """Saves it by the menu, with a subject."""
    yield from new_mail(look, params.email, "Not yet finished", as_typed(params, "text"))
    yield tap(look, description="More options")
    yield tap(look, text="Save draft", role="menu_item")


def _draft_in_two_steps(params: Params, look: Look) -> Iterator[Action]:
    """Saves it without a text, and writes that later."""
    subject = "For later"
    yield from new_mail(look, params.email, subject, "")
    yield action("android", "press", key="back")
    yield tap(look, description="Open navigation drawer")
    yield tap(look, text="Drafts")
    yield tap(look, text=subject, role="list_item")
    yield from type_into(look, "Compose email", as_typed(params, "text"))
    yield action("android", "press", key="back")


def _sent_at_once(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.email, "", as_typed(params, "text"))
    yield tap(look, description="Send")


def _discarded(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.email, "", as_typed(params, "text"))
    yield tap(look, description="More options")
    yield tap(look, text="Discard", role="menu_item")


def _draft_as_subject(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.email, as_typed(params, "text"), "See above")
    yield action("android", "press", key="back")


SAVE_DRAFT = SubTask(
    name="mailings.save_draft",
    device="android",
    app="mail",
    says="prepare a mail on the phone with {email} as the recipient and {text} as the text, and save it as a draft "
    "instead of sending it",
    steps="on the phone, open Mail, tap Compose, enter {email} as the recipient, type {text} as the text, tap More "
    "options and tap Save draft",
    inputs={"email": email_address("marigold57@harbour.example"), "text": short_line("Return the long ladder")},
    keys=("email",),
    checkpoints=_drafted,
    oracle={"drafted": _draft},
    footprint=_may_draft,
    alternatives={"from_menu": _draft_from_menu, "in_two_steps": _draft_in_two_steps},
    near_misses={"sent": _sent_at_once, "discarded": _discarded, "as_subject": _draft_as_subject},
    backends=("sim", "adb"),
    tags=("mail",),
)
