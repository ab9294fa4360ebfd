"""Touches: a point or movement on the screen becomes a message for an app, or an effect of the toolkit itself.

* `tap` - a tap, long tap, click, right click or double click.
* `drag`, `scroll`, `swipe` - movements.
* `send` - delivers a node's message.
"""

from __future__ import annotations

from typing import Literal

from crab_sim.machine import interruptions, keyboard
from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.ui import fields
from crab_sim.ui.labels import word_in
from crab_sim.ui.messages import AnyMessage
from crab_sim.ui.node import DragData, FieldData, Node, ScrollData, ShadeData, SliderData, SwipeData, TextData

__all__ = ["Gesture", "drag", "scroll", "send", "swipe", "tap"]

Gesture = Literal["tap", "long", "double"]
"""``"long"`` is a long tap or a right click."""

_EDIT_KEYS = {
    "field_cut": "ctrl+x", "field_copy": "ctrl+c", "field_paste": "ctrl+v", "field_select": "ctrl+a",
}  # fmt: skip


def tap(machine: Machine, x: int, y: int, gesture: Gesture = "tap") -> None:
    """Touches a point, and sends the message of the topmost node that takes the gesture.

    Args:
        machine: The machine.
        x: The point, in pixels.
        y: The same.
        gesture: The kind of touch.
    """
    machine.last_touch = (x, y)
    for node in machine.nodes_at(x, y):
        if gesture == "long":
            message, blocks = _long_message(node, x, y), node.message is not None
        elif gesture == "double" and node.double_message is not None:
            message, blocks = node.double_message, True
        else:
            message, blocks = node.message, False
        if isinstance(node.data, ShadeData) and node.data.modal and not machine.dismisses:
            message = ("nothing",)
        if message is not None or blocks or node.role == "window":
            machine.touched(node)
            if message is not None:
                send(machine, node, message, x, y)
                if gesture == "double" and message[0] == "focus":
                    keyboard.select_word(machine)
            return
    machine.close_toolbar()


def _long_message(node: Node, x: int, y: int) -> AnyMessage | None:
    """Returns a node's message for a long tap; a text without one opens the menu for editing."""
    if node.long_message is None:
        if isinstance(node.data, FieldData):
            return ("field_menu", node.data.key, x, y)
        if isinstance(node.data, TextData):
            return ("field_menu", "", x, y)
    return node.long_message


def send(machine: Machine, node: Node, message: AnyMessage, x: int, y: int) -> None:
    """Delivers a node's message to the toolkit, the home screen or the node's app.

    Args:
        machine: The machine.
        node: The node.
        message: The message; a slider's new value takes the place of its last part.
        x: The point of the touch, in pixels.
        y: The same.
    """
    name = message[0]
    if name == "nothing":
        return
    if name == "interruption_close":
        machine.put(interruptions.INTERRUPTIONS, interruptions.closed(machine.slices))
        return
    if isinstance(node.data, SliderData):
        message = (*message[:-1], min(1.0, max(0.0, (x - node.data.left) / node.data.span)))
    if node.owner == "shell":
        machine.shell(message)
        return
    if name not in _EDIT_KEYS:
        machine.close_toolbar()
    context = Context(machine, node.owner, (x, y))
    if name == "focus" and isinstance(node.data, FieldData):
        at = fields.index_at(node.data, context.field(node.data.key), x, y)
        context.set(focus=node.data.key, selection=(at, at))
    elif name == "dismiss":
        context.set(overlay=())
    elif name == "field_menu":
        _open_edit_menu(context, node, x, y)
    elif name in _EDIT_KEYS:
        _edit(context, str(name))
    else:
        machine.apps[node.app].update(context, message)


