"""Sites of plain pages: HTML files in which ``{{name}}`` stands for a value of a submitted form.

The simulated phone shows the same files and stores nothing; here, each submitted form is stored as a row of the table
``sent``.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence

from .markup import Frame, Reply, Request, download, missing, page
from .world import Row, World

__all__ = ["COLUMNS", "excerpt", "filled", "main_of", "page_title", "photo", "serve"]

COLUMNS: Mapping[str, Row] = {"sent": {"id": 0, "page": "", "values": {}}}
"""``page``: the page to which the form was submitted. ``values``: its values by name; those of the same name are joined
by commas."""

_TAGS = re.compile(r"<(?:style|script|head|nav)\b.*?</(?:style|script|head|nav)>|<[^>]*>", re.DOTALL)
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_KINDS = {"txt": "text/plain; charset=utf-8", "csv": "text/csv; charset=utf-8"}


def page_title(text: str) -> str:
    """Returns the title of a page's HTML."""
    match = _TITLE.search(text)
    return html.unescape(match[1]).strip() if match else ""


def excerpt(text: str) -> str:
    """Returns the text of a page's HTML, on one line."""
    return re.sub(r" ([.,:;!?])", r"\1", " ".join(html.unescape(_TAGS.sub(" ", text)).split()))


def main_of(text: str) -> str:
    """Returns the HTML within a page's main element."""
    return text.partition("<main>")[2].rpartition("</main>")[0]


def filled(text: str, values: Sequence[tuple[str, str]]) -> str:
    """Replaces each ``{{name}}`` by the values of that name, escaped and joined by commas; ``""`` if there are none.

    Options of the page's form that equal a value are selected, so a link such as ``/order?article=Desk+lamp`` selects
    the article.
    """

    def value(match: re.Match[str]) -> str:
        return html.escape(", ".join([value for name, value in values if name == match[1]]))

    text = re.sub(r"\{\{([\w-]{1,40})\}\}", value, text)
    for _, chosen in values[:8]:
        option = html.escape(chosen)
        text = text.replace(f"<option>{option}</option>", f"<option selected>{option}</option>")
    return text


def photo(world: World, name: str) -> Reply | None:
    """Returns a picture of the bundle."""
    data = world.assets.get(f"photos/{name}")
    return None if data is None else Reply(data, "image/png" if name.endswith(".png") else "image/jpeg")


def nav_of(text: str) -> tuple[tuple[str, str], ...]:
    """Returns the links of a page's navigation: text and address."""
    inner = text.partition("<nav>")[2].partition("</nav>")[0]
    return tuple((html.unescape(name), href) for href, name in re.findall(r'<a href="([^"]*)">([^<]*)</a>', inner))


def serve(world: World, request: Request) -> Reply:
    """Answers a request to a site that consists of files only."""
    key = request.path.strip("/").removesuffix(".html")
    key = "" if key == "index" else key
    first = world.assets.get(f"pages/{request.host}/index.html", b"").decode()
    brand = re.search(r"<header><p><b>([^<]*)</b>", first)
    frame = Frame(request.host, html.unescape(brand[1]) if brand else request.host, nav_of(first))
    plain = world.assets.get(f"pages/{request.host}/{key}")
    if plain is not None and not key.endswith(".html"):
        return download(plain, key, _KINDS.get(key.rpartition(".")[2], "application/octet-stream"))
    data = world.assets.get(f"pages/{request.host}/{key or 'index'}.html")
    if data is None or "/" in key:
        return missing(frame)
    text = data.decode()
    values = (*request.query, *(request.form or ()))[:60]
    if "{{" in text and values:
        names = list(dict.fromkeys([name[:60] for name, _ in values]))
        kept = {name: ", ".join([value[:2000] for key, value in values if key[:60] == name]) for name in names}
        world.add(request.host, "sent", page=f"/{key}", values=kept)
        world.effects.append(("form", f"{request.host}/{key}", json.dumps(kept, sort_keys=True)))
    return page(frame, page_title(text), filled(main_of(text), values))
