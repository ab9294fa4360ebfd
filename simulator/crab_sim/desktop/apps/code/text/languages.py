"""Languages: their names, their comments, and the colours of their words.

* `language_of` - a file's language. `tokens` - the coloured parts of a line. `state_before` - the block around a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["Language", "Token", "blocks", "language_of", "tokens"]


class Language(NamedTuple):
    """A language.

    Attributes:
        name: Its name, as the status bar shows it.
        comment: The sign that begins a comment, ``""`` for none.
        rules: What a part of a line is: kinds and patterns, tried in order at each place.
        block: Beginnings and ends of what may run over lines, with its kind.
    """

    name: str
    comment: str
    rules: re.Pattern[str]
    block: tuple[tuple[str, str, str], ...] = ()


class Token(NamedTuple):
    """A coloured part of a line: its first and last index, and its kind."""

    start: int
    end: int
    kind: str


def _rules(**patterns: str) -> re.Pattern[str]:
    return re.compile("|".join([f"(?P<{kind}>{pattern})" for kind, pattern in patterns.items()]))


_NUMBER: Final = r"\b0[xX][0-9a-fA-F]+\b|\b\d+(?:\.\d+)?\b"
_STRING: Final = r'"(?:[^"\\]|\\.)*"?|\'(?:[^\'\\]|\\.)*\'?'
_CALL: Final = r"\b[A-Za-z_]\w*(?=\()"


def _words(text: str) -> str:
    return r"\b(?:" + "|".join(text.split()) + r")\b"


_PYTHON: Final = Language(
    "Python",
    "#",
    _rules(
        comment=r"#.*",
        string=r"[rbfuRBFU]{0,2}(?:" + _STRING + ")",
        meta=r"@[\w.]+",
        control=_words(
            "if elif else for while try except finally with return yield raise import from as pass "
            "break continue await async assert match case"
        ),
        keyword=_words("def class lambda not and or in is global nonlocal del None True False self"),
        type=_words("int str float bool list dict set tuple bytes object Exception ValueError TypeError KeyError"),
        function=_CALL,
        number=_NUMBER,
    ),
    (('"""', '"""', "string"), ("'''", "'''", "string")),
)
_SCRIPT: Final = Language(
    "JavaScript",
    "//",
    _rules(
        comment=r"//.*|/\*.*?\*/",
        string=_STRING + r"|`[^`]*`?",
        control=_words(
            "if else for while do switch case default break continue return throw try catch finally "
            "import export from await async yield"
        ),
        keyword=_words(
            "var let const function class extends new this super typeof instanceof in of null "
            "undefined true false interface type"
        ),
        function=_CALL,
        number=_NUMBER,
    ),
    (("/*", "*/", "comment"),),
)
_SHELL: Final = Language(
    "Shell Script", "#",
    _rules(
        comment=r"(?:^|(?<=\s))#.*", string=_STRING, variable=r"\$\{[^}]*\}|\$\w+|\$[@#?*!]",
        control=_words("if then else elif fi for do done while until case esac in function return exit"),
        function=_words("echo cd export set local read printf test source git python3 grep sed"), number=_NUMBER,
    ),
)  # fmt: skip
_JSON: Final = Language(
    "JSON",
    "//",
    _rules(
        comment=r"//.*",
        variable=r'"(?:[^"\\]|\\.)*"(?=\s*:)',
        string=_STRING,
        keyword=r"\b(?:true|false|null)\b",
        number=_NUMBER,
    ),
    (("/*", "*/", "comment"),),
)
_HTML: Final = Language(
    "HTML", "",
    _rules(comment=r"<!--.*?-->", tag=r"</?[A-Za-z][\w-]*|/?>|<!\w+", variable=r"\b[\w-]+(?==)", string=_STRING),
    (("<!--", "-->", "comment"),),
)  # fmt: skip
_CSS: Final = Language(
    "CSS",
    "",
    _rules(
        comment=r"/\*.*?\*/",
        variable=r"[\w-]+(?=\s*:)",
        string=_STRING,
        tag=r"[.#]?[A-Za-z][\w-]*(?=[^;{}]*\{)",
        number=r"#[0-9a-fA-F]{3,8}\b|\d+(?:\.\d+)?(?:px|em|rem|%|s)?",
    ),
    (("/*", "*/", "comment"),),
)
_MARKDOWN: Final = Language(
    "Markdown",
    "",
    _rules(
        keyword=r"^#{1,6} .*",
        control=r"^\s*(?:[-*+]|\d+\.) ",
        string=r"`[^`]*`|\[[^\]]*\]\([^)]*\)",
        type=r"\*\*[^*]+\*\*|__[^_]+__",
    ),
)
_INI: Final = Language(
    "Ini", ";", _rules(comment=r"^\s*[;#].*", tag=r"^\s*\[.*\]", variable=r"^\s*[\w.-]+(?=\s*=)", string=_STRING)
)
_YAML: Final = Language(
    "YAML", "#", _rules(comment=r"#.*", variable=r"[\w.-]+(?=:(?:\s|$))", string=_STRING, number=_NUMBER)
)
_MAKE: Final = Language(
    "Makefile", "#", _rules(comment=r"#.*", function=r"^[\w.-]+(?=:)", variable=r"\$[({][^)}]*[)}]|\$.")
)
_PLAIN: Final = Language("Plain Text", "", _rules(none=r"(?!)"))
_BY_ENDING: Final = {
    "py": _PYTHON,
    "js": _SCRIPT,
    "ts": _SCRIPT._replace(name="TypeScript"),
    "mjs": _SCRIPT,
    "sh": _SHELL,
    "bash": _SHELL,
    "bashrc": _SHELL,
    "profile": _SHELL,
    "json": _JSON,
    "html": _HTML,
    "htm": _HTML,
    "css": _CSS,
    "md": _MARKDOWN,
    "ini": _INI,
    "cfg": _INI,
    "conf": _INI,
    "toml": _INI._replace(name="TOML", comment="#"),
    "yml": _YAML,
    "yaml": _YAML,
    "xml": _HTML._replace(name="XML"),
    "gitignore": _MAKE._replace(name="Ignore"),
}
_BY_NAME: Final = {
    "Makefile": _MAKE,
    "settings.json": _JSON._replace(name="JSON with Comments"),
    "COMMIT_EDITMSG": _MAKE._replace(name="Git Commit Message"),
}


def language_of(path: str) -> Language:
    """Returns a file's language.

    >>> language_of("/a/b.py").name, language_of("notes").name
    ('Python', 'Plain Text')
    """
    name = path.rpartition("/")[2]
    return _BY_NAME.get(name) or _BY_ENDING.get(name.rpartition(".")[2].lower() if "." in name else "", _PLAIN)


@lru_cache(maxsize=8)
def blocks(text: str, path: str) -> tuple[Token, ...]:
    """Returns the parts of a text that run over lines, such as strings in triple quotes; indices are into the text."""
    language = language_of(path)
    if not language.block:
        return ()
    starts = "|".join([re.escape(start) for start, _, _ in language.block])
    skipped = f"{re.escape(language.comment)}[^\n]*|" if language.comment else ""
    pattern = re.compile(f"(?P<block>{starts})|{skipped}" + r'"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.)*\'?')
    ends = {start: (end, kind) for start, end, kind in language.block}
    found: list[Token] = []
    at = 0
    while True:
        match = pattern.search(text, at)
        if match is None:
            return tuple(found)
        at = max(match.end(), at + 1)
        if match["block"]:
            end, kind = ends[match["block"]]
            stop = text.find(end, match.end())
            at = len(text) if stop < 0 else stop + len(end)
            found.append(Token(match.start(), at, kind))


@lru_cache(maxsize=2048)
def _line_tokens(line: str, language: Language) -> tuple[Token, ...]:
    if len(line) > 2000:
        return ()
    return tuple(
        [Token(m.start(), m.end(), m.lastgroup or "") for m in language.rules.finditer(line) if m.end() > m.start()]
    )


def tokens(line: str, start: int, language: Language, over: Sequence[Token]) -> list[Token]:
    """Returns the coloured parts of a line.

    Args:
        line: The line.
        start: Its place in the text.
        language: The text's language.
        over: The parts of the text that run over lines.
    """
    mine = [Token(max(0, part.start - start), min(len(line), part.end - start), part.kind) for part in over
            if part.start < start + len(line) and part.end > start]  # fmt: skip
    rest = [part for part in _line_tokens(line, language)
            if not any([part.start < block.end and part.end > block.start for block in mine])]  # fmt: skip
    return sorted([*mine, *rest])
