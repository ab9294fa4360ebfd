"""Rhythmbox: the songs of the folder Music, playlists, a play queue, and a player as time passes.

State: page ``music`` (data: `Desk`, fields ``search`` and ``rename``); dialogs ``properties``, ``export``, ``load``,
``ask_replace``, ``ask_delete`` and ``notice`` lie above it. The player is in the slice ``music_player``, playlists and
the play queue are in the file that the real one keeps.
"""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.music import APP as FACTS
from crab_sim.desktop.apps.music import commands
from crab_sim.desktop.apps.music.messages import (
    Message,
    PlayerMessage,
    PlaylistMessage,
    RowMessage,
    SongMessage,
    WindowMessage,
)
from crab_sim.desktop.apps.music.playing import PLAYER
from crab_sim.desktop.apps.music.state import PLAYLIST, Desk, desk_of, player_of, shown
from crab_sim.desktop.apps.music.view import view
from crab_sim.desktop.chrome.menus import MENUS, OpenMenu, handle_menu, open_popup
from crab_sim.desktop.widgets import CANCEL, HOME, dialog_key, dialog_page
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.slices import FILES
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP", "PLAYER"]

_PLAYER: Final = MessageGroup(PlayerMessage)
_ROWS: Final = MessageGroup(RowMessage)
_SONGS: Final = MessageGroup(SongMessage)
_PLAYLISTS: Final = MessageGroup(PlaylistMessage)


def _choose_file(context: Context) -> None:
    name, path = context.page.name, file_chooser.chosen(context)
    if path is None:
        return
    files: Files = context.get(FILES)
    if name == "export" and files.exists(path):
        context.push(dialog_page(context, "ask_replace", path))
        return
    context.pop()
    if name == "export":
        commands.save_list(context, path)
    else:
        commands.load(context, path)


def _player_message(context: Context, message: PlayerMessage) -> None:
    """Handles the messages of the player's bar."""
    match message:
        case ("control", command):
            commands.control(context, command)
        case ("seek", share):
            commands.control(context, "seek", share)
        case ("volume", share):
            commands.volume(context, share)
        case ("toggle", "browse"):
            desk = desk_of(context)
            commands.desk_set(context, desk._replace(browse=not desk.browse))
        case ("toggle", name):
            commands.toggle(context, name)
        case _:
            assert_never(message)


def _row_message(context: Context, message: RowMessage) -> None:
    """Handles the messages of the lists."""
    desk = desk_of(context)
    match message:
        case ("source" | "source_menu", source):
            commands.desk_set(context, desk._replace(source=source, rows=(), renaming="", sort=""))
            context.set(focus="", scroll={**context.page.scroll, "songs": 0})
            if message[0] == "source_menu":
                _popup(context, -3)
        case ("artist", name):
            commands.desk_set(context, desk._replace(artist=name, album="", rows=()))
        case ("album", name):
            commands.desk_set(context, desk._replace(album=name, rows=()))
        case ("row", number):
            context.set(focus="")
            commands.desk_set(context, desk._replace(rows=(number,)))
        case ("row_menu", number):
            if number not in desk.rows:
                commands.desk_set(context, desk._replace(rows=(number,)))
            _popup(context, -2)
        case ("play_row", number):
            commands.desk_set(context, desk._replace(rows=(number,)))
            commands.play(context, number)
        case ("sort", column):
            commands.sort_by(context, column)
        case ("add_to", name):
            commands.add_to(context, name)
        case _:
            assert_never(message)


def _popup(context: Context, number: int) -> None:
    x, y = context.point
    context.set(overlay=OpenMenu(number, x, y))


def _song_command(context: Context, message: SongMessage) -> None:
    """Carries out the commands about the selected songs."""
    command = message[0]
    match command:
        case "enqueue":
            commands.enqueue(context)
        case "remove":
            commands.remove(context)
        case "trash":
            commands.trash(context)
        case "show":
            commands.show_folder(context)
        case "properties":
            commands.properties(context)
        case "save_tags":
            commands.save_tags(context)
        case "select_all":
            count = len(shown(context, player_of(context, context.machine.now).queue))
            commands.desk_set(context, desk_of(context)._replace(rows=tuple(range(count))))
        case "clear_queue":
            commands.clear_queue(context)
        case _:
            assert_never(command)


