"""A page that has been laid out as a widget, in a view that scrolls.

Messages: ``("follow", address, download)`` of a link, ``("link_menu", address, text, address of the picture in it)``,
``("picture_menu", address)``, ``("page_menu",)``, ``("blur",)``, and with a control's key ``("press", key)``,
``("choose", key, value)`` and ``("ask", key, x, y)``, which has the control's left and lower edge in pixels; of a drag
``("select_text", left, top, x1, y1, x2, y2)``, which has the page's left and upper edge and both points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from crab_sim.draw import text as metrics
from crab_sim.draw.image_header import is_svg
from crab_sim.draw.ops import Align
from crab_sim.engines.pages.blocks import Control
from crab_sim.engines.pages.control_sizes import paddings
from crab_sim.engines.pages.forms import NO_PROBLEM, Problem
from crab_sim.engines.pages.fragments import Edge, Ground, Image, Item, Link, Place, Spot, Vector, Words
from crab_sim.engines.pages.layout import Layout, Match
from crab_sim.engines.pages.selection import Selection, selected_part
from crab_sim.engines.pages.svg import drawn
from crab_sim.ui import Field, Scene, Theme, Widget
from crab_sim.ui.node import CHECKABLE, CHECKED, FOCUSED, SCROLLABLE, ScrollData
from crab_sim.ui.theme import Color

__all__ = ["PageMessage", "PageState", "PageView", "link_key", "tab_stops"]

_MATCH: Color = (255, 226, 110)
_CURRENT: Color = (255, 150, 60)
_SELECTION: Color = (176, 208, 247)
_FOCUS: Color = (0, 96, 223)
_STARS = (("★", "star_filled"), ("☆", "star"))
_BUTTONS = ("submit", "reset", "button")


class PageState(NamedTuple):
    """The state of a page in its view.

    Attributes:
        title: The page's title.
        fields: The values of its controls, by key.
        active: Key of the control that the keyboard acts on, where it isn't a field.
        problem: The first invalid value of a form.
        matches: Places to be marked, such as those of a search.
        match: The number of the current one.
        selected: The text that is selected; None for none.
        reveal: A height on the page that is to be in view; -1 for none.
    """

    title: str
    fields: Mapping[str, str]
    active: str = ""
    problem: Problem = NO_PROBLEM
    matches: tuple[Match, ...] = ()
    match: int = -1
    selected: Selection | None = None
    reveal: int = -1


PageMessage: TypeAlias = (
    tuple[Literal["blur", "page_menu"]]
    | tuple[Literal["follow"], str, bool]
    | tuple[Literal["link_menu"], str, str, str]
    | tuple[Literal["picture_menu"], str]
    | tuple[Literal["press"], str]
    | tuple[Literal["choose"], str, str]
    | tuple[Literal["ask"], str, int, int]
    | tuple[Literal["select_text"], int, int, int, int, int, int]
)
"""What a page may send: touches of its ground, links (address, whether it is a download; for menus address, text and
picture), pictures, controls (by key, with a value or a place), and drags over its text (its corner, then the drag)."""


class PageView(Widget[PageMessage]):
    """A page in its view.

    Args:
        layout: The page.
        state: Its state.
        picture: Returns the bytes of the picture at an address, None if there is none.
        theme: The theme of fields on it, whose text has the size of each field's.
    """

    __slots__ = ("layout", "picture", "state", "theme")

    def __init__(self, layout: Layout, state: PageState, picture: Callable[[str], bytes | None], theme: Theme) -> None:
        self.flex, self.layout, self.state, self.picture, self.theme = 1, layout, state, picture, theme

    def place(self, scene: Scene[PageMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the part of the page that is in view."""
        layout, outer = self.layout, scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        limit = max(0, layout.height - h)
        offset = min(scene.page.scroll.get("page", 0), limit)
        if self.state.reveal >= 0 and not offset <= self.state.reveal <= offset + h - 40:
            offset = max(0, min(limit, self.state.reveal - h // 3))
        scene.fill(x, y, w, h, layout.ground)
        drag: PageMessage = ("select_text", x, y - offset, 0, 0, 0, 0)
        data: ScrollData[PageMessage] = ScrollData("page", offset, limit, None, drag)
        scene.node(
            x, y, w, h, "web", self.state.title, message=("blur",), long_message=("page_menu",),
            flags=SCROLLABLE if limit else 0, data=data,
        )  # fmt: skip
        low, high = scene.wanted_heights()
        low, high = max(offset, low - y + offset), min(offset + h, high - y + offset)
        for item in layout.items:
            if item.y < high and item.y + item.h > low:
                self._item(scene, item, x + item.x, y + item.y - offset)
        self._problem(scene, x, y - offset, w)
        if limit:
            bar = max(30, h * h // layout.height)
            scene.round(x + w - 9, y + 2 + (h - bar - 4) * offset // limit, 6, bar, (150, 150, 156), 3)
        scene.clip = outer

    def _item(self, scene: Scene[PageMessage], item: Item, x: int, y: int) -> None:
        if isinstance(item, Words):
            if scene.drawn:
                self._words(scene, item, x, y)
        elif isinstance(item, Ground):
            if item.radius:
                scene.round(x, y, item.w, item.h, item.color, item.radius)
            else:
                scene.fill(x, y, item.w, item.h, item.color)
        elif isinstance(item, Edge):
            scene.frame(x, y, item.w, item.h, item.color, item.radius, item.width)
        elif isinstance(item, Spot):
            _spot(scene, item, x, y, self.state.active)
        elif isinstance(item, Image):
            self._image(scene, item, x, y)
        elif isinstance(item, Vector):
            if scene.drawn:
                data = drawn(item.text.encode("utf-8", "replace"), item.w, item.h, item.ground)
                if data is not None:
                    scene.ops.append(("picture", x, y, x + item.w, y + item.h, scene.clip, data))
        elif isinstance(item, Place):
            self._control(scene, item, x, y)

    def _words(self, scene: Scene[PageMessage], item: Words, x: int, y: int) -> None:
        text, font, size = item.text, item.font, item.size
        if self.state.selected is not None and item.context >= 0:
            self._selected(scene, item, x, y, self.state.selected)
        for number, match in enumerate(self.state.matches):
            if match.context != item.context:
                continue
            first, last = max(0, match.start - item.at), min(len(text), match.end - item.at)
            if first < last:
                left = x + metrics.width(text[:first], font, size)
                across = metrics.width(text[first:last], font, size)
                line = metrics.line_height(font, size)
                color = _CURRENT if number == self.state.match else _MATCH
                scene.fill(left, y + (item.h - line) // 2, across, line, color)
        for char, icon in _STARS:
            for at in [i for i, one in enumerate(text[:400]) if one == char]:
                left, across = x + metrics.width(text[:at], font, size), metrics.width(char, font, size)
                scene.icon(left, y + (item.h - across) // 2, across, icon, item.color)
        if "★" in text or "☆" in text:
            self._without_stars(scene, item, x, y)
        else:
            align: Align = "right" if item.context == -2 else "left"
            scene.text(x, y, item.w + 1, item.h, text, item.color, size, font, align)
        if item.underline and text.strip():
            line = metrics.line_height(font, size)
            across = metrics.width(text.rstrip(), font, size)
            scene.fill(x, y + (item.h + line) // 2 - max(2, size // 5), min(across, item.w), 1, item.color)

    @staticmethod
    def _selected(scene: Scene[PageMessage], item: Words, x: int, y: int, selection: Selection) -> None:
        """Draws the ground of the words that are selected."""
        text, font, size = item.text, item.font, item.size
        first, last = selected_part(selection, item.context, item.at, len(text))
        if (first, last) == (0, len(text)):
            scene.fill(x, y, item.w, item.h, _SELECTION)
        elif first < last:
            left = x + metrics.width(text[:first], font, size)
            scene.fill(left, y, metrics.width(text[first:last], font, size), item.h, _SELECTION)

    @staticmethod
    def _without_stars(scene: Scene[PageMessage], item: Words, x: int, y: int) -> None:
        """Draws the text between stars, which the fonts lack."""
        for part in re.finditer("[^★☆]+", item.text):
            left = x + metrics.width(item.text[: part.start()], item.font, item.size)
            across = metrics.width(part[0], item.font, item.size)
            scene.text(left, y, across + 1, item.h, part[0], item.color, item.size, item.font)

    def _image(self, scene: Scene[PageMessage], item: Image, x: int, y: int) -> None:
        data = self.picture(item.src) if scene.drawn else b""
        if data is not None and scene.drawn and is_svg(data):
            data = drawn(data, item.w, item.h, item.ground)
        if data is None:
            scene.frame(x, y, item.w, item.h, (190, 190, 196))
            alt = metrics.ellipsize(item.alt, "regular", 13, max(1, item.w - 10))
            scene.text(x + 5, y, item.w - 8, min(item.h, 26), alt, (90, 90, 96), 13)
        elif scene.drawn:
            scene.ops.append(("picture", x, y, x + item.w, y + item.h, scene.clip, data))
        if item.alt or (item.link.number < 0 and item.w > 40):
            link = item.link
            follow: PageMessage | None = ("follow", link.href, link.download) if link.href else None
            menu: PageMessage = (
                ("link_menu", link.href, link.text, item.src) if link.href else ("picture_menu", item.src)
            )
            role, rid = ("link", link.rid) if link.href and item.alt and link.text == item.alt else ("image", "")
            scene.node(x, y, item.w, item.h, role, item.alt, "", rid, follow, menu)

    # Controls ---------------------------------------------------------------------------------------------------------

    def _control(self, scene: Scene[PageMessage], item: Place, x: int, y: int) -> None:
        control = item.control
        if control.kind == "hidden":
            return
        if control.kind in ("checkbox", "radio"):
            self._choice(scene, item, x, y)
        elif control.kind in _BUTTONS:
            self._button(scene, item, x, y)
        elif control.kind in ("select", "file"):
            self._chooser(scene, item, x, y)
        else:
            self._field(scene, item, x, y)
        if self.state.active == control.key and control.kind != "radio":
            scene.frame(x - 2, y - 2, item.w + 4, item.h + 4, _FOCUS, 6, 2)

    def _flags(self, control: Control) -> int:
        return FOCUSED if self.state.active == control.key else 0

    def _ground(self, scene: Scene[PageMessage], item: Place, x: int, y: int, edge: Color | None = None) -> None:
        style = item.style
        radius = min(style.radius, item.w // 2, item.h // 2)
        if style.background is not None:
            scene.round(x, y, item.w, item.h, style.background, radius)
        if style.borders.top:
            color = edge if edge is not None else style.borders.colors[0]
            scene.frame(x, y, item.w, item.h, color, radius, 2 if edge is not None else style.borders.top)

    def _field(self, scene: Scene[PageMessage], item: Place, x: int, y: int) -> None:
        control, style, outer = item.control, item.style, scene.theme
        focused = scene.page.focus == control.key
        wrong = self.state.problem.key == control.key
        edge = (215, 0, 34) if wrong else _FOCUS if focused else None
        self._ground(scene, item, x, y, edge)
        if focused and not style.borders.top:
            scene.frame(x, y, item.w, item.h, _FOCUS, 0, 2)
        ground = style.background if style.background is not None else style.ground
        scene.theme = self.theme._replace(
            font=style.size, pad=paddings(style)[0] + 2, text=style.color, background=ground, raised=ground
        )
        hint = {"date": "yyyy-mm-dd", "time": "--:--"}.get(control.kind, "")
        hint = hint or (control.label if not control.rid or control.name == "q" else "")
        field = Field(
            control.key, hint, control.rid, multiline=control.kind == "textarea", password=control.kind == "password",
            font="mono" if style.font == "mono" else "regular", bare=True,
        )  # fmt: skip
        first = len(scene.nodes)
        field.place(scene, x, y, item.w, item.h)
        for i in range(first, len(scene.nodes)):
            scene.nodes[i] = scene.nodes[i]._replace(description=control.label)
        scene.theme = outer

    def _choice(self, scene: Scene[PageMessage], item: Place, x: int, y: int) -> None:
        control, held = item.control, self.state.fields.get(item.control.key, "")
        on = held == control.value if control.kind == "radio" else bool(held)
        edge = _FOCUS if on else (143, 143, 157)
        if control.kind == "radio":
            scene.round(x, y, item.w, item.h, edge, item.w // 2)
            scene.round(x + 1, y + 1, item.w - 2, item.h - 2, (255, 255, 255), item.w // 2 - 1)
            if on:
                scene.round(x + 3, y + 3, item.w - 6, item.h - 6, _FOCUS, (item.w - 6) // 2)
        else:
            scene.round(x, y, item.w, item.h, edge if on else (255, 255, 255), 2)
            scene.frame(x, y, item.w, item.h, edge, 2)
            if on:
                scene.icon(x + 1, y + 1, item.w - 2, "check", (255, 255, 255))
        if self.state.problem.key == control.key:
            scene.frame(x - 2, y - 2, item.w + 4, item.h + 4, (215, 0, 34), 4, 2)
        flags = CHECKABLE | (CHECKED if on else 0)
        if self.state.active == control.key and (control.kind == "checkbox" or on):
            flags |= FOCUSED
            scene.frame(x - 3, y - 3, item.w + 6, item.h + 6, _FOCUS, 6, 2)
        message: PageMessage = ("choose", control.key, control.value if control.kind == "radio" else "")
        scene.node(x, y, item.w, item.h, control.kind, control.label, "", control.rid, message, flags=flags)

    def _button(self, scene: Scene[PageMessage], item: Place, x: int, y: int) -> None:
        control, style = item.control, item.style
        self._ground(scene, item, x, y)
        text = metrics.ellipsize(item.text, style.font, style.size, max(1, item.w - 4))
        scene.text(x, y, item.w, item.h, text, style.color, style.size, style.font, "center")
        flags = self._flags(control)
        scene.node(x, y, item.w, item.h, "button", control.label, "", control.rid, ("press", control.key), flags=flags)

    def _chooser(self, scene: Scene[PageMessage], item: Place, x: int, y: int) -> None:
        control, style, left = item.control, item.style, paddings(item.style)[0]
        wrong = self.state.problem.key == control.key
        self._ground(scene, item, x, y, (215, 0, 34) if wrong else None)
        held = self.state.fields.get(control.key, "")
        if control.kind == "file":
            name = held.rpartition("/")[2] or "No file selected."
            width = metrics.width("Browse…", "regular", style.size) + 20
            scene.round(x + 4, y + 4, width, item.h - 8, (233, 233, 237), 4)
            scene.frame(x + 4, y + 4, width, item.h - 8, (143, 143, 157), 4)
            scene.text(x + 4, y, width, item.h, "Browse…", (20, 20, 26), style.size, "regular", "center")
            shown = metrics.ellipsize(name, "regular", style.size, max(1, item.w - width - 20))
            scene.text(x + width + 12, y, item.w - width - 14, item.h, shown, style.color, style.size)
            text, description = f"Browse… {name}", control.label
        else:
            text = next((option.text for option in control.options if option.value == held), "")
            shown = metrics.ellipsize(text, style.font, style.size, max(1, item.w - left - 24))
            scene.text(x + left, y, item.w - left - 22, item.h, shown, style.color, style.size, style.font)
            scene.icon(x + item.w - 20, y + (item.h - 12) // 2, 12, "chevron_down", style.color)
            text, description = (control.label, text) if control.label else (text, "")
        message: PageMessage = ("ask", control.key, x, y + item.h)
        scene.node(x, y, item.w, item.h, "button", text, description, control.rid, message, flags=self._flags(control))

    def _problem(self, scene: Scene[PageMessage], x: int, y: int, w: int) -> None:
        """Shows the bubble below an invalid value."""
        problem = self.state.problem
        place = self.layout.place(problem.key) if problem.key else None
        if place is None:
            return
        width = min(w - 20, metrics.width(problem.text, "regular", 14) + 50)
        left = x + min(place.x, w - width - 8)
        top = y + place.y + place.h + 8
        scene.ops.append(("shadow", left, top, left + width, top + 36, scene.clip, 6))
        scene.round(left, top, width, 36, (255, 255, 255), 6)
        scene.frame(left, top, width, 36, (200, 200, 206), 6)
        scene.icon(left + 10, top + 9, 18, "warning", (196, 120, 0))
        shown = metrics.ellipsize(problem.text, "regular", 14, width - 44)
        scene.text(left + 36, top, width - 40, 36, shown, (20, 20, 26), 14)
        scene.node(left, top, width, 36, "text", problem.text)


def _spot(scene: Scene[PageMessage], item: Spot, x: int, y: int, active: str) -> None:
    link = item.link
    if link.number < 0:
        scene.node(x, y, item.w, item.h, item.role, item.text, item.description, item.rid)
        return
    focused = active == link_key(link)
    if focused:
        scene.frame(x - 2, y, item.w + 4, item.h, _FOCUS, 4, 2)
    scene.node(
        x, y, item.w, item.h, item.role, item.text, item.description, item.rid, ("follow", link.href, link.download),
        ("link_menu", link.href, link.text, ""), flags=FOCUSED if focused else 0,
    )  # fmt: skip


def link_key(link: Link) -> str:
    """Returns the key of a link, by which the keyboard acts on it."""
    return f"link:{link.number}"


def tab_stops(layout: Layout, fields: Mapping[str, str]) -> list[tuple[str, Item]]:
    """Returns the controls and links that Tab goes through, in their order, each with its key.

    Args:
        layout: The page.
        fields: The values of its controls; of radio buttons of one name, the chosen one is a stop.
    """
    stops: dict[str, Item] = {}
    for item in layout.items:
        if isinstance(item, Place) and item.control.kind != "hidden":
            control = item.control
            chosen = control.kind == "radio" and fields.get(control.key) == control.value
            if control.key not in stops or chosen:
                stops[control.key] = item
        elif isinstance(item, Spot) and item.link.href:
            stops.setdefault(link_key(item.link), item)
    return list(stops.items())
