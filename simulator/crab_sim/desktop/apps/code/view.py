"""The window: menu bar, activity bar, side bar, tabs, editor, terminal, status bar, and what lies above them."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.desktop.apps.code import panel, picker, scm
from crab_sim.desktop.apps.code.commands import menus
from crab_sim.desktop.apps.code.dialogs import dialog
from crab_sim.desktop.apps.code.editor_view import Comparison, Editor
from crab_sim.desktop.apps.code.messages import MenuChoice, Message
from crab_sim.desktop.apps.code.searching import found_in
from crab_sim.desktop.apps.code.settings import UserSettings, read_settings
from crab_sim.desktop.apps.code.side_bar import side_bar
from crab_sim.desktop.apps.code.state import Code, Document, code_of, document_of, is_dirty, name_of, synced
from crab_sim.desktop.apps.code.text.editing import selected, style_of
from crab_sim.desktop.apps.code.text.languages import language_of
from crab_sim.desktop.apps.code.themes import Themed
from crab_sim.desktop.apps.code.widgets import Activity, Rule, StatusItem, SwitchButton, TreeRow
from crab_sim.desktop.chrome.bars import Tab, TabBar
from crab_sim.desktop.chrome.menu_bar import MenuBar, drop_down, popup
from crab_sim.desktop.chrome.menus import Entry, OpenMenu
from crab_sim.desktop.widgets import Sized, tilde
from crab_sim.files import Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.ui import (
    Box,
    Button,
    Column,
    Field,
    IconButton,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Widget,
)
from crab_sim.ui.node import ShadeData

__all__ = ["title", "view"]


def title(context: Context) -> str:
    """Returns the document's and the folder's name."""
    code = code_of(context)
    doc = document_of(code)
    parts = [("● " if is_dirty(doc) else "") + name_of(doc)] if doc is not None else []
    parts += [code.folder.rpartition("/")[2] or "/"] if code.folder else []
    return " - ".join([*parts, "Visual Studio Code"])


def view(context: Context) -> View[Message]:
    """Shows the window."""
    files: Files = context.get(FILES)
    page, settings = context.base, read_settings(files)
    code = synced(files, code_of(context))
    repo = scm.repo_of(files, code.folder)
    bars = menus(code, settings)
    on_top = len(context.window.pages) == 1
    activity = Activity(
        [
            ("copy", "Explorer (Ctrl+Shift+E)", ("side_click", "explorer"), code.side == "explorer", 0),
            ("search", "Search (Ctrl+Shift+F)", ("side_click", "search"), code.side == "search", 0),
            (
                "branch",
                "Source Control (Ctrl+Shift+G)",
                ("side_click", "scm"),
                code.side == "scm",
                repo.pending if repo else 0,
            ),
        ],
        [("settings", "Manage", ("manage",))],
    )
    middle: list[Widget[Message]] = [activity]
    if code.side:
        shown = side_bar(files, code, page, repo, settings.dark)
        middle += [Sized(shown, panel.side_width(context)), Rule(upright=True)]
    middle.append(Column(_center(context, code, page, settings, on_top), flex=1))
    overlay = page.overlay
    body = Column(
        [MenuBar(bars, overlay if on_top else ()), Rule(), _Fill(middle), Rule(), _status(code, repo, settings)],
        background="background",
    )
    above: Widget[Message] | None = dialog(context) if not on_top and context.page.name != panel.PAGE else None
    if on_top:
        above = drop_down(bars, overlay) or _popup(code, files, context) or _picker(context, code, files)
    floating = _notice(code) if code.notice and above is None else None
    return View(Themed(body, settings.dark), Themed(above, settings.dark) if above is not None else None,
                Themed(floating, settings.dark) if floating is not None else None)  # fmt: skip


class _Fill(Widget[Message]):
    """A row whose children are as high as it is, and which takes the height left over."""

    __slots__ = ("row",)

    def __init__(self, children: list[Widget[Message]]) -> None:
        self.row, self.flex = Row(children), 1

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Adds the children."""
        self.row.place(scene, x, y, w, h)