def _playlist_command(context: Context, message: PlaylistMessage) -> None:
    """Carries out the commands about playlists."""
    command = message[0]
    match command:
        case "add_new":
            commands.new_playlist(context, [song.path for song in commands.chosen(context)])
        case "add_menu":
            _popup(context, -4)
        case "new_playlist":
            commands.new_playlist(context)
        case "rename":
            commands.ask_name(context)
        case "delete_playlist":
            if desk_of(context).source.startswith(PLAYLIST):
                context.push(dialog_page(context, "ask_delete", desk_of(context).source[len(PLAYLIST) :]))
        case "delete_now":
            name = context.page.arg
            context.pop()
            commands.delete_playlist(context, name)
        case "export":
            commands.export(context)
        case "load":
            context.push(file_chooser.page(context, "load", f"{HOME}/Music", ""))
        case "choose":
            _choose_file(context)
        case "replace":
            path = context.page.arg
            context.pop()
            context.pop()
            commands.save_list(context, path)
        case _:
            assert_never(command)


def update(context: Context, message: Message) -> None:
    """Handles the window's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
    elif _PLAYER.has(message):
        _player_message(context, message)
    elif _ROWS.has(message):
        _row_message(context, message)
    elif _SONGS.has(message):
        _song_command(context, message)
    elif _PLAYLISTS.has(message):
        _playlist_command(context, message)
    else:
        _of_window(context, message)


def _of_window(context: Context, message: WindowMessage) -> None:
    """Handles the messages of the window itself, and those of file choosers."""
    match message:
        case ("opened", path) | ("opened", _, path):
            if path != "new":
                commands.play_file(context, path)
        case ("menu",):
            open_popup(context)
        case ("submit", "rename"):
            commands.rename(context, context.field("rename"))
        case ("submit", "search"):
            context.set(focus="")
        case ("submit", _) if context.page.name == "properties":
            commands.save_tags(context)
        case ("submit", _):
            _choose_file(context)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _choose_file(context)
        case ("cancel",):
            context.pop()
        case ("close",):
            commands.quit_player(context)
        case ("opened", *_):
            pass
        case _:
            assert_never(message)


_KEYS: Final[dict[str, Message]] = {
    "ctrl+space": ("control", "play"), "ctrl+p": ("control", "play"), "alt+left": ("control", "previous"),
    "alt+right": ("control", "next"), "ctrl+u": ("toggle", "shuffle"), "ctrl+r": ("toggle", "repeat"),
    "ctrl+b": ("toggle", "browse"), "ctrl+shift+p": ("new_playlist",), "ctrl+a": ("select_all",),
    "alt+enter": ("properties",), "delete": ("remove",), "ctrl+w": ("close",), "ctrl+q": ("close",), "f10": ("menu",),
    "ctrl+n": ("new_playlist",),
}  # fmt: skip
_ENTER: Final[dict[str, Message]] = {
    "notice": ("cancel",), "ask_delete": ("delete_now",), "ask_replace": ("replace",),
}  # fmt: skip
_FIELDS: Final = {"properties": ("title", "artist", "album")}


def key(context: Context, name: str) -> bool:
    """Handles the window's keys; in a dialog, Enter, Escape and Tab."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "music":
        return dialog_key(context, name, update, CANCEL, _ENTER, _FIELDS)
    desk = desk_of(context)
    if name == "ctrl+f":
        context.set(focus="search", selection=(0, len(context.field("search"))))
    elif name == "escape":
        commands.desk_set(context, desk._replace(renaming=""))
        context.set(focus="", fields={**context.page.fields, "search": ""})
    elif name in ("up", "down", "shift+up", "shift+down") and page.focus != "rename":
        commands.step(context, 1 if name.endswith("down") else -1, name.startswith("shift"))
    elif page.focus:
        return name in _KEYS and name not in ("ctrl+a", "delete", "alt+left", "alt+right") and _sent(context, name)
    elif name == "enter":
        if desk.rows:
            commands.play(context, desk.rows[0])
    elif name in _KEYS:
        return _sent(context, name)
    else:
        return False
    return True


def _sent(context: Context, name: str) -> bool:
    update(context, _KEYS[name])
    return True


def text(context: Context, typed: str) -> bool:
    """Starts or pauses at a typed space, and plays at a line end, while no field has the focus."""
    if context.page.name != "music" or context.page.overlay:
        return False
    for char in typed[:20]:
        if char == " ":
            commands.control(context, "play")
        elif char == "\n":
            key(context, "enter")
    return True


def start(intent: Intent) -> Page:
    """Returns the page of the library; a file to play follows with the event ``opened``."""
    return Page("music", None, {"search": "", "rename": ""}, data=Desk())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=lambda context: "Rhythmbox",
    key=key,
    text=text,
    close=commands.quit_player,
    **FACTS.facts,
)
