"""The text form of GLib's variants (GVariant), in which gsettings prints and takes the values of settings.

* `parse` - the value that a text stands for. * `quoted` - a string as text.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["parse", "quoted"]

_TOKEN: Final = re.compile(
    r"""\s*(?:
    (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |(?P<type>@[a-z(){}?*]+)
    |(?P<number>[+-]?[0-9.][0-9a-zA-Z.+-]*)
    |(?P<word>[a-z][a-z0-9]*)
    |(?P<mark>[][{}()<>,:])
    )""",
    re.VERBOSE | re.DOTALL,
)
_BLANKS: Final = re.compile(r"\s*")
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "a": "\a", "f": "\f", "v": "\v"}
_NUMBERS: Final = ("byte", "int16", "uint16", "int32", "uint32", "int64", "uint64", "handle", "double")
_CLOSING: Final = {"[": "]", "{": "}", "(": ")"}
_MAX_DEPTH: Final = 30


def quoted(text: str) -> str:
    r"""Returns a string as gsettings prints it.

    >>> quoted("it's"), quoted('"a"')
    ('"it\'s"', '\'"a"\'')
    """
    quote = '"' if "'" in text else "'"
    return quote + text.replace("\\", "\\\\").replace("\n", "\\n").replace(quote, "\\" + quote) + quote


def parse(text: str) -> object:
    """Returns the value that a text stands for: lists, tuples, dicts, strings, numbers, bools.

    A variant counts as its content. The types before values are skipped, and aren't checked.

    Args:
        text: The text form of one value; an agent may have written it.

    Raises:
        ValueError: The text is malformed, or nested too deeply.

    >>> parse("[{'hour': <7>, 'days': <@ai []>}, {'name': <'a'>}]")
    [{'hour': 7, 'days': []}, {'name': 'a'}]
    >>> parse("(uint32 2, <('Tokyo', true)>)")
    (2, ('Tokyo', True))
    """
    parser = _Parser(text)
    value = parser.value(0)
    if parser.kind:
        raise ValueError(f"{parser.token!r} follows a whole value, expected its end")
    return value


class _Parser:
    """Reads one token after another; `kind` and `token` are the next one's, both empty at the end."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.kind, self.token = text, 0, "", ""
        self.go_on()

    def go_on(self) -> None:
        if _BLANKS.fullmatch(self.text, self.at):
            self.kind = self.token = ""
            return
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            raise ValueError(f"{self.text[self.at : self.at + 20]!r} is no part of a value's text form")
        self.at, self.kind = match.end(), match.lastgroup or ""
        self.token = match[self.kind]

    def take(self, mark: str) -> bool:
        """Goes past a mark, if it is the next token; returns whether it is."""
        if self.kind != "mark" or self.token != mark:
            return False
        self.go_on()
        return True

    def need(self, mark: str) -> None:
        if not self.take(mark):
            raise ValueError(f"{self.token!r} in a value's text form, expected {mark!r}")

    def value(self, depth: int) -> object:
        if depth > _MAX_DEPTH:
            raise ValueError(f"a value that is nested more than {_MAX_DEPTH} times")
        kind, token = self.kind, self.token
        self.go_on()
        if kind == "string":
            return _ESCAPE.sub(_unescaped, token[1:-1])
        if kind == "number":
            return _number(token)
        if kind == "type" or (kind == "word" and (token in _NUMBERS or token == "just")):
            return self.value(depth + 1)
        if kind == "word" and token in ("true", "false", "nothing"):
            return None if token == "nothing" else token == "true"
        if kind == "mark" and token == "<":
            inner = self.value(depth + 1)
            self.need(">")
            return inner
        if kind == "mark" and token in _CLOSING:
            return self.container(token, depth)
        raise ValueError(f"{token!r} in a value's text form, expected the start of a value")

    def container(self, opening: str, depth: int) -> object:
        items: list[object] = []
        pairs: dict[object, object] = {}
        closing = _CLOSING[opening]
        while not self.take(closing):
            item = self.value(depth + 1)
            if opening == "{":
                if isinstance(item, (list, dict)):
                    raise ValueError("a key of a dictionary that is no basic value")
                self.need(":")
                pairs[item] = self.value(depth + 1)
            else:
                items.append(item)
            if not self.take(","):
                self.need(closing)
                break
        return pairs if opening == "{" else items if opening == "[" else tuple(items)


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] in "uU" and len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number < 0x110000 else "\ufffd"
    return _ESCAPES.get(code, code)


def _number(token: str) -> object:
    try:
        return int(token, 0)
    except ValueError:
        return float(token)
