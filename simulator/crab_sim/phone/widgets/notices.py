"""Short notices at the bottom of a page, perhaps with a button that undoes something."""

from __future__ import annotations

from typing import Generic, NamedTuple

from crab_sim.machine.app import Context
from crab_sim.ui import Box, Column, Label, Message_co, MessageT, Row, Space, Widget

__all__ = ["Notice", "notice", "with_notice"]

_SECONDS = 4.0  # for which a notice stays


class Notice(NamedTuple, Generic[Message_co]):
    """A short notice, as plain data of a page.

    Attributes:
        text: The notice's text.
        until: The time at which it goes away, in seconds since 1970.
        undo: Sent by its button; empty for none.
    """

    text: str
    until: float
    undo: Message_co | tuple[()] = ()


def notice(context: Context, text: str, undo: MessageT | tuple[()] = ()) -> Notice[MessageT]:
    """Returns a notice that appears now."""
    return Notice(text, context.now + _SECONDS, undo)


def with_notice(
    context: Context, shown: Notice[MessageT] | None, button: Widget[MessageT] | None
) -> Widget[MessageT] | None:
    """Returns the floating part of a page: its button and, while it lasts, the notice below that."""
    # Asked of the machine, the time isn't among the view's reads: a page without a notice isn't made again each second.
    gone = shown is None or context.machine.now > shown.until
    if shown is None or gone or context.seconds > shown.until:
        return button
    row: list[Widget[MessageT]] = [Label(shown.text, 14, "background", role="")]
    if shown.undo:
        row += [Space(16), Label("Undo", 14, "selection", "bold", role="button", message=shown.undo)]
    bar: Widget[MessageT] = Box(Row(row, height=30), "text", (16, 9), 10, text=shown.text, role="text")
    if button is None:
        return bar
    return Column([Row([Space(flex=1), button]), Row([bar, Space(flex=1)])], gap=10)
