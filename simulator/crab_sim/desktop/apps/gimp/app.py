"""GIMP: its window, and its messages, keys and dialogs.

State: page ``gimp`` (see `crab_sim.desktop.apps.gimp.state`); dialogs lie above it: the forms of
`crab_sim.desktop.apps.gimp.forms` by their names, and ``open``, ``open_layers``, ``export``, ``export_options``,
``search``, ``replace``, ``ask_close``, ``ask_quit``, ``properties`` and ``notice``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.gimp import APP as FACTS
from crab_sim.desktop.apps.gimp import accepting, files, forms, tools
from crab_sim.desktop.apps.gimp.canvas import Canvas
from crab_sim.desktop.apps.gimp.commanding import COMMANDS, carry_out, set_options
from crab_sim.desktop.apps.gimp.dialogs import dialog
from crab_sim.desktop.apps.gimp.menus import actions, layer_menu, menus
from crab_sim.desktop.apps.gimp.messages import FormMessage, Message, WindowMessage
from crab_sim.desktop.apps.gimp.panels import dock, toolbox
from crab_sim.desktop.apps.gimp.state import OPTIONS, TOOLS, Studio, current, name_of, studio, title
from crab_sim.desktop.chrome.bars import Tab, TabBar, status_bar
from crab_sim.desktop.chrome.menu_bar import MenuBar, drop_down, popup
from crab_sim.desktop.chrome.menus import MENUS, handle_menu, menu_key, shortcuts
from crab_sim.desktop.documents import close_dialogs
from crab_sim.desktop.widgets import Sized
from crab_sim.engines.raster.colors import adjusted
from crab_sim.engines.raster.model import Raster
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.ui import Column, MessageGroup, Page, Row, Scene, Widget
from crab_sim.ui.messages import TOOLKIT

__all__ = ["APP"]

_FORMS: Final = MessageGroup(FormMessage)
_NARROW: Final = 900  # pixels of the window's width, below which the panels are narrower


class _Ground(Widget):
    """The place of the canvas while no image is open."""

    __slots__ = ()

    def __init__(self) -> None:
        self.flex = 1

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the ground, with a large sign in it."""
        dark = scene.theme.dark
        scene.fill(x, y, w, h, (60, 60, 64) if dark else (178, 178, 180))
        side = min(w, h) // 2
        if side > 40:
            scene.icon(
                x + (w - side) // 2, y + (h - side) // 2, side, "brush", (76, 76, 80) if dark else (164, 164, 168)
            )


def _shown(context: Context, page: Page, raster: Raster) -> Raster:
    """Returns the picture as the canvas shows it: with the effect of an open dialog that has a preview."""
    form = forms.FORMS.get(page.name)
    if form is None or not form.preview:
        return raster
    return adjusted(raster, page.name, tuple(forms.numbers(form, page.fields).values()))


