"""Settings of git: files of sections and values, read and changed line by line.

* `read_config` - the values. `with_value`, `without` - the file's text with a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["Setting", "normal_key", "read_config", "with_value", "without"]

_SECTION: Final = re.compile(r'\s*\[([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\]\s*(.*)')
_VALUE: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$")
_ESCAPES: Final = {"n": "\n", "t": "\t", "b": "\b", "\\": "\\", '"': '"'}


class Setting(NamedTuple):
    """A value: its key, such as ``user.name``, and its text."""

    key: str
    value: str


class _Line(NamedTuple):
    """A line of the file: its section, and its setting where it has one."""

    number: int
    section: str
    setting: Setting | None


def normal_key(key: str) -> str:
    """Returns a key in the form in which it is compared: the first and the last part don't mind case.

    >>> normal_key("User.NAME"), normal_key("Branch.Main.Remote")
    ('user.name', 'branch.Main.remote')
    """
    section, dot, rest = key.partition(".")
    middle, inner, name = rest.rpartition(".")
    return f"{section.lower()}{dot}{middle}{inner}{name.lower()}"


def _unquoted(text: str) -> str:
    """Returns a value without its quotes, escapes and comment."""
    out, quoted, at, kept = [], False, 0, 0
    while at < len(text):
        char = text[at]
        if char == "\\" and at + 1 < len(text):
            at += 1
            out.append(_ESCAPES.get(text[at], text[at]))
            kept = len(out)
        elif char == '"':
            quoted = not quoted
        elif char in "#;" and not quoted:
            break
        else:
            out.append(char)
            if quoted or not char.isspace():
                kept = len(out)
        at += 1
    return "".join(out[:kept])


def _lines(text: str) -> Iterator[_Line]:
    section = ""
    for number, line in enumerate(text.split("\n")):
        head = _SECTION.match(line)
        if head is not None:
            inner = re.sub(r"\\(.)", r"\1", head[2]) if head[2] is not None else None
            section = head[1].lower() + (f".{inner}" if inner is not None else "")
            line = head[3]
        value = _VALUE.match(line) if section and line.lstrip()[:1] not in ("#", ";") else None
        setting = None
        if value is not None:
            setting = Setting(f"{section}.{value[1].lower()}", "true" if value[2] is None else _unquoted(value[2]))
        yield _Line(number, section, setting)


@lru_cache(maxsize=256)
def read_config(text: str) -> tuple[Setting, ...]:
    r"""Returns the settings of a file, in their order.

    >>> read_config('[user]\n\tname = Ada "L" # me\n[remote "origin"]\n\turl = /a')
    (Setting(key='user.name', value='Ada L'), Setting(key='remote.origin.url', value='/a'))
    """
    return tuple([line.setting for line in _lines(text) if line.setting is not None])


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"' if value != value.strip() or re.search("[#;]", value) else escaped


def with_value(text: str, key: str, value: str) -> str:
    r"""Returns the file's text with a setting changed or added.

    >>> with_value("[user]\n\tname = Ada\n", "user.email", "ada@example.com")
    '[user]\n\tname = Ada\n\temail = ada@example.com\n'
    """
    section, _, name = key.rpartition(".")
    row = f"\t{name} = {_quoted(value)}"
    lines = text.removesuffix("\n").split("\n") if text else []
    last = -1
    for line in _lines("\n".join(lines)):
        if line.setting is not None and line.setting.key == normal_key(key):
            return "\n".join([*lines[: line.number], row, *lines[line.number + 1 :]]) + "\n"
        if line.section == normal_key(section + ".x").removesuffix(".x"):
            last = line.number
    if last >= 0:
        return "\n".join([*lines[: last + 1], row, *lines[last + 1 :]]) + "\n"
    head, dot, inner = section.partition(".")
    title = f'[{head} "{inner}"]' if dot else f"[{head}]"
    return "\n".join([*lines, title, row]) + "\n"


def without(text: str, key: str) -> str:
    """Returns the file's text without a setting; a section that has become empty goes too."""
    lines = text.removesuffix("\n").split("\n")
    gone = {line.number for line in _lines(text) if line.setting is not None and line.setting.key == normal_key(key)}
    kept = [line for number, line in enumerate(lines) if number not in gone]
    out: list[str] = []
    for number, line in enumerate(kept):
        following = kept[number + 1] if number + 1 < len(kept) else "["
        if gone and _SECTION.match(line) and following.lstrip().startswith("[") and number >= min(gone) - 1:
            continue
        out.append(line)
    return "\n".join(out) + "\n" if out else ""
