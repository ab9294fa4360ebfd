"""Browser: evaluators and setups."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from crab_gym.task.types import Value, states
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.state import State

__all__ = ["ASKED", "FORMS", "RECEIVED", "form_sent", "letter_sent", "only_form", "question_asked", "sent_forms"]

FORMS = "/data/data/com.android.chrome/app_chrome/Default/Web Data"
"""The database of the forms that the Browser sent, in the table ``sent_forms``."""
RECEIVED = "https://news.example/letter-received"
"""Where the form for letters to the editor is sent."""


def sent_forms(state: State, url: str) -> list[dict[str, str]]:
    """Returns the fields of the forms that were sent to an address."""
    return [
        {name: squeezed(value) for name, value in parse_qsl(row["body"], keep_blank_values=True)}
        for row in state.android.table(FORMS, "sent_forms")
        if row["url"] == url
    ]


def form_sent(state: State, url: str, fields: Mapping[str, str]) -> bool:
    """A form was sent to the address in which these fields have these values; e-mail addresses match in any case."""
    return any(_fits(form, fields) for form in sent_forms(state, url))


def only_form(state: State, url: str, fields: Mapping[str, str]) -> bool:
    """Exactly one form was sent to the address, and it has these fields and no others."""
    forms = sent_forms(state, url)
    return len(forms) == 1 and forms[0].keys() == fields.keys() and _fits(forms[0], fields)


def letter_sent(state: State, name: str, kind: str, value: Value) -> bool:
    """One letter to the editor has this name, and a value as its text.

    Args:
        state: The devices' states.
        name: The name.
        kind: The value's type.
        value: The value.
    """
    found = [form for form in sent_forms(state, RECEIVED) if form.get("name") == name]
    return len(found) == 1 and states(kind, found[0].get("letter", ""), value)


def _fits(form: Mapping[str, str], fields: Mapping[str, str]) -> bool:
    return all(
        form.get(name, "") == value or (name == "email" and form.get(name, "").casefold() == value.casefold())
        for name, value in fields.items()
    )


# A question ---------------------------------------------------------------------------------------------------------

ASKED = "https://forms.example/sent"


def question_asked(state: State, name: str, email: str, kind: str, value: Value) -> bool:
    """One general question has this name; it has this e-mail address, and a value as its text.

    Args:
        state: The devices' states.
        name: The name.
        email: The e-mail address.
        kind: The value's type.
        value: The value.
    """
    found = [form for form in sent_forms(state, ASKED) if form.get("name") == name]
    return (
        len(found) == 1
        and found[0].get("topic") == "General question"
        and found[0].get("email", "").casefold() == email.casefold()
        and states(kind, found[0].get("message", ""), value)
    )
