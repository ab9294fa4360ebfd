"""A parser of HTML into blocks that a small screen can show below one another; no scripts, no style sheets.

* `parse` - a page's text to a `Document` of `Text`, `Table`, `Figure`, `Rule` and `Control` blocks.

However wild the text, a document has at most `MAX_BLOCKS` blocks, made of the first `MAX_CHARACTERS` characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from html.parser import HTMLParser
from typing import Final, NamedTuple

from crab_sim import web
from crab_sim.engines.pages.blocks import (
    Block,
    Cell,
    Control,
    Document,
    Figure,
    Form,
    Option,
    Rule,
    Run,
    Table,
    Text,
)

__all__ = ["MAX_BLOCKS", "MAX_CHARACTERS", "control_kind", "parse", "tame", "whole"]

MAX_CHARACTERS: Final = 100_000
MAX_BLOCKS: Final = 800
_MAX_RUNS = 200  # of one paragraph
_MAX_CELLS = 1200  # of one table


@lru_cache(maxsize=48)
def parse(text: str, base: str) -> Document:
    """Parses a page's HTML; `base` is its address, to which its links are relative.

    >>> parse("<title>T</title><h1>One</h1><p>two <a href=b>three</a>", "https://wiki.example/a").blocks[1].runs
    (Run(text='two ', style='regular', href='', download=False), Run(text='three', style='regular', \
href='https://wiki.example/b', download=False))
    """
    reader = _Reader(base)
    reader.feed(tame(text[:MAX_CHARACTERS]))
    reader.close()
    return reader.document()


_UNTAGGED = re.compile(r"<(?![A-Za-z/][^<>]{0,1000}>)")


def tame(text: str) -> str:
    """Removes comments and declarations, and escapes incomplete tags, on which the parser would take very long.

    >>> tame("<p>1 < 2<!-- <b> --></p><a href")
    '<p>1 &lt; 2</p>&lt;a href'
    """
    parts, at = [], 0
    while (start := text.find("<!--", at)) >= 0:
        parts.append(text[at:start])
        end = text.find("-->", start + 4)
        at = end + 3 if end >= 0 else len(text)
    parts.append(text[at:])
    return _UNTAGGED.sub("&lt;", re.sub(r"<[!?][^<>]{0,1000}>", "", "".join(parts)))


_BREAKS = frozenset(
    "address article aside body caption dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header "
    "html legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul blockquote center "
    "details small".split()
)
_HIDDEN = frozenset("script style template noscript svg iframe object".split())
_BOLD, _MONO = frozenset("b strong th dt legend summary".split()), frozenset("code kbd samp tt".split())
_TEXTUAL = {
    "text": "text", "search": "text", "tel": "text", "url": "text", "": "text", "password": "password",
    "email": "email", "number": "number", "date": "date", "time": "time", "checkbox": "checkbox", "radio": "radio",
    "submit": "submit", "reset": "reset", "hidden": "hidden", "file": "file",
}  # fmt: skip
_MAX_INDENT = 6


def control_kind(type_name: str) -> str:
    """Returns the kind of control that an input element of a type is."""
    return _TEXTUAL.get(type_name.lower(), "text")


def whole(text: str, maximum: int = 100_000) -> int:
    """Parses a whole number from an attribute, at most `maximum`; 0 for any other text."""
    return min(maximum, int(text)) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


class _Link(NamedTuple):
    """An open link: its address, ``""`` for none, and whether it is a download."""

    href: str = ""
    download: bool = False


class _OpenOption(NamedTuple):
    """An entry of an open list; a value of None becomes the text at the entry's end."""

    value: str | None
    text: str
    selected: bool


class _OpenLabel:
    """An open label: the id of its control, its words, and the index of the control inside it (-1 for none)."""

    def __init__(self, target: str) -> None:
        self.target, self.index = target, -1
        self.words: list[str] = []


