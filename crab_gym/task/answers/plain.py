"""Texts as readers see them: one kind of marks, dashes, blanks and accents, and nothing that could hide another value.

* `plain` - a text so written; None for one that can't be an answer. `spaced` - one with single blanks.
* `has_unseen` - whether a text has characters that nobody sees. `BLANKS` - the blanks.
* `MAX_LENGTH` - the longest answer that is read.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["BLANKS", "MAX_LENGTH", "has_unseen", "plain", "spaced"]

MAX_LENGTH = 1000
"""Most characters of an answer, beside those of the value: nobody needs more for a plain sentence."""
_LIKE = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’‚´", "'"),
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\t", " "),
        "\r": "\n",
    }
)
_UNSEEN_LETTERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""What is seen as nothing, though Unicode counts it among letters, marks or symbols."""
_UNSEEN_KINDS = ("Cc", "Cf", "Cn", "Co", "Cs")
_WHITE = "\t\n\v\f\r"
BLANKS = f"{_WHITE} \u00a0\u1680{''.join(map(chr, range(0x2000, 0x200B)))}\u2028\u2029\u202f\u205f\u3000"
"""Blanks and ends of lines, without the control characters that Python takes for some."""
_RUNS = re.compile(f"[{BLANKS}]+")


def has_unseen(text: str, *known: str) -> bool:
    r"""Returns whether a text has characters that nobody sees, or that have no meaning, such as a zero-width space.

    Args:
        text: The text.
        *known: Texts whose own characters count as seen, wherever they stand, such as an emoji made of several.

    >>> has_unseen("Tea\u200btime"), has_unseen("Tea time\n"), has_unseen("I \u2764\ufe0f tea", "\u2764\ufe0f")
    (True, False, False)
    """
    if text.isascii() and text.isprintable():
        return False
    for one in filter(None, known):
        text = text.replace(one, "")
    return _UNSEEN_LETTERS.search(text) is not None or any(
        [unicodedata.category(char) in _UNSEEN_KINDS and char not in _WHITE for char in text]
    )


def spaced(text: str) -> str:
    """Returns a text with one blank for each run of blanks and line breaks, in which layouts differ.

    Its letters are composed: "é" may be written as one character or as two.
    """
    return _RUNS.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")


def plain(text: str, *values: str) -> str | None:
    """Returns a text with plain dashes, quotation marks and blanks and composed letters, without blanks around it.

    Args:
        text: The text.
        *values: What may stand in it, beside which `MAX_LENGTH` characters are allowed, and whose own characters are.

    Returns:
        None if the text is too long, or has digits of other scripts or invisible characters, which could hide a guess.

    >>> plain(" “4\u202f276” "), plain("١٢"), plain("5" * 100_000)
    ('"4 276"', None, None)
    """
    if len(text) > MAX_LENGTH + 2 * sum(map(len, values)) or has_unseen(text, *values):
        return None
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.translate(_LIKE))
        if any(char.isnumeric() and not char.isascii() for char in text):
            return None
    return text.strip()
