"""The phone's Music app: songs, albums, artists and playlists; the player and its queue.

State: see `data`. Pages: ``main`` (arg: ``songs``, ``albums``, ``artists``, ``folders`` or ``playlists``), ``album``
and ``artist`` (arg: name), ``folder`` (arg: path), ``playlist`` (arg: id, or ``"favourites"``), ``playing``, ``queue``,
``search``. On lists of songs the overlay ``select`` has the paths of the selected ones.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import assert_never

from crab_sim.engines.playback import Playback
from crab_sim.engines.songs import read_m3u
from crab_sim.files import FileError, Files
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import next_id, update_row
from crab_sim.machine.slices import FILES, SEED, SETTINGS
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.files.data import free_name
from crab_sim.phone.apps.music import APP as FACTS
from crab_sim.phone.apps.music import data
from crab_sim.phone.apps.music import view as views
from crab_sim.phone.apps.music.data import Player, Playlist, Playlists, Queued, Song
from crab_sim.phone.apps.music.messages import ControlMessage, Message, PageMessage, PlaylistMessage, SongMessage
from crab_sim.phone.apps.music.view import known, listed
from crab_sim.phone.media import storage
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.share import share
from crab_sim.phone.widgets import file_chooser, name_dialog, playlist_dialogs, row_selection
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP"]

_SKIPS_BACK = 3.0  # seconds after which "previous" restarts the song
_REPEATS = {"off": "all", "all": "one", "one": "off"}

_CONTROL = MessageGroup(ControlMessage)
_PLAYLIST = MessageGroup(PlaylistMessage)
_SONG = MessageGroup(SongMessage)


def _view(context: Context) -> View[Message]:
    return views.view(context)


def _title(context: Context) -> str:
    return "Music"


def _start(intent: Intent) -> Page:
    match intent:
        case ("play", str(path)):
            return Page("playing", data=storage.on_storage(path))
    return Page("main", "songs")


# The player ---------------------------------------------------------------------------------------------------------


def _play(context: Context, songs: Sequence[Song], path: str) -> None:
    """Makes songs the queue and plays one of them, or the first that there is."""
    player: Player = context.get(data.PLAYER)
    rows = tuple([Queued(song, i) for i, song in enumerate(songs)])
    track = next((i for i, row in enumerate(rows) if row.song.path == path), 0)
    if player.shuffle:
        rows, track = data.shuffled(rows, track, _dice(context))
    context.put(data.QUEUE, rows)
    context.put(data.PLAYER, player._replace(track=track, playback=Playback(0.0, context.now)))


def _dice(context: Context) -> random.Random:
    return random.Random(f"{context.get(SEED)}:{context.now}")


def _jump(context: Context, track: int, at: float = 0.0, play: bool = True) -> None:
    player: Player = context.get(data.PLAYER)
    context.put(data.PLAYER, player._replace(track=track, playback=Playback(at, context.now if play else None)))


def _control(context: Context, message: ControlMessage) -> None:
    """Handles the player's buttons."""
    queue: tuple[Queued, ...] = context.get(data.QUEUE)
    player: Player = context.get(data.PLAYER)
    now = data.player_state(queue, player, context.now)
    if not queue:
        return
    last, wraps = len(queue) - 1, player.repeat == "all"
    match message:
        case ("toggle",):
            ended = now.passed >= queue[now.track].song.seconds
            _jump(context, now.track, 0.0 if ended else now.passed, not now.playing)
        case ("next",):
            if now.track < last or wraps:
                _jump(context, 0 if now.track == last else now.track + 1)
        case ("previous",):
            first = last if wraps else 0
            again = now.passed > _SKIPS_BACK
            _jump(context, now.track if again else now.track - 1 if now.track else first)
        case ("seek", fraction):
            _jump(context, now.track, fraction * queue[now.track].song.seconds, now.playing)
        case ("jump", track):
            _jump(context, track)
        case ("shuffle",):
            rows, track = data.shuffled(queue, now.track, None if player.shuffle else _dice(context))
            context.put(data.QUEUE, rows)
            context.put(data.PLAYER, player._replace(shuffle=not player.shuffle))
            _jump(context, track, now.passed, now.playing)
        case ("repeat",):
            context.put(data.PLAYER, player._replace(repeat=_REPEATS[player.repeat]))
            _jump(context, now.track, now.passed, now.playing)
        case _:
            assert_never(message)


