"""Reads calls that models write as ``name(argument, name=argument)``; nothing is ever evaluated.

* `Call` - a call.
* `call_at` - the call at a place of a text; `calls_along` - the calls that follow one another there.

It tolerates quotes within a text, and a quote that is missing at its end; line ends in texts; texts without quotes;
``:`` for ``=``, and ``;`` for ``,``; a bracket that is missing at the end. A text that is written as Python writes it
is read as Python reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.agents.json_repair import MAX_DEPTH, NoValue, Reader, literal

__all__ = ["Call", "Placed", "call_at", "calls_along"]


class Call(NamedTuple):
    """A call.

    Attributes:
        name: The function's name, with dots as it is written.
        positional: The arguments without a name.
        named: The arguments by name.
    """

    name: str
    positional: Sequence[Any]
    named: Mapping[str, Any]

    def get(self, place: int, *names: str) -> Any:
        """Returns an argument by one of its names or by its place, None if it isn't there."""
        for name in names:
            if name in self.named:
                return self.named[name]
        return self.positional[place] if place < len(self.positional) else None


class Placed(NamedTuple):
    """A call in a text.

    Attributes:
        call: The call.
        end: The place after it.
        closed: Whether it is complete: nothing was missing at its end.
    """

    call: Call
    end: int
    closed: bool


_NAME = re.compile(r"[A-Za-z_][\w.]{0,120}\(")
_KEY = re.compile(r"([\"']?)([A-Za-z_]\w{0,60})\1\s{0,9}[=:](?!=)\s{0,9}")
_WORD = re.compile(r"[^\s,:{}\[\]()\"'“”‘’`]+")
_RAW = re.compile(r"(?:[^,;()\[\]{}\"'\n]|\"[^\"\n]{0,200}\"|\([^()\"'\n]{0,200}\))+")
_BLANK = re.compile(r"\s*")
_HEX = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U(00[01][0-9a-fA-F]{5})")
_ESCAPES = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a", "0": "\0",
    "\\": "\\", "'": "'", '"': '"', "\n": "",
}  # fmt: skip
_OVER = r"\)\s*(?:\Z|[\n;,\])`<#|]|[.!](?:\s|\Z)|[A-Za-z_][\w.]{0,60}\()"
_NEXT_NAMED = r"[,;]\s*(?:(?:[A-Za-z_]\w{0,60}|\"\w{1,60}\"|'\w{1,60}')\s{0,9}[=:]|\))"
_ENDS = {
    False: re.compile(rf"\s*(?:\Z|{_OVER}|{_NEXT_NAMED}|[,;]\s*[\"'\[({{\d+-])"),
    True: re.compile(rf"\s*(?:\Z|{_OVER}|{_NEXT_NAMED})"),
}
"""What follows a quote that ends an argument, by whether the argument has a name, after which all have."""
_ANY_END = re.compile(r"\s*(?:\Z|[,;)])")
_LIST_ENDS = re.compile(r"\s*(?:[,\])}:]|\Z)")
_FORGOTTEN = re.compile(r"[,;]\s{0,9}[A-Za-z_]\w{0,60}\s{0,9}=\s{0,9}\Z")
"""The end of a text whose closing quote was forgotten, so that it goes on into the next argument."""


