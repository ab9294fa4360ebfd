"""Commands about the system: properties, the date, users, processes, security contexts."""

from __future__ import annotations

import calendar
import re
import time
from collections.abc import Callable, Mapping
from typing import Final

from crab_sim.devices.version import VERSION
from crab_sim.machine import slices
from crab_sim.machine.slices import BOOTED
from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import tool
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.dates import format_date
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import COMMANDS

__all__ = ["properties"]

_CONTEXT: Final = "u:r:su:s0"
_FIXED: Final[Mapping[str, str]] = {
    "dalvik.vm.heapsize": "512m",
    "dev.bootcomplete": "1",
    "gsm.network.type": "LTE",
    "gsm.operator.alpha": "Crab Mobile",
    "gsm.operator.iso-country": "us",
    "gsm.sim.state": "READY",
    "init.svc.adbd": "running",
    "init.svc.bootanim": "stopped",
    "net.bt.name": "Android",
    "persist.sys.locale": "en-US",
    "persist.sys.timezone": "UTC",
    "persist.sys.usb.config": "adb",
    "ro.board.platform": "crab",
    "ro.boot.serialno": "CRABPHONE0001",
    "ro.build.characteristics": "default",
    "ro.build.date.utc": "1696118400",
    "ro.build.display.id": "CRAB.1",
    "ro.build.fingerprint": "crab/crab_phone/crab:14/CRAB.1/1:userdebug/dev-keys",
    "ro.build.id": "CRAB.1",
    "ro.build.tags": "dev-keys",
    "ro.build.type": "userdebug",
    "ro.build.version.codename": "REL",
    "ro.build.version.incremental": "1",
    "ro.build.version.release": "14",
    "ro.build.version.sdk": "34",
    "ro.build.version.security_patch": "2023-10-01",
    "ro.crab_gym.version": VERSION,
    "ro.debuggable": "1",
    "ro.hardware": "crab",
    "ro.product.board": "crab",
    "ro.product.brand": "crab",
    "ro.product.cpu.abi": "x86_64",
    "ro.product.cpu.abilist": "x86_64,arm64-v8a",
    "ro.product.device": "crab",
    "ro.product.locale": "en-US",
    "ro.product.manufacturer": "crab-gym",
    "ro.product.model": "Crab Phone",
    "ro.product.name": "crab_phone",
    "ro.secure": "1",
    "ro.serialno": "CRABPHONE0001",
    "service.adb.root": "1",
    "sys.boot_completed": "1",
    "sys.usb.state": "adb",
    "wifi.interface": "wlan0",
}


def properties(device: Device) -> dict[str, str]:
    """Returns the system properties, sorted by name."""
    settings = device.phone.get(SETTINGS)
    found = {
        **_FIXED,
        "ro.sf.lcd_density": str(device.display.density),
        "net.hostname": settings.get(("global", "device_name"), "localhost"),
        "gsm.operator.isroaming": "false",
        "init.svc.wpa_supplicant": "running" if settings_store.is_on(settings, "global", "wifi_on") else "stopped",
        **device.properties,
    }
    return dict(sorted(found.items()))


@tool("getprop")
def getprop(context: CommandContext, device: Device) -> int:
    """Print a system property, or all of them.

    Usage: getprop [NAME [DEFAULT]]
    """
    args = [arg for arg in context.args if arg not in ("-T", "-Z")]
    found = properties(device)
    if not args:
        context.out("".join(f"[{name}]: [{value}]\n" for name, value in found.items()))
    else:
        context.line(found.get(args[0]) or (args[1] if len(args) > 1 else ""))
    return 0


@tool("setprop")
def setprop(context: CommandContext, device: Device) -> int:
    """Set a system property.

    Usage: setprop NAME VALUE
    """
    if len(context.args) != 2:
        raise CommandError(f'Need 2 argument{"s" if len(context.args) < 2 else ""} (see "setprop --help")')
    name, value = context.args
    if not re.fullmatch(r"[\w@:-]+(\.[\w@:-]+)*", name, re.ASCII):
        raise CommandError(f"illegal property name '{name}'")
    if (name.startswith("ro.") and name in properties(device)) or len(value) > 91 or len(device.properties) > 500:
        raise CommandError(f"failed to set property '{name}' to '{value}'")
    device.properties[name] = value
    return 0


@tool("date")
def date(context: CommandContext, device: Device) -> int:
    """Print the time, or set it.

    Usage: date [-u] [-d TEXT] [-r FILE] [+FORMAT] | date [MMDDhhmm[[CC]YY][.ss]] | date @SECONDS
    """
    args = [arg for arg in context.args if arg not in ("-u", "--utc", "SET", "set", "-s")]
    operands = [arg for arg in args if re.fullmatch(r"\d{8,12}(\.\d{2})?|@-?\d{1,11}(\.\d*)?", arg)]
    if len(args) != 1 or not operands:
        return COMMANDS["date"](context)
    when = _moment(operands[0], device.phone.now)
    device.phone.put(slices.TIME, when)
    context.line(format_date("%a %b %e %H:%M:%S UTC %Y", when))
    return 0


