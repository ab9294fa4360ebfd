"""A web page as tools tell it: what is laid out in the view, so that nothing hidden is told.

* `shown_text` - its text. `shown_links` - its links. `shown_controls` - the controls of its forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from crab_sim.engines.pages.blocks import Control
from crab_sim.engines.pages.fragments import Image, Place, Spot, Words
from crab_sim.engines.pages.layout import Layout

__all__ = ["shown_controls", "shown_links", "shown_text", "told"]

_MARGIN = -2  # the text to which numbers of lines belong, which aren't part of a page


class _Piece(NamedTuple):
    """The words of a paragraph or a box, in reading order, and the place that they take."""

    words: tuple[Words, ...]
    left: int
    top: int
    right: int
    bottom: int


def _piece(words: Sequence[Words]) -> _Piece:
    return _Piece(
        tuple(words), min([each.x for each in words]), min([each.y for each in words]),
        max([each.x + each.w for each in words]), max([each.y + each.h for each in words]),
    )  # fmt: skip


def _pieces(layout: Layout, spots: Sequence[Spot] | None = None) -> list[_Piece]:
    """Returns the texts of a page, or those in some places; boxes in the midst of a text are part of it."""
    by_text: dict[int, list[Words]] = {}
    for item in layout.items:
        if isinstance(item, Words) and item.context != _MARGIN and (spots is None or _is_in(item, spots)):
            by_text.setdefault(item.context, []).append(item)
    pieces: list[_Piece] = []
    for words in by_text.values():
        new = _piece(sorted(words, key=lambda each: each.at))
        around = next((i for i, piece in enumerate(pieces) if _contains(piece, new)), -1)
        if around >= 0:
            pieces[around] = _joined(pieces[around], new)
            continue
        at = len(pieces)
        while at and _beside(new, pieces[at - 1]):  # a box that stands before the text around it
            at -= 1
        pieces.insert(at, new)
    return pieces


def _is_in(words: Words, spots: Iterable[Spot]) -> bool:
    x, y = words.x + words.w // 2, words.y + words.h // 2
    return any([spot.x <= x < spot.x + spot.w and spot.y <= y < spot.y + spot.h for spot in spots])


def _contains(piece: _Piece, other: _Piece) -> bool:
    middle = (other.top + other.bottom) // 2
    return piece.left <= other.left and other.right <= piece.right and piece.top <= middle < piece.bottom


def _joined(piece: _Piece, box: _Piece) -> _Piece:
    """Returns a text with a box in it at its place."""
    middle = (box.top + box.bottom) // 2
    before = [
        each.y + each.h <= middle or (each.y <= middle and each.x + each.w // 2 <= box.left) for each in piece.words
    ]
    at = before.index(False) if False in before else len(before)
    return _piece((*piece.words[:at], *box.words, *piece.words[at:]))


def _said(piece: _Piece, contexts: Sequence[str]) -> str:
    """Returns the words of a piece; what the layout sets apart isn't glued together."""
    parts: list[str] = []
    last: Words | None = None
    for words in piece.words:
        if last is not None:
            between = ""
            if last.context == words.context >= 0:
                between = contexts[words.context][last.at + len(last.text) : words.at]
            apart = words.y >= last.y + last.h or words.x > last.x + last.w or last.context != words.context
            parts.append("\n" if "\n" in between else " " if apart or between else "")
        parts.append(words.text)
        last = words
    return "".join(parts)


def shown_text(layout: Layout) -> str:
    """Returns the text of a page, with a line for each of its texts; those beside one another share one."""
    parts: list[str] = []
    last: _Piece | None = None
    for piece in _pieces(layout):
        said = _said(piece, layout.contexts)
        text = "\n".join([line for line in (" ".join(line.split()) for line in said.split("\n")) if line])
        if not text:
            continue
        if last is not None:
            parts.append(_between(last, piece))
        parts.append(text)
        last = piece
    return "".join(parts)


def _beside(left: _Piece, right: _Piece) -> bool:
    """Returns whether a piece stands to the left of another one, on the same line."""
    shared = min(left.bottom, right.bottom) - max(left.top, right.top)
    return right.left >= left.right and 2 * shared >= min(left.bottom - left.top, right.bottom - right.top)


def _between(last: _Piece, piece: _Piece) -> str:
    """Returns what stands between two pieces: a new line, a wide gap, or a blank."""
    if not _beside(last, piece):
        return "\n"
    return " | " if piece.left - last.right > piece.words[0].size else " "


def shown_links(layout: Layout) -> dict[str, str]:
    """Returns the addresses of the links on a page, by what one reads on them."""
    places: dict[int, list[Spot]] = {}
    for item in layout.items:
        if isinstance(item, Spot) and item.link.href:
            places.setdefault(item.link.number, []).append(item)
    with_pictures = {item.link.number for item in layout.items if isinstance(item, Image)}
    found: dict[str, str] = {}
    for spots in places.values():
        link = spots[0].link
        words = ""
        if link.number in with_pictures:  # whose descriptions are part of the link's text
            words = " ".join([_said(piece, layout.contexts) for piece in _pieces(layout, spots)])
        found.setdefault(link.label or " ".join((words or link.text).split()) or link.href, link.href)
    return found


def shown_controls(layout: Layout) -> list[Control]:
    """Returns the controls that one sees on a page."""
    return [item.control for item in layout.items if isinstance(item, Place) and item.control.kind != "hidden"]


def told(control: Control, fields: Mapping[str, str]) -> dict[str, Any]:
    """Returns what one sees of a control: of a password only its length.

    Args:
        control: The control.
        fields: What was typed on the page.
    """
    facts: dict[str, Any] = {"kind": control.kind, "name": control.label or control.name}
    if control.kind not in ("submit", "button", "reset"):
        value = fields.get(control.key, control.value)
        facts["value"] = "•" * len(value) if control.kind == "password" else value
    if control.options:
        facts["options"] = [option.text for option in control.options]
    return facts
