"""Optional dependencies that are missing: what messages say about how to install them.

* `install_command` - the command that installs an extra. `install_hint` - the same, as the end of a message.
* `IN_THE_SOURCE` - the words with which that command ends.
* `MissingExtra` - the error of what can't be made without it; it is raised before the first step.

crab-gym isn't on PyPI, where somebody else could take its name; so the commands name its source folder instead.
"""

from __future__ import annotations

from typing import Final

__all__ = ["IN_THE_SOURCE", "MissingExtra", "install_command", "install_hint"]

IN_THE_SOURCE: Final = " (in crab-gym's source folder)"


class MissingExtra(ImportError):
    """A package of an extra isn't installed, or one that crab-gym needs can't start; the message says what to do."""


def install_command(extra: str) -> str:
    """Returns the command that installs an extra, or several separated by commas.

    >>> print(install_command("rl"))
    pip install ".[rl]" (in crab-gym's source folder)
    """
    return f'pip install ".[{extra}]"{IN_THE_SOURCE}'


def install_hint(extra: str) -> str:
    """Returns what a message says about an extra that is missing.

    >>> print(install_hint("rl"))
    install the extra "rl": pip install ".[rl]" (in crab-gym's source folder)
    """
    return f'install the extra "{extra}": {install_command(extra)}'
