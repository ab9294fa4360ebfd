"""The editor's dialogs: saving, replacing, preferences, statistics, sorting and what tells of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from crab_sim import ui
from crab_sim.desktop.apps.text_editor.coding import ENCODINGS, LINE_ENDS
from crab_sim.desktop.apps.text_editor.messages import Message, Preferences
from crab_sim.desktop.apps.text_editor.naming import name_of
from crab_sim.desktop.chrome.bars import Tab, TabBar
from crab_sim.desktop.documents import document_dialog
from crab_sim.desktop.file_chooser import Option
from crab_sim.desktop.widgets import CANCEL, Sized, ask
from crab_sim.machine.app import Context

__all__ = ["LANGUAGES", "dialog"]

_TEXTS: Final = ("txt", "md", "csv", "log", "py", "sh", "html", "css", "js", "json", "xml", "ini", "conf", "c", "h", "")
_FILTER: Final = Option("", ("All Text Files", "All Files"), (_TEXTS, ()))
_OPENING: Final = (Option("Character Encoding:", ("Automatically Detected", *ENCODINGS)), _FILTER)
_SAVING: Final = (
    Option("Character Encoding:", tuple(ENCODINGS)), Option("Line Ending:", tuple(LINE_ENDS)), _FILTER,
)  # fmt: skip

LANGUAGES: Final = (
    "Plain Text", ".desktop", ".ini", "ABNF", "ANS-Forth94", "ASP", "ActionScript", "Ada", "AsciiDoc", "Automake",
    "BennuGD", "BibTeX", "Bluespec SystemVerilog", "Boo", "C", "C#", "C++", "CSS", "CSV", "Diff", "Docker", "Go",
    "HTML", "Java", "JavaScript", "JSON", "LaTeX", "Lua", "Makefile", "Markdown", "Perl", "PHP", "Python", "R", "Ruby",
    "Rust", "sh", "SQL", "TOML", "XML", "YAML",
)  # fmt: skip
"""Some of those that the real program knows, in its order."""
_SCHEMES: Final = (
    "Classic - Classic color scheme", "Cobalt - Blue based color scheme",
    "Kate - Color scheme used in the Kate text editor", "Oblivion - Dark color scheme using the Tango color palette",
    "Solarized Dark - Color scheme using Solarized dark palette",
    "Solarized Light - Color scheme using Solarized light palette", "Tango - Color scheme using Tango color palette",
)  # fmt: skip
_PLUGINS: Final = (
    ("Document Statistics", "Report the number of words, lines and characters in a document."),
    ("External Tools", "Execute external commands and shell scripts."),
    ("File Browser Panel", "Easy file access from the side panel."),
    ("Insert Date/Time", "Inserts current date and time at the cursor position."),
    ("Modelines", "Emacs, Kate and Vim-style modelines support for gedit."),
    ("Python Console", "Interactive Python console standing in the bottom panel."),
    ("Quick Highlight", "Highlights every occurrences of selected text."),
    ("Quick Open", "Quickly open files."),
    ("Snippets", "Insert often-used pieces of text in a fast way."),
)
_SHORTCUTS: Final = (
    ("Ctrl+T", "Create a new document in a tab"), ("Ctrl+O", "Open a document"), ("Ctrl+S", "Save the document"),
    ("Shift+Ctrl+S", "Save the document with a new filename"), ("Ctrl+W", "Close the document"),
    ("Ctrl+Alt+Page_Down", "Switch to the next document"), ("Ctrl+Alt+Page_Up", "Switch to the previous document"),
    ("Ctrl+N", "Create a new document in a window"), ("F9", "Show side panel"), ("Ctrl+F9", "Show bottom panel"),
    ("F11", "Fullscreen on / off"), ("Ctrl+Q", "Quit the application"),
)  # fmt: skip


def _box(text: str, on: bool, message: Message) -> ui.Widget[Message]:
    return ui.Row([ui.Toggle("checkbox", on, message, text), ui.Label(text, "small", role="")], gap=4)


def _off(text: str, role: str = "checkbox") -> ui.Widget[Message]:
    """Returns what the real dialog has and this one can't do."""
    return ui.Tile(text, role=role, enabled=False)


def _shown(title: str, body: ui.Widget[Message], *actions: ui.Widget[Message], width: int = 440) -> ui.Dialog[Message]:
    return ui.Dialog(title, body, actions, width, CANCEL)


_CLOSE: Final[ui.Widget[Message]] = ui.Button("Close", CANCEL, "outlined")
_CANCEL: Final[ui.Widget[Message]] = ui.Button("Cancel", CANCEL, "outlined")


