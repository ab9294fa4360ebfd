"""GIMP's commands that need no dialog: those of its menus, panels and canvas."""

from __future__ import annotations

from typing import Final, assert_never
from urllib.parse import quote

from crab_sim.desktop.apps.gimp import files, tools
from crab_sim.desktop.apps.gimp.accepting import show_form
from crab_sim.desktop.apps.gimp.canvas import RULER, fitting
from crab_sim.desktop.apps.gimp.commands import COMMANDS as CHANGES
from crab_sim.desktop.apps.gimp.commands import available
from crab_sim.desktop.apps.gimp.forms import FORMS
from crab_sim.desktop.apps.gimp.messages import (
    CommandMessage,
    ImageMessage,
    LayerMessage,
    OpeningMessage,
    PlaceMessage,
    SettingMessage,
    ToolMessage,
)
from crab_sim.desktop.apps.gimp.panels import RANGES
from crab_sim.desktop.apps.gimp.state import (
    OPTIONS,
    OPTIONS_OF,
    Document,
    Studio,
    current,
    edit,
    option,
    put_document,
    put_studio,
    redone,
    studio,
    undone,
)
from crab_sim.desktop.chrome.menus import open_popup
from crab_sim.desktop.widgets import dialog_page
from crab_sim.engines.raster import stack
from crab_sim.engines.raster.colors import adjusted
from crab_sim.engines.raster.geometry import TooLarge
from crab_sim.engines.raster.model import Layer, Raster, active_layer, replaced
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.ui import MessageGroup

__all__ = ["COMMANDS", "carry_out", "set_options"]

COMMANDS: Final = MessageGroup(CommandMessage)
_IMAGES: Final = MessageGroup(ImageMessage)
_PLACES: Final = MessageGroup(PlaceMessage)
_LAYERS: Final = MessageGroup(LayerMessage)
_OPENINGS: Final = MessageGroup(OpeningMessage)
_SETTINGS: Final = MessageGroup(SettingMessage)

_REGION: Final = ("region_x", "region_y", "region_width", "region_height")
_ZOOMS: tuple[float, ...] = (0.06, 0.125, 0.18, 0.25, 0.333, 0.5, 0.667, 1.0, 1.5, 2.0, 3.0, 4.0, 5.5, 8.0, 11.0, 16.0)


def carry_out(context: Context, message: CommandMessage) -> None:
    """Carries out a command; one that nothing open can take has no effect."""
    document = current(context)
    if _SETTINGS.has(message):
        _set(context, message)
    elif _OPENINGS.has(message):
        _open(context, message)
    elif _LAYERS.has(message):
        if document is not None:
            _for_layers(context, document, message)
    elif _IMAGES.has(message):
        if document is not None:
            _for_image(context, document, message)
    elif _PLACES.has(message):
        if document is not None:
            _beside(context, document, message)
    else:
        _use(context, message)


