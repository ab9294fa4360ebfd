"""A dialog that asks for a name, such as that of a new folder or of a playlist, above the page that asked.

The dialog is a page of its own, since only a page's fields take text. An app uses it so::

    naming.ask(context, "New folder", "Create", ("make_folder",))   # in a handler
    case ("make_folder", name): ...                                 # in its handler, which gets the name
    view, update = naming.wrap(_view, _update)                      # for its AppSpec
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crab_gym.sim.machine.app import Context, View
from crab_gym.sim.ui import AnyMessage, Button, Dialog, Field, Page

__all__ = ["PAGE", "Beneath", "ask", "is_file_name", "wrap"]

PAGE = "naming"
"""Name of the dialog's page."""


class Beneath(Context):
    """A view's hold on the page below the one that is shown."""

    __slots__ = ()

    @property
    def page(self) -> Page:
        """The page below."""
        return self.machine.window(self.window_id).pages[-2]


def is_file_name(name: str) -> bool:
    """Returns whether a file can be called so."""
    return (
        bool(name.strip())
        and name not in (".", "..")
        and "/" not in name
        and name.isprintable()
        and len(name.encode("utf-8", "replace")) <= 255
    )


def ask(
    context: Context,
    title: str,
    action: str,
    message: AnyMessage,
    text: str = "",
    hint: str = "Name",
    whole: bool = True,
) -> None:
    """Shows the dialog; its button sends `message` with the name added.

    Args:
        context: The app's.
        title: The dialog's title.
        action: What its button says.
        message: What the button sends.
        text: The name that is offered.
        hint: What the field is for.
        whole: Whether all of the name is selected, not only what stands before its last dot.
    """
    below = context.page
    end = len(text) if whole or text.rfind(".") <= 0 else text.rfind(".")
    context.set(overlay=())
    context.push(
        Page(PAGE, (title, action, message, hint), {**below.fields, "name": text}, below.scroll, "name", (0, end))
    )


def wrap(
    view: Callable[[Context], View], update: Callable[[Context, Any], None]
) -> tuple[Callable[[Context], View], Callable[[Context, Any], None]]:
    """Returns an app's view and handler with the dialog above them, while it is open."""

    def shown(context: Context) -> View:
        return _with_dialog(context, view) if context.page.name == PAGE else view(context)

    def handled(context: Context, message: AnyMessage) -> None:
        page = context.page
        if page.name != PAGE:
            update(context, message)
        elif message[0] in ("named", "submit"):
            text = context.field("name").strip()
            if text:
                context.pop()
                update(context, (*page.arg[2], text))
        elif message[0] == "back":
            context.pop()

    return shown, handled


def _with_dialog(context: Context, view: Callable[[Context], View]) -> View:
    below = Beneath(context.machine, context.window_id)
    below.reads = context.reads
    shown = view(below)
    title, action, _, hint = context.page.arg
    actions = [
        Button("Cancel", ("back",), "text", rid="android:id/button2"),
        Button(action, ("named",), "text", rid="android:id/button1", enabled=bool(context.field("name").strip())),
    ]
    dialog = Dialog(title, Field("name", hint, "android:id/edit"), actions, dismiss=("back",))
    return View(shown.body, dialog, shown.floating)
