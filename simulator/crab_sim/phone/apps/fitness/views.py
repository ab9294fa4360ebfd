"""The pages of the Fitness app: the list of tracks, one track, its editor, recording, statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from crab_sim import ui
from crab_sim.machine.app import Context, View
from crab_sim.phone.apps.fitness import APP as FACTS
from crab_sim.phone.apps.fitness import data
from crab_sim.phone.apps.fitness.data import CATEGORIES, RECORDING, TRACKS, Recording, Rows, TrackRow
from crab_sim.phone.apps.fitness.drawings import HeightProfile, TrackMap
from crab_sim.phone.apps.fitness.messages import Message
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import clock, is_24_hour, stamp
from crab_sim.phone.widgets.basics import Disc, Fab, app_bar, confirm, empty
from crab_sim.phone.widgets.keypad import Key
from crab_sim.phone.widgets.navigation import Chips

__all__ = ["COLOR", "Overlay", "duration", "kilometres", "title", "view"]

_ID = "de.dennisguse.opentracks:id/"
_ICONS = {category.name: category.icon for category in CATEGORIES}
COLOR = FACTS.spec.color

Overlay = (
    ui.ToolkitOverlay
    | tuple[Literal["category", "discard"]]
    | tuple[Literal["hold", "more"], int, tuple[int, int]]
    | tuple[Literal["ask"], int]
)


def kilometres(metres: float) -> str:
    """Returns a length in kilometres as text."""
    return f"{metres / 1000:.2f} km"


def duration(seconds: float) -> str:
    """Returns a length of time as text.

    >>> duration(65), duration(3725)
    ('01:05', '1:02:05')
    """
    whole = int(seconds)
    text = f"{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 3600}:{text}" if whole >= 3600 else text


def _speed(metres: float, seconds: float) -> str:
    return f"{3.6 * metres / seconds if seconds else 0.0:.1f} km/h"


def _cells(cells: Sequence[tuple[str, str]]) -> ui.Widget[Message]:
    """Returns named values in rows of two."""
    boxes: list[ui.Widget[Message]] = [
        ui.Column([ui.Label(name, "small", "muted"), ui.Label(value, "title", rid=f"{_ID}stats_value")], flex=1)
        for name, value in cells
    ]
    rows = [ui.Row(boxes[i : i + 2], 12, (20, 7)) for i in range(0, len(boxes), 2)]
    return ui.Column(rows)


def _matching(rows: Rows, query: str) -> list[TrackRow]:
    """Returns the tracks whose texts contain a query, newest first."""
    wanted = query.strip().casefold()
    matches = [row for row in rows if wanted in f"{row.name}\n{row.category}\n{row.description}".casefold()]
    return sorted(matches, key=lambda row: (-row.start, -row.id))


def _list(context: Context) -> View[Message]:
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    query = context.field("search")
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(
            row.name or "(no name)", ("show", row.id),
            f"{stamp(row.start, now, full)} · {kilometres(row.distance)} · {duration(row.stop - row.start)}",
            Disc(_ICONS.get(row.category, "location"), COLOR), long_message=("hold", row.id), rid=_ID + "track_name",
        )
        for row in _matching(context.get(TRACKS), query)
    ]  # fmt: skip
    searching = bool(context.page.data)
    if searching:
        bar: ui.Widget[Message] = ui.Row(
            [ui.IconButton("back", "Navigate up", ("search",), tone="text"),
             ui.Field("search", "Search tracks", _ID + "search_src_text", pill=True, flex=1)],
            4, (8, 6), height=60,
        )  # fmt: skip
    else:
        bar = ui.Row(
            [
                ui.Label("Tracks", 24, flex=1),
                ui.IconButton("search", "Search", ("search",), _ID + "track_list_search", "text"),
                ui.IconButton("sort", "Statistics", ("statistics",), _ID + "track_list_aggregated_stats", "text"),
            ],
            pad=(16, 8), height=60,
        )  # fmt: skip
    rows: list[ui.Widget[Message]] = [bar]
    recording: Recording | None = context.get(RECORDING)
    if recording is not None:
        state = "Recording" if recording.since else "Paused"
        shown = f"{duration(data.moved(recording, context.seconds))} · {recording.category}"
        rows.append(
            ui.Box(
                   ui.Row([Disc(_ICONS.get(recording.category, "location"), (198, 40, 40), 36),
                           ui.Label(state, font="bold", role="", flex=1),
                           ui.Label(shown, tone="muted", role="")], 12),
                   "tonal", (14, 10), 16, (12, 4, 12, 8), ("record",), None, state, shown, _ID + "recording",
                   "button",
            )
        )  # fmt: skip
    if tiles:
        rows.append(ui.Scroll("list", [*tiles, ui.Space(84)], rid=_ID + "track_list"))
    elif query:
        rows.append(empty("search", "No tracks found", "Try another name"))
    else:
        rows.append(empty("run", "No tracks yet", "Tap the button below to record one"))
    fab: ui.Widget[Message] | None = (
        Fab("run", "Record", ("record",), _ID + "track_list_fab_action", True) if recording is None else None
    )
    return View(ui.Column(rows), _overlay(context), fab)


def _overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("hold" | "more", track_id, at):
            items: list[ui.Item[Message]] = [
                ui.Item("Edit", ("edit", track_id), "edit"), ui.Item("Share", ("share", track_id), "share"),
                ui.Item("Delete", ("ask", track_id), "delete"),
            ]  # fmt: skip
            return ui.Menu(items, at)
        case ("ask", track_id):
            return confirm("Delete track?", "The track will be permanently deleted.", "Delete", ("delete", track_id))
        case ("category",):
            chosen = context.page.data
            tiles: list[ui.Widget[Message]] = [
                ui.Tile(category.name, ("category", category.name), leading=ui.Toggle("radio", category.name == chosen),
                        role="radio", rid="android:id/text1")
                for category in CATEGORIES
            ]  # fmt: skip
            cancel: ui.Widget[Message] = ui.Button("Cancel", ("dismiss",), "text", rid="android:id/button2")
            return ui.Dialog("Activity type", ui.Scroll("categories", tiles), [cancel])
        case ("discard",):
            return confirm("Discard recording?", "What has been recorded will be lost.", "Discard", ("discard",))
    return None


def _track(context: Context) -> View[Message]:
    row = data.get(context.get(TRACKS), context.page.arg)
    if row is None:
        return View(ui.Column([app_bar(""), empty("run", "Track not found", "It has been deleted")]))
    full = is_24_hour(context.get(SETTINGS))
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("edit", "Edit", ("edit", row.id), _ID + "track_detail_edit", "text"),
        ui.IconButton("more", "More options", ("more", row.id), _ID + "track_detail_menu", "text"),
    ]
    head: list[ui.Widget[Message]] = [
        ui.Row([Disc(_ICONS.get(row.category, "location"), COLOR, 36), ui.Label(row.category, tone="muted", flex=1)],
               12, (20, 2)),
        ui.Label(f"{stamp(row.start, context.now, full)} – {clock(row.stop, full)}", tone="muted", pad=(20, 6)),
    ]  # fmt: skip
    if row.description:
        head.append(ui.Label(row.description, wrap=True, rid=_ID + "track_description", pad=(20, 6)))
    cells = (
        ("Distance", kilometres(row.distance)), ("Total time", duration(row.stop - row.start)),
        ("Moving time", duration(row.moving)), ("Avg. speed", _speed(row.distance, row.stop - row.start)),
        ("Avg. moving speed", _speed(row.distance, row.moving)), ("Max speed", f"{3.6 * row.max_speed:.1f} km/h"),
        ("Elevation gain", f"{row.gain:.0f} m"), ("Elevation loss", f"{row.loss:.0f} m"),
    )  # fmt: skip
    drawings = ui.Column([TrackMap(row), ui.Space(14), HeightProfile(row)], pad=(16, 8))
    body = ui.Scroll("track", [*head, drawings, _cells(cells), ui.Space(24)])
    return View(ui.Column([app_bar(row.name or "(no name)", actions, rid=_ID + "track_name"), body]), _overlay(context))


def _edit(context: Context) -> View[Message]:
    save: ui.Widget[Message] = ui.Button(
        "Save", ("save",), rid=_ID + "track_edit_save", enabled=bool(context.field("name").strip())
    )
    category = context.page.data
    choose: ui.Widget[Message] = ui.Tile(
        "Activity type", ("choose",), category, Disc(_ICONS.get(category, "location"), COLOR),
        rid=_ID + "track_edit_activity_type", role="button",
    )  # fmt: skip
    fields: list[ui.Widget[Message]] = [
        ui.Space(4),
        ui.Field("name", "Name", _ID + "track_edit_name", label=True),
        ui.Field("description", "Description", _ID + "track_edit_description", multiline=True, lines=4, label=True),
    ]
    body = ui.Scroll("edit", [ui.Column(fields, 18, (16, 12)), choose])
    return View(
        ui.Column([app_bar("Edit track", [save, ui.Space(8)], close=True), ui.Divider(), body]), _overlay(context)
    )


def _record(context: Context) -> View[Message]:
    recording: Recording | None = context.get(RECORDING)
    if recording is None:
        chips: list[tuple[str, Message, bool]] = [
            (category.name, ("category", category.name), category.name == context.page.data) for category in CATEGORIES
        ]
        start: ui.Widget[Message] = Key("Start", ("start",), _ID + "record_start", "play", "accent", "on_accent", 72)
        body: list[ui.Widget[Message]] = [
            ui.Label("Choose an activity, then start.", tone="muted", pad=(20, 8)),
            Chips(chips, _ID + "activity_type", (20, 8)),
            ui.Space(flex=1),
            ui.Row([ui.Space(flex=1), start, ui.Space(flex=1)]),
            ui.Space(32),
        ]
        return View(ui.Column([app_bar("New track"), *body]))
    now = context.seconds if recording.since else context.now
    moved, length = data.moved(recording, now), data.distance(recording, now)
    cells = (
        ("Distance", kilometres(length)), ("Moving time", duration(moved)),
        ("Total time", duration(now - recording.start)),
        ("Speed", f"{3.6 * data.pace(recording, now):.1f} km/h"), ("Avg. speed", _speed(length, moved)),
        ("Activity", recording.category),
    )  # fmt: skip
    if recording.since:
        go: ui.Widget[Message] = Key("Pause", ("toggle",), _ID + "record_pause", "pause", "tonal", "on_tonal", 72)
    else:
        go = Key("Resume", ("toggle",), _ID + "record_resume", "play", "accent", "on_accent", 72)
    stop: ui.Widget[Message] = Key("Stop", ("stop",), _ID + "record_stop", "stop", "danger", "background", 72)
    buttons = ui.Row([ui.Space(flex=1), go, ui.Space(28), stop, ui.Space(flex=1)])
    discard: ui.Widget[Message] = ui.IconButton("delete", "Discard recording", ("ask_discard",), tone="text")
    title = app_bar("Recording" if recording.since else "Paused", [discard], rid=_ID + "record_state")
    return View(
        ui.Column([title, ui.Space(12), _cells(cells), ui.Space(flex=1), buttons, ui.Space(32)]), _overlay(context)
    )


def _statistics(context: Context) -> View[Message]:
    rows: Rows = context.get(TRACKS)
    if not rows:
        return View(ui.Column([app_bar("Statistics"), empty("sort", "No statistics yet", "Record a track first")]))
    parts: list[ui.Widget[Message]] = [_section("All activities", "sort", rows)]
    kinds = sorted(
        dict.fromkeys([row.category for row in rows]), key=lambda kind: -sum([row.category == kind for row in rows])
    )
    parts += [
        _section(kind or "unknown", _ICONS.get(kind, "location"), [row for row in rows if row.category == kind])
        for kind in kinds
    ]
    return View(ui.Column([app_bar("Statistics"), ui.Scroll("statistics", [*parts, ui.Space(24)])]))


def _section(name: str, icon: str, rows: Sequence[TrackRow]) -> ui.Widget[Message]:
    length, moving = sum([row.distance for row in rows]), sum([row.moving for row in rows])
    cells = (
        ("Tracks", str(len(rows))), ("Distance", kilometres(length)), ("Moving time", duration(moving)),
        ("Avg. speed", _speed(length, moving)),
    )  # fmt: skip
    title = ui.Row([Disc(icon, COLOR, 32), ui.Label(name, font="bold", flex=1)], 12, (20, 4))
    return ui.Box(ui.Column([title, _cells(cells)]), "surface", (0, 12), 18, (12, 0, 12, 10))


_PAGES = {"list": _list, "track": _track, "edit": _edit, "record": _record, "statistics": _statistics}


def view(context: Context) -> View[Message]:
    """Returns the page that is shown."""
    return _PAGES[context.page.name](context)


def title(context: Context) -> str:
    """Returns the window's title."""
    return {"statistics": "Statistics", "edit": "Edit track", "record": "Recording"}.get(context.page.name, "Fitness")