def _open_edit_menu(context: Context, node: Node, x: int, y: int) -> None:
    """Opens the menu or toolbar of a field, or of a text that can be copied.

    The page's overlay becomes ``("field_menu", key, x, y)`` for a field, and ``("field_menu", "", x, y, text, low,
    high)`` for other text, with the start and end of the selected part.
    """
    data = node.data
    if isinstance(data, TextData):
        context.set(focus="", overlay=("field_menu", "", x, y, data.text, *word_in(data, x, y)))
    elif isinstance(data, FieldData):
        context.set(focus=data.key, overlay=("field_menu", data.key, x, y))
        if context.machine.long_tap_selects:
            at = fields.index_at(data, context.field(data.key), x, y)
            context.set(selection=(at, at))
            keyboard.select_word(context.machine)
            row = fields.row_middle(data, context.field(data.key), at)  # a touch may be far below the text
            context.set(overlay=("field_menu", data.key, x, row))


def _edit(context: Context, name: str) -> None:
    """Carries out an entry of the edit menu; on a phone the toolbar stays after everything has been selected."""
    overlay, toolbar = context.page.overlay, context.machine.long_tap_selects
    if name != "field_select" or not toolbar:
        context.set(overlay=())
    match overlay:
        case (head, "", x, y, text, low, high):
            if name == "field_copy":
                context.put(CLIPBOARD, text[low:high])
            elif toolbar:
                context.set(overlay=(head, "", x, y, text, 0, len(text)))
        case _:
            keyboard.edit_field(context, _EDIT_KEYS[name])


def scroll(machine: Machine, x: int, y: int, dy: int) -> None:
    """Moves the view of the list or field at a point.

    Args:
        machine: The machine.
        x: The point, in pixels.
        y: The same.
        dy: Pixels; above 0 it shows content further below.
    """
    if not dy:
        return
    for node in machine.reachable(x, y):
        data = node.data
        if isinstance(data, ScrollData) and data.limit:
            _scroll_to(machine, node, data.key, max(0, min(data.limit, data.offset + dy)))
            return
        if isinstance(data, FieldData) and node.owner != "shell":
            text = Context(machine, node.owner).field(data.key)
            if fields.overflows(data, text, node.bounds[3]):
                _scroll_to(machine, node, data.key, max(0, data.first_row * data.line_height + dy))
                return


def _scroll_to(machine: Machine, node: Node, key: str, offset: int) -> None:
    if node.owner == "shell":
        machine.shell_scroll(key, offset)
        return
    machine.close_toolbar()
    context = Context(machine, node.owner)
    context.set(scroll={**context.page.scroll, key: offset})


def swipe(machine: Machine, x: int, y: int, step: int) -> bool:
    """Turns the thing at a point like a page; its ``swipe_message`` is sent with the step as its last part.

    Args:
        machine: The machine.
        x: The point, in pixels.
        y: The same.
        step: 1 towards the next page, where the finger moves left, -1 towards the one before.

    Returns:
        Whether anything at the point can be turned.
    """
    for node in machine.reachable(x, y):
        if isinstance(node.data, (ScrollData, SwipeData)) and node.data.swipe_message is not None:
            send(machine, node, (*node.data.swipe_message[:-1], step), x, y)
            return True
    return False


def drag(machine: Machine, x1: int, y1: int, x2: int, y2: int) -> None:
    """Drags from one point to another: sets a slider, paints, selects text, or scrolls like a finger.

    Args:
        machine: The machine.
        x1: The first point, in pixels.
        y1: The same.
        x2: The second point.
        y2: The same.
    """
    for node in machine.reachable(x1, y1):
        data = node.data
        if isinstance(data, SliderData) and node.message is not None:
            send(machine, node, node.message, x2, y2)
            return
        if isinstance(data, DragData):
            machine.touched(node)
            send(machine, node, (*data.drag_message[:-4], x1, y1, x2, y2), x2, y2)
            return
        if isinstance(data, FieldData) and node.owner != "shell":
            context = Context(machine, node.owner)
            text = context.field(data.key)
            ends = fields.index_at(data, text, x1, y1), fields.index_at(data, text, x2, y2)
            context.set(focus=data.key, selection=ends)
            return
        if isinstance(data, ScrollData):
            if data.drag_message is not None:
                machine.touched(node)
                send(machine, node, (*data.drag_message[:-4], x1, y1, x2, y2), x2, y2)
            else:
                scroll(machine, x1, y1, y1 - y2)
            return
