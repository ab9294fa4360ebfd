"""Android's intents, and their meaning to the phone's apps.

* `Intent` - an intent; `parse` reads it from a command's arguments.
* `Target` - the app that an intent goes to and the app's own intent; `resolve` finds it by the data of `RULES`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from crab_gym.sim.files.globs import glob_match
from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.android import catalog
from crab_gym.sim.phone.android.catalog import DISABLED_PACKAGES, Component
from crab_gym.sim.phone.apps import INSTALLED
from crab_gym.sim.phone.apps.contacts.data import CONTACTS
from crab_gym.sim.phone.system.share import taken_as

__all__ = ["SHARE", "BadIntent", "Intent", "Target", "parse", "resolve"]

_ACTION: Final = "android.intent.action."
_EXTRA: Final = "android.intent.extra."


class BadIntent(Exception):
    """The arguments make no intent; the message is Android's."""


class Intent(NamedTuple):
    """An intent: what is to be done, with which data.

    Attributes:
        action: Such as ``android.intent.action.VIEW``.
        data: A URI.
        type: A MIME type.
        categories: Such as ``android.intent.category.LAUNCHER``.
        package: The only package that it may go to.
        component: The activity that it goes to.
        extras: Whatever else it carries, as text.
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
        """Returns the first of these extras that it carries; Android's own may be named without their prefix."""
        for name in names:
            for full in (name, _EXTRA + name, f"{_EXTRA}alarm.{name}"):
                if full in self.extras:
                    return self.extras[full]
        return ""

    def number(self, *names: str, default: float = 0.0) -> float:
        """Returns an extra as a number of a reasonable size."""
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


def parse(args: Sequence[str]) -> Intent:
    """Reads an intent from arguments as ``am`` takes them.

    Raises:
        BadIntent: An unknown option, one without its value, a value of a wrong type.
    """
    rest = list(args[::-1])
    values: dict[str, Any] = {}
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
            values["flags" if arg == "-f" else "identifier"] = _mask(following(arg)) if arg == "-f" else following(arg)
        elif _FLAGS.fullmatch(arg) or arg == "--selector":
            pass
        elif arg.startswith("-") and len(arg) > 1:
            raise BadIntent(f"Unknown option: {arg}")
        else:
            values.update(_bare(arg))
    values.pop("identifier", None)
    return Intent(categories=tuple(categories), extras=extras, **values)


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


def _bare(arg: str) -> dict[str, Any]:
    """What an argument without an option stands for: a URI, a component or a package."""
    if ":" in arg:
        return {"data": arg, "action": _ACTION + "VIEW"}
    if "/" in arg:
        return {"component": _component(arg), "action": _ACTION + "MAIN"}
    return {"package": arg, "action": _ACTION + "MAIN"}


# What the apps make of them ---------------------------------------------------------------------------------------


class Target(NamedTuple):
    """The app that an intent goes to, and what it is started with: nothing for its first page or as it was left."""

    app: str
    intent: tuple[Any, ...] = ()


SHARE: Final = "share"
"""Stands for the share sheet among the targets' apps."""


class Rule(NamedTuple):
    """Intents that an app takes. Schemes, types and actions are globs, several of them separated by spaces.

    Attributes:
        actions: Last parts of its actions, such as ``VIEW``, or all of them.
        schemes: Schemes of its data; ``-`` for none.
        types: MIME types; ``-`` for none, ``*`` for any or none.
        app: The app.
        make: What the app is started with, from the intent; None where it is not for it after all.
        data: Pattern of the data after the scheme.
    """

    actions: str
    schemes: str
    types: str
    app: str
    make: Callable[[Intent], tuple[Any, ...] | None] = lambda intent: ()
    data: str = "*"


def _millis(intent: Intent, *names: str) -> float:
    return min(max(intent.number(*names) / 1000, 0.0), 32_503_680_000.0)


def _day(intent: Intent) -> tuple[Any, ...]:
    digits = re.search(r"/(\d{1,14})$", intent.rest)
    return ("day", min(int(digits[1]) / 1000, 32_503_680_000.0)) if digits else ()


def _event(intent: Intent) -> tuple[Any, ...]:
    begin = _millis(intent, "beginTime")
    end = _millis(intent, "endTime") or begin + 3600 * (begin > 0)
    return ("insert", intent.extra("title"), begin, end, intent.extra("eventLocation"), intent.extra("description"))


