"""The views of the phone's Music app."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from crab_sim import ui
from crab_sim.engines.playback import length
from crab_sim.engines.songs import song_of
from crab_sim.files import Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.files.data import size_label
from crab_sim.phone.apps.music import data
from crab_sim.phone.apps.music.covers import Card, Cover
from crab_sim.phone.apps.music.data import Player, PlayerState, Playlists, Queued, Song
from crab_sim.phone.apps.music.messages import Message
from crab_sim.phone.media.storage import MediaFile
from crab_sim.phone.widgets import row_selection
from crab_sim.phone.widgets.basics import app_bar, confirm, empty, search_bar
from crab_sim.phone.widgets.navigation import BottomBar
from crab_sim.phone.widgets.playback import Progress

__all__ = ["known", "listed", "loose", "selected", "view"]

_ID = "code.name.monkey.retromusic:id/"
_TABS = (("music", "Songs", "songs"), ("album", "Albums", "albums"), ("person", "Artists", "artists"),
         ("folder", "Folders", "folders"), ("playlist", "Playlists", "playlists"))  # fmt: skip
_FAVOURITES = "favourites"


# Lists --------------------------------------------------------------------------------------------------------------


def known(context: Context, paths: Sequence[str]) -> list[Song]:
    """Returns the songs with these paths, in that order, without deleted ones."""
    by_path = {song.path: song for song in data.songs(context.get(FILES))}
    return [by_path[path] for path in paths if path in by_path]


def loose(context: Context, path: str) -> list[Song]:
    """Returns a sound that isn't among the songs, such as a recording."""
    files: Files = context.get(FILES)
    if not files.is_file(path):
        return []
    return [song_of(path, files.read(path))]


def listed(context: Context) -> list[Song]:
    """Returns the songs that the page lists."""
    page, songs = context.page, data.songs(context.get(FILES))
    match page.name:
        case "album":
            return [song for song in songs if song.album == page.arg]
        case "artist":
            return [song for song in songs if song.artist == page.arg]
        case "playlist" if page.arg == _FAVOURITES:
            return known(context, context.get(data.PLAYER).favourites)
        case "playlist":
            rows = data.entries(context.get(data.PLAYLISTS), page.arg)
            return [entry.song for entry in rows]
        case "folder" | "main":
            rows_here = [song for song in songs if page.name == "main" or data.folder_of(song) == page.arg]
            return list(data.ordered(rows_here, context.get(data.PLAYER).sort, context.get(FILES)))
        case "search":
            words = context.field("search").casefold().split()
            return [s for s in songs if words and all(w in f"{s.title} {s.artist} {s.album}".casefold() for w in words)]
    return list(songs)


def selected(context: Context) -> tuple[str, ...]:
    """Returns the paths of the selected songs."""
    return row_selection.selected(context.page)


def _now(context: Context) -> tuple[tuple[Queued, ...], Player, PlayerState]:
    """Returns the queue, the player and its state; while it plays, the view depends on the seconds."""
    queue: tuple[Queued, ...] = context.get(data.QUEUE)
    player: Player = context.get(data.PLAYER)
    time = context.seconds if queue and player.playback.since is not None else context.now
    return queue, player, data.player_state(queue, player, time)


# Widgets ------------------------------------------------------------------------------------------------------------


def _tile(context: Context, song: Song, row: int, playing: str) -> ui.Widget[Message]:
    chosen = selected(context)
    page = context.page
    here = song.path == playing
    where = -1
    if page.name == "playlist" and page.arg != _FAVOURITES:
        where = data.entries(context.get(data.PLAYLISTS), page.arg)[row].id
    tap: Message = ("pick_row", song.path) if chosen else ("play", song.path)
    return ui.Tile(
        song.title,
        tap,
        f"{song.artist} · {length(song.seconds)}",
        Cover(song.album, 44, "check" if song.path in chosen else "album"),
        None
        if chosen
        else ui.IconButton("more", f"More options for {song.title}", ("menu", song.path, where), _ID + "menu"),
        long_message=("pick_row", song.path),
        rid=_ID + "title",
        selected=song.path in chosen,
        strong=here,
    )


def _song_list(context: Context, songs: Sequence[Song], above: Sequence[ui.Widget[Message]] = ()) -> ui.Widget[Message]:
    queue, _, now = _now(context)
    playing = queue[now.track].song.path if queue else ""
    rows = [ui.LazyRow("row2", _tile, context, song, i, playing) for i, song in enumerate(songs)]
    return ui.Scroll("songs", [*above, *rows, ui.Space(12)], rid=_ID + "recycler_view")


