"""Forms on the page: filling in, checking and sending them, by the mouse and by the keyboard."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from crab_sim import web
from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.firefox.loading import page_layout, page_tree
from crab_sim.desktop.apps.firefox.measures import view_size
from crab_sim.desktop.apps.firefox.menus import open_menu
from crab_sim.desktop.apps.firefox.navigation import go
from crab_sim.desktop.apps.firefox.state import browser, current_entry, put
from crab_sim.desktop.widgets import HOME, dialog_page
from crab_sim.engines.pages.blocks import Control
from crab_sim.engines.pages.forms import NO_PROBLEM, defaults, find_problem, pairs
from crab_sim.engines.pages.fragments import Item, Place, Spot
from crab_sim.engines.pages.page_view import tab_stops
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.web.sites.markup import Upload

__all__ = ["ask", "choose", "move_focus", "press", "press_active", "set_value", "step_value", "submit", "type_on"]

_BUTTONS: Final = ("submit", "reset", "button")
_NO_FIELDS: Final = (*_BUTTONS, "checkbox", "radio", "select", "file", "hidden")
_MAX_UPLOAD: Final = 1_000_000


def control_of(context: Context, key: str) -> Control | None:
    """Returns the control with a key on the page in front."""
    controls = page_tree(current_entry(browser(context))).controls
    return next((control for control in controls if control.key == key), None)


def set_value(context: Context, key: str, value: str) -> None:
    """Sets a control's value, which is no longer a problem."""
    state = browser(context)
    if state.problem.key == key:
        put(context, state._replace(problem=NO_PROBLEM))
    context.set(fields={**context.page.fields, key: value}, overlay=())


def activate(context: Context, key: str) -> None:
    """Gives the keyboard to a control that isn't a field."""
    put(context, browser(context)._replace(active=key, selected=None))
    context.set(focus="", overlay=())


def choose(context: Context, key: str, value: str) -> None:
    """Chooses a radio button, or ticks or unticks a checkbox, whose value is empty."""
    activate(context, key)
    set_value(context, key, value or ("" if context.page.fields.get(key) else "on"))


def ask(context: Context, key: str, x: int, y: int) -> None:
    """Opens the list of a control, or the dialog for its file.

    Args:
        context: The window's context.
        key: Key of the control.
        x: Left edge of the list, in pixels of the screen.
        y: Its top edge.
    """
    control = control_of(context, key)
    activate(context, key)
    if control is not None and control.kind == "file":
        context.push(file_chooser.page(context, "upload", HOME, ""))
        context.set(data=(key,))
    elif control is not None and control.options:
        open_menu(context, ("select", key), (x, y))


def press(context: Context, key: str) -> None:
    """Presses a button of a form."""
    control = control_of(context, key)
    if control is None:
        return
    activate(context, key)
    if control.kind == "reset":
        controls = page_tree(current_entry(browser(context))).controls
        context.set(fields={**context.page.fields, **defaults(controls, control.form)})
    elif control.kind == "submit":
        _send(context, control.form, key)


def submit(context: Context, key: str) -> None:
    """Sends the form of a field in which Enter was pressed, as its first button would."""
    control = control_of(context, key)
    if control is None or control.form < 0:
        return
    controls = page_tree(current_entry(browser(context))).controls
    button = next((c.key for c in controls if c.form == control.form and c.kind == "submit"), "")
    _send(context, control.form, button)


def _send(context: Context, form: int, button: str) -> None:
    """Checks a form and sends it; shows the first problem instead, if there is one."""
    tree, fields = page_tree(current_entry(browser(context))), context.base.fields
    if not 0 <= form < len(tree.forms):
        return
    problem = find_problem(tree.controls, form, fields)
    if problem is not None:
        put(context, browser(context)._replace(problem=problem, active=""))
        _focus(context, problem.key)
        put(context, browser(context)._replace(problem=problem))
        return
    sent = pairs(tree.controls, form, fields, button)
    action, method = tree.forms[form]
    files = [control for control in tree.controls if control.form == form and control.kind == "file"]
    if method == "get":
        go(context, f"{web.without_query(action)}?{urlencode(sent, errors='replace')}")
        return
    upload = None
    for control in files:
        sent = tuple([pair for pair in sent if pair[0] != control.name])
        upload = _upload(context, fields.get(control.key, ""))
        if upload is not None and len(upload.data) > _MAX_UPLOAD:
            context.push(dialog_page(context, "error", ("The file is too large", "A form may have at most 1 MB.")))
            return
    go(context, action, form=sent, upload=upload)