def _compose_sms(intent: Intent) -> tuple[Any, ...]:
    body = intent.extra("sms_body", "TEXT") or intent.query("body")
    return ("compose", intent.rest.removeprefix("//") or intent.extra("address"), body)


def _compose_mail(intent: Intent) -> tuple[Any, ...]:
    to = intent.rest or intent.extra("EMAIL")
    subject = intent.extra("SUBJECT") or intent.query("subject")
    return ("compose", to, subject, intent.extra("TEXT") or intent.query("body"))


def _place(intent: Intent) -> tuple[Any, ...]:
    found = re.match(r"(-?\d{1,3}(?:\.\d{1,15})?),(-?\d{1,3}(?:\.\d{1,15})?)", intent.rest)
    query = intent.query("q")
    if query:
        return ("search", query)
    if found and abs(float(found[1])) <= 90 and abs(float(found[2])) <= 180:
        return ("point", float(found[1]), float(found[2]))
    return ()


def _directions(intent: Intent) -> tuple[Any, ...]:
    goal = parse_qs(intent.data.partition(":")[2].lstrip("/?")).get("q", [""])[0]
    return ("directions", "", goal) if goal else ()


def _web_maps(intent: Intent) -> tuple[Any, ...] | None:
    if "google." not in (urlsplit(intent.data).netloc if intent.data.isascii() else "") or "/maps" not in intent.data:
        return None
    if "/dir" in intent.data:
        return ("directions", intent.query("origin"), intent.query("destination"))
    return ("search", intent.query("query") or intent.query("q"))


def _alarm(intent: Intent) -> tuple[Any, ...]:
    hour, minute = intent.number("HOUR", default=-1), intent.number("MINUTES")
    if not 0 <= hour < 24 or not 0 <= minute < 60:
        return ()
    return ("alarm", int(hour), int(minute), intent.extra("MESSAGE"))


def _timer(intent: Intent) -> tuple[Any, ...]:
    seconds = int(intent.number("LENGTH"))
    return ("timer", seconds) if 1 <= seconds <= 86_400 else ()


def _show(intent: Intent) -> tuple[Any, ...]:
    digits = re.search(r"/(\d{1,9})$", intent.rest)
    return ("show", int(digits[1])) if digits else ()


def _insert_contact(intent: Intent) -> tuple[Any, ...]:
    return ("insert", intent.extra("name"), intent.extra("phone"), intent.extra("email"))


def _file(verb: str) -> Callable[[Intent], tuple[Any, ...] | None]:
    return lambda intent: (verb, intent.path) if intent.path else ()


def _shared(intent: Intent) -> tuple[Any, ...] | None:
    """Returns (kind, value, title) of what is sent."""
    stream = intent.extra("STREAM")
    if not stream:
        text = intent.extra("TEXT")
        return ("text", text, intent.extra("SUBJECT", "TITLE")) if text else None
    kind = intent.type.partition("/")[0]
    path = Intent(data=stream).path
    return (kind if kind in ("image", "audio", "video") else "file", path, intent.extra("TITLE")) if path else None


_IMAGES = "*.jpg *.jpeg *.png *.gif *.webp *.bmp"
_VIDEOS = "*.mp4 *.mkv *.webm *.3gp *.mov *.avi"
_SOUNDS = "*.mp3 *.ogg *.m4a *.wav *.flac *.aac"
_TEXTS = "*.md *.txt *.markdown *.csv *.json *.log"
_CONTACTS = "*contacts/people* *com.android.contacts/*"
_CONTACT_TYPES = "vnd.android.cursor.*/*contact vnd.android.cursor.*/person"
_EVENT_TYPES = "vnd.android.cursor.*/event"