def _mini(context: Context) -> list[ui.Widget[Message]]:
    """Returns the bar with the playing song, empty if there is none."""
    queue, _, now = _now(context)
    if not queue:
        return []
    song = queue[now.track].song
    labels = [ui.Label(song.title, 14, font="bold", role=""), ui.Label(song.artist, "small", "muted", role="")]
    texts = ui.Column(labels, pad=(0, 4), flex=1)
    toggle = ("pause", "Pause") if now.playing else ("play", "Play")
    row: ui.Widget[Message] = ui.Row(
        [
            Cover(song.album, 40),
            texts,
            ui.IconButton(*toggle, ("toggle",), _ID + "miniPlayerPlayPauseButton", "text"),
            ui.IconButton("next", "Next", ("next",), _ID + "actionNext", "text"),
        ],
        10,
        (4, 2),
        height=52,
    )
    return [ui.Box(row, "surface", (8, 2), 14, (8, 4, 8, 4), ("playing",), text=song.title, description="Now playing",
                   rid=_ID + "miniPlayerTitle", role="button")]  # fmt: skip


# Pages --------------------------------------------------------------------------------------------------------------


_SORT: ui.Widget[Message] = ui.IconButton("sort", "Sort by", ("sort_menu",), _ID + "action_sort_order", "text")


def _heading(context: Context, title: str) -> ui.Widget[Message]:
    chosen = selected(context)
    if not chosen:
        find: ui.Widget[Message] = ui.IconButton("search", "Search", ("search",), _ID + "action_search", "text")
        sort = [_SORT] if context.page.arg == "songs" else []
        return ui.Row([ui.Label(title, 26, flex=1), *sort, find], pad=(16, 8), height=60)
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("playlist_add", "Add to playlist", ("choose_playlist", chosen), tone="text"),
        ui.IconButton("playlist", "Add to playing queue", ("enqueue", chosen), tone="text"),
        ui.IconButton("delete", "Delete from device", ("ask_delete", chosen), tone="text"),
    ]
    cancel: ui.Widget[Message] = ui.IconButton("close", "Cancel selection", ("dismiss",), tone="text")
    return ui.Row([cancel, ui.Label(f"{len(chosen)} selected", "title", flex=1), *actions], 4, (8, 8), "tonal", 60)


@lru_cache(maxsize=64)
def _groups(songs: tuple[Song, ...], field: str) -> tuple[tuple[str, tuple[Song, ...]], ...]:
    groups: dict[str, list[Song]] = {}
    for song in songs:
        groups.setdefault(getattr(song, field), []).append(song)
    return tuple((name, tuple(groups[name])) for name in sorted(groups, key=str.casefold))