def _center(context: Context, code: Code, page: Page, settings: UserSettings, on_top: bool) -> list[Widget[Message]]:
    """Returns tabs, editor and terminal."""
    rows: list[Widget[Message]] = []
    doc = document_of(code)
    if code.docs:
        tabs: list[Tab[Message]] = [
            Tab(
                ("● " if is_dirty(other) else "") + name_of(other), ("tab", i), ("close_tab", i), "document",
                menu=("tab_menu", i), double=("keep_tab", i),
            )
            for i, other in enumerate(code.docs)
        ]  # fmt: skip
        rows.append(TabBar(tabs, code.current, max_width=180))
    if doc is None:
        rows.append(_welcome(code))
    else:
        trail = _trail(code, doc)
        if trail:
            rows.append(Label(trail, "small", "muted", pad=(14, 3)))
        if code.finding and doc.old is None:
            rows.append(_find_widget(code, page, doc))
        size = max(6, round(settings.font_size * context.theme.font / 14))
        if doc.old is not None:
            rows.append(Comparison(doc, size))
        else:
            focused = on_top and not page.focus and code.place == "editor"
            found = found_in(doc.text, page.fields["find"], code.options) if code.finding else ()
            rows.append(Editor(doc, settings, style_of(doc.text, settings).size, focused, found))
    if code.panel and code.terminal is not None:
        head: Widget[Message] = Row(
            [
                Label("TERMINAL", "small", "text", pad=(14, 6), role="tab"),
                Space(flex=1),
                IconButton("add", "New Terminal (Ctrl+Shift+`)", ("new_terminal",), size=26),
                IconButton("delete", "Kill Terminal", ("kill_terminal",), size=26),
                IconButton("close", "Hide Panel", ("hide_terminal",), size=26),
            ],
            gap=2,
            pad=(4, 1),
            background="bar",
        )
        screen = panel.screen(code.terminal)
        rows += [Rule(), head, Sized(screen, h=panel.panel_height(context) - 30)]
    return rows


def _trail(code: Code, doc: Document) -> str:
    """Returns the document's path in the folder."""
    if not doc.path:
        return ""
    inside = code.folder and (doc.path + "/").startswith(code.folder.rstrip("/") + "/")
    path = doc.path[len(code.folder) :].strip("/") if inside else tilde(doc.path).strip("/")
    return " › ".join(path.split("/"))


def _welcome(code: Code) -> Widget[Message]:
    hints: Sequence[tuple[str, str, Message]] = (
        ("Show All Commands", "Ctrl+Shift+P", ("show_picker", "commands")),
        ("Go to File", "Ctrl+P", ("show_picker", "files")),
        ("Find in Files", "Ctrl+Shift+F", ("side", "search")), ("Toggle Terminal", "Ctrl+`", ("toggle_terminal",)),
    )  # fmt: skip
    if not code.folder:
        hints = (
            ("New Text File", "Ctrl+N", ("new",)), ("Open File", "Ctrl+O", ("open_file",)),
            ("Open Folder", "", ("open_folder",)), ("Show All Commands", "Ctrl+Shift+P", ("show_picker", "commands")),
        )  # fmt: skip
    rows: list[Widget[Message]] = [Space(flex=1)]
    for text, keys, message in hints:
        line: Widget[Message] = Row(
            [
                Label(text, tone="accent", role="link", message=message, align="right", flex=1),
                Space(16),
                Label(keys, tone="muted", flex=1),
            ]
        )
        rows += [line, Space(8)]
    return Column([*rows, Space(flex=2)], background="background", flex=1)


