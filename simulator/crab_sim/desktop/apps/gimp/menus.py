"""GIMP's menu bar, and the actions that its search finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from crab_sim.desktop.apps.gimp.commands import COMMANDS, available
from crab_sim.desktop.apps.gimp.forms import FORMS
from crab_sim.desktop.apps.gimp.messages import MenuChoice
from crab_sim.desktop.apps.gimp.state import TOOLS, Document, Studio
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry, absent
from crab_sim.ui.messages import ToolkitMessage

__all__ = ["Found", "actions", "layer_menu", "menus"]


def _do(document: Document | None, text: str, command: str, shortcut: str = "") -> Entry[MenuChoice]:
    """Returns the entry of a command."""
    return Entry(text, ("do", command), shortcut, enabled=available(document, COMMANDS[command].needs))


def _ask(
    document: Document | None, form: str, shortcut: str = "", text: str = "", needs: str = "layer"
) -> Entry[MenuChoice]:
    """Returns the entry that opens a dialog."""
    return Entry(text or f"{FORMS[form].title}...", ("ask", form), shortcut, enabled=available(document, needs))


def _file(state: Studio, document: Document | None) -> tuple[Entry[MenuChoice], ...]:
    name = "" if document is None else document.path.rpartition("/")[2]
    has = document is not None
    if document is not None and document.origin == "imported":
        again: Entry[MenuChoice] = Entry(f"Overwrite {name}", ("export_again",))
    elif document is not None and document.origin:
        again = Entry(f"Export to {name}", ("export_again",), "Ctrl+E")
    else:
        again = Entry("Export...", ("export_as",), "Ctrl+E", enabled=has)
    return (
        Entry("New...", ("ask", "new_image"), "Ctrl+N"),
        Entry(
            "Create",
            entries=(Entry("From Clipboard", ("paste_image",), "Ctrl+Shift+V", enabled=state.clip is not None),),
        ),
        Entry("Open...", ("open",), "Ctrl+O"),
        Entry("Open as Layers...", ("open_layers",), "Ctrl+Alt+O"),
        *absent("Open Location...", "Open Recent >", "-", "Save", "Save As...", "Save a Copy..."),
        Entry("Revert", ("revert",), enabled=bool(name)),
        SEPARATOR,
        again,
        Entry("Export As...", ("export_as",), "Ctrl+Shift+E", enabled=has),
        *absent("Create Template...", "-", "Print...", "Send by Email..."),
        Entry("Copy Image Location", ("copy_location",), enabled=bool(name)),
        Entry("Show in File Manager", ("show_folder",), "Ctrl+Alt+F", enabled=bool(name)),
        SEPARATOR,
        Entry("Close View", ("close_view",), "Ctrl+W", enabled=has),
        Entry("Close All", ("close_all",), "Ctrl+Shift+W", enabled=has),
        Entry("Quit", ("quit",), "Ctrl+Q"),
    )


def _edit(state: Studio, document: Document | None) -> tuple[Entry[MenuChoice], ...]:
    past = document.past if document is not None else ()
    future = document.future if document is not None else ()
    undo, redo = (f" {past[-1].label}" if past else ""), (f" {future[-1].label}" if future else "")
    has_layer = available(document, "layer")
    return (
        Entry(f"Undo{undo}", ("undo",), "Ctrl+Z", enabled=bool(past)),
        Entry(f"Redo{redo}", ("redo",), "Ctrl+Y", enabled=bool(future)),
        Entry("Undo History", ("dock", "undo")),
        SEPARATOR,
        Entry("Cut", ("cut",), "Ctrl+X", enabled=has_layer),
        Entry("Copy", ("copy",), "Ctrl+C", enabled=has_layer),
        Entry("Copy Visible", ("copy_visible",), "Ctrl+Shift+C", enabled=has_layer),
        *absent("Paste", "Paste In Place", "Paste Into Selection", "Paste Into Selection In Place"),
        Entry("Paste as New Layer", ("paste",), "Ctrl+V", enabled=state.clip is not None and document is not None),
        Entry("Paste as New Image", ("paste_image",), "Ctrl+Shift+V", enabled=state.clip is not None),
        *absent("Buffer >", "-"),
        _do(document, "Clear", "clear", "Del"),
        _do(document, "Fill with FG Color", "fill_fg", "Ctrl+,"),
        _do(document, "Fill with BG Color", "fill_bg", "Ctrl+."),
        *absent("Fill with Pattern", "Fill Selection Outline...", "Fill Path..."),
        _ask(document, "stroke", needs="selection"),
        *absent("Stroke Path...", "-", "Preferences", "Input Devices", "Keyboard Shortcuts"),
    )


def _view(state: Studio, document: Document | None) -> tuple[Entry[MenuChoice], ...]:
    has = document is not None
    return (
        *absent("New View", "-", "Show All", "Dot for Dot"),
        Entry("Zoom In", ("zoom", "in"), "+", enabled=has),
        Entry("Zoom Out", ("zoom", "out"), "-", enabled=has),
        Entry("1:1 (100%)", ("zoom", "whole"), "1", enabled=has),
        Entry("Fit Image in Window", ("zoom", "fit"), "Ctrl+Shift+J", enabled=has),
        *absent("Flip & Rotate (0°) >"),
        Entry("Center Image in Window", ("center",), "Shift+J", enabled=has),
        *absent("-", "Shrink Wrap", "Fullscreen", "-"),
        *absent("Navigation Window", "Display Filters...", "Color Management >", "-"),
        Entry("Show Selection", ("show", "ants"), "Ctrl+T", checked=state.ants),
        Entry("Show Layer Boundary", ("show", "boundary"), checked=state.boundary),
        *absent("Show Guides", "Show Grid", "Show Sample Points", "-", "Padding Color >", "Show Menubar"),
        Entry("Show Rulers", ("show", "rulers"), "Ctrl+Shift+R", checked=state.rulers),
        Entry("Show Scrollbars", ("show", "scrollbars"), checked="scrollbars" not in state.hidden),
        Entry("Show Statusbar", ("show", "statusbar"), checked="statusbar" not in state.hidden),
    )


def _transform(document: Document | None, layer: bool) -> tuple[Entry[MenuChoice], ...]:
    head = "layer_" if layer else ""
    return (
        _do(document, "Flip Horizontally", f"{head}flip_horizontal"),
        _do(document, "Flip Vertically", f"{head}flip_vertical"),
        SEPARATOR,
        _do(document, "Rotate 90° clockwise", f"{head}rotate_cw"),
        _do(document, "Rotate 90° counter-clockwise", f"{head}rotate_ccw"),
        _do(document, "Rotate 180°", f"{head}rotate_180"),
    )


def _image(document: Document | None) -> tuple[Entry[MenuChoice], ...]:
    return (
        Entry("Duplicate", ("duplicate_image",), "Ctrl+D", enabled=document is not None),
        *absent("-", "Mode >", "Precision >", "Color Management >", "-"),
        Entry("Transform", entries=_transform(document, False), enabled=document is not None),
        SEPARATOR,
        _ask(document, "canvas_size", text="Canvas Size...", needs="image"),
        _do(document, "Fit Canvas to Layers", "fit_canvas"),
        _do(document, "Fit Canvas to Selection", "canvas_to_selection"),
        *absent("Print Size..."),
        _ask(document, "scale_image", needs="image"),
        SEPARATOR,
        _do(document, "Crop to Selection", "crop_to_selection"),
        _do(document, "Crop to Content", "crop_to_content"),
        *absent("Slice Using Guides", "Zealous Crop", "-"),
        _ask(document, "merge_visible", "Ctrl+M", "Merge Visible Layers..."),
        _do(document, "Flatten Image", "flatten"),
        *absent("Align Visible Layers...", "-", "Guides >", "Configure Grid...", "Metadata >", "-"),
        Entry("Image Properties", ("properties",), "Alt+Return", enabled=document is not None),
    )


def _layer(document: Document | None) -> tuple[Entry[MenuChoice], ...]:
    stacking: tuple[Entry[MenuChoice], ...] = (
        Entry("Select Previous Layer", ("step_layer", -1), "Pgup", enabled=available(document, "above")),
        Entry("Select Next Layer", ("step_layer", 1), "Pgdown", enabled=available(document, "below")),
        SEPARATOR,
        _do(document, "Raise Layer", "raise_layer"),
        _do(document, "Lower Layer", "lower_layer"),
        _do(document, "Layer to Top", "layer_to_top"),
        _do(document, "Layer to Bottom", "layer_to_bottom"),
    )
    transparency = (
        _do(document, "Add Alpha Channel", "add_alpha"),
        _do(document, "Remove Alpha Channel", "remove_alpha"),
    )
    return (
        _ask(document, "new_layer", "Ctrl+Shift+N", needs="image"),
        _do(document, "New from Visible", "from_visible"),
        *absent("New Layer Group..."),
        _do(document, "Duplicate Layer", "duplicate_layer", "Ctrl+Shift+D"),
        _do(document, "Merge Down", "merge_down"),
        _do(document, "Delete Layer", "delete_layer"),
        SEPARATOR,
        _ask(document, "edit_layer", "F2", "Edit Layer Attributes..."),
        Entry("Stack", entries=stacking, enabled=available(document, "layer")),
        *absent("Mask >"),
        Entry("Transparency", entries=transparency, enabled=available(document, "layer")),
        Entry("Transform", entries=_transform(document, True), enabled=available(document, "layer")),
        SEPARATOR,
        _ask(document, "layer_size", text="Layer Boundary Size..."),
        _do(document, "Layer to Image Size", "layer_to_image"),
        _ask(document, "scale_layer"),
        _do(document, "Crop to Selection", "layer_crop"),
        _do(document, "Crop to Content", "layer_crop_to_content"),
    )


def layer_menu(document: Document | None) -> tuple[Entry[MenuChoice], ...]:
    """Returns the context menu of a layer in the dock."""
    return tuple([entry for entry in _layer(document) if not entry.entries])


def _tools(state: Studio) -> tuple[Entry[MenuChoice], ...]:
    tools: list[Entry[MenuChoice]] = [
        Entry(tool.name, ("tool", tool.id), tool.shortcut, checked=tool.id == state.tool) for tool in TOOLS
    ]
    return (
        *tools,
        SEPARATOR,
        Entry("Default Colors", ("default_colors",), "D"),
        Entry("Swap Colors", ("swap_colors",), "X"),
        Entry("Search and Run a Command", ("search",), "/"),
    )


def _windows(state: Studio) -> tuple[Entry[MenuChoice], ...]:
    dialogs: tuple[Entry[MenuChoice], ...] = (
        Entry("Layers", ("dock", "layers"), "Ctrl+L"), Entry("Undo History", ("dock", "undo")),
    )  # fmt: skip
    return (
        *absent("Recently Closed Docks >"),
        Entry("Dockable Dialogs", entries=dialogs),
        SEPARATOR,
        Entry("Hide Docks", ("show", "docks"), "Tab", checked="docks" in state.hidden),
        Entry("Show Tabs", ("show", "tabs"), checked="tabs" not in state.hidden),
    )


class _Known(NamedTuple):
    """All that the menus depend on."""

    has: tuple[bool, ...]
    file: tuple[str, str]
    steps: tuple[str | None, str | None]
    pasted: bool
    shown: tuple[bool, bool, bool, frozenset[str]]
    tool: str
    last: str


def _known(state: Studio, document: Document | None) -> _Known:
    file, past, future = ("", ""), None, None
    if document is not None:
        file = document.path, document.origin
        past = document.past[-1].label if document.past else None
        future = document.future[-1].label if document.future else None
    has = tuple([available(document, needs) for needs in _NEEDS])
    shown = state.ants, state.boundary, state.rulers, state.hidden
    last = "" if state.last is None else state.last[0]
    return _Known(has, file, (past, future), state.clip is not None, shown, state.tool, last)


_NEEDS: Final = ("image", "layer", "selection", "box", "above", "below", "alpha", "opaque")
_MAX_KEPT: Final = 32
_kept: dict[_Known, tuple[BarMenu[MenuChoice], ...]] = {}


def menus(state: Studio, document: Document | None) -> tuple[BarMenu[MenuChoice], ...]:
    """Returns the menu bar, which is made anew only where something that it shows has changed."""
    known = _known(state, document)
    found = _kept.get(known)
    if found is None:
        if len(_kept) >= _MAX_KEPT:
            _kept.clear()
        found = _kept[known] = _made(state, document)
    return found


def _made(state: Studio, document: Document | None) -> tuple[BarMenu[MenuChoice], ...]:
    auto = (
        _do(document, "Equalize", "equalize"),
        _do(document, "White Balance", "white_balance"),
        _ask(document, "stretch_contrast"),
    )
    colors = (
        *absent("Color Balance...", "Color Temperature...", "Hue-Chroma..."),
        _ask(document, "hue_saturation"),
        _ask(document, "saturation"),
        _ask(document, "exposure"),
        *absent("Shadows-Highlights..."),
        _ask(document, "brightness_contrast"),
        _ask(document, "levels"),
        *absent("Curves...", "-"),
        _do(document, "Invert", "invert"),
        _do(document, "Linear Invert", "linear_invert"),
        _do(document, "Value Invert", "value_invert"),
        SEPARATOR,
        Entry("Auto", entries=auto, enabled=available(document, "layer")),
        *absent("Components >"),
        _ask(document, "desaturate"),
        *absent("Map >", "Tone Mapping >", "Info >", "-"),
        _ask(document, "threshold"),
        _ask(document, "colorize"),
        _ask(document, "posterize"),
        *absent("Color to Alpha..."),
    )
    has = available(document, "layer")
    last = "" if state.last is None else FORMS[state.last[0]].title
    again = has and bool(last)
    filters: tuple[Entry[MenuChoice], ...] = (
        Entry(f'Repeat "{last}"' if last else "Repeat Last", ("repeat",), "Ctrl+F", enabled=again),
        Entry(f'Re-Show "{last}"' if last else "Re-Show Last", ("reshow",), "Ctrl+Shift+F", enabled=again),
        *absent("Reset all Filters", "-"),
        Entry("Blur", entries=(_ask(document, "gaussian_blur"), _ask(document, "pixelize")), enabled=has),
        Entry("Enhance", entries=(_ask(document, "sharpen"),), enabled=has),
        *absent("Distorts >", "Light and Shadow >", "Noise >"),
        Entry("Edge-Detect", entries=(_ask(document, "sobel", text="Sobel..."),), enabled=has),
        Entry("Generic", entries=(_do(document, "Dilate", "dilate"), _do(document, "Erode", "erode")), enabled=has),
        *absent("Combine >"),
        *absent("Artistic >", "Decor >", "Map >", "Render >", "Web >", "Animation >", "-", "Goat-exercise"),
        *absent("Script-Fu >"),
    )
    return (
        BarMenu("File", _file(state, document)),
        BarMenu("Edit", _edit(state, document)),
        BarMenu(
            "Select",
            (
                _do(document, "All", "select_all", "Ctrl+A"),
                _do(document, "None", "select_none", "Ctrl+Shift+A"),
                _do(document, "Invert", "select_invert", "Ctrl+I"),
                *absent("Float", "By Color", "From Path", "Selection Editor", "-", "Feather...", "Sharpen"),
                _ask(document, "shrink", text="Shrink...", needs="selection"),
                _ask(document, "grow", text="Grow...", needs="selection"),
                *absent("Border...", "Distort...", "Remove Holes", "Rounded Rectangle...", "-"),
                *absent("Toggle Quick Mask", "Save to Channel", "To Path"),
            ),
        ),
        BarMenu("View", _view(state, document)),
        BarMenu("Image", _image(document)),
        BarMenu("Layer", _layer(document)),
        BarMenu("Colors", colors),
        BarMenu("Tools", _tools(state)),
        BarMenu("Filters", filters),
        BarMenu("Windows", _windows(state)),
        BarMenu(
            "Help",
            (
                *absent("Help", "Context Help", "Tip of the Day"),
                Entry("About GIMP", ("about",)),
                *absent("-", "User Manual >"),
            ),
        ),
    )


class Found(NamedTuple):
    """An action that the search shows: its text, the menus that lead to it, and its message."""

    text: str
    path: str
    message: MenuChoice | ToolkitMessage


def _entries(entries: tuple[Entry[MenuChoice], ...], path: str) -> Iterator[Found]:
    for entry in entries:
        if entry.entries:
            yield from _entries(entry.entries, f"{path} > {entry.text}")
        elif entry.text and entry.enabled and entry.message != ("search",):
            yield Found(entry.text, path, entry.message)


def actions(state: Studio, document: Document | None, query: str) -> list[Found]:
    """Returns the actions that can be done now and match a query; the best match comes first."""
    wanted = query.strip().casefold()
    found = [action for menu in menus(state, document) for action in _entries(menu.entries, menu.title)]
    if not wanted:
        return found
    first = [action for action in found if action.text.casefold().startswith(wanted)]
    first.sort(key=lambda action: action.text.casefold() != wanted)
    others = [action for action in found if action not in first and wanted in f"{action.path} {action.text}".casefold()]
    return first + others
