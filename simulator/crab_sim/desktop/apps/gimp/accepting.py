"""The dialogs' events: their sliders, boxes and buttons, and the changes once they are accepted."""

from __future__ import annotations

from typing import assert_never

from crab_sim.desktop.apps.gimp import files, forms
from crab_sim.desktop.apps.gimp.messages import FormMessage
from crab_sim.desktop.apps.gimp.state import Document, current, edit, put_document, put_studio, studio
from crab_sim.engines.raster import geometry, painting, stack
from crab_sim.engines.raster.codecs import ExportOptions
from crab_sim.engines.raster.colors import ADJUSTMENTS, adjusted
from crab_sim.engines.raster.model import (
    Color,
    Layer,
    Raster,
    active_layer,
    blank,
    fits,
    grown,
    replaced,
)
from crab_sim.machine.app import Context
from crab_sim.ui import Page

__all__ = ["form_event", "settle", "show_form"]


def _form(page: Page) -> forms.Form | None:
    if page.name == "export_options":
        return forms.EXPORTS[page.arg[0]]
    return forms.FORMS.get(page.name)


def show_form(context: Context, name: str, which: str = "") -> None:
    """Opens a dialog with numbers; `which` is the colour that ``color`` changes."""
    document, form = current(context), forms.FORMS[name]
    given, arg = _given(context, name, document, which)
    fields = {**context.page.fields, **forms.starts(form, given)}
    focus = form.parts[0].key if not isinstance(form.parts[0], (forms.Choice, forms.Check)) else ""
    page = context.page
    context.push(Page(name, arg, fields, page.scroll, focus, (0, len(fields.get(focus, ""))), (), dict(fields)))


def _given(
    context: Context, name: str, document: Document | None, which: str
) -> tuple[dict[str, str], tuple[int, int] | str | None]:
    """Returns the first texts of a dialog's fields, and its subject: the size whose ratio is kept, or a colour."""
    if name == "color":
        red, green, blue = studio(context).background if which == "background" else studio(context).foreground
        color = {"red": str(red), "green": str(green), "blue": str(blue)}
        return {**color, "html": forms.html_color((red, green, blue))}, which
    if document is None:
        return ({"width": "640", "height": "400"} if name == "new_image" else {}), None
    raster = document.raster
    layer = active_layer(raster)
    size = {"width": str(raster.width), "height": str(raster.height)}
    match name:
        case "scale_image" | "canvas_size":
            return size, (raster.width, raster.height)
        case "new_image":
            return size, None
        case "new_layer":
            return {**size, "name": "Layer"}, None
        case "scale_layer" | "layer_size" if layer is not None:
            return {"width": str(layer.width), "height": str(layer.height)}, (layer.width, layer.height)
        case "edit_layer" if layer is not None:
            return {
                "name": layer.name, "x": str(layer.x), "y": str(layer.y), "opacity": f"{layer.opacity:.1f}",
                "visible": str(int(layer.visible)),
            }, None  # fmt: skip
    return {}, None


def settle(context: Context) -> None:
    """Brings the dialog's numbers into their ranges, and lets linked ones follow."""
    page = context.page
    form = _form(page)
    if form is None:
        return
    ratio: tuple[int, int] = page.arg if form.linked else (1, 1)
    fields = forms.settled(form, page.fields, page.data, page.focus, ratio)
    end = len(fields.get(page.focus, ""))
    context.set(fields=fields, data=fields, selection=(end, end))


def form_event(context: Context, message: FormMessage) -> None:
    """Handles an event of a dialog with numbers."""
    page = context.page
    form = _form(page)
    if form is None:
        return
    match message:
        case ("accept",):
            settle(context)
            _accept(context, context.page, form)
        case ("reset",):
            given = {"width": str(page.arg[0]), "height": str(page.arg[1])} if form.linked else {}
            fields = {**page.fields, **forms.starts(form, given)}
            end = len(fields.get(page.focus, ""))
            context.set(fields=fields, data=fields, selection=(0, end))
        case ("slide_value", key, share):
            for part in form.parts:
                if isinstance(part, forms.Number) and part.key == key:
                    text = forms.number_text(part, part.low + (part.high - part.low) * share)
                    context.set(fields={**page.fields, key: text}, focus="")
                    settle(context)
        case ("choose_value", key, number):
            context.set(fields={**page.fields, key: str(number)})
        case ("toggle_value", key):
            context.set(fields={**page.fields, key: "0" if page.fields[key] == "1" else "1"})
        case ("swatch", red, green, blue):
            texts = {"red": str(red), "green": str(green), "blue": str(blue)}
            texts["html"] = forms.html_color((red, green, blue))
            fields = {**page.fields, **texts}
            context.set(fields=fields, data=fields, focus="")
        case _:
            assert_never(message)