def _find_widget(code: Code, page: Page, doc: Document) -> Widget[Message]:
    spans = found_in(doc.text, page.fields["find"], code.options)
    now = doc.selections[-1]
    at = spans.index((min(now), max(now))) + 1 if (min(now), max(now)) in spans else 0
    count = f"{at or '?'} of {len(spans)}" if spans else "No results"
    options: list[Widget[Message]] = [
        SwitchButton(text, name, ("option", letter), letter in code.options)
        for text, name, letter in (
            ("Aa", "Match Case", "c"),
            ("ab", "Match Whole Word", "w"),
            (".*", "Use Regular Expression", "r"),
        )
    ]
    arrow = "chevron_down" if code.finding == 2 else "chevron_right"
    first: Widget[Message] = Row(
        [
            IconButton(arrow, "Toggle Replace", ("toggle_replace",), size=22),
            Field("find", "Find", "find_input", flex=1),
            *options,
            Sized(Label(count, "small", "muted", align="center"), 86),
            IconButton("arrow_up", "Previous Match (Shift+Enter)", ("find_next", True), size=26),
            IconButton("arrow_down", "Next Match (Enter)", ("find_next", False), size=26),
            IconButton("close", "Close (Escape)", ("close_find",), size=26),
        ],
        gap=3,
        pad=(6, 2),
    )
    rows: list[Widget[Message]] = [first]
    if code.finding == 2:
        rows.append(
            Row(
                [
                    Sized(Space(), 22),
                    Field("replace", "Replace", "replace_input", flex=1),
                    IconButton("repeat_one", "Replace (Enter)", ("replace_one",), size=26),
                    IconButton("swap_vertical", "Replace All (Ctrl+Alt+Enter)", ("replace_all",), size=26),
                    Sized(Space(), 200),
                ],
                gap=3,
                pad=(6, 2),
            )
        )
    return Column([*rows, Rule()], background="bar")


def _status(code: Code, repo: scm.Repo | None, settings: UserSettings) -> Widget[Message]:
    items: list[Widget[Message]] = []
    doc = document_of(code)
    if repo is not None:
        dirty = "*" if repo.status.unstaged or repo.status.untracked else "+" if repo.status.staged else ""
        items.append(
            StatusItem(f"{repo.branch}{dirty}", "Checkout Branch/Tag...", ("show_picker", "branches"), "branch")
        )
    items.append(Space(flex=1))
    if doc is not None and doc.old is None:
        caret = doc.selections[-1][1]
        start = doc.text.rfind("\n", 0, caret) + 1
        style = style_of(doc.text, settings)
        column = len(doc.text[start:caret].expandtabs(style.size)) + 1
        place = f"Ln {doc.text.count(chr(10), 0, caret) + 1}, Col {column}"
        part = sum([abs(a - b) for a, b in doc.selections])
        if len(doc.selections) > 1:
            place = f"{len(doc.selections)} selections" + (f" ({part} characters selected)" if part else "")
        elif selected(doc):
            place += f" ({part} selected)"
        items += [
            StatusItem(place, "Go to Line/Column", ("show_picker", "line")),
            StatusItem(
                f"{'Spaces' if style.spaces else 'Tab Size'}: {style.size}", "Select Indentation", ("indent_menu",)
            ),
            StatusItem("UTF-8", "Select Encoding", ("nothing",)),
            StatusItem("CRLF" if doc.crlf else "LF", "Select End of Line Sequence", ("eol",)),
            StatusItem(language_of(doc.path).name, "Select Language Mode", ("nothing",)),
        ]
    return Row(items, pad=(6, 0), background="bar")


# Above the window -----------------------------------------------------------------------------------------------------


def _popup(code: Code, files: Files, context: Context) -> Widget[Message] | None:
    overlay = context.base.overlay
    if not isinstance(overlay, OpenMenu) or overlay.number != -1:
        return None
    return popup(popup_entries(code, files), overlay)