def _enqueue(context: Context, songs: Sequence[Song], following: bool) -> None:
    """Adds songs to the queue, after the present one or at its end."""
    queue: tuple[Queued, ...] = context.get(data.QUEUE)
    now = data.player_state(queue, context.get(data.PLAYER), context.now)
    place = max([row.place for row in queue], default=-1) + 1
    added = [Queued(song, place + i) for i, song in enumerate(songs)]
    cut = now.track + 1 if following and queue else len(queue)
    context.put(data.QUEUE, (*queue[:cut], *added, *queue[cut:]))
    _jump(context, now.track, now.passed, now.playing)


def _dequeue(context: Context, gone: int) -> None:
    queue: tuple[Queued, ...] = context.get(data.QUEUE)
    now = data.player_state(queue, context.get(data.PLAYER), context.now)
    rows = tuple([row for i, row in enumerate(queue) if i != gone])
    context.put(data.QUEUE, rows)
    if gone == now.track:
        _jump(context, min(gone, max(0, len(rows) - 1)), 0.0, now.playing and bool(rows))
    else:
        _jump(context, now.track - (gone < now.track), now.passed, now.playing)


# Playlists ----------------------------------------------------------------------------------------------------------


def _playlist_event(context: Context, message: PlaylistMessage) -> None:
    """Handles the messages about playlists."""
    playlists: Playlists = context.get(data.PLAYLISTS)
    context.set(overlay=())
    match message:
        case ("new_playlist", paths):
            playlist_dialogs.ask_new_name(context, paths, "Create")
        case ("created", paths, wanted):
            if not playlist_dialogs.is_taken(context, [row.name for row in playlists.lists], wanted):
                new = next_id(playlists.lists)
                playlists = playlists._replace(lists=(*playlists.lists, Playlist(new, wanted)))
                context.put(data.PLAYLISTS, data.with_songs(playlists, new, known(context, paths)))
        case ("add_to", paths, playlist):
            context.put(data.PLAYLISTS, data.with_songs(playlists, playlist, known(context, paths)))
        case ("take_out", entry):
            rows = tuple([row for row in playlists.entries if row.id != entry])
            context.put(data.PLAYLISTS, playlists._replace(entries=rows))
        case ("ask_rename", playlist):
            old = next((row.name for row in playlists.lists if row.id == playlist), "")
            playlist_dialogs.ask_name(context, playlist, old, "Rename")
        case ("renamed", playlist, wanted):
            lists = update_row(playlists.lists, playlist, name=wanted)
            context.put(data.PLAYLISTS, playlists._replace(lists=lists))
        case ("delete_playlist", playlist):
            context.put(data.PLAYLISTS, data.without_playlist(playlists, playlist))
            if context.page.name == "playlist":
                context.pop()
        case ("ask_import",):
            file_chooser.ask(context, "Import playlist", (".m3u",), ("imported",))
        case ("imported", path):
            _import(context, playlists, path)
        case ("export", playlist):
            _export(context, playlists, playlist)
        case _:
            assert_never(message)


def _import(context: Context, playlists: Playlists, path: str) -> None:
    """Makes a playlist of the songs that a file names and the phone has; its name is the file's."""
    files, name = context.get(FILES), path.rpartition("/")[2].rpartition(".")[0]
    paths = [storage.on_storage(song) for song in read_m3u(files.read(path), path.rpartition("/")[0])]
    if not playlist_dialogs.is_taken(context, [row.name for row in playlists.lists], name):
        new = Playlist(next_id(playlists.lists), name)
        playlists = playlists._replace(lists=(*playlists.lists, new))
        context.put(data.PLAYLISTS, data.with_songs(playlists, new.id, known(context, paths)))


def _export(context: Context, playlists: Playlists, playlist: int) -> None:
    name = next((row.name for row in playlists.lists if row.id == playlist), "")
    files: Files = context.get(FILES)
    folder = f"{SDCARD}/Download"
    target = f"{folder}/{name.replace('/', '_')}.m3u"
    content = data.m3u([entry.song for entry in data.entries(playlists, playlist)])
    try:
        if not files.is_dir(folder):
            files = files.mkdir(folder, context.now, parents=True)
        target = free_name(files, target)
        context.put(FILES, files.write(target, content, context.now))
    except FileError as error:
        context.set(overlay=("problem", f"Can't be saved: {error.reason}."))
        return
    context.set(overlay=("problem", f"Saved as {target.replace(SDCARD, 'Internal storage')}"))


