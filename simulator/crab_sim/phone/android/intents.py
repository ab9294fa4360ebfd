"""Intents as Android's commands give them, and the app of the phone that each goes to.

* `parse` - reads an intent from a command's arguments.
* `Target` - the app that an intent goes to and the app's own intent; `resolve` finds it by the apps' rules.
* `takers` - all apps that take an intent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import quote

from crab_sim.files.globs import glob_match
from crab_sim.machine.app import Intent
from crab_sim.phone import Phone
from crab_sim.phone.android import catalog
from crab_sim.phone.android.catalog import DISABLED_PACKAGES
from crab_sim.phone.android.providers.media import all_rows, media_rows
from crab_sim.phone.apps import INSTALLED, with_icon
from crab_sim.phone.apps.contacts.data import CONTACTS
from crab_sim.phone.apps.settings.intents import page_of
from crab_sim.phone.intents import AndroidIntent, Component, IntentRule
from crab_sim.phone.system.share import taken_as
from crab_sim.ui.page import PlainData

__all__ = ["CATEGORIES", "SHARE", "BadIntent", "Target", "parse", "resolve", "takers"]

_ACTION: Final = "android.intent.action."
_LAUNCHER: Final = "android.intent.category.LAUNCHER"


class BadIntent(Exception):
    """The arguments make no intent; the message is Android's."""


_STRINGS = ("-e", "--es")
_TYPED = {
    "--ei": r"[+-]?(\d{1,10}|0x[0-9a-fA-F]{1,8})",
    "--el": r"[+-]?\d{1,19}",
    "--ef": r"[+-]?\d{1,30}(\.\d{0,30})?([eE][+-]?\d{1,3})?",
    "--ed": r"[+-]?\d{1,30}(\.\d{0,30})?([eE][+-]?\d{1,3})?",
    "--ez": r"(?i:true|t|1|false|f|0)",
    "--eu": r"(?s:.*)",
    "--ecn": r"(?s:.*)",
    **{f"--e{kind}a{tail}": r"(?s:.*)" for kind in "ilfs" for tail in ("", "l")},
}
_FLAGS = re.compile(
    r"--(grant-\w+(-\w+)*|activity-[\w-]+|receiver-[\w-]+|exclude-stopped-packages|include-stopped-packages|debug-log-resolution)"
)


def parse(args: Sequence[str]) -> AndroidIntent:
    """Reads an intent from arguments as ``am`` takes them.

    Raises:
        BadIntent: An unknown option, one without its value, a value of a wrong type.
    """
    rest = list(args[::-1])
    values: dict[str, PlainData] = {}
    extras: dict[str, str] = {}
    categories: list[str] = []

    def following(option: str) -> str:
        if not rest:
            raise BadIntent(f'Argument expected after "{option}"')
        return rest.pop()

    while rest:
        arg = rest.pop()
        if arg in _FIELDS:
            values[_FIELDS[arg]] = following(arg)
        elif arg == "-c":
            categories.append(following(arg))
        elif arg == "-n":
            values["component"] = _component(following(arg))
        elif arg in _STRINGS or arg in _TYPED:
            name, value = following(arg), following(arg)
            if arg in _TYPED and not re.fullmatch(_TYPED[arg], value, re.ASCII):
                wrong = "Invalid boolean value" if arg == "--ez" else "For input string"
                raise BadIntent(f'{wrong}: "{value}"')
            extras[name] = (
                {"true": "true", "t": "true", "1": "true"}.get(value.lower(), "false") if arg == "--ez" else value
            )
        elif arg == "--esn":
            extras[following(arg)] = "null"
        elif arg in ("-f", "-i"):
            value = following(arg)
            if arg == "-f":  # the identifier, -i, changes nothing on this phone
                values["flags"] = _mask(value)
        elif _FLAGS.fullmatch(arg) or arg == "--selector":
            pass
        elif arg.startswith("-") and len(arg) > 1:
            raise BadIntent(f"Unknown option: {arg}")
        else:
            values.update(_bare(arg))
    return AndroidIntent(categories=tuple(categories), extras=extras, **values)


_FIELDS = {"-a": "action", "-d": "data", "-t": "type", "-p": "package"}


def _component(text: str) -> Component:
    found = catalog.parse_component(text)
    if found is None:
        raise BadIntent(f"Bad component name: {text}")
    return found


def _mask(text: str) -> int:
    if not re.fullmatch(r"0[xX][0-9a-fA-F]{1,8}|\d{1,10}", text, re.ASCII):
        raise BadIntent(f'For input string: "{text}"')
    return int(text, 0) if text[:2].lower() == "0x" else int(text)


def _bare(arg: str) -> dict[str, PlainData]:
    """Returns the fields that an argument without an option sets: a URI, a component or a package."""
    if ":" in arg:
        return {"data": arg, "action": _ACTION + "VIEW"}
    if "/" in arg:
        return {"component": _component(arg), "action": _ACTION + "MAIN"}
    return {"package": arg, "action": _ACTION + "MAIN"}


class Target(NamedTuple):
    """The app that an intent goes to, and the app's own intent: empty for its first page, or as it was left."""

    app: str
    intent: Intent = ()


SHARE: Final = "share"
"""Stands for the share sheet among the targets' apps."""


