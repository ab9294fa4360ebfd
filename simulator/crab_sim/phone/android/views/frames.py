"""The trees of windows: a page in the frames that Android and its app put around it, a dialog, a menu.

* `active_window` - the tree of the window that has the focus. `system_window` - that of another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from crab_sim.devices.element_classes import CLASSES
from crab_sim.draw.ops import Rect
from crab_sim.phone import Phone
from crab_sim.phone.android.views.drawn import Drawn
from crab_sim.phone.android.views.kinds import FRAME, GROUP, IMAGE_BUTTON, LINEAR, LINEAR_COMPAT, SCROLL
from crab_sim.phone.android.views.shapes import PREFERENCES, Part, Shaper, nest
from crab_sim.phone.android.views.view import CLICKABLE, ENABLED, FOCUSABLE, FOCUSED, View, around
from crab_sim.phone.android.views.windows import Kind, OpenWindow, front_window
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.ui.accessibility import AccessibleElement

__all__ = ["active_window", "system_window"]

_TOOLBAR: Final = 76  # pixels below the status bar in which a page's toolbar lies
_SHADOW: Final = 16  # pixels that a dialog's window is larger than the dialog
_OVERFLOW: Final = "More options"
"""Description of the button that opens a toolbar's menu."""
_REACHED: Final = ENABLED | FOCUSABLE


_PAGE: Final = ((LINEAR, ""), (FRAME, ""), (LINEAR, "{}:id/action_bar_root"), (FRAME, "android:id/content"))
_FRAMES: Final = {
    "settings": ((LINEAR, ""), (FRAME, "android:id/content"), (LINEAR, "{}:id/content_parent")),
    "launcher": (
        (LINEAR, ""), (FRAME, "android:id/content"), (FRAME, "{}:id/launcher"), (FRAME, "{}:id/drag_layer"),
    ),
}  # fmt: skip
"""The frames below the root of apps' windows, where they are others than most apps have."""
_CONTENTS: Final = {
    "settings": (
        (FRAME, "{}:id/content_frame"), (LINEAR, ""), (FRAME, "{}:id/main_content"),
        (LINEAR, "{}:id/container_material"), (FRAME, "android:id/list_container"),
    ),
}  # fmt: skip
"""The frames around the content of apps' pages, below their toolbars."""
_CONTENT: Final = ((FRAME, ""),)


def active_window(phone: Phone, package: Callable[[str], str]) -> tuple[View, str]:
    """Returns the tree of the window that has the focus, and the package that it belongs to.

    Args:
        phone: The phone.
        package: From an app's id to its package.
    """
    window = front_window(phone)
    owner = "com.android.systemui" if window.app == "system" else package(window.app)
    drawn = Drawn(phone.display_list(), window.shade)
    shaper = Shaper(drawn, phone.width)
    parts = nest(window.elements)
    screen = (0, 0, phone.width, phone.height)
    if window.kind is Kind.DIALOG:
        root = _dialog(shaper, parts, owner, screen)
    elif window.kind is Kind.MENU:
        views = [_menu(shaper, part) for part in parts]
        root = View(FRAME, around(views), [View(FRAME, around(views), views)])
    elif window.app == "system":
        root = View(FRAME, screen, shaper.views(parts))
    else:
        root = _page(shaper, parts, window, owner, screen)
    _focus(root)
    return root, owner


def system_window(phone: Phone, elements: Sequence[AccessibleElement], bounds: Rect) -> View:
    """Returns the tree of a window of the system's own, such as the status bar or the keyboard.

    Args:
        phone: The phone.
        elements: What is in it, back to front.
        bounds: Its bounds.
    """
    ops = [op for op in phone.display_list() if bounds[1] <= op[2] and op[4] <= bounds[3]]
    shaper = Shaper(Drawn(ops, None), phone.width)
    return View(FRAME, bounds, shaper.views(nest(elements)))


def _framed(frames: Sequence[tuple[str, str]], owner: str, bounds: Rect, inner: list[View]) -> View:
    """Returns views in frames, the outermost first."""
    for kind, id in reversed(frames):
        inner = [View(kind, bounds, inner, id.format(owner))]
    return inner[0]


def _page(shaper: Shaper, parts: Sequence[Part], window: OpenWindow, owner: str, screen: Rect) -> View:
    """Returns the root of an app's window."""
    left, _, right, bottom = screen
    place = (left, STATUS_HEIGHT, right, bottom - NAV_HEIGHT)
    views = shaper.views(parts)
    bar = []
    if views and views[0].bounds[3] <= STATUS_HEIGHT + _TOOLBAR and window.app != "launcher":
        bar = [_toolbar(views.pop(0), owner, right)]
    last = next((i for i, view in enumerate(views) if _is_tabs(view)), len(views))
    content, rest = views[:last], views[last:]
    if len(content) > 1:
        content = [View(LINEAR, around(content), content)]
    if content:
        content = [_framed(_CONTENTS.get(window.app, _CONTENT), owner, around(content), content)]
    inner = [*bar, *content, *rest]
    if window.app not in _FRAMES:
        inner = [View(GROUP, place, inner)]
    return View(FRAME, screen, [_framed(_FRAMES.get(window.app, _PAGE), owner, place, inner)])


