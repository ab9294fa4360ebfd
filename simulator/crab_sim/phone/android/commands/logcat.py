"""``logcat`` and ``log``."""

from __future__ import annotations

import re

from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import tool
from crab_sim.phone.android.loglines import LEVELS, LogFilter
from crab_sim.shell.context import CommandContext

_VALUED = ("-b", "-v", "-t", "-T", "-m", "-e", "-f", "-r", "-n", "-G", "--pid", "--format", "--buffer", "--regex")


@tool("logcat")
def logcat(context: CommandContext, device: Device) -> int:
    """Print the log, and without -d, -t or -c go on printing what is added to it.

    Usage: logcat [-d] [-c] [-g] [-b BUFFER] [-v FORMAT] [-t COUNT|TIME] [-T COUNT|TIME] [-s] [TAG:LEVEL]...
    """
    args = context.args
    given = {arg: args[i + 1] if i + 1 < len(args) else "" for i, arg in enumerate(args) if arg in _VALUED}
    if "-c" in args or "--clear" in args:
        device.log.clear()
        return 0
    if "-g" in args:
        context.line(
            "main: ring buffer is 256 KiB (32 KiB consumed, 0 KiB readable), max entry is 5120 B, max payload is 4068 B"
        )
        return 0
    if "-G" in args or "--help" in args:
        return 0
    lines = list(device.log)
    count = given.get("-t") or given.get("-T") or given.get("-m") or ""
    if count.isascii() and count.isdigit():
        lines = lines[-int(count[:9]) :] if int(count[:9]) else []
    if "-e" in args or "--regex" in args:
        text = given.get("-e") or given.get("--regex") or ""
        lines = [line for line in lines if text in line.message]
    if "--pid" in given or any(arg.startswith("--pid=") for arg in args):
        pid = given.get("--pid") or next(arg for arg in args if arg.startswith("--pid=")).partition("=")[2]
        lines = [line for line in lines if str(line.pid) == pid]
    if not {"-s", "-t"} & set(args) or lines:
        context.out("--------- beginning of main\n" if lines else "")
    context.out(LogFilter.parse(args).format(lines))
    if not {"-d", "-t", "-m"} & set(args):
        context.effect("follow", " ".join(["logcat", *[arg for arg in args if not re.search(r"\s", arg)]])[:2000])
    return 0


@tool("log")
def log(context: CommandContext, device: Device) -> int:
    """Add a line to the log.

    Usage: log [-p LEVEL] [-t TAG] MESSAGE...
    """
    level, tag, words = "I", "log", list(context.args)
    while len(words) > 1 and words[0] in ("-p", "-t"):
        option, value = words[:2]
        del words[:2]
        if option == "-t":
            tag = value[:80]
        elif value[:1].upper() in LEVELS[:-1] and value:
            level = value[0].upper()
    device.write_log(tag, level, " ".join(words)[:4000], pid=1020)
    return 0
