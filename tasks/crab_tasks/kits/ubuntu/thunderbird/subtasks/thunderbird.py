"""Thunderbird: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person
from crab_gym.task.types import Value, short_line, words
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.compare import same_line, telling
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.pointing import named, point
from crab_tasks.kits.ubuntu.thunderbird.moves import find_mail, new_mail, send, show_folder
from crab_tasks.kits.ubuntu.thunderbird.state import SUBJECT, address_of, mail_read, may_mail, value_mailed
from crab_tasks.kits.ubuntu.windows import window
from crab_tasks.kits.values import amount, as_typed, day, email_address, told_as

__all__ = ["LATEST_AMOUNT", "LATEST_DATE", "SEND"]

_OTHER = "Robin Quill"


def _deliver(devices: Devices, params: Params, about: str, body: str, values: tuple[Value, Value]) -> None:
    """Delivers two mails of the sender, the latest one last, and one of somebody else after them.

    Args:
        devices: The devices to prepare.
        params: The sub-task's values.
        about: The subject of the latest mail; the older one's begins like it.
        body: The mails' text, with ``{}`` in the value's place.
        values: The value in the latest mail, and the one in the others, in words.
    """
    desktop, (right, wrong) = devices.ubuntu, values
    sender = f"{params.sender} <{address_of(params.sender)}>"
    desktop.add_mail(sender, f"{about} (first plan)", f"Hello,\n\n{body.format(wrong)}\n\nBest wishes", age=90_000)
    desktop.add_mail(sender, about, f"Hello again,\n\n{body.format(right)}\n\nBest wishes", age=4_000)
    desktop.add_mail(f"{_OTHER} <{address_of(_OTHER)}>", about, f"Hello,\n\n{body.format(wrong)}\n", age=1_500)


def _read(sender: str, about: str) -> Sequence[Checkpoint]:
    """The latest mail of a sender has been opened."""
    mail = check(mail_read, sender=address_of(sender), subject=about)
    return [whereabouts(id="read", device="ubuntu", app="thunderbird", evaluator=mail)]


_PRICE = "Price of the repair"
_DAY = "Day of the delivery"


def _mails_with_amount(devices: Devices, params: Params, rng: random.Random) -> None:
    _deliver(devices, params, _PRICE, "the repair costs {} euros.", (params.amount, params.other))


def _mails_with_day(devices: Devices, params: Params, rng: random.Random) -> None:
    shown = words("date", params.day), words("date", params.other)
    _deliver(devices, params, _DAY, "the delivery comes on {}.", shown)


def _open_price(params: Params, look: Look) -> Iterator[Action]:
    yield from find_mail(look, _PRICE, sender=params.sender)


def _open_day(params: Params, look: Look) -> Iterator[Action]:
    yield from find_mail(look, _DAY, sender=params.sender)


def _open_both_prices(params: Params, look: Look) -> Iterator[Action]:
    """Opens the older mail first."""
    yield from find_mail(look, f"{_PRICE} (first plan)", sender=params.sender)
    yield from _open_price(params, look)


def _open_both_days(params: Params, look: Look) -> Iterator[Action]:
    """Opens the older mail first."""
    yield from find_mail(look, f"{_DAY} (first plan)", sender=params.sender)
    yield from _open_day(params, look)


def _look_round_for_price(params: Params, look: Look) -> Iterator[Action]:
    """Looks into another folder first."""
    yield from show_folder(look, "Sent")
    yield from _open_price(params, look)


def _look_round_for_day(params: Params, look: Look) -> Iterator[Action]:
    """Looks into another folder first."""
    yield from show_folder(look, "Sent")
    yield from _open_day(params, look)


LATEST_AMOUNT = SubTask(
    name="thunderbird.latest_amount",
    device="ubuntu",
    app="thunderbird",
    says="look up in Thunderbird on the desktop what the repair costs according to the latest mail from {sender}",
    steps="on the desktop, open Thunderbird, click the latest mail from {sender} and read what the repair costs",
    refers="the price of the repair in Thunderbird's latest mail from {sender}",
    inputs={"sender": person("Lev Ivers")},
    hidden={"amount": amount("64.50"), "other": amount("71.20")},
    output="amount",
    called="price",
    produce=lambda params: str(params.amount),
    setup=_mails_with_amount,
    checkpoints=lambda params: _read(params.sender, _PRICE),
    oracle={"read": _open_price},
    alternatives={"both": _open_both_prices, "other_folder": _look_round_for_price},
    tags=("mail", "heavy"),
)

LATEST_DATE = SubTask(
    name="thunderbird.latest_date",
    device="ubuntu",
    app="thunderbird",
    says="look up in Thunderbird on the desktop when the delivery comes according to the latest mail from {sender}",
    steps="on the desktop, open Thunderbird, click the latest mail from {sender} and read on which day the delivery "
    "comes",
    refers="the day of the delivery in Thunderbird's latest mail from {sender}",
    inputs={"sender": person("Inês Castro")},
    hidden={
        "day": day("2026-12-09", date(2026, 11, 20), date(2027, 2, 20)),
        "other": day("2026-12-16", date(2026, 11, 20), date(2027, 2, 20)),
    },
    output="date",
    called="date of delivery",
    produce=lambda params: str(params.day),
    setup=_mails_with_day,
    checkpoints=lambda params: _read(params.sender, _DAY),
    oracle={"read": _open_day},
    alternatives={"both": _open_both_days, "other_folder": _look_round_for_day},
    tags=("mail", "heavy"),
)


def _mailed(params: Params) -> Sequence[Checkpoint]:
    """Thunderbird; then the mail, and no guesses."""
    right = check(value_mailed, to=params.to, kind=told_as(params, "text"), value=params.text)
    return [
        app_opened("thunderbird", "thunderbird_open", "ubuntu"),
        Checkpoint(id="sent", device="ubuntu", app="thunderbird", evaluator=right, after=("thunderbird_open",)),
    ]


def _may_send(params: Params) -> Footprint:
    return [may_mail(params.to, same_line(SUBJECT), telling(told_as(params, "text"), params.text))]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from show_folder(look, "Inbox")


def _send(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.to, SUBJECT, as_typed(params, "text"))


def _write(params: Params, look: Look, address: str) -> Iterator[Action]:
    """Writes the mail with the keyboard, and doesn't send it yet."""
    yield from show_folder(look, "Inbox")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield from window(look, "Write:")
    yield action("ubuntu", "write_text", text=f"{address}\n")
    yield from point(look, named("Subject", role="text_field"), "field Subject")
    yield action("ubuntu", "write_text", text=SUBJECT)
    yield from point(look, named("Message body"), "text of the mail")
    yield action("ubuntu", "write_text", text=as_typed(params, "text"))


