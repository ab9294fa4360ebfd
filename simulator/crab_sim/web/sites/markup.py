"""The building blocks of all sites: requests, replies, pages, and the parts of pages. All text is escaped here.

* `Request` - a browser's request; `Reply` - its reply.
* `page`, `missing`, `redirect`, `download` - replies.
* `link`, `field`, `area`, `select`, `button`, `form`, `table` - pieces of HTML.
* `Problem` - raised if a request can't be served; a page shows its message.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

__all__ = [
    "MAX_LINE", "MAX_TEXT", "Frame", "Problem", "Reply", "Request", "Upload", "area", "at", "button", "clean", "day",
    "download", "esc", "field", "form", "icon", "link", "missing", "money", "number", "page", "redirect", "select",
    "short", "slug", "stamp", "table",
]  # fmt: skip

MAX_LINE = 300
"""Maximum number of characters of a line in a form."""
MAX_TEXT = 20_000
"""Maximum number of characters of a text in a form."""

Pairs = tuple[tuple[str, str], ...]


class Upload(NamedTuple):
    """A file that was submitted with a form."""

    filename: str
    data: bytes


class Request(NamedTuple):
    """A browser's request.

    Attributes:
        host: The site's name, such as ``"mail.example"``.
        path: The path, unquoted, with the ``/`` at its start.
        query: Names and values after the ``?``.
        form: Names and values of the posted form; None for GET requests.
        upload: The file in the form.
    """

    host: str
    path: str
    query: Pairs = ()
    form: Pairs | None = None
    upload: Upload | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The method, then the pieces of the path: ``("GET", "mail", "3")``."""
        return ("GET" if self.form is None else "POST", *(part for part in self.path.split("/") if part))

    def get(self, name: str, default: str = "", limit: int = MAX_LINE) -> str:
        """Returns a value of the form or the query in one line, stripped.

        Args:
            name: The value's name.
            default: Returned if there is no such value.
            limit: Maximum number of characters; the rest is cut.
        """
        return " ".join(self.text(name, default, limit * 4).split())[:limit]

    def text(self, name: str, default: str = "", limit: int = MAX_TEXT) -> str:
        """Returns a value of the form or the query with its line breaks, as newlines.

        Args:
            name: The value's name.
            default: Returned if there is no such value.
            limit: Maximum number of characters; the rest is cut.
        """
        for key, value in (*(self.form or ()), *self.query):
            if key == name:
                return clean(value)[:limit]
        return default

    def has(self, name: str) -> bool:
        """Returns whether there is a value of this name, such as that of a ticked box or a pressed button."""
        return any(key == name for key, _ in (*(self.form or ()), *self.query))


class Reply(NamedTuple):
    """The reply to a request.

    Attributes:
        body: The bytes of the page or file.
        kind: Its media type.
        status: The HTTP status code.
        location: The target of a redirection.
        filename: The name of a download; ``""`` for a page that is shown.
    """

    body: bytes
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    location: str = ""
    filename: str = ""


class Problem(Exception):
    """A request that can't be served, with the HTTP status and a sentence for the error page."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Frame(NamedTuple):
    """The parts that are the same on all pages of a site.

    Attributes:
        host: The site's name; the part before the first dot also names its colours in the style sheet.
        title: The title at the top left.
        nav: Links at the top: text and address.
        search: The target of the search field at the top; ``""`` for no search field.
        hint: The placeholder of the search field.
    """

    host: str
    title: str
    nav: tuple[tuple[str, str], ...] = ()
    search: str = ""
    hint: str = "Search"


def esc(text: object) -> str:
    """Escapes text for HTML and quoted attributes; characters that UTF-8 can't encode become question marks.

    >>> esc('<b>"')
    '&lt;b&gt;&quot;'
    """
    return escape(str(text).encode("utf-8", "replace").decode())


def clean(text: str) -> str:
    r"""Returns text with newlines as line breaks, without control characters and halves of surrogate pairs.

    >>> clean("a\r\nb\0")
    'a\nb'
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    return "".join([char for char in plain if (char >= " " and char != "\x7f") or char in "\n\t"])


# Replies --------------------------------------------------------------------------------------------------------------


