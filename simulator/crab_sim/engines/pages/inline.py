"""Lines of text with links, pictures and controls in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from crab_sim.draw import text as metrics
from crab_sim.engines.pages.box_layout import BoxLayout
from crab_sim.engines.pages.css.styles import Style
from crab_sim.engines.pages.fragments import NO_LINK, Fragment, Link, Spot, Words
from crab_sim.engines.pages.render_tree import Box, Part

__all__ = ["inline_widths", "lay_lines"]

_BASELINE = 0.39  # of a text's size: from the middle of its line down to the letters' feet


class _Token(NamedTuple):
    """A word, a space, a line break, or a box in a line (with a `fragment`, and the space before it)."""

    text: str
    style: Style
    link: Link
    w: int
    at: int
    fragment: Fragment | None = None
    around: int = 0

    @property
    def is_space(self) -> bool:
        """Whether a line can be broken here."""
        return self.fragment is None and self.text.isspace()


_WORDS = re.compile(r"\n|[^\S\n]+|\S+")


class _Collector:
    """Collects the tokens of the parts in a box."""

    def __init__(self, boxes: BoxLayout, width: int) -> None:
        self.boxes, self.width = boxes, width
        self.tokens: list[_Token] = []
        self.length = 0
        self.texts: list[str] = []

    def add(self, parts: Sequence[Part], style: Style, link: Link) -> None:
        """Adds the parts."""
        for part in parts:
            if isinstance(part, str):
                self._add_text(part, style, link)
            else:
                self._add_box(part, link)

    def _add_text(self, text: str, style: Style, link: Link) -> None:
        kept = style.white in ("pre", "pre-wrap")
        if not kept:
            text = re.sub(r"\s+", " ", text)
        for word in _WORDS.findall(text):
            if not kept and word == " " and (not self.tokens or self._after_space()):
                continue
            width = 0 if word == "\n" else metrics.width(word, style.font, style.size)
            self.tokens.append(_Token(word, style, link, width, self.length))
            self.texts.append(word)
            self.length += len(word)

    def _after_space(self) -> bool:
        last = self.tokens[-1]
        return last.fragment is None and last.text in (" ", "\n")

    def _add_box(self, box: Box, link: Link) -> None:
        style = box.style
        if box.tag == "br":
            self.tokens.append(_Token("\n", style, link, 0, self.length))
            self.texts.append(" ")
            self.length += 1
            return
        inner = self.boxes.link_of(box, link)
        plain = style.display == "inline" and style.background is None and not _padded(style)
        if plain and box.tag not in ("img", "svg", "canvas", "input", "select", "textarea", "button"):
            self.add(box.children, style, inner)
            return
        fragment = self.boxes.atom(box, self.width, link)
        left, right = style.margin.left, style.margin.right
        before = left.of(self.width) if left is not None else 0
        around = before + (right.of(self.width) if right is not None else 0)
        self.tokens.append(_Token("", style, inner, fragment.w + around, self.length, fragment, before))


def _padded(style: Style) -> bool:
    left = style.padding.left
    return bool((left is not None and left.px > 0) or style.borders.left)


def inline_widths(boxes: BoxLayout, parts: Sequence[Part], style: Style) -> tuple[int, int]:
    """Returns the width of the widest word in a row of parts, and that of its widest line where none is broken."""
    collector = _Collector(boxes, 1 << 20)
    collector.add(parts, style, NO_LINK)
    widest = longest = line = cluster = 0
    for token in collector.tokens:
        if token.text == "\n" and token.fragment is None:
            longest, line, cluster = max(longest, line), 0, 0
            continue
        line += token.w
        cluster = 0 if token.is_space and token.style.white != "nowrap" else cluster + token.w
        widest = max(widest, cluster)
    return widest, max(longest, line)


def lay_lines(boxes: BoxLayout, parts: Sequence[Part], style: Style, width: int, link: Link, quiet: bool) -> Fragment:
    """Returns the lines of a row of texts and boxes.

    Args:
        boxes: The layout that they belong to.
        parts: The texts and boxes.
        style: The style around them.
        width: The width of a line.
        link: The link around them.
        quiet: Whether the text is part of something that has it already, such as a link or a cell.
    """
    collector = _Collector(boxes, width)
    collector.add(parts, style, link)
    whole = Fragment(width, 0)
    tokens = collector.tokens
    text = "".join(collector.texts)
    context = boxes.context(text) if text.strip() else -1
    if style.ellipsis and style.clips:
        tokens = _cut(tokens, width)
    spots: dict[int, list[Spot]] = {}
    top = 0
    for line in _lines(tokens, width):
        top += _place_line(whole, line, style, (width, top), context, spots, link)
    whole.h = top
    said = " ".join(text.split())
    only = {token.link.number for token in tokens if not token.is_space}
    if said and not quiet and not (len(only) == 1 and -1 not in only):
        whole.items.insert(0, Spot(0, 0, width, top, "text", said))
    if link.number < 0:
        for places in spots.values():
            widest = max(range(len(places)), key=lambda i: places[i].w)
            whole.items += [spot if i == widest else spot._replace(text="") for i, spot in enumerate(places)]
    return whole


def _cut(tokens: Sequence[_Token], width: int) -> list[_Token]:
    """Cuts a line with an ellipsis where it is too long."""
    kept: list[_Token] = []
    x = 0
    for token in tokens:
        if x + token.w > width and token.fragment is None:
            short = metrics.ellipsize(token.text + "…", token.style.font, token.style.size, max(1, width - x))
            kept.append(token._replace(text=short, w=metrics.width(short, token.style.font, token.style.size)))
            break
        kept.append(token)
        x += token.w
    return kept


def _clusters(tokens: Sequence[_Token]) -> list[list[_Token]]:
    """Groups tokens between which no line can be broken."""
    groups: list[list[_Token]] = []
    joined = False
    for token in tokens:
        breaks = token.is_space and token.style.white not in ("nowrap", "pre")
        sticks = token.fragment is None and token.text != "\n" and not breaks
        if joined and sticks:
            groups[-1].append(token)
        else:
            groups.append([token])
        joined = sticks
    return groups


def _lines(tokens: Sequence[_Token], width: int) -> list[list[_Token]]:
    """Breaks tokens into lines; a word that is too wide for a line is broken anywhere, unless it is preformatted."""
    lines: list[list[_Token]] = [[]]
    x = 0
    for group in _clusters(tokens):
        first = group[0]
        if first.fragment is None and first.text == "\n":
            lines[-1].append(first)
            lines.append([])
            x = 0
            continue
        across = sum([token.w for token in group])
        if x and x + across > width and not (first.is_space and first.style.white == "pre"):
            if first.is_space:
                continue
            lines.append([])
            x = 0
        if first.is_space and not lines[-1] and first.style.white not in ("pre", "pre-wrap"):
            continue
        if across > width and first.fragment is None and first.style.white not in ("pre", "nowrap"):
            for piece in _pieces(group, width):
                if x + piece.w > width and x:
                    lines.append([])
                    x = 0
                lines[-1].append(piece)
                x += piece.w
            continue
        lines[-1] += group
        x += across
    if not lines[-1]:
        lines.pop()
    return lines


def _pieces(group: Sequence[_Token], width: int) -> list[_Token]:
    pieces = []
    for token in group:
        at = token.at
        for part in metrics.wrap(token.text, token.style.font, token.style.size, max(1, width)):
            across = metrics.width(part, token.style.font, token.style.size)
            pieces.append(token._replace(text=part, w=across, at=at))
            at += len(part)
    return pieces


def _place_line(
    whole: Fragment,
    line: Sequence[_Token],
    style: Style,
    at: tuple[int, int],
    context: int,
    spots: dict[int, list[Spot]],
    around: Link,
) -> int:
    """Places one line, and returns its height.

    Args:
        whole: Gets the line's words and boxes.
        line: Its tokens.
        style: The style around it.
        at: The width of the line, and its top edge.
        context: The number of the page's text that the line is part of.
        spots: Gets the places of its links.
        around: The link around all of it, whose place is known already.
    """
    width, top = at
    line = list(line)
    while line and line[-1].is_space and line[-1].style.white not in ("pre", "pre-wrap"):
        line.pop()
    height = max([style.line_height, *[token.style.line_height for token in line if token.fragment is None]])
    for token in line:
        if token.fragment is not None:
            height = max(height, token.fragment.h + _vertical(token.style))
    largest = max([token.style.size for token in line if token.fragment is None], default=style.size)
    across = sum([token.w for token in line])
    x = max(0, width - across) * {"center": 1, "right": 2}.get(style.align, 0) // 2
    last: Words | None = None
    for token in line:
        if token.fragment is not None:
            whole.put(x + token.around, top + (height - token.fragment.h) // 2, token.fragment)
            last = None
        elif token.text != "\n":
            ink = token.style
            drop = round(_BASELINE * (largest - ink.size)) + (-2 if ink.vertical == "super" else 0)
            words = Words(
                x, top + drop, token.w, height, token.text, ink.color, ink.size, ink.font, ink.underline, context,
                token.at,
            )  # fmt: skip
            if last is not None and _alike(last, words):
                words = last._replace(text=last.text + words.text, w=last.w + words.w)
                whole.items[-1] = words
            else:
                whole.items.append(words)
            last = words
            if token.link.number >= 0 and token.link.number != around.number:
                _add_spot(spots, token.link, (x, top, token.w, height))
        x += token.w
    return height


def _vertical(style: Style) -> int:
    top, bottom = style.margin.top, style.margin.bottom
    return (top.of(0) if top is not None else 0) + (bottom.of(0) if bottom is not None else 0)


def _alike(last: Words, words: Words) -> bool:
    return (
        last.x + last.w == words.x
        and last.y == words.y
        and last[5:9] == words[5:9]
        and last.at + len(last.text) == words.at
    )


def _add_spot(spots: dict[int, list[Spot]], link: Link, box: tuple[int, int, int, int]) -> None:
    """Adds the place of a part of a link, joined to the one before on the same line."""
    x, y, w, h = box
    places = spots.setdefault(link.number, [])
    if places and places[-1].y == y and places[-1].x + places[-1].w == x:
        places[-1] = places[-1]._replace(w=places[-1].w + w)
    else:
        places.append(Spot(x, y, w, h, "link", link.label or link.text, "", link.rid, link))
