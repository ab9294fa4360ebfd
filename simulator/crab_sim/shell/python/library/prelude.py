"""The prelude of each program, which defines what Monty lacks; `source` makes programs use these names."""

from __future__ import annotations

import binascii
import dataclasses
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

EOFError = binascii.Incomplete
IOError = OSError
EnvironmentError = OSError
_crab_open, _crab_print, _crab_sorted, _crab_max, _crab_min, _crab_round = open, print, sorted, max, min, round
_crab_files: list[Any] = []
_crab_modules: dict[str, Any] = {}
_crab_makers: dict[str, Any] = {}


class _CrabFile:
    """An open file: its whole content, which is written when it is flushed or closed."""

    def __init__(self, path: Any, mode: str, newline: str | None, loads: bool = True) -> None:
        letters = mode.replace("t", "")
        if letters.replace("b", "").replace("+", "") not in ("r", "w", "a", "x") or len(set(mode)) != len(mode):
            raise ValueError(f"invalid mode: '{mode}'")
        self.name, self.mode, self.newline, self.closed = path, mode, newline, False
        self.encoding, self._binary, self._changed = "UTF-8", "b" in letters, False
        self._reads = "r" in letters or "+" in letters
        self._writes = "r" not in letters or "+" in letters
        self._data: Any = b"" if self._binary else ""
        self._added: list[Any] = []
        self._position = self._written = 0
        self._path = os.path.abspath(str(path))  # which stays when the program changes its working directory
        place = Path(self._path)
        if "x" in letters and place.exists():
            raise FileExistsError(f"[Errno 17] File exists: '{path}'")
        if "r" in letters and loads:
            self._load()
        elif "a" in letters and "+" in letters and place.exists():
            self._load()
            self._position = len(self._data)
        elif "a" in letters:
            _crab_open(self._path, "ab")
        elif self._writes:
            place.write_bytes(b"")
        if self._writes:
            _crab_files.append(self)

    def _load(self) -> None:
        """Reads the file; standard input is read before a program that names it, others when they are opened."""
        data = Path(self._path).read_bytes()
        if self._binary:
            self._data = data
            return
        text = data.decode("utf-8")
        self._data = text if self.newline is not None else text.replace("\r\n", "\n").replace("\r", "\n")

    def _join(self) -> None:
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        if self._added:
            added = (b"" if self._binary else "").join(self._added)
            self._data = self._data[: self._position] + added + self._data[self._position + len(added) :]
            self._position += len(added)
            self._added = []

    def read(self, size: int | None = -1) -> Any:
        self._join()
        if not self._reads:
            raise OSError("not readable")
        start, end = self._position, len(self._data)
        self._position = max(start, end if size is None or size < 0 else min(start + size, end))
        return self._data[start : self._position]

    def readline(self, size: int = -1) -> Any:
        self._join()
        if not self._reads:
            raise OSError("not readable")
        start = self._position
        end = self._data.find(b"\n" if self._binary else "\n", start)
        self._position = max(start, len(self._data)) if end < 0 else end + 1
        return self._data[start : self._position]

    def readlines(self, hint: int = -1) -> list[Any]:
        lines = []
        line = self.readline()
        while line:
            lines.append(line)
            line = self.readline()
        return lines

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def write(self, text: Any) -> int:
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        if not self._writes:
            raise OSError("not writable")
        if isinstance(text, str) == self._binary:
            needed = "a bytes-like object is required, not" if self._binary else "write() argument must be str, not"
            raise TypeError(f"{needed} '{type(text).__name__}'" if self._binary else f"{needed} {type(text).__name__}")
        if "a" in self.mode:
            self._join()
            self._position = len(self._data)
        self._added.append(text)
        self._changed = True
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def seek(self, offset: int, whence: int = 0) -> int:
        self._join()
        if not self._reads:
            raise OSError("this Python seeks only in files that are read")
        self._position = max(0, offset + (0, self._position, len(self._data))[whence])
        return self._position

    def tell(self) -> int:
        self._join()
        return self._written + self._position

    def truncate(self, size: int | None = None) -> int:
        self._join()
        self._data, self._changed = self._data[: self._position if size is None else size], True
        return len(self._data)

    def flush(self) -> None:
        self._join()
        if not self._changed:
            return
        data = self._data if self._binary else self._data.encode("utf-8")
        if not self._reads:
            _crab_open(self._path, "ab").write(data)
            self._written += self._position
            self._data, self._position = b"" if self._binary else "", 0
        else:
            Path(self._path).write_bytes(data)
        self._changed = False

    def close(self) -> None:
        if not self.closed:
            if self._writes:
                self.flush()
            self.closed = True

    def readable(self) -> bool:
        return self._reads

    def writable(self) -> bool:
        return self._writes

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return 3

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        self.close()