def page(
    frame: Frame, title: str, body: str, *, status: int = 200, query: str = "", notice: str = "", wide: bool = False
) -> Reply:
    """Returns a whole page.

    Args:
        frame: The site's frame.
        title: The page's title, plain text.
        body: HTML below the site's bar.
        status: See `Reply`.
        query: The text in the search field.
        notice: A line above the content, plain text.
        wide: Whether the content uses the whole width.
    """
    name = frame.host.split(".")[0]
    nav = "".join([f'<a href="{esc(href)}">{esc(text)}</a>' for text, href in frame.nav])
    search = ""
    if frame.search:
        search = (
            f'<form class="search" role="search" action="{esc(frame.search)}"><input type="search" id="site_search" '
            f'name="q" aria-label="{esc(frame.hint)}" placeholder="{esc(frame.hint)}" value="{esc(query)}">'
            '<button id="site_search_go">Search</button></form>'
        )
    said = f'<p class="notice" role="status">{esc(notice)}</p>' if notice else ""
    whole = title if title == frame.title else f"{title} - {frame.title}"
    text = (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{esc(whole)}</title>'
        f'<link rel="stylesheet" href="/site.css"><link rel="icon" type="image/svg+xml" href="/icon.svg"></head>\n'
        f'<body class="{esc(name)}"><header class="bar"><a class="brand" href="/"><span class="mark" '
        f'aria-hidden="true">{esc(frame.title[:1])}</span>{esc(frame.title)}</a><nav>{nav}</nav>{search}'
        f'<a class="all" href="http://start.example/">All sites</a></header>\n'
        f"<main{' class=wide' if wide else ''}>{said}{body}</main></body></html>\n"
    )
    return Reply(text.encode(), status=status)


def missing(frame: Frame, message: str = "", status: int = 404) -> Reply:
    """Returns the error page for an address that doesn't exist, or for a form that is refused."""
    title = "Page not found" if status == 404 else "That did not work"
    text = message or f"{frame.host} has no page at this address."
    body = f'<h1>{title}</h1><p>{esc(text)}</p><p><a href="/">Go to the first page</a></p>'
    return page(frame, title, body, status=status)


def redirect(location: str) -> Reply:
    """Returns a redirection, as after each form, so that going back or reloading doesn't submit it again."""
    return Reply(b"", status=303, location=location)


def download(data: bytes | str, filename: str, kind: str = "text/plain; charset=utf-8") -> Reply:
    """Returns a file to save."""
    body = data.encode("utf-8", "replace") if isinstance(data, str) else data
    return Reply(body, kind, filename=filename)


# Pieces ---------------------------------------------------------------------------------------------------------------


def link(href: str, text: str, kind: str = "", name: str = "") -> str:
    """Returns a link.

    Args:
        href: Its target.
        text: Its text.
        kind: Its class.
        name: Its id.
    """
    extra = (f' class="{esc(kind)}"' if kind else "") + (f' id="{esc(name)}"' if name else "")
    return f'<a href="{esc(href)}"{extra}>{esc(text)}</a>'


def field(label: str, name: str, value: object = "", kind: str = "text", more: str = "") -> str:
    """Returns a labelled field of one line.

    Args:
        label: Its label.
        name: Its name, which is also its id.
        value: Its content.
        kind: Its type.
        more: HTML of further attributes.
    """
    max_length = "" if kind in ("number", "file", "date") else f' maxlength="{MAX_LINE}"'
    held = "" if kind == "file" else f' value="{esc(value)}"'
    tail = f" {more}" if more else ""
    return (
        f'<p class="field"><label for="{esc(name)}">{esc(label)}</label>'
        f'<input type="{esc(kind)}" id="{esc(name)}" name="{esc(name)}"{held}{max_length}{tail}></p>'
    )


def area(label: str, name: str, value: str = "", rows: int = 8, more: str = "") -> str:
    """Returns a labelled field of several lines.

    Args:
        label: Its label.
        name: Its name, which is also its id.
        value: Its content.
        rows: Its height in lines.
        more: HTML of further attributes.
    """
    tail = f" {more}" if more else ""
    # Browsers drop a newline right after the tag; without this one, a newline at the text's start would be lost.
    return (
        f'<p class="field"><label for="{esc(name)}">{esc(label)}</label>'
        f'<textarea id="{esc(name)}" name="{esc(name)}" rows="{rows}" maxlength="{MAX_TEXT}"{tail}>\n'
        f"{esc(value)}</textarea></p>"
    )


def select(label: str, name: str, options: Iterable[tuple[str, str]], chosen: str = "") -> str:
    """Returns a labelled list of options.

    Args:
        label: Its label.
        name: Its name, which is also its id.
        options: The options' values and texts.
        chosen: The value of the selected option.
    """
    inner = "".join(
        [
            f'<option value="{esc(value)}"{" selected" if value == chosen else ""}>{esc(text)}</option>'
            for value, text in options
        ]
    )
    return (
        f'<p class="field"><label for="{esc(name)}">{esc(label)}</label>'
        f'<select id="{esc(name)}" name="{esc(name)}">{inner}</select></p>'
    )


