"""wiki.example, Open Almanac: articles in categories, to read, find, edit and download.

Pages: ``/``, ``/ARTICLE``, ``/category/NAME``, ``/search`` (``q``), ``/ARTICLE/edit``, ``/ARTICLE/history``,
``/ARTICLE.txt``, ``/reading-list.txt``, ``/tides.csv``. Table ``revisions``: the edits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from .markup import (
    Frame,
    Problem,
    Reply,
    Request,
    area,
    button,
    download,
    esc,
    field,
    form,
    link,
    page,
    redirect,
    slug,
    table,
)
from .search import Hit, rank
from .static import excerpt, main_of, page_title
from .text import headings, plain, rendered
from .world import Row, World

__all__ = ["COLUMNS", "Article", "articles", "begin", "entries", "handle"]

COLUMNS: Mapping[str, Row] = {"revisions": {"id": 0, "article": "", "text": "", "summary": ""}}
"""``article``: its slug, such as ``"blue-whale"``. An article's last revision is its present text."""

_SITE = "wiki.example"
_FRAME = Frame(_SITE, "Open Almanac", (("Main page", "/"), ("All articles", "/all")), "/search", "Search the almanac")
_KINDS = {"reading-list.txt": "text/plain; charset=utf-8", "tides.csv": "text/csv; charset=utf-8"}
_HTML_CATEGORIES = {"bread": ("Food",), "bicycle": ("Technology",), "honey-bee": ("Animals",), "tide": ("Earth", "Sea")}


class Article(NamedTuple):
    """An article: its slug, title, categories, picture and text; the bundled pages have `html` instead of a text."""

    slug: str
    title: str
    categories: tuple[str, ...]
    picture: str
    text: str
    html: str = ""


def begin(world: World) -> dict[str, list[Row]]:
    """Returns no revisions."""
    return {}


@lru_cache(maxsize=2)
def _written(text: str) -> tuple[Article, ...]:
    written = []
    for part in text.split("##### ")[1:]:
        head, _, body = part.partition("\n")
        title, categories, picture = [piece.strip() for piece in head.split("|")]
        written.append(Article(slug(title), title, tuple(categories.split(", ")), picture, body.strip() + "\n"))
    return tuple(written)


def articles(world: World) -> dict[str, Article]:
    """Returns all articles with their present texts, by slug, sorted by title."""
    originals = list(_written(world.text("wiki.txt")))
    for name, categories in _HTML_CATEGORIES.items():
        text = world.text(f"pages/{_SITE}/{name}.html")
        inner = re.sub(r"^\s*<h1>.*?</h1>", "", main_of(text))
        inner = re.sub(r'(<a href=")https:', r"\1http:", inner)
        originals.append(Article(name, page_title(text), categories, "", "", inner))
    latest = {row["article"]: row["text"] for row in world.rows(_SITE, "revisions")}
    now = [
        each._replace(text=latest[each.slug], html="") if each.slug in latest else each
        for each in sorted(originals, key=lambda each: each.title)
    ]
    return {each.slug: each for each in now}


def _plain(each: Article) -> str:
    return excerpt(each.html) if each.html else plain(each.text)


def entries(world: World) -> list[Hit]:
    """Returns the articles for the search engine."""
    return [Hit(f"http://{_SITE}/{each.slug}", each.title, _plain(each)) for each in articles(world).values()]


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    known = articles(world)
    match request.parts:
        case ("GET",):
            return _main(world, known)
        case ("GET", "all"):
            items = "".join([f"<li>{link('/' + each.slug, each.title)}</li>" for each in known.values()])
            return page(_FRAME, "All articles", f'<h1>All articles</h1><ul class="columns">{items}</ul>')
        case ("GET", "search"):
            return _search(world, request.get("q"))
        case ("GET", "category", name):
            return _category(known, name)
        case ("GET", name) if name in _KINDS:
            return download(world.assets[f"pages/{_SITE}/{name}"], name, _KINDS[name])
        case ("GET", name) if name.endswith(".txt") and name[:-4] in known and not known[name[:-4]].html:
            each = known[name[:-4]]
            return download(f"{each.title}\n\n{each.text}", name)
        case ("GET", name) if name in known:
            return _article(world, known[name], request)
        case ("GET", name, "edit") if name in known and not known[name].html:
            return _edit(known[name], known[name].text, "", "")
        case ("POST", name, "edit") if name in known and not known[name].html:
            return _save(world, known[name], request)
        case ("GET", name, "history") if name in known:
            return _history(world, known[name])
    raise Problem(404, "Open Almanac has no article of this name.")


def _main(world: World, known: Mapping[str, Article]) -> Reply:
    rng = world.rng("wiki")
    with_picture = [each for each in known.values() if each.picture]
    featured = rng.choice(with_picture)
    categories: dict[str, list[Article]] = {}
    for each in known.values():
        for name in each.categories:
            categories.setdefault(name, []).append(each)
    lists = "".join(
        [
            f'<section class="card"><h2>{link(f"/category/{name}", name)}</h2><p>'
            + " · ".join([link(f"/{each.slug}", each.title) for each in listed])
            + "</p></section>"
            for name, listed in sorted(categories.items())
        ]
    )
    files = " · ".join([f'<a href="/{name}" download>{name}</a>' for name in _KINDS])
    body = (
        f"<h1>Open Almanac</h1><p>{len(known)} short articles about everyday things.</p>"
        f'<section class="card featured">{_picture(world, featured, 200)}<div><p class="faint">Article of the day</p>'
        f"<h2>{link('/' + featured.slug, featured.title)}</h2><p>{esc(_lead(featured))}</p></div></section>"
        f'<div class="grid">{lists}</div><h2>Files</h2><p>{files}</p>'
    )
    return page(_FRAME, "Open Almanac", body)


