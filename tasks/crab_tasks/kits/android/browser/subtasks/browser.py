"""Browser: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.browser.moves import bring_up, fill, refill, visit
from crab_tasks.kits.android.browser.state import RECEIVED, letter_sent
from crab_tasks.kits.android.files.moves import open_folder
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.pages import open_first_page
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.footprints import filled_form
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import as_typed, email_address

__all__ = ["SAVED_ADDRESS", "SEND_LETTER"]


def _browser_open(params: Params) -> Sequence[Checkpoint]:
    """Browser is in front."""
    return [app_opened("browser", "browser_open")]


def _sent(params: Params) -> Sequence[Checkpoint]:
    """Browser; then the letter."""
    right = check(letter_sent, name=params.name, kind=params.kinds["text"], value=params.text)
    return after_opening("browser", "sent", right)


def _may_write(params: Params) -> Footprint:
    letter = same_value(params.kinds["text"], params.text)
    right = filled_form({"name": params.name, "letter": letter, "print": "yes"})
    return [may_send("android", "form", to=RECEIVED, text=right)]


def _open_browser(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Browser", "url_bar")


def _fill_letter(look: Look, name: str, text: str) -> Iterator[Action]:
    """Fills in the form for letters."""
    yield from visit(look, "news.example/letters")
    yield from fill(look, "Your name", name)
    yield from fill(look, "Your letter", text)


def _send_filled(look: Look) -> Iterator[Action]:
    yield from bring_up(look, "Send letter")
    yield tap(look, text="Send letter")


def _send_letter(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill_letter(look, params.name, as_typed(params, "text"))
    yield from _send_filled(look)


def _send_name_last(params: Params, look: Look) -> Iterator[Action]:
    """Types the letter before the name."""
    yield from visit(look, "news.example/letters")
    yield from fill(look, "Your letter", as_typed(params, "text"))
    yield from fill(look, "Your name", params.name)
    yield from _send_filled(look)


def _send_unprinted(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't let it be printed, which nobody has asked for."""
    yield from _fill_letter(look, params.name, as_typed(params, "text"))
    yield from bring_up(look, "You may print it")
    yield tap(look, text="You may print it")
    yield from _send_filled(look)


def _send_from_front_page(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the page from another one, and corrects the letter before it is sent."""
    yield from visit(look, "news.example")
    yield from _fill_letter(look, params.name, "Dear editor")
    yield from refill(look, "Your letter", as_typed(params, "text"))
    yield from _send_filled(look)


def _not_sent(params: Params, look: Look) -> Iterator[Action]:
    """Fills the form in, but doesn't send it."""
    yield from _fill_letter(look, params.name, as_typed(params, "text"))


def _exchanged(params: Params, look: Look) -> Iterator[Action]:
    """Takes the name for the letter, and the letter for the name."""
    yield from _fill_letter(look, as_typed(params, "text"), params.name)
    yield from _send_filled(look)


SEND_LETTER = SubTask(
    name="browser.send_letter",
    device="android",
    app="browser",
    says="in the phone's Browser, send {text} as a letter from {name} with the form at news.example/letters",
    steps="on the phone, open Browser, go to news.example/letters, type {name} as the name and {text} as the letter, "
    "and tap Send letter",
    inputs={"name": person("Mina Ekman"), "text": short_line("Paint the garden chair")},
    checkpoints=_sent,
    oracle={"browser_open": _open_browser, "sent": _send_letter},
    footprint=_may_write,
    alternatives={"name_last": _send_name_last, "from_front_page": _send_from_front_page},
    near_misses={"not_sent": _not_sent, "exchanged": _exchanged, "unprinted": _send_unprinted},
    backends=("sim", "adb"),
    step_limit=40,
    tags=("browser", "form"),
)

_SAVED = f"{STORAGE}/Download"
_PAGES = {
    "ferry.html": "The Ferry", "library.html": "The Library", "museum.html": "The Museum",
    "observatory.html": "The Observatory", "theatre.html": "The Theatre",
}  # fmt: skip
"""The names of saved pages, and their headings."""


def _saved_page(params: Params, rng: random.Random) -> str:
    title = _PAGES[params.page]
    rows = [("Bookings", params.email), ("Lost property", params.other)]
    rng.shuffle(rows)
    listed = "".join(f"<li>{what}: {address}</li>" for what, address in rows)
    head = f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head>'
    body = f"<body><h1>{title}</h1><p>We are open every day.</p><h2>Write to us</h2><ul>{listed}</ul></body></html>"
    return head + body


def _with_page(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.android.write_file(f"{_SAVED}/{params.page}", _saved_page(params, rng))


def _read_page(params: Params, look: Look) -> Iterator[Action]:
    """Types the page's address."""
    yield from visit(look, f"file:///sdcard/Download/{params.page}")


def _read_from_list(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder, and the page from there."""
    yield from visit(look, "file:///sdcard/Download/")
    yield from bring_up(look, f"{params.page}")
    yield tap(look, text=f"{params.page}")


def _read_full_path(params: Params, look: Look) -> Iterator[Action]:
    """Looks where the page lies in Files, and types its full address."""
    yield from open_folder(look, "Download")
    yield from visit(look, f"file://{_SAVED}/{params.page}")


SAVED_ADDRESS = SubTask(
    name="browser.saved_address",
    device="android",
    app="browser",
    says="look up the e-mail address for bookings on the saved web page {page} in the phone's folder Download",
    steps="on the phone, open Browser, go to file:///sdcard/Download/, open the file {page} there and read the e-mail "
    "address for bookings",
    refers="the e-mail address for bookings on the phone's saved web page {page}",
    inputs={"page": choice(tuple(_PAGES))},
    hidden={
        "email": email_address("pebble31@harbour.example"), "other": email_address("cobalt84@harbour.example"),
    },
    output="email",
    produce=lambda params: str(params.email),
    setup=_with_page,
    checkpoints=_browser_open,
    oracle={"browser_open": _read_page},
    alternatives={"from_list": _read_from_list, "full_path": _read_full_path},
    backends=("sim", "adb"),
    tags=("browser",),
)  # fmt: skip
