"""``cmd``: the smaller system services, and the simulated phone's own."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone.android import hierarchy
from crab_sim.phone.android.commands import am, pm
from crab_sim.phone.android.commands.dumpsys import SERVICES
from crab_sim.phone.android.commands.input import press
from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import tool
from crab_sim.phone.system import notifications, settings_store
from crab_sim.phone.system.above import ABOVE
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.shell.context import CommandContext

__all__ = ["COMMANDS", "put_setting", "switch"]

_Run = Callable[[CommandContext, Device, Sequence[str]], int]
_NO_SERVICE: Final = 20  # exit status of `cmd` for an unknown service


def put_setting(device: Device, namespace: str, key: str, value: str) -> None:
    """Changes one of the phone's settings.

    Args:
        device: The phone.
        namespace: The setting's namespace.
        key: Its key.
        value: Its new value.
    """
    device.phone.put(SETTINGS, settings_store.put(device.phone.get(SETTINGS), namespace, key, value))


def _get(device: Device, namespace: str, key: str, default: str = "") -> str:
    value: str = device.phone.get(SETTINGS).get((namespace, key), default)
    return value


# The simulated phone's own service ------------------------------------------------------------------------------


_RGB_888 = 3


def _crab_gym(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    match list(args):
        case ["reset", seed] if re.fullmatch(r"\d{1,19}", seed, re.ASCII):
            device.boot(int(seed))
        case ["clock", "virtual" | "real" as kind]:
            device.clock = "virtual" if kind == "virtual" else "real"
        case ["sleep", "real" | "instant" as kind]:
            device.waits = kind == "real"
        case ["advance", seconds] if re.fullmatch(r"\d{1,9}(\.\d{1,20})?(e[+-]?\d\d?)?", seconds, re.ASCII):
            if float(seconds) > 1e9:
                return context.fail(f"a step of {seconds} seconds; expected at most 1000000000")
            device.phone.advance(float(seconds))
        case ["elements"]:
            context.line(json.dumps(hierarchy.elements(device.phone, device.display), separators=(",", ":")))
        case ["screen"]:  # as screencap prints it, but without the alpha that is 255 everywhere
            image = device.screenshot()
            context.out(struct.pack("<III", image.shape[1], image.shape[0], _RGB_888) + image.tobytes())
        case ["settled"]:
            context.line("1")
        case ["fingerprint"]:
            context.line(device.phone.fingerprint())
        case ["snapshot", "save", name]:
            device.save(name)
        case ["snapshot", "load", name] if name in device.snapshots:
            device.load(name)
        case ["snapshot", "load", name]:
            return context.fail(f"no snapshot {name!r}; there are {len(device.snapshots)}")
        case ["snapshot", "delete", name]:
            device.snapshots.pop(name, None)
        case _:
            context.err(
                "usage: cmd crab_gym reset SEED | clock virtual|real | sleep real|instant | advance SECONDS | "
                "elements | screen | settled | fingerprint | snapshot save|load|delete NAME\n"
            )
            return 255
    return 0


# Android's ------------------------------------------------------------------------------------------------------


def _clipboard(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    words = [arg for arg in args if arg != "--user"]
    if words[:1] in (["get"], ["get-text"], ["get-primary-clip"]):
        context.line(device.phone.get(CLIPBOARD))
        return 0
    if words[:1] in (["set"], ["set-text"], ["set-primary-clip"]) and len(words) > 1:
        device.phone.put(CLIPBOARD, " ".join(words[1:]))
        return 0
    context.err("Clipboard (clipboard) commands:\n  get-text\n  set-text TEXT\n")
    return 255


def _uimode(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    values = {"no": "1", "yes": "2", "auto": "0"}
    if args[:1] != ["night"] or (len(args) > 1 and args[1] not in values):
        context.err("UiModeManager service (uimode) commands:\n  night [yes|no|auto]\n")
        return 255
    if len(args) > 1:
        put_setting(device, "secure", "ui_night_mode", values[args[1]])
    names = {value: name for name, value in values.items()}
    context.line(f"Night mode: {names.get(_get(device, 'secure', 'ui_night_mode'), 'no')}")
    return 0


def _status_bar(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    match list(args[:1]):
        case ["expand-notifications"]:
            press(device, "notifications")
        case ["expand-settings"]:
            for _ in range(2):  # the second one opens it entirely
                press(device, "notifications")
        case ["collapse"]:
            if device.phone.get(ABOVE).name == "shade":
                press(device, "back")
        case ["get-status-icons"]:
            context.out("wifi\nbattery\nclock\nmobile\n")
        case ["send-disable-flag" | "disable-for-setup" | "prefs" | "tracing"]:
            return 0
        case _:
            context.err("Status bar (statusbar) commands:\n  expand-notifications\n  expand-settings\n  collapse\n")
            return 255
    return 0


def _notification(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    match list(args):
        case ["post", *_]:
            title, left = "", list(args[1:])
            while left and left[0].startswith("-"):
                title = left[1] if left[0] in ("-t", "--title") and len(left) > 1 else title
                del left[: 1 if left[0] == "-v" else 2]
            if len(left) < 2:
                context.err("usage: cmd notification post [flags] <tag> <text>\n")
                return 255
            notifications.post(device.phone, "settings", title, " ".join(left[1:]))
            context.line("posting:\n  Notification(channel=shell_cmd)")
        case ["list"]:
            for row in device.phone.get(NOTIFICATIONS):
                context.line(f"0|{device.package(row.app)}|{row.id}|null|10158")
        case ["set_dnd", mode]:
            zen = {"on": "1", "priority": "1", "none": "2", "alarms": "3", "off": "0", "all": "0"}.get(mode)
            if zen is None:
                context.err(f"Unknown dnd mode: {mode}\n")
                return 255
            put_setting(device, "global", "zen_mode", zen)
        case ["allow_listener" | "disallow_listener" | "allow_dnd" | "disallow_dnd" | "snooze" | "unsnooze", *_]:
            return 0
        case _:
            context.err(
                "usage: cmd notification SUBCMD [args]\n  list\n  post [--help | flags] <tag> <text>\n  "
                "set_dnd [on|none|...]\n"
            )
            return 255
    return 0


def switch(context: CommandContext, device: Device, key: str, word: str) -> int:
    """Turns a radio on or off.

    Args:
        context: The command's context.
        device: The phone.
        key: Key of the radio's setting.
        word: ``enable``, ``yes`` or ``on``; any other word turns it off.
    """
    put_setting(device, "global", key, "1" if word in ("enable", "enabled", "yes", "on") else "0")
    return 0


_SWITCH_WORDS: Final = ("enable", "disable", "enabled", "disabled", "on", "off")


def _wifi(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    match list(args):
        case ["set-wifi-enabled", word] if word in _SWITCH_WORDS:
            return switch(context, device, "wifi_on", word)
        case ["status"]:
            on = settings_store.is_on(device.phone.get(SETTINGS), "global", "wifi_on")
            context.line(f"Wifi is {'enabled' if on else 'disabled'}")
            context.out('Wifi is connected to "CrabWifi"\n' if on else "")
        case ["list-networks"]:
            context.line(
                "Network Id      SSID                         Security type\n0            CrabWifi      "
                "                   open"
            )
        case ["connect-network" | "forget-network" | "start-scan" | "list-scan-results", *_]:
            return 0
        case _:
            context.err("Wi-Fi (wifi) commands:\n  set-wifi-enabled enabled|disabled\n  status\n  list-networks\n")
            return 255
    return 0


def _bluetooth(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    if args[:1] in (["enable"], ["disable"]):
        switch(context, device, "bluetooth_on", args[0])
        context.line("Enabling Bluetooth" if args[0] == "enable" else "Disabling Bluetooth")
        return 0
    return 0 if args[:1] and args[0].startswith("wait-for-state") else 255


def _connectivity(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    settings = device.phone.get(SETTINGS)
    match list(args):
        case ["airplane-mode", "enable" | "disable" as word]:
            if (word == "enable") != settings_store.is_on(settings, "global", "airplane_mode_on"):
                device.phone.put(SETTINGS, settings_store.set_airplane(settings, word == "enable"))
        case ["airplane-mode"]:
            context.line("enabled" if settings_store.is_on(settings, "global", "airplane_mode_on") else "disabled")
        case _:
            context.err("Connectivity service commands:\n  airplane-mode [enable|disable]\n")
            return 255
    return 0


def _forward(name: str) -> _Run:
    return lambda context, device, args: context.run([name, *args])


def _media_session(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    match list(args):
        case ["volume", *_]:
            return _volume(context, device, args[1:])
        case ["dispatch", name]:
            key = _MEDIA_KEYS.get(name)
            if key is not None:
                press(device, key)
            return 0 if key is not None else 255
        case ["list-sessions"]:
            context.line("Sessions:")
            return 0
    context.err("usage: media_session [subcommand] [options]\n  dispatch KEY\n  list-sessions\n  volume ...\n")
    return 255


_MEDIA_KEYS: Final = {
    "play": "play", "pause": "pause", "play-pause": "playpause", "mute": "volumemute", "headsethook": "playpause",
    "stop": "stop", "next": "nexttrack", "previous": "prevtrack", "rewind": "prevtrack", "fast-forward": "nexttrack",
}  # fmt: skip
_STREAMS: Final = {"2": ("STREAM_RING", "volume_ring", 7), "3": ("STREAM_MUSIC", "volume_music", 15),
                   "4": ("STREAM_ALARM", "volume_alarm", 7)}  # fmt: skip


def _volume(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    given = {arg: args[i + 1] if i + 1 < len(args) else "" for i, arg in enumerate(args) if arg.startswith("--")}
    name, key, maximum = _STREAMS.get(given.get("--stream", "3"), _STREAMS["3"])
    current = _get(device, "system", key, "5")
    level = int(current) if re.fullmatch(r"\d{1,3}", current, re.ASCII) else 0
    context.line(f"[V] will control stream={given.get('--stream', '3')} ({name})")
    wanted = given.get("--set", "")
    if re.fullmatch(r"\d{1,3}", wanted, re.ASCII):
        level = min(int(wanted), maximum)
    elif given.get("--adj") in ("raise", "lower", "same"):
        level = min(max(level + {"raise": 1, "lower": -1, "same": 0}[given["--adj"]], 0), maximum)
    if "--set" in given or "--adj" in given:
        put_setting(device, "system", key, str(level))
    if "--get" in given:
        context.line("[V] will get volume")
        context.line(f"[V] volume is {level} in range [0..{maximum}]")
    return 0


def _quiet(text: str = "") -> _Run:
    def run(context: CommandContext, device: Device, args: Sequence[str]) -> int:
        context.out(text)
        return 0

    return run


def _lock(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    match list(args):
        case ["set-disabled", word]:
            context.line(f"Lock screen disabled set to {str(word == 'true').lower()}")
        case ["get-disabled"]:
            context.line("true")
        case ["verify", *_]:
            context.line("Lock credential verified successfully")
        case ["clear", *_]:
            context.line("Lock credential cleared")
        case _:
            context.err(
                "lockSettings service commands:\n  set-disabled true|false\n  get-disabled\n  verify\n  clear\n"
            )
            return 255
    return 0


COMMANDS: Final[Mapping[str, _Run]] = {
    "activity": am.run,
    "appops": _quiet(),
    "backup": _quiet("Backup Manager currently disabled\n"),
    "bluetooth_manager": _bluetooth,
    "clipboard": _clipboard,
    "connectivity": _connectivity,
    "crab_gym": _crab_gym,
    "device_config": _quiet("null\n"),
    "deviceidle": _quiet(),
    "input": _forward("input"),
    "input_method": _forward("ime"),
    "jobscheduler": _quiet(),
    "locale": _quiet("Locales for the user 0 are [en-US]\n"),
    "location": _quiet("true\n"),
    "lock_settings": _lock,
    "media_session": _media_session,
    "notification": _notification,
    "overlay": _quiet(),
    "package": pm.run,
    "phone": _quiet(),
    "power": _quiet(),
    "role": _quiet(),
    "settings": _forward("settings"),
    "shortcut": _quiet("Success\n"),
    "statusbar": _status_bar,
    "telecom": _quiet(),
    "thermalservice": _quiet(),
    "uimode": _uimode,
    "wifi": _wifi,
    "window": _forward("wm"),
}


@tool("cmd", files=True)
def cmd(context: CommandContext, device: Device) -> int:
    """Call a system service.

    Usage: cmd [-l] [-w] SERVICE [ARG]...
    """
    args = [arg for arg in context.args if arg != "-w"] if context.args[:1] == ["-w"] else list(context.args)
    if args[:1] == ["-l"]:
        context.out("Currently running services:\n" + "".join(f"  {name}\n" for name in sorted({*COMMANDS, *SERVICES})))
        return 0
    if not args:
        context.err("cmd: No service specified; use -l to list all running services\n")
        return _NO_SERVICE
    service = COMMANDS.get(args[0])
    if service is None:
        if args[0] in SERVICES:
            context.err("No shell command implementation.\n")
            return 255
        context.err(f"cmd: Can't find service: {args[0]}\n")
        return _NO_SERVICE
    return service(context, device, args[1:])


def _alone(name: str, service: str) -> None:
    """Registers a command that is another way to call a service."""

    @tool(name, files=True)
    def run(context: CommandContext, device: Device) -> int:
        return COMMANDS[service](context, device, context.args)


_ALONE: Final = {
    "appops": "appops", "bmgr": "backup", "device_config": "device_config", "locksettings": "lock_settings",
    "media": "media_session", "media_session": "media_session", "telecom": "telecom",
}  # fmt: skip
for _name, _service in _ALONE.items():
    _alone(_name, _service)
