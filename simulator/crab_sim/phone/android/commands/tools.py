"""The smaller tools of Android: ``svc``, ``service``, ``ime``, ``run-as``, ``ip``, and a ``sleep`` that waits."""

from __future__ import annotations

from typing import Final

from crab_sim.phone.android.commands import pm
from crab_sim.phone.android.commands.cmd import COMMANDS, put_setting, switch
from crab_sim.phone.android.commands.dumpsys import SERVICES
from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import AndroidHost, tool
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.shell import COMMANDS as SHELL_COMMANDS
from crab_sim.shell.context import CommandContext

_STAY_ON: Final = {"true": "7", "false": "0", "ac": "1", "usb": "2", "wireless": "4", "dock": "8"}
"""By which chargers a phone stays awake, as ``svc power stayon`` names them and as its setting has them."""


@tool("svc", files=True)
def svc(context: CommandContext, device: Device) -> int:
    """Turn a radio on or off.

    Usage: svc wifi|bluetooth|data|nfc enable|disable | svc power stayon|reboot|shutdown
    """
    match context.args:
        case ["wifi" | "bluetooth" | "data" | "nfc" as radio, "enable" | "disable" as word, *_]:
            key = {"wifi": "wifi_on", "bluetooth": "bluetooth_on", "data": "mobile_data", "nfc": "nfc_on"}[radio]
            return switch(context, device, key, word)
        case ["power", "reboot" | "shutdown", *_]:
            device.reboot()
        case ["power", "stayon", how] if how in _STAY_ON:
            put_setting(device, "global", "stay_on_while_plugged_in", _STAY_ON[how])
        case ["power", "stayon", _] | ["usb", *_] | ["data", "prefer"] | ["wifi", "prefer"]:
            return 0
        case _:
            context.err(
                "Available commands:\n    help     Show information about the subcommands\n    power\n  "
                "  data\n    wifi\n    usb\n    nfc\n    bluetooth\n"
            )
            return 1 if context.args and context.args[0] != "help" else 0
    return 0


@tool("sleep", files=True)
def sleep(context: CommandContext, device: Device) -> int:
    """Wait for a time: seconds, or with a suffix m, h, d.

    Usage: sleep NUMBER[smhd]...
    """
    shell, before = context.shell, context.shell.slept
    status = SHELL_COMMANDS["sleep"](context)
    host = context.host
    if isinstance(host, AndroidHost) and host.steps is not None and status == 0:
        seconds, shell.slept = shell.slept - before, before
        shell.effects.pop()  # nothing is left to be done after the line
        host.steps.sleep(shell, seconds)
    return status


_SERVER: Final = "com.wetest.uia2.Main"
_CLASS_PATH: Final = "-Djava.class.path="


@tool("app_process", "app_process64")
def app_process(context: CommandContext, device: Device) -> int:
    """Run a program of a JAR: of those that clients bring along, the server of UI automation.

    Usage: CLASSPATH=FILE app_process [-Djava.class.path=FILE] FOLDER [--nice-name=NAME] CLASS [-p PORT]
    """
    path, left = context.env.get("CLASSPATH", ""), list(context.args)
    while left and left[0].startswith("-"):
        option = left.pop(0)
        path = option.removeprefix(_CLASS_PATH) if option.startswith(_CLASS_PATH) else path
    del left[:1]
    while left and left[0].startswith("--"):
        del left[0]
    name, *args = left or [""]
    port = args[args.index("-p") + 1] if "-p" in args[:-1] else "9008"
    known = name == _SERVER and context.files.is_file(path)
    if not known or not (port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65_536):
        context.err(f"Error: Could not find or load main class {name}\n")
        return 1
    context.line("[server] INFO: [UiAutomator2Server] Starting Server")
    context.effect("follow", f"automation {port}")
    return 0


@tool("service")
def service(context: CommandContext, device: Device) -> int:
    """List, check or call the system services.

    Usage: service list | service check NAME | service call NAME CODE [ARG]...
    """
    names = sorted({*COMMANDS, *SERVICES})
    match context.args:
        case ["list"]:
            context.line(f"Found {len(names)} services:")
            for i, name in enumerate(names):
                context.line(f"{i}\t{name}: [android.os.I{name.title().replace('_', '').replace('.', '')}]")
        case ["check", name]:
            context.line(f"Service {name}: {'found' if name in names else 'not found'}")
        case ["call", name, code, *_] if code.isascii() and code.isdigit():
            if name not in names:
                context.err(f"service: Service {name} does not exist\n")
                return 10
            context.line("Result: Parcel(00000000    '....')")
        case _:
            context.err(
                "Usage: service [-h|-?]\n       service list\n       service check SERVICE\n       "
                "service call SERVICE CODE [i32 N | s16 STR ] ...\n"
            )
            return 10
    return 0


_KEYBOARDS: Final = ("com.android.inputmethod.latin/.LatinIME", "com.android.adbkeyboard/.AdbIME",
              "com.github.uiautomator/.AdbKeyboard")  # fmt: skip


@tool("ime")
def ime(context: CommandContext, device: Device) -> int:
    """List the keyboards, or choose one.

    Usage: ime list [-a] [-s] | ime set|enable|disable ID | ime reset
    """
    match context.args:
        case ["list", *_]:
            for name in _KEYBOARDS:
                if "-s" in context.args[1:]:
                    context.line(name)
                else:
                    context.line(
                        f"mId={name} mSettingsActivityName=null mIsVrOnly=false "
                        "mSupportsSwitchingToNextInputMethod=true"
                    )
        case ["set" | "enable" | "disable" as verb, name] | ["set" | "enable" | "disable" as verb, "--user", _, name]:
            if name not in _KEYBOARDS:
                context.err(
                    f"Unknown input method {name} cannot be {'selected' if verb == 'set' else verb + 'd'} for user #0\n"
                )
                return 255
            if verb == "set":
                put_setting(device, "secure", "default_input_method", name)
                context.line(f"Input method {name} selected for user #0")
            else:
                context.line(f"Input method {name}: now {verb}d for user #0")
        case ["reset"]:
            put_setting(device, "secure", "default_input_method", _KEYBOARDS[0])
            context.line("Reset current and enabled IMEs for user #0")
        case _:
            context.err(
                "ime <command>:\n  list [-a] [-s]\n  enable [--user <USER_ID>] <ID>\n  disable <ID>\n  "
                "set <ID>\n  reset\n"
            )
            return 255
    return 0


@tool("run-as")
def run_as(context: CommandContext, device: Device) -> int:
    """Run a command as an app, in its folder.

    Usage: run-as PACKAGE COMMAND [ARG]...
    """
    package, *command = context.args or [""]
    if package not in pm.known():
        context.err(f"run-as: unknown package: {package}\n")
        return 1
    return context.run(command) if command else 0


@tool("toybox", "toolbox", "busybox")
def toybox(context: CommandContext, device: Device) -> int:
    """Run one of the common tools.

    Usage: toybox TOOL [ARG]...
    """
    return context.run(context.args) if context.args else 0


@tool("ip", "ifconfig")
def ip(context: CommandContext, device: Device) -> int:
    """Show the network's interfaces.

    Usage: ip addr [show [dev NAME]]
    """
    on = settings_store.is_on(device.phone.get(SETTINGS), "global", "wifi_on")
    if "wlan0" not in context.args:
        context.line("1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000")
        context.line("    inet 127.0.0.1/8 scope host lo")
    if on:
        context.line(
            "2: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group default qlen 1000"
        )
        context.line("    inet 192.0.2.16/24 brd 192.0.2.255 scope global wlan0")
    return 0