class _CrabStream:
    """Standard output, or standard error."""

    def __init__(self, name: str, stream: Any) -> None:
        self.name, self.encoding, self._stream = name, "utf-8", stream

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        _crab_print(text, end="", file=self._stream)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


class _CrabModule:
    """A module that is given as source."""

    stdin: Any
    stdout: Any

    def __init__(self, names: dict[str, Any]) -> None:
        for name in names:
            setattr(self, name, names[name])


def open(file: Any, mode: str = "r", buffering: int = -1, encoding: Any = None, errors: Any = None,
         newline: str | None = None) -> Any:  # fmt: skip
    """Opens a file.

    Args:
        file: Its path.
        mode: As of Python's own function.
        buffering: Ignored, as are `encoding` and `errors`: files are UTF-8, and written when they are closed.
        encoding: Ignored.
        errors: Ignored.
        newline: None if all ends of lines are read as newlines.
    """
    for other in _crab_files:
        if not other.closed:  # one that nothing refers to is closed in CPython, and this may read what it wrote
            other.flush()
    return _CrabFile(file, mode, newline)


def input(prompt: str = "") -> str:
    """Reads a line of standard input."""
    _crab_print(prompt, end="")
    line: str = _crab_sys.stdin.readline()
    if not line:
        raise EOFError("EOF when reading a line")
    return line[:-1] if line.endswith("\n") else line


def _crab_exit_error(code: Any = None) -> Any:
    """Returns a SystemExit, of which Monty makes none but of a text; ``=`` stands before what is to be printed."""
    if code is None:
        return SystemExit()
    return SystemExit(str(int(code))) if isinstance(code, int) else SystemExit(f"={code}")


def exit(code: Any = None) -> None:
    """Ends the program."""
    raise _crab_exit_error(code)


quit = exit


def _crab_print_to(*values: Any, sep: str | None = None, end: str | None = None, file: Any = None,
                   flush: bool = False) -> None:  # fmt: skip
    text = (" " if sep is None else sep).join([str(value) for value in values]) + ("\n" if end is None else end)
    (_crab_sys.stdout if file is None else file).write(text)


def round(number: Any, ndigits: int | None = None) -> Any:
    """Rounds the exact value, as CPython does, and not its shortest text."""
    if isinstance(number, float) and ndigits is not None and 0 <= ndigits < 30:
        return float(f"{number:.{ndigits}f}")
    return _crab_round(number) if ndigits is None else _crab_round(number, ndigits)


def _crab_len(values: Any) -> int:
    """Does what `len` does, also with an instance of a program's class."""
    length: int = values.__len__() if hasattr(values, "__len__") else len(values)
    return length


def _crab_delete(values: Any, key: Any) -> None:
    """Does what ``del values[key]`` does."""
    values.pop(key)


def _crab_ends(pattern: str) -> str:
    """Returns a pattern whose ``$`` stands before a newline at the end, too, as in CPython."""
    if "$" not in pattern:
        return pattern
    parts, inside, escaped = [], False, False
    for letter in pattern:
        if escaped or letter == "\\":
            escaped = not escaped
        elif letter in "[]":
            inside = letter == "["
        elif letter == "$" and not inside:
            letter = "(?=\\n?\\Z)"
        parts.append(letter)
    return "".join(parts)


def _crab_re(function: Any, flags_at: int) -> Any:
    """Returns a function of `re` whose patterns are as in CPython.

    Args:
        function: The function.
        flags_at: The place of its flags among its arguments.
    """

    def call(pattern: Any, *values: Any, **named: Any) -> Any:
        flags = named.get("flags", values[flags_at] if len(values) > flags_at else 0)
        plain = flags_at and isinstance(values[0], str) and not values[0].endswith("\n")
        if isinstance(pattern, str) and not plain and not flags & re.M and "(?m" not in pattern:
            pattern = _crab_ends(pattern)
        return function(pattern, *values, **named)

    return call


def _crab_sub(pattern: Any, new: Any, text: str, count: int = 0, flags: int = 0) -> str:
    """Does what `re.sub` does, also with a function."""
    if isinstance(pattern, str) and not flags & re.M:
        pattern = _crab_ends(pattern)
    if isinstance(new, str):
        return re.sub(pattern, new, text, count=count, flags=flags)
    parts, end, number = [], 0, 0
    for match in re.finditer(pattern, text, flags):
        if count and number == count:
            break
        parts += [text[end : match.start()], new(match)]
        end, number = match.end(), number + 1
    return "".join([*parts, text[end:]])


def _crab_pattern_sub(pattern: Any) -> Any:
    """Returns the method ``sub`` of a pattern, or of something else."""
    if not isinstance(pattern, re.Pattern):
        return pattern.sub
    return lambda repl, string, count=0: _crab_sub(pattern, repl, string, count)


