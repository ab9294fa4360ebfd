"""Android's intents, and the rules by which apps of the phone take them.

* `AndroidIntent` - a request to some app, with its data.
* `IntentRule` - the intents that an app takes, and its own start from them; listed in `PhoneApp.intents`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from urllib.parse import parse_qs, unquote

from crab_sim.machine.app import Intent

__all__ = ["EXTRA", "AndroidIntent", "Component", "IntentRule", "opens_file"]

EXTRA: Final = "android.intent.extra."
"""The prefix of Android's own extras."""


class Component(NamedTuple):
    """A package and the full name of one of its classes."""

    package: str
    name: str

    def __str__(self) -> str:
        """The long form, ``package/package.Activity``."""
        return f"{self.package}/{self.name}"

    @property
    def short(self) -> str:
        """The short form, ``package/.Activity``."""
        name = self.name.removeprefix(self.package) if self.name.startswith(f"{self.package}.") else self.name
        return f"{self.package}/{name}"


class AndroidIntent(NamedTuple):
    """A request to some app, with its data.

    Attributes:
        action: Such as ``android.intent.action.VIEW``.
        data: A URI.
        type: A MIME type.
        categories: Such as ``android.intent.category.LAUNCHER``.
        package: The only package that may receive it.
        component: The activity that receives it.
        extras: Its other values, as text, by name.
        flags: A bit mask.
    """

    action: str = ""
    data: str = ""
    type: str = ""
    categories: tuple[str, ...] = ()
    package: str = ""
    component: Component | None = None
    extras: Mapping[str, str] = {}
    flags: int = 0

    def __str__(self) -> str:
        """The form in which Android prints it."""
        parts = [f"act={self.action}"] if self.action else []
        if self.categories:
            parts.append(f"cat=[{','.join(self.categories)}]")
        if self.data:
            parts.append(f"dat={self.data}")
        if self.type:
            parts.append(f"typ={self.type}")
        if self.flags:
            parts.append(f"flg={self.flags:#x}")
        if self.package:
            parts.append(f"pkg={self.package}")
        if self.component is not None:
            parts.append(f"cmp={self.component.short}")
        if self.extras:
            parts.append("(has extras)")
        return " ".join(["Intent {", *parts, "}"])

    def extra(self, *names: str) -> str:
        """Returns the first of these extras that is there, ``""`` for none; Android's own need no prefix."""
        for name in names:
            for full in (name, EXTRA + name, f"{EXTRA}alarm.{name}"):
                if full in self.extras:
                    return self.extras[full]
        return ""

    def number(self, *names: str, default: float = 0.0) -> float:
        """Returns the first of these extras as a number, the default if it is none or unreasonably long."""
        text = self.extra(*names)
        return float(text) if re.fullmatch(r"[+-]?\d{1,15}(\.\d{1,9})?", text, re.ASCII) else default

    @property
    def scheme(self) -> str:
        """The data's scheme, in lower case."""
        return self.data.partition(":")[0].lower() if ":" in self.data else ""

    @property
    def rest(self) -> str:
        """The data without the scheme, its query and its escapes."""
        return unquote(self.data.partition(":")[2].partition("?")[0])

    def query(self, name: str) -> str:
        """Returns a parameter of the data's query."""
        values = parse_qs(self.data.partition("?")[2], max_num_fields=None).get(name, [""])
        return values[0]

    @property
    def path(self) -> str:
        """The file that the data names, ``""`` for none."""
        if self.scheme == "file":
            return posixpath.normpath(unquote(self.data[5:].removeprefix("//").partition("?")[0]) or "/")
        return ""


class IntentRule(NamedTuple):
    """A rule for the intents that an app takes. Actions, schemes and types are globs, separated by spaces.

    Attributes:
        actions: Last parts of its actions, such as ``VIEW``, or all of them.
        schemes: Schemes of its data; ``-`` for none.
        types: MIME types; ``-`` for none, ``*`` for any or none.
        start: Returns the app's own intent (see `AppSpec.start`), or None to refuse the intent after all.
        data: Pattern of the data after the scheme.
        rank: Rules of a lower rank are tried first, rules of the same rank in the order of the apps.
    """

    actions: str
    schemes: str
    types: str
    start: Callable[[AndroidIntent], Intent | None] = lambda intent: ()
    data: str = "*"
    rank: int = 0


def opens_file(verb: str) -> Callable[[AndroidIntent], Intent]:
    """Returns an `IntentRule.start` that gives ``(verb, path)`` for the intent's file, ``()`` without a file."""
    return lambda intent: (verb, intent.path) if intent.path else ()
