"""Differences between two texts, line by line, by Myers' greedy algorithm.

* `split` - a text's lines. `Edit`, `edits` - the runs of lines that differ. `merge_lines` - three texts as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["Edit", "Merged", "edits", "merge_lines", "split"]

_MAX_EDITS: Final = 600
"""Most lines that differ before the rest is taken as replaced: work and memory grow with the square."""


class Edit(NamedTuple):
    """A run of lines of the old text that is replaced by one of the new text; either may be empty."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


@lru_cache(maxsize=256)
def split(data: bytes) -> tuple[bytes, ...]:
    r"""Returns the lines of a text with their newlines; the last one may have none.

    >>> split(b"a\nb")
    (b'a\n', b'b')
    """
    *whole, tail = data.split(b"\n")
    return tuple([line + b"\n" for line in whole] + ([tail] if tail else []))


@lru_cache(maxsize=256)
def edits(old: tuple[bytes, ...], new: tuple[bytes, ...]) -> tuple[Edit, ...]:
    r"""Returns the runs of lines that differ, in their order.

    >>> edits((b"a\n", b"b\n"), (b"a\n", b"c\n", b"b\n"))
    (Edit(old_start=1, old_end=1, new_start=1, new_end=2),)
    """
    head, tail = 0, 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    numbers: dict[bytes, int] = {}
    a = [numbers.setdefault(line, len(numbers)) for line in old[head : len(old) - tail]]
    b = [numbers.setdefault(line, len(numbers)) for line in new[head : len(new) - tail]]
    gone, come = [False] * len(old), [False] * len(new)
    kept = _kept(a, b)
    same_old, same_new = {head + x for x, _ in kept}, {head + y for _, y in kept}
    for i in range(head, len(old) - tail):
        gone[i] = i not in same_old
    for i in range(head, len(new) - tail):
        come[i] = i not in same_new
    _slide(old, gone, come)
    _slide(new, come, gone)
    return tuple(_runs(gone, come))


def _kept(a: Sequence[int], b: Sequence[int]) -> list[tuple[int, int]]:
    """Returns the pairs of places of the lines that stay: the greedy search for the shortest way of edits."""
    if not a or not b:
        return []
    furthest = {1: 0}
    trail: list[dict[int, int]] = []
    end = (len(a), len(b))
    for cost in range(min(len(a) + len(b), _MAX_EDITS) + 1):
        trail.append(dict(furthest))
        best = (-1, 0, 0)
        for k in range(-cost, cost + 1, 2):
            if k == -cost or (k != cost and furthest.get(k - 1, -1) < furthest.get(k + 1, -1)):
                x = furthest.get(k + 1, 0)
            else:
                x = furthest.get(k - 1, 0) + 1
            y = x - k
            while x < len(a) and y < len(b) and a[x] == b[y]:
                x, y = x + 1, y + 1
            furthest[k] = x
            if x <= len(a) and y <= len(b) and x + y > best[0]:
                best = (x + y, x, y)
            if x == len(a) and y == len(b):
                return _walk_back(trail, x, y)
        if cost == _MAX_EDITS:
            end = best[1:]
    return _walk_back(trail, *end)