def dialog(context: Context, page: ui.Page) -> ui.Dialog[Message]:
    """Returns the dialog of a page above the document's."""
    fields, base = page.fields, context.base
    match page.name:
        case "ask_save":
            return ask(
                f"Save changes to “{name_of(base)}” before closing?",
                "If you don't save, changes will be permanently lost.",
                ui.Button("Close without Saving", ("discard",), "danger"),
                ui.Button("Save" if base.arg else "Save As…", ("save_and_close",)),
            )
        case "replace":
            return _replacing(fields)
        case "preferences":
            return _preferences(base.data.preferences, fields.get("page", "View"))
        case "statistics":
            return _statistics(base)
        case "sort":
            names = (("Reverse order", "reverse"), ("Remove duplicates", "once"), ("Case sensitive", "case"))
            boxes = [_box(text, bool(fields.get(flag)), ("flag", flag)) for text, flag in names]
            column = ui.Row([ui.Label("Start at column:"), ui.Field("column", flex=1)], gap=8)
            return _shown("Sort", ui.Column([*boxes, column]), _CANCEL, ui.Button("Sort", ("sort_now",)))
        case "language":
            wanted = fields.get("search", "").casefold()
            rows = [
                ui.Tile(name, ("language", name), selected=name == fields.get("language"))
                for name in LANGUAGES if wanted in name.casefold()
            ]  # fmt: skip
            body: ui.Widget[Message] = ui.Column(
                [ui.Field("search", "Search", icon="search"), Sized(ui.Scroll("languages", rows), h=330)], gap=6
            )
            return _shown("Highlight Mode", body, _CANCEL, ui.Button("Select", ("language", "")), width=340)
        case "set_language":
            text = ui.Label("Select the spell checking language.", wrap=True)
            body = ui.Column([text, ui.Tile("English (United States)", CANCEL, selected=True)], gap=8)
            help_button = _off("Help", "button")
            return _shown("Set Language", body, help_button, _CANCEL, ui.Button("Select", CANCEL))
        case "spelling":
            return _spelling()
        case "shortcuts":
            lines: list[ui.Widget[Message]] = [
                ui.Row([Sized(ui.Label(keys, font="mono"), w=190), ui.Label(what, flex=1)]) for keys, what in _SHORTCUTS
            ]
            return _shown("", ui.Column([ui.Label("Shortcuts", "title"), *lines], gap=5), _CLOSE, width=620)
        case "about":
            return _about(bool(fields.get("credits")))
        case "print":
            return _printing(base, fields)
    return document_dialog(context, {"open": ("Open Files", "")}, {"open": _OPENING, "save_as": _SAVING})


def _replacing(fields: Mapping[str, str]) -> ui.Dialog[Message]:
    names = (
        ("Match case", "case"), ("Match entire word only", "word"), ("Search backwards", "back"),
        ("Wrap around", "wrap"),
    )  # fmt: skip
    boxes = [_box(text, bool(fields.get(flag, flag == "wrap")), ("flag", flag)) for text, flag in names]
    boxes.insert(2, _off("Regular expression"))
    rows: list[ui.Widget[Message]] = [
        ui.Row([Sized(ui.Label(text, role="text"), w=100), ui.Field(key, text, flex=1)], gap=8)
        for text, key in (("Find", "find"), ("Replace with", "replace"))
    ]
    has = bool(fields.get("find"))
    return _shown(
        "Find and Replace", ui.Column([*rows, *boxes], gap=4), _CLOSE,
        ui.Button("Replace All", ("replace_all",), "tonal", enabled=has),
        ui.Button("Replace", ("replace_one",), "tonal", enabled=has),
        ui.Button("Find", ("submit", "find"), "tonal", enabled=has), width=500,
    )  # fmt: skip


def _preferences(on: Preferences, page: str) -> ui.Dialog[Message]:
    pages = ("View", "Editor", "Font & Colors", "Plugins")
    tabs = TabBar([Tab[Message](name, ("page", name)) for name in pages], pages.index(page))
    body: list[ui.Widget[Message]]
    if page == "View":
        body = [
            _box("Display line numbers", on.numbers, ("turn", "numbers")),
            _box("Display right margin at column:", on.margin, ("turn", "margin")),
            _box("Display statusbar", on.status, ("turn", "status")),
            _box("Display grid pattern", on.grid, ("turn", "grid")),
            _off("Enable text wrapping"),
            _off("Do not split words over two lines"),
            _box("Highlight current line", on.current, ("turn", "current")),
            _off("Highlight matching brackets"),
        ]
    elif page == "Editor":
        body = [
            _box("Insert spaces instead of tabs", on.spaces, ("turn", "spaces")),
            _box("Enable automatic indentation", on.indent, ("turn", "indent")),
            _box("Create a backup copy of files before saving", on.backup, ("turn", "backup")),
            _off("Autosave files every"),
        ]
    elif page == "Plugins":
        body = [_off(f"{name} {about}", "list_item") for name, about in _PLUGINS]
    else:
        font = "Use the system fixed width font (DejaVu Sans Mono 10)"
        body = [_off(font), *[_off(name, "list_item") for name in _SCHEMES], _off("Install Scheme", "button")]
    return _shown("Preferences", ui.Column([tabs, *body], gap=4), _CLOSE, width=470)