def _upload(context: Context, path: str) -> Upload | None:
    files: Files = context.get(FILES)
    if not path or not files.is_file(path) or not files.allows(path, "user", "r"):
        return None
    return Upload(path.rpartition("/")[2][:120], files.read(path))


# The keyboard ---------------------------------------------------------------------------------------------------------


def _focus(context: Context, key: str) -> None:
    """Gives the keyboard to a control or link, and scrolls it into view."""
    state = browser(context)
    size = view_size(context, state)
    _, layout = page_layout(context, state, *size)
    stop = dict(tab_stops(layout, context.base.fields)).get(key)
    if stop is None:
        return
    is_field = isinstance(stop, Place) and stop.control.kind not in _NO_FIELDS
    put(context, state._replace(active="" if is_field else key, selected=None))
    text = context.field(key)
    context.set(focus=key if is_field else "", selection=(0, len(text)), overlay=())
    offset = context.page.scroll.get("page", 0)
    if not offset <= stop.y or stop.y + stop.h > offset + size.h:
        top = max(0, min(layout.height - size.h, stop.y - size.h // 3))
        context.set(scroll={**context.page.scroll, "page": top})


def move_focus(context: Context, by: int) -> None:
    """Goes to the next control or link of the page, or with -1 to the one before, going round."""
    state, page = browser(context), context.base
    _, layout = page_layout(context, state, *view_size(context, state))
    keys = [key for key, _ in tab_stops(layout, page.fields)]
    if not keys:
        return
    here = page.focus or state.active
    at = keys.index(here) if here in keys else (-1 if by > 0 else 0)
    _focus(context, keys[(at + by) % len(keys)])


def _active(context: Context) -> Item | None:
    state = browser(context)
    if not state.active or context.base.focus:
        return None
    _, layout = page_layout(context, state, *view_size(context, state))
    return dict(tab_stops(layout, context.base.fields)).get(state.active)


def press_active(context: Context, key: str) -> bool:
    """Handles Enter (``"enter"``) or the space bar (``" "``) for the control or link that the keyboard acts on."""
    stop = _active(context)
    if isinstance(stop, Spot):
        if key == "enter":
            go(context, stop.link.href)
        return key == "enter"
    if not isinstance(stop, Place):
        return False
    control = stop.control
    if control.kind in _BUTTONS:
        press(context, control.key)
    elif control.kind in ("checkbox", "radio") and key == " ":
        choose(context, control.key, control.value if control.kind == "radio" else "")
    elif key == " ":
        left, top = _corner(context)
        offset = context.base.scroll.get("page", 0)
        ask(context, control.key, left + stop.x, top + stop.y + stop.h - offset)
    elif control.kind in ("checkbox", "radio"):
        submit(context, control.key)
    else:
        return False
    return True


def _corner(context: Context) -> tuple[int, int]:
    """Returns the left and top edge of the page's view on the screen."""
    nodes = context.machine.scene.nodes
    views = [node.bounds for node in nodes if node.owner == context.window_id and node.role == "web"]
    return (views[0][0], views[0][1]) if views else (0, 0)


def step_value(context: Context, by: int) -> bool:
    """Chooses the next entry of a list or radio group that the keyboard acts on; returns whether there is one."""
    stop = _active(context)
    control = stop.control if isinstance(stop, Place) else None
    if control is None or control.kind not in ("select", "radio"):
        return False
    if control.kind == "select":
        values = [option.value for option in control.options]
    else:
        controls = page_tree(current_entry(browser(context))).controls
        values = [one.value for one in controls if one.key == control.key]
    held = context.base.fields.get(control.key, "")
    at = values.index(held) if held in values else -1
    at = at + by if control.kind == "radio" else max(0, min(len(values) - 1, at + by))
    if values:
        set_value(context, control.key, values[at % len(values)])
    return True


def type_on(context: Context, text: str) -> bool:
    """Chooses the entry of a list that begins with a typed text; returns whether a list takes it."""
    stop = _active(context)
    if not isinstance(stop, Place) or stop.control.kind != "select":
        return False
    wanted = text.casefold()
    for option in stop.control.options:
        if option.text.casefold().startswith(wanted):
            set_value(context, stop.control.key, option.value)
            break
    return True