def _shared(intent: AndroidIntent) -> Intent | None:
    """Returns (kind, value, title) of the shared text or file."""
    stream = intent.extra("STREAM")
    if not stream:
        text = intent.extra("TEXT")
        return ("text", text, intent.extra("SUBJECT", "TITLE")) if text else None
    kind = intent.type.partition("/")[0]
    path = AndroidIntent(data=stream).path
    return (kind if kind in ("image", "audio", "video") else "file", path, intent.extra("TITLE")) if path else None


_SHARED = IntentRule("SEND", "*", "*", _shared)


class _Taker(NamedTuple):
    """A rule and the app whose rule it is, `SHARE` for the share sheet."""

    app: str
    rule: IntentRule


_TAKERS: Final[Sequence[_Taker]] = sorted(
    [_Taker(app.spec.id, rule) for app in INSTALLED for rule in app.intents] + [_Taker(SHARE, _SHARED)],
    key=lambda taker: taker.rule.rank,
)
"""The rules of all apps in the order in which they are tried; the first whose app is installed counts."""

CATEGORIES: Final[Mapping[str, str]] = {
    "HOME": "launcher",
    **{category: app.spec.id for app in INSTALLED for category in app.categories},
}
"""Categories of a start without a component -> app."""


def _matches(patterns: str, value: str, *, case: bool = True) -> bool:
    if not value:
        return patterns == "*" or "-" in patterns.split(" ")
    return any(glob_match(pattern, value if case else value.lower()) for pattern in patterns.split(" "))


def _applies(rule: IntentRule, intent: AndroidIntent) -> bool:
    return (
        _matches(rule.actions, intent.action.removeprefix(_ACTION))
        and _matches(rule.schemes, intent.scheme)
        and _matches(rule.types, intent.type, case=False)
        and (rule.data == "*" or _matches(rule.data, intent.rest, case=False))
    )


def resolve(phone: Phone, intent: AndroidIntent) -> Target | None:
    """Returns where an intent goes, None where no app of the phone takes it."""
    return next(_targets(phone, intent), None)


def takers(phone: Phone, intent: AndroidIntent) -> list[str]:
    """Returns the apps that take an intent, the first choice first; those that have an icon where a launcher asks."""
    if _LAUNCHER in intent.categories and intent.action in ("", _ACTION + "MAIN"):
        apps = [app.id for app in with_icon(phone.apps)]
        package = intent.component.package if intent.component is not None else intent.package
        return [app for app in apps if not package or app == catalog.app_of(package)]
    found: dict[str, None] = {}
    for target in _targets(phone, intent):
        if target is not None and target.app == SHARE:
            kind = target.intent[0]
            found.update(dict.fromkeys([row.spec.id for row in INSTALLED if taken_as(kind, row.shares) is not None]))
        elif target is not None:
            found[target.app] = None
    return list(found)


def _targets(phone: Phone, intent: AndroidIntent) -> Iterator[Target | None]:
    """Yields where an intent can go, the first choice first; None for an app that takes no such thing after all."""
    package = intent.component.package if intent.component is not None else intent.package
    wanted = catalog.app_of(package) if package else ""
    if package and not wanted:
        return
    if intent.component is not None and not catalog.has_activity(intent.component):
        return
    if package in phone.peek(DISABLED_PACKAGES, ()):
        return
    page = page_of(intent)
    if wanted in ("", "settings") and page is not None:
        yield Target("settings", ("page", page) if page else ())
    for taker, rule in _TAKERS:
        app = wanted if taker == SHARE else taker
        if wanted in ("", app) and (app in phone.apps or app == "") and _applies(rule, intent):
            made = rule.start(intent)
            if made is not None:
                target = Target(app or SHARE, made)
                yield _handed_over(target) if taker == SHARE else _checked(phone, target)
    if wanted:
        if intent.component is not None or not intent.action or intent.action == _ACTION + "MAIN":
            yield Target(wanted)
        return
    for category in intent.categories:
        app = CATEGORIES.get(category.removeprefix("android.intent.category."), "")
        if app:
            yield Target(app)


def _handed_over(target: Target) -> Target | None:
    """Returns the target with the intent for a shared text or file; None if the app takes no such thing."""
    app = next((row for row in INSTALLED if row.spec.id == target.app), None)
    if app is None:
        return target
    kind = taken_as(target.intent[0], app.shares)
    return None if kind is None else Target(target.app, app.shares[kind](target.intent[1]))


def _checked(phone: Phone, target: Target) -> Target:
    """Returns the target, or a plain start of its app if the row or file to show doesn't exist."""
    match target:
        case Target("contacts", ("show", int(row))) if row not in [contact.id for contact in phone.get(CONTACTS)]:
            return Target("contacts")
        case Target("gallery", ("picture", int(row))):
            path = next((file.path for file in media_rows(phone.files) if (file.id, file.media_type) == (row, 1)), "")
            return Target("gallery", ("show", path) if path else ())
        case Target("browser", ("open", str(uri))) if uri.startswith("content://media/"):
            number = uri.rpartition("/")[2]
            path = next((file.path for file in all_rows(phone.files) if str(file.id) == number), "")
            return Target("browser", ("open", f"file://{quote(path)}") if path else ())
        case Target(app, ("show" | "play" | "open", str(path))) if app != "browser" and not phone.files.exists(path):
            return Target(app)
    return target
