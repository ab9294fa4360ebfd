"""Markdown on the phone: a text as widgets, its checkboxes, and the bar that types its marks.

* `preview` - a text's widgets: headings, lists, checkboxes, quotes, code, bold and links.
* `ticked` - the text with one checkbox toggled; a tap on one in a preview sends ``("tick", line)``.
* `toolbar`, `apply_mark` - the keys that write marks; a tap sends ``("mark", name)``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from crab_sim.phone import metrics
from crab_sim.ui import Box, Column, Divider, Label, Row, Scene, Space, Theme, Toggle, Widget
from crab_sim.ui.editing import Selection

__all__ = ["Block", "MarkMessage", "Run", "apply_mark", "parse", "plain", "preview", "ticked", "toolbar"]

_MAX_BLOCKS = 250  # shown of one text
_MAX_LINE = 2000  # characters of one line that may hold marks


class Run(NamedTuple):
    """A piece of a line in one style: ``"regular"``, ``"bold"``, ``"code"``, ``"struck"`` or ``"link"``."""

    text: str
    style: str = "regular"


class Block(NamedTuple):
    """One block of a text.

    Attributes:
        kind: ``"heading"``, ``"text"``, ``"bullet"``, ``"number"``, ``"check"``, ``"quote"``, ``"code"``, ``"rule"``
            or ``"gap"``.
        runs: Its text.
        level: A heading's level, from 1, or the indentation of a list's entry, from 0.
        mark: The number before an entry.
        done: Whether a checkbox is ticked.
        line: The line of the text that it begins with.
    """

    kind: str
    runs: tuple[Run, ...] = ()
    level: int = 0
    mark: str = ""
    done: bool = False
    line: int = 0


# Every repetition is bounded, so that no text takes long to parse.
_INLINE = re.compile(
    r"\*\*(?P<b>[^*]{1,400})\*\*|__(?P<u>[^_]{1,400})__|`(?P<code>[^`]{1,400})`|~~(?P<s>[^~]{1,400})~~"
    r"|!?\[(?P<link>[^\]\[]{0,400})\]\([^()\s]{0,400}\)|(?<![\w*])\*(?P<i>[^*\s][^*]{0,400})\*(?![\w*])"
)
_STYLES = {"b": "bold", "u": "bold", "code": "code", "s": "struck", "link": "link", "i": "regular"}
_ENTRY = re.compile(r"(?P<indent> {0,40})(?:[-*+]|(?P<number>\d{1,9})[.)]) (?:\[(?P<box>[ xX])\](?: |$))?(?P<text>.*)")
_HEADING = re.compile(r"(?P<marks>#{1,6}) +(?P<text>.*)")
_RULE = re.compile(r" {0,3}(?:-{3,80}|\*{3,80}|_{3,80}) *$")
_BOX = re.compile(r"(?P<before> {0,40}(?:[-*+]|\d{1,9}[.)]) \[)(?P<box>[ xX])\]")


def _runs(text: str) -> tuple[Run, ...]:
    runs, at = [], 0
    for found in _INLINE.finditer(text[:_MAX_LINE]):
        if found.start() > at:
            runs.append(Run(text[at : found.start()]))
        group = str(found.lastgroup)
        runs.append(Run(found[group], _STYLES[group]))
        at = found.end()
    if at < len(text):
        runs.append(Run(text[at:]))
    return tuple(runs)


@lru_cache(maxsize=32)
def parse(text: str) -> tuple[Block, ...]:
    r"""Returns the blocks of a text.

    >>> [(block.kind, block.runs) for block in parse("# Plan\n- [x] **all**")]
    [('heading', (Run(text='Plan', style='regular'),)), ('check', (Run(text='all', style='bold'),))]
    """
    blocks: list[Block] = []
    fence: list[str] | None = None
    start = 0
    for i, line in enumerate(text.split("\n")):
        if len(blocks) >= _MAX_BLOCKS:
            break
        if line.lstrip().startswith("```"):
            if fence is None:
                fence, start = [], i
            else:
                blocks.append(Block("code", (Run("\n".join(fence), "code"),), line=start))
                fence = None
        elif fence is not None:
            fence.append(line)
        else:
            blocks.append(_block(line, i))
    if fence is not None:
        blocks.append(Block("code", (Run("\n".join(fence), "code"),), line=start))
    return tuple(blocks)


def _block(line: str, i: int) -> Block:
    if not line.strip():
        return Block("gap", line=i)
    heading = _HEADING.match(line)
    if heading is not None:
        return Block("heading", _runs(heading["text"]), len(heading["marks"]), line=i)
    if _RULE.match(line):
        return Block("rule", line=i)
    entry = _ENTRY.match(line)
    if entry is not None:
        level, runs = min(4, len(entry["indent"]) // 2), _runs(entry["text"])
        if entry["box"] is not None:
            return Block("check", runs, level, done=entry["box"] != " ", line=i)
        if entry["number"]:
            return Block("number", runs, level, f"{entry['number']}.", line=i)
        return Block("bullet", runs, level, line=i)
    if line.startswith(">"):
        return Block("quote", _runs(line.lstrip("> ")), line=i)
    return Block("text", _runs(line), line=i)


def plain(text: str, limit: int = 160) -> str:
    r"""Returns the beginning of a text on one line, without marks, of at most `limit` characters.

    >>> plain("# Plan\n- [ ] **Buy** stamps")
    'Plan Buy stamps'
    """
    return _plain(text[: 4 * limit])[:limit]


@lru_cache(maxsize=256)
def _plain(text: str) -> str:
    words = " ".join(["".join([run.text for run in block.runs]) for block in parse(text)])
    return " ".join(words.split())


def ticked(text: str, line: int) -> str:
    r"""Returns the text with the checkbox on a line toggled.

    >>> ticked("- [ ] one\n- [x] two", 1)
    '- [ ] one\n- [ ] two'
    """
    lines = text.split("\n")
    if 0 <= line < len(lines):
        lines[line] = _BOX.sub(lambda m: f"{m['before']}{'x' if m['box'] == ' ' else ' '}]", lines[line], count=1)
    return "\n".join(lines)


# Widgets ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _lines(runs: tuple[Run, ...], size: int, bold: bool, w: int) -> tuple[tuple[tuple[int, Run], ...], ...]:
    """Breaks runs into lines of pieces, each with its left edge."""
    lines: list[tuple[tuple[int, Run], ...]] = []
    row: list[tuple[int, Run]] = []
    x = 0
    for run in runs:
        font = _font(run.style, bold)
        for word in re.findall(r"\s+|\S+", run.text):
            width = metrics.width(word, font, size)
            if x + width > w and row:
                lines.append(tuple(row))
                row, x = [], 0
                if word.isspace():
                    continue
            for part in metrics.wrap(word, font, size, w) if width > w else (word,):
                if x and x + metrics.width(part, font, size) > w:
                    lines.append(tuple(row))
                    row, x = [], 0
                row.append((x, Run(part, run.style)))
                x += metrics.width(part, font, size)
    lines.append(tuple(row))
    return tuple(lines)


def _font(style: str, bold: bool) -> metrics.Font:
    return "mono" if style == "code" else "roboto_bold" if bold or style == "bold" else "regular"


TickMessage: TypeAlias = tuple[Literal["tick"], int]
"""Sent by a check box of a text, with the number of its line."""


class _Text(Widget[TickMessage]):
    """Runs of text, broken into lines, behind a bullet, number, checkbox or the bar of a quote."""

    __slots__ = ("bold", "indent", "mark", "runs", "size", "toggle")

    def __init__(
        self,
        runs: tuple[Run, ...],
        size: int,
        bold: bool = False,
        indent: int = 0,
        mark: str = "",
        toggle: Toggle[TickMessage] | None = None,
    ) -> None:
        self.flex = 0
        self.runs, self.size, self.bold, self.indent, self.mark, self.toggle = runs, size, bold, indent, mark, toggle

    def _line(self) -> int:
        return metrics.line_height(_font("regular", self.bold), self.size) + 2

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all lines."""
        height = len(_lines(self.runs, self.size, self.bold, max(40, w - self.indent))) * self._line()
        return max(height, 34) if self.toggle is not None else height

    def place(self, scene: Scene[TickMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the lines, each piece in its style."""
        theme, size, line, left = scene.theme, self.size, self._line(), x + self.indent
        top = y + (6 if self.toggle is not None else 0)
        done = self.toggle is not None and self.toggle.on
        if self.toggle is not None:
            self.toggle.place(scene, left - 36, y, 32, 34)
        elif self.mark == "|":
            scene.round(x + 2, y, 3, h, theme.accent, 1)
        elif self.mark:
            scene.text(left - 30, top, 24, line, self.mark, theme.muted, size, "regular", "right")
        inks = {"link": theme.accent, "struck": theme.muted}
        for i, row in enumerate(_lines(self.runs, size, self.bold, max(40, w - self.indent))):
            at = top + i * line
            for offset, run in row:
                font = _font(run.style, self.bold)
                across = metrics.width(run.text, font, size)
                ink = theme.muted if done else inks.get(run.style, theme.text)
                if run.style == "code" and run.text.strip():
                    scene.round(left + offset - 1, at, across + 2, line, theme.surface, 3)
                scene.text(left + offset, at, across + 2, line, run.text, ink, size, font)
                if run.style == "struck":
                    scene.fill(left + offset, at + line // 2, across, 1, ink)
        words = "".join([run.text for run in self.runs])
        if words:
            scene.node(left, y, w - self.indent, h, "text", words)


_SIZES = (24, 20, 18, 16, 15, 15)


def preview(text: str) -> list[Widget[TickMessage]]:
    """Returns a text's widgets, for a scrolling page."""
    widgets: list[Widget[TickMessage]] = []
    for block in parse(text):
        widgets.append(_widget(block))
    return widgets


def _widget(block: Block) -> Widget[TickMessage]:
    indent = 30 + 22 * block.level
    words = "".join([run.text for run in block.runs])
    match block.kind:
        case "gap":
            return Space(8)
        case "rule":
            return Column([Divider()], pad=(0, 8))
        case "heading":
            return Column([_Text(block.runs, _SIZES[block.level - 1], True)], pad=(0, 5))
        case "bullet":
            return _Text(block.runs, 15, indent=indent, mark="•")
        case "number":
            return _Text(block.runs, 15, indent=indent, mark=block.mark)
        case "check":
            toggle: Toggle[TickMessage] = Toggle("checkbox", block.done, ("tick", block.line), words)
            return _Text(block.runs, 15, indent=indent + 8, toggle=toggle)
        case "quote":
            return _Text(block.runs, 15, indent=16, mark="|")
        case "code":
            return Box(Label(words, 13, font="mono", wrap=True), pad=(12, 10), radius=8, margin=(0, 4, 0, 4))
    return _Text(block.runs, 15)


# Marks --------------------------------------------------------------------------------------------------------------


class _Mark(NamedTuple):
    """A mark: the key's face, and the text before and after; without a text after, it begins the line."""

    face: str
    before: str
    after: str = ""


_MARKS = {
    "Heading": _Mark("H", "# "), "Bold": _Mark("B", "**", "**"), "Italic": _Mark("I", "*", "*"),
    "List": _Mark("•", "- "), "Numbered list": _Mark("1.", "1. "), "Checkbox": _Mark("☐", "- [ ] "),
    "Quote": _Mark("❝", "> "), "Code": _Mark("<>", "`", "`"), "Link": _Mark("[ ]", "[", "](url)"),
}  # fmt: skip


MarkMessage: TypeAlias = tuple[Literal["mark"], str]
"""Sent by a key of the toolbar, with its name, for `apply_mark`."""


class _Key(Widget[MarkMessage]):
    """One key of the toolbar."""

    __slots__ = ("face", "name", "rid")

    def __init__(self, name: str, face: str, rid: str) -> None:
        self.flex, self.name, self.face, self.rid = 1, name, face, rid

    def height(self, theme: Theme, w: int) -> int:
        """Returns the key's height."""
        return 44

    def place(self, scene: Scene[MarkMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the key's face."""
        theme, left, top = scene.theme, x + w // 2, y + h // 2
        if self.name == "Checkbox":
            scene.icon(left - 10, top - 10, 20, "checkbox_on", theme.muted)
        elif self.name == "Quote":
            scene.fill(left - 9, top - 8, 3, 16, theme.muted)
            for i, width in enumerate((14, 14, 9)):
                scene.fill(left - 3, top - 7 + 6 * i, width, 2, theme.muted)
        elif self.name == "List":
            scene.icon(left - 10, top - 10, 20, "list", theme.muted)
        else:
            scene.text(x, y, w, h, self.face, theme.muted, 16, "bold", "center")
        scene.node(x, y, w, h, "button", "", self.name, self.rid, ("mark", self.name))


def toolbar(rid: str = "") -> Widget[MarkMessage]:
    """Returns the bar whose keys write marks."""
    keys = [_Key(name, mark.face, rid) for name, mark in _MARKS.items()]
    return Row(keys, pad=(4, 2), background="bar")


def apply_mark(text: str, selection: Selection, name: str) -> tuple[str, Selection]:
    """Returns the text with a mark written around the selection, or at the beginning of the caret's line.

    >>> apply_mark("one two", (4, 7), "Bold")
    ('one **two**', (6, 9))
    >>> apply_mark("one two", (5, 5), "Heading")
    ('# one two', (7, 7))
    """
    mark = _MARKS[name]
    low, high = sorted([min(end, len(text)) for end in selection])
    at = low if mark.after else text.rfind("\n", 0, low) + 1
    new = text[:at] + mark.before + text[at:high] + mark.after + text[high:]
    return new, (low + len(mark.before), high + len(mark.before))
