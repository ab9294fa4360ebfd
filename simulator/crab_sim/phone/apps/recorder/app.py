"""The phone's Audio Recorder: records, names, lists, plays, shares and deletes sounds.

State: see `data`; the recordings are files of its own folder on the shared storage. Pages: ``main``, ``records``
(arg: whether only those with a bookmark are listed; field ``search``), ``info`` (arg: path).
"""

from __future__ import annotations

import zlib
from typing import Literal, TypeAlias, assert_never

from crab_sim import ui
from crab_sim.devices import media
from crab_sim.engines.playback import Playback, length, pause, position, resume, seek
from crab_sim.files import FileError, Files
from crab_sim.files.names import is_file_name
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.apps.files.data import size_label
from crab_sim.phone.apps.recorder import APP as FACTS
from crab_sim.phone.apps.recorder.data import BOOKMARKS, RECORDER, State
from crab_sim.phone.media.library import RECORDS
from crab_sim.phone.system.permissions import ask
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.share import share
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets import name_dialog
from crab_sim.phone.widgets.basics import Disc, RoundButton, app_bar, confirm, empty, search_bar
from crab_sim.phone.widgets.playback import Progress

__all__ = ["APP", "records"]

_ID = "com.dimowner.audiorecorder:id/"
_RED = FACTS.spec.color
_BARS = 5  # pixels from one bar of a waveform to the next


def records(files: Files) -> list[str]:
    """Returns the paths of the recordings, newest first."""
    if not files.is_dir(RECORDS):
        return []
    paths = [f"{RECORDS}/{name}" for name in files.list(RECORDS)]
    sounds = [path for path in paths if files.is_file(path) and media.mime_type(path) in _SOUNDS]
    return sorted(sounds, key=lambda path: (-files.stat(path).mtime, path))


_SOUNDS = ("audio/mp4", "video/3gpp", "audio/x-wav", "audio/mpeg")


def _seconds(files: Files, path: str) -> float:
    return media.read_tags(files.read(path)).seconds if files.is_file(path) else 0.0


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


PlayerMessage: TypeAlias = (
    tuple[Literal["toggle", "stop_playing"]]
    | tuple[Literal["play"], str]
    | tuple[Literal["seek"], float]
    | tuple[Literal["skip"], int]
)
"""Of the player: a record's path, a share of 1, or the way to another record, 1 for the next in the list."""
Message: TypeAlias = (
    PhoneMessage
    | PlayerMessage
    | tuple[Literal["info", "menu", "ask", "ask_name", "share", "delete", "bookmark"], str]
    | tuple[Literal["record", "stop", "discard", "records", "ask_discard", "search", "only_bookmarks"]]
    | tuple[Literal["rename"], str, str]
)
"""Texts are the paths of records; ``rename`` also has the new name."""
_PLAYER = ui.MessageGroup(PlayerMessage)


# Views --------------------------------------------------------------------------------------------------------------


class _Wave(ui.Widget[Message]):
    """A waveform that follows from a name; the part up to a share is in the accent's colour."""

    __slots__ = ("name", "share")

    def __init__(self, name: str, share: float) -> None:
        self.flex, self.name, self.share = 1, name, share

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns a height that shows the swings."""
        return 160

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the bars around a line in the middle."""
        theme, middle, most = scene.theme, y + h // 2, min(h, 180) // 2
        count = (w - 32) // _BARS
        value = zlib.crc32(self.name.encode("utf-8", "replace")) or 1
        scene.fill(x + 16, middle, w - 32, 1, theme.outline)
        for i in range(count if self.name else 0):
            value = (value * 1_103_515_245 + 12_345) & 0x7FFFFFFF
            half = 3 + (value >> 16) % 100 * (most - 6) // 100 * (2 + (i * 7 // 16) % 3) // 4
            color = theme.accent if i < self.share * count else theme.faint
            scene.round(x + 16 + i * _BARS, middle - half, 3, 2 * half, color, 1)


