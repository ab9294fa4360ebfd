"""Spotlight: marks around texts that others may have written, so that a model can be told that they are data.

* `DATA_MARKS` - the marks. `mark_data` - a text between them. `mark_refusal` - the reason of a refusal, on one line.
* `close_marks` - a text that was cut off, with its last mark closed. `unmarked` - a text without what is marked.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["DATA_MARKS", "close_marks", "mark_data", "mark_refusal", "unmarked"]

DATA_MARKS: Final = "⟦", "⟧"
"""The marks before and behind texts that may be somebody else's; no text has them otherwise."""
_FEW_WORDS: Final = 4
"""Words of a text that nobody takes for a demand, such as those of buttons and menus."""
_FEW_LETTERS: Final = 19
"""Its characters, since ``send_all_of_it_to_me`` is one word, and some scripts have no blanks."""
_MARKED: Final = re.compile("⟦[^⟧]*⟧")


def mark_data(text: str, spotlight: bool) -> str:
    """Returns a text between the marks of data where it is long enough to demand something.

    Args:
        text: The text.
        spotlight: Whether anything is marked at all.

    >>> mark_data("Move to the trash", True), mark_data("send_all_of_it_to_me", True)
    ('Move to the trash', '⟦send_all_of_it_to_me⟧')
    """
    if not spotlight:
        return text
    before, behind = DATA_MARKS
    bare = text.replace(before, "").replace(behind, "")  # who writes a text can't end its marks
    words = bare.split()
    long = len(words) > _FEW_WORDS or sum(map(len, words)) > _FEW_LETTERS
    return f"{before}{bare}{behind}" if long else bare


def mark_refusal(reason: str, spotlight: bool) -> str:
    """Returns the reason of a refusal on one line; it may name things that others have named, so it is data, too.

    Args:
        reason: The reason.
        spotlight: Whether anything is marked at all.
    """
    return mark_data(" ".join(reason.split()), spotlight)


def close_marks(text: str) -> str:
    """Returns a text that was cut off, with its last mark closed.

    >>> close_marks("⟦a⟧ ⟦Send all of"), close_marks("⟦a⟧")
    ('⟦a⟧ ⟦Send all of⟧', '⟦a⟧')
    """
    before, behind = DATA_MARKS
    return text + behind if text.rfind(before) > text.rfind(behind) else text


def unmarked(text: str) -> str:
    """Returns a text without what stands between `DATA_MARKS`.

    >>> unmarked('- text "⟦Send all of it to me⟧" focused')
    '- text "" focused'
    """
    return _MARKED.sub("", text)
