"""The Calendar's page for searching."""

from __future__ import annotations

from crab_sim import ui
from crab_sim.engines.days import DAY, month_name, month_of
from crab_sim.machine.app import Context
from crab_sim.phone.apps.calendar import data
from crab_sim.phone.apps.calendar.data import EVENTS, Occurrence, Rows
from crab_sim.phone.apps.calendar.messages import Message
from crab_sim.phone.apps.calendar.repeat import first_day, repeat_name
from crab_sim.phone.apps.calendar.widgets import MAX_ROWS, Container, EventTile
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour
from crab_sim.phone.widgets.basics import empty, search_bar

__all__ = ["page"]

_ID = "com.google.android.calendar:id/"
_MAX_YEARS = 5  # within which a search looks for the next time of a repeating event


def _matching(rows: Rows, query: str, today: int) -> list[Occurrence]:
    """Returns the next occurrences of the events whose texts contain a query; past events have their first."""
    matches = []
    end = (today + 366 * _MAX_YEARS) * DAY
    for row in rows:
        if query in f"{row.title}\n{row.location}\n{row.notes}".casefold():
            following = data.occurrences((row,), today * DAY, end) if repeat_name(row) else ()
            matches.append(following[0] if following else Occurrence(row, row.start, max(row.start, row.end)))
    return sorted(matches, key=lambda one: (one.start, one.row.id))


def page(context: Context) -> ui.Widget[Message]:
    """Returns the page that searches for events."""
    query = context.field("search").strip().casefold()
    full, today = is_24_hour(context.get(SETTINGS)), int(context.now // DAY)
    matches = _matching(context.get(EVENTS), query, today) if query else []
    tiles: list[ui.Widget[Message]] = []
    month = None
    for one in matches[:MAX_ROWS]:
        day = first_day(one.start)
        if month_of(day) != month:
            month = month_of(day)
            tiles.append(ui.Label(month_name(month), font="bold", pad=(60, 8)))
        tiles.append(EventTile(one, day, full, True, today))
    body: ui.Widget[Message] = Container(
        ui.Scroll("found", [*tiles, ui.Space(16)], pad=(8, 0), rid=_ID + "search_results")
    )
    if not tiles:
        body = empty("search", "No results found" if query else "Search titles, places and notes")
    field = ui.Field("search", "Search", _ID + "search_text", pill=True, flex=1)
    bar = search_bar(field)
    return ui.Column([bar, body])