def _use(context: Context, message: ToolMessage) -> None:
    """Handles the messages of the canvas, and those that name a command, a dialog or a tool."""
    match message:
        case ("canvas", left, top, scale):
            x, y = context.point
            context.set(focus="")
            _touch(context, int((x - left) // scale), int((y - top) // scale))
        case ("stroke", left, top, scale, x1, y1, x2, y2):
            context.set(focus="")
            start = int((x1 - left) // scale), int((y1 - top) // scale)
            tools.drag(context, start, (int((x2 - left) // scale), int((y2 - top) // scale)))
        case ("do", command):
            _do(context, command)
        case ("ask", form):
            show_form(context, form)
        case ("color", which):
            show_form(context, "color", which)
        case ("tool", tool):
            tools.stop_typing(context)
            for one in tools.TOOLS:
                if one.id == tool:
                    put_studio(
                        context, studio(context)._replace(tool=one.id), **tools.region_fields(current(context), one.id)
                    )
            context.set(focus="", scroll={key: at for key, at in context.page.scroll.items() if key != "options"})
        case _:
            assert_never(message)


def _set(context: Context, message: SettingMessage) -> None:
    """Handles the messages about the tools, colours and panels."""
    state = studio(context)
    match message:
        case ("scroll_x", share):
            context.set(scroll={**context.page.scroll, "canvas_x": _over(context, share)})
        case ("swap_colors",):
            put_studio(context, state._replace(foreground=state.background, background=state.foreground))
        case ("default_colors",):
            put_studio(context, state._replace(foreground=(0, 0, 0), background=(255, 255, 255)))
        case ("reset_options",):
            put_studio(context, state, **{key: OPTIONS[key] for key in OPTIONS_OF[state.tool]})
        case ("option", key, number):
            put_studio(context, state, **{key: str(number)})
        case ("slide_option", key, share):
            low, high, places = RANGES[key]
            context.set(focus="")
            put_studio(context, state, **{key: f"{low + (high - low) * share:.{places}f}"})
            set_options(context, key)
        case ("show", part):
            put_studio(context, _shown(state, part))
        case ("dock", tab):
            put_studio(context, state._replace(dock=tab))
        case _:
            assert_never(message)


def _shown(state: Studio, part: str) -> Studio:
    """Returns the state with one of the canvas's marks shown or hidden."""
    match part:
        case "ants":
            return state._replace(ants=not state.ants)
        case "boundary":
            return state._replace(boundary=not state.boundary)
        case "scrollbars" | "statusbar" | "docks" | "tabs":
            return state._replace(hidden=state.hidden ^ {part})
    return state._replace(rulers=not state.rulers)


def _open(context: Context, message: OpeningMessage) -> None:
    """Handles the messages that open dialogs, or close something."""
    match message:
        case ("search",):
            page = dialog_page(context, "search", 0, "query")
            context.push(page._replace(scroll={}))
        case ("quit",):
            files.close_window(context)
        case ("paste_image",):
            _paste_image(context)
        case ("open",):
            files.show_chooser(context, "open")
        case ("open_layers",):
            files.show_chooser(context, "open_layers")
        case ("close_view",):
            files.close_image(context)
        case ("close_all",):
            files.close_all(context)
        case ("about",):
            files.notice(context, "GNU Image Manipulation Program\n2.10.34\nCopyright © 1995-2023 The GIMP Team")
        case _:
            assert_never(message)


def _for_image(context: Context, document: Document, message: ImageMessage) -> None:
    """Carries out a command that needs an image."""
    state, raster = studio(context), document.raster
    match message:
        case ("undo",):
            put_document(context, undone(document))
            _after(context)
        case ("redo",):
            put_document(context, redone(document))
            _after(context)
        case ("history", steps):
            for _ in range(abs(steps)):
                document = undone(document) if steps < 0 else redone(document)
            put_document(context, document)
            _after(context)
        case ("zoom", how):
            _zoom(context, document, how)
        case ("export_as",):
            files.show_chooser(context, "export")
        case ("export_again",):
            files.export_again(context)
        case ("properties",):
            context.push(dialog_page(context, "properties"))
        case ("duplicate_image",):
            files.add_image(context, raster)
        case ("cut" | "copy" | "copy_visible" as how,):
            _copy(context, document, how)
        case ("paste",):
            if state.clip is not None:
                _paste(context, raster, state.clip)
        case ("crop_now",):
            tools.apply_crop(context)
            _after(context)
        case ("crop_cancel",):
            put_document(context, document._replace(crop=None))
            _after(context)
        case _:
            assert_never(message)


def _beside(context: Context, document: Document, message: PlaceMessage) -> None:
    """Carries out a command on an image's file or place, or one that uses the last filter again."""
    last = studio(context).last
    match message:
        case ("revert",):
            files.revert(context)
        case ("copy_location",):
            context.put(CLIPBOARD, f"file://{quote(document.path)}")
        case ("show_folder",):
            context.open("files", document.path.rpartition("/")[0])
        case ("center",):
            _center(context, document)
        case ("repeat",) if last is not None:
            name, values = last
            edit(context, FORMS[name].title, adjusted(document.raster, name, values))
        case ("reshow",) if last is not None:
            show_form(context, last[0])
        case ("repeat" | "reshow",):
            pass
        case _:
            assert_never(message)


def _for_layers(context: Context, document: Document, message: LayerMessage) -> None:
    """Handles the messages about the layers in the dock and the images' tabs."""
    raster = document.raster
    match message:
        case ("layer", number):
            if number < len(raster.layers):
                put_document(context, document._replace(raster=raster._replace(active=number), typing=False))
                _after(context)
        case ("step_layer", step):
            number = max(0, min(len(raster.layers) - 1, raster.active + step))
            carry_out(context, ("layer", number))
        case ("layer_menu", number):
            carry_out(context, ("layer", number))
            open_popup(context)
        case ("edit_layer", number):
            carry_out(context, ("layer", number))
            show_form(context, "edit_layer")
        case ("image", number):
            if number < len(studio(context).images):
                put_studio(context, studio(context)._replace(current=number))
                context.set(scroll={})
                _after(context)
        case ("close_tab", number):
            if number < len(studio(context).images):
                put_studio(context, studio(context)._replace(current=number))
                files.close_image(context)
        case ("visible", number):
            if number < len(raster.layers):
                layers = list(raster.layers)
                layers[number] = layers[number]._replace(visible=not layers[number].visible)
                edit(context, "Item visibility", raster._replace(layers=tuple(layers)))
        case _:
            assert_never(message)


def _after(context: Context) -> None:
    """Shows the new active layer's opacity and the new selection's place in the panels."""
    document, state = current(context), studio(context)
    layer = active_layer(document.raster) if document is not None else None
    fields = tools.region_fields(document, state.tool)
    if layer is not None:
        fields["layer_opacity"] = f"{layer.opacity:.1f}"
        if layer.text is not None:
            fields["text_size"] = str(layer.text.size)
    put_studio(context, state, **fields)


def _do(context: Context, name: str) -> None:
    document, command = current(context), CHANGES[name]
    if document is None or not available(document, command.needs):
        return
    try:
        raster = command.change(document.raster, studio(context))
    except TooLarge as error:
        files.too_large(context, error)
        return
    edit(context, command.label, raster)
    _after(context)


def set_options(context: Context, key: str = "") -> None:
    """Takes over a typed option: brings it into its range, and applies those of a layer or a rectangle."""
    page = context.base
    key = key or page.focus
    document, state = current(context), studio(context)
    if key in RANGES:
        low, high, places = RANGES[key]
        put_studio(context, state, **{key: f"{option(context, key, low, high):.{places}f}"})
    if key == "layer_opacity" and document is not None:
        layer, value = active_layer(document.raster), option(context, key, 0, 100)
        if layer is not None:
            edit(context, "Set layer opacity", replaced(document.raster, layer._replace(opacity=value)))
    elif key == "text_size":
        tools.retyped(context)
    elif key in _REGION:
        numbers = [int(option(context, one, -30_000, 30_000)) for one in _REGION]
        if numbers[2] > 0 and numbers[3] > 0:  # otherwise it isn't typed to its end
            tools.set_region(context, *numbers)


# The canvas -------------------------------------------------------------------------------------------------------


def _touch(context: Context, x: int, y: int) -> None:
    """Uses the tool at a pixel; a click with the zoom tool changes the zoom."""
    document = current(context)
    if document is not None and studio(context).tool == "zoom":
        _zoom(context, document, "out" if option(context, "zoom_out", 0, 1) else "in")
    else:
        tools.click(context, x, y)
        _after(context)


def _room(context: Context) -> tuple[int, int]:
    """Returns the size of the canvas in pixels, roughly."""
    window, machine = context.window, context.machine
    left, top, right, bottom = window.frame
    wide, high = (machine.width - 64, machine.height - 30) if window.maximized else (right - left, bottom - top)
    return max(60, wide - 412 - RULER - 12), max(60, high - 38 - 56 - RULER - 12)


def _over(context: Context, share: float) -> int:
    """Returns the offset of the view across at a part of the scroll bar."""
    document = current(context)
    if document is None:
        return 0
    w, h = _room(context)
    scale = document.zoom or fitting(document.raster, w, h)
    return int(share * max(0, round(document.raster.width * scale) - w))


def _center(context: Context, document: Document) -> None:
    """Brings the picture's middle into the middle of the view."""
    w, h = _room(context)
    scale, raster = document.zoom or fitting(document.raster, w, h), document.raster
    middle = {"canvas_x": int(raster.width * scale - w) // 2, "canvas": int(raster.height * scale - h) // 2}
    context.set(scroll={**context.page.scroll, **{key: max(0, at) for key, at in middle.items()}})


def _zoom(context: Context, document: Document, how: str) -> None:
    """Changes the zoom around the middle of the view."""
    w, h = _room(context)
    now = document.zoom or fitting(document.raster, w, h)
    match how:
        case "in":
            new = next((zoom for zoom in _ZOOMS if zoom > now + 0.001), now)
        case "out":
            new = next((zoom for zoom in reversed(_ZOOMS) if zoom < now - 0.001), now)
        case "whole":
            new = 1.0
        case _:
            new = 0.0
    scroll = dict(context.page.scroll)
    for key, room, size in (("canvas_x", w, document.raster.width), ("canvas", h, document.raster.height)):
        over, after = max(0, int(size * now) - room), max(0, int(size * new) - room)
        middle = min(over, scroll.get(key, 0)) + room / 2 if over else size * now / 2
        scroll[key] = max(0, min(after, int(middle * new / now - room / 2)))
    put_document(context, document._replace(zoom=new))
    context.set(scroll=scroll)


# The clipboard ----------------------------------------------------------------------------------------------------


def _copy(context: Context, document: Document, how: str) -> None:
    raster, state = document.raster, studio(context)
    source = raster
    if how == "copy_visible":
        flat = stack.merged_visible(raster)
        source = flat._replace(selection=raster.selection)
    clip = stack.copied(source)
    if clip is None:
        return
    put_studio(context, state._replace(clip=clip))
    if how == "cut":
        _do(context, "clear")


def _paste(context: Context, raster: Raster, clip: Layer) -> None:
    """Adds the copied pixels as a layer: where they were, or in the middle where that is outside the picture."""
    inside = -clip.width < clip.x < raster.width and -clip.height < clip.y < raster.height
    x, y = (raster.width - clip.width) // 2, (raster.height - clip.height) // 2
    place = clip if inside else clip._replace(x=x, y=y)
    if files.add_layer(context, "Paste", place._replace(name="Pasted Layer", opacity=100.0, visible=True)):
        _after(context)


def _paste_image(context: Context) -> None:
    clip = studio(context).clip
    if clip is not None:
        layer = clip._replace(x=0, y=0, name="Pasted Layer", opacity=100.0, visible=True)
        files.add_image(context, Raster(layer.width, layer.height, (layer,)))