def _crab_home() -> Path:
    """Does what `Path.home` does."""
    return Path(os.path.expanduser("~"))


def _crab_expanded(path: Any) -> Any:
    """Does what `Path.expanduser` does."""
    return lambda: Path(os.path.expanduser(str(path)))


def _crab_wraps(wrapped: Any) -> Any:
    """Returns a decorator that changes nothing: Monty's functions keep their names."""
    return lambda function: function


def _crab_error(kind: Any) -> Any:
    """Returns what makes an exception of any values, where Monty takes one text."""
    return lambda *values: kind(str(values[0] if len(values) == 1 else values)) if values else kind()


def sorted(values: Any, key: Any = None, reverse: bool = False) -> list[Any]:
    """Calls `key` beforehand: what Monty's own functions call can't ask the system for anything."""
    ordered = list(values)
    if key is None and ordered and isinstance(ordered[0], Path):  # Monty's paths can't be compared

        def key(path: Any) -> Any:
            return path.parts

    if key is None:
        return _crab_sorted(ordered, reverse=reverse)
    keys = [key(value) for value in ordered]
    return [ordered[number] for number in _crab_sorted(range(len(keys)), key=lambda n: keys[n], reverse=reverse)]


def _crab_most(pick: Any, values: tuple[Any, ...], named: dict[str, Any]) -> Any:
    key = named.pop("key", None)
    if key is None:
        return pick(*values, **named)
    several = list(values[0]) if len(values) == 1 else list(values)
    keys = [key(value) for value in several]
    if not several:
        return pick(several, **named)
    return several[pick(range(len(keys)), key=lambda number: keys[number])]


def max(*values: Any, **named: Any) -> Any:
    """Returns the greatest; see `sorted`."""
    return _crab_most(_crab_max, values, named)


def min(*values: Any, **named: Any) -> Any:
    """Returns the least; see `sorted`."""
    return _crab_most(_crab_min, values, named)


def filter(test: Any, values: Any) -> Any:
    """Returns the values that pass a test; see `sorted`."""
    return iter([value for value in values if (value if test is None else test(value))])


def map(function: Any, *values: Any) -> Any:
    """Returns what a function makes of values; see `sorted`."""
    if len(values) == 1:
        return iter([function(value) for value in values[0]])
    return iter([function(*several) for several in zip(*values, strict=False)])


def _crab_dumps(value: Any, **named: Any) -> str:
    """Does what `json.dumps` does, also with a function for other values."""
    default = named.pop("default", None)
    return json.dumps(value if default is None else _crab_plain(value, default), **named)


def _crab_plain(value: Any, default: Any) -> Any:
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, dict):
        return {key: _crab_plain(value[key], default) for key in value}
    if isinstance(value, (list, tuple)):
        return [_crab_plain(one, default) for one in value]
    return _crab_plain(default(value), default)


def _crab_fields(value: Any) -> list[Any]:
    return [(name, getattr(value, name)) for name in value.__dataclass_fields__]


def _crab_asdict(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        return {name: _crab_asdict(inner) for name, inner in _crab_fields(value)}
    if isinstance(value, (list, tuple)):
        return type(value)([_crab_asdict(one) for one in value])
    if isinstance(value, dict):
        return {key: _crab_asdict(value[key]) for key in value}
    return value


def _crab_load(name: str) -> Any:
    """Returns a module that is given as source, which runs when it is first imported."""
    if name not in _crab_modules:
        _crab_modules[name] = _crab_makers[name]()
    return _crab_modules[name]


def _crab_pick(module: str, name: str) -> Any:
    """Returns what ``from module import name`` binds."""
    if not hasattr(_crab_load(module), name):
        raise ImportError(f"cannot import name '{name}' from '{module}'")
    return getattr(_crab_load(module), name)


def _crab_finish() -> None:
    """Writes what files hold back."""
    for file in _crab_files:
        file.close()


_crab_sys = _CrabModule(
    {
        "argv": [],
        "byteorder": "little",
        "executable": "/usr/bin/python3",
        "exit": exit,
        "getrecursionlimit": lambda: 1000,
        "maxsize": 9223372036854775807,
        "path": [""],
        "platform": "linux",
        "setrecursionlimit": lambda limit: None,
        "stderr": _CrabStream("<stderr>", sys.stderr),
        "stdin": _CrabFile("/dev/stdin", "r", None, False),
        "stdout": _CrabStream("<stdout>", sys.stdout),
        "version": "3.11.2 (main, Apr 28 2025, 14:11:48) [GCC 12.2.0]",
        "version_info": (3, 11, 2, "final", 0),
    }
)
_crab_modules["sys"] = _crab_sys
