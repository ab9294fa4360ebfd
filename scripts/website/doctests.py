"""Examples in docstrings as blocks of code: an extension of griffe, which reads the docstrings for mkdocstrings.

* `fenced` - a docstring whose doctests are blocks of code.
"""

from __future__ import annotations

import re

import griffe

__all__ = ["Doctests", "fenced"]

_EXAMPLE = re.compile(r"^(?P<margin> *)>>> .*(?:\n(?P=margin)(?=\S).*)*", re.MULTILINE)


def fenced(text: str) -> str:
    r"""Returns a docstring in which each doctest, up to the next blank line, is a block of code.

    >>> print(fenced("One.\n\n>>> 1 + 1\n2\n\nTwo.").replace("`", "'"))
    One.
    <BLANKLINE>
    '''pycon
    >>> 1 + 1
    2
    '''
    <BLANKLINE>
    Two.
    """
    return _EXAMPLE.sub(lambda found: f"{found['margin']}```pycon\n{found[0]}\n{found['margin']}```", text)


class Doctests(griffe.Extension):
    """Makes blocks of code of all doctests."""

    def on_object(self, *, obj: griffe.Object, **kwargs: object) -> None:
        """Changes an object's docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
