"""The bundled sites behind a simulated machine: their tables are a slice of it, as text, and a request changes them.

* `WEB` - the slice: the tables of the sites that have changed, as JSON by site.
* `request` - answers a request. `resource` - a picture or style sheet.
* `read_rows`, `replace_rows`, `site_facts`, `stored_tables` - the tables, for evaluators, setups and checks.

The code of the sites is loaded when one is first asked for.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from crab_sim.devices.facts import Effect, Fields
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import BOOTED, SEED, Slice

if TYPE_CHECKING:
    from crab_sim.web.sites.app import Web
    from crab_sim.web.sites.markup import Reply, Upload

__all__ = [
    "WEB",
    "Answer",
    "Tables",
    "binned_facts",
    "read_rows",
    "replace_rows",
    "request",
    "resource",
    "site_facts",
    "stored_tables",
]

Tables = Mapping[str, str]
"""Tables of sites as JSON, by site."""
WEB: Final = Slice[Tables](
    "web",
    volatile={
        "images.example/downloads": "the site's log",
        "shop.example/articles": "the shop's stock",
        "shop.example/declines": "what a bank will do",
        "changed": "when it was changed",
        "date": "when it was made",
        "read": "a read flag",
        "stars": "what other people think of it",
        **dict.fromkeys(
            ("forms.example/sent", "news.example/sent", "recipes.example/sent", "travel.example/sent"),
            "judged as effects",
        ),
    },
)
_MAX_REDIRECTS: Final = 8
_CHANGING: Final[Mapping[str, str]] = {"drive.example": "/file/", "images.example": "/mine/"}
"""Where the pictures lie that are those of a site's tables, by site."""

SiteFacts = Mapping[str, Fields]
Pairs = tuple[tuple[str, str], ...]


class Answer(NamedTuple):
    """The answer to a request.

    Attributes:
        url: The address, after redirections.
        data: The bytes of the page or file.
        kind: Its media type.
        filename: The name of a download; ``""`` for a page that is shown.
        status: The HTTP status code.
    """

    url: str
    data: bytes
    kind: str
    filename: str
    status: int


@lru_cache(maxsize=64)
def _first_tables(seed: int, now: float, site: str) -> str:
    """Returns a site's tables as they are before anybody changes them."""
    web = _sites(seed, now)
    web.read(site, web.tables()[site][0])
    return web.stored()[site]


@cache
def _sites_with_tables() -> frozenset[str]:
    return frozenset(_sites(0, 0.0).tables())


class _Current(Mapping[str, str]):
    """The tables of all sites as they are now; those of an unchanged site are made when they are asked for.

    Args:
        seed: The machine's seed.
        booted: The time at which it was booted, in seconds since 1970.
        changed: The tables of the sites that have changed.
    """

    def __init__(self, seed: int, booted: float, changed: Tables) -> None:
        self.seed, self.booted, self.changed = seed, booted, changed

    def __getitem__(self, site: str) -> str:
        text = self.changed.get(site)
        return text if text is not None else _first_tables(self.seed, self.booted, site)

    def __contains__(self, site: object) -> bool:
        return site in _sites_with_tables()

    def __iter__(self) -> Iterator[str]:
        return iter(_sites_with_tables())

    def __len__(self) -> int:
        return len(_sites_with_tables())


def _current(machine: Machine) -> _Current:
    return _Current(machine.get(SEED), machine.get(BOOTED), machine.get(WEB))


def _sites(seed: int, now: float, tables: Tables | None = None) -> Web:
    from crab_sim.web.bundle import assets
    from crab_sim.web.sites.app import Web

    return Web(assets(), seed, now, tables)


def _web(current: _Current) -> Web:
    return _sites(current.seed, current.booted, current)


def _kept(machine: Machine, web: Web, before: _Current) -> None:
    """Puts the tables that have changed into the machine, and notes the effects that have left it."""
    changed = {site: text for site, text in web.stored().items() if text != before[site]}
    if changed:
        machine.put(WEB, {**before.changed, **changed})
    for effect in web.effects():
        machine.log_effect(Effect(*effect))


def _host(netloc: str) -> str:
    return netloc.lower().partition(":")[0].removeprefix("www.").rstrip(".")


