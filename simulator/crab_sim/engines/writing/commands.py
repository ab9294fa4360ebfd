"""Commands on a text that is edited: formatting, and the keys that move the caret or erase.

* `formatted`, `keyed` - new states by a command, and by a key. `erased`, `relevelled` - two of their steps.
* `FONTS`, `SIZES`, `COLORS` - the choices in the lists of tool bars.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, floor
from typing import Any, Final, Literal, TypeAlias, assert_never

from crab_sim.engines.writing import edits, moves
from crab_sim.engines.writing.edits import Case
from crab_sim.engines.writing.layout import Flow, flow
from crab_sim.engines.writing.model import (
    NO_LOOK,
    NO_SPACE,
    STYLES,
    Caps,
    Look,
    Paragraph,
    Script,
    Space,
    Switch,
    Text,
    gaps,
)
from crab_sim.engines.writing.session import (
    Session,
    changed,
    deleted,
    edited,
    moved,
    selected,
    selection,
    switched,
    typed,
    with_look,
    with_paragraph,
)

__all__ = ["COLORS", "FONTS", "SIZES", "Align", "FormatMessage", "Switch", "erased", "formatted", "keyed", "relevelled"]

FONTS: Final = (
    "Liberation Mono", "Liberation Sans", "Liberation Serif", "Noto Sans", "Noto Sans Mono",
)  # fmt: skip
SIZES: tuple[float, ...] = (
    8.0, 9.0, 10.0, 10.5, 11.0, 12.0, 14.0, 16.0, 18.0, 20.0, 24.0, 28.0, 32.0, 36.0, 48.0, 72.0,
)  # fmt: skip
COLORS: Final = (
    ("Automatic", ""), ("Black", "#000000"), ("Gray", "#808080"), ("Red", "#ff0000"), ("Orange", "#ff8000"),
    ("Gold", "#ffbf00"), ("Green", "#00a933"), ("Teal", "#158466"), ("Blue", "#2a6099"), ("Purple", "#800080"),
)  # fmt: skip


Align: TypeAlias = Literal["left", "center", "right", "justify"]
FormatMessage: TypeAlias = (
    tuple[Literal["toggle"], Switch]
    | tuple[Literal["size"], float]
    | tuple[Literal["grow", "level", "gap", "indent"], int]
    | tuple[Literal["script"], Script]
    | tuple[Literal["caps"], Caps]
    | tuple[Literal["case"], Case]
    | tuple[Literal["line"], float]
    | tuple[Literal["dress"], tuple[tuple[str, object], ...]]
    | tuple[Literal["font", "color", "highlight", "style"], str]
    | tuple[Literal["align"], Align]
    | tuple[Literal["list"], Literal["bullet", "number", ""]]
    | tuple[Literal["clear"]]
)
"""The commands that change looks or paragraphs; `formatted` takes them.

