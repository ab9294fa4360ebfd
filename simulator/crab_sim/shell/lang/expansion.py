"""Word expansion: tilde, parameters, substitutions, arithmetic, field splitting and globs, in the order of POSIX."""

from __future__ import annotations

import re
from typing import Final

from crab_sim.files import FileError
from crab_sim.files.globs import has_glob
from crab_sim.shell.errors import ExpansionError, LimitExceeded
from crab_sim.shell.lang.arithmetic import ArithmeticFailure, evaluate
from crab_sim.shell.lang.glob_search import GlobFinder
from crab_sim.shell.lang.shell import Shell
from crab_sim.shell.lang.tree import (
    ArithmeticExpansion,
    CommandSubstitution,
    Literal,
    Parameter,
    Part,
    ProcessSubstitution,
    Word,
)
from crab_sim.shell.limits import MAX_FIELDS, MAX_OUTPUT

# The kinds of a segment, which is (text, kind). Plain integers, since every word of every command has segments.
_PLAIN: Final = 0  # literal text: globbed, not split
_QUOTED: Final = 1  # neither split nor globbed
_SPLIT: Final = 2  # the result of an expansion: split into fields, then globbed
_BREAK: Final = 3  # a cut between two fields, without text
_TILDE = re.compile(r"~([\w.-]*)(?=/|$|:)")
_GLOB_CHARS = re.compile(r"([*?\[\]\\])")


def escape(text: str) -> str:
    """Escapes the special characters of a glob."""
    return _GLOB_CHARS.sub(r"\\\1", text)


def expand_words(shell: Shell, words: tuple[Word, ...]) -> list[str]:
    """Expands words to the arguments of a command."""
    fields: list[str] = []
    for word in words:
        if len(word) == 1:  # the usual case: plain text
            part = word[0]
            if type(part) is Literal and (part.quoted or not (has_glob(part.text) or part.text.startswith("~"))):
                fields.append(part.text)
                continue
        fields += _fields(shell, word)
        if len(fields) > MAX_FIELDS:
            raise LimitExceeded("Argument list too long")
    return fields


def expand_text(shell: Shell, word: Word, *, assignment: bool = False) -> str:
    """Expands a word to one text, without field splitting and globs: for assignments, redirects, here-documents."""
    out: list[str] = []
    for text, kind in _segments(shell, word, assignment=assignment):
        out.append(" " if kind == _BREAK else text)
    joined = "".join(out)
    _check_size(shell, joined)
    return joined


def expand_pattern(shell: Shell, word: Word) -> str:
    """Expands a word to a glob in which quoted text is escaped."""
    out = [escape(text) if kind == _QUOTED else text for text, kind in _segments(shell, word)]
    return "".join(out)


def expand_regex(shell: Shell, word: Word) -> str:
    """Expands the right side of ``=~``: quoted text stands for itself."""
    segments = _segments(shell, word)
    return "".join(
        re.sub(r"([][\\.*+?^${}()|])", r"\\\1", text) if kind == _QUOTED else text for text, kind in segments
    )


def expand_number(shell: Shell, word: Word) -> int:
    """Expands and evaluates an arithmetic expression."""
    text = expand_text(shell, word)
    shell.budget.charge(0.2)
    try:
        return evaluate(text, shell.get_number, shell.assign)
    except ArithmeticFailure as error:
        raise ExpansionError(str(error)) from None


def _check_size(shell: Shell, text: str) -> None:
    if len(text) > 256:
        shell.budget.handle(len(text))
        if len(text) > MAX_OUTPUT:
            raise LimitExceeded("a value is too long")


def _fields(shell: Shell, word: Word) -> list[str]:
    """Splits the expansion of a word into fields, and expands globs in each."""
    separators = shell.variables.get("IFS", " \t\n")
    fields: list[list[tuple[str, bool]]] = []
    current: list[tuple[str, bool]] | None = None
    for text, kind in _segments(shell, word):
        if kind == _BREAK:
            fields.append(current or [])
            current = None
        elif kind == _SPLIT:
            _check_size(shell, text)
            pieces = _split(text, separators)
            for index, piece in enumerate(pieces):
                if index and current is not None:
                    fields.append(current)
                    current = None
                if piece is not None:
                    current = [*(current or []), (piece, False)]
            if len(fields) > MAX_FIELDS:
                raise LimitExceeded("Argument list too long")
        elif text or kind == _QUOTED:
            current = current or []
            current.append((text, kind == _QUOTED))
    if current is not None:
        fields.append(current)
    expanded: list[str] = []
    for pieces_of in fields:
        expanded += _glob(shell, pieces_of)
    return expanded


