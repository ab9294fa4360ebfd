"""The decorator that mypyc needs on a compiled class if classes that aren't compiled inherit from it.

Such classes are those of tests and of users. A compiled method of a decorated class is looked up before it is called,
which costs about as much as a call of a Python function saves; so only classes that are meant to be extended have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:  # mypyc knows the decorator by its own module, which a compiled program doesn't need
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**attributes):
        """Returns the class as it is: only the compiler reads the attributes."""
        return lambda cls: cls
