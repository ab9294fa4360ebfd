"""Pieces of Markdown.

* `table` - a table. `code` - text in code's letters. `plain` - text that Markdown leaves as it is. `first_sentence` - a
  docstring's. `fenced` - a docstring whose doctests are blocks of code.
* `FRONT` - the head of a page that has no table of contents.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from functools import partial
from html import escape

__all__ = ["FRONT", "code", "fenced", "first_sentence", "one_line", "plain", "table"]

FRONT = "---\nhide:\n  - toc\n---\n\n"
"""The head of a page that has no table of contents."""

_EXAMPLE = re.compile(r"^(?P<margin> *)>>> .*(?:\n(?P=margin)(?=\S).*)*", re.MULTILINE)


def one_line(text: str, limit: int = 0) -> str:
    """Returns text on one line, cut after a word to some length unless that is 0.

    >>> one_line("Turn the switch on. Then close it.", 25)
    'Turn the switch on. Then…'
    """
    line = " ".join(text.split())
    if not limit or len(line) <= limit:
        return line
    return line[:limit].rpartition(" ")[0].rstrip(" .,:;") + "…"


def plain(text: str) -> str:
    """Returns text on one line, in which neither Markdown nor HTML finds anything.

    >>> plain("*a* <b> | c_d")
    '&#42;a&#42; &lt;b&gt; &#124; c&#95;d'
    """
    escaped = escape(one_line(text), quote=False)
    return re.sub(r"[*_`|\[\]\\~^=+#!{}:$]", lambda found: f"&#{ord(found[0])};", escaped)


def code(text: str) -> str:
    """Returns text on one line in code's letters, as HTML, in which any character may stand."""
    return f"<code>{plain(text)}</code>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a Markdown table, ``""`` where there are no rows."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if not lines:
        return ""
    return "\n".join([f"| {' | '.join(head)} |", "|" + "---|" * len(head), *lines, ""])


def first_sentence(thing: object) -> str:
    """Returns the first paragraph of a function's docstring, ``""`` where it has none; of a partial, its function's."""
    while isinstance(thing, partial):
        thing = thing.func
    doc = inspect.getdoc(thing) if inspect.isroutine(thing) else None
    return one_line((doc or "").partition("\n\n")[0])


def fenced(text: str) -> str:
    r"""Returns a docstring in which each doctest, up to the next blank line, is a block of code.

    >>> print(fenced("One.\n\n>>> 1 + 1\n2\n\nTwo.").replace("`", "'"))
    One.
    <BLANKLINE>
    '''pycon
    >>> 1 + 1
    2
    '''
    <BLANKLINE>
    Two.
    """
    return _EXAMPLE.sub(lambda found: f"{found['margin']}```pycon\n{found[0]}\n{found['margin']}```", text)
