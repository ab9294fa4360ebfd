"""Browser: evaluators of sent forms, moves, and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import parse_qsl

from crab_gym.backends.base import Element, Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, person
from crab_gym.task.types import Value, short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.files import STORAGE, open_folder
from crab_tasks.kits.android.pages import open_first_page, replace_text
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.values import email_address

__all__ = [
    "FORMS", "SAVED_ADDRESS", "SEND_LETTER", "bring_up", "fill", "form_sent", "letter_sent", "only_form", "refill",
    "sent_forms", "visit",
]  # fmt: skip

FORMS = "/data/data/com.android.chrome/app_chrome/Default/Web Data"
"""The database of the forms that the Browser sent, in the table ``sent_forms``."""
_RECEIVED = "https://news.example/letter-received"
"""Where the form for letters to the editor is sent."""


def sent_forms(state: State, url: str) -> list[dict[str, str]]:
    """Returns the fields of the forms that were sent to an address."""
    return [
        {name: squeezed(value) for name, value in parse_qsl(row["body"], keep_blank_values=True)}
        for row in state["android"].table(FORMS, "sent_forms")
        if row["url"] == url
    ]


def form_sent(state: State, answer: str | None, url: str, fields: Mapping[str, str]) -> bool:
    """A form was sent to the address in which these fields have these values; e-mail addresses match in any case."""
    return any(_fits(form, fields) for form in sent_forms(state, url))


def only_form(state: State, answer: str | None, url: str, fields: Mapping[str, str]) -> bool:
    """Exactly one form was sent to the address, and it has these fields and no others."""
    forms = sent_forms(state, url)
    return len(forms) == 1 and forms[0].keys() == fields.keys() and _fits(forms[0], fields)


def letter_sent(state: State, answer: str | None, name: str, kind: str, value: Value) -> bool:
    """One letter to the editor has this name, and a value as its text.

    Args:
        state: The devices' states.
        answer: Not used.
        name: The name.
        kind: The value's type.
        value: The value.
    """
    found = [form for form in sent_forms(state, _RECEIVED) if form.get("name") == name]
    return len(found) == 1 and states(kind, found[0].get("letter", ""), value)


def _fits(form: Mapping[str, str], fields: Mapping[str, str]) -> bool:
    return all(
        form.get(name, "") == value or (name == "email" and form.get(name, "").casefold() == value.casefold())
        for name, value in fields.items()
    )


def visit(look: Look, url: str) -> Iterator[Action]:
    """Types an address into the phone's Browser and goes there."""
    yield from open_first_page(look, "Browser", "url_bar")
    yield tap(look, rid="url_bar")
    yield action("android", "write_text", text=f"{url}\n")


def bring_up(look: Look, text: str = "", description: str = "") -> Iterator[Action]:
    """Swipes the page down until an element is in the upper two thirds of the visible part, or the page ends."""
    before: tuple[Element, ...] = ()
    for _ in range(12):
        shown = look("android")
        area = find(look, "android", description="Web View", role="web").bounds
        lowest = area[1] + 2 * (area[3] - area[1]) // 3
        if shown == before or any(
            element.bounds[3] <= lowest
            for element in shown
            if (not text or element.text == text) and (not description or element.description == description)
        ):
            return
        before = shown
        x, y = (area[0] + area[2]) // 2, (area[1] + area[3]) // 2
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")


def fill(look: Look, label: str, text: str) -> Iterator[Action]:
    """Types into an empty field of a page's form."""
    yield from bring_up(look, description=label)
    yield tap(look, description=label, role="text_field")
    yield action("android", "write_text", text=text)


def refill(look: Look, label: str, text: str) -> Iterator[Action]:
    """Types in place of the contents of a field of a page's form."""
    yield from bring_up(look, description=label)
    yield from replace_text(look, label, text)


def _browser_open(params: Params) -> Sequence[Checkpoint]:
    """Browser is in front."""
    front = {"device": "android", "app": "browser"}
    return [Checkpoint("browser_open", "android", "browser", app_in_front, front, hold=False)]


def _sent(params: Params) -> Sequence[Checkpoint]:
    """Browser; then the letter."""
    right = {"name": params.name, "kind": params.kinds["text"], "value": params.text}
    return [
        *_browser_open(params),
        Checkpoint("sent", "android", "browser", letter_sent, right, after=("browser_open",)),
    ]


def _may_write(params: Params) -> Footprint:
    def right(text: object) -> bool:
        return isinstance(text, str) and params.name in text

    return [may_send("android", "form", to=_RECEIVED, text=right)]


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
    yield from _fill_letter(look, params.name, typed(params.kinds["text"], params.text))
    yield from _send_filled(look)


def _send_unprinted(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't let it be printed."""
    yield from _fill_letter(look, params.name, typed(params.kinds["text"], params.text))
    yield from bring_up(look, "You may print it")
    yield tap(look, text="You may print it")
    yield from _send_filled(look)


def _send_from_front_page(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the page from another one, and corrects the letter before it is sent."""
    yield from visit(look, "news.example")
    yield from _fill_letter(look, params.name, "Dear editor")
    yield from refill(look, "Your letter", typed(params.kinds["text"], params.text))
    yield from _send_filled(look)


def _not_sent(params: Params, look: Look) -> Iterator[Action]:
    """Fills the form in, but doesn't send it."""
    yield from _fill_letter(look, params.name, typed(params.kinds["text"], params.text))


def _exchanged(params: Params, look: Look) -> Iterator[Action]:
    """Takes the name for the letter, and the letter for the name."""
    yield from _fill_letter(look, typed(params.kinds["text"], params.text), params.name)
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
    worded=("text",),
    alternatives={"unprinted": _send_unprinted, "from_front_page": _send_from_front_page},
    near_misses={"not_sent": _not_sent, "exchanged": _exchanged},
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


def _with_page(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    devices["android"].write_file(f"{_SAVED}/{params.page}", _saved_page(params, rng))


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