def _main(context: Context) -> View[Message]:
    state: State = context.get(RECORDER)
    files: Files = context.get(FILES)
    list_: ui.Widget[Message] = ui.IconButton("list", "Records", ("records",), _ID + "btn_records_list", "text")
    bar = ui.Row([ui.Label("Audio Recorder", "title", flex=1), list_], pad=(16, 8), height=60)
    if state.recording is not None:
        return View(ui.Column([bar, *_recording(context, state.recording)]), _overlay(context))
    path = state.path if files.is_file(state.path) else ""
    if not path:
        body: list[ui.Widget[Message]] = [
            empty("mic", "Welcome!" if not records(files) else "Ready", "Tap the button to record")
        ]
    else:
        total = _seconds(files, path)
        passed = position(state.player, context.seconds if state.player.since is not None else context.now)
        ended = passed >= total
        running = state.player.since is not None and not ended
        play = ("pause", "Pause") if running else ("play", "Play")
        body = [
            ui.Space(8),
            _Wave(path, min(1.0, passed / total) if total else 0.0),
            ui.Row([ui.Label(_stem(path), "title", align="center", rid=_ID + "txt_name", flex=1),
                    _bookmark(context, path)], pad=(16, 0)),
            ui.Column([Progress(min(passed, total), total, ("seek", 0.0), _ID + "play_progress")], pad=(24, 0)),
            ui.Row([RoundButton("previous", "Previous", ("skip", -1), _ID + "btn_play_prev"),
                    RoundButton(*play, ("toggle",), _ID + "btn_play"),
                    RoundButton("stop", "Stop", ("stop_playing",), _ID + "btn_stop_play"),
                    RoundButton("next", "Next", ("skip", 1), _ID + "btn_play_next"),
                    RoundButton("share", "Share", ("share", path), _ID + "btn_share")], pad=(24, 10)),
        ]  # fmt: skip
    record: ui.Widget[Message] = ui.Row(
        [
            ui.Space(flex=1),
            RoundButton("mic", "Record", ("record",), _ID + "btn_record", fill=_RED, size=72),
            ui.Space(flex=1),
        ],
        pad=(0, 16),
    )
    return View(ui.Column([bar, *body, record]), _overlay(context))


def _recording(context: Context, recording: Playback) -> list[ui.Widget[Message]]:
    paused = recording.since is None
    passed = position(recording, context.now if paused else context.seconds)
    toggle = ("mic", "Resume") if paused else ("pause", "Pause")
    return [
        ui.Space(8),
        _Wave(f"{int(passed)}", 1.0),
        ui.Label(length(passed), 48, align="center", rid=_ID + "txt_progress"),
        ui.Label("Paused" if paused else "Recording", tone="muted", align="center", pad=(0, 8)),
        ui.Row([RoundButton("delete", "Discard", ("ask_discard",), _ID + "btn_record_delete"),
                RoundButton(*toggle, ("record",), _ID + "btn_record", fill=_RED, size=72),
                RoundButton("stop", "Stop", ("stop",), _ID + "btn_record_stop")], pad=(16, 16)),
    ]  # fmt: skip


def _bookmark(context: Context, path: str) -> ui.Widget[Message]:
    """Returns the star that sets or takes away a record's bookmark."""
    on = path in context.get(BOOKMARKS)
    icon, label = ("star_filled", "Remove from bookmarks") if on else ("star", "Add to bookmarks")
    return ui.IconButton(icon, label, ("bookmark", path), _ID + "btn_bookmark", "accent" if on else "muted")


def _listed(context: Context) -> list[str]:
    """Returns the records that the page lists."""
    wanted, marked = context.page.fields.get("search", "").strip().casefold(), context.get(BOOKMARKS)
    paths = [path for path in records(context.get(FILES)) if wanted in _stem(path).casefold()]
    return [path for path in paths if path in marked] if context.page.arg else paths