A dress has new values of fields of `Look`, `Paragraph` and `Space`, as a dialog sets them.
"""
_GAP: Final = 2.85
"""Points by which the space above and below paragraphs grows, a millimetre."""
_INDENT: Final = 35.46
"""Points by which paragraphs are indented, the distance of tabs."""


def formatted(session: Session, message: FormatMessage, now: Look) -> Session:  # noqa: C901 - a case for each
    """Carries out a command that changes looks or paragraphs.

    Args:
        session: The state.
        message: The command.
        now: The look of the selection, by which switches turn and sizes grow.

    Returns:
        The new state.
    """
    match message:
        case ("toggle", switch):
            on = not getattr(now, switch)
            return with_look(session, lambda look: switched(look, {switch: on}))
        case ("script", script):
            return with_look(session, lambda look: look._replace(script="" if now.script == script else script))
        case ("caps", caps):
            return with_look(session, lambda look: look._replace(caps="" if now.caps == caps else caps))
        case ("case", how):
            return _recased(session, how)
        case ("font", font):
            return with_look(session, lambda look: look._replace(font=font))
        case ("size", size):
            return with_look(session, lambda look: look._replace(size=size))
        case ("grow", step):
            larger = min([size for size in SIZES if size > now.size], default=now.size)
            smaller = max([size for size in SIZES if size < now.size], default=now.size)
            new = larger if step > 0 else smaller
            return with_look(session, lambda look: look._replace(size=new))
        case ("color", color):
            return with_look(session, lambda look: look._replace(color=color))
        case ("highlight", color):
            return with_look(session, lambda look: look._replace(highlight=color))
        case ("clear",):
            bare = with_look(session, lambda look: NO_LOOK._replace(link=look.link))
            return with_paragraph(bare, lambda each: each._replace(align="", space=NO_SPACE))
        case ("style", name):
            return with_paragraph(session, lambda each: each._replace(style=name)) if name in STYLES else session
        case ("align", align):
            return with_paragraph(session, lambda each: each._replace(align=align))
        case ("list", marker):
            low, high = selection(session)
            chosen = session.text[low.paragraph : high.paragraph + 1]
            if not marker or all([each.marker == marker for each in chosen]):
                return with_paragraph(session, lambda each: each._replace(marker="", level=0))
            return with_paragraph(session, lambda each: each._replace(marker=marker))
        case ("line", factor):
            return with_paragraph(session, lambda each: each._replace(space=each.space._replace(line=factor)))
        case ("gap", step):
            return with_paragraph(session, lambda each: _spread(each, step * _GAP))
        case ("indent", step):
            return with_paragraph(session, lambda each: _indented(each, step))
        case ("dress", values):
            return _dressed(session, dict(values))
        case ("level", step):
            return with_paragraph(session, lambda each: relevelled(each, step))
        case _:
            assert_never(message)


def _recased(session: Session, how: Case) -> Session:
    """Writes the selected letters, or those of the word at the caret, large or small."""
    low, high = selection(session) if selected(session) else moves.word_around(session.text, session.caret)
    return changed(session, edits.recased(session.text, low, high, how), session.caret, session.anchor)


def _spread(paragraph: Paragraph, points: float) -> Paragraph:
    above, below = (max(0.0, round(gap + points, 2)) for gap in gaps(paragraph))
    return paragraph._replace(space=paragraph.space._replace(above=above, below=below))


def _indented(paragraph: Paragraph, step: int) -> Paragraph:
    """Returns a paragraph that begins at the next multiple of the distance of tabs, or at the one before."""
    tabs = paragraph.space.left / _INDENT
    number = floor(tabs + 0.01) + 1 if step > 0 else max(0, ceil(tabs - 0.01) - 1)
    return paragraph._replace(space=paragraph.space._replace(left=round(number * _INDENT, 2)))


def _dressed(session: Session, values: Mapping[str, Any]) -> Session:
    look = {key: value for key, value in values.items() if key in Look._fields}
    space = {key: value for key, value in values.items() if key in Space._fields}
    form = {key: value for key, value in values.items() if key not in look and key not in space}
    if look:
        session = with_look(session, lambda each: each._replace(**look))
    if space or form:
        session = with_paragraph(session, lambda each: each._replace(**form, space=each.space._replace(**space)))
    return session


def relevelled(paragraph: Paragraph, step: int) -> Paragraph:
    """Returns an item of a list some levels lower or higher; other paragraphs stay as they are."""
    return paragraph._replace(level=max(0, min(8, paragraph.level + step))) if paragraph.marker else paragraph


def keyed(session: Session, name: str, laid: Callable[[Text], Flow] = flow) -> Session | None:
    """Handles a key that moves the caret, erases, or begins a line or paragraph.

    Args:
        session: The state.
        name: The key.
        laid: Lays the text out, for keys that go by lines.

    Returns:
        The new state; None if it is another key.
    """
    extend = "shift+" in name
    bare = name.replace("shift+", "")
    vertical = moves.vertical(session.text, session.caret, bare, session.goal, laid)
    if vertical is not None:
        to, goal = vertical
        return moved(session, to, session.anchor if extend else None, goal)
    if bare in ("left", "right") and not extend and selected(session):
        low, high = selection(session)
        return moved(session, low if bare == "left" else high)
    target = moves.move(session.text, session.caret, bare, laid)
    if target is not None:
        return moved(session, target, session.anchor if extend else None)
    match name:
        case "enter":
            return typed(session, "\n")
        case "shift+enter":
            return edited(session, lambda text, at: edits.insert(text, at, "\n"))
        case "backspace" | "delete" | "ctrl+backspace" | "ctrl+delete" | "shift+backspace":
            return erased(session, name)
    return None


def erased(session: Session, name: str) -> Session:
    """Removes the selection, or the character or word beside the caret."""
    if selected(session):
        after = deleted(session)
        return changed(session, after.text, after.caret)
    at = session.caret
    paragraph = session.text[at.paragraph]
    if "backspace" in name and not at.offset and paragraph.marker:
        return with_paragraph(session, lambda each: each._replace(marker="", level=0))
    key = ("ctrl+" if "ctrl+" in name else "") + ("left" if "backspace" in name else "right")
    other = moves.move(session.text, at, key)
    if other is None or session.text[other.paragraph].cell != paragraph.cell:
        return session
    text, caret = edits.delete(session.text, *edits.ordered(at, other))
    return changed(session, text, caret)