def _moment(text: str, now: float) -> float:
    """Returns the time that ``MMDDhhmm[[CC]YY][.ss]`` or ``@SECONDS`` names.

    Raises:
        CommandError: There is no such time between 1970 and 2999.
    """
    if text.startswith("@"):
        when = float(text[1:])
    else:
        digits, _, second = text.partition(".")
        month, day, hour, minute = (int(digits[i : i + 2]) for i in range(0, 8, 2))
        years = digits[8:]
        year = int(years) if len(years) == 4 else time.gmtime(now).tm_year
        if len(years) == 2:
            year = int(years) + (1900 if int(years) >= 69 else 2000)
        valid = 1 <= month <= 12 and 1970 <= year < 3000 and len(years) != 3 and len(digits) in (8, 10, 12)
        if not (valid and 1 <= day <= calendar.monthrange(year, month)[1] and hour < 24 and minute < 60):
            raise CommandError(f"bad date '{text}'")
        when = float(calendar.timegm((year, month, day, hour, minute, min(int(second or 0), 59), 0, 0, 0)))
    if not 0 <= when < 32_503_680_000:
        raise CommandError(f"bad date '{text}'")
    return when


@tool("id")
def id_(context: CommandContext, device: Device) -> int:
    """Print the user's name and number.

    Usage: id [-u] [-g] [-n] [-Z]
    """
    options = parse_options(context, "unGgZ")
    if "Z" in options:
        context.line(_CONTEXT)
    elif {"u", "g", "G"} & set(options):
        context.line("root" if "n" in options else "0")
    else:
        context.line(f"uid=0(root) gid=0(root) groups=0(root),1004(input),1007(log),1011(adb) context={_CONTEXT}")
    return 0


@tool("su")
def su(context: CommandContext, device: Device) -> int:
    """Run a command as root, which the shell is already.

    Usage: su [USER] [-c] [COMMAND]
    """
    args = list(context.args)
    while args and args[0] in ("0", "root", "-", "-l", "shell", "2000"):
        del args[0]
    if not args:
        return 0
    return context.run(["sh", "-c", args[1]] if args[0] == "-c" and len(args) > 1 else args)


def _answer(text: str) -> Callable[[CommandContext, Device], int]:
    def run(context: CommandContext, device: Device) -> int:
        context.out(text)
        return 0

    return run


tool("getenforce")(_answer("Permissive\n"))
tool("setenforce", "chcon", "stop", "start", "sync", "setsid")(_answer(""))
tool("nproc")(_answer("4\n"))


@tool("restorecon")
def restorecon(context: CommandContext, device: Device) -> int:
    """Restore the security contexts of files.

    Usage: restorecon [-D] [-F] [-R] [-n] [-v] FILE...
    """
    status = 0
    for name in [arg for arg in context.args if not arg.startswith("-")]:
        if not context.files.exists(context.path(name)):
            context.err(f"SELinux: Could not stat {name}: No such file or directory.\n")
            status = context.fail(f"restorecon failed: {name}: No such file or directory")
    return status


@tool("ps")
def ps(context: CommandContext, device: Device) -> int:
    """List processes: those of the shell, or with -A all.

    Usage: ps [-A] [-e] [-f] [-o FIELD,...] [NAME]...
    """
    options = parse_options(context, "AeflTwnZM", "okpuO")
    everything = bool({"A", "e"} & set(options)) or bool(options.operands)
    rows = [row for row in device.processes() if everything or row[1] in ("sh", "adbd")]
    if options.operands:
        rows = [row for row in rows if row[1] in options.operands or str(row[0]) in options.operands]
    if "p" in options:
        rows = [row for row in device.processes() if str(row[0]) in options["p"].split(",")]
    asked = options.get("o", "USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME")
    names = [part.partition("=")[0].upper() for part in re.split(r"[, ]+", asked)]
    if not set(names) <= set(_PROCESS):
        raise CommandError(f"bad -o {asked}")
    table = [names, *([_PROCESS[name](pid, process) for name in names] for pid, process in rows)]
    widths = [max(len(row[i]) for row in table) for i in range(len(names))]
    last = len(names) - 1
    for row in table:
        cells = [cell if i == last else cell.rjust(w) if cell.isdigit() else cell.ljust(w)
                 for i, (cell, w) in enumerate(zip(row, widths, strict=True))]  # fmt: skip
        context.line(" ".join(cells))
    return 0