def _records(context: Context) -> View[Message]:
    files: Files = context.get(FILES)
    state: State = context.get(RECORDER)
    full = is_24_hour(context.get(SETTINGS))

    def tile(path: str) -> ui.Widget[Message]:
        when = stamp(files.stat(path).mtime, context.now, full)
        return ui.Tile(
            _stem(path),
            ("play", path),
            f"{length(_seconds(files, path))} · {when}",
            Disc("mic", _RED, 40),
            ui.Row([_bookmark(context, path),
                    ui.IconButton("more", "More options", ("menu", path), _ID + "list_item_more")]),
            long_message=("menu", path),
            rid=_ID + "list_item_name",
            selected=path == state.path,
        )  # fmt: skip

    paths = _listed(context)
    body: ui.Widget[Message] = ui.Scroll(
        "records", [*[ui.LazyRow("row2", tile, path) for path in paths], ui.Space(16)], rid=_ID + "recycler_view"
    )
    only = bool(context.page.arg)
    if "search" in context.page.fields:
        bar: ui.Widget[Message] = search_bar(
            ui.Field("search", "Search records", _ID + "search_src_text", pill=True, flex=1)
        )
        body = body if paths else empty("search", "No records found")
    else:
        marks: ui.Widget[Message] = ui.IconButton(
            "star_filled" if only else "star", "All records" if only else "Only bookmarks", ("only_bookmarks",),
            _ID + "btn_check_bookmark", "text",
        )  # fmt: skip
        find: ui.Widget[Message] = ui.IconButton("search", "Search", ("search",), _ID + "action_search", "text")
        bar = app_bar("Bookmarks" if only else "Records", [marks, find])
        hint = "Records with a star are listed here" if only else "What you record is listed here"
        body = body if paths else empty("mic", "No records", hint)
    return View(ui.Column([bar, body]), _overlay(context))


def _info(context: Context) -> View[Message]:
    path, files = context.page.arg, context.get(FILES)
    if not files.is_file(path):
        return View(ui.Column([app_bar("Information"), empty("mic", "This record no longer exists")]))
    entry, data = files.stat(path), files.read(path)
    made = stamp(entry.mtime, context.now, is_24_hour(context.get(SETTINGS)))
    facts = (("Name", _stem(path)), ("Format", path.rpartition(".")[2]), ("Duration", length(_seconds(files, path))),
             ("Size", size_label(len(data))), ("Location", path), ("Created", made))  # fmt: skip
    tiles: list[ui.Widget[Message]] = [
        ui.Column([ui.Label(value, wrap=True), ui.Label(label, "small", "muted", role="")], 2, (16, 10))
        for label, value in facts
    ]
    return View(ui.Column([app_bar("Information"), ui.Scroll("info", tiles)]))