def _count(number: int, word: str = "song") -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _main(context: Context) -> View[Message]:
    tab = context.page.arg
    songs = data.songs(context.get(FILES))
    title = next(label for _, label, key in _TABS if key == tab)
    if tab == "playlists":
        body = _playlists(context)
    elif not songs:
        body = empty("music", "No songs", "Music on this phone is listed here")
    elif tab == "songs":
        actions: list[ui.Widget[Message]] = [
            ui.Button("Play all", ("play_all", False), "tonal", "play", _ID + "playAction", flex=1),
            ui.Button("Shuffle", ("play_all", True), "tonal", "shuffle", _ID + "shuffleAction", flex=1),
        ]
        shuffle = ui.Row(actions, 10, (16, 6))
        body = _song_list(context, listed(context), [shuffle])
    elif tab == "folders":
        body = _folders(songs)
    else:
        columns = max(2, context.machine.width // 180)
        side = (context.machine.width - 32 - 14 * (columns - 1)) // columns
        kind = tab[:-1]
        cells = [
            Card(name, rows[0].artist if kind == "album" else _count(len(rows)), (kind, name),
                  Cover(name, side, "album" if kind == "album" else "person"))
            for name, rows in _groups(songs, kind)
        ]  # fmt: skip
        body = ui.Scroll(tab, [ui.Grid(cells, columns, side + 54, 14, (16, 4)), ui.Space(12)])
    tabs: ui.Widget[Message] = BottomBar(
        [(icon, label, ("tab", key), key == tab) for icon, label, key in _TABS], _ID + "navigation"
    )
    return View(ui.Column([_heading(context, title), body, *_mini(context), tabs]), _overlay(context))


def _folders(songs: Sequence[Song]) -> ui.Widget[Message]:
    """Returns the folders that have songs."""
    rows: list[ui.Widget[Message]] = []
    for path in sorted({data.folder_of(song) for song in songs}, key=str.casefold):
        name, count = path.rpartition("/")[2], sum(data.folder_of(song) == path for song in songs)
        more: ui.Widget[Message] = ui.IconButton(
            "more", f"More options for {name}", ("folder_menu", path), _ID + "menu"
        )
        where = path.replace(SDCARD, "Internal storage", 1)
        rows.append(
            ui.Tile(name, ("folder", path), f"{_count(count)} · {where}", Cover(name, 44, "folder"), more,
                    long_message=("folder_menu", path), rid=_ID + "title")
        )  # fmt: skip
    return ui.Scroll("folders", [*rows, ui.Space(12)])


def _playlists(context: Context) -> ui.Widget[Message]:
    playlists: Playlists = context.get(data.PLAYLISTS)
    favourites = len(known(context, context.get(data.PLAYER).favourites))
    rows: list[ui.Widget[Message]] = [
        ui.Tile(
            "New playlist…", ("new_playlist", ()), leading=ui.Icon("add", "accent"), rid=_ID + "action_new_playlist"
        ),
        ui.Tile(
            "Import playlist…",
            ("ask_import",),
            leading=ui.Icon("download", "accent"),
            rid=_ID + "action_import_playlist",
        ),
        ui.Tile("Favourites", ("playlist", _FAVOURITES), _count(favourites), Cover("favourites", 44, "heart_filled")),
    ]
    for playlist in playlists.lists:
        entries = data.entries(playlists, playlist.id)
        more: ui.Widget[Message] = ui.IconButton(
            "more", f"More options for {playlist.name}", ("playlist_menu", playlist.id), _ID + "menu"
        )
        seconds = sum(entry.song.seconds for entry in entries)
        rows.append(
            ui.Tile(playlist.name, ("playlist", playlist.id), f"{_count(len(entries))} · {length(seconds)}",
                    Cover(playlist.name, 44, "playlist"), more, long_message=("playlist_menu", playlist.id),
                    rid=_ID + "title")
        )  # fmt: skip
    return ui.Scroll("playlists", [*rows, ui.Space(12)])


def _collection(context: Context) -> View[Message]:
    """Returns the page of an album, an artist or a playlist."""
    page, songs = context.page, listed(context)
    title, icon = page.arg, "album" if page.name == "album" else "person"
    actions: list[ui.Widget[Message]] = []
    if page.name == "folder":
        title, icon = page.arg.rpartition("/")[2], "folder"
        actions = [_SORT, ui.IconButton("more", "More options", ("folder_menu", page.arg), tone="text")]
    if page.name == "playlist":
        icon = "playlist"
        if page.arg == _FAVOURITES:
            title, icon = "Favourites", "heart_filled"
        else:
            lists = context.get(data.PLAYLISTS).lists
            title = next((row.name for row in lists if row.id == page.arg), "")
            if not title:
                return View(ui.Column([app_bar("Playlist"), empty("playlist", "This playlist no longer exists")]))
            actions = [ui.IconButton("more", "More options", ("playlist_menu", page.arg), tone="text")]
    about = f"{_count(len(songs))} · {length(sum(song.seconds for song in songs))}"
    if page.name == "album" and songs:
        about = f"{songs[0].artist} · {about}"
    play: ui.Widget[Message] = ui.Button("Play all", ("play_all", False), "filled", "play", enabled=bool(songs), flex=1)
    shuffle: ui.Widget[Message] = ui.Button(
        "Shuffle", ("play_all", True), "tonal", "shuffle", enabled=bool(songs), flex=1
    )
    buttons = ui.Row([play, shuffle], 10, (16, 10))
    head = [Cover(title, 140, icon), ui.Label(title, 22, align="center", pad=(16, 8), wrap=True),
            ui.Label(about, "small", "muted", align="center"), buttons]  # fmt: skip
    if not songs:
        head.append(ui.Label("There are no songs", tone="muted", align="center", pad=(16, 24)))
    bar = _heading(context, "") if selected(context) else app_bar("", actions)
    return View(ui.Column([bar, _song_list(context, songs, head), *_mini(context)]), _overlay(context))


def _search(context: Context) -> View[Message]:
    query, songs = context.field("search"), listed(context)
    field = ui.Field("search", "Search your library", _ID + "searchView", icon="search", pill=True, flex=1)
    bar: ui.Widget[Message] = (
        _heading(context, "") if selected(context) else search_bar(field, ("clear",) if query else None, (8, 8), 0)
    )
    body = _song_list(context, songs)
    if not songs:
        body = empty("search", "No results" if query.strip() else "Search by title, artist or album")
    return View(ui.Column([bar, body, *_mini(context)]), _overlay(context))


def _playing(context: Context) -> View[Message]:
    queue, player, now = _now(context)
    bar: ui.Widget[Message] = app_bar("", [ui.IconButton("playlist", "Queue", ("queue",), _ID + "playerQueue", "text")])
    if not queue:
        return View(ui.Column([bar, empty("music", "Nothing is playing", "Choose a song first")]))
    song = queue[now.track].song
    starred = song.path in player.favourites
    side = max(96, min(context.machine.width - 96, context.machine.height - 480))
    repeat = {"off": "Repeat off", "all": "Repeat all", "one": "Repeat one"}[player.repeat]
    toggle = ("pause", "Pause") if now.playing else ("play", "Play")
    heart = ("heart_filled", "Remove from favourites") if starred else ("heart", "Add to favourites")
    controls: list[ui.Widget[Message]] = [
        ui.IconButton("shuffle", "Shuffle on" if player.shuffle else "Shuffle off", ("shuffle",), _ID + "shuffleButton",
                      "accent" if player.shuffle else "muted"),
        ui.Space(flex=1),
        ui.IconButton("previous", "Previous", ("previous",), _ID + "previousButton", "text", size=48),
        ui.Space(flex=1),
        ui.IconButton(*toggle, ("toggle",), _ID + "playPauseButton", "on_accent", "accent", 68),
        ui.Space(flex=1),
        ui.IconButton("next", "Next", ("next",), _ID + "nextButton", "text", size=48),
        ui.Space(flex=1),
        ui.IconButton("repeat_one" if player.repeat == "one" else "repeat", repeat, ("repeat",), _ID + "repeatButton",
                      "muted" if player.repeat == "off" else "accent"),
    ]  # fmt: skip
    names: ui.Widget[Message] = ui.Column(
        [
            ui.Label(song.title, 22, font="bold", rid=_ID + "title"),
            ui.Label(song.artist, tone="muted", rid=_ID + "text", role="link", message=("artist", song.artist)),
        ],
        2,
        flex=1,
    )
    more: ui.Widget[Message] = ui.IconButton("more", "More options", ("menu", song.path, -1), tone="text")
    parts: list[ui.Widget[Message]] = [
        bar,
        ui.Space(flex=1),
        Cover(song.album, side),
        ui.Space(flex=1),
        ui.Row(
            [names, ui.IconButton(*heart, ("favourite", song.path), _ID + "action_toggle_favorite", "accent"), more],
            4,
            (24, 8),
        ),
        ui.Column([Progress(now.passed, song.seconds, ("seek", 0.0), _ID + "progressSlider")], pad=(24, 0)),
        ui.Row(controls, pad=(20, 14)),
        ui.Label(f"{now.track + 1} of {len(queue)}", "small", "muted", align="center", pad=(0, 6)),
    ]
    return View(ui.Column(parts), _overlay(context))


def _queue(context: Context) -> View[Message]:
    queue, _, now = _now(context)

    def tile(track: int, song: Song) -> ui.Widget[Message]:
        lead: ui.Widget[Message] = Cover(song.album, 44, "play" if track == now.track else "album")
        out: ui.Widget[Message] = ui.IconButton(
            "close", f"Remove {song.title} from queue", ("dequeue", track), _ID + "menu"
        )
        return ui.Tile(song.title, ("jump", track), f"{song.artist} · {length(song.seconds)}", lead, out,
                       rid=_ID + "title", strong=track == now.track)  # fmt: skip

    rows = [ui.LazyRow("row2", tile, track, row.song) for track, row in enumerate(queue)]
    body: ui.Widget[Message] = ui.Scroll("queue", [*rows, ui.Space(12)], rid=_ID + "recycler_view")
    if not queue:
        body = empty("playlist", "The queue is empty")
    about = f"{_count(len(queue))} · {length(sum(row.song.seconds for row in queue))}"
    return View(
        ui.Column([app_bar("Playing queue"), ui.Label(about, "small", "muted", pad=(16, 2)), body, *_mini(context)])
    )


def _song_menu(context: Context, path: str, entry: int, at: tuple[int, int]) -> ui.Menu[Message]:
    song = next(iter([*known(context, [path]), *loose(context, path)]), None)
    items: list[ui.Item[Message]] = [
        ui.Item("Play next", ("play_next", (path,)), "next"),
        ui.Item("Add to playing queue", ("enqueue", (path,)), "playlist"),
        ui.Item("Add to playlist", ("choose_playlist", (path,)), "playlist_add"),
    ]
    if entry >= 0:
        items.append(ui.Item("Remove from playlist", ("take_out", entry), "close"))
    if song is not None:
        items += [
            ui.Item("Go to album", ("album", song.album), "album"),
            ui.Item("Go to artist", ("artist", song.artist), "person"),
        ]
    items += [
        ui.Item("Share", ("share", path), "share"),
        ui.Item("Set as ringtone", ("ringtone", path), "notifications"),
        ui.Item("Details", ("details", path), "info"),
        ui.Item("Delete from device", ("ask_delete", (path,)), "delete"),
    ]
    return ui.Menu(items, at)


def _details(context: Context, path: str) -> ui.Dialog[Message]:
    files: Files = context.get(FILES)
    rows: list[tuple[str, str]] = [("File", path)]
    if files.is_file(path):
        song = loose(context, path)[0]
        found = MediaFile(path, files.stat(path))  # type: ignore[arg-type]
        rows = [("Title", song.title), ("Artist", song.artist), ("Album", song.album), ("Length", length(song.seconds)),
                ("Size", size_label(len(found.file.data))), ("File", path)]  # fmt: skip
    lines = [ui.Label(f"{label}: {value}", 14, wrap=True) for label, value in rows]
    return ui.Dialog("Details", ui.Column(lines, 6), [ui.Button("OK", ("dismiss",), "text")])


def _overlay(context: Context) -> ui.Widget[Message] | None:
    playlists: Playlists = context.get(data.PLAYLISTS)
    match context.page.overlay:
        case ("menu", str(path), int(entry), at):
            return _song_menu(context, path, entry, at)
        case ("playlist_menu", int(playlist), at):
            items: list[ui.Item[Message]] = [
                ui.Item("Rename", ("ask_rename", playlist), "edit"),
                ui.Item("Save as file", ("export", playlist), "save"),
                ui.Item("Delete", ("ask_playlist", playlist), "delete"),
            ]
            return ui.Menu(items, at)
        case ("folder_menu", str(path), at):
            inside = tuple([song.path for song in data.songs(context.get(FILES)) if data.folder_of(song) == path])
            return ui.Menu(
                [ui.Item("Create playlist", ("new_playlist", inside), "playlist_add"),
                 ui.Item("Add to playlist", ("choose_playlist", inside), "playlist"),
                 ui.Item("Add to playing queue", ("enqueue", inside), "playlist")], at,
            )  # fmt: skip
        case ("sort_menu", at):
            chosen = context.get(data.PLAYER).sort
            return ui.Menu(
                [ui.Item(label, ("sort", key), "check" if key == chosen else "") for key, label in data.SORTS.items()],
                at,
            )
        case ("choose_playlist", tuple(paths)):
            rows: list[ui.Widget[Message]] = [
                ui.Tile("New playlist…", ("new_playlist", paths), leading=ui.Icon("add", "accent"))
            ]
            rows += [
                ui.Tile(row.name, ("add_to", paths, row.id), leading=ui.Icon("playlist"), rid=_ID + "title")
                for row in playlists.lists
            ]
            return ui.Dialog("Add to playlist", ui.Scroll("choices", rows), [ui.Button("Cancel", ("dismiss",), "text")])
        case ("ask_delete", tuple(paths)):
            what = _count(len(paths)) if len(paths) > 1 else f"“{paths[0].rpartition('/')[2]}”"
            return confirm(
                f"Delete {what}?", "The files are deleted from this phone.", "Delete", ("delete_songs", paths)
            )
        case ("ask_playlist", int(playlist)):
            name = next((row.name for row in playlists.lists if row.id == playlist), "")
            return confirm(f"Delete playlist “{name}”?", "Its songs stay on this phone.", "Delete",
                           ("delete_playlist", playlist))  # fmt: skip
        case ("details", str(path)):
            return _details(context, path)
        case ("problem", str(text)):
            return ui.Dialog("Music", ui.Label(text, tone="muted", wrap=True), [ui.Button("OK", ("dismiss",), "text")])
    return None


_PAGES = {"main": _main, "album": _collection, "artist": _collection, "folder": _collection,
          "playlist": _collection, "search": _search,
          "playing": _playing, "queue": _queue}  # fmt: skip


def view(context: Context) -> View[Message]:
    """Shows the page."""
    return _PAGES[context.page.name](context)
