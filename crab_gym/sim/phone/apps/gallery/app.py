"""The phone's Photos app: photos and videos by day and by album, their details, favourites, the bin, and editing.

State: the slice ``"files"``, and ``"gallery"`` (`gallery_data.Library`). Pages: ``main`` (arg: ``photos``, ``search``
or ``albums``), ``album`` (arg: a folder, the favourites or the bin), ``photo`` (arg: path, data: the album), ``info``
(arg: path), ``edit`` (arg: path, data: the `Edit` and the edited photo).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crab_gym.devices import media
from crab_gym.sim.draw.image_header import image_size
from crab_gym.sim.files import FileError, Files
from crab_gym.sim.files.entries import File
from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.slices import FILES
from crab_gym.sim.phone import days
from crab_gym.sim.phone.app import PhoneApp
from crab_gym.sim.phone.apps.files.data import free_name, size_label
from crab_gym.sim.phone.apps.gallery import data, intents
from crab_gym.sim.phone.apps.gallery.data import BIN, FAVOURITES, Edit, Library
from crab_gym.sim.phone.media import storage
from crab_gym.sim.phone.media.library import photos
from crab_gym.sim.phone.media.storage import MediaFile
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.system.share import share
from crab_gym.sim.phone.times import clock, is_24_hour
from crab_gym.sim.phone.widgets.basics import NIGHT, app_bar, confirm, empty
from crab_gym.sim.phone.widgets.navigation import BottomBar, Chips, Tabs
from crab_gym.sim.ui import (
    AnyMessage,
    Box,
    Button,
    Column,
    Dialog,
    Field,
    Grid,
    Icon,
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
    Widget,
)
from crab_gym.sim.ui.node import SwipeData

__all__ = ["APP"]

_ID = "com.google.android.apps.photos:id/"
_WHITE = (255, 255, 255)
_GAP = 3


# Widgets ------------------------------------------------------------------------------------------------------------


class Thumbnail(Widget):
    """A photo or video that fills its cell; videos have their length on it."""

    __slots__ = ("message", "shot", "starred")

    def __init__(self, shot: MediaFile, message: AnyMessage | None, starred: bool = False) -> None:
        self.flex, self.shot, self.message, self.starred = 0, shot, message, starred

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the picture and the signs on it."""
        shot, theme = self.shot, scene.theme
        key = storage.picture_key(shot.name, shot.file.data)
        video = media.kind_of(shot.name) == "video"
        if key or not video:
            scene.ops.append(("picture", x, y, x + w, y + h, scene.clip, key))
        else:
            scene.fill(x, y, w, h, theme.surface)
            scene.icon(x + w // 2 - 14, y + h // 2 - 14, 28, "video", theme.muted)
        label = "Video" if video else "Photo"
        if video:
            seconds = int(media.read_tags(shot.file.data).seconds)
            scene.round(x + w - 54, y + h - 24, 50, 20, (0, 0, 0), 10)
            scene.icon(x + w - 49, y + h - 19, 10, "play", _WHITE)
            scene.text(x + w - 36, y + h - 24, 30, 20, f"{seconds // 60}:{seconds % 60:02}", _WHITE, 11)
        if self.starred:
            scene.icon(x + 6, y + h - 22, 16, "star_filled", _WHITE)
        if self.message is not None:
            when = _moment(data.taken(shot))
            scene.node(x, y, w, h, "image", "", f"{label} taken on {when}, {shot.name}", _ID + "photo", self.message)


class Shown(Widget):
    """A photo as large as fits, on a dark ground; a finger that moves sideways turns to the next."""

    __slots__ = ("key", "name", "play")

    def __init__(self, key: bytes, name: str, play: bool) -> None:
        self.flex, self.key, self.name, self.play = 1, key, name, play

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the photo in the middle."""
        scene.fill(x, y, w, h, NIGHT)
        wide, high = _shape(self.key)
        scale = min(w / wide, h / high)
        width, height = max(1, int(wide * scale)), max(1, int(high * scale))
        left, top = x + (w - width) // 2, y + (h - height) // 2
        if self.key or not self.play:
            scene.ops.append(("picture", left, top, left + width, top + height, scene.clip, self.key))
        scene.node(x, y, w, h, "image", "", self.name, _ID + "photo_view", data=SwipeData(("turn",)))
        if self.play:
            middle = x + w // 2, y + h // 2
            scene.round(middle[0] - 32, middle[1] - 32, 64, 64, (0, 0, 0), 32)
            scene.icon(middle[0] - 14, middle[1] - 14, 28, "play", _WHITE)
            scene.node(middle[0] - 32, middle[1] - 32, 64, 64, "button", "", "Play video", message=("play",))


def _shape(key: bytes) -> tuple[int, int]:
    """Returns the width and height of a photo as it is shown."""
    size = image_size(key)
    if size is None:
        return 4, 3
    return (size[1], size[0]) if media.read_exif(key).orientation >= 5 else size


def _moment(when: float) -> str:
    year, month, day = days.civil(int(when // 86_400))
    return f"{days.MONTHS[month - 1][:3]} {day}, {year} {clock(when, True)}"


def _day(day: int, today: int) -> str:
    if day >= today - 1:
        return "Today" if day >= today else "Yesterday"
    return days.short_day(day, year=days.civil(day)[0] != days.civil(today)[0])


# Views --------------------------------------------------------------------------------------------------------------


def _grid(context: Context, rows: Sequence[MediaFile], by_day: bool, album: str) -> list[Widget]:
    """Returns photos in lines, under the days on which they were taken; far from the view only their space."""
    library: Library = context.get(data.LIBRARY)
    width = context.machine.width
    columns = max(3, width // 130)
    cell = (width - _GAP * (columns - 1)) // columns
    offset, reach = context.page.scroll.get("grid", 0), context.machine.height
    groups = data.days(rows) if by_day else [(0, list(rows))]
    widgets: list[Widget] = []
    top, today = 0, int(context.now // 86_400) if by_day else 0
    for day, shots in groups:
        if by_day:
            widgets.append(Label(_day(day, today), font="bold", pad=(16, 12)))
            top += 44
        height = -(-len(shots) // columns) * (cell + _GAP)
        if top + height < offset - reach or top > offset + 2 * reach:
            widgets.append(Space(height))
        else:
            cells = [Thumbnail(s, ("show", s.path, album), s.path in library.favourites) for s in shots]
            widgets += [Grid(cells, columns, cell, _GAP), Space(_GAP)]
        top += height
    return widgets


def _bottom(context: Context) -> Widget:
    here = context.page.arg
    pages = (("image", "Photos", "photos"), ("search", "Search", "search"), ("album", "Library", "albums"))
    return BottomBar([(icon, label, ("tab", key), key == here) for icon, label, key in pages], _ID + "tab")


def _main(context: Context) -> View:
    files: Files = context.get(FILES)
    match context.page.arg:
        case "search":
            query = context.field("search")
            bar: list[Widget] = [
                Field("search", "Search your photos", _ID + "search_box", icon="search", pill=True, flex=1)
            ]
            if query:
                bar.append(IconButton("close", "Clear", ("clear",)))
            rows = data.found(files, query) if query.strip() else []
            body: Widget = Scroll("grid", _grid(context, rows, True, ""))
            if not rows:
                hint = "Search by name, album or date, such as “October”"
                body = empty("search", "No results" if query.strip() else "Find your photos", hint)
            parts: list[Widget] = [Row(bar, pad=(16, 10)), body]
        case "albums":
            parts = [Label("Library", 26, pad=(16, 14)), _albums(context, files)]
        case _:
            rows = data.shots(files)
            body = Scroll("grid", [*_grid(context, rows, True, ""), Space(16)], rid=_ID + "recycler_view")
            if not rows:
                body = empty("image", "No photos yet", "Photos that you take appear here")
            parts = [Label("Photos", 26, pad=(16, 14)), body]
    return View(Column([*parts, _bottom(context)] if parts[-1].flex else [*parts, Space(flex=1), _bottom(context)]))


class _Album(Widget):
    """An album's first photo above its name."""

    __slots__ = ("count", "message", "name", "shot")

    def __init__(self, name: str, count: int, shot: MediaFile, message: AnyMessage) -> None:
        self.flex, self.name, self.count, self.shot, self.message = 0, name, count, shot, message

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws cover, name and count."""
        Thumbnail(self.shot, None).place(scene, x, y, w, h - 48)
        Label(self.name, font="bold", role="").place(scene, x + 2, y + h - 44, w - 4, 20)
        count = f"{self.count} item{'s' * (self.count != 1)}"
        Label(count, "small", "muted", role="").place(scene, x + 2, y + h - 24, w - 4, 18)
        scene.node(x, y, w, h, "list_item", self.name, count, _ID + "album", self.message)


def _albums(context: Context, files: Files) -> Widget:
    library: Library = context.get(data.LIBRARY)
    columns = max(2, context.machine.width // 180)
    side = (context.machine.width - 32 - 12 * (columns - 1)) // columns
    cells = [
        _Album(folder.rpartition("/")[2], len(rows), rows[0], ("album", folder)) for folder, rows in data.albums(files)
    ]
    special: list[Widget] = [
        Button("Favourites", ("album", FAVOURITES), "tonal", "star", _ID + "favorites", flex=1),
        Button(f"Bin ({len(library.bin)})" if library.bin else "Bin", ("album", BIN), "tonal", "delete", _ID + "trash",
               flex=1),
    ]  # fmt: skip
    return Scroll(
        "albums",
        [Row(special, 12, (16, 4)), Space(12), Grid(cells, columns, side + 48, 12, (16, 0)), Space(16)],
    )


def _name_of(album: str) -> str:
    return {BIN: "Bin", FAVOURITES: "Favourites"}.get(album, album.rpartition("/")[2])


def _album(context: Context) -> View:
    album = context.page.arg
    library: Library = context.get(data.LIBRARY)
    rows = data.listed(context.get(FILES), library, album)
    actions = []
    if album == BIN and rows:
        actions.append(Button("Empty", ("ask_empty",), "text", rid=_ID + "empty_trash"))
    hint = {BIN: "What you delete is kept here until the bin is emptied", FAVOURITES: "Tap the star of a photo"}
    body: Widget = Scroll("grid", [*_grid(context, rows, False, album), Space(16)])
    if not rows:
        body = empty("delete" if album == BIN else "image", "Nothing here", hint.get(album, ""))
    return View(Column([app_bar(_name_of(album), actions), body]), _overlay(context))


def _photo(context: Context) -> View:
    path, album = context.page.arg, context.page.data
    files: Files = context.get(FILES)
    library: Library = context.get(data.LIBRARY)
    if not files.is_file(path):
        return View(Column([app_bar(""), empty("image_broken", "This photo is gone")]))
    name = path.rpartition("/")[2]
    video = media.kind_of(name) == "video"
    paths = [shot.path for shot in data.listed(files, library, album)]
    at = paths.index(path) if path in paths else -1
    binned = album == BIN
    starred = path in library.favourites
    top: list[Widget] = [IconButton("back", "Navigate up", ("back",), tone=_WHITE)]
    top += [
        IconButton("chevron_left", "Previous photo", ("turn", -1), tone=_WHITE if at > 0 else (90, 90, 94)),
        Label(f"{at + 1} of {len(paths)}" if at >= 0 else "", "small", _WHITE, align="center", flex=1),
        IconButton("chevron_right", "Next photo", ("turn", 1), tone=_WHITE if at < len(paths) - 1 else (90, 90, 94)),
    ]
    if not binned:
        star = "Remove from favourites" if starred else "Favourite"
        top.append(IconButton("star_filled" if starred else "star", star, ("star",), _ID + "favorite", _WHITE))
    actions = (
        [("undo", "Restore", ("restore",), "restore"), ("delete", "Delete", ("ask_delete",), "delete")]
        if binned
        else [
            ("share", "Share", ("share",), "share"),
            ("edit", "Edit", ("edit",), "edit"),
            ("info", "Details", ("info",), "details"),
            ("delete", "Delete", ("ask_bin",), "trash"),
        ]
    )
    if video and not binned:
        actions.pop(1)
    bar = Row([_Action(*action) for action in actions], pad=(8, 6), background=NIGHT)
    shown = Shown(storage.picture_key(name, files.read(path)), name, video)
    return View(Column([Row(top, 2, (6, 8), NIGHT, 56), shown, bar], background=NIGHT), _overlay(context))


class _Action(Widget):
    """One of the actions below a photo."""

    __slots__ = ("icon", "label", "message", "rid")

    def __init__(self, icon: str, label: str, message: AnyMessage, rid: str) -> None:
        self.flex, self.icon, self.label, self.message, self.rid = 1, icon, label, message, rid

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of icon and label."""
        return 54

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws icon and label."""
        scene.icon(x + w // 2 - 11, y + 6, 22, self.icon, _WHITE)
        scene.text(x, y + 32, w, 18, self.label, _WHITE, 12, "regular", "center")
        scene.node(x, y, w, h, "button", self.label, "", _ID + self.rid, self.message)


def _info(context: Context) -> View:
    path = context.page.arg
    files: Files = context.get(FILES)
    if not files.is_file(path):
        return View(Column([app_bar("Details", close=True), empty("image_broken", "This photo is gone")]))
    shot = MediaFile(path, files.stat(path))  # type: ignore[arg-type]
    content, when = shot.file.data, data.taken(shot)
    full = is_24_hour(context.get(SETTINGS))
    day = days.short_day(int(when // 86_400), year=True)
    head = Box(
        Column([Label(day, 18, rid=_ID + "label"), Label(clock(when, full), tone="muted", rid=_ID + "time_label")], 4),
        "", (16, 12), 0, description=f"{day} {clock(when, full)}", rid=_ID + "datetime_item_layout",
    )  # fmt: skip
    said = media.read_exif(content)
    size = image_size(content)
    facts = [size_label(len(content))]
    if size is not None:
        wide, high = _shape(content)
        facts = [f"{wide * high / 1e6:.1f} MP", f"{wide} × {high}", *facts]
    if media.kind_of(shot.name) == "video":
        seconds = int(media.read_tags(content).seconds)
        facts.append(f"{seconds // 60}:{seconds % 60:02}")
    rows = [_fact("image", shot.name, "  ·  ".join(facts))]
    if said.model:
        rows.append(_fact("camera", said.model, said.make))
    if said.place is not None:
        rows.append(_fact("location", f"{said.place[0]:.4f}, {said.place[1]:.4f}", "Location"))
    rows.append(_fact("folder", shot.folder.replace("/storage/emulated/0", "Internal storage"), "On device"))
    return View(Column([app_bar("Details", close=True), Scroll("info", [head, *rows, Space(16)])]))


def _fact(icon: str, text: str, about: str) -> Widget:
    lines = Column([Label(text, wrap=True, rid=_ID + "label"), Label(about, "small", "muted", wrap=True)], 2, flex=1)
    return Box(
        Row([Icon(icon), lines], 18, (0, 4)), "", (16, 8), 0, description=text, rid=_ID + "exif_item_layout"
    )  # fmt: skip


def _edit(context: Context) -> View:
    edit, preview = context.page.data
    changed = edit != Edit()
    save = Button("Save copy", ("save",), rid=_ID + "save_copy", enabled=changed and preview is not None)
    tab = context.page.scroll.get("tab", 0)
    tabs = Tabs([(name, ("edit_tab", i), i == tab) for i, name in enumerate(("Crop", "Filters"))])
    if tab == 0:
        chips: list[Widget] = [
            Row([Button("Rotate", ("turned",), "outlined", "rotate_right", _ID + "rotate")], pad=(16, 6)),
            Chips([(name, ("crop", name), name == edit.crop) for name in data.CROPS]),
        ]
    else:
        chips = [Chips([(name, ("filter", name), name == edit.filter) for name in data.FILTERS])]
    return View(
        Column(
            [
                app_bar("Edit", [save, Space(8)], close=True),
                Shown(preview or b"", context.page.arg.rpartition("/")[2], False),
                tabs,
                *chips,
                Space(8),
            ]
        )
    )


def _overlay(context: Context) -> Widget | None:
    match context.page.overlay:
        case ("ask_bin",):
            text = "It is kept in the bin, from where it can be restored."
            return confirm("Move to bin?", text, "Move to bin", ("bin",))
        case ("ask_delete",):
            return confirm("Delete permanently?", "This photo can't be restored any more.", "Delete", ("delete",))
        case ("ask_empty",):
            return confirm("Empty bin?", "Everything in it will be permanently deleted.", "Empty", ("empty",))
        case ("problem", str(text)):
            return Dialog("Photos", Label(text, tone="muted", wrap=True), [Button("OK", ("dismiss",), "text")])
        case ("menu", at):
            return Menu([Item("Details", ("info",), "info")], at)
    return None


def _view(context: Context) -> View:
    views = {"main": _main, "album": _album, "photo": _photo, "info": _info, "edit": _edit}
    return views[context.page.name](context)


def _title(context: Context) -> str:
    page = context.page
    return _name_of(page.arg) if page.name == "album" else "Photos"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> Page:
    match intent:
        case ("show", str(path)):
            return Page("photo", storage.on_storage(path), data="")
    return Page("main", "photos")


def _neighbour(context: Context, step: int) -> str | None:
    """Returns the path of the photo before or after the one that is shown."""
    page = context.page
    paths = [shot.path for shot in data.listed(context.get(FILES), context.get(data.LIBRARY), page.data)]
    at = paths.index(page.arg) + step if page.arg in paths else -1
    return paths[at] if 0 <= at < len(paths) else None


def _moved(context: Context, to_bin: bool) -> None:
    """Moves the photo that is shown to the bin or back; the next one is shown in its stead."""
    path = context.page.arg
    following = _neighbour(context, 1) or _neighbour(context, -1)
    change = data.discard if to_bin else data.restored
    try:
        files, library = change(context.get(FILES), context.get(data.LIBRARY), path, context.now)
    except (FileError, StopIteration):
        context.set(overlay=("problem", "This photo is no longer there."))
        return
    context.put(FILES, files)
    context.put(data.LIBRARY, library)
    _leave(context, following)


def _leave(context: Context, following: str | None) -> None:
    if following is None:
        if len(context.window.pages) > 1:
            context.pop()
        else:
            context.replace(Page("main", "photos"))
    else:
        context.set(arg=following, overlay=())


def _destroyed(context: Context, paths: Sequence[str]) -> None:
    """Deletes photos in the bin for good."""
    files: Files = context.get(FILES)
    library: Library = context.get(data.LIBRARY)
    for path in paths:
        if files.is_file(path):
            files = files.remove(path, mtime=context.now)
    context.put(FILES, files)
    context.put(data.LIBRARY, library._replace(bin=tuple(row for row in library.bin if row.path not in paths)))


def _edited(context: Context, name: str, args: Sequence[Any]) -> None:
    """Changes what is done to the photo being edited, and how it looks then; or saves that."""
    page, files = context.page, context.get(FILES)
    edit, preview = page.data
    match name:
        case "turned":
            edit = edit._replace(turns=(edit.turns + 1) % 4)
        case "crop":
            edit = edit._replace(crop=args[0])
        case "filter":
            edit = edit._replace(filter=args[0])
        case "save":
            _save(context, preview)
            return
    if files.is_file(page.arg):
        context.set(data=(edit, data.edited(files.read(page.arg), edit)))


def _save(context: Context, preview: bytes | None) -> None:
    page = context.page
    if preview is None or page.data[0] == Edit():
        return
    files: Files = context.get(FILES)
    stem = page.arg.rpartition(".")[0]
    target = free_name(files, f"{stem}~edited.jpg")
    try:
        context.put(FILES, files.write(target, preview, context.now))
    except FileError:
        context.set(overlay=("problem", "There is no room for the copy."))
        return
    context.pop()
    context.set(arg=target, data="")


def _album_event(context: Context, name: str, args: Sequence[Any]) -> None:
    """Handles what is done on the page of a photo, or to the bin."""
    page = context.page
    library: Library = context.get(data.LIBRARY)
    match name:
        case "turn":
            path = _neighbour(context, args[0])
            if path is not None:
                context.set(arg=path)
        case "star":
            others = tuple(path for path in library.favourites if path != page.arg)
            favourites = others if len(others) < len(library.favourites) else (*others, page.arg)
            context.put(data.LIBRARY, library._replace(favourites=favourites))
        case "share":
            share(context, "video" if media.kind_of(page.arg) == "video" else "image", page.arg)
        case "bin" | "restore":
            _moved(context, name == "bin")
        case "delete":
            following = _neighbour(context, 1) or _neighbour(context, -1)
            _destroyed(context, [page.arg])
            _leave(context, following)
        case "empty":
            context.set(overlay=())
            _destroyed(context, [row.path for row in library.bin])


def _update(context: Context, message: tuple[Any, ...]) -> None:
    name, args = message[0], message[1:]
    page = context.page
    match name:
        case "back":
            context.pop()
        case "tab":
            context.replace(Page("main", args[0], focus="search" if args[0] == "search" else ""))
        case "album":
            context.push(Page("album", args[0]))
        case "show":
            context.push(Page("photo", args[0], data=args[1]))
        case "play":
            context.open("video", "play", page.arg)
        case "info":
            context.push(Page("info", page.arg))
        case "edit":
            entry = context.get(FILES).stat(page.arg)
            if type(entry) is File:
                context.push(Page("edit", page.arg, data=(Edit(), data.edited(entry.data, Edit()))))
        case "edit_tab":
            context.set(scroll={"tab": args[0]})
        case "turned" | "crop" | "filter" | "save":
            _edited(context, name, args)
        case "ask_bin" | "ask_delete" | "ask_empty":
            context.set(overlay=(name,))
        case "clear":
            context.set_fields(search="")
        case _:
            _album_event(context, name, args)


APP = PhoneApp(
    AppSpec("gallery", "Gallery", "image", (219, 68, 55), _view, _update, _start, _title, dark=("photo",)),
    seeders={data.LIBRARY: lambda rng, now: Library()},
    files=photos,
    intents=intents.RULES,
    categories=("APP_GALLERY",),
)
