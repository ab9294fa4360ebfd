"""``am`` and ``monkey``: starting and stopping apps, broadcasts, tasks."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from crab_sim.devices.android_keycodes import key_of
from crab_sim.machine import keyboard
from crab_sim.machine.slices import CLIPBOARD, WINDOWS
from crab_sim.phone import power
from crab_sim.phone.android import catalog, intents
from crab_sim.phone.android.commands.input import press, type_text
from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import tool
from crab_sim.phone.android.intents import SHARE, BadIntent, Target
from crab_sim.phone.android.uiautomator.keyboard import RECEIVERS
from crab_sim.phone.intents import AndroidIntent
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.pushed_files import remake
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.share import open_sheet
from crab_sim.shell.context import CommandContext

__all__ = ["run"]

_NEW_TASK: Final = 0x10000000
_FROM_SHELL: Final = 0x400000
_OK: Final = -1  # a broadcast's result where somebody took it
_UNDERSTOOD: Final = {
    "-D",
    "-N",
    "--streaming",
    "--track-allocation",
    "--task-overlay",
    "--lock-task",
    "--dismiss-keyguard",
}
_VALUED: Final = {"-R", "-P", "--user", "--display", "--windowingMode", "--activityType", "--task", "--start-profiler",
                  "--sampling", "--attach-agent", "--receiver-permission", "--feature"}  # fmt: skip


class _Options(NamedTuple):
    """The arguments of ``am`` itself, and the others, which make the intent."""

    wait: bool
    stop: bool
    rest: list[str]


def _options(args: Sequence[str]) -> _Options:
    wait = stop = False
    rest: list[str] = []
    pending = list(args[::-1])
    while pending:
        arg = pending.pop()
        if arg == "-W":
            wait = True
        elif arg == "-S":
            stop = True
        elif arg in _VALUED:
            del pending[-1:]
        elif arg not in _UNDERSTOOD:
            rest.append(arg)
            if arg in _PAIRS:
                for _ in range(_PAIRS[arg]):
                    rest += [pending.pop()] if pending else []
    return _Options(wait, stop, rest)


_PAIRS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("-a", "-d", "-t", "-c", "-n", "-p", "-f", "-i", "--esn"), 1),
    **dict.fromkeys(
        ("-e", "--es", "--ez", "--ei", "--el", "--ef", "--ed", "--eu", "--ecn", "--esa", "--eia", "--ela"), 2
    ),
}  # options of an intent -> how many values follow, which may look like options


@tool("am", files=True)
def am(context: CommandContext, device: Device) -> int:
    """Start and stop apps.

    Usage: am COMMAND [ARG]...
    """
    return run(context, device, context.args)


def run(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    """Runs ``am`` with arguments."""
    name, *rest = args or [""]
    command = _COMMANDS.get(name)
    if command is None:
        context.err(f"Unknown command: {name}\n" if name else _USAGE)
        return 255
    try:
        return command(context, device, rest)
    except BadIntent as error:
        context.err(
            f"\nException occurred while executing '{name}':\njava.lang.IllegalArgumentException: {error}\n"
            "\tat android.content.Intent.parseCommandArgs(Intent.java:8114)\n"
        )
        return 255


# Starting -------------------------------------------------------------------------------------------------------


def _start(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    options = _options(args)
    intent = intents.parse(options.rest)
    say = context.out if options.wait else context.err
    target = intents.resolve(device.phone, intent)
    package = _package(intent)
    if options.stop and target is not None and target.app != SHARE:
        context.line(f"Stopping: {package or device.package(target.app)}")
        device.stop(target.app)
    context.line(f"Starting: {intent}")
    if target is None:
        if intent.component is not None:
            say(f"Error type 3\nError: Activity class {{{intent.component}}} does not exist.\n")
        else:
            flagged = intent._replace(flags=intent.flags | _NEW_TASK)
            say(f"Error: Activity not started, unable to resolve {flagged}\n")
        return 1
    state = launch(device, target, intent, package)
    if state == "TOP":
        say("Warning: Activity not started, intent has been delivered to currently running top-most instance.\n")
    elif state == "HOT" and not target.intent:
        say("Warning: Activity not started, its current task has been brought to the front\n")
    if options.wait:
        took = {"COLD": 412, "HOT": 63}.get(state, 0)
        shown = f"LaunchState: {state}\n" if took else "LaunchState: UNKNOWN (0)\n"
        context.out(
            f"Status: ok\n{shown}Activity: {device.component}\nTotalTime: {took}\nWaitTime: {took + 7}\nComplete\n"
        )
    return 0


def _package(intent: AndroidIntent) -> str:
    return intent.component.package if intent.component is not None else intent.package


def launch(device: Device, target: Target, intent: AndroidIntent, package: str = "") -> str:
    """Starts a target; returns how: ``"COLD"``, ``"HOT"`` where it ran already, ``"TOP"`` where it was in front.

    Args:
        device: The phone behind its shell.
        target: The app or page to start.
        intent: The intent that asked for it.
        package: Package that the intent names; ``""`` for none.
    """
    phone = device.phone
    front = phone.front
    flagged = intent._replace(flags=intent.flags | _NEW_TASK)
    device.write_log("ActivityTaskManager", "I", f"START u0 {str(flagged)[7:]} from uid 0")
    if target.app == "launcher":
        keyboard.press(phone, "home")
        return "TOP" if front is None else "HOT"
    if target.app == SHARE:
        open_sheet(phone, *target.intent)
        return "COLD"
    running = any(window.id == target.app for window in phone.get(WINDOWS))
    on_top = front is not None and front.app == target.app
    device.launch(target.app, target.intent, package)
    if not running:
        name = device.package(target.app)
        pid = catalog.process_id(target.app)
        device.write_log("ActivityManager", "I", f"Start proc {pid}:{name}/u0a158 for next-top-activity")
        device.write_log("ActivityTaskManager", "I", f"Displayed {device.component}: +412ms")
        return "COLD"
    return "TOP" if on_top and not target.intent else "HOT"


def _start_service(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    intent = intents.parse(_options(args).rest)
    context.line(f"Starting service: {intent}")
    context.err("Error: Not found; no service started.\n")
    return 255


def _instrument(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    name = args[-1] if args else ""
    found = catalog.parse_component(name)
    context.out(
        f"INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{{{found or name}}}\n"
        "INSTRUMENTATION_STATUS_CODE: -1\n"
    )
    context.err(f"android.util.AndroidException: INSTRUMENTATION_FAILED: {name}\n")
    return 1


@tool("monkey", files=True)
def monkey(context: CommandContext, device: Device) -> int:
    """Start an app; the simulated phone's monkey does nothing else.

    Usage: monkey -p PACKAGE [-c CATEGORY] COUNT
    """
    args = context.args
    package = args[args.index("-p") + 1] if "-p" in args[:-1] else ""
    count = args[-1] if args and re.fullmatch(r"\d{1,9}", args[-1]) else ""
    if not count:
        context.err("** Error: Count not specified\n")
        return 251
    target = intents.resolve(device.phone, AndroidIntent(package=package)) if package else None
    if target is None:
        context.err("** No activities found to run, monkey aborted.\n")
        return 252
    launch(device, target, AndroidIntent("android.intent.action.MAIN", package=package), package)
    context.out(
        f"Events injected: {int(count)}\n"
        "## Network stats: elapsed time=21ms (0ms mobile, 0ms wifi, 21ms not connected)\n"
    )
    return 0


# Stopping -------------------------------------------------------------------------------------------------------


def _force_stop(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    for package in _options(args).rest:
        if app := catalog.app_of(package):
            device.stop(app)
    return 0


def _kill(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    names = _options(args).rest
    front = device.phone.front
    for window in device.phone.get(WINDOWS):
        wanted = not names or window.app in map(catalog.app_of, names)
        if wanted and (front is None or window.app != front.app):
            device.stop(window.app)
    return 0


# Broadcasts -----------------------------------------------------------------------------------------------------


def _broadcast(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    intent = intents.parse(_options(args).rest)
    context.line(f"Broadcasting: {intent._replace(flags=intent.flags | _FROM_SHELL)}")
    for hear in device.receivers:
        hear(intent)
    receiver = _RECEIVERS.get(intent.action)
    result, data = receiver(device, intent) if receiver is not None else (0, None)
    context.line(f"Broadcast completed: result={result}" + (f', data="{data}"' if data is not None else ""))
    return 0


_Answer = tuple[int, str | None]


def _clip_get(device: Device, intent: AndroidIntent) -> _Answer:
    text: str = device.phone.get(CLIPBOARD)
    return (_OK, text) if text else (0, None)


def _clip_set(device: Device, intent: AndroidIntent) -> _Answer:
    if "text" not in intent.extras:
        return 0, 'No text is provided. Use -e text \\"text to be pasted\\"'
    device.phone.put(CLIPBOARD, intent.extras["text"])
    return _OK, "Text is copied into clipboard."


def _keyboard_text(device: Device, intent: AndroidIntent) -> _Answer:
    type_text(device, intent.extras.get("msg", ""))
    return 0, None


def _keyboard_base64(device: Device, intent: AndroidIntent) -> _Answer:
    try:
        text = base64.b64decode(intent.extras.get("msg", ""), validate=True).decode()
    except (binascii.Error, ValueError):
        return 0, None
    type_text(device, text.replace("\0", ""))
    return 0, None


def _keyboard_code(device: Device, intent: AndroidIntent) -> _Answer:
    key = key_of(intent.extras.get("code", ""))
    if key is not None:
        press(device, key)
    return 0, None


def _keyboard_clear(device: Device, intent: AndroidIntent) -> _Answer:
    window = device.phone.front
    if window is not None and window.page.focus:
        press(device, "ctrl+a")
        press(device, "delete")
    return 0, None


def _airplane(device: Device, intent: AndroidIntent) -> _Answer:
    settings = device.phone.get(SETTINGS)
    on = intent.extras.get("state") == "true"
    radios = settings_store.is_on(settings, "global", "wifi_on") or settings_store.is_on(
        settings, "global", "bluetooth_on"
    )
    if "state" in intent.extras and (radios or not on):
        device.phone.put(SETTINGS, settings_store.set_airplane(settings, on))
    return 0, None


def _media_scan(device: Device, intent: AndroidIntent) -> _Answer:
    remake(device.phone, catalog.packages_of("music"))  # the player looks through its library then
    return 0, None


_RECEIVERS: Final[Mapping[str, Callable[[Device, AndroidIntent], _Answer]]] = {
    "clipper.get": _clip_get,
    "clipper.set": _clip_set,
    "ADB_INPUT_TEXT": _keyboard_text,
    "ADB_INPUT_B64": _keyboard_base64,
    "ADB_INPUT_CODE": _keyboard_code,
    "ADB_CLEAR_TEXT": _keyboard_clear,
    "android.intent.action.AIRPLANE_MODE": _airplane,
    "android.intent.action.MEDIA_SCANNER_SCAN_FILE": _media_scan,
    **RECEIVERS,
}


# Tasks ----------------------------------------------------------------------------------------------------------


def _stack(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    if args[:1] == ["list"]:
        width, height = device.screen_size
        bounds = f"[0,0][{width},{height}]"
        for i, task in enumerate(device.tasks()):
            shown = str(i == 0 and power.is_on(device.phone)).lower()
            context.out(
                f"RootTask id={task.id} bounds={bounds} displayId=0 userId=0\n"
                f"  taskId={task.id}: {task.component.short} bounds={bounds} userId=0 visible={shown}"
                f" topActivity=ComponentInfo{{{task.component}}}\n\n"
            )
        return 0
    if args[:1] == ["remove"] and len(args) == 2:
        return _remove_task(context, device, args[1])
    if args and args[0] in ("start", "info", "move-task", "resize", "positiontask"):
        return 0
    context.err(f"Error: unknown command '{args[0] if args else ''}'\n")
    return 255


def _remove_task(context: CommandContext, device: Device, number: str) -> int:
    for task in device.tasks():
        if str(task.id) == number and task.app != "launcher":
            device.stop(task.app)
    return 0


def _task(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    if args[:1] in (["remove"], ["removeTask"]) and len(args) == 2:
        return _remove_task(context, device, args[1])
    if args and args[0] in ("lock", "resizeable", "resize", "focus"):
        return 0
    context.err(f"Error: unknown command '{args[0] if args else ''}'\n")
    return 255


def _quiet(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    return 0


def _user(context: CommandContext, device: Device, args: Sequence[str]) -> int:
    context.line("0")
    return 0


_IGNORED: Final = (
    "stopservice", "stop-service", "set-debug-app", "clear-debug-app", "idle-maintenance", "unlock-user",
    "set-inactive", "wait-for-broadcast-idle", "wait-for-broadcast-barrier", "make-uid-idle", "send-trim-memory",
)  # fmt: skip
_COMMANDS: Final[Mapping[str, Callable[[CommandContext, Device, Sequence[str]], int]]] = {
    "start": _start,
    "start-activity": _start,
    "startservice": _start_service,
    "start-service": _start_service,
    "start-foreground-service": _start_service,
    "instrument": _instrument,
    "force-stop": _force_stop,
    "stop-app": _force_stop,
    "kill": _kill,
    "kill-all": _kill,
    "broadcast": _broadcast,
    "stack": _stack,
    "task": _task,
    "get-current-user": _user,
    **dict.fromkeys(_IGNORED, _quiet),
}
_USAGE: Final = """Activity manager (activity) commands:
  start-activity [-W] [-S] <INTENT>
      Start an Activity.  Options are:
      -W: wait for launch to complete
      -S: force stop the target app before starting the activity
  force-stop <PACKAGE>
      Completely stop the given application package.
  kill <PACKAGE>
  kill-all
  broadcast <INTENT>
  stack list
  stack remove <TASK_ID>
  task lock <TASK_ID>
  get-current-user

<INTENT> specifications include these flags and arguments:
    [-a <ACTION>] [-d <DATA_URI>] [-t <MIME_TYPE>]
    [-c <CATEGORY> [-c <CATEGORY>] ...] [-n <COMPONENT_NAME>]
    [-e|--es <EXTRA_KEY> <EXTRA_STRING_VALUE> ...]
    [--ez <EXTRA_KEY> <EXTRA_BOOLEAN_VALUE> ...]
    [--ei <EXTRA_KEY> <EXTRA_INT_VALUE> ...]
    [--el <EXTRA_KEY> <EXTRA_LONG_VALUE> ...]
    [-f <FLAG>] [-p <PACKAGE>]
    [<URI> | <PACKAGE> | <COMPONENT>]
"""
