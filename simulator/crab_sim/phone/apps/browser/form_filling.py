"""Filling in the forms of web pages: choosing values, checking and sending them."""

from __future__ import annotations

from typing import assert_never
from urllib.parse import urlencode

from crab_sim import web
from crab_sim.devices.facts import Effect
from crab_sim.engines import days
from crab_sim.engines.pages.blocks import Control, Document
from crab_sim.engines.pages.forms import NO_PROBLEM, defaults, find_problem, pairs
from crab_sim.machine.app import Context
from crab_sim.machine.rows import next_id
from crab_sim.phone.apps.browser.data import FORMS_SENT, FormRow
from crab_sim.phone.apps.browser.load import document, extra, is_on_the_phone
from crab_sim.phone.apps.browser.messages import FormMessage
from crab_sim.phone.apps.browser.navigation import go, show_block
from crab_sim.phone.system.network import is_online
from crab_sim.phone.widgets import pickers

__all__ = ["submit_field", "update_form"]


def _control(shown: Document, key: str) -> Control | None:
    return next((block for block in shown.blocks if isinstance(block, Control) and block.key == key), None)


def _submit(context: Context, form: int, button: str = "") -> None:
    """Checks a form, records it as sent, and goes to its address.

    Shows the first problem instead, if there is one.
    """
    page = context.page
    shown = document(context, page)
    if not 0 <= form < len(shown.forms):
        return
    problem = find_problem(shown.controls, form, page.fields)
    if problem is not None:
        context.set(data=extra(page)._replace(problem=problem), focus="")
        key = problem.key
        at = next(i for i, block in enumerate(shown.blocks) if isinstance(block, Control) and block.key == key)
        show_block(context, max(0, at - 2))
        return
    sent = pairs(shown.controls, form, page.fields, button)
    action, method = shown.forms[form]
    url = web.without_query(action)
    context.set(data=extra(page)._replace(problem=NO_PROBLEM))
    search = [name for name, _ in sent] == ["q"]  # it leaves nothing behind
    if not search and not is_on_the_phone(url) and not is_online(context):
        go(context, url)  # the page that says so; loaded again, it is asked for without the form's values
        return
    rows: tuple[FormRow, ...] = context.get(FORMS_SENT)
    context.put(FORMS_SENT, (*rows, FormRow(next_id(rows), url, sent, context.now)))
    if not search:
        context.machine.log_effect(Effect("form", url, urlencode(sent, errors="replace")))
    if method == "post":
        go(context, url, posted=sent)
    else:
        go(context, f"{url}?{urlencode(sent, errors='replace')}")


def _press(context: Context, key: str) -> None:
    """Presses a form's button."""
    shown = document(context, context.page)
    control = _control(shown, key)
    if control is not None and control.kind == "reset":
        context.set(fields={**context.page.fields, **defaults(shown.controls, control.form)}, focus="")
    elif control is not None:
        _submit(context, control.form, key)


def _set_control(context: Context, key: str, value: str) -> None:
    """Sets a control's value, which is no longer a problem."""
    data = extra(context.page)
    left = data._replace(problem=NO_PROBLEM) if data.problem.key == key else data
    context.set(fields={**context.page.fields, key: value}, overlay=(), data=left)


def _ask(context: Context, key: str) -> None:
    """Opens the list, calendar or clock of a control."""
    control = _control(document(context, context.page), key)
    if control is None:
        return
    held = context.page.fields.get(key, "")
    if control.kind == "select":
        context.set(overlay=("select", key), focus="")
    elif control.kind == "date":
        parts = [int(part) for part in held.split("-") if part.isdecimal()]
        day = days.day_of(*parts) if len(parts) == 3 else int(context.now // days.DAY)
        context.set(overlay=pickers.date_overlay(key, day), focus="")
    else:
        hour, _, minute = held.partition(":")
        at = int(hour) * 60 + int(minute) if hour.isdecimal() and minute.isdecimal() else 12 * 60
        context.set(overlay=pickers.time_overlay(key, at), focus="")


def _toggle(context: Context, key: str, value: str) -> None:
    """Chooses a radio button's value, or ticks or unticks a checkbox, whose value is empty."""
    held = context.page.fields.get(key, "")
    _set_control(context, key, value or ("" if held else "on"))


def _picked(context: Context, key: str, value: int) -> None:
    """Sets the picked day or time of a control."""
    control = _control(document(context, context.page), key)
    if control is not None and control.kind == "date":
        year, month, day = days.civil(value)
        _set_control(context, key, f"{year:04}-{month:02}-{day:02}")
    else:
        _set_control(context, key, f"{value // 60:02}:{value % 60:02}")


def submit_field(context: Context, key: str) -> None:
    """Sends the form of a field in which Enter was pressed."""
    control = _control(document(context, context.page), key)
    if control is not None:
        _submit(context, control.form)


def update_form(context: Context, message: FormMessage) -> None:
    """Handles the messages of controls."""
    match message:
        case ("press", key):
            _press(context, key)
        case ("choose", key, value):
            _toggle(context, key, value)
        case ("ask", key):
            _ask(context, key)
        case ("chosen", key, value):
            _set_control(context, key, value)
        case ("pick", *_):
            pickers.update(context, message)
        case ("picked", key, number):
            _picked(context, key, number)
        case _:
            assert_never(message)