def _walk_back(trail: Sequence[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    """Returns the pairs on the way to a point; `trail` has, for each number of edits, how far fewer edits reach."""
    pairs = []
    for cost in range(len(trail) - 1, -1, -1):
        before, k = trail[cost], x - y
        from_x = from_y = 0
        if cost:
            down = k == -cost or (k != cost and before.get(k - 1, -1) < before.get(k + 1, -1))
            from_k = k + 1 if down else k - 1
            from_x = before.get(from_k, 0)
            from_y = from_x - from_k
        while x > from_x and y > from_y:
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = from_x, from_y
    return pairs[::-1]


def _slide(lines: Sequence[bytes], marked: list[bool], other: list[bool]) -> None:
    """Moves each run of marked lines down as far as the text reads the same, or to where the other text has a run."""
    partner = _partners(marked, other)
    at = 0
    while at < len(lines):
        if not marked[at]:
            at += 1
            continue
        start = end = at
        while end < len(lines) and marked[end]:
            end += 1
        while start > 0 and not marked[start - 1] and lines[start - 1] == lines[end - 1]:
            marked[start - 1], marked[end - 1] = True, False
            start, end = start - 1, end - 1
            while start > 0 and marked[start - 1]:
                start -= 1
        first, size, aligned = start, end - start, -1
        aligned = start if (start in partner) else -1
        while end < len(lines) and not marked[end] and lines[start] == lines[end]:
            marked[start], marked[end] = False, True
            start, end = start + 1, end + 1
            while end < len(lines) and marked[end]:
                end += 1
            if end - start != size:  # it has met the next run: all of it slides on as one
                first, size, aligned = start, end - start, -1
            if start in partner:
                aligned = start
        goal = aligned if aligned >= 0 else _best_place(lines, first, start, size)
        while start > goal:
            marked[start - 1], marked[end - 1] = True, False
            start, end = start - 1, end - 1
        at = end


def _partners(marked: Sequence[bool], other: Sequence[bool]) -> set[int]:
    """Returns the places in this text at which the other one has a run of marked lines."""
    places: set[int] = set()
    here = 0
    at = 0
    while at < len(other):
        if other[at]:
            while at < len(other) and other[at]:
                at += 1
            places.add(here)
            while here < len(marked) and marked[here]:
                here += 1
            continue
        while here < len(marked) and marked[here]:
            here += 1
        here += 1
        at += 1
    return places


def _indent(line: bytes) -> int:
    """Returns a line's indentation, -1 for a blank one."""
    body = line.strip()
    return len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip()) if body else -1


def _best_place(lines: Sequence[bytes], low: int, high: int, size: int) -> int:
    """Returns where a run reads best among the places to which it can slide: where a new block of lines begins."""
    best, best_cost = high, 1 << 30
    for start in range(high, max(low, high - 100) - 1, -1):
        end = start + size
        follows = next((_indent(line) for line in lines[end:] if line.strip()), 0)
        opens = next((_indent(line) for line in lines[start:] if line.strip()), 0)
        cost = 4 * (max(0, opens) + max(0, follows))
        cost += 3 * (_indent(lines[start]) < 0) + 3 * (end < len(lines) and _indent(lines[end]) < 0)
        cost -= 2 * (start > 0 and _indent(lines[start - 1]) < 0)
        if cost < best_cost:
            best, best_cost = start, cost
    return best


def _runs(gone: Sequence[bool], come: Sequence[bool]) -> list[Edit]:
    runs = []
    x = y = 0
    while x < len(gone) or y < len(come):
        start = (x, y)
        while x < len(gone) and gone[x]:
            x += 1
        while y < len(come) and come[y]:
            y += 1
        if (x, y) != start:
            runs.append(Edit(start[0], x, start[1], y))
        else:
            x, y = x + 1, y + 1
    return runs


# Merging --------------------------------------------------------------------------------------------------------------


class Merged(NamedTuple):
    """Three texts as one: its bytes, and the number of places where both sides have changed the same lines."""

    data: bytes
    conflicts: int


class _Chunk(NamedTuple):
    """A part of the merged text: lines both agree on, or in a conflict those of each side."""

    ours: tuple[bytes, ...]
    theirs: tuple[bytes, ...] | None = None


def merge_lines(base: bytes, ours: bytes, theirs: bytes, our_name: str, their_name: str, favour: str = "") -> Merged:
    r"""Merges the changes of two texts to a common one; where both change the same lines, both stay, between marks.

    Args:
        base: The text before both changes.
        ours: The text with our changes.
        theirs: The text with theirs.
        our_name: Name of our side on the marks, such as ``HEAD``.
        their_name: Name of the other side on them.
        favour: ``"ours"`` or ``"theirs"``, whose lines are taken where both change the same; ``""`` for both.

    >>> merge_lines(b"a\nb\nc\n", b"A\nb\nc\n", b"a\nb\nC\n", "x", "y")
    Merged(data=b'A\nb\nC\n', conflicts=0)
    """
    chunks = _joined(_refined(_merged(split(base), split(ours), split(theirs))))
    out: list[bytes] = []
    conflicts = 0
    for chunk in chunks:
        if chunk.theirs is None:
            out += chunk.ours
            continue
        if favour:
            out += chunk.ours if favour == "ours" else chunk.theirs
            continue
        conflicts += 1
        out.append(f"<<<<<<< {our_name}\n".encode())
        out += _ended(chunk.ours)
        out.append(b"=======\n")
        out += _ended(chunk.theirs)
        out.append(f">>>>>>> {their_name}\n".encode())
    return Merged(b"".join(out), conflicts)


def _ended(lines: tuple[bytes, ...]) -> list[bytes]:
    return [line if line.endswith(b"\n") else line + b"\n" for line in lines]


def _merged(base: tuple[bytes, ...], ours: tuple[bytes, ...], theirs: tuple[bytes, ...]) -> list[_Chunk]:
    left, right = list(edits(base, ours)), list(edits(base, theirs))
    chunks: list[_Chunk] = []
    at = 0  # in the base
    shift_left = shift_right = 0  # of the sides against the base
    while left or right:
        start = min(left[0].old_start if left else len(base) + 1, right[0].old_start if right else len(base) + 1)
        end = start
        mine: list[Edit] = []
        other: list[Edit] = []
        grown = True
        while grown:
            grown = False
            for source, taken in ((left, mine), (right, other)):
                while source and source[0].old_start <= end:
                    edit = source.pop(0)
                    taken.append(edit)
                    end = max(end, edit.old_end)
                    grown = True
        chunks.append(_Chunk(base[at:start]))
        grow_left = sum([e.new_end - e.new_start - e.old_end + e.old_start for e in mine])
        grow_right = sum([e.new_end - e.new_start - e.old_end + e.old_start for e in other])
        part_left = ours[start + shift_left : end + shift_left + grow_left]
        part_right = theirs[start + shift_right : end + shift_right + grow_right]
        shift_left, shift_right = shift_left + grow_left, shift_right + grow_right
        if not other or part_left == part_right:
            chunks.append(_Chunk(part_left))
        elif not mine:
            chunks.append(_Chunk(part_right))
        else:
            chunks.append(_Chunk(part_left, part_right))
        at = end
    chunks.append(_Chunk(base[at:]))
    return chunks


def _refined(chunks: list[_Chunk]) -> list[_Chunk]:
    """Takes out of conflicts the lines that both sides have."""
    out: list[_Chunk] = []
    for chunk in chunks:
        if chunk.theirs is None or not chunk.ours or not chunk.theirs:
            out.append(chunk)
            continue
        at = 0
        for edit in edits(chunk.ours, chunk.theirs):
            out.append(_Chunk(chunk.ours[at : edit.old_start]))
            out.append(_Chunk(chunk.ours[edit.old_start : edit.old_end], chunk.theirs[edit.new_start : edit.new_end]))
            at = edit.old_end
        out.append(_Chunk(chunk.ours[at:]))
    return [chunk for chunk in out if chunk.ours or chunk.theirs]


def _joined(chunks: list[_Chunk]) -> list[_Chunk]:
    """Joins conflicts with at most three lines between them."""
    out: list[_Chunk] = []
    for chunk in chunks:
        before, between = (out[-2], out[-1]) if len(out) > 1 else (None, None)
        if (
            chunk.theirs is not None and before is not None and between is not None and between.theirs is None
            and before.theirs is not None and len(between.ours) <= 3
        ):  # fmt: skip
            out[-2:] = [_Chunk(before.ours + between.ours + chunk.ours, before.theirs + between.ours + chunk.theirs)]
        elif chunk.theirs is None and out and out[-1].theirs is None:
            out[-1] = _Chunk(out[-1].ours + chunk.ours)
        else:
            out.append(chunk)
    return out
