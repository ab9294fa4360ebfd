"""The model of a word processor's text: plain, immutable data, of which two versions share all that is alike.

A text is a flat tuple of paragraphs. Those of a table's cells are among them, in reading order, and name their cells;
so a caret, a search or a count of words never needs to know of tables. Behind each table comes a paragraph of no table.

* `Paragraph`, `Run`, `Look`, `Space`, `Cell` - the parts of a text. `Position` - a place in it.
* `Style`, `STYLES`, `SLIDE_STYLES` - the styles of paragraphs.
* `plain`, `joined`, `text_of` - texts without looks. `table_size` - rows and columns of a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

__all__ = [
    "DEFAULT", "MAX_CELLS", "MAX_CHARACTERS", "MAX_PARAGRAPHS", "NO_LOOK", "NO_SPACE", "SLIDE_STYLES", "STYLES",
    "SWITCHES", "Align", "Caps", "Cell", "Look", "Marker", "Paragraph", "Position", "Run", "Script", "Space", "Style",
    "Switch", "Text", "gaps", "joined", "length", "look_at", "numbered", "plain", "rgb", "style_of", "table_size",
    "text_of",
]  # fmt: skip

MAX_CHARACTERS: Final = 200_000
"""The most characters of a text."""
MAX_PARAGRAPHS: Final = 5000
"""The most paragraphs of a text."""
MAX_CELLS: Final = 2000
"""The most cells of a table."""
DEFAULT: Final = "Default Paragraph Style"

Align: TypeAlias = Literal["", "left", "center", "right", "justify"]
"""The place of a paragraph's lines; ``""`` for the style's."""
Marker: TypeAlias = Literal["", "bullet", "number"]
"""The kind of a list's items; ``""`` for a paragraph that is none."""
Switch: TypeAlias = Literal["bold", "italic", "underline", "strike", "overline", "shadow", "outline"]
SWITCHES: Final[tuple[Switch, ...]] = get_args(Switch)
"""The properties of a look that are on or off."""
Script: TypeAlias = Literal["", "super", "sub"]
"""Whether characters are small and raised or lowered."""
Caps: TypeAlias = Literal["", "small", "upper"]
"""Whether characters are drawn as small or large capitals."""


class Look(NamedTuple):
    """The direct formatting of characters; None, 0 and ``""`` leave a property as the paragraph's style has it.

    Attributes:
        bold: Whether they are bold.
        italic: Whether they are slanted.
        underline: Whether they are underlined.
        strike: Whether they are struck through.
        size: Size in points.
        color: Colour as ``#rrggbb``.
        font: Name of the font.
        highlight: Colour of the ground as ``#rrggbb``.
        overline: Whether they have a line above them.
        shadow: Whether they have a shadow.
        outline: Whether only their edges are drawn.
        script: Whether they are small and raised or lowered.
        caps: Whether they are drawn as capitals.
        link: The address to which they lead.
    """

    bold: bool | None = None
    italic: bool | None = None
    underline: bool | None = None
    strike: bool | None = None
    size: float = 0.0
    color: str = ""
    font: str = ""
    highlight: str = ""
    overline: bool | None = None
    shadow: bool | None = None
    outline: bool | None = None
    script: Script = ""
    caps: Caps = ""
    link: str = ""


NO_LOOK: Final = Look()


class Run(NamedTuple):
    """A piece of a paragraph with one look."""

    text: str
    look: Look = NO_LOOK


class Space(NamedTuple):
    """The space in and around a paragraph, in points; None and a line of 0 leave it as the paragraph's style has it.

    Attributes:
        left: Before its lines.
        right: Behind them.
        first: Before its first line, beside `left`; it may be negative.
        above: Above it.
        below: Below it.
        line: Height of its lines, relative to the font's.
    """

    left: float = 0.0
    right: float = 0.0
    first: float = 0.0
    above: float | None = None
    below: float | None = None
    line: float = 0.0


NO_SPACE: Final = Space()


class Cell(NamedTuple):
    """The cell of a table in which a paragraph is: the table's number in the text, row and column from 0."""

    table: int
    row: int
    column: int


class Paragraph(NamedTuple):
    r"""A paragraph.

    Attributes:
        runs: Its text, none of it empty; a line break is ``\n``.
        style: Name of its style, one of `STYLES`.
        align: The place of its lines.
        marker: The kind of its list.
        level: Its level in the list, from 0.
        page_break: Whether it begins a page.
        cell: Its cell; None outside of tables.
        space: The space in and around it.
    """

    runs: tuple[Run, ...] = ()
    style: str = DEFAULT
    align: Align = ""
    marker: Marker = ""
    level: int = 0
    page_break: bool = False
    cell: Cell | None = None
    space: Space = NO_SPACE


Text: TypeAlias = tuple[Paragraph, ...]


class Position(NamedTuple):
    """A place in a text: the number of a paragraph, and an index into its characters."""

    paragraph: int
    offset: int


class Style(NamedTuple):
    """A style of paragraphs.

    Attributes:
        name: Its name, as the list of styles shows it.
        level: The level of a heading, from 1; 0 for none.
        font: Its font.
        size: Size in points.
        bold: Whether it is bold.
        align: The place of its lines.
        above: Space above it in points.
        below: Space below it in points.
        spacing: Height of a line, relative to the font's.
        following: The style of the paragraph that Enter begins behind it; ``""`` for its own.
        odf: Its name in OpenDocument files, where blanks are ``_20_``.
        word: Its name in Word's files.
        indent: How far each level of its lists is indented, in pixels.
        hang: How far a marker stands before its text, in pixels.
    """

    name: str
    level: int
    font: str
    size: float
    bold: bool
    align: Align
    above: float
    below: float
    spacing: float
    following: str
    odf: str
    word: str
    indent: int = 24
    hang: int = 18


