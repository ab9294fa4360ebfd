"""The user's settings: the file ``~/.config/Code/User/settings.json``, with comments, as VS Code reads it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.desktop.widgets import HOME
from crab_sim.files import FileError, Files

__all__ = ["PATH", "UserSettings", "read_settings", "with_setting"]

PATH: Final = f"{HOME}/.config/Code/User/settings.json"


class UserSettings(NamedTuple):
    """The settings that are honoured, with VS Code's defaults.

    Attributes:
        font_size: ``editor.fontSize``.
        tab_size: ``editor.tabSize``.
        insert_spaces: ``editor.insertSpaces``.
        detect: ``editor.detectIndentation``: whether the two before follow from the file.
        trim: ``files.trimTrailingWhitespace``.
        final_newline: ``files.insertFinalNewline``.
        wrap: ``editor.wordWrap`` is on.
        line_numbers: ``editor.lineNumbers`` isn't off.
        close_brackets: ``editor.autoClosingBrackets`` isn't never.
        close_quotes: ``editor.autoClosingQuotes`` isn't never.
        auto_indent: ``editor.autoIndent``: ``none``, ``keep`` or ``full``.
        theme: ``workbench.colorTheme``.
        auto_save: ``files.autoSave`` is on.
    """

    font_size: int = 14
    tab_size: int = 4
    insert_spaces: bool = True
    detect: bool = True
    trim: bool = False
    final_newline: bool = False
    wrap: bool = False
    line_numbers: bool = True
    close_brackets: bool = True
    close_quotes: bool = True
    auto_indent: str = "full"
    theme: str = "Default Dark Modern"
    auto_save: bool = False

    @property
    def dark(self) -> bool:
        """Whether the theme is dark."""
        return "light" not in self.theme.lower()


def _plain(text: str) -> str:
    """Returns JSON without comments and without commas before closing brackets."""
    out: list[str] = []
    at, size = 0, len(text)
    while at < size:
        char = text[at]
        if char == '"':
            end = at + 1
            while end < size and text[end] not in '"\n':
                end += 2 if text[end] == "\\" else 1
            out.append(text[at : end + 1])
            at = end + 1
        elif text.startswith("//", at):
            end = text.find("\n", at)
            at = size if end < 0 else end
        elif text.startswith("/*", at):
            end = text.find("*/", at)
            at = size if end < 0 else end + 2
        else:
            if char in "}]":
                while out and out[-1].isspace():
                    out.pop()
                if out and out[-1] == ",":
                    out.pop()
            out.append(char)
            at += 1
    return "".join(out)


@lru_cache(maxsize=32)
def _values(text: str) -> tuple[tuple[str, object], ...]:
    try:
        read, _ = json.JSONDecoder().raw_decode(_plain(text).lstrip() or "{}")
    except (ValueError, RecursionError):
        return ()
    return (
        tuple([(key, value if isinstance(value, str | int | float | bool) else None) for key, value in read.items()])
        if isinstance(read, dict)
        else ()
    )


@lru_cache(maxsize=32)
def _settings(text: str) -> UserSettings:
    values = dict(_values(text))

    def number(key: str, default: int, low: int, high: int) -> int:
        value = values.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            return default
        return int(value)

    def flag(key: str, default: bool) -> bool:
        value = values.get(key)
        return value if isinstance(value, bool) else default

    def word(key: str, default: str) -> str:
        value = values.get(key)
        return value if isinstance(value, str) else default

    return UserSettings(
        number("editor.fontSize", 14, 6, 60), number("editor.tabSize", 4, 1, 16), flag("editor.insertSpaces", True),
        flag("editor.detectIndentation", True), flag("files.trimTrailingWhitespace", False),
        flag("files.insertFinalNewline", False), word("editor.wordWrap", "off") not in ("off", ""),
        word("editor.lineNumbers", "on") != "off", word("editor.autoClosingBrackets", "languageDefined") != "never",
        word("editor.autoClosingQuotes", "languageDefined") != "never", word("editor.autoIndent", "full"),
        word("workbench.colorTheme", "Default Dark Modern"), word("files.autoSave", "off") != "off",
    )  # fmt: skip


def settings_text(files: Files) -> str:
    """Returns the text of the settings' file, ``""`` where there is none."""
    try:
        return files.read(PATH).decode("utf-8", "replace")
    except FileError:
        return ""


def read_settings(files: Files) -> UserSettings:
    """Returns the settings; a file that can't be read counts as an empty one."""
    return _settings(settings_text(files))


def with_setting(text: str, key: str, value: object) -> str:
    r"""Returns the file's text with one setting changed or added; the rest stays as it is.

    >>> with_setting('{\n    "a.b": 1\n}\n', "c.d", True)
    '{\n    "a.b": 1,\n    "c.d": true\n}\n'
    """
    shown = json.dumps(value)
    at = text.find(f'"{key}"')
    if at >= 0 and dict(_values(text)).get(key) is not None:
        start = text.index(":", at) + 1
        end = start
        while end < len(text) and (text[end] not in ",}\n" or text[start:end].count('"') % 2):
            end += 1
        return f"{text[:start]} {shown}{text[end:]}"
    body = text.rstrip()
    if not body.endswith("}"):
        return f'{{\n    "{key}": {shown}\n}}\n'
    inner = body[:-1].rstrip()
    comma = "" if inner.endswith(("{", ",")) else ","
    return f'{inner}{comma}\n    "{key}": {shown}\n}}\n'
