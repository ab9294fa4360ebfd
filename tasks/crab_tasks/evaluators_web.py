"""Evaluators of what is sent from the phone's Browser."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from crab_tasks.evaluators import State

__all__ = ["FORMS", "form_sent", "only_form"]

FORMS = "/data/data/com.android.chrome/app_chrome/Default/Web Data"
"""Where the phone's Browser keeps the forms that it sent, in the table ``sent_forms``."""


def _forms(state: State, url: str) -> list[dict[str, str]]:
    """Returns what the forms held that were sent to an address, without blanks at ends or two in a row."""
    return [
        {name: " ".join(value.split()) for name, value in parse_qsl(row["body"], keep_blank_values=True)}
        for row in state["android"].table(FORMS, "sent_forms")
        if row["url"] == url
    ]


def form_sent(state: State, answer: str | None, url: str, fields: Mapping[str, str]) -> bool:
    """A form was sent to the address in which these fields have these values; case is nothing in e-mail addresses."""
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
