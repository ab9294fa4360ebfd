"""Browser: evaluators of sent forms, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import parse_qsl

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, replace_text
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import State

__all__ = ["FORMS", "bring_up", "fill", "form_sent", "only_form", "refill", "visit"]

FORMS = "/data/data/com.android.chrome/app_chrome/Default/Web Data"
"""The database of the forms that the Browser sent, in the table ``sent_forms``."""


def _forms(state: State, url: str) -> list[dict[str, str]]:
    """Returns the fields of the forms that were sent to an address."""
    return [
        {name: squeezed(value) for name, value in parse_qsl(row["body"], keep_blank_values=True)}
        for row in state["android"].table(FORMS, "sent_forms")
        if row["url"] == url
    ]


def form_sent(state: State, answer: str | None, url: str, fields: Mapping[str, str]) -> bool:
    """A form was sent to the address in which these fields have these values; e-mail addresses match in any case."""
    return any(_fits(form, fields) for form in _forms(state, url))


def only_form(state: State, answer: str | None, url: str, fields: Mapping[str, str]) -> bool:
    """Exactly one form was sent to the address, and it has these fields and no others."""
    forms = _forms(state, url)
    return len(forms) == 1 and forms[0].keys() == fields.keys() and _fits(forms[0], fields)


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
