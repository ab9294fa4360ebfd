"""Opening, exporting and closing images."""

from __future__ import annotations

from typing import Literal

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.gimp import forms
from crab_sim.desktop.apps.gimp.state import (
    MAX_IMAGES,
    Document,
    current,
    edit,
    put_document,
    put_studio,
    studio,
)
from crab_sim.desktop.documents import close_dialogs, written
from crab_sim.desktop.widgets import HOME, dialog_page
from crab_sim.engines.raster import stack
from crab_sim.engines.raster.codecs import ExportOptions, PictureRefused, decoded, encoded, format_of
from crab_sim.engines.raster.geometry import TooLarge
from crab_sim.engines.raster.model import MAX_TOTAL, Layer, Raster
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = [
    "add_image", "add_layer", "ask_export", "ask_options", "close_all", "close_image", "close_window", "export",
    "export_again", "notice", "open_as_layer", "open_file", "revert", "show_chooser", "too_large",
]  # fmt: skip

_USER = "user"


def notice(context: Context, text: str) -> None:
    """Shows a message."""
    context.push(dialog_page(context, "notice", text))


def show_chooser(context: Context, name: Literal["open", "open_layers", "export"]) -> None:
    """Shows the dialog to choose a file."""
    document = current(context)
    folder, _, file = document.path.rpartition("/") if document is not None else ("", "", "")
    text = ""
    if name == "export":
        text = f"{file.rpartition('.')[0] or 'Untitled'}.png" if document is not None and not file else file
    context.push(file_chooser.page(context, name, folder or f"{HOME}/Pictures", text))


def _layer(context: Context, path: str) -> Layer | None:
    """Returns a file's picture as a layer; None after a message about a failure."""
    files: Files = context.get(FILES)
    name = path.rpartition("/")[2]
    if not files.is_file(path):
        reason = "No such file or directory"
    elif not files.allows(path, _USER, "r"):
        reason = "Permission denied"
    else:
        try:
            return decoded(files.read(path), name)
        except (FileError, PictureRefused) as error:
            reason = str(error)
    notice(context, f"Opening '{path}' failed:\n{reason}")
    return None


def add_image(context: Context, raster: Raster, path: str = "") -> None:
    """Opens a picture as an image of its own, in front of the others."""
    state = studio(context)
    total = sum([layer.width * layer.height for image in state.images for layer in image.raster.layers])
    if len(state.images) >= MAX_IMAGES or total > 2 * MAX_TOTAL:
        notice(context, "Too many or too large images are open; close one of them first.")
        return
    number = state.opened + 1
    document = Document(number, raster, path, "imported" if path else "")
    put_studio(
        context, state._replace(images=(*state.images, document), current=len(state.images), opened=number),
        layer_opacity="100.0",
    )  # fmt: skip
    context.set(scroll={})


def open_file(context: Context, path: str) -> None:
    """Opens a file as an image."""
    layer = _layer(context, path)
    if layer is not None:
        add_image(context, Raster(layer.width, layer.height, (layer,)), path)


def open_as_layer(context: Context, path: str) -> None:
    """Adds a file's picture to the image in front as a layer, in its middle."""
    document = current(context)
    if document is None:
        open_file(context, path)
        return
    raster = document.raster
    layer = _layer(context, path)
    if layer is not None:
        x, y = (raster.width - layer.width) // 2, (raster.height - layer.height) // 2
        add_layer(context, "Open layers", layer._replace(x=x, y=y))


def add_layer(context: Context, label: str, layer: Layer) -> bool:
    """Adds a layer to the image in front; returns whether there was room for it, and says so otherwise."""
    document = current(context)
    if document is None:
        return False
    try:
        raster = stack.added(document.raster, layer)
    except TooLarge as error:
        too_large(context, error)
        return False
    edit(context, label, raster)
    return True