_BODY = "Text Body"
STYLES: Final[Mapping[str, Style]] = {
    style.name: style
    for style in (
        Style(DEFAULT, 0, "Liberation Serif", 12.0, False, "left", 0.0, 0.0, 1.0, "", "Standard", "Normal"),
        Style(_BODY, 0, "Liberation Serif", 12.0, False, "left", 0.0, 7.0, 1.15, "", "Text body", "Body Text"),
        Style("Title", 0, "Liberation Sans", 28.0, True, "center", 12.0, 6.0, 1.0, _BODY, "Title", "Title"),
        Style("Subtitle", 0, "Liberation Sans", 18.0, False, "center", 3.0, 6.0, 1.0, _BODY, "Subtitle", "Subtitle"),
        Style("Heading 1", 1, "Liberation Sans", 18.0, True, "left", 12.0, 6.0, 1.0, _BODY, "Heading 1", "Heading 1"),
        Style("Heading 2", 2, "Liberation Sans", 16.0, True, "left", 10.0, 6.0, 1.0, _BODY, "Heading 2", "Heading 2"),
        Style("Heading 3", 3, "Liberation Sans", 14.0, True, "left", 7.0, 6.0, 1.0, _BODY, "Heading 3", "Heading 3"),
    )
}


_SANS = "Liberation Sans"
SLIDE_STYLES: Final[Mapping[str, Style]] = {
    style.name: style
    for style in (
        Style("Slide Title", 0, _SANS, 44.0, False, "center", 0.0, 0.0, 1.0, "", "Title", "", 45, 40),
        Style("Slide Subtitle", 0, _SANS, 32.0, False, "center", 0.0, 0.0, 1.0, "", "Subtitle", "", 45, 40),
        Style("Outline", 0, _SANS, 32.0, False, "left", 10.0, 0.0, 1.0, "", "Outline", "", 45, 40),
        Style("Text Box", 0, _SANS, 18.0, False, "left", 0.0, 0.0, 1.0, "", "Text", ""),
        Style("Notes", 0, _SANS, 20.0, False, "left", 0.0, 0.0, 1.0, "", "Notes", ""),
    )
}
"""The styles of the texts on slides."""
_ALL_STYLES: Final = {**STYLES, **SLIDE_STYLES}


def style_of(paragraph: Paragraph) -> Style:
    """Returns a paragraph's style."""
    return _ALL_STYLES[paragraph.style]


def gaps(paragraph: Paragraph) -> tuple[float, float]:
    """Returns the space above and below a paragraph, in points."""
    style, space = style_of(paragraph), paragraph.space
    return (
        style.above if space.above is None else space.above,
        style.below if space.below is None else space.below,
    )


def plain(paragraph: Paragraph) -> str:
    """Returns a paragraph's characters."""
    runs = paragraph.runs
    return runs[0].text if len(runs) == 1 else "".join([run.text for run in runs])


def length(paragraph: Paragraph) -> int:
    """Returns the number of a paragraph's characters."""
    return sum([len(run.text) for run in paragraph.runs])


def joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Returns runs without empty ones, those of one look joined.

    >>> joined([Run("a"), Run(""), Run("b")]) == (Run("ab"),)
    True
    """
    found: list[Run] = []
    for run in runs:
        if not run.text:
            continue
        if found and found[-1].look == run.look:
            found[-1] = Run(found[-1].text + run.text, run.look)
        else:
            found.append(run)
    return tuple(found)


def text_of(text: Sequence[Paragraph]) -> str:
    r"""Returns the text without looks: a line for each paragraph, and tabs between the cells of a row."""
    lines: list[str] = []
    last: Cell | None = None
    for paragraph in text:
        cell = paragraph.cell
        same_row = last is not None and cell is not None and (last.table, last.row) == (cell.table, cell.row)
        if same_row and cell != last and lines:
            lines[-1] += "\t" + plain(paragraph)
        else:
            lines.append(plain(paragraph))
        last = cell
    return "\n".join(lines)


def look_at(paragraph: Paragraph, offset: int) -> Look:
    """Returns the look that text typed at a place gets: that of the character before it, else of the one after it."""
    for run in paragraph.runs:
        if offset <= len(run.text):
            return run.look
        offset -= len(run.text)
    return NO_LOOK


def table_size(text: Text, table: int) -> tuple[int, int]:
    """Returns the numbers of rows and columns of a table."""
    cells = [paragraph.cell for paragraph in text if paragraph.cell is not None and paragraph.cell.table == table]
    return max([cell.row for cell in cells], default=-1) + 1, max([cell.column for cell in cells], default=-1) + 1


def numbered(text: Text) -> Text:
    """Numbers the tables in their order."""
    numbers: dict[int, int] = {}
    for paragraph in text:
        if paragraph.cell is not None:
            numbers.setdefault(paragraph.cell.table, len(numbers))
    if all([old == new for old, new in numbers.items()]):
        return text
    return tuple(
        [
            each if each.cell is None else each._replace(cell=each.cell._replace(table=numbers[each.cell.table]))
            for each in text
        ]
    )


def rgb(color: str) -> tuple[int, int, int]:
    """Returns a colour written as ``#rrggbb``.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