def popup_entries(code: Code, files: Files) -> tuple[Entry[MenuChoice], ...]:
    """Returns the entries of the context menu that is open: the tree's, a tab's, the text's, or another."""
    kind, _, subject = code.target.partition(":")
    if kind == "tab":
        number = int(subject)
        return (
            Entry("Close", ("close_tab", number), "Ctrl+W"), Entry("Close Others", ("close_others", number)),
            Entry("Close All", ("close_all",)),
        )  # fmt: skip
    if kind == "text":
        return (
            Entry("Change All Occurrences", ("tool", "all_matches"), "Ctrl+F2"), Entry("Cut", ("cut",), "Ctrl+X"),
            Entry("Copy", ("copy",), "Ctrl+C"), Entry("Paste", ("paste",), "Ctrl+V"),
            Entry("Command Palette...", ("show_picker", "commands"), "Ctrl+Shift+P"),
        )  # fmt: skip
    if kind == "terminal":
        return (
            Entry("Copy", ("term", "copy")),
            Entry("Paste", ("term", "paste")),
            Entry("Select All", ("term", "select_all")),
            Entry("Clear", ("term", "clear")),
            Entry("Kill Terminal", ("kill_terminal",)),
        )
    if kind == "manage":
        return (
            Entry("Command Palette...", ("show_picker", "commands"), "Ctrl+Shift+P"),
            Entry("Settings", ("settings",), "Ctrl+,"),
            Entry("Color Theme", ("show_picker", "themes")),
        )
    if kind == "indent":
        return (
            Entry("Convert Indentation to Spaces", ("tool", "to_spaces")),
            Entry("Convert Indentation to Tabs", ("tool", "to_tabs")),
            Entry("Trim Trailing Whitespace", ("tool", "trim")),
        )
    new: tuple[Entry[MenuChoice], ...] = (
        Entry("New File...", ("tree_new", "file")),
        Entry("New Folder...", ("tree_new", "folder")),
    )
    rest: tuple[Entry[MenuChoice], ...] = (
        Entry("Copy Path", ("copy_path",)),
        Entry("Rename...", ("tree_rename",), "F2"),
        Entry("Delete", ("tree_delete",), "Delete"),
    )
    terminal: tuple[Entry[MenuChoice], ...] = (Entry("Open in Integrated Terminal", ("tree_terminal",)),)
    return (*new, *terminal, *rest) if files.is_dir(code.target) else (*terminal, *rest)


class _Above(Widget[Message]):
    """A list at the top of the window, above everything; a click beside it closes it."""

    __slots__ = ("child",)

    def __init__(self, child: Widget[Message]) -> None:
        self.flex, self.child = 0, child

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the list in the middle of the window's upper edge."""
        theme = scene.theme
        scene.node(x, y, w, h, "other", description="Close", message=("hide_picker",), data=ShadeData())
        width = min(w - 24, 600)
        height = min(h - 20, self.child.height(theme, width))
        left, top = x + (w - width) // 2, y + 6
        scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 8))
        scene.round(left, top, width, height, theme.raised, 6)
        scene.frame(left, top, width, height, theme.outline, 6)
        scene.node(left, top, width, height, "dialog", "Quick Input", message=("nothing",))
        self.child.place(scene, left, top, width, height)


def _picker(context: Context, code: Code, files: Files) -> Widget[Message] | None:
    if not code.picker:
        return None
    rows = picker.choices(files, code, context.base.fields["pick"])
    at = min(code.picked, max(0, len(rows) - 1))
    first = max(0, at - 10)
    shown: list[Widget[Message]] = []
    for i, row in list(enumerate(rows))[first:]:
        shown.append(
            TreeRow(
                row.text, ("take", i), 0, note=row.keys or row.note, chosen=i == at, description=row.note or row.keys
            )
        )
    field = Field("pick", picker.HINTS[code.picker], "quick_input")
    height = min(12, max(1, len(shown))) * 22 * context.theme.font // 14
    if not rows:
        shown = [
            Label(
                "No matching results" if code.picker != "branch" else picker.HINTS["branch"],
                "small",
                "muted",
                pad=(12, 4),
            )
        ]
    listing = Sized(Scroll("picks", shown, flex=1), h=height)
    return _Above(Column([Box(field, "", (6, 6), 0), listing, Space(4)]))


def _notice(code: Code) -> Widget[Message]:
    message = Label(code.notice, "small", wrap=True, role="text")
    close: Widget[Message] = Button("OK", ("dismiss_notice",), "tonal")
    return Sized(
        Box(Column([message, Row([Space(flex=1), close])], gap=6), "raised", (12, 8), 4, outline="outline"), 340
    )