def _split(text: str, separators: str) -> list[str | None]:
    """Splits unquoted text at separators; None at an end stands for a cut with nothing outside of it.

    A run of white space separators is one cut; every other separator ends a field, even an empty one.
    """
    if text == "":
        return [None]
    if not separators:
        return [text]
    white = "".join(char for char in separators if char in " \t\n")
    hard = re.escape("".join(char for char in separators if char not in white))
    if not hard:
        pieces: list[str | None] = [piece for piece in re.split(f"[{white}]+", text)]
    else:
        soft = f"[{re.escape(white)}]" if white else "(?!)"
        # leading white space is no empty field, a leading hard separator is
        pieces = list(re.split(f"{soft}*[{hard}]{soft}*|{soft}+", text))
        if len(pieces) > 1 and pieces[0] == "" and white and text[0] in white and text.lstrip(white)[:1] not in hard:
            pieces[0] = None
        if len(pieces) > 1 and pieces[-1] == "":
            pieces[-1] = None
        return pieces
    if len(pieces) > 1 or text == "":
        pieces[0] = pieces[0] or None
        pieces[-1] = pieces[-1] or None
    return pieces


def _glob(shell: Shell, pieces: list[tuple[str, bool]]) -> list[str]:
    text = "".join(piece for piece, _ in pieces)
    if "f" in shell.options or not any(not quoted and ("*" in t or "?" in t or "[" in t) for t, quoted in pieces):
        return [text]
    pattern = "".join(escape(piece) if quoted else piece.replace("\\", "\\\\") for piece, quoted in pieces)
    if not has_glob(pattern):
        return [text]
    shell.budget.charge(1 + len(pattern) / 512)
    try:
        paths = shell.files.glob(pattern, shell.cwd, lambda work: shell.budget.charge(work / 512))
    except FileError:
        paths = ()
    shell.budget.handle(64 * len(paths))
    return list(paths) or [text]


# --- parts -----------------------------------------------------------------------------------------------------


def _segments(shell: Shell, word: Word, *, assignment: bool = False) -> list[tuple[str, int]]:
    """Expands each part of a word to segments."""
    segments: list[tuple[str, int]] = []
    for index, part in enumerate(word):
        if type(part) is Literal:
            if part.quoted:
                segments.append((part.text, _QUOTED))
                continue
            text = part.text
            if "~" in text and (index == 0 or assignment):
                segments += _tilde(shell, text, len(word) == index + 1, assignment)
            else:
                segments.append((text, _PLAIN))
        elif type(part) is Parameter:
            segments += _parameter(shell, part)
        else:
            kept = type(part) is ProcessSubstitution or (
                isinstance(part, CommandSubstitution | ArithmeticExpansion) and part.quoted
            )
            segments.append((_substitute(shell, part), _QUOTED if kept else _SPLIT))
    return segments


def _substitute(shell: Shell, part: Part) -> str:
    if type(part) is CommandSubstitution:
        return shell.capture(part.body)
    if type(part) is ProcessSubstitution:
        return shell.capture_file(part.body)
    assert type(part) is ArithmeticExpansion
    return str(expand_number(shell, part.text))


def _tilde(shell: Shell, text: str, last: bool, assignment: bool) -> list[tuple[str, int]]:
    """Expands ``~`` at the start, and in assignments after each colon."""
    segments: list[tuple[str, int]] = []
    for index, piece in enumerate(text.split(":") if assignment else [text]):
        if index:
            segments.append((":", _PLAIN))
        match = _TILDE.match(piece)
        home = _home(shell, match[1]) if match and (match.end() < len(piece) or last or assignment) else None
        if match and home is not None:
            segments.append((home, _QUOTED))
            piece = piece[match.end() :]
        segments.append((piece, _PLAIN))
    return segments


def _home(shell: Shell, name: str) -> str | None:
    if not name:
        return shell.variables.get("HOME", shell.host.home)
    if name == shell.host.user:
        return shell.host.home
    return "/root" if name == "root" else None