def _send_by_keys(params: Params, look: Look) -> Iterator[Action]:
    """Writes and sends the mail with the keyboard."""
    yield from _write(params, look, params.to)
    yield from send(look, by_keys=True)


def _send_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the address in capitals."""
    yield from _write(params, look, params.to.upper())
    yield from send(look)


def _with_hidden_copy(params: Params, look: Look) -> Iterator[Action]:
    """Lets somebody else have a copy, too."""
    yield from _write(params, look, params.to)
    yield from point(look, named("Bcc", role="button"), "button Bcc")
    yield action("ubuntu", "write_text", text="nobody@mail.example")
    yield from send(look)


def _with_file(params: Params, look: Look) -> Iterator[Action]:
    """Attaches one of the user's own files."""
    yield from new_mail(look, params.to, SUBJECT, as_typed(params, "text"), "/home/user/.bashrc")


def _only_written(params: Params, look: Look) -> Iterator[Action]:
    """Writes the mail, but doesn't send it."""
    yield from _write(params, look, params.to)


SEND = SubTask(
    name="thunderbird.send",
    device="ubuntu",
    app="thunderbird",
    says='mail {text} to {to} from the desktop, with the subject "As promised"',
    steps='on the desktop, open Thunderbird, click New Message, enter {to} as the recipient, "As promised" as the '
    "subject and {text} as the message, and click Send",
    inputs={"to": email_address("gaflei@example.org"), "text": short_line("Collect two lamps")},
    checkpoints=_mailed,
    oracle={"thunderbird_open": _open, "sent": _send},
    footprint=_may_send,
    alternatives={"by_keys": _send_by_keys, "in_capitals": _send_in_capitals},
    near_misses={"only_written": _only_written, "hidden_copy": _with_hidden_copy, "with_file": _with_file},
    keys=("to",),
    step_limit=40,
    tags=("mail", "heavy"),
)
