"""Texts as files."""

from __future__ import annotations

from typing import Any


class StringIO:
    """A text that is read and written as a file."""

    def __init__(self, text: str = "", newline: str | None = "\n") -> None:
        self._text, self._position, self.closed = text, 0, False

    def getvalue(self) -> str:
        """Returns the whole text."""
        return self._text

    def write(self, text: str) -> int:
        """Writes at the position."""
        start = self._position
        self._position = start + len(text)
        self._text = self._text[:start] + text + self._text[self._position :]
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Writes lines."""
        for line in lines:
            self.write(line)

    def read(self, size: int | None = -1) -> str:
        """Reads from the position."""
        start, end = self._position, len(self._text)
        self._position = end if size is None or size < 0 else min(start + size, end)
        return self._text[start : self._position]

    def readline(self) -> str:
        """Reads a line."""
        start = self._position
        end = self._text.find("\n", start)
        self._position = len(self._text) if end < 0 else end + 1
        return self._text[start : self._position]

    def readlines(self) -> list[str]:
        """Reads the lines that are left."""
        return self.read().splitlines(True)

    def seek(self, position: int) -> int:
        """Sets the position."""
        self._position = position
        return position

    def tell(self) -> int:
        """Returns the position."""
        return self._position

    def flush(self) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Closes the file."""
        self.closed = True

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> str:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        self.close()
