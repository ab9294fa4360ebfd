"""Views of elements: what each one is on Android, and what is drawn in it without being an element.

A row that can be tapped has no text of its own, but texts in it; an icon that is drawn in it is an image; things beside
one another lie in a row.

* `nest` - the elements with what lies in them, each a `Part`. `Shaper` - makes their views.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from crab_sim.devices.element_classes import CLASSES, SECOND_IDS
from crab_sim.draw.ops import Rect
from crab_sim.phone.android.views.drawn import Drawn
from crab_sim.phone.android.views.kinds import (
    DRAWER,
    FRAME,
    GROUP,
    IMAGE_BUTTON,
    LINEAR,
    LINEAR_COMPAT,
    OLD_LIST,
    RELATIVE,
    SCROLL,
    VIEW,
    WEB_IMAGE,
)
from crab_sim.phone.android.views.view import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    ENABLED,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
    View,
    around,
)
from crab_sim.ui.accessibility import AccessibleElement

__all__ = ["PREFERENCES", "Part", "Shaper", "nest"]

_TEXT, _IMAGE, _SWITCH = CLASSES["text"], CLASSES["image"], CLASSES["switch"]
_TITLE_ID, _ICON_ID, _SWITCH_ID = "android:id/title", "android:id/icon", "android:id/switch_widget"
_ICON_FRAME_ID: Final = "com.android.settings:id/icon_frame"
_TITLES: Final = re.compile(r"(title|name|label|textview|text1|line_1)$")
"""The ends of ids that a row's first line has; other ids are the row's own."""
_LISTED: Final = frozenset(("list_item", "image", "icon", "switch", "other"))
"""Roles of what a list makes anew while it scrolls; a list of anything else is a page that scrolls as a whole."""
_FLOATING: Final = 48  # pixels of the layout that a floating button is high at least
_CORNER: Final = 24  # pixels of the layout between a floating button and the edges of the list below it
_WIDGET: Final = 68  # pixels at the end of a row in which its switch lies
_LIST_ID: Final = "android:id/list"
"""Id of the one list of a page that is nothing else."""
PREFERENCES: Final = "com.android.settings:id/recycler_view"
"""Id of the list of preferences."""


def _flags(element: AccessibleElement) -> int:
    """Returns the flags that an element has as a view of its own."""
    return (
        CHECKABLE * element.checkable | CHECKED * element.checked | CLICKABLE * element.clickable
        | ENABLED * element.enabled | FOCUSABLE * (element.clickable or element.editable or element.scrollable)
        | FOCUSED * element.focused | SCROLLABLE * element.scrollable | LONG_CLICKABLE * element.long_clickable
        | PASSWORD * element.password | SELECTED * element.selected
    )  # fmt: skip


class Part:
    """An element with the parts that lie in it."""

    __slots__ = ("element", "parts")

    def __init__(self, element: AccessibleElement) -> None:
        self.element = element
        self.parts: list[Part] = []


def _contains(outer: Rect, inner: Rect) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _floats(bounds: Rect, over: AccessibleElement) -> bool:
    """Returns whether a rectangle lies in the lower right corner of a list, above it."""
    return over.role == "list" and all([0 < over.bounds[i] - bounds[i] <= _CORNER for i in (2, 3)])


def nest(elements: Iterable[AccessibleElement]) -> list[Part]:
    """Returns the elements that lie in no other, each with those in it; floating buttons lie in no list."""
    outermost: list[Part] = []
    open_parts: list[Part] = []
    for element in elements:
        while open_parts and not _contains(open_parts[-1].element.bounds, element.bounds):
            open_parts.pop()
        if element.role == "button" and element.bounds[3] - element.bounds[1] >= _FLOATING:
            below = [i for i, part in enumerate(open_parts) if _floats(element.bounds, part.element)]
            del open_parts[min(below, default=len(open_parts)) :]
        part = Part(element)
        (open_parts[-1].parts if open_parts else outermost).append(part)
        open_parts.append(part)
    return outermost


# What each element is -------------------------------------------------------------------------------------------------


class Shaper:
    """Makes the views of one window's elements.

    Args:
        drawn: What is drawn on the screen.
        width: The screen's width in pixels of the layout.
    """

    def __init__(self, drawn: Drawn, width: int) -> None:
        self._drawn, self._width = drawn, width
        self._in_web = False

    def views(self, parts: Sequence[Part]) -> list[View]:
        """Returns the views of some parts; those beside one another lie in a row."""
        result: list[View] = []
        at = 0
        while at < len(parts):
            end = at + 1
            while end < len(parts) and _beside(parts[end - 1].element.bounds, parts[end].element.bounds):
                end += 1
            row = [self.view(part) for part in parts[at:end]]
            result.append(row[0] if len(row) == 1 else View(LINEAR, around(row), row))
            at = end
        return result

    def view(self, part: Part) -> View:
        """Returns the view of one part."""
        make = self._MAKERS.get(part.element.role)
        return self._plain(part, CLASSES[part.element.role]) if make is None else make(self, part)

    def _plain(self, part: Part, kind: str) -> View:
        """Returns a view that has all that is known of an element itself."""
        element = part.element
        return View(
            kind, element.bounds, self.views(part.parts), element.resource_id, element.text, element.description,
            _flags(element),
        )  # fmt: skip

    def _field(self, part: Part) -> View:
        view = self._plain(part, CLASSES["text_field"])
        view.hint, view.description = part.element.description, ""
        return view

    def _button(self, part: Part) -> View:
        element = part.element
        if not element.text:
            return self._plain(part, IMAGE_BUTTON if self._drawn.images(element.bounds) else CLASSES["button"])
        if self._in_web:
            return self._plain(part, CLASSES["button"])
        if element.description:  # a cell of a calendar or clock says more than it shows
            return self._plain(part, CLASSES["button"] if element.resource_id else VIEW)
        line, images = self._drawn.line(element.bounds, element.text), self._drawn.images(element.bounds)
        if element.clickable and line is not None and images and images[0][3] <= line[1] + 2:
            return self._captioned(element)
        left, _, right, _ = element.bounds
        wide = 2 * (right - left) > self._width  # a line of text that does something, with no shape of a button
        return self._plain(part, _TEXT if wide or _TITLES.search(element.resource_id) else CLASSES["button"])

    def _captioned(self, element: AccessibleElement) -> View:
        """Returns a button that is an image with its text below."""
        own = element.resource_id if _TITLES.search(element.resource_id) else ""
        view = View(GROUP, element.bounds, self._images(element.bounds, ()), flags=_flags(element))
        view.id = "" if own else element.resource_id
        view.children.append(self._lines(element, own))
        return view

    def _slider(self, part: Part) -> View:
        view = self._plain(part, CLASSES["slider"])
        view.flags &= ~CLICKABLE  # it is dragged
        return view

    def _image(self, part: Part) -> View:
        kind = WEB_IMAGE if self._in_web else GROUP if part.element.clickable else _IMAGE
        return self._plain(part, kind)

    def _icon(self, part: Part) -> View:
        element = part.element
        if not element.text:
            return self._plain(part, _IMAGE)
        view = self._plain(part, _TEXT)  # a launcher draws an icon above a text
        view.description = element.text
        return view

    def _other(self, part: Part) -> View:
        return self._plain(part, FRAME if part.parts else VIEW)

    def _web(self, part: Part) -> View:
        before, self._in_web = self._in_web, True
        view = self._plain(part, CLASSES["web"])
        view.flags |= FOCUSABLE
        if view.children:
            view.children = [View(VIEW, view.bounds, view.children)]
        self._in_web = before
        return view

    def _list(self, part: Part) -> View:
        element = part.element
        if any(inner.element.role in _LISTED for inner in part.parts) or not part.parts:
            kind = OLD_LIST if element.app == "calendar" else CLASSES["list"]
            view = self._plain(part, CLASSES["menu"] if element.resource_id == _LIST_ID else kind)
            if element.app == "settings":
                view.id = view.id or PREFERENCES
            view.children = [
                View(LINEAR, child.bounds, [child]) if child.kind == GROUP else child for child in view.children
            ]
        else:
            view = self._plain(part, SCROLL)
            view.children = [View(LINEAR, around(view.children), view.children)]
        view.flags |= FOCUSABLE
        return view

    def _tab(self, part: Part) -> View:
        element = part.element
        view = View(CLASSES["tab"], element.bounds, [], element.resource_id, "", element.description, _flags(element))
        view.children = self._images(element.bounds, ())
        if element.text:
            view.children.append(self._lines(element, ""))
        return view

    def _text(self, part: Part) -> View:
        element = part.element
        two = not element.clickable and len(self._places(element)) == 2
        return self._row(part) if two else self._plain(part, _TEXT)

    def _switch(self, part: Part) -> View:
        return self._row(part) if part.element.text else self._plain(part, _SWITCH)

    def _row(self, part: Part) -> View:
        """Returns a row: images, its lines in a box of their own, a switch or box to tick, and what else lies in it."""
        element = part.element
        flags = _flags(element) & ~(CHECKABLE | CHECKED)
        titled = _TITLES.search(element.resource_id) is not None and bool(element.text)
        view = View(CLASSES["list_item"], element.bounds, [], "" if titled else element.resource_id, flags=flags)
        view.children = self._images(element.bounds, part.parts)
        if element.app == "settings":
            for image in view.children:
                image.id = _ICON_FRAME_ID
        if element.text:
            own = element.resource_id if titled else _TITLE_ID if element.resource_id else ""
            view.children.append(self._lines(element, own))
        shown = len(view.children[-1].children) if element.text else 0
        if shown < 2:
            view.description = element.description
        if element.checkable:
            kind = _SWITCH if element.role == "switch" else CLASSES["checkbox"]
            place = (max(element.bounds[0], element.bounds[2] - _WIDGET), *element.bounds[1:])
            on = _flags(element) & (CHECKABLE | CHECKED | ENABLED)
            widget = View(kind, place, flags=on)
            widget.id = _SWITCH_ID if view.id and kind == _SWITCH else ""
            view.children.append(View(LINEAR, place, [widget], "android:id/widget_frame"))
        for each in map(self.view, part.parts):
            if each.kind == IMAGE_BUTTON:
                each.kind = _IMAGE  # a small one within a row has no ground
            view.children.append(each)
        return view

    def _places(self, element: AccessibleElement) -> list[Rect]:
        """Returns where a row's lines are drawn: its text, and its description if that is what stands below."""
        first = self._drawn.line(element.bounds, element.text)
        second = self._drawn.line(element.bounds, element.description) if element.description else None
        places = [element.bounds if first is None else first]
        return places if second is None or second == first else [*places, second]

    def _entry(self, part: Part) -> View:
        """Returns an entry of a drawer; those of menus are rows."""
        view = self._row(part)
        view.kind = LINEAR_COMPAT
        return view

    def _drawer(self, part: Part) -> View:
        return View(DRAWER, part.element.bounds, [View(FRAME, part.element.bounds, self.views(part.parts))])

    def _lines(self, element: AccessibleElement, id: str) -> View:
        """Returns the box with the lines of a row.

        Args:
            element: The row's element.
            id: Id of its first line.
        """
        ids = (id, SECOND_IDS[0] if id == _TITLE_ID else SECOND_IDS[1])
        rows = zip(self._places(element), (element.text, element.description), ids, strict=False)
        texts = [View(_TEXT, place, id=own, text=text, flags=_flags(element) & ENABLED) for place, text, own in rows]
        return View(RELATIVE, around(texts), texts)

    def _images(self, bounds: Rect, parts: Iterable[Part]) -> list[View]:
        """Returns the images that are drawn in a row but are no elements, each in a frame of its own."""
        taken = [part.element.bounds for part in parts]
        places = [place for place in self._drawn.images(bounds) if not any(_contains(each, place) for each in taken)]
        return [View(LINEAR, place, [View(_IMAGE, place, id=_ICON_ID)]) for place in places]

    _MAKERS: Final[dict[str, Callable[[Shaper, Part], View]]] = {
        "text_field": _field, "button": _button, "slider": _slider, "image": _image, "icon": _icon, "other": _other,
        "web": _web, "list": _list, "tab": _tab, "text": _text, "switch": _switch, "list_item": _row,
        "menu_item": _entry, "menu": _drawer,
    }  # fmt: skip


def _beside(first: Rect, second: Rect) -> bool:
    """Returns whether one rectangle lies to the right of another, for the most part at its height."""
    overlap = min(first[3], second[3]) - max(first[1], second[1])
    return second[0] >= first[2] - 2 and 2 * overlap > min(first[3] - first[1], second[3] - second[1])
