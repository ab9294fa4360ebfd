"""Suggestions: what error messages say about a name that there isn't.

* `closest` - the known name that is most like it. `did_you_mean` - a sentence with that.
* `unknown` - raises an error with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NoReturn

__all__ = ["closest", "did_you_mean", "unknown"]

_LONGEST: Final = 200
"""Characters of a name that are compared: agents may write any number."""


def closest(name: object, known: Iterable[str]) -> str:
    """Returns the known name that is most like a wrong one, ``""`` if none is.

    >>> closest("fle", ["file", "folder"]), closest("x", ["file"])
    ('file', '')
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:_LONGEST], list(known), 1)), "") if isinstance(name, str) else ""


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Returns a sentence, after a blank, with the known name that is most like a wrong one; ``""`` if none is.

    >>> did_you_mean("fle", ["file", "folder"])
    " Did you mean 'file'?"
    """
    close = closest(name, known)
    return f" Did you mean {close!r}?" if close else ""


def unknown(kind: str, name: object, known: Iterable[str], call: str = "") -> NoReturn:
    """Raises the error that refuses a name, which suggests the closest known one, or names all.

    Args:
        kind: The kind of thing that the name should name.
        name: The name.
        known: The known names.
        call: What was called with it; ``""`` where that is plain.

    Raises:
        ValueError: Always.
    """
    names = sorted(known)
    close = closest(name, names)
    hint = f"did you mean {close!r}?" if close else f"known: {', '.join(names)}"
    raise ValueError(f"{call}{': ' if call else ''}unknown {kind} {name!r}; {hint}")
