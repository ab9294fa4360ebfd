"""The requirements of crab-gym and its backends, and the commands that install the missing ones.

* `examine` - looks up all requirements now. `about` - those of one subject, such as ``"desktop"``.
* `summary` - what works, and what to install for the rest, in one screen.
* `install_commands` - the shortest list of commands that installs the missing ones.
* `conflicting` - what can't be installed beside an extra.
"""

from __future__ import annotations

import importlib
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, requires, version
from typing import NamedTuple

from crab_gym.backends.specs import KINDS
from crab_sim.devices.apps import APPS
from crab_sim.extras import IN_THE_SOURCE, install_command

__all__ = [
    "CONFLICTS", "FRAMEWORKS", "PURPOSES", "Need", "about", "conflicting", "examine", "install_commands", "summary",
]  # fmt: skip

PURPOSES: Mapping[str, str] = {
    "crab-gym": "every task on simulated devices",
    "backend remote": "devices on another host",
    "backend desktop": "the real desktop",
    "backend adb": "a phone on USB, or an emulator",
    "extra desktop": "the display that you sit at",
    "extra agents": "agents that ask a model",
    "extra rl": "training with stable-baselines3",
    "extra llm": "fine-tuning with TRL; finding icons",
    "extra vision": "reading pictures; MP4; a window",
}
"""The parts that the summary names, and what they are for."""
FRAMEWORKS = (
    "android-env", "cube", "inspect-ai", "mcp", "minari", "nemo-gym", "openenv", "ray", "skyrl", "verifiers", "verl",
)  # fmt: skip
"""The extras of foreign frameworks."""
CONFLICTS: Mapping[frozenset[str], str] = {
    frozenset({"llm", "verl"}): "verl needs transformers before 5.11, and llm 5.15 or later",
    frozenset({"smollm", "verl"}): "verl needs transformers before 5.11, and smollm 5.15 or later",
    frozenset({"mcp", "nemo-gym"}): "nemo-gym 0.4 needs mcp 1, and the extra mcp 2 or later",
    frozenset({"mcp", "openenv"}): "openenv's fastmcp needs mcp 1, and the extra mcp 2 or later",
    frozenset({"nemo-gym", "verifiers"}): "nemo-gym 0.4 needs an openai up to 2.7.2, and verifiers a later one",
}
"""Extras that can't be installed together, in pairs, and why; `scripts/extra_pairs.py` finds them."""
_WIDTH = 80
_COLUMN = 42  # where commands begin
_LONGEST = 4  # lines of commands of one part; longer ones are left to `about`
_APT = "apt-get install --no-install-recommends "
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[^]]*\])?(?P<range>[^;]*)(;(?P<marker>.*))?")
_EXTRAS = {"android", *FRAMEWORKS, *(part.removeprefix("extra ") for part in PURPOSES)}
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


def about(subject: str, needs: Sequence[Need]) -> list[Need]:
    """Returns the requirements whose part has a word, or for ``"all"`` all of them.

    Raises:
        ValueError: No part has that word.

    >>> about("gnome", [Need("backend desktop", "rofi", True), Need("backend desktop, gnome", "gnome-shell", True)])
    [Need(part='backend desktop, gnome', what='gnome-shell', present=True, how='')]
    """
    words = {need.part: re.findall(r"[\w-]+", need.part) for need in needs}
    chosen = [need for need in needs if subject in ("all", *words[need.part])]
    if not chosen:
        known = dict.fromkeys(word for some in words.values() for word in some if word not in ("backend", "extra"))
        raise ValueError(f"doctor knows nothing about {subject!r}; expected all or one of {', '.join(known)}")
    return chosen


def conflicting(subject: str) -> list[str]:
    """Returns a sentence for each extra that can't be installed beside one, or for ``"all"`` for each such pair.

    >>> conflicting("openenv")
    ["openenv and mcp need environments of their own: openenv's fastmcp needs mcp 1, and the extra mcp 2 or later"]
    """
    pairs = [(sorted(sorted(pair), key=lambda name: name != subject), why) for pair, why in CONFLICTS.items()]
    return [
        f"{first} and {second} need environments of their own: {why}"
        for (first, second), why in pairs
        if subject in ("all", first)
    ]


def summary(needs: Sequence[Need]) -> list[str]:
    """Returns lines of at most 80 characters, 24 at most: what works now, then what to install for what."""
    parts = dict.fromkeys(need.part for need in needs)
    lacking = {part: [need for need in needs if need.part == part and not need.present] for part in parts}
    works, rest = ["works now:"], ["to install, for:"]
    for part, purpose in PURPOSES.items():
        if part not in parts:
            continue
        options = [each for each in parts if each.startswith(f"{part}, ")]
        names = [each.removeprefix(f"{part}, ") for each in options if not lacking[each]]
        missing = [each.removeprefix(f"{part}, ") for each in options if lacking[each]]
        if lacking[part]:
            rest += _row(purpose, install_commands(lacking[part]), part)
        else:
            works.append(f"  {purpose}{' (with ' + ', '.join(names) + ')' if names else ''}")
            if missing:
                rest += _row(f"{purpose} with {', '.join(missing)}", [f"crab-gym doctor {part.split()[-1]}"], part)
    if apps := [f"{row.name} on {row.device} ({row.source})" for row in APPS if row.source]:
        works += _wrapped(f"apps from outside: {', '.join(apps)}", 2)
    frameworks = [name for name in FRAMEWORKS if f"extra {name}" in parts]
    ready = [name for name in frameworks if not lacking[f"extra {name}"]]
    if ready:
        works += _wrapped(f"other frameworks: {', '.join(ready)}", 2)
    if len(ready) < len(frameworks):
        rest += _row("another framework, one of", [install_command("NAME")], "")
        rest += _wrapped(", ".join(name for name in frameworks if name not in ready), 4)
    footer = "pip's commands are for crab-gym's source folder. `crab-gym doctor all` lists every need, "
    footer += "`crab-gym doctor desktop` those of one part."
    return [*works, *(rest if rest[1:] else ["nothing is left to install"]), *_wrapped(footer, 0)]


def _row(purpose: str, commands: Sequence[str], part: str) -> list[str]:
    """Returns the lines that say by which commands a part is installed."""
    commands = [command.removesuffix(IN_THE_SOURCE) for command in commands]
    line = f"  {purpose:<{_COLUMN - 3}} {commands[0] if len(commands) == 1 else ''}".rstrip()
    if len(commands) == 1 and len(line) <= _WIDTH:
        return [line]
    lines = [line for command in commands for line in _wrapped(command, 4)]
    if len(lines) > _LONGEST:
        return _row(purpose, [f"crab-gym doctor {part.split()[-1]}"], part)
    return [f"  {purpose}", *lines]


def _wrapped(text: str, indent: int) -> list[str]:
    space = " " * indent
    return textwrap.wrap(
        text, _WIDTH, initial_indent=space, subsequent_indent=space, break_on_hyphens=False, break_long_words=False
    )


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
    """Yields the Python packages in crab-gym's metadata; those of extras that users choose among come last."""
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
    if name == "crab-gym" or (extra and extra[1] not in _EXTRAS):
        return None  # an extra that includes others, an old name, or the tools of crab-gym's own developers
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
        if not kind.runs_here:
            yield Need(part, "Linux", False, "needs Linux, here or on another host: docs/remote.md")
            continue
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