def _overlay(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("menu", str(path), at):
            items: list[ui.Item[Message]] = [
                ui.Item("Rename", ("ask_name", path), "edit"),
                ui.Item("Share", ("share", path), "share"),
                ui.Item("Information", ("info", path), "info"),
                ui.Item("Delete", ("ask", path), "delete"),
            ]
            return ui.Menu(items, at)
        case ("ask", str(path)):
            return confirm(
                f"Delete “{_stem(path)}”?", "The record will be permanently deleted.", "Delete", ("delete", path)
            )
        case ("ask_discard",):
            return confirm("Discard recording?", "What was recorded is lost.", "Discard", ("discard",))
        case ("problem", str(text)):
            return ui.Dialog(
                "Audio Recorder", ui.Label(text, tone="muted", wrap=True), [ui.Button("OK", ("dismiss",), "text")]
            )
    return None


def _view(context: Context) -> View[Message]:
    return {"main": _main, "records": _records, "info": _info}[context.page.name](context)


# Events -------------------------------------------------------------------------------------------------------------


def _record(context: Context) -> None:
    """Begins to record, pauses, or goes on."""
    state: State = context.get(RECORDER)
    now = context.now
    if state.recording is None:
        context.put(RECORDER, state._replace(recording=Playback(0.0, now), player=pause(state.player, now)))
    else:
        change = resume if state.recording.since is None else pause
        context.put(RECORDER, state._replace(recording=change(state.recording, now)))


def _stop(context: Context) -> None:
    """Ends the recording: it is kept under a name with a number, and a dialog asks for a better one."""
    state: State = context.get(RECORDER)
    files: Files = context.get(FILES)
    if state.recording is None:
        return
    now, number = context.now, 1
    while files.exists(f"{RECORDS}/Record-{number}.m4a"):
        number += 1
    path = f"{RECORDS}/Record-{number}.m4a"
    data = media.movie("M4A ", position(state.recording, now), now, title=f"Record-{number}")
    try:
        if not files.is_dir(RECORDS):
            files = files.mkdir(RECORDS, now, parents=True)
        files = files.write(path, data, now)
    except FileError as error:
        context.put(RECORDER, state._replace(recording=None))
        context.set(overlay=("problem", f"Can't be saved: {error.reason}."))
        return
    context.put(FILES, files)
    context.put(RECORDER, State(None, path))
    name_dialog.ask(context, "Save record", "Save", ("rename", path), f"Record-{number}", "Record name")


def _rename(context: Context, path: str, name: str) -> None:
    state: State = context.get(RECORDER)
    files: Files = context.get(FILES)
    target = f"{RECORDS}/{name}.{path.rpartition('.')[2]}"
    if target == path:
        return
    if not is_file_name(target.rpartition("/")[2]) or "/" in name:
        context.set(overlay=("problem", f"A record can't be called “{name[:80]}”."))
    elif files.exists(target):
        context.set(overlay=("problem", f"There is a record “{name}” already."))
    elif files.is_file(path):
        context.put(FILES, files.move(path, target, mtime=context.now))
        marks = context.get(BOOKMARKS)
        if path in marks:
            context.put(BOOKMARKS, tuple([target if mark == path else mark for mark in marks]))
        if state.path == path:
            context.put(RECORDER, state._replace(path=target))


def _with_record(context: Context, name: str, path: str) -> None:
    """Shares or deletes a recording, or sets or takes away its bookmark."""
    context.set(overlay=())
    files: Files = context.get(FILES)
    marks = context.get(BOOKMARKS)
    others = tuple([mark for mark in marks if mark != path])
    if name == "share":
        share(context, "audio", path)
    elif name == "bookmark":
        context.put(BOOKMARKS, others if path in marks else (*marks, path))
    elif files.is_file(path):
        context.put(FILES, files.remove(path, mtime=context.now))
        if path in marks:
            context.put(BOOKMARKS, others)


def _play(context: Context, message: PlayerMessage) -> None:
    """Handles the player's buttons."""
    state: State = context.get(RECORDER)
    now, player = context.now, state.player
    total = _seconds(context.get(FILES), state.path)
    match message:
        case ("play", path):
            context.put(RECORDER, state._replace(path=path, player=Playback(0.0, now)))
            while context.page.name != "main":
                context.pop()
            return
        case ("toggle",):
            if position(player, now) >= total:
                player = Playback(0.0, now)
            else:
                player = resume(player, now) if player.since is None else pause(player, now)
        case ("stop_playing",):
            player = Playback()
        case ("seek", fraction):
            player = seek(player, fraction * total, now)
        case ("skip", way):
            paths = records(context.get(FILES))
            if state.path in paths:
                state = state._replace(path=paths[(paths.index(state.path) + way) % len(paths)])
                player = Playback(0.0, now)
        case _:
            assert_never(message)
    context.put(RECORDER, state._replace(player=player))


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    if _PLAYER.has(message):
        _play(context, message)
        return
    match message:
        case ("back",):
            context.pop()
        case ("record",):
            if ask(context, "microphone", ("record",)):
                _record(context)
        case ("started",):
            if context.get(RECORDER).recording is None and context.page.arg == "record":
                _update(context, ("record",))
        case ("stop",):
            _stop(context)
        case ("discard",):
            context.set(overlay=())
            context.put(RECORDER, context.get(RECORDER)._replace(recording=None))
        case ("records",) | ("info", _):
            context.push(ui.Page(*message))
        case ("search",):
            context.push(ui.Page("records", fields={"search": ""}, focus="search"))
        case ("only_bookmarks",):
            context.set(arg=not context.page.arg, scroll={})
        case ("menu", path):
            context.set(overlay=("menu", path, context.point))
        case ("ask", _) | ("ask_discard",):
            context.set(overlay=message)
        case ("ask_name", path):
            name_dialog.ask(context, "Rename", "Save", ("rename", path), _stem(path), "Record name")
        case ("rename", path, name):
            _rename(context, path, name)
        case ("share" | "delete" | "bookmark" as name, path):
            _with_record(context, name, path)
        case ("submit", _):
            pass
        case _:
            assert_never(message)


def _start(intent: Intent) -> ui.Page:
    return ui.Page("main", "record" if intent[:1] == ("record",) else None)


_SHOWN, _HANDLED = name_dialog.wrap(_view, _update)

APP = AppSpec(
    view=_SHOWN,
    update=_HANDLED,
    start=_start,
    title=lambda context: "Audio Recorder",
    **FACTS.spec.facts,
)