def _statistics(base: ui.Page) -> ui.Dialog[Message]:
    text = base.fields["text"]
    part = text[min(base.selection) : max(base.selection)] if base.focus == "text" else ""

    def counts(words: str) -> tuple[int, ...]:
        bare = len("".join(words.split()))
        return (words.count("\n") + bool(words), len(words.split()), len(words), bare, len(words.encode()))

    names = ("Lines", "Words", "Characters (with spaces)", "Characters (no spaces)", "Bytes")
    rows: list[ui.Widget[Message]] = [_counted("", "Document", "Selection")]
    rows += [_counted(name, str(a), str(b)) for name, a, b in zip(names, counts(text), counts(part), strict=True)]
    top = ui.Label(name_of(base), "small", "muted", verbatim=True)
    return _shown("Document Statistics", ui.Column([top, *rows], gap=4), _CLOSE, width=380)


def _counted(*texts: str) -> ui.Widget[Message]:
    name, *numbers = texts
    return ui.Row([ui.Label(name, flex=1), *[Sized(ui.Label(number), w=80) for number in numbers]], gap=8)


def _spelling() -> ui.Dialog[Message]:
    def off(*names: str) -> ui.Widget[Message]:
        return ui.Row([ui.Button(name, ("nothing",), "outlined", enabled=False) for name in names], gap=6)

    labels = [ui.Label(text) for text in ("Misspelled word:", "No misspelled words", "Change to:", "Suggestions:")]
    rows = [*labels, off("Check Word"), off("Ignore", "Ignore All"), off("Change", "Change All")]
    return _shown("Check Spelling", ui.Column([*rows, ui.Label("User dictionary:"), off("Add word")], gap=4), _CLOSE)


def _about(credits: bool) -> ui.Dialog[Message]:
    texts: Sequence[str] = (
        "gedit",
        "44.2",
        "gedit is an easy-to-use and general-purpose text editor.",
        "www.gedit.org",
    )
    if credits:
        texts = ("gedit", "Created by", "Main authors:", "Many thanks also to:")
    body: ui.Widget[Message] = ui.Column([ui.Label(text, align="center") for text in texts], gap=6)
    return _shown("About gedit", body, ui.Button("Credits", ("flag", "credits"), "outlined"), _CLOSE)


def _printing(base: ui.Page, fields: Mapping[str, str]) -> ui.Dialog[Message]:
    """Returns the dialog to print, which has no printer but a file."""
    names, page = ("General", "Page Setup", "Text Editor"), fields.get("page", "General")
    tabs = TabBar([Tab[Message](name, ("page", name)) for name in names], names.index(page))
    chosen = bool(fields.get("to_file"))
    body: list[ui.Widget[Message]]
    if page == "General":
        body = [ui.Row([ui.Label(name, font="bold", flex=1) for name in ("Printer", "Location", "Status")])]
        body.append(ui.Tile("Print to File", ("flag", "to_file"), selected=chosen))
        if chosen:
            body.append(ui.Label(f"~/{name_of(base)}.pdf", verbatim=True))
        body += [_off("All Pages", "radio"), _off("Pages:", "radio")]
        body.append(_off("Reverse"))
    elif page == "Page Setup":
        body = [_off(name, "button") for name in ("All sheets", "Not available", "Portrait")]
    else:
        on = ("Print syntax highlighting", "Enable text wrapping", "Do not split words over two lines")
        body = [_off(name) for name in (*on, "Print page headers")]
        body.insert(1, _off("Print line numbers"))
        body += [_off(name, "button") for name in ("Monospace", "Sans", "Restore Default Fonts")]
    actions: list[ui.Widget[Message]] = [
        ui.Button("Preview", ("nothing",), "outlined", enabled=False), _CANCEL,
        ui.Button("Print", ("print_now",), enabled=chosen),
    ]  # fmt: skip
    return _shown("Print", ui.Column([tabs, *body], gap=4), *actions, width=560)