def button(text: str, name: str = "", value: str = "1", kind: str = "", label: str = "") -> str:
    """Returns a button that submits its form.

    Args:
        text: Its text.
        name: Name of the value that it adds to the form; ``""`` for none.
        value: That value.
        kind: Its class.
        label: Label for screen readers in place of its text.
    """
    sent = f' name="{esc(name)}" value="{esc(value)}"' if name else ""
    classes = f' class="{esc(kind)}"' if kind else ""
    said = f' aria-label="{esc(label)}"' if label else ""
    return f'<button type="submit"{sent}{classes}{said}>{esc(text)}</button>'


def form(action: str, inner: str, kind: str = "", method: str = "post", upload: bool = False) -> str:
    """Returns a form around HTML.

    Args:
        action: The address to which it is submitted.
        inner: The HTML.
        kind: Its class.
        method: ``"post"`` or ``"get"``.
        upload: Whether it may contain a file.
    """
    classes = f' class="{esc(kind)}"' if kind else ""
    coding = ' enctype="multipart/form-data"' if upload else ""
    return f'<form action="{esc(action)}" method="{method}"{classes}{coding}>{inner}</form>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """Returns a table; the cells of `head` are plain text, those of `rows` are HTML."""
    classes = f' class="{esc(kind)}"' if kind else ""
    top = "".join([f"<th>{esc(cell)}</th>" for cell in head])
    body = "".join(["<tr>" + "".join([f"<td>{cell}</td>" for cell in row]) + "</tr>" for row in rows])
    start = f"<thead><tr>{top}</tr></thead>" if head else ""
    return f"<table{classes}>{start}<tbody>{body}</tbody></table>"


_ICONS = {
    "folder": ("Folder", '<path d="M1 3h5l2 2h7v9H1z" fill="#7fa8d9" stroke="#4a78b0"/>'),
    "file": ("File", '<path d="M3 1h7l3 3v11H3zM5 7h6M5 9.5h6M5 12h4" fill="#fff" stroke="#6b7686"/>'),
    "sheet": ("Sheet", '<path d="M2 2h12v12H2zM2 6h12M2 10h12M6 2v12" fill="#fff" stroke="#23803e"/>'),
    "clip": ("Attachment", '<path d="M5 8V4a3 3 0 0 1 6 0v7a2 2 0 0 1-4 0V5" fill="none" stroke="#667080"/>'),
}  # fmt: skip


def icon(name: str) -> str:
    """Returns an icon as HTML: folder, file, sheet or clip. It is an SVG, since not every machine has a symbol font."""
    label, inner = _ICONS[name]
    return f'<svg class="icon" role="img" aria-label="{label}" width="16" height="16" viewBox="0 0 16 16">{inner}</svg>'


# Text -----------------------------------------------------------------------------------------------------------------


def number(text: str, low: int, high: int, default: int) -> int:
    """Parses a whole number.

    Args:
        text: The text.
        low: The smallest result; smaller numbers are raised to it.
        high: The largest result; larger numbers are lowered to it.
        default: The result if the text is no number.

    >>> number("7", 1, 5, 1), number("x", 1, 5, 1)
    (5, 1)
    """
    plain = text.strip()
    if not plain.removeprefix("-").isascii() or not plain.removeprefix("-").isdecimal() or len(plain) > 9:
        return default
    return max(low, min(high, int(plain)))


def short(text: str, limit: int = 90) -> str:
    """Returns the beginning of a text, in one line of at most `limit` characters and an ellipsis.

    >>> short("one two three", 9)
    'one two…'
    """
    flat = " ".join(text[: limit * 8].split())
    return flat if len(flat) <= limit else flat[:limit].rpartition(" ")[0].rstrip(",.;:") + "…"


def slug(text: str) -> str:
    """Converts text to a piece of an address.

    >>> slug("São Paulo, Brazil")
    's-o-paulo-brazil'
    """
    return "-".join("".join(char if char.isascii() and char.isalnum() else " " for char in text.lower()).split())


def money(cents: int) -> str:
    """Formats an amount.

    >>> money(123450)
    '$1,234.50'
    """
    return f"${cents // 100:,}.{cents % 100:02d}"


def day(when: float) -> str:
    """Formats a date, such as ``12 October 2026``."""
    moment = time.gmtime(when)
    return f"{moment.tm_mday} {time.strftime('%B %Y', moment)}"


def stamp(when: float) -> str:
    """Formats a date and time, such as ``12 Oct 2026, 08:05``."""
    moment = time.gmtime(when)
    return f"{moment.tm_mday} {time.strftime('%b %Y, %H:%M', moment)}"


def at(*pieces: str, **query: str) -> str:
    """Returns an address on the same site, its pieces and values escaped.

    >>> at("search", q="a&b")
    '/search?q=a%26b'
    """
    path = "/" + "/".join([quote(piece, safe="") for piece in pieces])
    values = "&".join([f"{name}={quote(value, safe='', errors='replace')}" for name, value in query.items()])
    return f"{path}?{values}" if values else path