def request(machine: Machine, url: str, form: Pairs | None = None, upload: Upload | None = None) -> Answer | None:
    """Answers a request, following redirections; None where no site has the address.

    Args:
        machine: The machine.
        url: The address.
        form: Names and values of a posted form; None to get the address.
        upload: The file in the form.
    """
    from crab_sim.web.sites.app import HOSTS
    from crab_sim.web.sites.markup import Request
    from crab_sim.web.sites.server import rebased

    for _ in range(_MAX_REDIRECTS):
        try:
            parts = urlsplit(url)
            query = tuple(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=1000))
        except ValueError:
            return None
        host = _host(parts.netloc)
        if parts.scheme != "http" or host not in HOSTS:
            return None
        current = _current(machine)
        web = _web(current)
        asked = Request(host, unquote(parts.path, errors="replace") or "/", query, form, upload)
        reply = rebased(web.answer(asked), "")
        _kept(machine, web, current)
        if not reply.location:
            return Answer(url, reply.body, reply.kind, reply.filename, reply.status)
        url, form, upload = urljoin(url, reply.location), None, None
    return None


@lru_cache(maxsize=512)
def _fixed(seed: int, now: float, url: str, tables: str | None) -> Reply | None:
    from crab_sim.web.sites.app import HOSTS
    from crab_sim.web.sites.markup import Request

    parts = urlsplit(url)
    host = _host(parts.netloc)
    if parts.scheme != "http" or host not in HOSTS:
        return None
    query = tuple(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=100))
    return _sites_of(seed, now, host, tables).answer(Request(host, unquote(parts.path, errors="replace") or "/", query))


@lru_cache(maxsize=4)
def _sites_of(seed: int, now: float, host: str, tables: str | None) -> Web:
    """Returns the sites with some tables of one of them, to be asked for pictures only; its tables are parsed once."""
    return _sites(seed, now, {host: tables} if tables else None)


def resource(machine: Machine, url: str) -> bytes | None:
    """Returns a picture or style sheet of a site; on most sites they depend on nothing that anybody can change."""
    try:
        parts = urlsplit(url)
        host = _host(parts.netloc)
        place = _CHANGING.get(host)
        tables = machine.get(WEB).get(host) if place is not None and parts.path.startswith(place) else None
        reply = _fixed(machine.get(SEED), machine.get(BOOTED), url, tables)
    except ValueError:
        return None
    if reply is None or reply.status != 200 or not reply.kind.startswith(("image/", "text/css")):
        return None
    return reply.body


def read_rows(machine: Machine, site: str, table: str) -> tuple[Mapping[str, Any], ...]:
    """Returns the rows of a table.

    Raises:
        LookupError: There is no such site or table; the message lists them all.
    """
    current = _current(machine)
    if site in current and (rows := _packed(current[site]).get(table)) is not None:
        return tuple(marshal.loads(rows))
    return tuple(_web(current).read(site, table))


@lru_cache(maxsize=32)
def _packed(text: str) -> dict[str, bytes]:
    """Returns the rows of each table, packed: unpacking them is the fastest way to a copy that is the caller's own."""
    tables: dict[str, list[dict[str, Any]]] = json.loads(text)
    return {name: marshal.dumps(rows) for name, rows in tables.items()}


def replace_rows(machine: Machine, site: str, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Replaces all rows of a table.

    Args:
        machine: The machine whose browser shows the site.
        site: The site's name, such as ``"shop.example"``.
        table: The table's name.
        rows: The new rows, by column; a missing column gets its default.

    Raises:
        LookupError: There is no such site or table.
        ValueError: A column is unknown or of the wrong type, or two rows have the same id.
    """
    current = _current(machine)
    web = _web(current)
    web.replace(site, table, rows)
    machine.put(WEB, {**current.changed, **web.stored()})  # the first rows needn't be made to compare them


def stored_tables(seed: int, booted: float, tables: Tables, site: str) -> str:
    """Returns a site's tables as JSON.

    Args:
        seed: The machine's seed.
        booted: The time at which it was booted, in seconds since 1970.
        tables: The tables that have changed, by site.
        site: The site.
    """
    return _Current(seed, booted, tables)[site]


def site_facts(seed: int, booted: float, tables: Tables, of: Collection[str] | None = None) -> SiteFacts:
    """Returns the rows of the sites that are the user's, by table and id.

    Args:
        seed: The machine's seed.
        booted: The time at which it was booted, in seconds since 1970.
        tables: The tables that have changed, by site.
        of: The sites; all of them by default.
    """
    return _web(_Current(seed, booted, tables)).all_facts(of)


def binned_facts(seed: int, booted: float, tables: Tables, of: Collection[str] | None = None) -> SiteFacts:
    """Returns the rows of the sites that lie in a bin, by table and id.

    Args:
        seed: The seed of the devices.
        booted: The time at which it was booted, in seconds since 1970.
        tables: The tables that have changed, by site.
        of: The sites; all of them by default.
    """
    return _web(_Current(seed, booted, tables)).binned_facts(of)