def _parameter(shell: Shell, part: Parameter) -> list[tuple[str, int]]:
    name, op = part.name, part.op
    kind = _QUOTED if part.quoted else _SPLIT
    if name in ("@", "*") and op in ("", "length"):
        return _positional(shell, part)
    value = shell.parameter(name)
    if op == "indirect":
        value = shell.parameter(value) if value else None
    if op == "length":
        _unset(shell, name, value)
        return [(str(len(value or "")), kind)]
    if op in ("", "indirect"):
        _unset(shell, name, value)
        return [(value or "", kind)] if value is not None or part.quoted else []
    if op.lstrip(":") in ("-", "=", "?", "+") and op != ":":
        missing = value is None or (op.startswith(":") and value == "")
        return _default(shell, part, op[-1], value or "", missing)
    _unset(shell, name, value)
    return [(_edit(shell, part, value or ""), kind)]


def _unset(shell: Shell, name: str, value: str | None) -> None:
    if value is None and "u" in shell.options:
        raise ExpansionError(f"{name}: unbound variable")


def _positional(shell: Shell, part: Parameter) -> list[tuple[str, int]]:
    args = shell.arguments
    if part.op == "length":
        return [(str(len(args)), _QUOTED)]
    if part.quoted and part.name == "*":
        return [(shell.variables.get("IFS", " ")[:1].join(args), _QUOTED)]
    segments: list[tuple[str, int]] = []
    for index, arg in enumerate(args):
        if index:
            segments.append(("", _BREAK))
        segments.append((arg, _QUOTED if part.quoted else _SPLIT))
    return segments


def _default(shell: Shell, part: Parameter, op: str, value: str, missing: bool) -> list[tuple[str, int]]:
    kind = _QUOTED if part.quoted else _SPLIT
    if op == "+":
        missing = not missing
        value = ""
    if not missing:
        return [(value, kind)] if value or part.quoted or op != "+" else []
    if op == "=":
        if not re.fullmatch(r"[A-Za-z_]\w*", part.name):
            raise ExpansionError(f"${part.name}: cannot assign in this way")
        value = expand_text(shell, part.word)
        shell.assign(part.name, value)
        return [(value, kind)]
    if op == "?":
        raise ExpansionError(f"{part.name}: {expand_text(shell, part.word) or 'parameter null or not set'}")
    if part.quoted:
        return [(expand_text(shell, part.word), _QUOTED)]
    # unquoted text of the word is split, quoted text is not
    return [(text, _SPLIT if k == _PLAIN else k) for text, k in _segments(shell, part.word)]


def _edit(shell: Shell, part: Parameter, value: str) -> str:
    """Applies an operator that cuts or changes the value."""
    op = part.op
    shell.budget.handle(len(value))
    if op == ":":
        return _substring(value, expand_number(shell, part.word), part.extra and expand_number(shell, part.extra))
    pattern = expand_pattern(shell, part.word)
    if op in ("^", "^^", ",", ",,"):
        change = str.upper if op[0] == "^" else str.lower
        count = len(value) if len(op) == 2 else 1
        return change(value[:count]) + value[count:]
    find = GlobFinder(pattern, shell.budget)
    if op in ("#", "##"):
        return value[find.prefix(value, longest=op == "##") or 0 :]
    if op in ("%", "%%"):
        start = find.suffix(value, longest=op == "%%")
        return value if start is None else value[:start]
    pieces = [(text, kind == _QUOTED) for text, kind in _segments(shell, part.extra)]

    def replacement(matched: str) -> str:
        """Returns the replacement of a match; an unquoted & stands for the match."""
        return "".join(text if quoted else text.replace("&", matched) for text, quoted in pieces)

    if not pattern:
        return value
    if op == "/#":
        end = find.prefix(value, longest=True)
        return value if end is None else replacement(value[:end]) + value[end:]
    if op == "/%":
        start = find.suffix(value, longest=True)
        return value if start is None else value[:start] + replacement(value[start:])
    out: list[str] = []
    last = size = 0
    for start, end in find.spans(value, limit=1 if op == "/" else None):
        shell.budget.charge(1 / 64)
        replaced = replacement(value[start:end])
        out += (value[last:start], replaced)
        size += len(replaced)
        if size > MAX_OUTPUT:
            raise LimitExceeded("a value is too long")
        last = end
    joined = "".join([*out, value[last:]])
    _check_size(shell, joined)
    return joined


def _substring(value: str, offset: int, length: int | tuple[Part, ...]) -> str:
    start = offset if offset >= 0 else len(value) + offset
    if start < 0 or start > len(value):
        return ""
    if not isinstance(length, int):
        return value[start:]
    end = start + length if length >= 0 else len(value) + length
    if end < start:
        raise ExpansionError(f"{length}: substring expression < 0")
    return value[start:end]