_PROCESS: Final[Mapping[str, Callable[[int, str], str]]] = {
    "USER": lambda pid, name: "u0_a158" if pid >= 2000 else "system" if pid in (512, 688) else "root",
    "UID": lambda pid, name: "10158" if pid >= 2000 else "1000" if pid in (512, 688) else "0",
    "PID": lambda pid, name: str(pid),
    "PPID": lambda pid, name: "213" if pid > 400 else "1" if pid > 1 else "0",
    "VSZ": lambda pid, name: "13954320" if "." in name else "10785640",
    "VSIZE": lambda pid, name: "13954320" if "." in name else "10785640",
    "RSS": lambda pid, name: "118532" if "." in name else "4312",
    "WCHAN": lambda pid, name: "do_epoll_wait",
    "ADDR": lambda pid, name: "0",
    "S": lambda pid, name: "S",
    "STAT": lambda pid, name: "S",
    "PCPU": lambda pid, name: "0.0",
    "%CPU": lambda pid, name: "0.0",
    "NAME": lambda pid, name: name,
    "CMD": lambda pid, name: name,
    "ARGS": lambda pid, name: name,
    "COMM": lambda pid, name: name[:15],
    "COMMAND": lambda pid, name: name,
    "CMDLINE": lambda pid, name: name,
}  # fmt: skip


@tool("pidof", "pgrep")
def pidof(context: CommandContext, device: Device) -> int:
    """Print the process ids of the named processes.

    Usage: pidof [-s] NAME... | pgrep [-f] PATTERN
    """
    names = [arg for arg in context.args if not arg.startswith("-")]
    if context.name == "pgrep":
        pids = [pid for pid, process in device.processes() if any(name in process for name in names)]
    else:
        pids = [pid for pid, process in device.processes() if process in names]
    if pids:
        context.line(("\n" if context.name == "pgrep" else " ").join(map(str, pids)))
    return int(not pids)


@tool("top")
def top(context: CommandContext, device: Device) -> int:
    """Print the processes once.

    Usage: top [-b] [-n COUNT] [-m COUNT]
    """
    rows = device.processes()
    context.line(f"Tasks: {len(rows)} total,   1 running, {len(rows) - 1} sleeping,   0 stopped,   0 zombie")
    context.line("  Mem:  4035412K total,  2846116K used,  1189296K free,    12400K buffers")
    context.line(" Swap:  3026556K total,        0K used,  3026556K free,  1712304K cached")
    context.line("400%cpu   4%user   0%nice   6%sys 390%idle   0%iow   0%irq   0%sirq   0%host")
    context.line("  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS")
    for pid, name in rows[:: -1 if len(rows) else 1]:
        user = _PROCESS["USER"](pid, name)
        context.line(f"{pid:5} {user:<12} 20   0  13G 115M  88M S  0.0   2.9   0:01.20 {name}")
    return 0


@tool("uptime")
def uptime(context: CommandContext, device: Device) -> int:
    """Print for how long the phone has been on.

    Usage: uptime
    """
    seconds = max(0, int(device.phone.now - device.phone.get(BOOTED)))
    days, rest = divmod(seconds, 86_400)
    day = f"{days} day{'s' if days != 1 else ''}, " if days else ""
    shown = f"{rest // 3600}:{rest // 60 % 60:02d}" if rest >= 3600 else f"{rest // 60} min"
    clock = format_date("%H:%M:%S", device.phone.now)
    context.line(f" {clock} up {day}{shown},  0 users,  load average: 0.21, 0.18, 0.11")
    return 0


@tool("reboot", files=True)
def reboot(context: CommandContext, device: Device) -> int:
    """Restart the phone: its data stay, its apps are closed.

    Usage: reboot [-p] [REASON]
    """
    device.reboot()
    return 0


@tool("df")
def df(context: CommandContext, device: Device) -> int:
    """Show the space on the phone's storage.

    Usage: df [-h] [PATH]...
    """
    human = any(arg.startswith("-") and "h" in arg for arg in context.args)
    used = 2_411_724 + context.files.size // 1024
    rows = [("/dev/block/dm-0", 972_036, 968_968, "/"), ("/dev/block/dm-40", 6_082_144, used, "/data"),
            ("/dev/fuse", 6_082_144, used, "/storage/emulated")]  # fmt: skip

    def size(kilobytes: int) -> str:
        return f"{kilobytes / 1048576:.1f}G" if human else str(kilobytes)

    first, third = ("Size", "Avail") if human else ("1K-blocks", "Available")
    context.line(f"{'Filesystem':<16} {first:>9} {'Used':>8} {third:>9} Use% Mounted on")
    for name, total, taken, where in rows:
        share = taken * 100 // total
        context.line(f"{name:<16} {size(total):>9} {size(taken):>8} {size(total - taken):>9} {share:>3}% {where}")
    return 0
