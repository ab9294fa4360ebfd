"""Videos: plays the videos of a playlist as time passes; after GNOME's, which is also known as Totem.

State: page ``videos`` (data: `Film`, field ``search``); dialogs ``open``, ``add``, ``properties`` and ``notice`` lie
above it. With an empty playlist the window shows the videos of the folder Videos.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.videos import APP as FACTS
from crab_sim.desktop.apps.videos.messages import ControlMessage, ListMessage, Message, WindowCommand
from crab_sim.desktop.apps.videos.state import (
    FOLDER,
    SPEEDS,
    Film,
    film_of,
    frame_of,
    name_of,
    now_of,
    put_film,
    seconds_of,
)
from crab_sim.desktop.apps.videos.view import view
from crab_sim.desktop.chrome.menus import MENUS, OpenMenu, handle_menu, open_popup
from crab_sim.desktop.saving import free_path, save_file
from crab_sim.desktop.widgets import CANCEL, HOME, dialog_key, dialog_page
from crab_sim.engines.images import encoded_as
from crab_sim.engines.playback import Playback
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.slices import FILES
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP", "Film"]

_MAX_LISTED: Final = 1000

_CONTROLS: Final = MessageGroup(ControlMessage)
_LISTS: Final = MessageGroup(ListMessage)


def title(context: Context) -> str:
    """Returns the name of the video that plays, or the program's."""
    film = film_of(context)
    return name_of(film.paths[now_of(context, context.machine.now).track]) if film.paths else "Videos"


def _notice(context: Context, head: str, text: str) -> None:
    context.push(dialog_page(context, "notice", (head, text)))


def _jump(context: Context, track: int, at: float = 0.0, play: bool = True) -> None:
    since = context.machine.now if play else None
    put_film(context, film_of(context)._replace(track=track, playback=Playback(at, since)))


def _watch(context: Context, path: str) -> None:
    """Plays one video, with an empty playlist but for it."""
    context.set(focus="")
    put_film(context, film_of(context)._replace(paths=(path,), chosen=0))
    _jump(context, 0)


def _settle(context: Context) -> None:
    """Writes down what plays now, before something about it changes."""
    now = now_of(context, context.machine.now)
    _jump(context, now.track, now.passed, now.playing)


def _control(context: Context, message: ControlMessage) -> None:
    """Handles the controls of the video that plays."""
    film, now = film_of(context), now_of(context, context.machine.now)
    total = seconds_of(context.get(FILES), film.paths[now.track])
    match message:
        case ("play",):
            _jump(context, now.track, 0.0 if now.passed >= total else now.passed, not now.playing)
        case ("seek", share):
            _jump(context, now.track, share * total, now.playing)
        case ("leap", seconds):
            _jump(context, now.track, max(0.0, min(total, now.passed + seconds)), now.playing)
        case ("previous",):
            _jump(context, now.track if now.passed > 2 else max(0, now.track - 1), 0.0, now.playing)
        case ("next",):
            if now.track + 1 < len(film.paths) or film.repeat:
                _jump(context, (now.track + 1) % len(film.paths))
        case ("speed", speed):
            _settle(context)
            put_film(context, film_of(context)._replace(speed=speed))
        case ("repeat",):
            _settle(context)
            put_film(context, film_of(context)._replace(repeat=not film.repeat))
        case ("volume", share):
            put_film(context, film._replace(volume=round(share, 2)))
        case ("louder", by):
            put_film(context, film._replace(volume=round(max(0.0, min(1.0, film.volume + by)), 2)))
        case ("shot",):
            _shot(context, film.paths[now.track])
        case _:
            assert_never(message)


def _shot(context: Context, path: str) -> None:
    """Saves the shown picture of a video."""
    files: Files = context.get(FILES)
    data = encoded_as(frame_of(files, path), "a.png")
    if data is None:
        _notice(context, "Videos could not get a screenshot of the video.", "It shows no picture.")
        return
    target = free_path(files, f"{HOME}/Pictures", f"Screenshot from {name_of(path)}", ".png", " - ")
    problem = save_file(context, target, data)
    if problem:
        _notice(context, "There was an error saving the screenshot.", problem)


def _edit_list(context: Context, message: ListMessage) -> None:
    """Handles changes of the playlist."""
    _settle(context)
    film = film_of(context)
    rows, at = list(film.paths), film.chosen
    match message:
        case ("choose_row", number):
            put_film(context, film._replace(chosen=number))
        case ("play_row", number):
            put_film(context, film._replace(chosen=number))
            _jump(context, number)
        case ("remove",):
            if not (0 <= at < len(rows) and len(rows) > 1):
                return
            del rows[at]
            current = film.track == at
            track = film.track - (at < film.track)
            film = film._replace(paths=tuple(rows), chosen=min(at, len(rows) - 1), track=min(track, len(rows) - 1))
            put_film(context, film)
            if current:
                _jump(context, film.track, 0.0, film.playback.since is not None)
        case ("move", by):
            if not (0 <= at < len(rows) and 0 <= at + by < len(rows)):
                return
            rows[at], rows[at + by] = rows[at + by], rows[at]
            track = {at: at + by, at + by: at}.get(film.track, film.track)
            put_film(context, film._replace(paths=tuple(rows), chosen=at + by, track=track))
        case _:
            assert_never(message)


