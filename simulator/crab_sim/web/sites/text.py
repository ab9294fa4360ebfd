"""A light markup, rendered to HTML: headings, paragraphs, lists, tables, blocks of code, and within lines `code`,
**bold** and [links](address). Everything else is plain text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .markup import esc, slug

__all__ = ["headings", "inline", "insert_words", "plain", "rendered"]

_MARKS = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((/[^)\s]*|http://[a-z]+\.example/[^)\s]*)\)")


def inline(text: str) -> str:
    """Returns a line as HTML.

    >>> inline("a **b** [c](/d) <e>")
    'a <b>b</b> <a href="/d">c</a> &lt;e&gt;'
    """
    parts, at = [], 0
    for match in _MARKS.finditer(text):
        parts.append(esc(text[at : match.start()]))
        if match[1]:
            parts.append(f"<code>{esc(match[1])}</code>")
        elif match[2]:
            parts.append(f"<b>{esc(match[2])}</b>")
        else:
            parts.append(f'<a href="{esc(match[4])}">{esc(match[3])}</a>')
        at = match.end()
    return "".join([*parts, esc(text[at:])])


def insert_words(text: str, words: Mapping[str, str]) -> str:
    """Replaces each ``{name}`` in a text by its word; unknown names stay as they are.

    >>> insert_words("{hour} o'clock, {room}", {"hour": "8"})
    "8 o'clock, {room}"
    """
    return re.sub(r"\{(\w+)\}", lambda match: words.get(match[1], match[0]), text)


def plain(text: str) -> str:
    """Returns the text without its marks, on one line."""
    bare = _MARKS.sub(lambda match: match[1] or match[2] or match[3], text)
    return " ".join(re.sub(r"^(?:#+|-|\d+\.) |\|", "", bare, flags=re.MULTILINE).split())


def headings(text: str) -> list[str]:
    """Returns the headings of the second level."""
    return [line[3:].strip() for line in text.split("\n") if line.startswith("## ")]


def rendered(text: str) -> str:
    r"""Returns a text as HTML.

    >>> rendered("# A\n\nb\nc\n\n- d\n- e")
    '<h1 id="a">A</h1><p>b c</p><ul><li>d</li><li>e</li></ul>'
    """
    return "".join([_block(block) for block in re.split(r"\n\s*\n", text.strip("\n")) if block.strip()])


def _block(block: str) -> str:
    lines = block.split("\n")
    level = len(lines[0]) - len(lines[0].lstrip("#"))
    if 1 <= level <= 3 and lines[0][level : level + 1] == " ":
        title = lines[0][level:].strip()
        rest = _block("\n".join(lines[1:])) if len(lines) > 1 else ""
        return f'<h{level} id="{slug(title)}">{inline(title)}</h{level}>{rest}'
    if all(line.startswith("    ") for line in lines):
        return f"<pre>{esc(chr(10).join([line[4:] for line in lines]))}</pre>"
    if lines[0].startswith("|"):
        return _table(lines)
    if re.match(r"- |\d+\. ", lines[0]):
        kind = "ul" if lines[0].startswith("- ") else "ol"
        items = re.split(r"\n(?=- |\d+\. )", block)
        inner = [inline(" ".join(re.sub(r"^(?:-|\d+\.) ", "", item).split())) for item in items]
        return f"<{kind}>{''.join([f'<li>{item}</li>' for item in inner])}</{kind}>"
    return f"<p>{inline(' '.join(block.split()))}</p>"


def _table(lines: Sequence[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head = len(rows) > 1 and all(set(cell) <= set("-:") and cell for cell in rows[1])
    out = []
    for i, row in enumerate(rows):
        if head and i == 1:
            continue
        if head and i == 0 and not any(row):
            continue
        kind = "th" if head and i == 0 else "td"
        out.append("<tr>" + "".join([f"<{kind}>{inline(cell)}</{kind}>" for cell in row]) + "</tr>")
    return f"<table>{''.join(out)}</table>"