def _lead(each: Article) -> str:
    return plain(each.text.partition("\n\n")[0])


def _picture(world: World, each: Article, side: int) -> str:
    file = next((f for f in (f"{each.picture}.jpg", f"{each.picture}.png") if f"photos/{f}" in world.assets), "")
    return f'<img src="/photos/{file}" alt="{esc(each.title)}" width="{side}">' if file else ""


def _search(world: World, query: str) -> Reply:
    hits = rank(entries(world), query, 30)
    items = "".join(
        [
            f"<li><h3>{link('/' + hit.url.rpartition('/')[2], hit.title)}</h3><p>{esc(hit.excerpt)}</p></li>"
            for hit in hits
        ]
    )
    line = f"{len(hits)} article{'s' * (len(hits) != 1)} with “{query}”" if hits else f"No article has “{query}” in it."
    body = f'<h1>Search</h1><p class="count">{esc(line)}</p><ol class="results">{items}</ol>'
    return page(_FRAME, f"Search: {query}", body, query=query)


def _category(known: Mapping[str, Article], name: str) -> Reply:
    listed = [each for each in known.values() if name in each.categories]
    if not listed:
        raise Problem(404, "Open Almanac has no such category.")
    items = "".join([f"<li>{link('/' + each.slug, each.title)}</li>" for each in listed])
    return page(_FRAME, f"Category: {name}", f"<h1>Category: {esc(name)}</h1><ul>{items}</ul>")


def _tabs(each: Article, here: str) -> str:
    tabs = [("Article", f"/{each.slug}"), ("Edit", f"/{each.slug}/edit"), ("History", f"/{each.slug}/history")]
    links = [
        f'<a href="{to}"{" aria-current=page" if text == here else ""}>{text}</a>'
        for text, to in tabs
        if text != "Edit" or not each.html
    ]
    return f'<div class="tabs">{"".join(links)}</div>'


def _article(world: World, each: Article, request: Request) -> Reply:
    contents = [f'<a href="#{slug(title)}">{esc(title)}</a>' for title in headings(each.text)]
    listed = f'<p class="contents"><b>Contents</b> {" · ".join(contents)}</p>' if len(contents) > 1 else ""
    lead, _, rest = each.text.partition("\n\n")
    inner = each.html or f"{rendered(lead)}{listed}{rendered(rest)}"
    categories = " ".join([link(f"/category/{name}", name, "label") for name in each.categories])
    tail = "" if each.html else f' · <a href="/{each.slug}.txt" download id="download">Download as text</a>'
    picture = "" if each.html or not each.picture else f"<figure>{_picture(world, each, 260)}</figure>"
    body = (
        f'{_tabs(each, "Article")}<h1>{esc(each.title)}</h1><article class="prose">{picture}{inner}</article>'
        f'<p class="faint foot">{categories}{tail}</p>'
    )
    notice = "Your change was saved." if request.get("done") else ""
    return page(_FRAME, each.title, body, notice=notice)


def _edit(each: Article, text: str, summary: str, problem: str) -> Reply:
    error = f'<p class="error" role="alert">{esc(problem)}</p>' if problem else ""
    inner = (
        area("Text", "text", text, 16)
        + field("What did you change?", "summary", summary)
        + f'<p class="actions">{button("Save changes", "act", "save", "primary")}{link("/" + each.slug, "Cancel")}</p>'
    )
    body = f"{_tabs(each, 'Edit')}<h1>Edit: {esc(each.title)}</h1>{error}{form(f'/{each.slug}/edit', inner)}"
    return page(_FRAME, f"Edit: {each.title}", body, status=400 if problem else 200)


def _save(world: World, each: Article, request: Request) -> Reply:
    text, summary = request.text("text").strip() + "\n", request.get("summary")
    if len(text) < 2:
        return _edit(each, "", summary, "An article can't be empty.")
    world.add(_SITE, "revisions", article=each.slug, text=text, summary=summary)
    world.effects.append(("post", f"{_SITE}/{each.slug}", text))
    return redirect(f"/{each.slug}?done=saved")


def _history(world: World, each: Article) -> Reply:
    rows = [(str(row["id"]), esc(row["summary"]) or "<i>no summary</i>", f"{len(row['text'])} characters")
            for row in reversed(world.rows(_SITE, "revisions")) if row["article"] == each.slug]  # fmt: skip
    rows.append(("0", "First version", ""))
    body = f"{_tabs(each, 'History')}<h1>History: {esc(each.title)}</h1>{table(('Number', 'Change', 'Length'), rows)}"
    return page(_FRAME, f"History: {each.title}", body)
