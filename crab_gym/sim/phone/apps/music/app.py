"""The phone's Music app: songs, albums, artists and playlists; the player and its queue.

State: see `data`. Pages: ``main`` (arg: ``songs``, ``albums``, ``artists`` or ``playlists``), ``album`` and
``artist`` (arg: name), ``playlist`` (arg: id, or ``"favourites"``), ``playing``, ``queue``, ``search``. On lists of
songs the overlay ``select`` has the paths of the selected ones.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from crab_gym.sim.files import FileError, Files
from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.rows import next_id, update_row
from crab_gym.sim.machine.slices import FILES, SEED
from crab_gym.sim.phone.app import SDCARD, PhoneApp
from crab_gym.sim.phone.apps.files.data import free_name
from crab_gym.sim.phone.apps.music import data, intents
from crab_gym.sim.phone.apps.music import view as views
from crab_gym.sim.phone.apps.music.data import Player, Playlist, Playlists, Queued, Song
from crab_gym.sim.phone.apps.music.view import known, listed
from crab_gym.sim.phone.media import storage
from crab_gym.sim.phone.media.library import song_files
from crab_gym.sim.phone.system.share import share
from crab_gym.sim.phone.widgets import name_dialog
from crab_gym.sim.phone.widgets.playback import Playback
from crab_gym.sim.ui import Page

__all__ = ["APP"]

_SKIPS_BACK = 3.0  # seconds after which "previous" begins the song again
_REPEATS = {"off": "all", "all": "one", "one": "off"}


def _view(context: Context) -> View:
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


def _control(context: Context, name: str, args: Sequence[Any]) -> None:
    """Handles the player's buttons."""
    queue: tuple[Queued, ...] = context.get(data.QUEUE)
    player: Player = context.get(data.PLAYER)
    now = data.player_state(queue, player, context.now)
    if not queue:
        return
    last, wraps = len(queue) - 1, player.repeat == "all"
    match name:
        case "toggle":
            ended = now.passed >= queue[now.track].song.seconds
            _jump(context, now.track, 0.0 if ended else now.passed, not now.playing)
        case "next":
            if now.track < last or wraps:
                _jump(context, 0 if now.track == last else now.track + 1)
        case "previous":
            first = last if wraps else 0
            again = now.passed > _SKIPS_BACK
            _jump(context, now.track if again else now.track - 1 if now.track else first)
        case "seek":
            _jump(context, now.track, args[0] * queue[now.track].song.seconds, now.playing)
        case "jump":
            _jump(context, args[0])
        case "shuffle":
            rows, track = data.shuffled(queue, now.track, None if player.shuffle else _dice(context))
            context.put(data.QUEUE, rows)
            context.put(data.PLAYER, player._replace(shuffle=not player.shuffle))
            _jump(context, track, now.passed, now.playing)
        case "repeat":
            context.put(data.PLAYER, player._replace(repeat=_REPEATS[player.repeat]))
            _jump(context, now.track, now.passed, now.playing)


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


def _playlist_event(context: Context, name: str, args: Sequence[Any]) -> None:
    """Handles what is done to playlists."""
    playlists: Playlists = context.get(data.PLAYLISTS)
    context.set(overlay=())
    match name:
        case "new_playlist":
            name_dialog.ask(context, "New playlist", "Create", ("created", args[0]), hint="Playlist name")
        case "created":
            paths, wanted = args
            if any(row.name == wanted for row in playlists.lists):
                context.set(overlay=("problem", f"There is a playlist “{wanted}” already."))
                return
            new = next_id(playlists.lists)
            playlists = playlists._replace(lists=(*playlists.lists, Playlist(new, wanted)))
            context.put(data.PLAYLISTS, data.with_songs(playlists, new, known(context, paths)))
        case "add_to":
            paths, playlist = args
            context.put(data.PLAYLISTS, data.with_songs(playlists, playlist, known(context, paths)))
        case "take_out":
            rows = tuple([row for row in playlists.entries if row.id != args[0]])
            context.put(data.PLAYLISTS, playlists._replace(entries=rows))
        case "ask_rename":
            old = next((row.name for row in playlists.lists if row.id == args[0]), "")
            name_dialog.ask(context, "Rename playlist", "Rename", ("renamed", args[0]), old, "Playlist name")
        case "renamed":
            lists = update_row(playlists.lists, args[0], name=args[1])
            context.put(data.PLAYLISTS, playlists._replace(lists=lists))
        case "delete_playlist":
            context.put(data.PLAYLISTS, data.without_playlist(playlists, args[0]))
            if context.page.name == "playlist":
                context.pop()
        case "export":
            _export(context, playlists, args[0])


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


