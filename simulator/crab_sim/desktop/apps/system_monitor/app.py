"""The System Monitor, as GNOME has it: processes that can be ended, histories of the load, file systems.

State: page ``system_monitor`` (data: `Shown`; field ``search``), and above it ``ask_end`` and ``properties`` (arg: the
process's id) and ``notice``. The processes are the system's and those of the open windows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from crab_sim.desktop.apps.system_monitor import APP as FACTS
from crab_sim.desktop.apps.system_monitor.graphs import Graph, Series
from crab_sim.desktop.chrome.header import Choice, Switcher, header
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import MENUS, SEPARATOR, Entry, MenuMessage, absent, handle_menu, open_popup
from crab_sim.desktop.host import process_id, processes, shell_id
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.programs import PROGRAMS, send_signal
from crab_sim.desktop.widgets import CANCEL, CancelMessage, Sized, ask, dialog_key, dialog_page, notice, sized
from crab_sim.draw import text as metrics
from crab_sim.engines import load
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import FILES, SEED, WINDOWS
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    IconButton,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Widget,
)  # fmt: skip
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.node import DISABLED, SELECTED
from crab_sim.ui.theme import Color

__all__ = ["APP", "Shown"]

Tab: TypeAlias = Literal["processes", "resources", "file_systems"]
Order: TypeAlias = Literal["name", "user", "cpu", "id", "memory"]
MenuChoice: TypeAlias = tuple[Literal["refresh"]]
Message: TypeAlias = (
    DesktopMessage
    | MenuMessage[MenuChoice]
    | MenuChoice
    | CancelMessage
    | tuple[Literal["tab"], Tab]
    | tuple[Literal["select"], int]
    | tuple[Literal["sort"], Order]
    | tuple[Literal["end", "really", "properties", "search", "menu"]]
)

_TABS: Final[tuple[Tab, ...]] = ("processes", "resources", "file_systems")
_CHOICES: Final[tuple[Choice[Message], ...]] = tuple(
    [
        Choice(text, "", ("tab", tab))
        for text, tab in zip(("Processes", "Resources", "File Systems"), _TABS, strict=True)
    ]
)
_COLORS: Final[tuple[Color, ...]] = ((230, 120, 40), (60, 140, 220), (46, 150, 90), (190, 60, 120))
_DISK: Final = 64 << 30  # as df(1) says: a fifth of the disk is taken by the system
_SYSTEM: Final = 13_421_772 << 10


class Shown(NamedTuple):
    """The state of the window.

    Attributes:
        tab: The tab.
        selected: Id of the selected process, 0 for none.
        order: The column by which the processes are sorted.
        reverse: Whether their order is reversed.
        searching: Whether the search is open.
    """

    tab: Tab = "processes"
    selected: int = 0
    order: Order = "name"
    reverse: bool = False
    searching: bool = False


class Process(NamedTuple):
    """One row of the list: a process, its user, and the processor time and memory that it takes."""

    id: int
    name: str
    user: str
    cpu: float
    memory: int


def _shown(context: Context) -> Shown:
    shown: Shown = context.base.data
    return shown


def _running(context: Context) -> tuple[tuple[tuple[int, str], ...], Mapping[int, int]]:
    """Returns ids and names of the processes, and the memory of those that hold a certain one."""
    programs = context.get(PROGRAMS)
    return processes(context.get(WINDOWS), programs), {row.id: row.memory for row in programs}


def _processes(context: Context) -> list[Process]:
    """Returns the processes that the search finds, in the list's order."""
    shown, seed, second = _shown(context), context.get(SEED), int(context.seconds)
    wanted = context.base.fields["search"].strip().casefold() if shown.searching else ""
    running, held = _running(context)
    rows = [
        Process(
            pid, name, "user" if pid > 900 else "root", load.process_load(seed, pid, second),
            load.memory_of(pid, name, held.get(pid)),
        )
        for pid, name in running
        if wanted in name.casefold() or wanted == str(pid)
    ]  # fmt: skip
    match shown.order:
        case "user":
            rows.sort(key=lambda row: (row.user, row.name.casefold(), row.id))
        case "cpu":
            rows.sort(key=lambda row: (-row.cpu, row.id))
        case "id":
            rows.sort(key=lambda row: row.id)
        case "memory":
            rows.sort(key=lambda row: (-row.memory, row.id))
        case _:
            rows.sort(key=lambda row: (row.name.casefold(), row.id))
    return rows[::-1] if shown.reverse else rows


