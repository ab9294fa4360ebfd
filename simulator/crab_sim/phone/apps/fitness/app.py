"""The phone's Fitness app: recorded tracks with map and heights, recording, statistics.

State: see `crab_sim.phone.apps.fitness.data`. Pages: ``list`` (field ``search``; data: whether the search is
open), ``track`` (arg: id), ``edit`` (arg: id; fields ``name``, ``description``; data: the category), ``record`` (data:
the category), ``statistics``.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.phone.apps.fitness import APP as FACTS
from crab_sim.phone.apps.fitness import data
from crab_sim.phone.apps.fitness.data import RECORDING, TRACKS, Recording, Rows, TrackRow
from crab_sim.phone.apps.fitness.messages import Message, RecordMessage
from crab_sim.phone.apps.fitness.views import duration, kilometres, title, view
from crab_sim.phone.system.share import share
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP"]

_RECORD = MessageGroup(RecordMessage)


def _start(intent: Intent) -> Page:
    match intent:
        case ("record",):
            return Page("record", data="running")
        case ("show", int(track_id)):
            return Page("track", track_id)
    return Page("list")


def _stop(context: Context, recording: Recording) -> None:
    """Ends the recording and opens the editor for its track."""
    now = context.now
    hour = int(now // 3600) % 24
    part = "Morning" if hour < 11 else "Midday" if hour < 14 else "Afternoon" if hour < 18 else "Evening"
    rows = data.stop(context.get(TRACKS), recording, f"{part} {data.outing(recording.category)}", now)
    context.put(TRACKS, rows)
    context.put(RECORDING, None)
    context.replace(_edit_page(rows[-1]))


def _update_record(context: Context, message: RecordMessage) -> None:
    """Handles the messages of the page that records."""
    recording: Recording | None = context.get(RECORDING)
    now = context.now
    match message:
        case ("record",):
            context.push(Page("record", data="running"))
        case ("start",):
            if recording is None:
                context.put(RECORDING, Recording(context.page.data, now, now))
        case ("toggle",):
            if recording is not None:
                context.put(RECORDING, data.toggle(recording, now))
        case ("stop",):
            if recording is not None:
                _stop(context, recording)
        case ("ask_discard",):
            context.set(overlay=("discard",))
        case ("discard",):
            context.put(RECORDING, None)
            context.set(overlay=())
            context.pop()
        case _:
            assert_never(message)


def _edit_page(row: TrackRow) -> Page:
    fields = {"name": row.name, "description": row.description}
    return Page("edit", row.id, fields, focus="name", selection=(0, len(row.name)), data=row.category)


def _with_track(context: Context, name: str, track_id: int) -> None:
    """Edits, shares or deletes a track, or asks before deleting it."""
    row = data.get(context.get(TRACKS), track_id)
    context.set(overlay=())
    if row is None:
        return
    if name == "edit":
        context.push(_edit_page(row))
    elif name == "share":
        text = f"{row.name}: {kilometres(row.distance)} in {duration(row.stop - row.start)} ({row.category})"
        share(context, "text", text, row.name)
    elif name == "ask":
        context.set(overlay=("ask", track_id))
    else:
        context.put(TRACKS, data.remove(context.get(TRACKS), track_id))
        if context.page.name == "track":
            context.pop()


def _save(context: Context) -> None:
    name = context.field("name").strip()
    if name:
        rows: Rows = context.get(TRACKS)
        text, category = context.field("description").strip(), context.page.data
        rows = data.update_row(rows, context.page.arg, name=name, description=text, category=category,
                               activity_type=category)  # fmt: skip
        context.put(TRACKS, rows)
        context.pop()


def _toggle_search(context: Context) -> None:
    searching = bool(context.page.data)
    context.set(data=not searching, fields={}, focus="" if searching else "search")


def _back(context: Context) -> None:
    """Leaves the search, or the page."""
    if context.page.name == "list" and context.page.data:
        _toggle_search(context)
    else:
        context.pop()


def _update(context: Context, message: Message) -> None:
    if _RECORD.has(message):
        _update_record(context, message)
        return
    match message:
        case ("back",):
            _back(context)
        case ("show", track_id):
            context.push(Page("track", track_id))
        case ("search",):
            _toggle_search(context)
        case ("statistics",):
            context.push(Page("statistics"))
        case ("hold" | "more" as menu, track_id):
            context.set(overlay=(menu, track_id, context.point))
        case ("edit" | "share" | "ask" | "delete" as name, track_id):
            _with_track(context, name, track_id)
        case ("choose",):
            context.set(overlay=("category",))
        case ("category", category):
            context.set(data=category, overlay=())
        case ("save",):
            _save(context)
        case ("submit", key):
            if key == "name":
                context.set(focus="description", selection=(len(context.field("description")),) * 2)
        case ("started",):
            pass
        case _:
            assert_never(message)


APP = AppSpec(
    view=view,
    update=_update,
    start=_start,
    title=title,
    **FACTS.spec.facts,
)
