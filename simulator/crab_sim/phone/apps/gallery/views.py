"""The pages of the Gallery app: photos by day, search, albums, one photo, its details, and the editor.

Their arguments and data are described in `crab_sim.phone.apps.gallery.app`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from crab_sim import ui
from crab_sim.devices import media
from crab_sim.draw.image_header import image_size
from crab_sim.engines import days
from crab_sim.files import Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.apps.files.data import size_label
from crab_sim.phone.apps.gallery import data
from crab_sim.phone.apps.gallery.data import BIN, FAVOURITES, Edit, Library
from crab_sim.phone.apps.gallery.messages import Message
from crab_sim.phone.apps.gallery.widgets import ID, WHITE, Action, Album, LargePhoto, Thumbnail, shown_size
from crab_sim.phone.media import storage
from crab_sim.phone.media.storage import MediaFile
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import clock, is_24_hour
from crab_sim.phone.widgets import row_selection
from crab_sim.phone.widgets.basics import NIGHT, app_bar, confirm, empty
from crab_sim.phone.widgets.navigation import BottomBar, Chips, Tabs

__all__ = ["Editing", "Overlay", "picked_paths", "title", "view"]

_GAP = 3

Overlay = (
    ui.ToolkitOverlay
    | tuple[Literal["ask_bin", "ask_delete", "ask_empty", "sort"]]
    | tuple[Literal["problem"], str]
    | tuple[Literal["select", "ask_bin_all"], tuple[str, ...]]
    | tuple[Literal["more"], tuple[str, ...], tuple[int, int]]
)


class Editing(NamedTuple):
    """A photo that is being edited: the changes so far, and the changed photo (None if it can't be decoded)."""

    edit: Edit
    preview: bytes | None


def _day(day: int, today: int) -> str:
    if day >= today - 1:
        return "Today" if day >= today else "Yesterday"
    return days.short_day(day, year=days.civil(day)[0] != days.civil(today)[0])


def picked_paths(context: Context) -> tuple[str, ...]:
    """Returns the selected photos of a grid, also while something is asked about them."""
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("select" | "more" | "ask_bin_all", picked, *_) if context.page.name != "photo":
            return picked
    return ()


def _thumbnail(shot: MediaFile, library: Library, album: str, picked: Sequence[str]) -> Thumbnail:
    """Returns a photo of a grid.

    Args:
        shot: The photo.
        library: The app's state.
        album: The album that a tap opens it in.
        picked: The selected photos; while there are any, a tap selects.
    """
    pick: Message | None = ("pick", shot.path) if album != BIN else None
    message = pick if picked else ("show", shot.path, album)
    return Thumbnail(shot, message, shot.path in library.favourites, pick, shot.path in picked)


def _selection_bar(context: Context) -> ui.Widget[Message] | None:
    """Returns the bar above a grid while photos are selected, None while none are."""
    picked = picked_paths(context)
    if not picked:
        return None
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("delete", "Delete", ("ask_bin_all", picked), ID + "cab_delete", tone="text"),
        ui.IconButton("more", "More options", ("more", picked), ID + "cab_more", tone="text"),
    ]
    return row_selection.bar(len(picked), actions)


