"""The phone's Videos app: lists the phone's videos, plays them, and keeps playlists.

State: see `video_data`. Pages: ``main`` (arg: ``video`` or ``playlists``), ``playlist`` (arg: id), ``search``,
``player``. On lists of videos the overlay ``select`` has the paths of the selected ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from crab_sim import ui
from crab_sim.devices import media
from crab_sim.draw.image_header import image_size
from crab_sim.engines import movie_frames
from crab_sim.engines.playback import Playback, PlayerState, length, player_state
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import next_id, update_row
from crab_sim.machine.slices import FILES
from crab_sim.phone.apps.files.data import size_label
from crab_sim.phone.apps.video import APP as FACTS
from crab_sim.phone.apps.video import data
from crab_sim.phone.apps.video.data import Library, Player, Playlist
from crab_sim.phone.apps.video.messages import ControlMessage, Message, PlaylistMessage, VideoMessage
from crab_sim.phone.media import storage
from crab_sim.phone.system.share import share
from crab_sim.phone.widgets import name_dialog, playlist_dialogs, row_selection
from crab_sim.phone.widgets.basics import NIGHT, app_bar, confirm, empty, search_bar
from crab_sim.phone.widgets.navigation import BottomBar
from crab_sim.phone.widgets.playback import Progress
from crab_sim.ui.theme import WHITE

__all__ = ["APP"]

_ID = "org.videolan.vlc:id/"
_ROW = 76
_LEAP = 10.0  # seconds by which the player jumps

_CONTROL = ui.MessageGroup(ControlMessage)
_PLAYLIST = ui.MessageGroup(PlaylistMessage)
_VIDEO = ui.MessageGroup(VideoMessage)


# Views --------------------------------------------------------------------------------------------------------------


class _Frame(ui.Widget):
    """A small picture of a video."""

    __slots__ = ("key", "marked")

    def __init__(self, key: bytes, marked: bool = False) -> None:
        self.flex, self.key, self.marked = 0, key, marked

    def width(self, theme: ui.Theme) -> int:
        """Returns the picture's width."""
        return 96

    def place(self, scene: ui.Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the video's cover, or its sign."""
        top = y + (h - 60) // 2
        if self.key:
            scene.ops.append(("picture", x, top, x + w, top + 60, scene.clip, self.key))
        else:
            scene.round(x, top, w, 60, scene.theme.surface, 6)
            scene.icon(x + w // 2 - 12, top + 18, 24, "video", scene.theme.muted)
        if self.marked:
            scene.round(x + w // 2 - 18, top + 12, 36, 36, scene.theme.accent, 18)
            scene.icon(x + w // 2 - 10, top + 20, 20, "check", scene.theme.on_accent)


class _VideoTile(ui.Tile[Message]):
    """A row with a video's picture."""

    __slots__ = ()

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the row's height."""
        return _ROW


def _selected(context: Context) -> tuple[str, ...]:
    return row_selection.selected(context.page)


def _listed(context: Context) -> list[str]:
    """Returns the paths of the videos that the page lists."""
    files, page = context.get(FILES), context.page
    if page.name == "playlist":
        return data.paths_of(context.get(data.LIBRARY), files, page.arg)
    words = context.field("search").casefold().split() if page.name == "search" else []
    if page.name == "search" and not words:
        return []
    return [found.path for found in data.videos(files) if all(word in found.name.casefold() for word in words)]


def _list(context: Context, paths: Sequence[str]) -> ui.Widget[Message]:
    files, chosen = context.get(FILES), _selected(context)

    def tile(place: int, path: str) -> ui.Widget[Message]:
        name, content = path.rpartition("/")[2], files.read(path)
        tap: Message = ("pick_row", path) if chosen else ("play", place)
        more: ui.Widget[Message] = ui.IconButton(
            "more", f"More options for {name}", ("menu", path, place), _ID + "item_more"
        )
        return _VideoTile(
            name.rpartition(".")[0] or name,
            tap,
            f"{length(media.read_tags(content).seconds)} · {size_label(len(content))}",
            _Frame(storage.picture_key(name, content), path in chosen),
            None if chosen else more,
            long_message=("pick_row", path),
            rid=_ID + "ml_item_title",
            selected=path in chosen,
        )

    rows = [ui.LazyRow(_ROW, tile, place, path) for place, path in enumerate(paths)]
    return ui.Scroll("videos", [*rows, ui.Space(12)], rid=_ID + "video_grid")


def _heading(context: Context, title: str) -> ui.Widget[Message]:
    chosen = _selected(context)
    if not chosen:
        find: ui.Widget[Message] = ui.IconButton("search", "Search", ("search",), _ID + "ml_menu_filter", "text")
        return ui.Row([ui.Label(title, 26, flex=1), find], pad=(16, 8), height=60)
    cancel: ui.Widget[Message] = ui.IconButton("close", "Cancel selection", ("dismiss",), tone="text")
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("playlist_add", "Add to playlist", ("choose", chosen), _ID + "action_video_playlist_add", "text"),
        ui.IconButton("delete", "Delete", ("ask_delete", chosen), _ID + "action_video_delete", "text"),
    ]
    return ui.Row([cancel, ui.Label(f"{len(chosen)} selected", "title", flex=1), *actions], 4, (8, 8), "tonal", 60)


def _count(number: int) -> str:
    return f"{number} video{'s' * (number != 1)}"


def _main(context: Context) -> View[Message]:
    tab = context.page.arg
    if tab == "video":
        paths = _listed(context)
        body: ui.Widget[Message] = (
            _list(context, paths) if paths else empty("video", "No videos", "Videos on this phone are listed here")
        )
    else:
        library: Library = context.get(data.LIBRARY)
        rows: list[ui.Widget[Message]] = [
            ui.Tile("New playlist…", ("new_playlist", ()), leading=ui.Icon("add", "accent"))
        ]
        for playlist in library.playlists:
            count = len(data.paths_of(library, context.get(FILES), playlist.id))
            more: ui.Widget[Message] = ui.IconButton(
                "more", f"More options for {playlist.name}", ("playlist_menu", playlist.id)
            )
            rows.append(ui.Tile(playlist.name, ("playlist", playlist.id), _count(count), ui.Icon("playlist"), more,
                                long_message=("playlist_menu", playlist.id), rid=_ID + "title"))  # fmt: skip
        body = ui.Scroll("playlists", [*rows, ui.Space(12)])
    pages = (("video", "Video", "video"), ("playlist", "Playlists", "playlists"))
    tabs: ui.Widget[Message] = BottomBar(
        [(icon, label, ("tab", key), key == tab) for icon, label, key in pages], _ID + "navigation"
    )
    return View(
        ui.Column([_heading(context, "Videos" if tab == "video" else "Playlists"), body, tabs]), _overlay(context)
    )


def _name_of(library: Library, playlist: int) -> str:
    return next((row.name for row in library.playlists if row.id == playlist), "")


def _playlist(context: Context) -> View[Message]:
    library: Library = context.get(data.LIBRARY)
    name, paths = _name_of(library, context.page.arg), _listed(context)
    if not name:
        return View(ui.Column([app_bar("Playlist"), empty("playlist", "This playlist no longer exists")]))
    more: ui.Widget[Message] = ui.IconButton("more", "More options", ("playlist_menu", context.page.arg), tone="text")
    bar = _heading(context, "") if _selected(context) else app_bar(name, [more])
    play: ui.Widget[Message] = ui.Button(
        "Play all", ("play", 0), icon="play", rid=_ID + "play_all", enabled=bool(paths)
    )
    head = ui.Row([ui.Label(_count(len(paths)), tone="muted", flex=1), play], pad=(16, 8))
    body = _list(context, paths) if paths else empty("video", "This playlist is empty")
    return View(ui.Column([bar, head, body]), _overlay(context))


def _search(context: Context) -> View[Message]:
    query, paths = context.field("search"), _listed(context)
    field = ui.Field("search", "Search videos", _ID + "search_src_text", icon="search", pill=True, flex=1)
    bar: ui.Widget[Message] = (
        _heading(context, "") if _selected(context) else search_bar(field, ("clear",) if query else None, (8, 8), 0)
    )
    body = _list(context, paths) if paths else empty("search", "No results" if query.strip() else "Search by name")
    return View(ui.Column([bar, body]), _overlay(context))


class _Screen(ui.Widget[Message]):
    """The video that is being played, as large as fits; a tap on it pauses.

    Args:
        name: Its name.
        data: Its content.
        passed: Its position in seconds.
    """

    __slots__ = ("data", "name", "passed")

    def __init__(self, name: str, data: bytes, passed: float) -> None:
        self.flex, self.name, self.data, self.passed = 1, name, data, passed

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the frame in the middle, or the cover of a video without frames."""
        scene.fill(x, y, w, h, NIGHT)
        if scene.drawn:
            self._place_picture(scene, x, y, w, h)
        scene.node(x, y, w, h, "image", "", self.name, _ID + "player_surface", ("toggle",))

    def _place_picture(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        key = movie_frames.frame_at(self.data, self.passed) or storage.picture_key(self.name, self.data)
        wide, high = image_size(key) or (16, 9)
        scale = min(w / wide, h / high)
        width, height = max(1, int(wide * scale)), max(1, int(high * scale))
        left, top = x + (w - width) // 2, y + (h - height) // 2
        if key:
            scene.ops.append(("picture", left, top, left + width, top + height, scene.clip, key))
        else:
            scene.icon(x + w // 2 - 32, y + h // 2 - 32, 64, "video", (90, 92, 98))


def _now(context: Context, seconds: float) -> PlayerState:
    player: Player = context.get(data.PLAYER)
    files = context.get(FILES)
    return player_state([data.seconds(files, path) for path in player.paths], player.track, player.playback, seconds)


def _player(context: Context) -> View[Message]:
    player: Player = context.get(data.PLAYER)
    files: Files = context.get(FILES)
    now = _now(context, context.seconds if player.playback.since is not None else context.now)
    path = player.paths[now.track] if player.paths else ""
    if not files.is_file(path):
        return View(ui.Column([app_bar(""), empty("video", "This video can't be played", "The file is gone")]))
    name = path.rpartition("/")[2]
    total = data.seconds(files, path)
    toggle = ("pause", "Pause") if now.playing else ("play", "Play")
    buttons: list[tuple[str, str, Message, str]] = [
        ("previous", "Previous", ("previous",), "playlist_previous"),
        ("undo", "Back 10 seconds", ("rewind",), "rewind"),
        (*toggle, ("toggle",), "player_overlay_play"),
        ("redo", "Forward 10 seconds", ("forward",), "forward"),
        ("next", "Next", ("next",), "playlist_next"),
    ]
    controls: list[ui.Widget[Message]] = [ui.Space(flex=1)]
    for icon, label, message, rid in buttons:
        controls += [ui.IconButton(icon, label, message, _ID + rid, WHITE, size=46), ui.Space(flex=1)]
    title = ui.Label(name.rpartition(".")[0] or name, "title", WHITE, rid=_ID + "player_overlay_title", flex=1)
    about = (
        ui.Label(f"{now.track + 1} of {len(player.paths)}", "small", (190, 190, 196))
        if len(player.paths) > 1
        else ui.Space(0)
    )
    top: ui.Widget[Message] = ui.Row(
        [ui.IconButton("back", "Navigate up", ("back",), tone=WHITE), title, about], 8, (8, 8), NIGHT, 60
    )
    progress: ui.Widget[Message] = Progress(
        min(now.passed, total), total, ("seek", 0.0), _ID + "player_overlay_seekbar", (210, 210, 214)
    )
    bottom = ui.Column([progress, ui.Row(controls, pad=(0, 10))], pad=(20, 8), background=NIGHT)
    return View(ui.Column([top, _Screen(name, files.read(path), min(now.passed, total)), bottom], background=NIGHT))


def _overlay(context: Context) -> ui.Widget[Message] | None:
    library: Library = context.get(data.LIBRARY)
    match context.page.overlay:
        case ("menu", str(path), int(place), at):
            items: list[ui.Item[Message]] = [
                ui.Item("Play", ("play", place), "play"),
                ui.Item("Add to playlist", ("choose", (path,)), "playlist_add"),
                ui.Item("Share", ("share", path), "share"),
                ui.Item("Information", ("details", path), "info"),
                ui.Item("Delete", ("ask_delete", (path,)), "delete"),
            ]
            if context.page.name == "playlist":
                items.insert(2, ui.Item("Remove from playlist", ("take_out", place), "close"))
            return ui.Menu(items, at)
        case ("playlist_menu", int(playlist), at):
            return ui.Menu([ui.Item("Rename", ("ask_rename", playlist), "edit"),
                            ui.Item("Delete", ("ask_playlist", playlist), "delete")], at)  # fmt: skip
        case ("choose", tuple(paths)):
            rows: list[ui.Widget[Message]] = [
                ui.Tile("New playlist…", ("new_playlist", paths), leading=ui.Icon("add", "accent"))
            ]
            rows += [
                ui.Tile(row.name, ("add_to", paths, row.id), leading=ui.Icon("playlist")) for row in library.playlists
            ]
            return ui.Dialog("Add to playlist", ui.Scroll("choices", rows), [ui.Button("Cancel", ("dismiss",), "text")])
        case ("ask_delete", tuple(paths)):
            what = _count(len(paths)) if len(paths) > 1 else f"“{paths[0].rpartition('/')[2]}”"
            return confirm(f"Delete {what}?", "The files are deleted from this phone.", "Delete", ("delete", paths))
        case ("ask_playlist", int(playlist)):
            title = f"Delete playlist “{_name_of(library, playlist)}”?"
            return confirm(title, "Its videos stay on this phone.", "Delete", ("delete_playlist", playlist))
        case ("details", str(path)):
            return _details(context, path)
        case ("problem", str(text)):
            return ui.Dialog("Videos", ui.Label(text, tone="muted", wrap=True), [ui.Button("OK", ("dismiss",), "text")])
    return None


def _details(context: Context, path: str) -> ui.Dialog[Message]:
    files: Files = context.get(FILES)
    rows = [("File", path)]
    if files.is_file(path):
        content = files.read(path)
        rows = [("Name", path.rpartition("/")[2]), ("Length", length(media.read_tags(content).seconds)),
                ("Size", size_label(len(content))), ("Path", path)]  # fmt: skip
    lines = [ui.Label(f"{label}: {value}", 14, wrap=True) for label, value in rows]
    return ui.Dialog("Information", ui.Column(lines, 6), [ui.Button("OK", ("dismiss",), "text")])


def _view(context: Context) -> View[Message]:
    pages = {"main": _main, "playlist": _playlist, "search": _search, "player": _player}
    return pages[context.page.name](context)


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("play", str(path)):
            return ui.Page("player", storage.on_storage(path))
    return ui.Page("main", "video")


def _jump(context: Context, track: int, at: float = 0.0, play: bool = True) -> None:
    player: Player = context.get(data.PLAYER)
    context.put(data.PLAYER, player._replace(track=track, playback=Playback(at, context.now if play else None)))


def _control(context: Context, message: ControlMessage) -> None:
    """Handles the player's buttons."""
    player: Player = context.get(data.PLAYER)
    if not player.paths:
        return
    now = _now(context, context.now)
    total = data.seconds(context.get(FILES), player.paths[now.track])
    match message:
        case ("toggle",):
            _jump(context, now.track, 0.0 if now.passed >= total else now.passed, not now.playing)
        case ("seek", fraction):
            _jump(context, now.track, fraction * total, now.playing)
        case ("rewind" | "forward" as name,):
            to = now.passed + (_LEAP if name == "forward" else -_LEAP)
            _jump(context, now.track, max(0.0, min(total, to)), now.playing)
        case ("previous",):
            _jump(context, max(0, now.track - (now.passed < _LEAP)))
        case ("next",):
            if now.track + 1 < len(player.paths):
                _jump(context, now.track + 1)
        case _:
            assert_never(message)


def _play(context: Context, paths: Sequence[str], track: int) -> None:
    context.put(data.PLAYER, Player(tuple(paths), track, Playback(0.0, context.now)))


def _stop(context: Context) -> None:
    """Leaves the player: the video stops where it is."""
    now = _now(context, context.now)
    _jump(context, now.track, now.passed, False)
    if len(context.window.pages) > 1:
        context.pop()
    else:
        context.replace(ui.Page("main", "video"))


def _playlist_event(context: Context, message: PlaylistMessage) -> None:
    """Handles the messages about playlists."""
    library: Library = context.get(data.LIBRARY)
    context.set(overlay=())
    match message:
        case ("new_playlist", paths):
            playlist_dialogs.ask_new_name(context, paths, "OK")
        case ("created", paths, wanted):
            if not playlist_dialogs.is_taken(context, [row.name for row in library.playlists], wanted):
                new = next_id(library.playlists)
                library = library._replace(playlists=(*library.playlists, Playlist(new, wanted)))
                context.put(data.LIBRARY, data.with_videos(library, new, paths))
        case ("add_to", paths, playlist):
            context.put(data.LIBRARY, data.with_videos(library, playlist, paths))
        case ("take_out", entry):
            context.put(data.LIBRARY, data.without(library, context.page.arg, entry))
        case ("ask_rename", playlist):
            old = _name_of(library, playlist)
            playlist_dialogs.ask_name(context, playlist, old, "OK")
        case ("renamed", playlist, wanted):
            rows = update_row(library.playlists, playlist, name=wanted)
            context.put(data.LIBRARY, library._replace(playlists=rows))
        case ("delete_playlist", playlist):
            context.put(data.LIBRARY, data.without_playlist(library, playlist))
            if context.page.name == "playlist":
                context.pop()
        case _:
            assert_never(message)


def _video_event(context: Context, message: VideoMessage) -> None:
    """Handles the messages about videos."""
    context.set(overlay=())
    match message:
        case ("play", track):
            _play(context, _listed(context), track)
            context.push(ui.Page("player"))
        case ("share", path):
            share(context, "video", path)
        case ("delete", paths):
            files: Files = context.get(FILES)
            for path in paths:
                if files.is_file(path):
                    files = files.remove(path, mtime=context.now)
            context.put(FILES, files)
        case _:
            assert_never(message)


def _back(context: Context) -> None:
    if context.page.name == "player":
        _stop(context)
    else:
        context.pop()


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    if _CONTROL.has(message):
        _control(context, message)
    elif _PLAYLIST.has(message):
        _playlist_event(context, message)
    elif _VIDEO.has(message):
        _video_event(context, message)
    else:
        match message:
            case ("pick_row", path):
                row_selection.toggle(context, path)
            case ("back",):
                _back(context)
            case ("started",):
                if context.page.name == "player" and context.page.arg:
                    _play(context, [context.page.arg], 0)
            case ("tab", tab):
                context.replace(ui.Page("main", tab))
            case ("playlist", playlist):
                context.push(ui.Page("playlist", playlist))
            case ("search",):
                context.push(ui.Page("search", focus="search"))
            case ("clear",):
                context.set_fields(search="")
            case ("menu", _, _) | ("playlist_menu", _):
                context.set(overlay=(*message, context.point))
            case ("choose", paths) | ("ask_delete", paths):
                context.set(overlay=(message[0], paths))
            case ("details" | "ask_playlist" as name, target):
                context.set(overlay=(name, target))
            case ("submit", _):
                pass
            case _:
                assert_never(message)


_SHOWN, _HANDLED = name_dialog.wrap(_view, _update)

APP = AppSpec(
    view=_SHOWN,
    update=_HANDLED,
    start=_start,
    title=lambda context: "Videos",
    **FACTS.spec.facts,
)
