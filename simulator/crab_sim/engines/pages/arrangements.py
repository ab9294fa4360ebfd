"""Flexible rows and columns, grids, and columns of text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from crab_sim.engines.pages.box_layout import BoxLayout
from crab_sim.engines.pages.css.shorthands import words_of
from crab_sim.engines.pages.css.styles import Length, Sides
from crab_sim.engines.pages.fragments import Fragment, Link
from crab_sim.engines.pages.render_tree import Box

__all__ = ["columns", "flex", "grid", "widths"]

_MAX_TRACKS = 40


def _members(box: Box) -> list[Box]:
    """Returns the boxes to be arranged; text between them gets boxes of its own."""
    members = []
    for part in box.children:
        if not isinstance(part, str):
            members.append(part)
        elif part.strip():
            style = box.style._replace(
                display="block", background=None, margin=_plain(box), padding=_plain(box),
                borders=box.style.borders._replace(top=0, right=0, bottom=0, left=0), width=None, min_width=None,
                max_width=None, height=None, min_height=None, max_height=None, grow=0.0, basis=None, clips=False,
            )  # fmt: skip
            members.append(Box(None, style, [part]))
    return members


def _plain(box: Box) -> Sides:
    zero = Length(0.0)
    return Sides(zero, zero, zero, zero)


def widths(boxes: BoxLayout, box: Box) -> tuple[int, int]:
    """Returns the least and the wanted width of the content of a flexible box or a grid."""
    members = _members(box)
    pairs = []
    for member in members:
        margin = boxes.across(member.style.margin, 0)
        least, wide = boxes.widths(member)
        pairs.append((least + margin, wide + margin))
    style = box.style
    if not pairs:
        return 0, 0
    gaps = max(0, style.column_gap) * (len(pairs) - 1)
    if "grid" in style.display:
        tracks = _tracks(style.template, 0, max(0, style.column_gap), boxes, box) if style.template else []
        count = max(1, len(tracks))
        gaps = max(0, style.column_gap) * (count - 1)
        fixed = [track.px for track in tracks if track.px]
        free = count - len(fixed)
        widest = max([wide for _, wide in pairs])
        return sum(fixed) + free * max([least for least, _ in pairs]) + gaps, sum(fixed) + free * widest + gaps
    if style.direction.startswith("column"):
        return max([least for least, _ in pairs]), max([wide for _, wide in pairs])
    if style.wraps:
        return max([least for least, _ in pairs]), sum([wide for _, wide in pairs]) + gaps
    return sum([least for least, _ in pairs]) + gaps, sum([wide for _, wide in pairs]) + gaps


# Flexible rows --------------------------------------------------------------------------------------------------------


class _Size(NamedTuple):
    """The width of a member of a row: where it begins, its least, and its margins."""

    base: int
    least: int
    margin: int


def _sizes(boxes: BoxLayout, members: Sequence[Box], room: int) -> list[_Size]:
    sizes = []
    for member in members:
        style = member.style
        least, wide = boxes.widths(member)
        if style.basis is not None:
            base = max(style.basis.of(room), 0 if style.grow else least)
        elif style.width is not None:
            base = style.width.of(room)
        else:
            base = wide
        if style.max_width is not None:
            base, least = min(base, style.max_width.of(room)), min(least, style.max_width.of(room))
        if style.min_width is not None:
            least = style.min_width.of(room)
            base = max(base, least)
        elif style.clips:
            least = 0
        sizes.append(_Size(base, min(least, room), boxes.across(style.margin, room)))
    return sizes


def _rows(members: Sequence[Box], sizes: Sequence[_Size], room: int, gap: int, wraps: bool) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    x = 0
    for i, size in enumerate(sizes):
        across = size.base + size.margin
        if wraps and rows[-1] and x + gap + across > room:
            rows.append([])
            x = 0
        x += across + (gap if rows[-1] else 0)
        rows[-1].append(i)
    return rows


def _resolved(
    members: Sequence[Box], sizes: Sequence[_Size], row: Sequence[int], room: int, gap: int
) -> dict[int, int]:
    """Returns the widths of the members of a row: those that grow share the room, others give way."""
    used = sum([sizes[i].base + sizes[i].margin for i in row]) + gap * (len(row) - 1)
    spare = room - used
    found = {i: sizes[i].base for i in row}
    if spare > 0:
        total = sum([members[i].style.grow for i in row])
        for i in row:
            if total:
                found[i] += int(spare * members[i].style.grow / max(1.0, total))
            limit = members[i].style.max_width
            if limit is not None:
                found[i] = min(found[i], limit.of(room))
        return found
    for _ in range(4):  # a member that has reached its least width leaves the rest to the others
        weights = {i: members[i].style.shrink * sizes[i].base for i in row if found[i] > sizes[i].least}
        total = sum(weights.values())
        if spare >= 0 or not total:
            break
        for i, weight in weights.items():
            found[i] = max(sizes[i].least, found[i] + int(spare * weight / total))
        spare = room - sum([found[i] + sizes[i].margin for i in row]) - gap * (len(row) - 1)
    return found


def flex(boxes: BoxLayout, box: Box, room: int, link: Link, quiet: bool) -> Fragment:
    """Lays out the content of a flexible box.

    Args:
        boxes: Lays out the boxes in it.
        box: The flexible box.
        room: Width of its content, in pixels.
        link: The link around it.
        quiet: Whether the text in it belongs to something that has it already.
    """
    style, members = box.style, _members(box)
    whole = Fragment(room, 0)
    if style.direction.startswith("column"):
        return _stack(boxes, box, members, room, link, quiet)
    gap = max(0, style.column_gap)
    sizes = _sizes(boxes, members, room)
    y = 0
    for row in _rows(members, sizes, room, gap, style.wraps):
        if not row:
            continue
        found = _resolved(members, sizes, row, room, gap)
        parts = {i: boxes.block(members[i], room, max(1, found[i]), link, quiet) for i in row}
        height = max([part.h + _upright(members[i], room) for i, part in parts.items()])
        if style.height is not None and not style.wraps:
            height = max(height, style.height.of(0) - _edges_above(box))
        spare = max(0, room - sum([found[i] + sizes[i].margin for i in row]) - gap * (len(row) - 1))
        autos = [i for i in row if members[i].style.margin.left is None]
        x = {"center": spare // 2, "end": spare, "flex-end": spare}.get(style.justify, 0) if not autos else 0
        between = spare // (len(row) - 1) if style.justify == "space-between" and len(row) > 1 else 0
        for i in row:
            margin = members[i].style.margin
            x += margin.left.of(room) if margin.left is not None else spare // len(autos)
            part = parts[i]
            above = margin.top.of(room) if margin.top is not None else 0
            free = height - part.h - _upright(members[i], room)
            if style.items == "stretch" and free > 0 and members[i].style.height is None:
                part = _stretched(boxes, members[i], part, part.h + free)
                free = 0
            drop = {"center": free // 2, "end": free, "flex-end": free, "baseline": min(free // 2, 8)}.get(
                style.items, 0
            )
            whole.put(x, y + above + drop, part)
            x += found[i] + (margin.right.of(room) if margin.right is not None else 0) + gap + between
        y += height + style.row_gap
    whole.h = max(0, y - style.row_gap)
    return whole


def _upright(member: Box, room: int) -> int:
    top, bottom = member.style.margin.top, member.style.margin.bottom
    return (top.of(room) if top is not None else 0) + (bottom.of(room) if bottom is not None else 0)


def _edges_above(box: Box) -> int:
    style = box.style
    top, bottom = style.padding.top, style.padding.bottom
    inner = (top.of(0) if top is not None else 0) + (bottom.of(0) if bottom is not None else 0)
    return inner + style.borders.top + style.borders.bottom


def _stretched(boxes: BoxLayout, member: Box, part: Fragment, height: int) -> Fragment:
    """Returns a member of a row that is as high as the row."""
    node = member.node
    if node is not None and (node.control is not None or node.tag in ("img", "svg")):
        if node.control is not None and node.control.kind not in ("checkbox", "radio"):
            part.items = [item._replace(h=height) for item in part.items]
            part.h = height
        return part
    old = part.h
    part.items = [item._replace(h=height) if item.h == old and item.y == 0 else item for item in part.items]
    part.h = height
    return part


def _stack(boxes: BoxLayout, box: Box, members: Sequence[Box], room: int, link: Link, quiet: bool) -> Fragment:
    """Returns members below one another."""
    style, whole, y = box.style, Fragment(room, 0), 0
    for member in members:
        inner = member.style
        margin = boxes.across(inner.margin, room)
        stretch = style.items in ("stretch", "normal") and inner.width is None
        node = member.node
        if node is not None and node.control is not None and node.control.kind in ("checkbox", "radio"):
            stretch = False
        width = max(1, room - margin) if stretch else boxes.fitting(member, max(1, room - margin))
        part = boxes.block(member, room, width, link, quiet)
        left = inner.margin.left.of(room) if inner.margin.left is not None else max(0, room - width) // 2
        y += inner.margin.top.of(room) if inner.margin.top is not None else 0
        whole.put(left + (max(0, room - margin - part.w) // 2 if style.items == "center" else 0), y, part)
        y += part.h + (inner.margin.bottom.of(room) if inner.margin.bottom is not None else 0) + style.row_gap
    whole.h = max(0, y - style.row_gap)
    return whole


# Grids ----------------------------------------------------------------------------------------------------------------


class _Track(NamedTuple):
    """A column of a grid: pixels, or a share of the rest; without both, it is as wide as its content."""

    px: int = 0
    share: float = 0.0


_REPEAT = re.compile(r"repeat\(\s*([\w-]+)\s*,\s*(.+)\)")


def _tracks(template: str, room: int, gap: int, boxes: BoxLayout, box: Box) -> list[_Track]:
    tracks: list[_Track] = []
    for word in words_of(template):
        match = _REPEAT.fullmatch(word)
        if match is None:
            tracks.append(_track(word, boxes, box, room))
            continue
        pattern = [_track(part, boxes, box, room) for part in words_of(match[2])]
        if match[1].isdecimal():
            count = int(match[1][:3])
        else:
            least = sum([max(1, track.px) for track in pattern])
            count = max(1, (room + gap) // (least + gap))
            if any("minmax" in part for part in words_of(match[2])):
                pattern = [track._replace(px=0) if track.share else track for track in pattern]
        tracks += pattern * count
        if len(tracks) > _MAX_TRACKS:
            break
    return tracks[:_MAX_TRACKS]


def _track(word: str, boxes: BoxLayout, box: Box, room: int) -> _Track:
    if word.startswith("minmax("):
        low, _, high = word[7:-1].partition(",")
        least, most = _track(low.strip(), boxes, box, room), _track(high.strip(), boxes, box, room)
        return _Track(least.px, most.share)
    if word.endswith("fr"):
        digits = word[:-2]
        return _Track(0, float(digits) if re.fullmatch(r"\d+\.?\d*|\.\d+", digits) else 1.0)
    length = box.style.length(word, boxes.viewport)
    return _Track(length.of(room)) if length is not None else _Track()


def grid(boxes: BoxLayout, box: Box, room: int, link: Link, quiet: bool) -> Fragment:
    """Lays out the content of a grid.

    Args:
        boxes: Lays out the boxes in it.
        box: The box with the grid.
        room: Width of its content, in pixels.
        link: The link around it.
        quiet: Whether the text in it belongs to something that has it already.
    """
    style, members, gap = box.style, _members(box), max(0, box.style.column_gap)
    tracks = _tracks(style.template, room, gap, boxes, box) or [_Track(0, 1.0)]
    count = len(tracks)
    across = [track.px for track in tracks]
    for i, track in enumerate(tracks):
        if not track.px and not track.share:
            wanted = [boxes.fitting(member, room) for member in members[i::count]]
            across[i] = min(max(wanted, default=0), max(1, room - gap * (count - 1)))
    total = sum([track.share for track in tracks])
    spare = max(0, room - sum(across) - gap * (count - 1))
    for i, track in enumerate(tracks):
        if track.share:
            across[i] = max(1, int(spare * track.share / total))
    whole, y = Fragment(room, 0), 0
    for first in range(0, len(members), count):
        row = members[first : first + count]
        parts = []
        for member, width in zip(row, across, strict=False):
            fits = style.items == "center" and style.display == "inline-grid"
            wide = boxes.fitting(member, width) if fits else width - boxes.across(member.style.margin, width)
            parts.append(boxes.block(member, width, max(1, wide), link, quiet))
        height = max([part.h + _upright(member, room) for member, part in zip(row, parts, strict=True)])
        if style.height is not None:
            height = max(height, style.height.of(0) - _edges_above(box))
        x = 0
        for member, part, width in zip(row, parts, across, strict=False):
            margin = member.style.margin
            if style.items in ("stretch", "normal"):
                part = _stretched(boxes, member, part, max(part.h, height - _upright(member, room)))
            drop = (height - part.h) // 2 if style.items == "center" else 0
            left = margin.left.of(width) if margin.left is not None else 0
            shift = (width - part.w) // 2 if style.display == "inline-grid" else 0
            whole.put(x + left + shift, y + drop + (margin.top.of(width) if margin.top is not None else 0), part)
            x += width + gap
        y += height + style.row_gap
    whole.h = max(0, y - style.row_gap)
    return whole


# Columns --------------------------------------------------------------------------------------------------------------


def columns(boxes: BoxLayout, box: Box, room: int, link: Link, quiet: bool) -> Fragment:
    """Lays out the content of a box in columns of about the same height.

    Args:
        boxes: Lays out the boxes in it.
        box: The box with the columns.
        room: Width of its content, in pixels.
        link: The link around it.
        quiet: Whether the text in it belongs to something that has it already.
    """
    style = box.style
    gap = style.column_gap if style.column_gap >= 0 else style.size
    count = max(1, style.columns or 99)
    if style.column_width:
        count = max(1, min(count, (room + gap) // (style.column_width + gap)))
    width = max(1, (room - gap * (count - 1)) // count)
    parts = []
    for group in boxes.groups(box.children):
        if isinstance(group, Box):
            part = boxes.block(group, width, link=link, quiet=quiet)
            bottom = group.style.margin.bottom
            parts.append((group, part, bottom.of(width) if bottom is not None else 0))
    total = sum([part.h + after for _, part, after in parts])
    target = max([total / count, *[part.h for _, part, _ in parts]]) if parts else 0
    whole, column, y, height = Fragment(room, 0), 0, 0, 0
    for _, part, after in parts:
        if y and y + part.h > target and column < count - 1:
            column, y = column + 1, 0
        whole.put(column * (width + gap), y, part)
        y += part.h + after
        height = max(height, y)
    whole.h = height
    return whole
