"""reference.example, Osier Reference: the functions of a made-up code library, with examples to copy.

Pages: ``/``, ``/MODULE``, ``/MODULE/FUNCTION``, ``/MODULE/FUNCTION/example`` (plain text), ``/search`` (``q``). It
stores nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .markup import Frame, Problem, Reply, Request, esc, link, page, table
from .search import Hit
from .world import World

__all__ = ["Function", "entries", "functions", "handle"]

_SITE = "reference.example"
_FRAME = Frame(
    _SITE,
    "Osier Reference",
    (("Contents", "/"), ("arrays", "/arrays"), ("stats", "/stats"), ("text", "/text"), ("dates", "/dates")),
    "/search",
    "Search functions",
)


class Function(NamedTuple):
    """A function of the library.

    Attributes:
        module: Its module's name.
        about_module: What its module is about.
        signature: Its name and parameters, such as ``"matmul(a, b)"``.
        summary: What it does.
        text: More about it.
        parameters: Names and meanings of its parameters.
        example: The lines of its example.
    """

    module: str
    about_module: str
    signature: str
    summary: str
    text: str
    parameters: tuple[tuple[str, str], ...]
    example: tuple[str, ...]

    @property
    def name(self) -> str:
        """Module and name, such as ``"arrays.matmul"``."""
        return f"{self.module}.{self.signature.partition('(')[0]}"

    @property
    def address(self) -> str:
        """The path of its page."""
        return "/" + self.name.replace(".", "/")


@lru_cache(maxsize=2)
def functions(text: str) -> tuple[Function, ...]:
    """Returns the functions of the bundle's ``reference.txt``."""
    found = []
    for part in text.split("##### ")[1:]:
        head, *rest = part.split("=== ")
        module, _, about = head.strip().partition(" | ")
        for block in rest:
            signature, *lines = block.strip().split("\n")
            called, _, summary = signature.partition(" | ")
            given = [line[2:].partition(" | ") for line in lines if line.startswith("- ")]
            found.append(
                Function(
                    module, about, called, summary, " ".join([line for line in lines if line[:2] not in ("- ", "> ")]),
                    tuple([(name, meaning) for name, _, meaning in given]),
                    tuple([line[2:] for line in lines if line.startswith("> ")]),
                )
            )  # fmt: skip
    return tuple(found)


def _all(world: World) -> tuple[Function, ...]:
    return functions(world.text("reference.txt"))


def entries(world: World) -> list[Hit]:
    """Returns the functions for the search engine."""
    return [
        Hit(f"http://{_SITE}{each.address}", f"osier.{each.name}", f"{each.summary}. {each.text}".strip())
        for each in _all(world)
    ]


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    known = _all(world)
    match request.parts:
        case ("GET",):
            return _contents(known)
        case ("GET", "search"):
            return _search(known, request.get("q"))
        case ("GET", module) if any(each.module == module for each in known):
            return _module([each for each in known if each.module == module])
        case ("GET", module, name, *rest) if rest in ([], ["example"]):
            for each in known:
                if each.name == f"{module}.{name}":
                    return _plain(each) if rest else _function(each)
    raise Problem(404, "reference.example has no page at this address.")


def _listed(chosen: Sequence[Function]) -> str:
    items = [f"<li>{link(each.address, each.name)}: {esc(each.summary)}</li>" for each in chosen]
    return f"<ul>{''.join(items)}</ul>"


def _contents(known: tuple[Function, ...]) -> Reply:
    modules = dict.fromkeys([(each.module, each.about_module) for each in known])
    parts = [
        f"<h2>{link('/' + module, f'osier.{module}')}</h2><p>{esc(about)}.</p>"
        + _listed([each for each in known if each.module == module])
        for module, about in modules
    ]
    intro = (
        "<p>Osier is a small library for grids of numbers, the statistics of them, texts and dates. Every function has "
        "an example, which you may copy into a program of your own.</p>"
    )
    return page(_FRAME, _FRAME.title, f"<h1>Osier 2.4</h1>{intro}{''.join(parts)}")


def _module(chosen: list[Function]) -> Reply:
    first = chosen[0]
    body = f"<h1>osier.{esc(first.module)}</h1><p>{esc(first.about_module)}.</p>{_listed(chosen)}"
    return page(_FRAME, f"osier.{first.module}", body)


def _function(each: Function) -> Reply:
    about = f"<p>{esc(each.text)}</p>" if each.text else ""
    parameters = table(("Parameter", "Meaning"), [(f"<code>{esc(n)}</code>", esc(m)) for n, m in each.parameters])
    body = (
        f'<p class="crumbs">{link("/" + each.module, f"osier.{each.module}")}</p><h1>{esc(each.name)}</h1>'
        f"<pre>osier.{esc(each.module)}.{esc(each.signature)}</pre><p><b>{esc(each.summary)}.</b></p>{about}"
        f"<h2>Parameters</h2>{parameters}<h2>Example</h2><pre>{esc(chr(10).join(each.example))}</pre>"
        f"<p>{link(each.address + '/example', 'Only the example, as plain text')}</p>"
    )
    return page(_FRAME, f"osier.{each.name}", body)


def _plain(each: Function) -> Reply:
    return Reply("\n".join([*each.example, ""]).encode(), "text/plain; charset=utf-8")


def _search(known: tuple[Function, ...], query: str) -> Reply:
    words = query.casefold().split()
    chosen = [
        each
        for each in known
        if all(word in f"{each.name} {each.signature} {each.summary} {each.text}".casefold() for word in words)
    ]
    count = f"{len(chosen)} function{'s' * (len(chosen) != 1)} for “{query}”"
    listed = _listed(chosen) if chosen else '<p class="empty">No function has these words.</p>'
    return page(_FRAME, f"Search: {query}", f"<h1>{esc(count)}</h1>{listed}", query=query)
