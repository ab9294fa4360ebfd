"""Forms of web pages: the first values of their controls, validation, and the values that are sent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from crab_gym.sim.phone.apps.browser.html import Control, Document

__all__ = ["defaults", "pairs", "problem"]


def _controls(document: Document, form: int) -> list[Control]:
    return [block for block in document.blocks if isinstance(block, Control) and block.form == form]


def defaults(document: Document, form: int | None = None) -> dict[str, str]:
    """Returns what the controls hold at first, by key; ``form`` for those of one form only."""
    held: dict[str, str] = {}
    for block in document.blocks:
        if not isinstance(block, Control) or (form is not None and block.form != form):
            continue
        if block.kind == "radio":
            held[block.key] = block.value if block.on else held.get(block.key, "")
        elif block.kind == "checkbox":
            held[block.key] = "on" if block.on else ""
        elif block.kind not in ("submit", "reset"):
            held[block.key] = block.value
    return held


def pairs(document: Document, form: int, fields: Mapping[str, str], button: str) -> tuple[tuple[str, str], ...]:
    """Returns names and values that a form sends; `button` is the key of the one that was pressed, or ``""``."""
    sent = []
    for control in _controls(document, form):
        held = fields.get(control.key, "")
        if control.kind == "checkbox":
            use, value = bool(held), control.value
        elif control.kind == "radio":
            use, value = held == control.value, control.value
        elif control.kind in ("submit", "reset"):
            use, value = control.key == button, control.value
        else:
            use, value = True, control.value if control.kind == "hidden" else held
        if use and control.name:
            sent.append((control.name, value))
    return tuple(sent)


def problem(document: Document, form: int, fields: Mapping[str, str]) -> tuple[str, str] | None:
    """Returns the first thing that is wrong with what a form holds, as (key, message), in the browser's words."""
    for control in _controls(document, form):
        text = _problem(control, fields.get(control.key, ""), _controls(document, form))
        if text:
            return control.key, text
    return None


_EMPTY = {
    "checkbox": "Please check this box if you want to proceed.", "radio": "Please select one of these options.",
    "select": "Please select an item in the list.",
}  # fmt: skip


def _problem(control: Control, held: str, controls: Sequence[Control]) -> str:
    if control.kind in ("submit", "reset", "hidden"):
        return ""
    if not held:
        return _EMPTY.get(control.kind, "Please fill out this field.") if control.required else ""
    if control.kind == "email":
        return _email_problem(held.strip())
    if control.kind == "number":
        return _number_problem(control, held.strip())
    if control.kind in ("text", "password", "textarea"):
        size = len(held)
        if size < control.shortest:
            return (
                f"Please lengthen this text to {control.shortest} characters or more (you are currently using {size} "
                f"character{'s' * (size != 1)})."
            )
        if 0 < control.longest < size:
            return f"Please shorten this text to {control.longest} characters or less."
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
        least, most = float(control.least or "-inf"), float(control.most or "inf")
    except ValueError:
        return "Please enter a number."
    if number != number or "_" in held or "inf" in held.lower():
        return "Please enter a number."
    if number < least:
        return f"Value must be greater than or equal to {control.least}."
    return f"Value must be less than or equal to {control.most}." if number > most else ""
