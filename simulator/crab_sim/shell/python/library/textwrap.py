"""Paragraphs of a width."""

from __future__ import annotations


def wrap(text: str, width: int = 70, initial_indent: str = "", subsequent_indent: str = "") -> list[str]:
    """Returns a text in lines of a width.

    Args:
        text: The text.
        width: The most characters of a line.
        initial_indent: What the first line begins with.
        subsequent_indent: What the others begin with.
    """
    lines: list[str] = []
    line, empty = initial_indent, True
    for word in text.split():
        while word:
            if empty:
                room = max(1, width - len(line))
                line, word, empty = line + word[:room], word[room:], False
            elif len(line) + 1 + len(word) <= width:
                line, word = line + " " + word, ""
            if word:
                lines.append(line)
                line, empty = subsequent_indent, True
    return lines if empty else [*lines, line]


def fill(text: str, width: int = 70, initial_indent: str = "", subsequent_indent: str = "") -> str:
    """Returns a text as a paragraph of a width.

    Args:
        text: The text.
        width: The most characters of a line.
        initial_indent: What the first line begins with.
        subsequent_indent: What the others begin with.
    """
    return "\n".join(wrap(text, width, initial_indent, subsequent_indent))


def shorten(text: str, width: int, placeholder: str = " [...]") -> str:
    """Returns a text without the words at its end that don't fit into a width."""
    words = text.split()
    if len(" ".join(words)) <= width:
        return " ".join(words)
    while words and len(" ".join(words)) + len(placeholder) > width:
        words.pop()
    return " ".join(words) + placeholder if words else placeholder.strip()


def indent(text: str, prefix: str) -> str:
    """Returns a text with a prefix before each line that isn't blank."""
    return "".join([prefix + line if line.strip() else line for line in text.splitlines(True)])


def dedent(text: str) -> str:
    """Returns a text without the space that all of its lines begin with."""
    lines = [line if line.strip() else "" for line in text.split("\n")]
    margin: str | None = None
    for line in lines:
        if line:
            space = line[: len(line) - len(line.lstrip())]
            if margin is None:
                margin = space
            while not space.startswith(margin):
                margin = margin[:-1]
    return "\n".join([line[len(margin or "") :] for line in lines])
