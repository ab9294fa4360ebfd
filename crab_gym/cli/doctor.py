"""What crab-gym and each of its backends need, what is there, and the command that installs what isn't.

* `examine` - everything that is needed, looked up now.
* `install_commands` - the fewest commands that install what is missing.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from typing import NamedTuple

from crab_gym.backends.specs import KINDS

__all__ = ["Need", "examine", "install_commands"]

_APT = "apt-get install --no-install-recommends "
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[^]]*\])?(?P<range>[^;]*)(;(?P<marker>.*))?")
_EXTRA = re.compile(r"""extra\s*==\s*["']([^"']+)["']""")


class Need(NamedTuple):
    """One thing that is needed.

    Attributes:
        part: What needs it: ``"crab-gym"``, an extra such as ``"extra desktop"``, or ``"backend desktop"``,
            or one profile of it.
        what: What it is.
        present: Whether it is there.
        how: How to get it, ``""`` where that is clear.
    """

    part: str
    what: str
    present: bool
    how: str = ""


def examine() -> list[Need]:
    """Returns everything that is needed, part by part."""
    return [*_python(), *_packages(), *_backends()]


def install_commands(needs: Iterable[Need]) -> list[str]:
    """Returns how to get what is missing, with the Debian packages in one command.

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
    """Yields the Python packages that crab-gym's metadata names, those of its extras after the others."""
    try:
        lines = requires("crab-gym") or []
    except PackageNotFoundError:
        yield Need("crab-gym", "package crab-gym, installed", False, "pip install . (in crab-gym's source folder)")
        return
    found = [_package(line) for line in lines]
    yield from sorted((need for need in found if need is not None), key=lambda need: need.part)


def _package(line: str) -> Need | None:
    match = _REQUIREMENT.fullmatch(line.strip())
    if match is None:
        return None
    name, marker = match["name"], match["marker"] or ""
    extra = _EXTRA.search(marker)
    if name == "crab-gym" or (extra and extra[1] == "dev"):
        return None  # an extra that includes another; tools for working on crab-gym itself
    if "sys_platform" in marker and f"'{sys.platform}'" not in marker.replace('"', "'"):
        return None
    wanted = match["range"].strip()
    part, how = ("crab-gym", f'pip install "{name}{wanted}"')
    if extra:
        part, how = f"extra {extra[1]}", f'pip install "crab-gym[{extra[1]}]"'
    try:
        return Need(part, f"package {name} {version(name)} ({wanted})", True)
    except PackageNotFoundError:
        return Need(part, f"package {name} ({wanted})", False, how)


def _backends() -> Iterator[Need]:
    """Yields what each kind of backend needs; its module tells by a function ``requirements``.

    It returns rows of what is needed, whether it is there, how to get it and, perhaps, what else than all of the
    backend it is needed for.
    """
    for name, kind in KINDS.items():
        part = f"backend {name}"
        try:
            module = importlib.import_module(kind.path.partition(":")[0])
        except ImportError as error:
            yield Need(part, f"Python module {error.name or kind.path}", False, f'pip install "crab-gym[{name}]"')
            continue
        requirements = getattr(module, "requirements", None)
        if requirements is None:
            yield Need(part, "nothing else", True)
        else:
            for what, present, how, *only in requirements():
                yield Need(", ".join([part, *filter(None, only)]), what, present, how)