def view(context: Context) -> View[Message]:
    """Shows the menus, the panels and the canvas, and the dialog or menu that is open."""
    window, page = context.window, context.page
    base, state, document = window.base, studio(context), current(context)
    bar, fields = menus(state, document), dict(base.fields)
    middle: list[Widget[Message]] = []
    if len(state.images) > 1 and "tabs" not in state.hidden:
        tabs: list[Tab[Message]] = [
            Tab(name_of(image), ("image", i), ("close_tab", i)) for i, image in enumerate(state.images)
        ]
        middle.append(TabBar(tabs, state.current, max_width=190))
    if document is None:
        middle += [_Ground(), status_bar(["px"])]
    else:
        shown = _shown(context, page, document.raster)
        middle.append(Canvas(document, shown, name_of(document), state, fields["highlight"] == "1"))
    narrow = (context.machine.width if window.maximized else window.frame[2] - window.frame[0]) < _NARROW
    font = context.theme.font
    side, other = [part * font // 14 for part in ((172, 200) if narrow else (186, 264))]
    parts: list[Widget[Message]] = [Column(middle, flex=1)]
    if "docks" not in state.hidden:
        right = dock(state, document, fields, font, context.machine.height > 640)
        parts = [Sized(toolbox(state, fields, side, font), w=side), *parts, Sized(right, w=other)]
    body = Row(parts, flex=1)
    overlay: Widget[Message] | None
    if page is not base:
        overlay = dialog(context, page)
    else:
        overlay = drop_down(bar, page.overlay) or popup(layer_menu(document), page.overlay)
    return View(Column([MenuBar(bar, page.overlay), body]), overlay)


def update(context: Context, message: Message) -> None:
    """Handles GIMP's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
    elif _FORMS.has(message):
        accepting.form_event(context, message)
    elif COMMANDS.has(message):
        carry_out(context, message)
    else:
        _of_window(context, message)


def _of_window(context: Context, message: WindowMessage) -> None:
    """Handles the messages of the other dialogs."""
    page = context.page
    match message:
        case ("opened", path):
            if path != "new":
                close_dialogs(context)
                files.open_file(context, path)
        case ("opened", *_):
            pass
        case ("submit", key):
            _submit(context, key)
        case ("choose",):
            _choose(context)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _choose(context)
        case ("cancel",):
            context.pop()
        case ("discard",):
            if page.name == "ask_quit":
                context.close()
            elif page.name == "ask_close_all":
                files.close_all(context, sure=True)
            elif page.name == "ask_revert":
                files.revert(context, sure=True)
            else:
                files.close_image(context, sure=True)
        case ("replace",):
            files.ask_options(context, page.arg)
        case ("run_action", number):
            _run(context, number)
        case _:
            assert_never(message)


def _submit(context: Context, key: str) -> None:
    """Handles Enter in a field."""
    page = context.page
    match page.name:
        case "gimp":
            set_options(context)
            context.set(focus="")
        case "search":
            _run(context, page.arg)
        case "open" | "open_layers" | "export":
            _choose(context)
        case _:
            accepting.form_event(context, ("accept",))


def _choose(context: Context) -> None:
    """Goes on with the chosen file."""
    name, path = context.page.name, file_chooser.chosen(context)
    if path is None:
        return
    if name == "export":
        files.ask_export(context, path)
        return
    context.pop()
    if name == "open":
        files.open_file(context, path)
    else:
        files.open_as_layer(context, path)


def _run(context: Context, number: int) -> None:
    """Does an action that the search has found."""
    found = actions(studio(context), current(context), context.page.fields["query"])
    context.pop()
    if 0 <= number < len(found):
        choice = found[number].message
        if not TOOLKIT.has(choice):
            update(context, choice)


# Keys and text ----------------------------------------------------------------------------------------------------

_TOOL_KEYS: Final[Mapping[str, str]] = {tool.shortcut.casefold(): tool.id for tool in TOOLS}


def _command_key(context: Context, name: str) -> bool:
    """Carries out the command that has a key; returns whether one has."""
    for shortcut, message in shortcuts(menus(studio(context), current(context))):
        if shortcut == name:
            update(context, message)
            return True
    return name in _TOOL_KEYS


def key(context: Context, name: str) -> bool:
    """Handles keys before the focused field does."""
    page = context.page
    if page.name != "gimp":
        return _dialog_key(context, page, name)
    if menu_key(context, menus(studio(context), current(context)), name, update):
        return True
    if page.overlay:
        return False
    if page.focus:
        if name in ("tab", "shift+tab"):
            set_options(context)
            return False
        if name == "escape":
            context.set(focus="")
            return True
        if "+" not in name or name in ("ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+z", "shift+left", "shift+right"):
            return False
    if tools.type_key(context, name):
        return True
    if name in ("enter", "escape"):
        document = current(context)
        if document is not None and document.crop is not None:
            carry_out(context, ("crop_now" if name == "enter" else "crop_cancel",))
        return document is not None and document.crop is not None
    return _command_key(context, name)


def _dialog_key(context: Context, page: Page, name: str) -> bool:
    if name == "escape":
        update(context, ("cancel",))
    elif page.name == "search" and name in ("up", "down"):
        count = len(actions(studio(context), current(context), page.fields["query"]))
        context.set(arg=max(0, min(count - 1, page.arg + (1 if name == "down" else -1))))
    elif name == "enter" and page.name in ("notice", "properties"):
        update(context, ("cancel",))
    elif name == "enter" and page.name == "replace":
        update(context, ("replace",))
    elif name == "enter" and not page.focus and (page.name in forms.FORMS or page.name == "export_options"):
        accepting.form_event(context, ("accept",))
    elif name in ("tab", "shift+tab"):
        accepting.settle(context)
        return False
    else:
        return False
    return True


def text(context: Context, typed: str) -> bool:
    """Takes typed characters: into the text that is being typed, otherwise as keys."""
    for i, char in enumerate(typed[:20]):
        page = context.page
        if page.overlay or page.name != "gimp" or page.focus:
            return True
        if tools.type_text(context, typed[i:]):
            return True
        name = f"shift+{char.lower()}" if char.isupper() else char
        if char == "\n":
            key(context, "enter")
        else:
            _command_key(context, name)
    return True


def start(intent: Intent) -> Page:
    """Returns the window's page; files are opened into it."""
    return Page("gimp", None, dict(OPTIONS), data=Studio())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    close=files.close_window,
    **FACTS.facts,
)
