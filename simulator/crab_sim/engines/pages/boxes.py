"""The layout of boxes: each as wide as its style and its surroundings say, and as high as its content.

* `Boxes` - one layout of a page. Flexible rows, grids and columns are in `arrangements`, tables in `tables`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from crab_sim import web
from crab_sim.engines.pages import arrangements, tables
from crab_sim.engines.pages.box_layout import BoxLayout
from crab_sim.engines.pages.control_sizes import control_size
from crab_sim.engines.pages.css.styles import Length, Style, Viewport
from crab_sim.engines.pages.dom import Node, text_in
from crab_sim.engines.pages.fragments import (
    NO_LINK,
    Area,
    Edge,
    Fragment,
    Ground,
    Image,
    Link,
    Place,
    Spot,
    Vector,
    Words,
)
from crab_sim.engines.pages.html import whole
from crab_sim.engines.pages.inline import inline_widths, lay_lines
from crab_sim.engines.pages.render_tree import Box
from crab_sim.engines.pages.svg import serialized

__all__ = ["Boxes"]

_MAX_ENTRY: Final = 300  # characters of the text of a list's entry
_PICTURES: Final = ("img", "svg", "canvas")
_BULLETS: Final = {"disc": "•", "circle": "◦", "square": "▪"}


class Boxes(BoxLayout):
    """One layout of a page.

    Args:
        base: The page's address.
        viewport: The view.
        picture_size: Returns the size of the picture at an address, None if there is none.
    """

    def __init__(self, base: str, viewport: Viewport, picture_size: Callable[[str], tuple[int, int] | None]) -> None:
        super().__init__(viewport)
        self.base, self.picture_size = base, picture_size
        self.links = 0
        self._widths: dict[Box, tuple[int, int]] = {}

    def link_of(self, box: Box, link: Link) -> Link:
        """Returns the link that a box is, or the one around it."""
        node = box.node
        if node is None or node.tag != "a" or "href" not in node.attrs:
            return link
        self.links += 1
        attrs = node.attrs
        target = web.join(self.base, attrs["href"])
        return Link(
            target, "download" in attrs, attrs.get("id", "")[:80], attrs.get("aria-label", "")[:200],
            text_in(node)[:300], self.links,
        )  # fmt: skip

    # Widths -----------------------------------------------------------------------------------------------------------

    def widths(self, box: Box) -> tuple[int, int]:
        """Returns a box's least width, and its width where there is enough room, both without its margins."""
        known = self._widths.get(box)
        if known is None:
            known = self._widths[box] = self._natural(box)
        return known

    def _natural(self, box: Box) -> tuple[int, int]:
        style = box.style
        if box.tag in _PICTURES or (box.node is not None and box.node.control is not None):
            width = self._replaced_size(box, 1 << 16)[0]
            shrinks = box.tag == "img" and style.max_width is not None and style.max_width.share
            return (min(width, 16) if shrinks else width), width
        edges = self.edges(style, 0)
        if style.width is not None and not style.width.share:
            width = max(style.width.of(0), style.min_width.of(0) if style.min_width is not None else 0)
            return width, width
        least, wide = self.content_widths(box)
        least, wide = least + edges, wide + edges
        if style.max_width is not None and not style.max_width.share:
            limit = style.max_width.of(0)
            least, wide = min(least, limit), min(wide, limit)
        if style.min_width is not None and not style.min_width.share:
            least, wide = max(least, style.min_width.of(0)), max(wide, style.min_width.of(0))
        if style.clips:
            least = min(least, edges + 20)
        return least, max(least, wide)

    def content_widths(self, box: Box) -> tuple[int, int]:
        """Returns the least and the wanted width of a box's content."""
        display = box.style.display
        if display in ("table", "inline-table") and box.tag == "table":
            return tables.widths(self, box)
        if display in ("flex", "inline-flex", "grid", "inline-grid"):
            return arrangements.widths(self, box)
        least = wide = 0
        for group in self.groups(box.children):
            if isinstance(group, Box):
                margin = self.across(group.style.margin, 0)
                low, high = self.widths(group)
                least, wide = max(least, low + margin), max(wide, high + margin)
            else:
                low, high = inline_widths(self, group, box.style)
                least, wide = max(least, low), max(wide, high)
        return least, wide

    def edges(self, style: Style, whole: int) -> int:
        """Returns the pixels of padding and borders on the left and right."""
        return self.across(style.padding, whole) + style.borders.left + style.borders.right

    def fitting(self, box: Box, room: int) -> int:
        """Returns the width of a box that is as wide as its content, but no wider than the room."""
        style = box.style
        if style.width is not None:
            return self._limited(style, style.width.of(room), room)
        least, wide = self.widths(box)
        return self._limited(style, max(least, min(wide, room)), room)

    @staticmethod
    def _limited(style: Style, width: int, room: int) -> int:
        if style.max_width is not None:
            width = min(width, style.max_width.of(room))
        if style.min_width is not None:
            width = max(width, style.min_width.of(room))
        return max(0, width)

    # Boxes ------------------------------------------------------------------------------------------------------------

    def atom(self, box: Box, room: int, link: Link) -> Fragment:
        """Returns a box that stands in a line."""
        if box.tag in _PICTURES or (box.node is not None and box.node.control is not None):
            return self.replaced(box, room, link)
        margin = self.across(box.style.margin, room)
        return self.block(box, room, self.fitting(box, max(1, room - margin)), link)

    def block(self, box: Box, room: int, forced: int = 0, link: Link = NO_LINK, quiet: bool = False) -> Fragment:
        """Returns a box that has been laid out."""
        style, node = box.style, box.node
        if box.tag in _PICTURES or (node is not None and node.control is not None):
            return self.replaced(box, room, link, forced)
        own = self.link_of(box, link)
        margin = self.across(style.margin, room)
        width = forced
        if not width and style.display == "table" and style.width is None:
            width = self.fitting(box, room - margin)
        elif not width:
            width = self._limited(style, style.width.of(room) if style.width is not None else room - margin, room)
        padding, borders = style.padding, style.borders
        left = borders.left + (padding.left.of(room) if padding.left is not None else 0)
        top = borders.top + (padding.top.of(room) if padding.top is not None else 0)
        bottom = borders.bottom + (padding.bottom.of(room) if padding.bottom is not None else 0)
        inner = max(1, width - self.edges(style, room))
        holder = own.number != link.number
        content = self._content(
            box, inner, own, quiet or holder or (box.tag in ("li", "td", "th") and self._is_text(box))
        )
        height = self._height(style, content.h + top + bottom)
        whole = Fragment(width, height)
        self._paint(whole, style)
        _name(whole, box)
        self._describe(whole, box, own if holder else NO_LINK, quiet)
        whole.put(left, top, content)
        whole.clips = style.clips
        return whole

    def _is_text(self, box: Box) -> bool:
        """Returns whether there is only text in a box, which it then holds as its own."""
        groups = self.groups(box.children)
        return len(groups) == 1 and not isinstance(groups[0], Box)

    def _height(self, style: Style, height: int) -> int:
        view = self.viewport.height
        if style.height is not None and not style.height.share:
            height = style.height.of(view)
        if style.max_height is not None and not style.max_height.share:
            height = min(height, style.max_height.of(view))
        if style.min_height is not None and not style.min_height.share:
            height = max(height, style.min_height.of(view))
        return height

    @staticmethod
    def _paint(whole: Fragment, style: Style) -> None:
        """Draws ground and borders."""
        w, h, borders = whole.w, whole.h, style.borders
        if style.background is not None:
            whole.items.append(Ground(0, 0, w, h, style.background, min(style.radius, w // 2, h // 2)))
        if borders.top and borders.top == borders.right == borders.bottom == borders.left:
            whole.items.append(Edge(0, 0, w, h, borders.colors[0], min(style.radius, w // 2, h // 2), borders.top))
            return
        top, right, bottom, left = borders.colors
        if borders.top:
            whole.items.append(Ground(0, 0, w, borders.top, top))
        if borders.bottom:
            whole.items.append(Ground(0, h - borders.bottom, w, borders.bottom, bottom))
        if borders.left:
            whole.items.append(Ground(0, 0, borders.left, h, left))
        if borders.right:
            whole.items.append(Ground(w - borders.right, 0, borders.right, h, right))

    def _describe(self, whole: Fragment, box: Box, link: Link, quiet: bool) -> None:
        """Adds the spot of a link, cell, table or entry of a list."""
        node = box.node
        if link.number >= 0:
            whole.items.append(Spot(0, 0, whole.w, whole.h, "link", link.label or link.text, "", link.rid, link))
        elif node is None or quiet:
            return
        elif node.tag in ("td", "th"):
            text = text_in(node)
            if text and self._is_text(box):
                whole.items.append(Spot(0, 0, whole.w, whole.h, "cell", text))
        elif node.tag == "table":
            whole.items.append(Spot(0, 0, whole.w, whole.h, "table", "", "", node.attrs.get("id", "")))
        elif node.tag in ("ul", "ol"):
            whole.items.append(Spot(0, 0, whole.w, whole.h, "list", ""))
        elif node.tag == "li":
            text = f"{self._marker(box)} {text_in(node)}".strip()[:_MAX_ENTRY]
            if text:
                whole.items.append(Spot(0, 0, whole.w, whole.h, "list_item", text))

    def _content(self, box: Box, width: int, link: Link, quiet: bool) -> Fragment:
        style = box.style
        if style.display in ("table", "inline-table") and box.tag == "table":
            return tables.lay_out(self, box, width)
        if style.display in ("flex", "inline-flex"):
            return arrangements.flex(self, box, width, link, quiet)
        if style.display in ("grid", "inline-grid"):
            return arrangements.grid(self, box, width, link, quiet)
        if style.columns or style.column_width:
            return arrangements.columns(self, box, width, link, quiet)
        content = self.flow(box, width, link, quiet)
        if style.display == "list-item" and style.marker != "none":
            self._mark(content, box)
            content.h = max(content.h, style.line_height)
        return content

    @staticmethod
    def _marker(box: Box) -> str:
        """Returns the bullet or number of an entry of a list, ``""`` for none."""
        style, node = box.style, box.node
        if style.display != "list-item" or style.marker == "none" or node is None or node.parent is None:
            return ""
        if style.marker in _BULLETS:
            return _BULLETS[style.marker]
        entries = [child for child in node.parent.children if not isinstance(child, str) and child.tag == "li"]
        start = node.parent.attrs.get("start", "1")
        first = int(start) if start.isascii() and start.isdecimal() and len(start) < 6 else 1
        return f"{first + entries.index(node)}."

    @staticmethod
    def _mark(content: Fragment, box: Box) -> None:
        """Draws the bullet or number of an entry of a list."""
        style, text = box.style, Boxes._marker(box)
        content.items.append(
            Words(-46, 0, 38, style.line_height, text.rjust(5), style.color, style.size, style.font, False, -2, 0)
        )

    def flow(self, box: Box, width: int, link: Link, quiet: bool) -> Fragment:
        """Lays out the boxes and lines in a box below one another; floating boxes stand beside them.

        Args:
            box: The box.
            width: Width of its content, in pixels.
            link: The link around it.
            quiet: Whether the text in it belongs to something that has it already.
        """
        whole = Fragment(width, 0)
        y = margin = 0
        floats: list[tuple[str, int, int]] = []  # of each: its side, its width, where it ends
        for group in self.groups(box.children):
            style = group.style if isinstance(group, Box) else box.style
            if isinstance(group, Box) and style.float_side:
                child = self.block(
                    group, width, self.fitting(group, width - self.across(style.margin, width)), link, quiet
                )
                beside = child.w + self.across(style.margin, width)
                top = y + margin + (style.margin.top.of(width) if style.margin.top is not None else 0)
                x = width - beside if style.float_side == "right" else 0
                whole.put(x + (style.margin.left.of(width) if style.margin.left is not None else 0), top, child)
                after = style.margin.bottom.of(width) if style.margin.bottom is not None else 0
                floats.append((style.float_side, beside, top + child.h + after))
                continue
            if isinstance(group, Box) and style.clear:
                y = max([y, *[end for _, _, end in floats]])
            taken = [(side, beside) for side, beside, end in floats if end > y + margin]
            left = sum([beside for side, beside in taken if side == "left"])
            room = max(40, width - sum([beside for _, beside in taken]))
            if isinstance(group, Box):
                before = style.margin.top.of(width) if style.margin.top is not None else 0
                y += max(margin, before)
                margin = style.margin.bottom.of(width) if style.margin.bottom is not None else 0
                child = self.block(group, room, link=link, quiet=quiet)
                x = left + self._start(style, child.w, room)
            else:
                y += margin
                margin = 0
                child = lay_lines(self, group, box.style, room, link, quiet)
                x = left
            whole.put(x, y, child)
            y += child.h
        whole.h = max([y + margin, *[end for _, _, end in floats]])
        return whole

    @staticmethod
    def _start(style: Style, width: int, room: int) -> int:
        """Returns the left edge of a block: margins that are ``auto`` share the rest of the room."""
        left, right = style.margin.left, style.margin.right
        spare = max(0, room - width)
        if left is None:
            return spare // 2 if right is None else max(0, spare - right.of(room))
        return left.of(room)

    # Pictures and controls --------------------------------------------------------------------------------------------

    def _replaced_size(self, box: Box, room: int, forced: int = 0) -> tuple[int, int]:
        """Returns the size of a picture or control."""
        style, node = box.style, box.node
        if node is None:
            return 0, 0
        if node.control is not None:
            width, height = control_size(node.control, style, node.attrs, self._face(node), room)
            width = forced or (self._limited(style, width, room) if style.width is None else width)
            return width, self._height(style, height)
        zoom = self.viewport.zoom
        size = self._given(style, node.attrs.get("width", ""), node.attrs.get("height", ""), room)
        natural = self.picture_size(web.join(self.base, node.attrs.get("src", ""))) if node.tag == "img" else (16, 16)
        if node.tag == "canvas":
            natural = whole(node.attrs.get("width", "")) or 300, whole(node.attrs.get("height", "")) or 150
        wide, high = natural if natural is not None else (0, 0)
        width, height = size
        if forced:
            width, height = forced, 0 if style.height is None else height
        if not width and not height:
            width, height = (round(wide * zoom), round(high * zoom)) if natural is not None else (24, 24)
        elif not height:
            height = width * high // wide if wide else width * 3 // 4
        elif not width:
            width = height * wide // high if high else height
        for limit, of_width in ((style.max_width, True), (style.max_height, False)):
            most = limit.of(room) if limit is not None and not (limit.share and room >= 1 << 16) else 0
            if most and of_width and width > most:
                width, height = most, max(1, height * most // width)
            elif most and not of_width and height > most:
                width, height = max(1, width * most // height), most
        return max(1, min(width, 4000)), max(1, min(height, 8000))

    def _given(self, style: Style, width: str, height: str, room: int) -> tuple[int, int]:
        """Returns the size that style and attributes give a picture, 0 where they don't."""

        def one(length: Length | None, attribute: str) -> int:
            if length is not None and not (length.share and room >= 1 << 16):
                return length.of(room)
            digits = attribute.strip().removesuffix("px")
            known = digits.isascii() and digits.isdecimal() and len(digits) < 6
            return round(int(digits) * self.viewport.zoom) if known else 0

        return one(style.width, width), 0 if style.height is None and style.width is not None else one(
            style.height, height
        )

    @staticmethod
    def _face(node: Node) -> str:
        """Returns the text on a button."""
        default = {"submit": "Submit Query", "reset": "Reset"}.get(node.attrs.get("type", "").lower(), "")
        return (node.attrs.get("value", "") or default) if node.tag == "input" else text_in(node)[:100]

    def replaced(self, box: Box, room: int, link: Link, forced: int = 0) -> Fragment:
        """Lays out a picture or a control.

        Args:
            box: Its box.
            room: The width around it, of which its lengths may be shares.
            link: The link around it.
            forced: The width that it must have; 0 for what its style says.
        """
        node, style = box.node, box.style
        width, height = self._replaced_size(box, room, forced)
        whole = Fragment(width, height)
        if node is None:
            return whole
        _name(whole, box)
        if node.control is not None:
            whole.items.append(Place(0, 0, width, height, node.control, style, self._face(node)))
        elif node.tag == "canvas":
            src, name = f"canvas:{node.attrs.get('data-crab', '')}", node.attrs.get("aria-label", "")[:200]
            whole.items.append(Image(0, 0, width, height, src, name, link, style.ground))
            self._paint(whole, style._replace(background=None))
        elif node.tag == "svg":
            whole.items.append(Vector(0, 0, width, height, serialized(node), style.ground))
            name = node.attrs.get("aria-label", "")
            if name and link.number < 0:
                whole.items.append(Spot(0, 0, width, height, "image", name))
        else:
            src = web.join(self.base, node.attrs.get("src", ""))
            alt = node.attrs.get("alt", "")[:200]
            whole.items.append(Image(0, 0, width, height, src, alt, link, style.ground))
        return whole


def _name(whole: Fragment, box: Box) -> None:
    """Notes the place of an element of a page with scripts."""
    node = box.node
    number = node.attrs.get("data-crab", "") if node is not None else ""
    if node is not None and number.isdecimal() and len(number) < 9:
        press = node.attrs.get("data-crab-press", "") if node.control is None else ""
        text = (node.attrs.get("aria-label") or text_in(node))[:200] if press else ""
        whole.items.append(Area(0, 0, whole.w, whole.h, int(number), press, text))