def _grid(context: Context, rows: Sequence[MediaFile], by_day: bool, album: str) -> list[ui.Widget[Message]]:
    """Returns a grid of photos.

    Lines far from the visible part are replaced by empty space: most of a scrolled grid is never drawn.

    Args:
        context: The app's.
        rows: The photos.
        by_day: Whether they stand under headings with the days on which they were taken.
        album: The album that a tap on a photo opens it in.
    """
    library: Library = context.get(data.LIBRARY)
    width = context.machine.width
    columns = max(3, width // 130)
    cell = (width - _GAP * (columns - 1)) // columns
    offset, reach = context.page.scroll.get("grid", 0), context.machine.height
    groups = data.days(rows) if by_day else [(0, list(rows))]
    picked = picked_paths(context)
    widgets: list[ui.Widget[Message]] = []
    top, today = 0, int(context.now // 86_400) if by_day else 0
    for day, shots in groups:
        if by_day:
            widgets.append(ui.Label(_day(day, today), font="bold", pad=(16, 12)))
            top += 44
        height = -(-len(shots) // columns) * (cell + _GAP)
        if top + height < offset - reach or top > offset + 2 * reach:
            widgets.append(ui.Space(height))
        else:
            cells = [_thumbnail(shot, library, album, picked) for shot in shots]
            widgets += [ui.Grid(cells, columns, cell, _GAP), ui.Space(_GAP)]
        top += height
    return widgets


def _bottom(context: Context) -> ui.Widget[Message]:
    here = context.page.arg
    pages = (("image", "Photos", "photos"), ("search", "Search", "search"), ("album", "Library", "albums"))
    return BottomBar([(icon, label, ("tab", key), key == here) for icon, label, key in pages], ID + "tab")


def _main(context: Context) -> View[Message]:
    files: Files = context.get(FILES)
    match context.page.arg:
        case "search":
            query = context.field("search")
            bar: list[ui.Widget[Message]] = [
                ui.Field("search", "Search your photos", ID + "search_box", icon="search", pill=True, flex=1)
            ]
            if query:
                bar.append(ui.IconButton("close", "Clear", ("clear",)))
            rows = data.matching(files, query) if query.strip() else []
            body: ui.Widget[Message] = ui.Scroll("grid", _grid(context, rows, True, ""))
            if not rows:
                hint = "Search by name, album or date, such as “October”"
                body = empty("search", "No results" if query.strip() else "Find your photos", hint)
            parts: list[ui.Widget[Message]] = [ui.Row(bar, pad=(16, 10)), body]
        case "albums":
            parts = [ui.Label("Library", 26, pad=(16, 14)), _albums(context, files)]
        case _:
            rows = data.shots(files)
            body = ui.Scroll("grid", [*_grid(context, rows, True, ""), ui.Space(16)], rid=ID + "recycler_view")
            if not rows:
                body = empty("image", "No photos yet", "Photos that you take appear here")
            parts = [ui.Label("Photos", 26, pad=(16, 14)), body]
    selection = _selection_bar(context)
    if selection is not None:
        parts[0] = selection
    return View(
        ui.Column([*parts, _bottom(context)] if parts[-1].flex else [*parts, ui.Space(flex=1), _bottom(context)]),
        _overlay(context),
    )


def _albums(context: Context, files: Files) -> ui.Widget[Message]:
    library: Library = context.get(data.LIBRARY)
    columns = max(2, context.machine.width // 180)
    side = (context.machine.width - 32 - 12 * (columns - 1)) // columns
    cells = [
        Album(folder.rpartition("/")[2], len(rows), rows[0], ("album", folder)) for folder, rows in data.albums(files)
    ]
    special: list[ui.Widget[Message]] = [
        ui.Button("Favourites", ("album", FAVOURITES), "tonal", "star", ID + "favorites", flex=1),
        ui.Button(
            f"Bin ({len(library.bin)})" if library.bin else "Bin",
            ("album", BIN),
            "tonal",
            "delete",
            ID + "trash",
            flex=1,
        ),
    ]
    return ui.Scroll(
        "albums",
        [ui.Row(special, 12, (16, 4)), ui.Space(12), ui.Grid(cells, columns, side + 48, 12, (16, 0)), ui.Space(16)],
    )


def _name_of(album: str) -> str:
    return {BIN: "Bin", FAVOURITES: "Favourites"}.get(album, album.rpartition("/")[2])


def _album(context: Context) -> View[Message]:
    album = context.page.arg
    library: Library = context.get(data.LIBRARY)
    rows = data.listed(context.get(FILES), library, album)
    actions: list[ui.Widget[Message]] = []
    if album == BIN and rows:
        actions.append(ui.Button("Empty", ("ask_empty",), "text", rid=ID + "empty_trash"))
    if rows and not picked_paths(context) and album != BIN:
        actions.append(ui.IconButton("sort", "Sort by", ("sort",), ID + "sort", "text"))
    hint = {BIN: "What you delete is kept here until the bin is emptied", FAVOURITES: "Tap the star of a photo"}
    body: ui.Widget[Message] = ui.Scroll("grid", [*_grid(context, rows, False, album), ui.Space(16)])
    if not rows:
        body = empty("delete" if album == BIN else "image", "Nothing here", hint.get(album, ""))
    bar = _selection_bar(context) or app_bar(_name_of(album), actions)
    return View(ui.Column([bar, body]), _overlay(context))


def _photo(context: Context) -> View[Message]:
    path, album = context.page.arg, context.page.data
    files: Files = context.get(FILES)
    library: Library = context.get(data.LIBRARY)
    if not files.is_file(path):
        return View(ui.Column([app_bar(""), empty("image_broken", "This photo is gone")]))
    name = path.rpartition("/")[2]
    video = media.kind_of(name) == "video"
    paths = [shot.path for shot in data.listed(files, library, album)]
    at = paths.index(path) if path in paths else -1
    binned = album == BIN
    starred = path in library.favourites
    top: list[ui.Widget[Message]] = [ui.IconButton("back", "Navigate up", ("back",), tone=WHITE)]
    top += [
        ui.IconButton("chevron_left", "Previous photo", ("turn", -1), tone=WHITE if at > 0 else (90, 90, 94)),
        ui.Label(f"{at + 1} of {len(paths)}" if at >= 0 else "", "small", WHITE, align="center", flex=1),
        ui.IconButton("chevron_right", "Next photo", ("turn", 1), tone=WHITE if at < len(paths) - 1 else (90, 90, 94)),
    ]
    if not binned:
        star = "Remove from favourites" if starred else "Favourite"
        top.append(ui.IconButton("star_filled" if starred else "star", star, ("star",), ID + "favorite", WHITE))
        top.append(ui.IconButton("more", "More options", ("more", (path,)), ID + "more", WHITE))
    bar = ui.Row(_actions(video, binned), pad=(8, 6), background=NIGHT)
    shown = LargePhoto(storage.picture_key(name, files.read(path)), name, video)
    return View(ui.Column([ui.Row(top, 2, (6, 8), NIGHT, 56), shown, bar], background=NIGHT), _overlay(context))


def _actions(video: bool, binned: bool) -> list[ui.Widget[Message]]:
    if binned:
        return [
            Action("undo", "Restore", ("restore",), "restore"),
            Action("delete", "Delete", ("ask_delete",), "delete"),
        ]
    edit = [] if video else [Action("edit", "Edit", ("edit",), "edit")]
    return [
        Action("share", "Share", ("share",), "share"),
        *edit,
        Action("info", "Details", ("info",), "details"),
        Action("delete", "Delete", ("ask_bin",), "trash"),
    ]


def _info(context: Context) -> View[Message]:
    path = context.page.arg
    files: Files = context.get(FILES)
    if not files.is_file(path):
        return View(ui.Column([app_bar("Details", close=True), empty("image_broken", "This photo is gone")]))
    shot = MediaFile(path, files.stat(path))  # type: ignore[arg-type]
    content, when = shot.file.data, data.taken(shot)
    full = is_24_hour(context.get(SETTINGS))
    day = days.short_day(int(when // 86_400), year=True)
    head = ui.Box(
        ui.Column(
            [ui.Label(day, 18, rid=ID + "label"), ui.Label(clock(when, full), tone="muted", rid=ID + "time_label")], 4
        ),
        "",
        (16, 12),
        0,
        description=f"{day} {clock(when, full)}",
        rid=ID + "datetime_item_layout",
    )
    exif = media.read_exif(content)
    size = image_size(content)
    facts = [size_label(len(content))]
    if size is not None:
        wide, high = shown_size(content)
        facts = [f"{wide * high / 1e6:.1f} MP", f"{wide} × {high}", *facts]
    if media.kind_of(shot.name) == "video":
        seconds = int(media.read_tags(content).seconds)
        facts.append(f"{seconds // 60}:{seconds % 60:02}")
    rows = [_fact("image", shot.name, "  ·  ".join(facts))]
    if exif.model:
        rows.append(_fact("camera", exif.model, exif.make))
    if exif.place is not None:
        point: Message = ("map", *exif.place)
        rows.append(_fact("location", f"{exif.place[0]:.4f}, {exif.place[1]:.4f}", "Location", point))
    rows.append(_fact("folder", shot.folder.replace("/storage/emulated/0", "Internal storage"), "On device"))
    return View(ui.Column([app_bar("Details", close=True), ui.Scroll("info", [head, *rows, ui.Space(16)])]))


def _fact(icon: str, text: str, about: str, message: Message | None = None) -> ui.Widget[Message]:
    lines = ui.Column(
        [ui.Label(text, wrap=True, rid=ID + "label"), ui.Label(about, "small", "muted", wrap=True)], 2, flex=1
    )
    return ui.Box(
        ui.Row([ui.Icon(icon), lines], 18, (0, 4)), "", (16, 8), 0, message=message, description=text,
        rid=ID + "exif_item_layout",
    )  # fmt: skip


def _edit(context: Context) -> View[Message]:
    editing: Editing = context.page.data
    edit, preview = editing
    changed = edit != Edit()
    save: ui.Widget[Message] = ui.Button(
        "Save copy", ("save",), rid=ID + "save_copy", enabled=changed and preview is not None
    )
    tab = context.page.scroll.get("tab", 0)
    tabs: ui.Widget[Message] = Tabs([(name, ("edit_tab", i), i == tab) for i, name in enumerate(("Crop", "Filters"))])
    choices: list[ui.Widget[Message]]
    if tab == 0:
        choices = [
            ui.Row([ui.Button("Rotate", ("turned",), "outlined", "rotate_right", ID + "rotate")], pad=(16, 6)),
            Chips([(name, ("crop", name), name == edit.crop) for name in data.CROPS]),
        ]
    else:
        choices = [Chips([(name, ("filter", name), name == edit.filter) for name in data.FILTERS])]
    return View(
        ui.Column(
            [
                app_bar("Edit", [save, ui.Space(8)], close=True),
                LargePhoto(preview or b"", context.page.arg.rpartition("/")[2], False),
                tabs,
                *choices,
                ui.Space(8),
            ]
        )
    )


def _overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("ask_bin",):
            text = "It is kept in the bin, from where it can be restored."
            return confirm("Move to bin?", text, "Move to bin", ("bin",))
        case ("ask_bin_all", picked):
            text = "They are kept in the bin, from where they can be restored."
            return confirm(f"Move {len(picked)} to bin?", text, "Move to bin", ("bin_all", picked))
        case ("more", picked, at):
            items: list[ui.Item[Message]] = [
                ui.Item("Copy to", ("copy_to", picked), "copy"),
                ui.Item("Move to", ("move_to", picked), "folder"),
            ]
            if context.page.name != "photo":
                items.append(ui.Item("Select all", ("select_all",), "check"))
            else:
                items.append(ui.Item("Rename", ("ask_name",), "edit"))
                if media.kind_of(picked[0]) == "image":
                    items.append(ui.Item("Resize", ("ask_width",), "maximize"))
                    items.append(ui.Item("Set as wallpaper", ("wallpaper",), "home"))
            return ui.Menu(items, at)
        case ("sort",):
            order = context.get(data.LIBRARY).order
            rows: list[ui.Widget[Message]] = [
                ui.Tile(label, ("order", key), leading=ui.Toggle("radio", key == order), role="radio")
                for key, label in data.ORDERS
            ]
            return ui.Dialog("Sort by", ui.Column(rows), [ui.Button("Cancel", ("dismiss",), "text")])
        case ("ask_delete",):
            return confirm("Delete permanently?", "This photo can't be restored any more.", "Delete", ("delete",))
        case ("ask_empty",):
            return confirm("Empty bin?", "Everything in it will be permanently deleted.", "Empty", ("empty",))
        case ("problem", text):
            return ui.Dialog("Photos", ui.Label(text, tone="muted", wrap=True), [ui.Button("OK", ("dismiss",), "text")])
    return None


def view(context: Context) -> View[Message]:
    """Returns the page that is shown."""
    views = {"main": _main, "album": _album, "photo": _photo, "info": _info, "edit": _edit}
    return views[context.page.name](context)


def title(context: Context) -> str:
    """Returns the window's title: the album's name, or the app's."""
    page = context.page
    return _name_of(page.arg) if page.name == "album" else "Photos"
