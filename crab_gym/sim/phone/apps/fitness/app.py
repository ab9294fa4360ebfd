"""The phone's Fitness app: recorded tracks with map and heights, recording, statistics.

State: see `crab_gym.sim.phone.apps.fitness.data`. Pages: ``list`` (field ``search``; data: whether the search is
open), ``track`` (arg: id), ``edit`` (arg: id; fields ``name``, ``description``; data: the category), ``record`` (data:
the category), ``statistics``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.phone.app import PhoneApp, PhoneMessage
from crab_gym.sim.phone.apps.fitness import data
from crab_gym.sim.phone.apps.fitness.data import CATEGORIES, RECORDING, TRACKS, Recording, Rows, TrackRow
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.system.share import share
from crab_gym.sim.phone.times import clock, is_24_hour, stamp
from crab_gym.sim.phone.widgets.basics import Disc, Fab, app_bar, confirm, empty
from crab_gym.sim.phone.widgets.keypad import Key
from crab_gym.sim.phone.widgets.navigation import Chips
from crab_gym.sim.ui import (
    Box,
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    IconButton,
    Item,
    Label,
    Menu,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    Toggle,
    ToolkitOverlay,
    Widget,
)
from crab_gym.sim.ui.theme import Color

__all__ = ["APP"]

_ID = "de.dennisguse.opentracks:id/"
_ICONS = {category.name: category.icon for category in CATEGORIES}
_COLOR = (0, 121, 107)

Message = (
    PhoneMessage
    | tuple[Literal["search", "statistics", "choose", "save"]]
    | tuple[Literal["record", "start", "toggle", "stop", "ask_discard", "discard"]]
    | tuple[Literal["show", "hold", "more", "edit", "share", "ask", "delete"], int]
    | tuple[Literal["category"], str]
)
"""Numbers are ids of tracks."""
Overlay = (
    ToolkitOverlay
    | tuple[Literal["category", "discard"]]
    | tuple[Literal["hold", "more"], int, tuple[int, int]]
    | tuple[Literal["ask"], int]
)


def _kilometres(metres: float) -> str:
    return f"{metres / 1000:.2f} km"


def _hours(seconds: float) -> str:
    """Returns a length of time as text.

    >>> _hours(65), _hours(3725)
    ('01:05', '1:02:05')
    """
    whole = int(seconds)
    text = f"{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 3600}:{text}" if whole >= 3600 else text


def _speed(metres: float, seconds: float) -> str:
    return f"{3.6 * metres / seconds if seconds else 0.0:.1f} km/h"


# Drawings -----------------------------------------------------------------------------------------------------------


class _Map(Widget):
    """A track's route on a plain map with a grid of streets; its start and end are marked."""

    __slots__ = ("track",)

    def __init__(self, track: TrackRow) -> None:
        self.flex, self.track = 0, track

    def height(self, theme: Theme, w: int) -> int:
        """Returns the map's height."""
        return 190

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the map."""
        theme, outer = scene.theme, scene.clip
        scene.clip = (max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h))
        scene.round(x, y, w, h, (36, 44, 42) if theme.dark else (226, 236, 222), 14)
        street = (54, 62, 60) if theme.dark else (250, 250, 246)
        for i in range(1, 6):
            scene.fill(x + w * i // 6 - 3, y, 5, h, street)
        for i in range(1, 4):
            scene.fill(x, y + h * i // 4 - 3, w, 5, street)
        points = data.route(self.track.id, round(self.track.distance))
        side = min(w * 3 // 4, h)
        left, top = x + (w - side * 4 // 3) // 2, y + (h - side) // 2
        spots = [(left + round(px * side * 4 / 3), top + round(py * side)) for px, py in points]
        _line(scene, spots, (222, 64, 52), 2)
        for (spot_x, spot_y), color in ((spots[0], (30, 142, 62)), (spots[-1], (217, 48, 37))):
            scene.round(spot_x - 7, spot_y - 7, 14, 14, (255, 255, 255), 7)
            scene.round(spot_x - 5, spot_y - 5, 10, 10, color, 5)
        scene.clip = outer
        scene.node(x, y, w, h, "image", description="Map of the track", rid=_ID + "map_view")


def _line(scene: Scene, spots: Sequence[tuple[int, int]], color: Color, radius: int) -> None:
    """Draws a line through points as overlapping dots."""
    for (x0, y0), (x1, y1) in pairwise(spots):
        steps = max(1, -(-max(abs(x1 - x0), abs(y1 - y0)) // 3))
        for i in range(steps):
            x, y = x0 + (x1 - x0) * i // steps, y0 + (y1 - y0) * i // steps
            scene.round(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1, color, radius)


class _Heights(Widget):
    """A chart of a track's heights, labelled with the lowest and the highest."""

    __slots__ = ("track",)

    def __init__(self, track: TrackRow) -> None:
        self.flex, self.track = 0, track

    def height(self, theme: Theme, w: int) -> int:
        """Returns the drawing's height."""
        return 96

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the profile."""
        theme, row = scene.theme, self.track
        scene.text(x, y, 56, 16, f"{row.high:.0f} m", theme.muted, 12, align="right")
        scene.text(x, y + h - 18, 56, 16, f"{row.low:.0f} m", theme.muted, 12, align="right")
        heights = data.profile(row.id, round(row.distance))
        left, room, tall = x + 64, w - 64, h - 12
        spots = [(left + room * i // 60, y + 7 + round((1 - value) * (tall - 14))) for i, value in enumerate(heights)]
        for (x0, y0), (x1, y1) in pairwise(spots):
            for at in range(x0, x1, 2):
                top = y0 + (y1 - y0) * (at - x0) // (x1 - x0)
                scene.fill(at, top, min(2, x1 - at), y + tall - top, theme.tonal)
        _line(scene, spots, theme.accent, 1)
        scene.fill(left, y + tall, room, 1, theme.outline)
        scene.node(x, y, w, h, "image", description=f"Elevation, {row.low:.0f} m to {row.high:.0f} m",
                   rid=_ID + "chart_view")  # fmt: skip


def _cells(cells: Sequence[tuple[str, str]]) -> Widget:
    """Returns named values in rows of two."""
    boxes: list[Widget] = [
        Column([Label(name, "small", "muted"), Label(value, "title", rid=f"{_ID}stats_value")], flex=1)
        for name, value in cells
    ]
    rows = [Row(boxes[i : i + 2], 12, (20, 7)) for i in range(0, len(boxes), 2)]
    return Column(rows)


# Views --------------------------------------------------------------------------------------------------------------


def _matching(rows: Rows, query: str) -> list[TrackRow]:
    """Returns the tracks whose texts contain a query, newest first."""
    wanted = query.strip().casefold()
    matches = [row for row in rows if wanted in f"{row.name}\n{row.category}\n{row.description}".casefold()]
    return sorted(matches, key=lambda row: (-row.start, -row.id))


def _list(context: Context) -> View:
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    query = context.field("search")
    tiles: list[Widget] = [
        Tile(
            row.name or "(no name)", ("show", row.id),
            f"{stamp(row.start, now, full)} · {_kilometres(row.distance)} · {_hours(row.stop - row.start)}",
            Disc(_ICONS.get(row.category, "location"), _COLOR), long_message=("hold", row.id), rid=_ID + "track_name",
        )
        for row in _matching(context.get(TRACKS), query)
    ]  # fmt: skip
    searching = bool(context.page.data)
    if searching:
        bar = Row(
            [IconButton("back", "Navigate up", ("search",), tone="text"),
             Field("search", "Search tracks", _ID + "search_src_text", pill=True, flex=1)],
            4, (8, 6), height=60,
        )  # fmt: skip
    else:
        bar = Row(
            [
                Label("Tracks", 24, flex=1),
                IconButton("search", "Search", ("search",), _ID + "track_list_search", "text"),
                IconButton("sort", "Statistics", ("statistics",), _ID + "track_list_aggregated_stats", "text"),
            ],
            pad=(16, 8), height=60,
        )  # fmt: skip
    rows: list[Widget] = [bar]
    recording: Recording | None = context.get(RECORDING)
    if recording is not None:
        state = "Recording" if recording.since else "Paused"
        shown = f"{_hours(data.moved(recording, context.seconds))} · {recording.category}"
        rows.append(
            Box(
                Row([Disc(_ICONS.get(recording.category, "location"), (198, 40, 40), 36),
                     Label(state, font="bold", role="", flex=1),
                     Label(shown, tone="muted", role="")], 12),
                "tonal", (14, 10), 16, (12, 4, 12, 8), ("record",), None, state, shown, _ID + "recording",
                "button",
            )
        )  # fmt: skip
    if tiles:
        rows.append(Scroll("list", [*tiles, Space(84)], rid=_ID + "track_list"))
    elif query:
        rows.append(empty("search", "No tracks found", "Try another name"))
    else:
        rows.append(empty("run", "No tracks yet", "Tap the button below to record one"))
    fab = Fab("run", "Record", ("record",), _ID + "track_list_fab_action", True) if recording is None else None
    return View(Column(rows), _overlay(context), fab)


def _overlay(context: Context) -> Widget | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("hold" | "more", track_id, at):
            items = [
                Item("Edit", ("edit", track_id), "edit"), Item("Share", ("share", track_id), "share"),
                Item("Delete", ("ask", track_id), "delete"),
            ]  # fmt: skip
            return Menu(items, at)
        case ("ask", track_id):
            return confirm("Delete track?", "The track will be permanently deleted.", "Delete", ("delete", track_id))
        case ("category",):
            chosen = context.page.data
            tiles = [
                Tile(category.name, ("category", category.name), leading=Toggle("radio", category.name == chosen),
                     role="radio", rid="android:id/text1")
                for category in CATEGORIES
            ]  # fmt: skip
            cancel = Button("Cancel", ("dismiss",), "text", rid="android:id/button2")
            return Dialog("Activity type", Scroll("categories", tiles), [cancel])
        case ("discard",):
            return confirm("Discard recording?", "What has been recorded will be lost.", "Discard", ("discard",))
    return None


def _track(context: Context) -> View:
    row = data.get(context.get(TRACKS), context.page.arg)
    if row is None:
        return View(Column([app_bar(""), empty("run", "Track not found", "It has been deleted")]))
    full = is_24_hour(context.get(SETTINGS))
    actions: list[Widget] = [
        IconButton("edit", "Edit", ("edit", row.id), _ID + "track_detail_edit", "text"),
        IconButton("more", "More options", ("more", row.id), _ID + "track_detail_menu", "text"),
    ]
    head: list[Widget] = [
        Row([Disc(_ICONS.get(row.category, "location"), _COLOR, 36), Label(row.category, tone="muted", flex=1)],
            12, (20, 2)),
        Label(f"{stamp(row.start, context.now, full)} – {clock(row.stop, full)}", tone="muted", pad=(20, 6)),
    ]  # fmt: skip
    if row.description:
        head.append(Label(row.description, wrap=True, rid=_ID + "track_description", pad=(20, 6)))
    cells = (
        ("Distance", _kilometres(row.distance)), ("Total time", _hours(row.stop - row.start)),
        ("Moving time", _hours(row.moving)), ("Avg. speed", _speed(row.distance, row.stop - row.start)),
        ("Avg. moving speed", _speed(row.distance, row.moving)), ("Max speed", f"{3.6 * row.max_speed:.1f} km/h"),
        ("Elevation gain", f"{row.gain:.0f} m"), ("Elevation loss", f"{row.loss:.0f} m"),
    )  # fmt: skip
    drawings = Column([_Map(row), Space(14), _Heights(row)], pad=(16, 8))
    body = Scroll("track", [*head, drawings, _cells(cells), Space(24)])
    return View(Column([app_bar(row.name or "(no name)", actions, rid=_ID + "track_name"), body]), _overlay(context))


def _edit(context: Context) -> View:
    save = Button("Save", ("save",), rid=_ID + "track_edit_save", enabled=bool(context.field("name").strip()))
    category = context.page.data
    choose = Tile(
        "Activity type", ("choose",), category, Disc(_ICONS.get(category, "location"), _COLOR),
        rid=_ID + "track_edit_activity_type", role="button",
    )  # fmt: skip
    fields: list[Widget] = [
        Space(4),
        Field("name", "Name", _ID + "track_edit_name", label=True),
        Field("description", "Description", _ID + "track_edit_description", multiline=True, lines=4, label=True),
    ]
    body = Scroll("edit", [Column(fields, 18, (16, 12)), choose])
    return View(Column([app_bar("Edit track", [save, Space(8)], close=True), Divider(), body]), _overlay(context))


def _record(context: Context) -> View:
    recording: Recording | None = context.get(RECORDING)
    if recording is None:
        chips = [(category.name, ("category", category.name), category.name == context.page.data)
                 for category in CATEGORIES]  # fmt: skip
        start = Key("Start", ("start",), _ID + "record_start", "play", "accent", "on_accent", 72)
        body: list[Widget] = [Label("Choose an activity, then start.", tone="muted", pad=(20, 8)),
                              Chips(chips, _ID + "activity_type", (20, 8)), Space(flex=1),
                              Row([Space(flex=1), start, Space(flex=1)]), Space(32)]  # fmt: skip
        return View(Column([app_bar("New track"), *body]))
    now = context.seconds if recording.since else context.now
    moved, length = data.moved(recording, now), data.distance(recording, now)
    cells = (
        ("Distance", _kilometres(length)), ("Moving time", _hours(moved)),
        ("Total time", _hours(now - recording.start)),
        ("Speed", f"{3.6 * data.pace(recording, now):.1f} km/h"), ("Avg. speed", _speed(length, moved)),
        ("Activity", recording.category),
    )  # fmt: skip
    if recording.since:
        go = Key("Pause", ("toggle",), _ID + "record_pause", "pause", "tonal", "on_tonal", 72)
    else:
        go = Key("Resume", ("toggle",), _ID + "record_resume", "play", "accent", "on_accent", 72)
    stop = Key("Stop", ("stop",), _ID + "record_stop", "stop", "danger", "background", 72)
    buttons = Row([Space(flex=1), go, Space(28), stop, Space(flex=1)])
    discard = IconButton("delete", "Discard recording", ("ask_discard",), tone="text")
    title = app_bar("Recording" if recording.since else "Paused", [discard], rid=_ID + "record_state")
    return View(Column([title, Space(12), _cells(cells), Space(flex=1), buttons, Space(32)]), _overlay(context))


def _statistics(context: Context) -> View:
    rows: Rows = context.get(TRACKS)
    if not rows:
        return View(Column([app_bar("Statistics"), empty("sort", "No statistics yet", "Record a track first")]))
    parts: list[Widget] = [_section("All activities", "sort", rows)]
    kinds = sorted({row.category for row in rows}, key=lambda kind: -sum([row.category == kind for row in rows]))
    parts += [
        _section(kind or "unknown", _ICONS.get(kind, "location"), [row for row in rows if row.category == kind])
        for kind in kinds
    ]
    return View(Column([app_bar("Statistics"), Scroll("statistics", [*parts, Space(24)])]))


def _section(name: str, icon: str, rows: Sequence[TrackRow]) -> Widget:
    length, moving = sum([row.distance for row in rows]), sum([row.moving for row in rows])
    cells = (
        ("Tracks", str(len(rows))), ("Distance", _kilometres(length)), ("Moving time", _hours(moving)),
        ("Avg. speed", _speed(length, moving)),
    )  # fmt: skip
    title = Row([Disc(icon, _COLOR, 32), Label(name, font="bold", flex=1)], 12, (20, 4))
    return Box(Column([title, _cells(cells)]), "surface", (0, 12), 18, (12, 0, 12, 10))


_PAGES = {"list": _list, "track": _track, "edit": _edit, "record": _record, "statistics": _statistics}


def _view(context: Context) -> View:
    return _PAGES[context.page.name](context)


def _title(context: Context) -> str:
    return {"statistics": "Statistics", "edit": "Edit track", "record": "Recording"}.get(context.page.name, "Fitness")


# Events -------------------------------------------------------------------------------------------------------------


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


def _update_record(context: Context, message: Message) -> None:
    """Handles the messages of the page that records."""
    recording: Recording | None = context.get(RECORDING)
    now = context.now
    match message:
        case ("record",):
            context.push(Page("record", data="running"))
        case ("start",) if recording is None:
            context.put(RECORDING, Recording(context.page.data, now, now))
        case ("toggle",) if recording is not None:
            context.put(RECORDING, data.toggle(recording, now))
        case ("stop",) if recording is not None:
            _stop(context, recording)
        case ("ask_discard",):
            context.set(overlay=("discard",))
        case ("discard",):
            context.put(RECORDING, None)
            context.set(overlay=())
            context.pop()


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
        text = f"{row.name}: {_kilometres(row.distance)} in {_hours(row.stop - row.start)} ({row.category})"
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


def _update(context: Context, message: Message) -> None:
    match message:
        case ("back",) if context.page.name == "list" and context.page.data:
            _toggle_search(context)
        case ("back",):
            context.pop()
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
        case _:
            _update_record(context, message)


APP = PhoneApp(
    AppSpec("fitness", "Fitness", "run", _COLOR, _view, _update, _start, _title),
    seeders={data.TRACKS: data.seed, data.RECORDING: lambda rng, now: None},
    databases=(data.DATABASE,),
    categories=("APP_FITNESS",),
)
