"""The actions of Rhythmbox: playing, queueing, keeping playlists, changing tags.

* `play`, `control` - the player. `enqueue`, `remove`, `trash` - songs of the list.
* `new_playlist`, `add_to`, `rename`, `delete_playlist`, `export`, `load` - playlists. `save_tags` - a song's tags.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.music.library import Lists, Playlist, read_lists, write_lists
from crab_sim.desktop.apps.music.messages import Control
from crab_sim.desktop.apps.music.playing import PLAYER, Player, controlled, ordered, started
from crab_sim.desktop.apps.music.state import (
    PLAYLIST,
    Desk,
    desk_of,
    named,
    player_of,
    playlist_of,
    seconds_of,
    shown,
)
from crab_sim.desktop.saving import readable, save_file
from crab_sim.desktop.trash import move_to_trash
from crab_sim.desktop.widgets import HOME, dialog_page
from crab_sim.devices import media
from crab_sim.engines.playback import Playback
from crab_sim.engines.songs import Song, m3u, read_m3u
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.chance import Chance
from crab_sim.machine.slices import FILES, SEED

__all__ = [
    "add_to", "chosen", "clear_queue", "control", "delete_playlist", "desk_set", "enqueue", "export", "load",
    "new_playlist", "notice", "play", "play_file", "quit_player", "remove", "rename", "save_list", "save_tags",
    "toggle", "trash", "volume",
]  # fmt: skip

_MAX_LISTED = 5000


def notice(context: Context, title: str, text: str) -> None:
    """Shows a message."""
    context.push(dialog_page(context, "notice", (title, text)))


def desk_set(context: Context, desk: Desk) -> None:
    """Replaces what the window shows; dialogs above it keep their own pages."""
    context.set_base(data=desk)


# The player ---------------------------------------------------------------------------------------------------------


def _now(context: Context) -> Player:
    return player_of(context, context.machine.now)


def _keep(context: Context, player: Player) -> None:
    """Keeps a state of the player; the play queue is also kept in the file of playlists."""
    context.machine.put(PLAYER, player)
    write_lists(context, read_lists(context.get(FILES))._replace(queue=player.queue))


def _dice(context: Context) -> Chance:
    return Chance(f"{context.get(SEED)}:{context.machine.now}")


def play(context: Context, number: int) -> None:
    """Plays a song of the list, and those of the list after it; a song of the play queue leaves it."""
    player, desk = _now(context), desk_of(context)
    songs = shown(context, player.queue)
    if not 0 <= number < len(songs):
        return
    path = songs[number].path
    if desk.source == "queue":
        queue = tuple([other for i, other in enumerate(player.queue) if i != number])
        player = player._replace(queue=queue)
    else:
        order, at = ordered([song.path for song in songs], path, _dice(context) if player.shuffle else None)
        player = player._replace(order=order, at=at, source=desk.source)
    _keep(context, started(player, path, context.machine.now))


def play_file(context: Context, path: str) -> None:
    """Plays a file that another program opens."""
    _keep(context, started(_now(context)._replace(order=(path,), at=0), path, context.machine.now))


def control(context: Context, command: Control | Literal["seek"], value: float = 0.0) -> None:
    """Presses a button of the player; with nothing to play, the list is what it plays."""
    player, files = _now(context), context.get(FILES)
    songs = shown(context, player.queue)
    if command in ("play", "next") and not player.path and not player.queue and songs:
        desk = desk_of(context)
        play(context, desk.rows[0] if desk.rows and desk.rows[0] < len(songs) else 0)
        return
    _keep(context, controlled(player, command, lambda path: seconds_of(files, path), context.machine.now, value))


def toggle(context: Context, name: Literal["repeat", "shuffle"]) -> None:
    """Switches repeat or shuffle; without shuffle, the songs are in their list's order again."""
    player = _now(context)
    if name == "repeat":
        _keep(context, player._replace(repeat=not player.repeat))
        return
    current = player.order[player.at] if 0 <= player.at < len(player.order) else ""
    playlist = playlist_of(context, player.source)
    if player.shuffle:
        paths: Sequence[str] = sorted(player.order)
        if playlist is not None:
            paths = [path for path in playlist.paths if path in player.order]
        else:
            songs = named(player.order, context.get(FILES))
            songs.sort(key=lambda s: (s.artist.casefold(), s.album.casefold(), s.title.casefold(), s.path))
            paths = [song.path for song in songs]
        order, at = ordered(paths, current, None)
    else:
        order, at = ordered(player.order, current, _dice(context))
    _keep(context, player._replace(order=order, at=at, shuffle=not player.shuffle))


def volume(context: Context, value: float) -> None:
    """Sets the player's volume."""
    _keep(context, _now(context)._replace(volume=round(value, 2)))