RULES: Final[Sequence[Rule]] = (
    Rule("VIEW DIAL", "tel voicemail", "*", "phone", lambda i: ("dial", i.rest)),
    Rule("DIAL CALL_BUTTON", "-", "*", "phone", lambda i: ("dial", "")),
    Rule("CALL CALL_PRIVILEGED", "tel voicemail", "*", "phone", lambda i: ("call", i.rest)),
    Rule("VIEW SENDTO SEND", "sms smsto mms mmsto", "*", "messages", _compose_sms),
    Rule("VIEW SENDTO SEND", "mailto", "*", "mail", _compose_mail),
    Rule("SEND SEND_MULTIPLE", "-", "message/rfc822", "mail", _compose_mail),
    Rule("SEND", "*", "*", SHARE, _shared),
    Rule("VIEW", "http https", "*", "maps", _web_maps),
    Rule("VIEW", "http https", "*", "browser", lambda i: ("open", i.data)),
    Rule("WEB_SEARCH SEARCH", "*", "*", "browser", lambda i: ("open", i.extra("query")) if i.extra("query") else ()),
    Rule("VIEW", "geo", "*", "maps", _place),
    Rule("VIEW", "google.navigation", "*", "maps", _directions),
    Rule("INSERT EDIT", "-", _EVENT_TYPES, "calendar", _event),
    Rule("INSERT EDIT", "content", "*", "calendar", _event, "*com.android.calendar/events*"),
    Rule("VIEW", "content", "*", "calendar", _day, "*com.android.calendar/time*"),
    Rule("VIEW", "content", "*", "calendar", data="*com.android.calendar*"),
    Rule("INSERT INSERT_OR_EDIT", "*", _CONTACT_TYPES, "contacts", _insert_contact),
    Rule("INSERT INSERT_OR_EDIT", "content", "*", "contacts", _insert_contact, _CONTACTS),
    Rule("VIEW EDIT", "content", "*", "contacts", _show, _CONTACTS),
    Rule("VIEW PICK", "-", _CONTACT_TYPES, "contacts"),
    Rule("VIEW EDIT", "file content -", "image/*", "gallery", _file("show")),
    Rule("VIEW", "file content -", "video/*", "video", _file("play")),
    Rule("VIEW", "file content -", "audio/*", "music", _file("play")),
    Rule("VIEW EDIT", "file", "text/*", "markdown", _file("open")),
    Rule("VIEW", "file", "vnd.android.document/directory resource/folder", "files", _file("open")),
    Rule("VIEW EDIT", "file", "-", "gallery", _file("show"), _IMAGES),
    Rule("VIEW", "file", "-", "video", _file("play"), _VIDEOS),
    Rule("VIEW", "file", "-", "music", _file("play"), _SOUNDS),
    Rule("VIEW EDIT", "file", "-", "markdown", _file("open"), _TEXTS),
    Rule("VIEW", "file", "-", "files", _file("open")),
    Rule("VIEW_DOWNLOADS", "*", "*", "files", lambda i: ("open", "/storage/emulated/0/Download")),
    Rule("OPEN_DOCUMENT OPEN_DOCUMENT_TREE GET_CONTENT CREATE_DOCUMENT", "*", "*", "files"),
    Rule("PICK", "*", "image/*", "gallery"),
    Rule("SET_ALARM", "*", "*", "clock", _alarm),
    Rule("SET_TIMER", "*", "*", "clock", _timer),
    Rule("SHOW_ALARMS SHOW_TIMERS", "*", "*", "clock"),
    Rule("android.provider.action.SET_ALARM", "*", "*", "clock", _alarm),
    Rule("android.media.action.IMAGE_CAPTURE*", "*", "*", "camera", lambda i: ("photo",)),
    Rule("android.media.action.STILL_IMAGE_CAMERA*", "*", "*", "camera", lambda i: ("photo",)),
    Rule("android.media.action.VIDEO_CA*", "*", "*", "camera", lambda i: ("video",)),
    Rule("android.provider.MediaStore.RECORD_SOUND", "*", "*", "recorder", lambda i: ("record",)),
    Rule("android.media.action.MEDIA_PLAY_FROM_SEARCH MUSIC_PLAYER", "*", "*", "music"),
    Rule("com.google.android.gms.actions.CREATE_NOTE CREATE_NOTE", "*", "*", "notes",
         lambda i: ("add", i.extra("SUBJECT", "name"), i.extra("TEXT", "text"))),
    Rule("android.provider.Telephony.SMS_*", "*", "*", "messages"),
)  # fmt: skip
"""What implicit intents resolve to; the first rule whose app is installed counts."""

CATEGORIES: Final[Mapping[str, str]] = {
    "APP_BROWSER": "browser", "APP_CALCULATOR": "calculator", "APP_CALENDAR": "calendar", "APP_CONTACTS": "contacts",
    "APP_EMAIL": "mail", "APP_FILES": "files", "APP_FITNESS": "fitness", "APP_GALLERY": "gallery", "APP_MAPS": "maps",
    "APP_MESSAGING": "messages", "APP_MUSIC": "music", "HOME": "launcher",
}  # fmt: skip
"""Categories of a start without a component -> app."""

