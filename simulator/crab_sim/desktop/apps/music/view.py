"""Rhythmbox's window: the player above, the sources beside the browser and the list of songs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.music.library import Lists, find, groups, library, read_lists
from crab_sim.desktop.apps.music.messages import MenuChoice, Message
from crab_sim.desktop.apps.music.playing import Player
from crab_sim.desktop.apps.music.state import (
    COLUMNS,
    PLAYLIST,
    Desk,
    desk_of,
    player_of,
    shown,
    total_text,
)
from crab_sim.desktop.chrome.bars import ToolButton, ToolSpace, status_bar
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import SEPARATOR, Entry, OpenMenu, absent
from crab_sim.desktop.widgets import Sized, ask, notice, sized, tilde
from crab_sim.draw import text as metrics
from crab_sim.engines.playback import length, position
from crab_sim.engines.songs import Song
from crab_sim.files import Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Icon,
    Label,
    LazyRow,
    Page,
    Row,
    Scene,
    Scroll,
    Slider,
    Space,
    Theme,
    Tile,
    Widget,
)
from crab_sim.ui.node import SELECTED

__all__ = ["view"]

_SIDE, _TIME = 190, 58
_ROW: Final = 30


class _SongRow(Widget[Message]):
    """A row of the list: a song's title, artist, album and running time.

    Args:
        song: The song.
        number: The row's number.
        on: Whether it is selected.
        playing: The sign of the song that plays, ``""`` for others.
    """

    __slots__ = ("number", "on", "playing", "song")

    def __init__(self, song: Song, number: int, on: bool, playing: str) -> None:
        self.flex, self.song, self.number, self.on, self.playing = 0, song, number, on, playing

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return _ROW * theme.font // 14

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the columns."""
        theme, song, i = scene.theme, self.song, self.number
        text = f"{song.title}, {song.artist}, {song.album}, {length(song.seconds)}"
        scene.node(
            x, y, w, h, "list_item", song.title, text, message=("row", i), long_message=("row_menu", i),
            double_message=("play_row", i), flags=SELECTED if self.on else 0,
        )  # fmt: skip
        if self.on:
            scene.fill(x, y, w, h, theme.selection)
        if self.playing:
            scene.icon(x + 8, y + (h - 12) // 2, 12, self.playing, theme.accent)
        if not scene.drawn:
            return
        font: metrics.Font = "bold" if self.playing else "regular"
        for (name, _, _), (left, width) in zip(COLUMNS, _columns(x, w), strict=True):
            shown_text = metrics.ellipsize(str(getattr(song, name)), font, theme.font, width - 10)
            scene.text(left, y, width - 10, h, shown_text, theme.text, theme.font, font)
        scene.text(x + w - _TIME, y, _TIME - 12, h, length(song.seconds), theme.text, theme.font, font, "right")


def _columns(x: int, w: int) -> list[tuple[int, int]]:
    """Returns the left edge and width of each column of texts."""
    room, shares = w - 28 - _TIME, sum([share for _, _, share in COLUMNS])
    found, left = [], x + 28
    for _, _, share in COLUMNS:
        found.append((left, room * share // shares))
        left += room * share // shares
    return found


class _Headings(Widget[Message]):
    """The headings of the columns; a click sorts by one."""

    __slots__ = ("desk",)

    def __init__(self, desk: Desk) -> None:
        self.flex, self.desk = 0, desk

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the headings."""
        return _ROW * theme.font // 14

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the headings."""
        scene.fill(x, y, w, h, scene.theme.bar)
        for (name, heading, _), (left, width) in zip(COLUMNS, _columns(x, w), strict=True):
            self._heading(scene, name, heading, (left, y, width, h))
        self._heading(scene, "seconds", "Time", (x + w - _TIME, y, _TIME, h))

    def _heading(self, scene: Scene[Message], name: str, heading: str, box: tuple[int, int, int, int]) -> None:
        theme, (x, y, w, h) = scene.theme, box
        scene.text(x, y, w, h, heading, theme.muted, theme.font, "bold")
        if self.desk.sort == name:
            icon = "chevron_up" if self.desk.falling else "chevron_down"
            scene.icon(x + metrics.width(heading, "bold", theme.font) + 5, y + (h - 10) // 2, 10, icon, theme.muted)
        scene.node(x, y, w, h, "button", heading, "Column heading", message=("sort", name))


# The parts of the window --------------------------------------------------------------------------------------------


def _player_bar(player: Player, song: Song | None, passed: float) -> Widget[Message]:
    """Returns the buttons of the player, the song that plays, how far it is, and the volume."""
    playing = player.playback.since is not None
    toggle = ("pause", "Pause") if playing else ("play", "Play")
    total = 0.0 if song is None else song.seconds
    names: list[Widget[Message]] = [Label("Not Playing", tone="muted", pad=(0, 8))]
    if song is not None:
        names = [Label(song.title, font="bold"), Label(f"by {song.artist} from {song.album}", "small", "muted")]
    buttons: list[Widget[Message]] = [
        ToolButton("previous", "Previous", ("control", "previous"), enabled=song is not None),
        ToolButton(*toggle, ("control", "play")),
        ToolButton("next", "Next", ("control", "next")),
        ToolSpace(),
        ToolButton("repeat", "Repeat", ("toggle", "repeat"), on=player.repeat),
        ToolButton("shuffle", "Shuffle", ("toggle", "shuffle"), on=player.shuffle),
        ToolSpace(),
        Column(names, flex=3),
        Label(length(passed), "small", "muted"),
        Slider(min(1.0, passed / total) if total else 0.0, ("seek", 0.0), "Playback position", flex=2),
        Label(length(total), "small", "muted"),
        Icon("volume", "text", 16),
        Sized(Slider(player.volume, ("volume", player.volume), "Volume"), w=84),
        ToolButton("menu", "Menu", ("menu",)),
    ]
    return Row(buttons, gap=4, pad=(8, 4), background="bar")


def _sources(desk: Desk, lists: Lists, queued: int) -> Widget[Message]:
    """Returns the list of sources."""
    rows: list[Widget[Message]] = [
        Label("Library", "small", "muted", "bold", pad=(12, 6)),
        Tile(
            f"Play Queue ({queued})" if queued else "Play Queue", ("source", "queue"), leading=Icon("playlist", "text"),
            selected=desk.source == "queue",
        ),
        Tile("Music", ("source", "library"), leading=Icon("music", "text"), selected=desk.source == "library"),
        _absent_source("Podcasts", "my_location"),
        Label("Playlists", "small", "muted", "bold", pad=(12, 6)),
        *[_absent_source(name, "search") for name in ("My Top Rated", "Recently Added", "Recently Played")],
    ]  # fmt: skip
    for playlist in lists.playlists:
        if playlist.name == desk.renaming:
            rows.append(Row([Field("rename", "Name of the playlist", flex=1)], pad=(6, 2)))
            continue
        source = PLAYLIST + playlist.name
        tile: Widget[Message] = Tile(
            playlist.name, ("source", source), leading=Icon("playlist", "text"), selected=desk.source == source,
            long_message=("source_menu", source),
        )  # fmt: skip
        rows.append(tile)
    tools: Widget[Message] = Row(
        [
            ToolButton("add", "", ("add_menu",), text="Add"),
            ToolButton("remove", "", ("delete_playlist",), enabled=desk.source.startswith(PLAYLIST), text="Remove"),
        ],
        pad=(6, 3),
    )
    return Sized(Column([Scroll("sources", rows, pad=(4, 2)), Divider(), tools], background="bar"), w=_SIDE)


def _absent_source(name: str, icon: str) -> Tile[Message]:
    """Returns a source of the real program that this one lacks."""
    return Tile(name, leading=Icon(icon, "faint"), enabled=False)


def _browser(desk: Desk, songs: tuple[Song, ...]) -> Widget[Message]:
    """Returns the artists beside the albums of the chosen one."""
    parts: list[Widget[Message]] = []
    lists: tuple[tuple[Literal["artist", "album"], str, tuple[Song, ...]], ...] = (
        ("artist", desk.artist, songs),
        ("album", desk.album, tuple([song for song in songs if desk.artist in ("", song.artist)])),
    )
    for by, chosen, of in lists:
        rows = groups(of, by)
        word = f"{by}s" if len(rows) != 1 else by
        tiles: list[Widget[Message]] = [
            Tile(f"All {len(rows)} {word} ({len(of)})", (by, ""), selected=not chosen, role="list_item", strong=True)
        ]
        tiles += [Tile(f"{name} ({count})", (by, name), selected=name == chosen) for name, count in rows]
        heading = Label(by.title(), "small", "muted", "bold", pad=(12, 4))
        parts.append(Column([heading, Sized(Scroll(by, tiles, pad=(4, 0)), h=118)], flex=1))
    return Row(parts, gap=1)


def _size(files: Files, songs: Sequence[Song]) -> int:
    return sum([len(files.read(song.path)) for song in songs])


def view(context: Context) -> View[Message]:
    """Shows the window, and the dialog or menu that is open."""
    page, base, desk = context.page, context.base, desk_of(context)
    files: Files = context.get(FILES)
    player = player_of(context, context.machine.now)
    now = context.seconds if player.playback.since is not None else context.now
    current = player.path
    songs, lists = shown(context, player.queue), read_lists(files)
    song = next((row for row in songs if row.path == current), None) or find(files, current)
    passed = min(position(player.playback, now), song.seconds) if song is not None else 0.0
    sign = "play" if player.playback.since is not None else "pause"
    rows = [
        LazyRow(_ROW * context.theme.font // 14, _SongRow, row, i, i in desk.rows, sign if row.path == current else "")
        for i, row in enumerate(songs)
    ]
    tools: list[Widget[Message]] = [_absent_text("Edit")]
    if desk.source == "library":
        tools += [
            ToolButton("", "", ("toggle", "browse"), on=desk.browse, text="Browse", font="regular"),
            _absent_text("View All"), _absent_text("Import"),
        ]  # fmt: skip
    else:
        tools.append(_absent_text("Playlist"))
    if desk.source == "queue":
        clear: Message = ("clear_queue",)
        tools.append(ToolButton("", "", clear, enabled=bool(songs), text="Clear", font="regular"))
    tools.append(Field("search", "Search all fields", icon="search", flex=1))
    parts: list[Widget[Message]] = [Row(tools, gap=4, pad=(8, 3), background="bar")]
    if desk.browse and desk.source == "library":
        parts += [_browser(desk, library(files)), Divider()]
    empty = Label(_nothing(desk), tone="muted", align="center", pad=(10, 30))
    parts += [_Headings(desk), Scroll("songs", rows) if rows else Column([empty], flex=1)]
    body = Row(
        [_sources(desk, lists, len(player.queue)), Column(parts, background="background", flex=1)],
        gap=1,
        background="outline",
        flex=1,
    )
    status = status_bar([total_text(songs, _size(files, songs))])
    main = Column([_player_bar(player, song, passed), Divider(), body, status])
    if page is base:
        return View(main, _menu(context, page, desk, lists, bool(songs)))
    return View(main, _dialog(context, page))


def _absent_text(text: str) -> ToolButton[Message]:
    return ToolButton("", "", ("nothing",), enabled=False, text=text, font="regular")


def _nothing(desk: Desk) -> str:
    return "The play queue is empty." if desk.source == "queue" else "There are no songs here."


def _menu(context: Context, page: Page, desk: Desk, lists: Lists, has: bool) -> Widget[Message] | None:
    overlay = page.overlay
    if not isinstance(overlay, OpenMenu):
        return None
    in_list = desk.source.startswith(PLAYLIST)
    if overlay.number == -2:
        adds: list[Entry[MenuChoice]] = [Entry("New Playlist…", ("add_new",))]
        adds += [SEPARATOR] if lists.playlists else []
        adds += [Entry(row.name, ("add_to", row.name)) for row in lists.playlists]
        entries: tuple[Entry[MenuChoice], ...] = (
            Entry("Play", ("play_row", desk.rows[0] if desk.rows else 0)),
            Entry("Add to Queue", ("enqueue",), enabled=desk.source != "queue"),
            Entry("Add to Playlist", entries=tuple(adds)),
            *absent("-", "Cut", "Copy", "Browse This Genre", "Browse This Artist", "Browse This Album", "-"),
            Entry("Remove", ("remove",), "Delete", enabled=in_list or desk.source == "queue"),
            Entry("Move to Trash", ("trash",)),
            SEPARATOR,
            Entry("Open Containing Folder", ("show",)),
            Entry("Properties", ("properties",), "Alt+Return"),
        )
    elif overlay.number == -4:
        entries = (
            Entry("New Playlist", ("new_playlist",), "Ctrl+Shift+P"),
            *absent("New Automatic Playlist…"),
            Entry("Load from File…", ("load",)),
            *absent("Check for New Devices"),
        )
    elif overlay.number == -3:
        entries = (
            Entry("Rename", ("rename",)),
            Entry("Save to File…", ("export",)),
            Entry("Delete Playlist", ("delete_playlist",)),
        )
    else:
        entries = (
            Entry("New Playlist…", ("new_playlist",), "Ctrl+Shift+P"),
            Entry("Load from File…", ("load",)),
            Entry("Save to File…", ("export",), enabled=in_list),
            Entry("Clear Play Queue", ("clear_queue",)),
            SEPARATOR,
            Entry("Browse", ("toggle", "browse"), "Ctrl+B", desk.browse),
            Entry("Select All", ("select_all",), "Ctrl+A", enabled=has),
            Entry("Properties", ("properties",), "Alt+Return", enabled=bool(desk.rows)),
            SEPARATOR,
            Entry("Quit", ("close",), "Ctrl+Q"),
        )
    return popup(entries, overlay._replace(number=-1), popover=overlay.number in (-1, -4))


def _dialog(context: Context, page: Page) -> Dialog[Message]:
    match page.name:
        case "properties":
            return _properties(context, page.arg)
        case "notice":
            return notice(*page.arg)
        case "ask_delete":
            text = "Its songs stay in the library."
            return ask(f"Delete playlist “{page.arg}”?", text, Button("Delete", ("delete_now",), "danger"))
        case "ask_replace":
            name = page.arg.rpartition("/")[2]
            title = f"A file named “{name}” already exists. Do you want to replace it?"
            return ask(title, "Its content will be lost.", Button("Replace", ("replace",), "danger"))
        case "load":
            return file_chooser.dialog(context, "Load Playlist", "Open")
    return file_chooser.dialog(context, "Save Playlist", "Save")


def _properties(context: Context, path: str) -> Dialog[Message]:
    files: Files = context.get(FILES)
    song = find(files, path)
    rows: list[Widget[Message]] = [
        Row([Sized(Label(name, role=""), w=80), Field(key, name.rstrip(":"), flex=1)], gap=8)
        for key, name in (("title", "Title:"), ("artist", "Artist:"), ("album", "Album:"))
    ]
    facts = [("Duration:", length(song.seconds if song else 0.0)), ("Location:", tilde(path))]
    if song is not None:
        facts.append(("File size:", sized(len(files.read(path)))))
    rows += [
        Row([Sized(Label(name, tone="muted", role=""), w=80), Label(value, flex=1)], gap=8, pad=(0, 2))
        for name, value in facts
    ]
    rows.append(Space(2))
    actions: list[Widget[Message]] = [Button("Cancel", ("cancel",), "outlined"), Button("Save", ("save_tags",))]
    return Dialog(
        f"{song.title if song is not None else 'Song'} Properties", Column(rows, gap=6), actions, 480, ("cancel",)
    )
