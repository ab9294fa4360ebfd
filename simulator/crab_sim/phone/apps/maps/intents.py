"""The intents that the Maps app takes: show a point, search a place, find a way."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qs, urlsplit

from crab_sim.machine.app import Intent
from crab_sim.phone.intents import AndroidIntent, IntentRule

__all__ = ["RULES"]


def _place(intent: AndroidIntent) -> Intent:
    found = re.match(r"(-?\d{1,3}(?:\.\d{1,15})?),(-?\d{1,3}(?:\.\d{1,15})?)", intent.rest)
    query = intent.query("q")
    if query:
        return ("search", query)
    if found and abs(float(found[1])) <= 90 and abs(float(found[2])) <= 180:
        return ("point", float(found[1]), float(found[2]))
    return ()


def _directions(intent: AndroidIntent) -> Intent:
    goal = parse_qs(intent.data.partition(":")[2].lstrip("/?")).get("q", [""])[0]
    return ("directions", "", goal) if goal else ()


def _page(intent: AndroidIntent) -> Intent | None:
    try:
        host = urlsplit(intent.data).netloc if intent.data.isascii() else ""
    except ValueError:  # such as https://[
        return None
    if "google." not in host or "/maps" not in intent.data:
        return None
    if "/dir" in intent.data:
        return ("directions", intent.query("origin"), intent.query("destination"))
    return ("search", intent.query("query") or intent.query("q"))


RULES: Final = (
    IntentRule("VIEW", "http https", "*", _page, rank=-1),  # pages of Google Maps, before the browser has them
    IntentRule("VIEW", "geo", "*", _place),
    IntentRule("VIEW", "google.navigation", "*", _directions),
)