def too_large(context: Context, error: TooLarge) -> None:
    """Says that a picture would be too large."""
    notice(
        context, f"The image would be too large: {error}. At most 4 megapixels, and 12 in all layers, can be edited."
    )


# Exporting --------------------------------------------------------------------------------------------------------


def ask_export(context: Context, path: str) -> None:
    """Goes on after a file was chosen: asks before it replaces another, else for the format's options."""
    kind, files = format_of(path), context.get(FILES)
    if not kind:
        notice(
            context,
            "The given filename does not have any known file extension. "
            "Please enter a known file extension, such as .png or .jpg.",
        )
    elif files.exists(path):
        context.push(dialog_page(context, "replace", path))
    else:
        ask_options(context, path)


def ask_options(context: Context, path: str) -> None:
    """Asks for the options of the format that a path's name asks for."""
    close_dialogs(context)
    form = forms.EXPORTS[format_of(path)]
    page = dialog_page(context, "export_options", (format_of(path), path))
    fields = {**page.fields, **forms.starts(form, {})}
    context.push(page._replace(fields=fields, data=fields))


def export(context: Context, path: str, options: ExportOptions, origin: Literal["exported", "overwritten"]) -> None:
    """Writes the image in front to a file, and closes the dialogs; a notice says why a file can't be written.

    Args:
        context: The window's context.
        path: The file's path, whose extension decides the format.
        options: The choices of the format's dialog.
        origin: Whether the file is a new one or the one that was opened, for the window's title.
    """
    document, state = current(context), studio(context)
    close_dialogs(context)
    if document is None:
        return
    try:
        reason = written(context, path, encoded(document.raster, path, options, state.background), "Permission denied")
    except (OSError, ValueError):  # of Pillow's writers
        reason = "The file can't be written."
    if reason:
        notice(context, f"Could not open '{path}' for writing:\n{reason}")
    else:
        put_document(context, document._replace(path=path, origin=origin))


def export_again(context: Context) -> None:
    """Overwrites the imported file, or exports to the same file again."""
    document = current(context)
    if document is None or not document.origin or not format_of(document.path):
        show_chooser(context, "export")
        return
    again = document.origin in ("imported", "overwritten")
    export(context, document.path, ExportOptions(), "overwritten" if again else "exported")


# Closing ----------------------------------------------------------------------------------------------------------


def close_image(context: Context, sure: bool = False) -> None:
    """Closes the image in front, or asks first where it has changes."""
    close_dialogs(context)
    document, state = current(context), studio(context)
    if document is None:
        context.close()
    elif document.changes and not sure:
        context.push(dialog_page(context, "ask_close"))
    else:
        images = tuple([image for image in state.images if image.number != document.number])
        put_studio(context, state._replace(images=images, current=max(0, min(state.current, len(images) - 1))))
        context.set(scroll={})


def close_all(context: Context, sure: bool = False) -> None:
    """Closes all images, or asks first where one has changes."""
    close_dialogs(context)
    state = studio(context)
    if any([image.changes for image in state.images]) and not sure:
        context.push(dialog_page(context, "ask_close_all"))
    else:
        put_studio(context, state._replace(images=(), current=0))
        context.set(scroll={})


def revert(context: Context, sure: bool = False) -> None:
    """Reads the file of the image in front anew, or asks first where it has changes."""
    close_dialogs(context)
    document = current(context)
    if document is None or not document.path:
        return
    if document.changes and not sure:
        context.push(dialog_page(context, "ask_revert"))
        return
    layer = _layer(context, document.path)
    if layer is not None:
        raster = Raster(layer.width, layer.height, (layer,))
        put_document(context, Document(document.number, raster, document.path, "imported"), layer_opacity="100.0")
        context.set(scroll={})


def close_window(context: Context) -> None:
    """Closes the window, or asks first where an image has changes."""
    close_dialogs(context)
    if any([image.changes for image in studio(context).images]):
        context.push(dialog_page(context, "ask_quit"))
    else:
        context.close()