def _choose_file(context: Context) -> None:
    name, path = context.page.name, file_chooser.chosen(context)
    if path is None:
        return
    context.pop()
    if name == "open":
        _watch(context, path)
        return
    _settle(context)
    film = film_of(context)
    put_film(context, film._replace(paths=(*film.paths, path)[:_MAX_LISTED], listed=True))


def _window_command(context: Context, command: WindowCommand) -> None:
    """Carries out the commands about the window."""
    film = film_of(context)
    match command:
        case "menu" | "popup":
            open_popup(context)
        case "open":
            context.push(file_chooser.page(context, "open", FOLDER, ""))
        case "add":
            if film.paths:
                context.push(file_chooser.page(context, "add", film.paths[0].rpartition("/")[0] or "/", ""))
        case "properties":
            if film.paths:
                context.push(dialog_page(context, "properties"))
        case "leave":
            put_film(context, film._replace(paths=(), track=0, playback=Playback(), chosen=-1))
        case "listed":
            put_film(context, film._replace(listed=not film.listed))
        case "fullscreen":
            context.machine.put_window(context.window._replace(maximized=not context.window.maximized))
        case "close":
            context.close()
        case "cancel":
            context.pop()
        case _:
            assert_never(command)


def update(context: Context, message: Message) -> None:
    """Handles the window's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    if _CONTROLS.has(message):
        if film_of(context).paths:
            _control(context, message)
        return
    if _LISTS.has(message):
        _edit_list(context, message)
        return
    match message:
        case ("opened", path) | ("opened", _, path):
            if path != "new":
                _watch(context, path)
        case ("watch", path):
            _watch(context, path)
        case ("submit", "search"):
            context.set(focus="")
        case ("choose",) | ("submit", _):
            _choose_file(context)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _choose_file(context)
        case ("speed_menu", x, y):
            context.set(overlay=OpenMenu(-2, x, y))
        case ("opened", *_):
            pass
        case (command,):
            _window_command(context, command)
        case _:
            assert_never(message)


_KEYS: Final[Mapping[str, Message]] = {
    "space": ("play",), "p": ("play",), "ctrl+space": ("play",), "right": ("leap", 60), "left": ("leap", -15),
    "shift+right": ("leap", 15), "shift+left": ("leap", -5), "ctrl+right": ("leap", 180), "ctrl+left": ("leap", -180),
    "up": ("louder", 0.08), "down": ("louder", -0.08), "n": ("next",), "b": ("previous",), "f": ("fullscreen",),
    "f11": ("fullscreen",), "f9": ("listed",), "f10": ("menu",), "ctrl+o": ("open",), "ctrl+alt+s": ("shot",),
    "ctrl+r": ("repeat",), "ctrl+p": ("properties",), "ctrl+w": ("close",), "ctrl+q": ("close",), "q": ("close",),
    "alt+left": ("leave",),
}  # fmt: skip


def _faster(context: Context, by: int) -> None:
    """Goes to the next speed."""
    speed = film_of(context).speed
    at = SPEEDS.index(speed) + by
    if 0 <= at < len(SPEEDS):
        update(context, ("speed", SPEEDS[at]))


def key(context: Context, name: str) -> bool:
    """Handles the window's keys; in a dialog, Enter and Escape."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "videos":
        return dialog_key(context, name, update, CANCEL, {"notice": CANCEL, "properties": CANCEL}, {})
    if name == "escape":
        if context.window.maximized:
            _window_command(context, "fullscreen")
        else:
            context.set(focus="", fields={**page.fields, "search": ""})
    elif name == "ctrl+f" and not film_of(context).paths:
        context.set(focus="search", selection=(0, len(context.field("search"))))
    elif page.focus and ("+" not in name or name == "ctrl+a") and not name.startswith("f1"):
        return False
    elif name in ("[", "]"):
        _faster(context, 1 if name == "]" else -1)
    elif name in _KEYS:
        update(context, _KEYS[name])
    else:
        return False
    return True


def text(context: Context, typed: str) -> bool:
    """Takes typed characters as keys while a video plays; otherwise they begin a search."""
    if context.page.name != "videos" or context.page.overlay:
        return False
    if not film_of(context).paths:
        head = typed.partition("\n")[0]
        if head.strip():
            context.set(focus="search", fields={**context.page.fields, "search": head}, selection=(len(head),) * 2)
        return True
    for char in typed[:20]:
        if film_of(context).paths and context.page.name == "videos":
            key(context, "space" if char == " " else char)
    return True


def start(intent: Intent) -> Page:
    """Returns the page of the videos; a file to play follows with the event ``opened``."""
    return Page("videos", None, {"search": ""}, data=Film())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    **FACTS.facts,
)
