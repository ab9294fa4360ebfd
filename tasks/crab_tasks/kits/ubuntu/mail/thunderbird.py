"""Sub-tasks about mails that are read in Thunderbird."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import Value, person_name, words
from crab_tasks.kits.ubuntu.mail.judging import mail_read
from crab_tasks.kits.ubuntu.mail.messages import find_mail, show_folder
from crab_tasks.kits.values import amount, day

__all__ = ["LATEST_AMOUNT", "LATEST_DATE"]

_OTHER = "Robin Quill"


def _address(name: str) -> str:
    """Returns somebody's address.

    >>> _address("Chloé Kovač")
    'chloe.kovac@example.org'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return f"{'.'.join(plain.split())}@example.org"


def _deliver(devices: Mapping[str, Setup], params: Params, about: str, body: str, values: tuple[Value, Value]) -> None:
    """Delivers two mails of the sender, the latest one last, and one of somebody else after them.

    Args:
        devices: The devices to prepare.
        params: The sub-task's values.
        about: The subject of the latest mail; the older one's begins like it.
        body: The mails' text, with ``{}`` in the value's place.
        values: The value in the latest mail, and the one in the others, in words.
    """
    desktop, (right, wrong) = devices["ubuntu"], values
    sender = f"{params.sender} <{_address(params.sender)}>"
    desktop.add_mail(sender, f"{about} (first plan)", f"Hello,\n\n{body.format(wrong)}\n\nBest wishes", age=90_000)
    desktop.add_mail(sender, about, f"Hello again,\n\n{body.format(right)}\n\nBest wishes", age=4_000)
    desktop.add_mail(f"{_OTHER} <{_address(_OTHER)}>", about, f"Hello,\n\n{body.format(wrong)}\n", age=1_500)


def _read(sender: str, about: str) -> Sequence[Checkpoint]:
    """The latest mail of a sender has been opened."""
    mail = {"sender": _address(sender), "subject": about}
    return [Checkpoint("read", "ubuntu", "thunderbird", mail_read, mail, hold=False)]


_PRICE = "Price of the repair"
_DAY = "Day of the delivery"


def _mails_with_amount(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _deliver(devices, params, _PRICE, "the repair costs {} euros.", (params.amount, params.other))


def _mails_with_day(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
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
    says="look up in Thunderbird what the repair costs according to the latest mail from {sender}",
    steps="on the desktop, open Thunderbird, click the latest mail from {sender} and read what the repair costs",
    refers="the price of the repair in the latest mail from {sender}",
    inputs={"sender": person_name("Lev Ivers")},
    hidden={"amount": amount("64.50"), "other": amount("71.20")},
    output="amount",
    produce=lambda params: str(params.amount),
    setup=_mails_with_amount,
    checkpoints=lambda params: _read(params.sender, _PRICE),
    oracle={"read": _open_price},
    alternatives={"both": _open_both_prices, "other_folder": _look_round_for_price},
    backends=("sim", "desktop"),
    tags=("mail", "heavy"),
)

LATEST_DATE = SubTask(
    name="thunderbird.latest_date",
    device="ubuntu",
    app="thunderbird",
    says="look up in Thunderbird on which day the delivery comes according to the latest mail from {sender}",
    steps="on the desktop, open Thunderbird, click the latest mail from {sender} and read on which day the delivery "
    "comes",
    refers="the day of the delivery in the latest mail from {sender}",
    inputs={"sender": person_name("Inês Castro")},
    hidden={
        "day": day("2026-12-09", date(2026, 11, 20), date(2027, 2, 20)),
        "other": day("2026-12-16", date(2026, 11, 20), date(2027, 2, 20)),
    },
    output="date",
    produce=lambda params: str(params.day),
    setup=_mails_with_day,
    checkpoints=lambda params: _read(params.sender, _DAY),
    oracle={"read": _open_day},
    alternatives={"both": _open_both_days, "other_folder": _look_round_for_day},
    backends=("sim", "desktop"),
    tags=("mail", "heavy"),
)
