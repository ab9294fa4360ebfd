"""Texts as readers see them: one kind of marks, dashes, blanks and accents, and nothing that could hide another value.

* `plain` - a text so written; None for one that can't be an answer.
* `MAX_LENGTH` - the longest answer that is read.
"""

from __future__ import annotations

import unicodedata

__all__ = ["MAX_LENGTH", "plain"]

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


def plain(text: str, length: int = 0) -> str | None:
    """Returns a text with plain dashes, quotation marks and blanks and composed letters, without blanks around it.

    Args:
        text: The text.
        length: The characters of the value, beside which `MAX_LENGTH` are allowed.

    Returns:
        None if the text is too long, or has digits of other scripts or invisible characters, which could hide a guess.

    >>> plain(" “4\u202f276” "), plain("١٢"), plain("5" * 100_000)
    ('"4 276"', None, None)
    """
    if len(text) > MAX_LENGTH + 2 * length:
        return None
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.translate(_LIKE))
        if any(
            (char.isnumeric() and not char.isascii()) or unicodedata.category(char) in ("Cf", "Co", "Cn")
            for char in text
        ):
            return None
    return text.strip()
