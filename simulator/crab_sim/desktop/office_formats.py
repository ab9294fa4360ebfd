"""Looks of text in all of LibreOffice's programs: entries of menus, and the dialogs Character and Paragraph.

* `text_entries`, `SPACING`, `MARKS` - entries of menus. `TextMessage` - what the last ones send.
* `CHARACTER`, `PARAGRAPH`, `HYPERLINK` - dialogs. `character_values`, `paragraph_values` - what they show at first.
* `dress` - the message that sets what a dialog changed.
* `special_page`, `special_dialog` - the dialog with characters to insert.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from crab_sim.desktop.chrome.bars import ToolButton
from crab_sim.desktop.chrome.menus import SEPARATOR, Entry
from crab_sim.desktop.property_dialog import POINTS, Amount, Flag, Pick, Properties, Words
from crab_sim.desktop.widgets import CANCEL, CancelMessage, dialog_page
from crab_sim.engines.writing.commands import COLORS, FONTS, SIZES, FormatMessage
from crab_sim.engines.writing.model import Look, Paragraph, Switch, gaps, style_of
from crab_sim.machine.app import Context
from crab_sim.ui import Button, Column, Dialog, Grid, Label, Page

__all__ = [
    "CHARACTER", "HYPERLINK", "MARKS", "PARAGRAPH", "PLAIN_MARKS", "SPACING", "TextMessage", "character_values",
    "dress", "paragraph_values", "special_dialog", "special_page", "text_entries",
]  # fmt: skip

TextMessage: TypeAlias = tuple[Literal["insert_text", "special"], str]
"""Inserts characters; and chooses one in the dialog."""
_SWITCHES: Final[tuple[tuple[str, Switch, str], ...]] = (
    ("Bold", "bold", "Ctrl+B"), ("Italic", "italic", "Ctrl+I"), ("Single Underline", "underline", "Ctrl+U"),
    ("Strikethrough", "strike", ""), ("Overline", "overline", ""),
)  # fmt: skip
_LATER: Final[tuple[tuple[str, Switch, str], ...]] = (("Shadow", "shadow", ""), ("Outline", "outline", ""))


def text_entries(look: Look, on: bool = True) -> tuple[Entry[FormatMessage], ...]:
    """Returns the entries of the menu Format > Text.

    Args:
        look: The look at the caret.
        on: Whether there is text to change.
    """

    def switches(rows: tuple[tuple[str, Switch, str], ...]) -> list[Entry[FormatMessage]]:
        return [Entry(name, ("toggle", field), keys, bool(getattr(look, field)), on) for name, field, keys in rows]

    return (
        *switches(_SWITCHES),
        Entry("Superscript", ("script", "super"), "Ctrl+Shift+P", look.script == "super", on),
        Entry("Subscript", ("script", "sub"), "Ctrl+Shift+B", look.script == "sub", on),
        *switches(_LATER),
        SEPARATOR,
        Entry("Increase Size", ("grow", 1), "Ctrl+]", enabled=on),
        Entry("Decrease Size", ("grow", -1), "Ctrl+[", enabled=on),
        SEPARATOR,
        Entry("UPPERCASE", ("case", "upper"), enabled=on),
        Entry("lowercase", ("case", "lower"), enabled=on),
        Entry("Sentence case", ("case", "sentence"), enabled=on),
        Entry("Capitalize Every Word", ("case", "title"), enabled=on),
        Entry("tOGGLE cASE", ("case", "toggle"), enabled=on),
        SEPARATOR,
        Entry("Small Capitals", ("caps", "small"), "Ctrl+Shift+K", look.caps == "small", on),
    )


SPACING: Final[tuple[Entry[FormatMessage], ...]] = (
    Entry("Line Spacing: 1", ("line", 1.0)), Entry("Line Spacing: 1.15", ("line", 1.15)),
    Entry("Line Spacing: 1.5", ("line", 1.5)), Entry("Line Spacing: 2", ("line", 2.0)),
    SEPARATOR,
    Entry("Increase Paragraph Spacing", ("gap", 1)), Entry("Decrease Paragraph Spacing", ("gap", -1)),
    SEPARATOR,
    Entry("Increase Indent", ("indent", 1)), Entry("Decrease Indent", ("indent", -1)),
)  # fmt: skip
MARKS: Final[tuple[Entry[TextMessage], ...]] = (
    Entry("No-break Space", ("insert_text", "\u00a0"), "Ctrl+Shift+Space"),
    Entry("Non-breaking Hyphen", ("insert_text", "\u2011"), "Ctrl+Shift+-"),
    Entry("Soft Hyphen", ("insert_text", "\u00ad"), "Ctrl+-"),
    Entry("No-width Optional Break", ("insert_text", "\u200b"), "Ctrl+/"),
    Entry("No-width No Break", ("insert_text", "\u2060")),
)
PLAIN_MARKS: Final = tuple([entry._replace(shortcut="") for entry in MARKS])
"""The same without keys, of which other programs make another use."""

CHARACTER: Final = Properties("Character", (
    ("Font", ((
        Pick("font", "Family", tuple([(font, font) for font in FONTS])),
        Pick("face", "Style", (
            ("Regular", (False, False)), ("Italic", (False, True)), ("Bold", (True, False)),
            ("Bold Italic", (True, True)),
        )),
        Pick("size", "Size", tuple([(f"{size:g} pt", size) for size in SIZES])),
    ),)),
    ("Font Effects", (
        (
            Pick("color", "Font color", COLORS),
            Pick("caps", "Case", (("Without", ""), ("UPPERCASE", "upper"), ("Small capitals", "small"))),
        ),
        (Flag("underline", "Underlining"), Flag("strike", "Strikethrough"), Flag("overline", "Overlining")),
        (Flag("shadow", "Shadow"), Flag("outline", "Outline")),
    )),
    ("Position", ((Pick("script", "Position", (("Superscript", "super"), ("Normal", ""), ("Subscript", "sub"))),),)),
    ("Highlighting", ((Pick("highlight", "Color", (("None", ""), *COLORS[1:])),),)),
), 600)  # fmt: skip
PARAGRAPH: Final = Properties("Paragraph", (
    ("Indents & Spacing", (
        (Amount("left", "Before text:", 0, 400, POINTS), Amount("above", "Above paragraph:", 0, 400, POINTS)),
        (Amount("right", "After text:", 0, 400, POINTS), Amount("below", "Below paragraph:", 0, 400, POINTS)),
        (Amount("first", "First line:", -400, 400, POINTS),),
        (Pick("line", "Line spacing", (("Single", 1.0), ("1.15 Lines", 1.15), ("1.5 Lines", 1.5), ("Double", 2.0))),),
    )),
    ("Alignment", ((
        Pick("align", "Options", (
            ("Left", "left"), ("Right", "right"), ("Center", "center"), ("Justified", "justify"),
        )),
    ),)),
    ("Text Flow", ((Flag("page_break", "Insert break before the paragraph"),),)),
), 600)  # fmt: skip
HYPERLINK: Final = Properties("Hyperlink", (("", ((Words("link", "URL:"),), (Words("text", "Text:"),))),), 520)


def character_values(look: Look) -> dict[str, object]:
    """Returns what the dialog for characters shows of a look."""
    return {**look._asdict(), "face": (bool(look.bold), bool(look.italic))}


def paragraph_values(paragraph: Paragraph) -> dict[str, object]:
    """Returns what the dialog for paragraphs shows of one."""
    (above, below), style, space = gaps(paragraph), style_of(paragraph), paragraph.space
    return {
        **space._asdict(), "above": above, "below": below, "line": space.line or style.spacing,
        "align": paragraph.align or style.align, "page_break": paragraph.page_break,
    }  # fmt: skip


def dress(values: Mapping[str, Any], look: Look) -> FormatMessage:
    """Returns the message that sets what a dialog for characters or paragraphs has changed.

    Args:
        values: The changed values.
        look: The look that the text has.
    """
    values = dict(values)
    if "face" in values:
        bold, italic = values.pop("face")
        values |= {"bold": bold} if bold != bool(look.bold) else {}
        values |= {"italic": italic} if italic != bool(look.italic) else {}
    return "dress", tuple(values.items())


# Characters -------------------------------------------------------------------------------------------------------

_SPECIAL: Final = (
    "©®™°§¶†‡•…–—‘’“”„«»¿¡€£¥¢ƒ±×÷≠≤≥≈∞√∂µπΩΔαβγδεθλσφω¼½¾¹²³←↑→↓↔⇒⇔"
    "äöüßàáâãåæçèéêëìíîïñòóôõøùúûýÿÄÖÜÀÁÂÃÅÆÇÈÉÊËÑÒÓÔÕØÙÚÛ"
)


def special_page(context: Context) -> Page:
    """Returns the page of the dialog with characters to insert."""
    return dialog_page(context, "special", "")


def special_dialog(page: Page) -> Dialog[TextMessage | CancelMessage]:
    """Returns the dialog of such a page, whose argument is the chosen character."""
    buttons = []
    for char in _SPECIAL:
        button: ToolButton[TextMessage] = ToolButton("", "", ("special", char), on=char == page.arg, text=char)
        button.role = "radio"
        buttons.append(button)
    chosen = f"{page.arg}   U+{ord(page.arg):04X}" if page.arg else " "
    body = Column([Grid(buttons, 16, 32, 2), Label(chosen, font="bold")], gap=8)
    actions: list[Button[TextMessage | CancelMessage]] = [
        Button("Cancel", CANCEL, "outlined"), Button("Insert", ("insert_text", page.arg), enabled=bool(page.arg)),
    ]  # fmt: skip
    return Dialog("Special Characters", body, actions, 620, CANCEL)