def _is_tabs(view: View) -> bool:
    return view.kind == LINEAR and all(child.kind == CLASSES["tab"] for child in view.children)


def _toolbar(view: View, owner: str, right: int) -> View:
    """Returns a page's toolbar: the arrow, the title, and the actions at its end in a group of their own."""
    parts = view.children if view.kind == LINEAR and not view.flags & CLICKABLE else [view]
    end = len(parts)
    while end and parts[end - 1].kind == IMAGE_BUTTON:
        end -= 1
    actions = parts[end:]
    for action in actions:
        if action.description != _OVERFLOW:
            action.kind = CLASSES["text"]
    children = parts[:end] + ([View(LINEAR_COMPAT, around(actions), actions)] if actions and end else actions)
    bounds = around(parts)
    return View(GROUP, (0, bounds[1], right, bounds[3]), children, f"{owner}:id/action_bar")


def _menu(shaper: Shaper, part: Part) -> View:
    view = View(CLASSES["menu"], part.element.bounds, [shaper.view(each) for each in part.parts])
    view.flags = _REACHED
    for entry in view.children:
        entry.kind = LINEAR
    return view


def _dialog(shaper: Shaper, parts: Sequence[Part], owner: str, screen: Rect) -> View:
    """Returns the root of a dialog's window: its title, its content and its buttons, each in its panel."""
    dialog, *others = parts
    bounds, panels = dialog.element.bounds, []
    views = shaper.views(dialog.parts)
    if views and views[0].kind == CLASSES["text"] and views[0].text == dialog.element.text:
        title = views.pop(0)
        title.id = title.id or f"{owner}:id/alertTitle"
        template = View(LINEAR, title.bounds, [title], f"{owner}:id/title_template")
        panels.append(View(LINEAR, title.bounds, [template], dialog.element.resource_id or f"{owner}:id/topPanel"))
    buttons = views[-1:] if views and _are_buttons(views[-1]) else []
    content = views[: len(views) - len(buttons)]
    if content:
        panels.append(_content_panel(content, owner))
    if buttons:
        row = buttons[0] if buttons[0].kind == LINEAR else View(LINEAR, buttons[0].bounds, buttons)
        panels.append(View(SCROLL, row.bounds, [row], f"{owner}:id/buttonPanel", flags=_REACHED))
    panels += shaper.views(others)
    panel = View(CLASSES["dialog"], bounds, panels, f"{owner}:id/parentPanel")
    outer = (
        max(screen[0], bounds[0] - _SHADOW), max(screen[1], bounds[1] - _SHADOW),
        min(screen[2], bounds[2] + _SHADOW), min(screen[3], bounds[3] + _SHADOW),
    )  # fmt: skip
    frames = ((LINEAR, ""), (FRAME, ""), (FRAME, f"{owner}:id/action_bar_root"), (FRAME, "android:id/content"))
    return View(FRAME, outer, [_framed(frames, owner, bounds, [panel])])


def _content_panel(content: list[View], owner: str) -> View:
    """Returns what a dialog has between title and buttons: a message, or anything else."""
    bounds = around(content)
    if len(content) == 1 and content[0].kind == CLASSES["text"]:
        inner = View(SCROLL, bounds, [View(LINEAR, bounds, content)], f"{owner}:id/scrollView")
        return View(FRAME, bounds, [inner], f"{owner}:id/contentPanel")
    inner = content[0] if len(content) == 1 else View(LINEAR, bounds, content)
    return View(FRAME, bounds, [View(FRAME, bounds, [inner], f"{owner}:id/custom")], f"{owner}:id/customPanel")


def _are_buttons(view: View) -> bool:
    views = view.children if view.kind == LINEAR and not view.flags & CLICKABLE else [view]
    return all(each.kind == CLASSES["button"] for each in views)


def _focus(root: View) -> None:
    """Gives the focus to a view that takes it without being touched, unless a field has it.

    While a phone is touched, only fields, pages of the web, and the lists of menus, preferences and of pages that are
    nothing but a list have it.
    """
    takers, stack = [], [root]
    while stack:
        view = stack.pop()
        if view.flags & FOCUSED:
            return
        if view.kind in (CLASSES["menu"], CLASSES["web"]) or view.id == PREFERENCES:
            takers.append(view)
        stack.extend(reversed(view.children))
    if takers:
        takers[0].flags |= FOCUSED