def quit_player(context: Context) -> None:
    """Stops the music, as closing the window does."""
    player = _now(context)
    if player.path:
        _keep(context, player._replace(path="", playback=Playback()))
    context.close()


# Songs of the list --------------------------------------------------------------------------------------------------


def chosen(context: Context) -> list[Song]:
    """Returns the selected songs."""
    songs = shown(context, _now(context).queue)
    return [songs[i] for i in desk_of(context).rows if i < len(songs)]


def enqueue(context: Context) -> None:
    """Adds the selected songs to the play queue."""
    player = _now(context)
    added = [song.path for song in chosen(context)]
    _keep(context, player._replace(queue=(*player.queue, *added)[:_MAX_LISTED]))


def clear_queue(context: Context) -> None:
    """Empties the play queue."""
    _keep(context, _now(context)._replace(queue=()))


def _without(paths: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    """Returns paths without some, each taken out once per time that it is named."""
    left, kept = list(gone), []
    for path in paths:
        if path in left:
            left.remove(path)
        else:
            kept.append(path)
    return tuple(kept)


def remove(context: Context) -> None:
    """Takes the selected songs out of the playlist or the play queue; their files stay."""
    desk, gone = desk_of(context), [song.path for song in chosen(context)]
    playlist = playlist_of(context, desk.source)
    if desk.source == "queue":
        player = _now(context)
        _keep(context, player._replace(queue=_without(player.queue, gone)))
    elif playlist is not None:
        _put(context, playlist.name, playlist._replace(paths=_without(playlist.paths, gone)))
    desk_set(context, desk._replace(rows=()))


def trash(context: Context) -> None:
    """Moves the files of the selected songs to the trash; playlists lose them."""
    files: Files = context.get(FILES)
    gone = [song.path for song in chosen(context)]
    try:
        for path in dict.fromkeys(gone):
            files = move_to_trash(files, path, context.machine.now)
    except FileError as error:
        notice(context, "The files could not be moved to the trash.", f"{error.reason}.")
        return
    context.put(FILES, files)
    lists = read_lists(files)
    rows = [row._replace(paths=tuple([path for path in row.paths if path not in gone])) for row in lists.playlists]
    write_lists(context, lists._replace(playlists=tuple(rows)))
    player = _now(context)
    player = player._replace(queue=tuple([path for path in player.queue if path not in gone]))
    if player.path in gone:
        files = context.get(FILES)
        player = controlled(player, "next", lambda path: seconds_of(files, path), context.machine.now)
    _keep(context, player)
    desk_set(context, desk_of(context)._replace(rows=()))


# Playlists ----------------------------------------------------------------------------------------------------------


def _put(context: Context, name: str, changed: Playlist | None) -> None:
    """Replaces a playlist, or deletes it."""
    lists = read_lists(context.get(FILES))
    rows = [(changed if row.name == name else row) for row in lists.playlists]
    write_lists(context, lists._replace(playlists=tuple([row for row in rows if row is not None])))


def _free_name(lists: Lists, name: str) -> str:
    taken, free, number = {row.name for row in lists.playlists}, name, 1
    while free in taken:
        free, number = f"{name} {number}", number + 1
    return free


def new_playlist(context: Context, paths: Sequence[str] = (), name: str = "New Playlist") -> None:
    """Makes a playlist; its name is typed in the list of sources."""
    lists = read_lists(context.get(FILES))
    free = _free_name(lists, name)
    write_lists(context, lists._replace(playlists=(*lists.playlists, Playlist(free, tuple(paths)))))
    if playlist_of(context, PLAYLIST + free) is None:
        notice(context, "The playlist could not be saved.", "You do not have the permissions necessary.")
        return
    if paths:
        desk_set(context, desk_of(context)._replace(renaming=free))
    else:
        desk_set(context, desk_of(context)._replace(source=PLAYLIST + free, renaming=free, rows=()))
    _type_name(context, free)


def _type_name(context: Context, name: str) -> None:
    context.set(fields={**context.page.fields, "rename": name}, focus="rename", selection=(0, len(name)))


def ask_name(context: Context) -> None:
    """Lets the name of the shown playlist be typed."""
    desk = desk_of(context)
    playlist = playlist_of(context, desk.source)
    if playlist is not None:
        desk_set(context, desk._replace(renaming=playlist.name))
        _type_name(context, playlist.name)


def rename(context: Context, name: str) -> None:
    """Gives the playlist that is being renamed its new name; an empty one or one that is taken changes nothing."""
    desk, wanted = desk_of(context), name.strip()
    old = desk.renaming
    context.set(focus="")
    desk_set(context, desk._replace(renaming=""))
    lists = read_lists(context.get(FILES))
    playlist = playlist_of(context, PLAYLIST + old)
    if playlist is None or not wanted or wanted in [row.name for row in lists.playlists]:
        return
    _put(context, old, playlist._replace(name=wanted))
    if desk.source == PLAYLIST + old:
        desk_set(context, desk._replace(renaming="", source=PLAYLIST + wanted))
    player = _now(context)
    if player.source == PLAYLIST + old:
        _keep(context, player._replace(source=PLAYLIST + wanted))


def add_to(context: Context, name: str) -> None:
    """Adds the selected songs to a playlist."""
    playlist = playlist_of(context, PLAYLIST + name)
    if playlist is not None:
        paths = (*playlist.paths, *[song.path for song in chosen(context)])
        _put(context, name, playlist._replace(paths=paths[:_MAX_LISTED]))


def delete_playlist(context: Context, name: str) -> None:
    """Deletes a playlist; its songs stay."""
    _put(context, name, None)
    desk_set(context, desk_of(context)._replace(source="library", rows=(), renaming=""))


def export(context: Context) -> None:
    """Asks for the file of the shown playlist."""
    playlist = playlist_of(context, desk_of(context).source)
    if playlist is not None:
        name = playlist.name.replace("/", "_")
        context.push(file_chooser.page(context, "export", HOME, f"{name}.m3u"))


def save_list(context: Context, path: str) -> None:
    """Saves the shown playlist as a file that other players read."""
    playlist = playlist_of(context, desk_of(context).source)
    if playlist is None:
        return
    target = path if "." in path.rpartition("/")[2] else f"{path}.m3u"
    if not target.lower().endswith((".m3u", ".m3u8")):
        notice(context, "Couldn't save playlist", "Playlists are saved as M3U: the file's name has to end in .m3u.")
        return
    problem = save_file(context, target, m3u(named(playlist.paths, context.get(FILES))))
    if problem:
        notice(context, "Couldn't save playlist", problem)


def load(context: Context, path: str) -> None:
    """Makes a playlist of the songs in a file."""
    files: Files = context.get(FILES)
    data = readable(files, path)
    folder, _, name = path.rpartition("/")
    songs = [] if data is None or len(data) > 1 << 20 else named(read_m3u(data, folder), files)
    if not songs:
        notice(context, "Couldn't read playlist", f"“{name}” has no songs that can be found.")
        return
    new_playlist(context, [song.path for song in songs], name.rpartition(".")[0] or name)
    context.set(focus="")
    desk = desk_of(context)
    desk_set(context, desk._replace(source=PLAYLIST + desk.renaming, renaming="", rows=()))


# Tags ---------------------------------------------------------------------------------------------------------------


def properties(context: Context) -> None:
    """Opens the dialog with the tags of the selected song."""
    songs = chosen(context)
    if songs:
        song = songs[0]
        page = dialog_page(context, "properties", song.path, "title", song.title)
        context.push(page._replace(fields={**page.fields, "artist": song.artist, "album": song.album}))


def save_tags(context: Context) -> None:
    """Writes the tags of the dialog into the song's file."""
    files: Files = context.get(FILES)
    path = context.page.arg
    data = readable(files, path)
    texts = [context.field(key).strip()[:200] for key in ("title", "artist", "album")]
    context.pop()
    changed = media.with_tags(data, *texts) if data is not None else None
    if changed is None:
        notice(context, "Song Properties", "The tags of this file can't be changed: only those of MP3 files can.")
        return
    problem = save_file(context, path, changed)
    if problem:
        notice(context, "Song Properties", problem)


def show_folder(context: Context) -> None:
    """Shows the folder of the selected song in Files."""
    songs = chosen(context)
    if songs:
        context.open("files", songs[0].path.rpartition("/")[0])


def sort_by(context: Context, column: str) -> None:
    """Sorts the list by a column; again turns the order round, once more brings the list's own order back."""
    desk = desk_of(context)
    if desk.sort != column:
        desk = desk._replace(sort=column, falling=False)
    elif not desk.falling:
        desk = desk._replace(falling=True)
    else:
        desk = desk._replace(sort="", falling=False)
    desk_set(context, desk._replace(rows=()))


def step(context: Context, by: int, extend: bool) -> None:
    """Moves the selection through the list, or extends it."""
    songs, desk = shown(context, _now(context).queue), desk_of(context)
    if not songs:
        return
    last = desk.rows[-1] if desk.rows else (-1 if by > 0 else len(songs))
    to = max(0, min(len(songs) - 1, last + by))
    rows = (*[row for row in desk.rows if row != to], to) if extend else (to,)
    desk_set(context, desk._replace(rows=rows))
    base = context.base
    top = to * 30
    offset = base.scroll.get("songs", 0)
    if not offset <= top <= offset + 240:
        context.set(scroll={**context.page.scroll, "songs": max(0, top - 120)})