# Accepted ---------------------------------------------------------------------------------------------------------


def _accept(context: Context, page: Page, form: forms.Form) -> None:
    """Carries out the change that a dialog asks for, and closes it."""
    values, document = forms.numbers(form, page.fields), current(context)
    if page.name == "export_options":
        _export(context, page, values)
        return
    context.pop()
    if page.name == "color":
        color = int(values["red"]), int(values["green"]), int(values["blue"])
        state = studio(context)
        if page.arg == "background":
            put_studio(context, state._replace(background=color))
        else:
            put_studio(context, state._replace(foreground=color))
    elif page.name == "new_image":
        _new_image(context, values)
    elif document is not None:
        if page.name in ADJUSTMENTS:
            put_studio(context, studio(context)._replace(last=(page.name, tuple(values.values()))))
            edit(context, form.title, adjusted(document.raster, page.name, tuple(values.values())))
            return
        try:
            raster = _changed(context, page, document.raster, values)
        except geometry.TooLarge as error:
            files.too_large(context, error)
        else:
            label = "Layer Attributes" if page.name == "edit_layer" else form.step
            edit(context, label, raster)
            _show_opacity(context)


def _show_opacity(context: Context) -> None:
    document = current(context)
    layer = active_layer(document.raster) if document is not None else None
    if document is not None and layer is not None:
        put_document(context, document, layer_opacity=f"{layer.opacity:.1f}")


def _fill_color(context: Context, fill: float) -> Color | None:
    """Returns the colour of a new layer by the dialog's choice; None for a transparent one."""
    state = studio(context)
    return (state.foreground, state.background, (255, 255, 255), None)[int(fill)]


def _new_image(context: Context, values: dict[str, float]) -> None:
    width, height = int(values["width"]), int(values["height"])
    if not fits(width, height):
        files.notice(context, f"An image of {width}×{height} pixels is too large. At most 4 megapixels can be edited.")
        return
    layer = blank("Background", width, height, _fill_color(context, values["fill"]))
    files.add_image(context, Raster(width, height, (layer,)))


def _changed(context: Context, page: Page, raster: Raster, values: dict[str, float]) -> Raster:
    """Returns the picture as a dialog asks for it.

    Raises:
        TooLarge: It would have too many pixels.
    """
    layer, size = active_layer(raster), (int(values.get("width", 0)), int(values.get("height", 0)))
    chosen = raster.selection
    match page.name:
        case "grow" | "shrink" if chosen is not None:
            pixels = int(values["pixels"])
            return raster._replace(selection=grown(chosen, pixels if page.name == "grow" else -pixels))
        case "stroke":
            return painting.outlined(raster, studio(context).foreground, values["line"])
        case "layer_size":
            return geometry.layer_resized(raster, *size, int(values["x"]), int(values["y"]))
        case "scale_image":
            return geometry.scaled(raster, *size, int(values["way"]))
        case "canvas_size":
            return geometry.canvas_resized(raster, *size, int(values["x"]), int(values["y"]))
        case "scale_layer":
            return geometry.layer_scaled(raster, *size, int(values["way"]))
        case "merge_visible":
            merged = stack.merged_visible(raster)
            joined = active_layer(merged)
            if values["extent"] and joined is not None:
                return geometry.layer_cropped(merged, geometry.Box(0, 0, raster.width, raster.height))
            return merged
        case "new_layer":
            if not fits(*size):
                raise geometry.TooLarge(f"{size[0]}×{size[1]} pixels")
            new: Layer = blank(page.fields["name"][:80] or "Layer", *size, _fill_color(context, values["fill"]))
            return stack.added(raster, new._replace(opacity=values["opacity"]))
        case "edit_layer" if layer is not None:
            name = page.fields["name"][:80] or layer.name
            return replaced(
                raster,
                layer._replace(
                    name=name, opacity=values["opacity"], x=int(values["x"]), y=int(values["y"]),
                    visible=bool(values["visible"]),
                ),
            )  # fmt: skip
    return raster


def _export(context: Context, page: Page, values: dict[str, float]) -> None:
    plain = ExportOptions()
    options = ExportOptions(
        quality=int(values.get("quality", plain.quality)),
        compression=int(values.get("compression", plain.compression)),
        resolution=bool(values.get("resolution", plain.resolution)),
        comment=bool(values.get("comment", plain.comment)),
        hidden_colors=bool(values.get("hidden", plain.hidden_colors)),
        progressive=bool(values.get("progressive", plain.progressive)),
    )
    files.export(context, page.arg[1], options, "exported")
