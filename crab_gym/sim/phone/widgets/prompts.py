"""Parts of the phone's list apps: asking for a name, and picking several rows at once.

A question for a name is a page of its own above the one it is about, since typed text belongs to a page::

    context.push(prompts.page("folder", parent))
    if page.name == "prompt": View(_list(context, prompts.below(context)).body, prompts.dialog(context, ...))
    case "named": kind, arg = context.page.arg; name = prompts.name(context); context.pop(); ...

Rows are picked by a long tap; while any are, the page's overlay is ``("select", keys)``, which Back puts away.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from crab_gym.sim.machine.app import Context
from crab_gym.sim.ui import Button, Column, Dialog, Field, IconButton, Label, Page, Row, Widget

__all__ = ["below", "dialog", "file_problem", "message", "name", "page", "pick", "picked", "selection_bar"]

_LONGEST_NAME = 255


def page(kind: str, arg: Any = None, text: str = "") -> Page:
    """Returns the page that asks for a name; `text` is what it is now, selected so that typing replaces it."""
    return Page("prompt", (kind, arg), {"name": text}, focus="name", selection=(0, len(text)))


def below(context: Context) -> Page:
    """Returns the page that a question lies above."""
    return context.window.pages[-2]


def name(context: Context) -> str:
    """Returns the name as typed, without space around it."""
    return context.field("name").strip()


def dialog(context: Context, title: str, hint: str, action: str, problem: str = "") -> Dialog:
    """Returns the question's dialog, whose button sends ``("named",)``; a `problem` is shown and disables it."""
    rows: list[Widget] = [Field("name", hint, "android:id/edit")]
    if problem:
        rows.append(Label(problem, "small", "danger", wrap=True))
    ready = bool(name(context)) and not problem
    buttons = [
        Button("Cancel", ("back",), "text", rid="android:id/button2"),
        Button(action, ("named",), "text", rid="android:id/button1", enabled=ready),
    ]
    return Dialog(title, Column(rows, gap=8), buttons, dismiss=("back",))


def message(title: str, text: str) -> Dialog:
    """Returns a dialog that only tells something."""
    button = Button("OK", ("dismiss",), "text", rid="android:id/button1")
    return Dialog(title, Label(text, tone="muted", wrap=True), [button])


def file_problem(text: str, taken: bool = False) -> str:
    """Returns what is wrong with the name of a file or folder, ``""`` for nothing.

    >>> file_problem("a/b"), file_problem("plan.md")
    ("A name can't contain a slash", '')
    """
    if "/" in text or "\0" in text:
        return "A name can't contain a slash"
    if text in (".", ".."):
        return "This name is reserved"
    if len(text.encode("utf-8", "surrogatepass")) > _LONGEST_NAME:
        return "This name is too long"
    return "Something with this name is already here" if taken else ""


def picked(page: Page) -> tuple[Any, ...]:
    """Returns the keys of the rows that are picked on a page, none where nothing is being picked."""
    overlay = page.overlay
    keys: tuple[Any, ...] = overlay[1] if overlay[:1] == ("select",) else ()
    return keys


def pick(context: Context, key: Hashable) -> None:
    """Picks a row, or lets go of it."""
    keys = picked(context.page)
    keys = tuple([k for k in keys if k != key]) if key in keys else (*keys, key)
    context.set(overlay=("select", keys) if keys else ())


def selection_bar(count: int, actions: Sequence[Widget]) -> Row:
    """Returns the bar above a list while rows are picked: how many, and what can be done with them."""
    close = IconButton("close", "Close selection", ("dismiss",), tone="text")
    return Row([close, Label(str(count), "title", flex=1), *actions], pad=(8, 8), height=60, background="surface")
