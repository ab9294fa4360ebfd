"""GIMP's dialogs as widgets, each like a small window above the canvas."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.gimp import forms, menus
from crab_sim.desktop.apps.gimp.lacking import Off
from crab_sim.desktop.apps.gimp.messages import Message
from crab_sim.desktop.apps.gimp.panels import choices
from crab_sim.desktop.apps.gimp.state import current, name_of, studio
from crab_sim.desktop.widgets import Sized, Swatch, sized
from crab_sim.machine.app import Context
from crab_sim.ui import (
    Button,
    Column,
    Field,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Slider,
    Theme,
    Widget,
)
from crab_sim.ui.node import CHECKABLE, CHECKED, FOCUSED, SELECTED, ShadeData
from crab_sim.ui.popups import place_actions

__all__ = ["dialog"]

_PALETTE = (
    ("black", (0, 0, 0)), ("white", (255, 255, 255)), ("gray", (128, 128, 128)), ("red", (255, 0, 0)),
    ("orange", (255, 165, 0)), ("yellow", (255, 255, 0)), ("green", (0, 128, 0)), ("cyan", (0, 255, 255)),
    ("blue", (0, 0, 255)), ("purple", (128, 0, 128)), ("magenta", (255, 0, 255)), ("brown", (165, 42, 42)),
)  # fmt: skip
_HEAD = 32


class _Window(Widget[Message]):
    """A dialog with a title bar; it has the focus, and nothing below it takes touches.

    Args:
        title: Its title.
        body: Its content.
        actions: Its buttons.
        wide: Its greatest width in pixels.
        aside: Whether it lies on the right, so that the picture can be seen.
    """

    __slots__ = ("actions", "aside", "body", "title", "wide")

    def __init__(
        self,
        title: str,
        body: Widget[Message],
        actions: Sequence[Button[Message]],
        wide: int = 440,
        aside: bool = False,
    ) -> None:
        self.flex = 0
        self.title, self.body, self.actions, self.wide, self.aside = title, body, actions, wide, aside

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the dialog; the rectangle is the page's."""
        theme = scene.theme
        scene.node(x, y, w, h, "other", message=("nothing",), data=ShadeData())
        head, pad = _HEAD * theme.font // 14, theme.pad
        width = min(w - 16, self.wide)
        inner = width - 2 * pad
        chrome = head + theme.button + 3 * pad
        body_h = min(self.body.height(theme, inner), h - 16 - chrome)
        height = body_h + chrome
        left = x + (max(8, w - width - 24) if self.aside else (w - width) // 2)
        top = y + max(8, (h - height) // (3 if self.aside else 2))
        scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 12))
        scene.round(left, top, width, height, theme.raised, 8)
        scene.round(left, top, width, head, theme.bar, 8)
        scene.fill(left, top + head - 8, width, 8, theme.bar)
        scene.fill(left, top + head - 1, width, 1, theme.outline)
        scene.frame(left, top, width, height, theme.outline, 8)
        scene.node(left, top, width, height, "dialog", self.title, message=("nothing",), flags=FOCUSED)
        scene.text(left + 34, top, width - 68, head, self.title, theme.text, theme.font, "bold", "center")
        scene.icon(left + width - 24, top + (head - 14) // 2, 14, "close", theme.text)
        scene.node(left + width - 32, top, 32, head, "button", "", "Close", message=("cancel",))
        self.body.place(scene, left + pad, top + head + pad, inner, body_h)
        place_actions(scene, self.actions, left + width - pad, top + height - pad - theme.button)


class _Cell(Widget[Message]):
    """A row of the search's list: an action, and the menus that lead to it."""

    __slots__ = ("found", "number", "selected")

    def __init__(self, found: menus.Found, number: int, selected: bool) -> None:
        self.flex, self.found, self.number, self.selected = 0, found, number, selected

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return theme.font + 16

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme = scene.theme
        if self.selected:
            scene.fill(x, y, w, h, theme.selection)
        scene.text(x + 8, y, w * 3 // 5, h, self.found.text, theme.text, theme.font)
        scene.text(x + 8, y, w - 16, h, self.found.path, theme.muted, theme.small, align="right")
        flags = SELECTED if self.selected else 0
        scene.node(
            x, y, w, h, "cell", self.found.text, self.found.path, message=("run_action", self.number), flags=flags
        )


class _Check(Widget[Message]):
    """A check box with its text."""

    __slots__ = ("message", "on", "text")

    def __init__(self, text: str, on: bool, message: Message) -> None:
        self.flex, self.text, self.on, self.message = 0, text, on, message

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return theme.font + 16

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the box."""
        theme = scene.theme
        icon = "checkbox_on" if self.on else "checkbox_off"
        scene.icon(x + 2, y + (h - 18) // 2, 18, icon, theme.accent if self.on else theme.muted)
        scene.text(x + 28, y, w - 28, h, self.text, theme.text, theme.font)
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, w, h, "checkbox", self.text, message=self.message, flags=flags)


def dialog(context: Context, page: Page) -> Widget[Message]:
    """Returns the dialog of a page above the window's first one."""
    match page.name:
        case "open" | "open_layers" | "export":
            return _chooser(context, page.name)
        case "search":
            return _search(context, page)
        case "ask_close" | "ask_quit" | "ask_close_all" | "ask_revert":
            return _ask(context, page.name)
        case "replace":
            return _replace(page.arg)
        case "properties":
            return _properties(context)
        case "notice":
            text = Label(page.arg, wrap=True)
            return _Window("GIMP Message", text, [Button("OK", ("cancel",))])
    form = forms.EXPORTS[page.arg[0]] if page.name == "export_options" else forms.FORMS[page.name]
    return _form(context, page, form)


def _chooser(context: Context, name: str) -> Widget[Message]:
    titles = {"open": "Open Image", "open_layers": "Open Image as Layers", "export": "Export Image"}
    plain = file_chooser.dialog(context, "Export Image" if name == "export" else "Open")
    actions: list[Button[Message]] = [
        Button("Help", ("nothing",), "outlined", enabled=False),
        Button("Cancel", ("cancel",), "outlined"),
        Button("Export" if name == "export" else "Open", ("choose",)),
    ]
    kinds = "Select File Type (By Extension)" if name == "export" else "All images"
    lacking = Row(
        [Off("checkbox", "Show All Files", flex=2), Off("button", kinds, flex=3), Off("button", "Preview", flex=1)]
    )
    return _Window(titles[name], Column([plain.body, lacking], gap=6), actions, 560)


def _search(context: Context, page: Page) -> Widget[Message]:
    found = menus.actions(studio(context), current(context), page.fields["query"])
    rows: list[Widget[Message]] = [_Cell(action, i, i == page.arg) for i, action in enumerate(found)]
    if not rows:
        rows.append(Label("No matches.", tone="muted", pad=(8, 8)))
    body = Column([Field("query", "Search", "query"), Sized(Scroll("actions", rows), h=220)], gap=8)
    return _Window("Search Actions", body, [Button("Close", ("cancel",), "outlined")], 520)


def _ask(context: Context, name: str) -> Widget[Message]:
    if name in ("ask_quit", "ask_close_all"):
        changed = [name_of(image) for image in studio(context).images if image.changes]
        count = "There is one image" if len(changed) == 1 else f"There are {len(changed)} images"
        rows: list[Widget[Message]] = [Label(f"{count} with unsaved changes:", font="bold", wrap=True)]
        rows += [Label(text, pad=(12, 2)) for text in changed]
        title = "Quit GIMP" if name == "ask_quit" else "Close All Images"
    elif name == "ask_revert":
        document = current(context)
        shown = name_of(document) if document is not None else ""
        rows = [Label(f"Revert '{shown}' to its file?", font="bold", wrap=True)]
        title = "Revert Image"
    else:
        document = current(context)
        shown = name_of(document) if document is not None else ""
        rows = [Label(f"Save the changes to image '{shown}' before closing?", font="bold", wrap=True)]
        if document is not None and document.origin in ("exported", "overwritten"):
            rows.append(Label(f"The image has been exported to '{document.path}'.", tone="muted", wrap=True))
        title = f"Close {shown}"
    if name == "ask_revert":
        lost = "By reverting the image to the state saved on disk, you will lose all changes, including all undo."
    else:
        lost = "If you don't save, your changes will be lost."
    rows.append(Label(lost, tone="muted", wrap=True))
    actions: list[Button[Message]] = [
        Button("Cancel", ("cancel",), "outlined"),
        Button("Revert" if name == "ask_revert" else "Discard Changes", ("discard",), "danger"),
    ]
    return _Window(title, Column(rows, gap=8), actions, 460)


def _replace(path: str) -> Widget[Message]:
    folder, _, name = path.rpartition("/")
    rows: list[Widget[Message]] = [
        Label(f"A file named '{name}' already exists.", font="bold", wrap=True),
        Label("Do you want to replace it with the image you are saving?", wrap=True),
        Label(f"Folder: {folder}", tone="muted", wrap=True),
    ]
    actions: list[Button[Message]] = [Button("Cancel", ("cancel",), "outlined"), Button("Replace", ("replace",))]
    return _Window("File Exists", Column(rows, gap=8), actions, 460)


def _properties(context: Context) -> Widget[Message]:
    document = current(context)
    assert document is not None
    raster = document.raster
    held = sum([len(layer.pixels) for layer in raster.layers])
    facts = (
        ("Size in pixels:", f"{raster.width} × {raster.height} pixels"),
        ("Print size:", f"{raster.width / 72 * 25.4:.1f} × {raster.height / 72 * 25.4:.1f} millimeters"),
        ("Resolution:", "72 × 72 ppi"), ("Color space:", "RGB color"), ("File Name:", document.path or "none"),
        ("Size in memory:", sized(held)), ("Undo steps:", str(len(document.past))),
        ("Redo steps:", str(len(document.future))), ("Number of pixels:", str(raster.width * raster.height)),
        ("Number of layers:", str(len(raster.layers))),
    )  # fmt: skip
    rows = [Row([Label(name, tone="muted", flex=2), Label(value, flex=3)], pad=(0, 2)) for name, value in facts]
    return _Window("Image Properties", Column(rows), [Button("Close", ("cancel",), "outlined")], 480)


# Forms ------------------------------------------------------------------------------------------------------------


def _part(page: Page, part: forms.Part, names: int) -> list[Widget[Message]]:
    """Returns the rows of a part of a form; names have so many pixels."""
    if isinstance(part, forms.Choice):
        return choices(part.label, part.values, int(page.fields[part.key]), ("choose_value", part.key, 0))
    if isinstance(part, forms.Check):
        return [_Check(part.label, page.fields[part.key] == "1", ("toggle_value", part.key))]
    label = Sized(Label(part.label), w=names)
    if isinstance(part, forms.Words):
        return [Row([label, Field(part.key, part.label.rstrip(":"), flex=1)], gap=8)]
    field = Sized(Field(part.key, part.label.rstrip(":")), w=92)
    if not part.slider:
        return [Row([label, field], gap=8)]
    value = forms.numbers(forms.Form("", (part,)), page.fields)[part.key]
    at = (value - part.low) / (part.high - part.low)
    return [Row([label, Slider(at, ("slide_value", part.key, at), part.label.rstrip(":")), field], gap=8)]


def _form(context: Context, page: Page, form: forms.Form) -> Widget[Message]:
    names = 150 if any([len(part.label) > 12 for part in form.parts]) else 104
    names = names * context.theme.font // 14
    rows: list[Widget[Message]] = []
    for part in form.parts:
        rows += _part(page, part, names)
        if form.linked and part.key == "height":
            linked = page.fields["linked"] == "1"
            rows.append(_Check("Keep the aspect ratio", linked, ("toggle_value", "linked")))
    if "html" in page.fields:
        rows.append(Row([Swatch(name, color, False, ("swatch", *color)) for name, color in _PALETTE[:6]]))
        rows.append(Row([Swatch(name, color, False, ("swatch", *color)) for name, color in _PALETTE[6:]]))
        red, green, blue = [int(forms.numbers(form, page.fields)[key]) for key in ("red", "green", "blue")]
        rows.append(
            Row([Sized(Label("Current:"), w=names), Swatch("Current color", (red, green, blue), True, ("nothing",))])
        )
    if not rows:
        rows.append(Label("This format has no options.", tone="muted"))
    actions: list[Button[Message]] = [Button("Cancel", ("cancel",), "outlined"), Button(form.action, ("accept",))]
    title = "Change Background Color" if page.name == "color" and page.arg == "background" else form.title
    if form.preview or form.linked:
        actions.insert(0, Button("Reset", ("reset",), "outlined"))
    actions.insert(0, Button("Help", ("nothing",), "outlined", enabled=False))
    return _Window(title, Column(rows, gap=6), actions, 440, form.preview)