SETTINGS_PAGES: Final[Mapping[str, str]] = {
    "AIRPLANE_MODE_SETTINGS": "network", "APPLICATION_DETAILS_SETTINGS": "apps",
    "APPLICATION_DEVELOPMENT_SETTINGS": "developer", "APPLICATION_SETTINGS": "apps",
    "BATTERY_SAVER_SETTINGS": "battery", "BLUETOOTH_SETTINGS": "devices", "DATA_ROAMING_SETTINGS": "network",
    "DATE_SETTINGS": "time", "DEVICE_INFO_SETTINGS": "about", "DISPLAY_SETTINGS": "display",
    "INTERNAL_STORAGE_SETTINGS": "storage", "LOCALE_SETTINGS": "system", "LOCATION_SOURCE_SETTINGS": "location",
    "MANAGE_ALL_APPLICATIONS_SETTINGS": "apps", "MANAGE_APPLICATIONS_SETTINGS": "apps",
    "NIGHT_DISPLAY_SETTINGS": "display", "NOTIFICATION_SETTINGS": "notifications", "SOUND_SETTINGS": "sound",
    "TETHER_SETTINGS": "hotspot", "WIFI_SETTINGS": "wifi", "WIRELESS_SETTINGS": "network",
    "ZEN_MODE_SETTINGS": "notifications",
}  # fmt: skip
"""Last part of an ``android.settings`` action -> page of the Settings app, which shows its first page otherwise."""


def _matches(patterns: str, value: str, *, case: bool = True) -> bool:
    if not value:
        return patterns == "*" or "-" in patterns.split(" ")
    return any(glob_match(pattern, value if case else value.lower()) for pattern in patterns.split(" "))


def _applies(rule: Rule, intent: Intent) -> bool:
    return (
        _matches(rule.actions, intent.action.removeprefix(_ACTION))
        and _matches(rule.schemes, intent.scheme)
        and _matches(rule.types, intent.type, case=False)
        and (rule.data == "*" or _matches(rule.data, intent.rest, case=False))
    )


def resolve(phone: Phone, intent: Intent) -> Target | None:
    """Returns where an intent goes, None where no app of the phone takes it."""
    package = intent.component.package if intent.component is not None else intent.package
    wanted = catalog.app_of(package) if package else ""
    if package and not wanted:
        return None
    if intent.component is not None and not catalog.has_activity(intent.component):
        return None
    if package in phone.peek(DISABLED_PACKAGES, ()):
        return None
    page = _settings_page(intent)
    if wanted in ("", "settings") and page is not None:
        return Target("settings", ("page", page) if page else ())
    for rule in RULES:
        app = wanted if rule.app == SHARE else rule.app
        if wanted in ("", app) and (app in phone.apps or app == "") and _applies(rule, intent):
            made = rule.make(intent)
            if made is not None:
                target = Target(app or SHARE, made)
                return _handed_over(target) if rule.app == SHARE else _checked(phone, target)
    if wanted:
        explicit = intent.component is not None or not intent.action or intent.action == _ACTION + "MAIN"
        return Target(wanted) if explicit else None
    for category in intent.categories:
        app = CATEGORIES.get(category.removeprefix("android.intent.category."), "")
        if app:
            return Target(app)
    return None


def _settings_page(intent: Intent) -> str | None:
    """Returns the page of the Settings app that an intent asks for: ``""`` for its first, None for none at all."""
    if intent.action.startswith("android.settings."):
        return SETTINGS_PAGES.get(intent.action.removeprefix("android.settings."), "")
    if intent.component is not None and intent.component.package == catalog.package_of("settings"):
        name = re.split(r"[.$]", intent.component.name)[-1].removesuffix("Activity")
        return SETTINGS_PAGES.get(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper(), "")
    return None


def _handed_over(target: Target) -> Target | None:
    """Returns what an app is started with for something that is shared with it; None where it takes no such thing."""
    app = next((row for row in INSTALLED if row.spec.id == target.app), None)
    if app is None:
        return target
    kind = taken_as(target.intent[0], app.shares)
    return None if kind is None else Target(target.app, app.shares[kind](target.intent[1]))


def _checked(phone: Phone, target: Target) -> Target:
    """Opens an app plainly where what it should show doesn't exist."""
    match target:
        case Target("contacts", ("show", int(row))) if row not in [contact.id for contact in phone.get(CONTACTS)]:
            return Target("contacts")
        case Target(app, ("show" | "play" | "open", str(path))) if app != "browser" and not phone.files.exists(path):
            return Target(app)
    return target