class _CallReader(Reader):
    """Walks over a call."""

    ends = _LIST_ENDS
    words = _WORD

    def __init__(self, text: str, at: int, strict: bool) -> None:
        super().__init__(text)
        self.at = at
        self._strict = strict

    def arguments(self) -> tuple[list[Any], dict[str, Any]]:
        """Reads the arguments of a call, from behind its bracket on.

        Raises:
            NoValue: They are no arguments.
        """
        positional: list[Any] = []
        named: dict[str, Any] = {}
        while True:
            sign = self._sign()
            if sign == ")":
                self.at += 1
                return positional, named
            if not sign:
                self.closed = False
                return positional, named
            if sign in ",;":
                self.at += 1
            elif key := _KEY.match(self.text, self.at):
                self.at = key.end()
                named[key[2]] = self._argument(True)
            else:
                positional.append(self._argument(bool(named)))

    def _sign(self) -> str:
        self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]
        return self.text[self.at : self.at + 1]

    def _argument(self, named: bool) -> Any:
        sign = self._sign()
        if sign in ("[", "("):
            value: Any = self.array(MAX_DEPTH)
        elif sign == "{":
            value = self.object(MAX_DEPTH)
        elif sign in ('"', "'", "“"):
            return self._text(sign, named)
        elif raw := _RAW.match(self.text, self.at):
            self.at = raw.end()
            return literal(raw[0].strip())
        else:
            raise NoValue
        while self.text[self.at : self.at + 1] in ('"', "'"):  # a closing quote without an opening one
            self.at += 1
        return value

    def _text(self, quote: str, named: bool) -> str:
        """Reads an argument in quotes."""
        if self.text.startswith(quote * 3, self.at) and (end := self.text.find(quote * 3, self.at + 3)) >= 0:
            inner = self.text[self.at + 3 : end]
            self.at = end + 3
            return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[0]), inner, flags=re.DOTALL)
        self.ends = _ENDS[named] if self._strict else _ANY_END
        try:
            text = self.string(quote)
        finally:
            self.ends = _LIST_ENDS
        if self.closed:
            return text
        bare = re.sub(r"[\s`]+\Z", "", text)
        if not bare.endswith(")"):  # half a text must not be typed
            raise NoValue
        return bare[:-1]

    def forgotten(self, part: str) -> int:
        """Returns the length that an argument in quotes has if it goes on into the next argument, else -1."""
        match = _FORGOTTEN.search(part[-200:]) if self.ends is not _LIST_ENDS else None
        return -1 if match is None else len(part) - len(part[-200:]) + match.start()

    def array(self, depth: int) -> list[Any]:
        """Reads a list or a tuple, from its bracket on."""
        if not depth:
            raise NoValue
        close = ")" if self.text[self.at] == "(" else "]"
        self.at += 1
        items: list[Any] = []
        while True:
            sign = self._sign()
            if sign == close:
                self.at += 1
                return items
            if sign == ",":
                self.at += 1
            elif not sign or sign in ")]":
                raise NoValue
            else:
                items.append(self.value(depth - 1))

    def value(self, depth: int) -> Any:
        """Reads a value within a list."""
        if self._sign() == "(":
            return self.array(depth)
        return super().value(depth)

    def escape(self) -> str:
        """Reads what follows a backslash, as in Python; an unknown sign keeps it."""
        sign = self.text[self.at : self.at + 1]
        if code := _HEX.match(self.text, self.at):
            self.at = code.end()
            return chr(int(code[1] or code[2] or code[3], 16))
        self.at += 1
        return _ESCAPES.get(sign, f"\\{sign}")


def call_at(text: str, at: int = 0) -> Placed | None:
    """Returns the call that begins at a place of a text, None if there is none.

    >>> call_at('open_app(name="Google Drive")')
    Placed(call=Call(name='open_app', positional=[], named={'name': 'Google Drive'}), end=29, closed=True)
    >>> call_at("type(content='it's here)").call.named
    {'content': "it's here"}
    """
    name = _NAME.match(text, at)
    if name is None:
        return None
    for strict in (True, False):
        reader = _CallReader(text, name.end(), strict)
        try:
            positional, named = reader.arguments()
        except NoValue:
            continue
        if reader.closed or not strict:
            return Placed(Call(name[0][:-1], positional, named), reader.at, reader.closed)
    return None


_BETWEEN = re.compile(
    r"(?:```(?:[a-z]{1,12}(?=\s))?|[\s;`]|#[^\n]*|<\|?/?(?:begin_of_box|end_of_box|answer|action|im_end)\|?>)*+"
)


def calls_along(text: str, at: int = 0) -> tuple[list[Call], int]:
    r"""Returns the calls that follow one another from a place on, and the place after the last of them.

    >>> calls_along("click(x=1)\n\nwait() So.")
    ([Call(name='click', positional=[], named={'x': 1}), Call(name='wait', positional=[], named={})], 18)
    """
    calls: list[Call] = []
    at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]
    end = at
    while (placed := call_at(text, at)) is not None:
        calls.append(placed.call)
        end = placed.end
        at = _BETWEEN.match(text, end).end()  # type: ignore[union-attr]
    return calls, end