# Views --------------------------------------------------------------------------------------------------------------

_WIDTHS: Final = (70, 60, 60, 90, 110, 110)


class _Line(Widget[Message]):
    """A row of the list of processes."""

    __slots__ = ("row", "selected")

    def __init__(self, row: Process, selected: bool) -> None:
        self.flex, self.row, self.selected = 0, row, selected

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return theme.font + 16

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme, row = scene.theme, self.row
        texts = (row.user, f"{row.cpu:.2f}", str(row.id), sized(row.memory), "N/A", "N/A")
        scene.node(
            x, y, w, h, "list_item", row.name, f"{row.user}, {texts[1]} %, ID {row.id}, {texts[3]}",
            message=("select", row.id), flags=SELECTED if self.selected else 0,
        )  # fmt: skip
        if self.selected:
            scene.round(x, y + 1, w, h - 2, theme.selection, 6)
        right = x + w - sum(_WIDTHS) - 12
        name = metrics.ellipsize(row.name, "regular", theme.font, right - x - 20)
        scene.text(x + 12, y, right - x - 20, h, name, theme.text, theme.font)
        for text, width in zip(texts, _WIDTHS, strict=True):
            scene.text(right, y, width, h, text, theme.muted, theme.small, align="right")
            right += width


class _Head(Widget[Message]):
    """The names of the columns; a click sorts by one."""

    __slots__ = ("order", "reverse")

    def __init__(self, order: Order, reverse: bool) -> None:
        self.flex, self.order, self.reverse = 0, order, reverse

    def height(self, theme: Theme, w: int) -> int:
        """Returns the head's height."""
        return theme.small + 14

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the names."""
        theme = scene.theme
        arrow = " ▴" if self.reverse else " ▾"
        left = x + w - sum(_WIDTHS) - 12
        columns: tuple[tuple[str, Order | None, int], ...] = (
            ("User", "user", _WIDTHS[0]), ("% CPU", "cpu", _WIDTHS[1]), ("ID", "id", _WIDTHS[2]),
            ("Memory", "memory", _WIDTHS[3]), ("Disk read total", None, _WIDTHS[4]),
            ("Disk write total", None, _WIDTHS[5]),
        )  # fmt: skip
        shown = "Process Name" + (arrow if self.order == "name" else "")
        scene.text(x + 12, y, left - x - 12, h, shown, theme.muted, theme.small, "bold")
        scene.node(x, y, left - x, h, "button", "Process Name", message=("sort", "name"))
        for text, order, width in columns:
            name = text + (arrow if order is not None and order == self.order else "")
            scene.text(left, y, width, h, name, theme.muted, theme.small, "bold", "right")
            message: Message | ToolkitMessage = ("sort", order) if order is not None else ("nothing",)
            scene.node(left, y, width, h, "button", text, message=message, flags=0 if order is not None else DISABLED)
            left += width


_MENU: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Refresh", ("refresh",)), SEPARATOR, *absent("Active Processes"),
    Entry("All Processes", checked=True, enabled=False), *absent("My Processes", "-"),
    Entry("Show Dependencies", checked=False, enabled=False), *absent("-", "Search for Open Files", "-"),
    *absent("Preferences", "Help", "Keyboard Shortcuts", "About System Monitor"),
)  # fmt: skip


def view(context: Context) -> View[Message]:
    """Shows the tab that was chosen, and the dialog above it."""
    page, shown = context.page, _shown(context)
    right: list[Widget[Message]] = []
    if shown.tab == "processes":
        right.append(IconButton("search", "Search", ("search",), tone="accent" if shown.searching else "text"))
    right.append(IconButton("menu", "Menu", ("menu",), tone="text"))
    bar = header([], Switcher(_CHOICES, _TABS.index(shown.tab), role="radio"), right)
    body = {"processes": _list, "resources": _resources, "file_systems": _file_systems}[shown.tab](context)
    overlay: Widget[Message] | None = popup(_MENU, page.overlay, popover=True)
    if page.name == "notice":
        overlay = notice(*page.arg)
    elif page.name in ("ask_end", "properties"):
        overlay = _about(context, page)
    return View(Column([bar, body]), overlay)


def _about(context: Context, page: Page) -> Widget[Message] | None:
    """Returns the dialog about a process, None once it has ended."""
    row = next((row for row in _processes(context) if row.id == page.arg), None)
    if row is None:
        return notice("The process has ended.", " ")
    if page.name == "ask_end":
        return ask(
            f"Are you sure you want to end the selected process “{row.name}” (PID: {row.id})?",
            "Ending a process may destroy data, break the session or introduce a security risk. "
            "Only unresponsive processes should be ended.",
            Button("End Process", ("really",), "danger"),
        )
    rows = [
        ("Process Name", row.name), ("User", row.user), ("Status", "Sleeping"), ("Memory", sized(row.memory)),
        ("CPU", f"{row.cpu:.2f} %"), ("ID", str(row.id)), ("Priority", "Normal"),
    ]  # fmt: skip
    body = [
        Row([Sized(Label(name, "small", "muted", role=""), w=120), Label(value, flex=1)], gap=8) for name, value in rows
    ]
    actions: list[Widget[Message]] = [Button("Close", ("cancel",), "outlined")]
    return Dialog(f"{row.name} (PID {row.id})", Column(body, gap=6), actions, 420, ("cancel",))


def _list(context: Context) -> Widget[Message]:
    shown = _shown(context)
    rows: list[Widget[Message]] = []
    if shown.searching:
        rows.append(Row([Field("search", "Search processes", icon="search", flex=1)], pad=(12, 6), background="bar"))
    found = _processes(context)
    rows.append(Column([_Head(shown.order, shown.reverse)], pad=(8, 0)))
    rows.append(Scroll("processes", [_Line(row, row.id == shown.selected) for row in found], pad=(8, 0)))
    has = any([row.id == shown.selected for row in found])
    buttons: list[Widget[Message]] = [
        IconButton("info", "Properties", ("properties",), tone="text" if has else "faint"), Space(flex=1),
        Button("End Process", ("end",), "danger", enabled=has),
    ]  # fmt: skip
    rows.append(Row(buttons, pad=(10, 6), background="bar"))
    return Column(rows, flex=1)


def _resources(context: Context) -> Widget[Message]:
    seed, now = context.get(SEED), int(context.seconds)
    seconds = range(now - load.POINTS + 1, now + 1)
    cores = [
        Series(f"CPU{i + 1}", f"{100 * load.busy(seed, i, now):.1f}%", _COLORS[i],
               tuple([load.busy(seed, i, second) for second in seconds]))
        for i in range(load.CORES)
    ]  # fmt: skip
    used = load.memory_used(*_running(context))
    share = used / load.MEMORY
    memory = [
        Series("Memory", f"{sized(used)} ({100 * share:.1f}%) of {sized(load.MEMORY)}", _COLORS[3],
               (share,) * load.POINTS),
        Series("Swap", f"0 bytes (0.0%) of {sized(load.SWAP)}", _COLORS[2], (0.0,) * load.POINTS),
    ]  # fmt: skip
    ways = [
        Series(name, f"{load.network(seed, name, now) / 1000:.1f} kB/s", color,
               tuple([load.network(seed, name, second) / 10_000 for second in seconds]))
        for name, color in (("Receiving", _COLORS[1]), ("Sending", _COLORS[0]))
    ]  # fmt: skip
    return Column(
        [Graph("CPU History", cores), Graph("Memory and Swap History", memory), Graph("Network History", ways)],
        gap=4, pad=(16, 8), flex=1,
    )  # fmt: skip


def _file_systems(context: Context) -> Widget[Message]:
    files: Files = context.get(FILES)
    used = _SYSTEM + files.size
    names, widths = ("Device", "Directory", "Type", "Total", "Available", "Used"), (1, 1, 1, 1, 1, 1)
    texts = (
        "/dev/vda1",
        "/",
        "ext4",
        sized(_DISK),
        sized(_DISK - used),
        f"{sized(used)} ({100 * used // _DISK}%)",
    )
    head: list[Widget[Message]] = [
        Label(name, "small", "muted", "bold", flex=share, role="button", message=("nothing",))
        for name, share in zip(names, widths, strict=True)
    ]
    row: list[Widget[Message]] = [Label(text, flex=share) for text, share in zip(texts, widths, strict=True)]
    return Column([Row(head, gap=10, pad=(16, 8)), Row(row, gap=10, pad=(16, 8)), Space(flex=1)], flex=1)


# Events -------------------------------------------------------------------------------------------------------------


def _end(context: Context) -> None:
    """Ends the process that the dialog asks about: an app's goes with its window, the system's and shells stay."""
    pid = context.page.arg
    context.pop()
    if send_signal(context.machine, pid):
        return
    for window in context.get(WINDOWS):
        if process_id(window) == pid:
            context.machine.close_window(window.id)
        if pid in (process_id(window), shell_id(window)):
            return
    text = f"Cannot kill process with PID {pid} with signal 15: Operation not permitted."
    context.push(dialog_page(context, "notice", ("The process could not be ended.", text)))


def update(context: Context, message: Message) -> None:
    """Handles the events of the System Monitor."""
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    page, shown = context.page, _shown(context)
    match message:
        case ("menu",):
            open_popup(context)
        case ("tab", tab):
            context.set(data=shown._replace(tab=tab), scroll={}, focus="")
        case ("select", pid):
            context.set(data=shown._replace(selected=pid), focus="")
        case ("sort", order):
            context.set(data=shown._replace(order=order, reverse=shown.order == order and not shown.reverse))
        case ("search",):
            fields = {**page.fields, "search": ""}
            new = shown._replace(searching=not shown.searching)
            context.set(data=new, fields=fields, focus="search" if new.searching else "", selection=(0, 0))
        case ("end" | "properties" as what,):
            if any([row.id == shown.selected for row in _processes(context)]):
                context.push(dialog_page(context, "ask_end" if what == "end" else "properties", shown.selected))
        case ("really",):
            _end(context)
        case ("cancel",):
            context.pop()
        case ("refresh",) | ("opened", *_) | ("submit", _):
            pass
        case _:
            assert_never(message)


def _step(context: Context, by: int) -> None:
    """Moves the selection by an arrow key."""
    ids = [row.id for row in _processes(context)]
    selected = _shown(context).selected
    if ids:
        at = ids.index(selected) + by if selected in ids else 0
        update(context, ("select", ids[max(0, min(len(ids) - 1, at))]))


_ENTER: Final[dict[str, Message]] = {"ask_end": ("really",), "properties": CANCEL, "notice": CANCEL}


def key(context: Context, name: str) -> bool:
    """Handles the keys of the System Monitor."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "system_monitor":
        return dialog_key(context, name, update, CANCEL, _ENTER)
    match name:
        case "alt+1" | "alt+2" | "alt+3":
            update(context, ("tab", _TABS[int(name[-1]) - 1]))
        case "ctrl+f" if page.data.tab == "processes":
            update(context, ("search",))
        case "escape" if page.data.searching:
            update(context, ("search",))
        case "ctrl+e" | "delete" if not page.focus:
            update(context, ("end",))
        case "alt+enter":
            update(context, ("properties",))
        case "up" | "down":
            _step(context, 1 if name == "down" else -1)
        case "f10":
            update(context, ("menu",))
        case "ctrl+q" | "ctrl+w":
            context.close()
        case _:
            return False
    return True


def start(intent: Intent) -> Page:
    """Returns the first page."""
    return Page("system_monitor", fields={"search": ""}, data=Shown())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=lambda context: "System Monitor",
    key=key,
    **FACTS.facts,
)
