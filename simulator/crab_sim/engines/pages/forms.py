"""Forms of web pages: the first values of their controls, validation, and the values that are sent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_sim.engines.pages.blocks import Control

__all__ = ["NO_PROBLEM", "Problem", "defaults", "find_problem", "pairs"]


class Problem(NamedTuple):
    """An invalid value in a form: the key of its control, and a message in the browser's words."""

    key: str
    text: str


NO_PROBLEM: Final = Problem("", "")


_BUTTONS = ("submit", "reset", "button")


def _of(controls: Sequence[Control], form: int) -> list[Control]:
    return [control for control in controls if control.form == form]


def defaults(controls: Sequence[Control], form: int | None = None) -> dict[str, str]:
    """Returns the first values of all controls of a page, or of those of one form, by key."""
    held: dict[str, str] = {}
    for control in controls:
        if form is not None and control.form != form:
            continue
        if control.kind == "radio":
            held[control.key] = control.value if control.on else held.get(control.key, "")
        elif control.kind == "checkbox":
            held[control.key] = "on" if control.on else ""
        elif control.kind not in _BUTTONS:
            held[control.key] = control.value
    return held


def pairs(
    controls: Sequence[Control], form: int, fields: Mapping[str, str], button: str
) -> tuple[tuple[str, str], ...]:
    """Returns the names and values that a form sends.

    Args:
        controls: The controls of the page.
        form: Index of the form.
        fields: The values of its controls by key.
        button: Key of the button that was pressed, or ``""``.
    """
    sent = []
    for control in _of(controls, form):
        held = fields.get(control.key, "")
        if control.kind == "checkbox":
            use, value = bool(held), control.value
        elif control.kind == "radio":
            use, value = held == control.value, control.value
        elif control.kind in _BUTTONS:
            use, value = control.key == button, control.value
        else:
            use, value = True, control.value if control.kind == "hidden" else held
        if use and control.name:
            sent.append((control.name, value))
    return tuple(sent)


def find_problem(controls: Sequence[Control], form: int, fields: Mapping[str, str]) -> Problem | None:
    """Returns the first invalid value of a form."""
    for control in _of(controls, form):
        text = _problem_text(control, fields.get(control.key, ""))
        if text:
            return Problem(control.key, text)
    return None


_EMPTY = {
    "checkbox": "Please check this box if you want to proceed.", "radio": "Please select one of these options.",
    "select": "Please select an item in the list.",
}  # fmt: skip


def _problem_text(control: Control, held: str) -> str:
    if control.kind in _BUTTONS or control.kind == "hidden":
        return ""
    if not held:
        return _EMPTY.get(control.kind, "Please fill out this field.") if control.required else ""
    if control.kind == "email":
        return _email_problem(held.strip())
    if control.kind == "number":
        return _number_problem(control, held.strip())
    if control.kind in ("text", "password", "textarea"):
        size = len(held)
        if size < control.min_length:
            return (
                f"Please lengthen this text to {control.min_length} characters or more (you are currently using {size} "
                f"character{'s' * (size != 1)})."
            )
        if 0 < control.max_length < size:
            return f"Please shorten this text to {control.max_length} characters or less."
    return ""


def _email_problem(held: str) -> str:
    name, at, host = held.partition("@")
    if not at:
        return f"Please include an '@' in the email address. '{held[:60]}' is missing an '@'."
    if not host:
        return f"Please enter a part following '@'. '{held[:60]}' is incomplete."
    if not name:
        return f"Please enter a part followed by '@'. '{held[:60]}' is incomplete."
    good = re.fullmatch(r"[^\s@]{1,200}@[A-Za-z0-9.-]{1,200}", held) and ".." not in host and host[:1] != "."
    return "" if good else "Please enter an email address."


def _number_problem(control: Control, held: str) -> str:
    try:
        number = float(held) if len(held) < 40 and held.isascii() else float("nan")
        minimum, maximum = float(control.minimum or "-inf"), float(control.maximum or "inf")
    except ValueError:
        return "Please enter a number."
    if number != number or "_" in held or "inf" in held.lower():
        return "Please enter a number."
    if number < minimum:
        return f"Value must be greater than or equal to {control.minimum}."
    return f"Value must be less than or equal to {control.maximum}." if number > maximum else ""
