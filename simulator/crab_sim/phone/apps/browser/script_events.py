"""Touches, drags, keys and typed text on pages with scripts, which become events of their logs."""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim import web
from crab_sim.engines.pages.forms import defaults
from crab_sim.engines.pages.fragments import Area
from crab_sim.engines.pages.scripting.state import MAX_EVENTS, Event
from crab_sim.machine.app import Context
from crab_sim.phone.apps.browser.load import current, document, extra, pending
from crab_sim.phone.apps.browser.local import want
from crab_sim.phone.apps.browser.messages import ScriptMessage
from crab_sim.phone.apps.browser.navigation import go
from crab_sim.phone.apps.browser.scripts import ScriptPage, begin
from crab_sim.phone.system.toasts import toast

__all__ = [
    "hear_enter", "hear_input", "press_key", "reload_scripts", "show_again", "type_text", "update_script",
]  # fmt: skip

_KEYS: Final = frozenset(("up", "down", "left", "right", "enter", "space", "escape", "tab", "backspace", "delete"))
_BARS: Final = ("url", "find")  # fields that aren't the page's


def _rects(page: ScriptPage, offset: int) -> tuple[tuple[int, float, float, float, float], ...]:
    """Returns the places of the elements that scripts ask for."""
    zoom, watched = page.zoom, frozenset(page.shown.watched)
    return tuple(
        [
            (item.node, round(item.x / zoom, 2), round((item.y - offset) / zoom, 2), round(item.w / zoom, 2),
             round(item.h / zoom, 2))
            for item in page.layout.items
            if isinstance(item, Area) and item.node in watched
        ]
    )  # fmt: skip


def _log(context: Context, event: Event) -> None:
    """Adds an event to the page's log, and shows what comes of it."""
    data = extra(context.page)
    script = data.script
    if len(script.events) >= MAX_EVENTS:
        toast(context, "The page no longer responds. Refresh it")
        return
    before = current(context, context.page)
    last = script.events[-1].at if script.events else 0
    event = event._replace(
        at=max(last, round((context.now - script.loaded) * 1000)), values=pending(before.tree, context.page.fields)
    )
    context.set(data=data._replace(script=script._replace(events=(*script.events, event))), overlay=())
    _settle(context)


def _settle(context: Context) -> None:
    """Gives the fields the values that scripts gave them, and follows where the page leads."""
    page = context.page
    now = current(context, page)
    fields = defaults(now.tree.controls)
    focus = f"node:{now.shown.focus}" if f"node:{now.shown.focus}" in fields else ""
    end = len(fields.get(focus, ""))
    kept = {key: text for key, text in page.fields.items() if key in _BARS}
    context.set(fields={**kept, **fields}, focus=focus, selection=(end, end))
    if now.shown.alerts:
        context.set(overlay=("alert", "\n".join(now.shown.alerts)))
    if now.shown.leaving:
        target = web.join(page.arg, now.shown.leaving)
        if target:
            go(context, target)


def _touch(context: Context, left: int, top: int, end: tuple[int, int] | None = None) -> None:
    """Taps the element at the touched point, or drags from there.

    Args:
        context: The app's.
        left: The page's left edge on the screen, in pixels.
        top: Its upper edge.
        end: The point where a drag ends; it began at the context's point.
    """
    page = current(context, context.page)
    x, y = context.point[0] - left, context.point[1] - top
    node = 0
    for item in page.layout.items:  # the innermost comes last
        if isinstance(item, Area) and item.x <= x < item.x + item.w and item.y <= y < item.y + item.h:
            node = item.node
    offset = context.page.scroll.get("page", 0)
    zoom, rects = page.zoom, _rects(page, offset)
    at = round(x / zoom, 2), round((y - offset) / zoom, 2)
    if end is None:
        _log(context, Event("tap", 0, node, *at, rects=rects))
    else:
        to = round((end[0] - left) / zoom, 2), round((end[1] - top - offset) / zoom, 2)
        _log(context, Event("drag", 0, node, *at, *to, rects=rects))


def _number(key: str) -> int:
    digits = key.removeprefix("node:")
    return int(digits) if digits.isdecimal() else 0


def update_script(context: Context, message: ScriptMessage) -> None:
    """Handles a touch of a page with scripts."""
    match message:
        case ("touch", left, top):
            _touch(context, left, top)
        case ("stroke", left, top, x1, y1, x2, y2):
            context.point = x1, y1
            _touch(context, left, top, (x2, y2))
        case ("picture_menu", _):
            pass  # the menu is only there on pages without scripts
        case _:
            assert_never(message)


def hear_enter(context: Context, key: str) -> bool:
    """Tells the page's scripts that Enter was pressed in a field; returns whether it is one of the page's."""
    if key in _BARS:
        return False
    _log(context, Event("key", 0, _number(key), text="enter"))
    return True


def hear_input(context: Context) -> None:
    """Tells the page's scripts that a control has a new value."""
    _log(context, Event("input", 0))


def reload_scripts(context: Context) -> None:
    """Loads the page and its scripts again."""
    want(context, context.page.arg)
    show_again(context)


def show_again(context: Context) -> None:
    """Opens the page anew, with or without scripts."""
    data = extra(context.page)._replace(script=begin(context, context.page.arg))
    context.set(data=data, overlay=(), scroll={}, fields={}, focus="")
    if data.script.loaded:
        _settle(context)
    else:
        context.set(fields=defaults(document(context, context.page).controls))


def _takes_keys(context: Context) -> bool:
    page = context.page
    return page.name == "web" and not page.focus and not page.overlay and bool(extra(page).script.loaded)


def press_key(context: Context, pressed: str) -> bool:
    """Gives a key to a page that listens to keys; returns whether it did."""
    if pressed not in _KEYS or not _takes_keys(context) or not current(context, context.page).shown.typing:
        return False
    _log(context, Event("key", 0, text=pressed))
    return True


def type_text(context: Context, written: str) -> bool:
    """Gives typed characters to a page that listens to keys; returns whether it did."""
    if not _takes_keys(context) or not current(context, context.page).shown.typing:
        return False
    for char in written[:50]:
        name = {"\n": "enter", "\t": "tab", " ": "space"}.get(char, char)
        _log(context, Event("key", 0, text=name))
    return True
