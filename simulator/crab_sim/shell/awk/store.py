"""The data of an ``awk`` program: the record and its fields, variables and arrays, and values as text."""

from __future__ import annotations

import math
import re
from typing import Final

from crab_sim.shell.awk.values import UNSET, Frame, InputText, Value, convert, is_numeric, to_integer, to_number
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError, LimitExceeded
from crab_sim.shell.limits import MAX_OUTPUT
from crab_sim.shell.regex.matcher import Regex, compile_regex

_FORMAT = re.compile(r"%([-+ 0#]*)(\*|\d{1,6})?(?:\.(\*|\d{1,6}))?([a-zA-Z%])")
_MAX_FIELD: Final = 10_000


class Store:
    """The current record, the variables and the arrays; assigning a field updates the record, and the reverse."""

    def __init__(self, context: CommandContext) -> None:
        self.context = context
        self._patterns: set[str] = set()
        self.variables: dict[str, Value] = {
            "FS": " ", "OFS": " ", "ORS": "\n", "NR": 0.0, "FNR": 0.0, "FILENAME": "", "SUBSEP": "\x1c", "RSTART": 0.0,
            "RLENGTH": -1.0, "CONVFMT": "%.6g", "OFMT": "%.6g", "RS": "\n",
        }  # fmt: skip
        self.arrays: dict[str, dict[str, Value]] = {"ENVIRON": dict(context.env)}
        self.frames: list[Frame] = []
        self.line = ""
        self.fields: list[str] | None = None

    def split_records(self, text: str) -> list[str]:
        """Returns the records of a text, separated by ``RS``."""
        separator = self.text(self.variables["RS"])
        if separator == "":
            return [part.strip("\n") for part in re.split(r"\n\n+", text.strip("\n")) if part]
        records = text.split(separator[:1])
        return records[:-1] if records and records[-1] in ("", "\n") else records

    def text(self, value: Value) -> str:
        """Returns a value as text."""
        if isinstance(value, str):
            return str(value)
        if math.isfinite(value) and value == int(value) and abs(value) < 1e16:
            return str(int(value))
        return f"{value:.6g}"

    def true(self, value: Value) -> bool:
        """Returns whether a value counts as true."""
        if isinstance(value, float):
            return value != 0
        return to_number(value) != 0 if is_numeric(value) else value != ""

    def split_fields(self) -> list[str]:
        """Returns the record's fields."""
        if self.fields is None:
            self.fields = self.split(self.line, self.text(self.variables["FS"]))
        return self.fields

    def split(self, text: str, separator: str) -> list[str]:
        """Returns the pieces of a text.

        Args:
            text: the text.
            separator: a space stands for any blanks, one other character for itself; several are a pattern.
        """
        self.context.shell.budget.handle(len(text))
        if separator == " ":
            return text.split()
        if not text:
            return []
        if len(separator) == 1 and separator != "\\":
            return text.split(separator)
        if not separator:
            return list(text)
        pieces: list[str] = []
        last = 0
        for match in self.regex(separator).find_all(text, self.context.shell.budget):
            if match.end > match.start:
                pieces.append(text[last : match.start])
                last = match.end
        return [*pieces, text[last:]]

    def regex(self, pattern: str) -> Regex:
        """Returns a compiled pattern; a program may have a new one for each record."""
        if pattern not in self._patterns:
            self.context.charge(1 + len(pattern) / 64)
            self._patterns.add(pattern)
        return compile_regex(pattern.replace("\\.", "[.]"), extended=True)

    def field(self, index: int) -> Value:
        """Returns the field with a number; 0 is the whole record."""
        if index < 0:
            raise CommandError(f"trying to access out of range field {index}", 2)
        if index == 0:
            return InputText(self.line)
        fields = self.split_fields()
        return InputText(fields[index - 1]) if index <= len(fields) else UNSET

    def set_field(self, index: int, text: str) -> None:
        """Replaces a field, and with it the record."""
        if index == 0:
            self.line, self.fields = text, None
            return
        if not 0 < index <= _MAX_FIELD:
            raise CommandError(f"trying to access out of range field {index}", 2)
        fields = self.split_fields()
        fields += [""] * (index - len(fields))
        fields[index - 1] = text
        self.line = self.text(self.variables["OFS"]).join(fields)
        self.checked(self.line)

    def checked(self, text: str) -> str:
        """Charges for a text and returns it.

        Raises:
            LimitExceeded: it is too long.
        """
        if len(text) > 256:
            self.context.shell.budget.handle(len(text))
            if len(text) > MAX_OUTPUT:
                raise LimitExceeded("awk: a value is too long")
        return text

    def get(self, name: str) -> Value:
        """Returns the innermost variable of a name."""
        if name == "NF":
            return float(len(self.split_fields()))
        if self.frames and name in self.frames[-1].values:
            return self.frames[-1].values[name]
        return self.variables.get(name, UNSET)

    def put(self, name: str, value: Value) -> None:
        """Sets a variable; an assignment to ``NF`` cuts or extends the record."""
        if name == "NF":
            count = max(0, min(to_integer(to_number(value)), _MAX_FIELD))
            fields = self.split_fields()
            self.fields = fields[:count] + [""] * (count - len(fields))
            self.line = self.text(self.variables["OFS"]).join(self.fields)
        elif self.frames and name in self.frames[-1].values:
            self.frames[-1].values[name] = value
        else:
            self.variables[name] = value

    def array(self, name: str) -> dict[str, Value]:
        """Returns the innermost array of a name, which is created when missing."""
        if self.frames and name in self.frames[-1].arrays:
            return self.frames[-1].arrays[name]
        if self.frames and name in self.frames[-1].values:  # a parameter used as a local array
            return self.frames[-1].arrays.setdefault(name, {})
        return self.arrays.setdefault(name, {})

    def format(self, texts: list[str], numbers: list[float]) -> str:
        """Formats as ``printf``.

        Args:
            texts: the format, then the arguments as text.
            numbers: the same as numbers.
        """
        if not texts:
            raise CommandError("not enough arguments to printf", 2)
        used = 0

        def take() -> tuple[str, float]:
            nonlocal used
            used += 1
            return (texts[used], numbers[used]) if used < len(texts) else ("", 0.0)

        def replace(match: re.Match[str]) -> str:
            flags, letter = match[1], match[4]
            if letter == "%":
                return "%"
            width = to_integer(take()[1]) if match[2] == "*" else int(match[2] or 0)
            precision = None if match[3] is None else to_integer(take()[1]) if match[3] == "*" else int(match[3])
            if abs(width) > _MAX_FIELD or abs(precision or 0) > _MAX_FIELD:
                raise CommandError(f"printf: width or precision too large (at most {_MAX_FIELD})", 2)
            text, number = take()
            converted = convert(letter, flags, precision, text, number)
            if converted is None:
                return match[0]
            if "-" in flags or width < 0:
                return converted.ljust(abs(width))
            if "0" in flags and letter not in "sc":
                sign = converted[:1] if converted[:1] in "+- " else ""
                return sign + converted[len(sign) :].rjust(width - len(sign), "0")
            return converted.rjust(width)

        return self.checked(_FORMAT.sub(replace, texts[0]))
