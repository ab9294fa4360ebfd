r"""Edits of a rich text: pure functions from a text and places in it to a new text.

* `insert`, `split`, `delete`, `insert_page_break`, `insert_text` - typing. `recased` - small and large letters.
* `sorted_paragraphs` - sorting.
* `with_looks`, `with_paragraphs` - formatting.
* `ordered`, `selected_text`, `selected_looks` - a selection. `clamp` - a place that is surely in a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from crab_sim.engines.writing.model import (
    MAX_CHARACTERS,
    MAX_PARAGRAPHS,
    NO_SPACE,
    Look,
    Paragraph,
    Position,
    Run,
    Text,
    joined,
    length,
    look_at,
    numbered,
    plain,
    style_of,
    text_of,
)

__all__ = [
    "Case", "Edited", "clamp", "count", "cut", "delete", "insert", "insert_page_break", "insert_text", "ordered",
    "recased", "selected_looks", "selected_text", "sorted_paragraphs", "split", "with_looks", "with_paragraphs",
]  # fmt: skip

Case: TypeAlias = Literal["upper", "lower", "title", "sentence", "toggle"]
"""The ways to write letters."""
_NUMBER: Final = re.compile(r"-?\d[\d,]{0,20}(?:\.\d{1,20})?")
Edited = tuple[Text, Position]
"""A new text, and the place of the caret in it."""


def clamp(text: Text, at: Position) -> Position:
    """Returns the place, moved into the text where it lies outside."""
    number = max(0, min(at.paragraph, len(text) - 1))
    return Position(number, max(0, min(at.offset, length(text[number]))))


def ordered(a: Position, b: Position) -> tuple[Position, Position]:
    """Returns two places, the first one of the text first."""
    return (a, b) if (a.paragraph, a.offset) <= (b.paragraph, b.offset) else (b, a)


def count(text: Text) -> int:
    """Returns the number of characters of a text."""
    return sum([length(paragraph) for paragraph in text])


def cut(runs: tuple[Run, ...], start: int, stop: int) -> tuple[Run, ...]:
    """Returns the runs of a part of a paragraph."""
    found: list[Run] = []
    at = 0
    for run in runs:
        size = len(run.text)
        low, high = max(start - at, 0), min(stop - at, size)
        if low < high:
            found.append(run if high - low == size else Run(run.text[low:high], run.look))
        at += size
    return tuple(found)


def _replaced(text: Text, start: int, stop: int, new: Text) -> Text:
    return text[:start] + new + text[stop:]


def insert(text: Text, at: Position, new: str, look: Look | None = None, room: int | None = None) -> Edited:
    """Types characters into a paragraph, as many as there is room for in a text.

    Args:
        text: The text.
        at: The place.
        new: The characters.
        look: Their look; None for that of the characters beside them.
        room: How many characters the text has room for, where that is known; counting takes long.
    """
    new = new[: max(0, MAX_CHARACTERS - count(text)) if room is None else room]
    paragraph = text[at.paragraph]
    run = Run(new, _look_of_typed(paragraph, at.offset) if look is None else look)
    runs = (*cut(paragraph.runs, 0, at.offset), run, *cut(paragraph.runs, at.offset, MAX_CHARACTERS))
    changed = paragraph._replace(runs=joined(runs))
    return _replaced(text, at.paragraph, at.paragraph + 1, (changed,)), Position(at.paragraph, at.offset + len(new))


def _look_of_typed(paragraph: Paragraph, offset: int) -> Look:
    """Returns the look of text typed at a place: that of its surroundings, without a link that ends there."""
    look = look_at(paragraph, offset)
    inside = offset < length(paragraph) and look_at(paragraph, offset + 1).link == look.link
    return look if inside or not look.link else look._replace(link="")


def split(text: Text, at: Position) -> Edited:
    """Begins a paragraph at a place, as Enter does; in an empty item of a list it ends the list instead."""
    paragraph = text[at.paragraph]
    size = length(paragraph)
    if not size and paragraph.marker:
        plainer = paragraph._replace(marker="", level=0)
        return _replaced(text, at.paragraph, at.paragraph + 1, (plainer,)), at
    if len(text) >= MAX_PARAGRAPHS:
        return text, at
    first = paragraph._replace(runs=cut(paragraph.runs, 0, at.offset))
    second = paragraph._replace(runs=cut(paragraph.runs, at.offset, size), page_break=False)
    following = style_of(paragraph).following
    if following and size and at.offset == size:
        second = second._replace(style=following, align="", space=NO_SPACE)
    return _replaced(text, at.paragraph, at.paragraph + 1, (first, second)), Position(at.paragraph + 1, 0)


def insert_page_break(text: Text, at: Position) -> Edited:
    """Begins a paragraph on a new page at a place; a table is not broken."""
    if text[at.paragraph].cell is not None:
        return text, at
    broken, caret = split(text, at)
    paragraph = broken[caret.paragraph]
    if caret.paragraph == at.paragraph and broken == text:
        return text, at
    changed = _replaced(broken, caret.paragraph, caret.paragraph + 1, (paragraph._replace(page_break=True),))
    return changed, caret


def insert_text(text: Text, at: Position, new: Text) -> Edited:
    """Inserts another text at a place: its first paragraph joins what is before, its last one what is behind.

    A text that has no room for it, a cell for a table included, stays as it is.
    """
    tabled = any([each.cell is not None for each in new])
    if len(text) + len(new) > MAX_PARAGRAPHS or count(text) + count(new) > MAX_CHARACTERS:
        return text, at
    here = text[at.paragraph]
    if tabled and here.cell is not None:
        return text, at
    base = 1 + max([each.cell.table for each in text if each.cell is not None], default=-1)
    own = [
        each._replace(cell=here.cell, page_break=each.page_break and here.cell is None)
        if each.cell is None
        else each._replace(cell=each.cell._replace(table=base + each.cell.table))
        for each in new
    ]
    head, tail = cut(here.runs, 0, at.offset), cut(here.runs, at.offset, MAX_CHARACTERS)
    first = own[0]
    if first.cell != here.cell:  # a table begins it
        own.insert(0, here._replace(runs=()))
    elif head:
        own[0] = here._replace(runs=first.runs)
    own[0] = own[0]._replace(runs=joined((*head, *own[0].runs)), page_break=here.page_break or own[0].page_break)
    offset = length(own[-1])
    own[-1] = own[-1]._replace(runs=joined((*own[-1].runs, *tail)))
    whole = numbered(_replaced(text, at.paragraph, at.paragraph + 1, tuple(own)))
    return whole, Position(at.paragraph + len(own) - 1, offset)


def recased(text: Text, start: Position, stop: Position, how: Case) -> Text:
    """Writes the letters between two places large or small; those that other letters replace stay as they are.

    Args:
        text: The text.
        start: The first place.
        stop: The place behind the last character.
        how: Which letters become large.
    """
    changed: list[Paragraph] = []
    for number in range(start.paragraph, stop.paragraph + 1):
        paragraph = text[number]
        low = start.offset if number == start.paragraph else 0
        high = stop.offset if number == stop.paragraph else length(paragraph)
        chars = list(plain(paragraph))
        begins = True  # of a word, or of a sentence
        for i in range(low, high):
            char = chars[i]
            large = how == "upper" or (how == "toggle" and char.islower()) or (how in ("title", "sentence") and begins)
            other = char.upper() if large else char.lower()
            chars[i] = other if len(other) == 1 else char
            if how == "title":
                begins = not char.isalnum() and char != "'"
            elif char.isalnum() or char in ".!?":
                begins = not char.isalnum()
        runs, at = [], 0
        for run in paragraph.runs:
            runs.append(Run("".join(chars[at : at + len(run.text)]), run.look))
            at += len(run.text)
        changed.append(paragraph._replace(runs=tuple(runs)))
    return _replaced(text, start.paragraph, stop.paragraph + 1, tuple(changed))


def sorted_paragraphs(text: Text, first: int, last: int, numeric: bool, descending: bool) -> Text:
    """Sorts paragraphs; those of tables stay where they are, as do the others with them.

    Args:
        text: The text.
        first: Number of the first paragraph.
        last: Number of the last one.
        numeric: Whether the numbers with which they begin count, rather than their letters.
        descending: Whether the last one comes first.
    """
    chosen = text[first : last + 1]
    if any([each.cell is not None for each in chosen]):
        return text

    def order(paragraph: Paragraph) -> tuple[float, str]:
        words = plain(paragraph).strip().casefold()
        match = _NUMBER.match(words) if numeric else None
        return float(match[0].replace(",", "")) if match else 0.0, "" if numeric else words

    return _replaced(text, first, last + 1, tuple(sorted(chosen, key=order, reverse=descending)))


def delete(text: Text, start: Position, stop: Position) -> Edited:
    """Removes the text between two places; cells that are only partly between them are emptied, not removed.

    Args:
        text: The text.
        start: The first place.
        stop: The second place, behind it.
    """
    first, last = text[start.paragraph], text[stop.paragraph]
    head, tail = cut(first.runs, 0, start.offset), cut(last.runs, stop.offset, MAX_CHARACTERS)
    if first.cell == last.cell and not _parted(text, start.paragraph, stop.paragraph):
        whole = first._replace(runs=joined((*head, *tail)))
        if not head and start.paragraph < stop.paragraph and not start.offset:
            whole = last._replace(runs=whole.runs, page_break=first.page_break)
        return _replaced(text, start.paragraph, stop.paragraph + 1, (whole,)), start
    kept: list[Paragraph] = []
    whole_tables = first.cell is None and last.cell is None
    for number in range(start.paragraph, stop.paragraph + 1):
        paragraph = text[number]
        if number == start.paragraph:
            kept.append(paragraph._replace(runs=head))
        elif number == stop.paragraph and (paragraph.cell is None or paragraph.cell != kept[-1].cell):
            kept.append(paragraph._replace(runs=tail))
        elif number == stop.paragraph:
            kept[-1] = kept[-1]._replace(runs=joined((*kept[-1].runs, *tail)))
        elif not whole_tables and paragraph.cell is not None and paragraph.cell != kept[-1].cell:
            kept.append(Paragraph(cell=paragraph.cell))
        elif not whole_tables and paragraph.cell is None and kept[-1].cell is not None:
            kept.append(Paragraph())  # two tables stay apart
    if whole_tables and len(kept) == 2:  # tables between two paragraphs go, and the paragraphs are joined
        kept = [kept[0]._replace(runs=joined((*kept[0].runs, *kept[1].runs)))]
    return numbered(_replaced(text, start.paragraph, stop.paragraph + 1, tuple(kept))), start


def _parted(text: Text, first: int, last: int) -> bool:
    """Returns whether cells of other tables lie between two paragraphs."""
    cell = text[first].cell
    return any([text[number].cell != cell for number in range(first, last + 1)])


def selected_text(text: Text, start: Position, stop: Position) -> str:
    """Returns the characters between two places, without looks."""
    part = list(text[start.paragraph : stop.paragraph + 1])
    part[-1] = part[-1]._replace(runs=cut(part[-1].runs, 0, stop.offset))
    part[0] = part[0]._replace(runs=cut(part[0].runs, start.offset, MAX_CHARACTERS))
    return text_of(part)


def selected_looks(text: Text, start: Position, stop: Position) -> list[tuple[Paragraph, Look]]:
    """Returns the looks between two places, each with its paragraph; at a mere caret, the look of text typed there."""
    found: list[tuple[Paragraph, Look]] = []
    for number in range(start.paragraph, stop.paragraph + 1):
        paragraph = text[number]
        low = start.offset if number == start.paragraph else 0
        high = stop.offset if number == stop.paragraph else length(paragraph)
        found += [(paragraph, run.look) for run in cut(paragraph.runs, low, high)]
    if not found:
        paragraph = text[start.paragraph]
        found.append((paragraph, look_at(paragraph, start.offset)))
    return found


def with_looks(text: Text, start: Position, stop: Position, change: Callable[[Look], Look]) -> Text:
    """Changes the looks of the characters between two places.

    Args:
        text: The text.
        start: The first place.
        stop: The place behind the last character.
        change: Returns the new look of a run of characters, given its old one.
    """
    changed: list[Paragraph] = []
    for number in range(start.paragraph, stop.paragraph + 1):
        paragraph = text[number]
        low = start.offset if number == start.paragraph else 0
        high = stop.offset if number == stop.paragraph else length(paragraph)
        middle = [Run(run.text, change(run.look)) for run in cut(paragraph.runs, low, high)]
        before, after = cut(paragraph.runs, 0, low), cut(paragraph.runs, high, MAX_CHARACTERS)
        changed.append(paragraph._replace(runs=joined((*before, *middle, *after))))
    return _replaced(text, start.paragraph, stop.paragraph + 1, tuple(changed))


def with_paragraphs(text: Text, first: int, last: int, change: Callable[[Paragraph], Paragraph]) -> Text:
    """Changes some paragraphs.

    Args:
        text: The text.
        first: Number of the first paragraph, from 0.
        last: Number of the last one, which changes, too.
        change: Returns the new paragraph, given the old one.
    """
    changed = tuple([change(paragraph) for paragraph in text[first : last + 1]])
    return _replaced(text, first, last + 1, changed)
