"""The intents that the Browser accepts: open an address, search the web."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote

from crab_sim.machine.app import Intent
from crab_sim.phone.intents import AndroidIntent, IntentRule

__all__ = ["RULES"]


def _search(intent: AndroidIntent) -> Intent:
    query = intent.extra("query")
    return ("open", query) if query else ()


_DOCUMENT: Final = re.compile(r"/(?:document|tree)/(?:primary:|raw:/storage/emulated/0/)(.+)$")


def _page(intent: AndroidIntent) -> Intent:
    """Returns the intent for a page that is a file, or a document of the storage's provider."""
    if intent.path:
        return ("open", f"file://{quote(intent.path)}")
    document = _DOCUMENT.search(unquote(intent.data))
    return ("open", f"file:///storage/emulated/0/{quote(document[1])}" if document else intent.data)


RULES: Final = (
    IntentRule("VIEW", "file content", "text/html application/xhtml+xml", _page, rank=1),
    IntentRule("VIEW", "content", "-", _page, "*.html *.htm *.xhtml", rank=1),
    IntentRule("VIEW", "file", "-", _page, "*.html *.htm *.xhtml", rank=1),
    IntentRule("VIEW", "http https", "*", lambda intent: ("open", intent.data)),
    IntentRule("WEB_SEARCH SEARCH", "*", "*", _search),
)