# Songs --------------------------------------------------------------------------------------------------------------


def _song_event(context: Context, message: SongMessage) -> None:
    """Handles the messages about songs."""
    context.set(overlay=())
    player: Player = context.get(data.PLAYER)
    match message:
        case ("play_next" | "enqueue" as name, paths):
            _enqueue(context, known(context, paths), name == "play_next")
        case ("favourite", favourite):
            others = tuple([path for path in player.favourites if path != favourite])
            favourites = others if len(others) < len(player.favourites) else (*others, favourite)
            context.put(data.PLAYER, player._replace(favourites=favourites))
        case ("share", path):
            share(context, "audio", path)
        case ("ringtone", path):
            settings = context.get(SETTINGS)
            context.put(
                SETTINGS, settings_store.put(settings, "system", "ringtone", storage.content_uri(path, "audio"))
            )
            context.set(overlay=("problem", "This song is the phone's ringtone now."))
        case ("delete_songs", paths):
            _delete(context, paths)
        case _:
            assert_never(message)


def _delete(context: Context, paths: Sequence[str]) -> None:
    """Deletes songs from the phone, and from the queue and playlists."""
    files: Files = context.get(FILES)
    for path in paths:
        if files.is_file(path):
            files = files.remove(path, mtime=context.now)
        while True:
            gone = next((i for i, row in enumerate(context.get(data.QUEUE)) if row.song.path == path), None)
            if gone is None:
                break
            _dequeue(context, gone)
    context.put(FILES, files)
    playlists: Playlists = context.get(data.PLAYLISTS)
    rows = tuple([row for row in playlists.entries if row.song.path not in paths])
    context.put(data.PLAYLISTS, playlists._replace(entries=rows))


def _begin(context: Context) -> None:
    """Plays the song of an intent."""
    context.set(overlay=())
    path = context.page.data
    if path is not None:
        songs: Sequence[Song] = data.songs(context.get(FILES))
        _play(context, songs if any(song.path == path for song in songs) else views.loose(context, path), path)


def _play_all(context: Context, shuffle: bool) -> None:
    """Plays all songs of the page."""
    songs = listed(context)
    context.set(overlay=())
    if songs:
        context.put(data.PLAYER, context.get(data.PLAYER)._replace(shuffle=shuffle))
        _play(context, songs, _dice(context).choice(songs).path if shuffle else songs[0].path)


def _update(context: Context, message: Message) -> None:
    if _CONTROL.has(message):
        _control(context, message)
    elif _PLAYLIST.has(message):
        _playlist_event(context, message)
    elif _SONG.has(message):
        _song_event(context, message)
    else:
        _update_page(context, message)


def _update_page(context: Context, message: PageMessage) -> None:
    match message:
        case ("started",):
            _begin(context)
        case ("back",):
            context.pop()
        case ("play", path):
            songs = listed(context)
            context.set(overlay=())
            _play(context, songs, path)
        case ("play_all", shuffle):
            _play_all(context, shuffle)
        case ("pick_row", path):
            row_selection.toggle(context, path)
        case ("tab", tab):
            context.replace(Page("main", tab))
        case ("sort", key):
            context.put(data.PLAYER, context.get(data.PLAYER)._replace(sort=key))
            context.set(overlay=(), scroll={})
        case ("album", _) | ("artist", _) | ("folder", _) | ("playlist", _) | ("playing",) | ("queue",):
            context.set(overlay=())
            context.push(Page(*message))
        case ("search",):
            context.push(Page("search", focus="search"))
        case ("clear",):
            context.set_fields(search="")
        case ("menu", _, _) | ("playlist_menu", _) | ("folder_menu", _) | ("sort_menu",):
            context.set(overlay=(*message, context.point))
        case ("choose_playlist", _) | ("ask_delete", _) | ("details", _) | ("ask_playlist", _):
            context.set(overlay=message)
        case ("dequeue", track):
            _dequeue(context, track)
        case ("submit", _):
            pass
        case _:
            assert_never(message)


_SHOWN, _HANDLED = name_dialog.wrap(*file_chooser.wrap(_view, _update))

APP = AppSpec(
    view=_SHOWN,
    update=_HANDLED,
    start=_start,
    title=_title,
    **FACTS.spec.facts,
)