class _Reader(HTMLParser):
    """Collects blocks while the text is read; counts the open elements rather than building a tree."""

    def __init__(self, base: str) -> None:
        super().__init__(convert_charrefs=True)
        self.base = base
        self.title: list[str] = []
        self.blocks: list[Block] = []
        self.forms: list[Form] = []
        self.form = -1
        self.open: dict[str, int] = {}
        self.lists: list[int] = []  # the next number of each open list, 0 where it has none
        self.runs: list[Run] = []
        self.mark = ""
        self.anchors: list[str] = []
        self.link = _Link()
        self.rows: list[list[Cell]] | None = None
        self.cells = 0
        self.labels: dict[str, str] = {}
        self.label: _OpenLabel | None = None
        self.options: list[_OpenOption] | None = None  # of the open <select>
        self.pending: Control | None = None  # the open <select>, <textarea> or <button>
        self.words: list[str] = []  # of the open <select>, <textarea> or <button>

    # Text -------------------------------------------------------------------------------------------------------------

    def handle_data(self, data: str) -> None:
        """Adds text to the open element."""
        if any(self.open.get(tag) for tag in _HIDDEN):
            return
        if self.open.get("title"):
            self.title.append(data)
        elif self.pending is not None:
            self.words.append(data)
        else:
            if self.label is not None:
                self.label.words.append(data)
            self.add(data)

    def add(self, data: str) -> None:
        """Adds a run to the paragraph."""
        if not self.open.get("pre"):
            data = re.sub(r"\s+", " ", data)
            before = self.runs[-1].text[-1:] if self.runs else " "
            if before in " \n":
                data = data.lstrip(" ")
        if not data or len(self.runs) >= _MAX_RUNS:
            return
        bold = any(self.open.get(tag) for tag in _BOLD)
        style = "mono" if any(self.open.get(tag) for tag in _MONO) else "bold" if bold else "regular"
        run = Run(data, style, *self.link)
        last = self.runs[-1] if self.runs else None
        if last is not None and last._replace(text=data) == run:
            self.runs[-1] = last._replace(text=last.text + data)
        else:
            self.runs.append(run)

    def taken(self) -> tuple[Run, ...]:
        """Ends the paragraph and returns its runs, without space around them."""
        runs, self.runs = self.runs, []
        while runs and not runs[-1].text.strip():
            runs.pop()
        if runs and not self.open.get("pre"):
            runs[-1] = runs[-1]._replace(text=runs[-1].text.rstrip())
        return tuple(runs)

    def flush(self) -> None:
        """Ends the paragraph, if there is one."""
        if self.rows is not None and (self.open.get("td") or self.open.get("th")):
            if self.runs and not self.runs[-1].text.endswith(" "):
                self.add(" ")
            return
        runs = self.taken()
        if not runs:
            return
        kind = "li" if self.lists else "p"
        for tag in ("pre", "blockquote", "small", "h1", "h2", "h3", "h4", "h5", "h6"):
            if self.open.get(tag):
                kind = "quote" if tag == "blockquote" else tag
        indent = min(_MAX_INDENT, len(self.lists) + bool(self.open.get("dd")))
        self.put(Text(runs, kind, indent, self.mark, tuple(self.anchors)))
        self.mark, self.anchors = "", []

    def put(self, block: Block) -> None:
        """Adds a block."""
        if len(self.blocks) < MAX_BLOCKS:
            self.blocks.append(block)

    # Elements ---------------------------------------------------------------------------------------------------------

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Reads ``<br/>`` as ``<br>``, which only elements without content do."""
        self.handle_starttag(tag, attrs)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element."""
        at = {name: value or "" for name, value in reversed(attrs)}
        if tag in _BREAKS:
            self.flush()
        if tag == "p":
            self.open["p"] = 0
        if tag not in ("br", "hr", "img", "input", "meta", "link", "wbr", "col"):
            self.open[tag] = min(99, self.open.get(tag, 0) + 1)
        if at.get("id") and tag not in ("input", "select", "textarea", "button"):
            self.anchors.append(at["id"][:80])
            del self.anchors[:-8]
        opener = _OPENERS.get(tag)
        if opener is not None:
            opener(self, tag, at)

    def handle_endtag(self, tag: str) -> None:
        """Closes an element."""
        closer = _CLOSERS.get(tag)
        if closer is not None:
            closer(self)
        elif tag in _BREAKS:
            self.flush()
        if self.open.get(tag):
            self.open[tag] -= 1

    def open_a(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins a link."""
        href = at.get("href", "")
        self.link = _Link(web.join(self.base, href) if href else "", "download" in at)

    def close_a(self) -> None:
        """Ends the link."""
        self.link = _Link()

    def open_break(self, tag: str, at: Mapping[str, str]) -> None:
        """Breaks the line, or draws one."""
        if tag == "hr":
            self.flush()
            self.put(Rule())
        elif self.runs:
            self.runs.append(self.runs[-1]._replace(text="\n"))

    def open_img(self, tag: str, at: Mapping[str, str]) -> None:
        """Places a picture."""
        self.flush()
        size = whole(at.get("width", ""), 4000), whole(at.get("height", ""), 4000)
        self.put(Figure(web.join(self.base, at.get("src", "")), at.get("alt", "")[:200], self.link.href, *size))

    def open_list(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins a list."""
        if len(self.lists) < _MAX_INDENT:
            self.lists.append((whole(at.get("start", "")) or 1) if tag == "ol" else 0)

    def close_list(self) -> None:
        """Ends the list."""
        self.flush()
        if self.lists:
            self.lists.pop()

    def open_li(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins an entry with its mark."""
        number = self.lists[-1] if self.lists else 0
        self.mark = f"{number}." if number else "•"
        if number:
            self.lists[-1] = number + 1

    # Tables -----------------------------------------------------------------------------------------------------------

    def open_table(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins a table; one inside another goes on with its rows."""
        if self.rows is None:
            self.rows = []

    def open_row(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins a row."""
        self.close_cell()
        if self.rows is not None:
            self.rows.append([])

    def open_cell(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins a cell."""
        if self.rows is not None:
            self.open[tag] = 0
            self.close_cell()
            if not self.rows:
                self.rows.append([])
        self.open[tag] = 1

    def close_cell(self) -> None:
        """Ends the cell, if one is open."""
        head = bool(self.open.get("th"))
        if self.rows is None or not self.rows or not (head or self.open.get("td") or self.runs):
            return
        runs = self.taken()
        if self.cells < _MAX_CELLS and len(self.rows[-1]) < 12:
            self.rows[-1].append(Cell(runs, head))
            self.cells += 1
        self.open["td"] = self.open["th"] = 0

    def close_table(self) -> None:
        """Ends the table."""
        self.close_cell()
        rows = tuple([tuple(row) for row in self.rows or () if row])
        self.rows, self.cells = None, 0
        if rows:
            self.put(Table(rows))

    # Forms ------------------------------------------------------------------------------------------------------------

    def open_form(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins a form."""
        if len(self.forms) < 50:
            method = "post" if at.get("method", "").lower() == "post" else "get"
            self.forms.append(Form(web.join(self.base, at.get("action", "")) or self.base, method))
            self.form = len(self.forms) - 1

    def close_form(self) -> None:
        """Ends the form."""
        self.flush()
        self.form = -1

    def control(self, kind: str, at: Mapping[str, str]) -> Control:
        """Returns the control that an element's attributes describe."""
        name = at.get("name", "")[:200]
        key = f"radio:{self.form}:{name}" if kind == "radio" else f"control:{len(self.blocks)}"
        value = at.get("value", "on" if kind in ("checkbox", "radio") else "")[:2000]
        label = at.get("aria-label", "") or at.get("placeholder", "") or at.get("title", "")
        return Control(
            kind, self.form, key, name, value, label[:200], at.get("id", "")[:80], "checked" in at, "required" in at,
            (), at.get("min", "")[:20], at.get("max", "")[:20],
            whole(at.get("minlength", "")), whole(at.get("maxlength", "")),
        )  # fmt: skip

    def open_input(self, tag: str, at: Mapping[str, str]) -> None:
        """Places a control that has no content."""
        kind = control_kind(at.get("type", ""))
        control = self.control(kind, at)
        if kind in ("submit", "reset"):
            control = control._replace(label=control.value or ("Submit" if kind == "submit" else "Reset"))
        self.place(control)

    def place(self, control: Control) -> None:
        """Adds a control; the words so far of a label around it belong to it, not to a paragraph."""
        if self.label is not None and self.label.index < 0 and control.kind != "hidden":
            self.runs = []
            self.flush()
            self.label.index = len(self.blocks)
        else:
            self.flush()
        self.put(control)

    def open_pending(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins a control that has content."""
        if tag == "button":
            self.flush()
            tag = "reset" if at.get("type") == "reset" else "submit"
        self.pending, self.words = self.control(tag, at), []
        self.options = [] if tag == "select" else None

    def close_pending(self) -> None:
        """Ends the control."""
        control, self.pending = self.pending, None
        if control is None:
            return
        text = "".join(self.words)
        if control.kind in ("submit", "reset"):
            control = control._replace(label=" ".join(text.split())[:100] or "Submit")
        elif control.kind == "textarea":
            control = control._replace(value=text.removeprefix("\n"))
        else:
            self.close_option()
            options = [Option(option.value or "", option.text) for option in self.options or ()]
            chosen = [option.value or "" for option in self.options or () if option.selected]
            value = chosen[0] if chosen else options[0].value if options else ""
            control = control._replace(value=value, options=tuple(options))
            self.options = None
        self.place(control)

    def open_option(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins an entry of a list."""
        self.close_option()
        if self.options is not None and len(self.options) < 300:
            self.options.append(_OpenOption(at.get("value"), "", "selected" in at))
            self.words = []

    def close_option(self) -> None:
        """Ends the entry; without a value of its own, its text is its value."""
        if not self.options or self.options[-1].text:
            return
        value, _, selected = self.options[-1]
        text = " ".join("".join(self.words).split())[:200]
        self.options[-1] = _OpenOption(text if value is None else value, text, selected)

    def open_label(self, tag: str, at: Mapping[str, str]) -> None:
        """Begins a label."""
        self.flush()
        self.label = _OpenLabel(at.get("for", ""))

    def close_label(self) -> None:
        """Ends the label: its text belongs to the control inside it or named by it."""
        label, self.label = self.label, None
        if label is None:
            return
        text = " ".join("".join(label.words).split())[:300]
        if 0 <= label.index < len(self.blocks):
            block = self.blocks[label.index]
            if isinstance(block, Control):
                self.blocks[label.index] = block._replace(label=text or block.label)
                self.runs = []
        elif label.target:
            self.labels[label.target] = text
            self.runs = []

    def document(self) -> Document:
        """Returns the document that has been read."""
        self.close_pending()
        self.close_label()
        if self.rows is not None:
            self.close_table()
        self.flush()
        blocks = [
            block._replace(label=self.labels[block.rid])
            if isinstance(block, Control) and block.rid in self.labels and block.kind not in ("submit", "reset")
            else block
            for block in self.blocks
        ]
        return Document(" ".join("".join(self.title).split())[:300], tuple(blocks), tuple(self.forms))


_OPENERS: Mapping[str, Callable[[_Reader, str, Mapping[str, str]], None]] = {
    "a": _Reader.open_a, "br": _Reader.open_break, "hr": _Reader.open_break, "img": _Reader.open_img,
    "ul": _Reader.open_list, "ol": _Reader.open_list, "li": _Reader.open_li, "table": _Reader.open_table,
    "tr": _Reader.open_row, "td": _Reader.open_cell, "th": _Reader.open_cell, "form": _Reader.open_form,
    "input": _Reader.open_input, "button": _Reader.open_pending, "select": _Reader.open_pending,
    "textarea": _Reader.open_pending, "option": _Reader.open_option, "label": _Reader.open_label,
}  # fmt: skip
_CLOSERS: Mapping[str, Callable[[_Reader], None]] = {
    "a": _Reader.close_a, "ul": _Reader.close_list, "ol": _Reader.close_list, "table": _Reader.close_table,
    "td": _Reader.close_cell, "th": _Reader.close_cell, "tr": _Reader.close_cell, "form": _Reader.close_form,
    "button": _Reader.close_pending, "select": _Reader.close_pending, "textarea": _Reader.close_pending,
    "option": _Reader.close_option, "label": _Reader.close_label,
}  # fmt: skip
