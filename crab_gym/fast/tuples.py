"""Named tuples made from a row of their values, by the hundred per screen.

`new` takes 0.12 µs for 12 values, where ``SomeTuple._make`` takes 0.17 and ``SomeTuple(...)`` 0.20 (timeit): these are
Python functions around it. A desktop has some 200 nodes, each of which may become an
element and a mark in every step.
"""

from __future__ import annotations

from typing import Final

__all__ = ["new"]

new: Final = tuple.__new__
"""``new(SomeTuple, row)`` returns ``SomeTuple(*row)``; the row must have all values, in order."""
