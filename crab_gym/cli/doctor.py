"""The requirements of crab-gym and its backends, and the commands that install the missing ones.

* `examine` - looks up all requirements now.
* `install_commands` - the shortest list of commands that installs the missing ones.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from typing import NamedTuple

from crab_gym.backends.specs import KINDS
from crab_sim.extras import install_command

__all__ = ["Need", "examine", "install_commands"]

_APT = "apt-get install --no-install-recommends "
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[^]]*\])?(?P<range>[^;]*)(;(?P<marker>.*))?")
_EXTRA = re.compile(r"""extra\s*==\s*["']([^"']+)["']""")


class Need(NamedTuple):
    """A requirement.

    Attributes:
        part: The part of crab-gym that needs it: ``"crab-gym"``, an extra such as ``"extra vision"``, a backend such
            as ``"backend desktop"``, or a backend's profile.
        what: Its description.
        present: Whether this host has it.
        how: The way to get it, usually a command; ``""`` if that is obvious.
    """

    part: str
    what: str
    present: bool
    how: str = ""


def examine() -> list[Need]:
    """Returns all requirements, part by part."""
    return [*_python(), *_packages(), *_backends()]


def install_commands(needs: Iterable[Need]) -> list[str]:
    """Returns the commands that install the missing requirements; one command installs all Debian packages.

    >>> install_commands([Need("x", "rofi", False, "apt-get install --no-install-recommends rofi"),
    ...                   Need("x", "Xvfb", False, "apt-get install --no-install-recommends xvfb")])
    ['apt-get install --no-install-recommends rofi xvfb']
    """
    hows = dict.fromkeys(need.how for need in needs if not need.present and need.how)
    packages = [how.removeprefix(_APT) for how in hows if how.startswith(_APT)]
    others = [how for how in hows if not how.startswith(_APT)]
    return [*([_APT + " ".join(packages)] if packages else []), *others]


def _python() -> Iterator[Need]:
    yield Need(
        "crab-gym",
        f"Python {sys.version.split()[0]} (3.11 or later)",
        sys.version_info >= (3, 11),
        "install Python 3.11 or later",
    )


def _packages() -> Iterator[Need]:
    """Yields the Python packages in crab-gym's metadata; those of its extras come last."""
    try:
        lines = requires("crab-gym") or []
    except PackageNotFoundError:
        yield Need("crab-gym", "package crab-gym, installed", False, "pip install . (in crab-gym's source folder)")
        return
    needs = [_package(line) for line in lines]
    yield from sorted((need for need in needs if need is not None), key=lambda need: need.part)


def _package(line: str) -> Need | None:
    """Returns the requirement in a line of the metadata; None if it doesn't concern users on this platform."""
    match = _REQUIREMENT.fullmatch(line.strip())
    if match is None:
        return None
    name, marker = match["name"], match["marker"] or ""
    extra = _EXTRA.search(marker)
    if name == "crab-gym" or (extra and extra[1] == "dev"):
        return None  # an extra that includes another, or a tool for crab-gym's own developers
    if "sys_platform" in marker and f"'{sys.platform}'" not in marker.replace('"', "'"):
        return None
    wanted = match["range"].strip()
    part, how = ("crab-gym", f'pip install "{name}{wanted}"')
    if extra:
        part, how = f"extra {extra[1]}", install_command(extra[1])
    try:
        return Need(part, f"package {name} {version(name)} ({wanted})", True)
    except PackageNotFoundError:
        return Need(part, f"package {name} ({wanted})", False, how)


def _backends() -> Iterator[Need]:
    """Yields the requirements of each kind of backend, by the function ``requirements`` of its module.

    That function returns rows: the description of the requirement, whether this host has it, the way to get it and,
    optionally, the part of the backend that needs it.
    """
    for name, kind in KINDS.items():
        part = f"backend {name}"
        try:
            module = importlib.import_module(kind.path.partition(":")[0])
        except ImportError as error:
            yield Need(part, f"Python module {error.name or kind.path}", False, install_command(name))
            continue
        requirements = getattr(module, "requirements", None)
        if requirements is None:
            yield Need(part, "nothing else", True)
        else:
            for what, present, how, *only in requirements():
                yield Need(", ".join([part, *filter(None, only)]), what, present, how)