def _song_event(context: Context, name: str, args: Sequence[Any]) -> None:
    """Handles what is done to songs."""
    context.set(overlay=())
    player: Player = context.get(data.PLAYER)
    match name:
        case "play_next" | "enqueue":
            _enqueue(context, known(context, args[0]), name == "play_next")
        case "favourite":
            others = tuple([path for path in player.favourites if path != args[0]])
            favourites = others if len(others) < len(player.favourites) else (*others, args[0])
            context.put(data.PLAYER, player._replace(favourites=favourites))
        case "share":
            share(context, "audio", args[0])
        case "delete_songs":
            _delete(context, args[0])
        case "pick_row":
            paths = args[1]
            paths = tuple(p for p in paths if p != args[0]) if args[0] in paths else (*paths, args[0])
            context.set(overlay=("select", paths) if paths else ())


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


def _begin(context: Context, name: str, args: Sequence[Any]) -> None:
    """Plays what an intent asks for, one song of the page, or all of them."""
    songs: Sequence[Song] = listed(context)
    context.set(overlay=())
    match name:
        case "started":
            path = context.page.data
            if path is None:
                return
            songs = data.songs(context.get(FILES))
            _play(context, songs if any(song.path == path for song in songs) else views.loose(context, path), path)
        case "play":
            _play(context, songs, args[0])
        case "play_all" if songs:
            shuffle = args[0]
            context.put(data.PLAYER, context.get(data.PLAYER)._replace(shuffle=shuffle))
            _play(context, songs, _dice(context).choice(songs).path if shuffle else songs[0].path)


_GROUPS = {
    **dict.fromkeys(("toggle", "next", "previous", "seek", "jump", "shuffle", "repeat"), _control),
    **dict.fromkeys(("play_next", "enqueue", "favourite", "share", "delete_songs", "pick_row"), _song_event),
    **dict.fromkeys(("started", "play", "play_all"), _begin),
}


def _update(context: Context, message: tuple[Any, ...]) -> None:
    name, args = message[0], message[1:]
    if name in _GROUPS:
        _GROUPS[name](context, name, args)
        return
    match name:
        case "back":
            context.pop()
        case "tab":
            context.replace(Page("main", args[0]))
        case "album" | "artist" | "playlist" | "playing" | "queue":
            context.set(overlay=())
            context.push(Page(name, *args))
        case "search":
            context.push(Page("search", focus="search"))
        case "clear":
            context.set_fields(search="")
        case "menu" | "playlist_menu":
            context.set(overlay=(name, *args, context.point))
        case "choose_playlist" | "ask_delete" | "details" | "ask_playlist":
            context.set(overlay=(name, *args))
        case "dequeue":
            _dequeue(context, args[0])
        case _:
            _playlist_event(context, name, args)


_SHOWN, _HANDLED = name_dialog.wrap(_view, _update)

APP = PhoneApp(
    AppSpec("music", "Music", "music", (103, 58, 183), _SHOWN, _HANDLED, _start, _title),
    seeders={
        data.PLAYER: lambda rng, now: Player(),
        data.QUEUE: lambda rng, now: (),
        data.PLAYLISTS: data.seed_playlists,
    },
    databases=data.DATABASES,
    files=song_files,
    intents=intents.RULES,
    categories=("APP_MUSIC",),
)
