"""Commands about processes: ``pgrep``, ``kill``, ``sleep``."""

from __future__ import annotations

import re

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import need_operands, parse_options
from crab_sim.shell.regex.matcher import compile_regex
from crab_sim.shell.registry import command

_SIGNALS = {"HUP": 1, "INT": 2, "QUIT": 3, "KILL": 9, "TERM": 15, "CONT": 18, "STOP": 19}


@command("pgrep", "pidof")
def pgrep(context: CommandContext) -> int:
    """Print the numbers of the processes whose name matches.

    Usage: pgrep [-l] [-x] [-f] PATTERN | pidof NAME
    """
    if context.name == "pidof":
        options = parse_options(context, "x")
    else:
        options = parse_options(context, "lxfai", status=2)
    need_operands(context, options)
    processes = [(pid, name) for pid, name in context.host.processes() if _named(context, options, name)]
    if context.name == "pidof":
        if processes:
            context.line(" ".join(str(pid) for pid, _ in reversed(processes)))
    else:
        for pid, name in processes:
            context.line(f"{pid} {name}" if "l" in options or "a" in options else str(pid))
    return int(not processes)


def _named(context: CommandContext, options: dict[str, str], name: str) -> bool:
    pattern: str = options.operands[0]  # type: ignore[attr-defined]
    if context.name in ("pidof", "killall") or "x" in options:
        return name.split(" ")[0].rpartition("/")[2] == pattern
    return compile_regex(pattern, extended=True, ignore_case="i" in options).test(name, context.shell.budget)


@command("kill", "pkill", "killall")
def kill(context: CommandContext) -> int:
    """Send a signal (TERM) to processes, by number, by pattern (pkill) or by name (killall).

    Usage: kill [-SIGNAL] PID... | kill -l | pkill PATTERN | killall NAME
    """
    args = context.args
    signal = 15
    if args[:1] == ["-l"]:
        numbers = {str(number): name for name, number in _SIGNALS.items()}
        found = [numbers.get(arg) or str(_SIGNALS.get(arg.upper().removeprefix("SIG"), "")) for arg in args[1:]]
        if "" in found:
            raise CommandError(f"{args[1 + found.index('')]}: invalid signal specification")
        context.line("\n".join(found) if found else " ".join(_SIGNALS))
        return 0
    if args[:1] == ["-s"] and len(args) > 1:
        args = [f"-{args[1]}", *args[2:]]
    if args and args[0].startswith("-") and len(args[0]) > 1 and args[0] != "--":
        name = args[0][1:].upper().removeprefix("SIG")
        if name in _SIGNALS or name in map(str, _SIGNALS.values()):
            signal = _SIGNALS.get(name) or int(name)
            args = args[1:]
        elif context.name == "kill":
            raise CommandError(f"{args[0][1:]}: invalid signal specification")
    if not args:
        raise CommandError("usage: kill [-s sigspec | -n signum | -sigspec] pid", 2)
    running = context.host.processes()
    if context.name != "kill":
        context.args = args
        flags, status = ("fxi", 2) if context.name == "pkill" else ("qe", 1)
        options = parse_options(context, flags, status=status)
        need_operands(context, options)
        chosen = [pid for pid, name in running if _named(context, options, name)]
        for pid in chosen:
            context.effect("kill", pid, signal)
        if not chosen and context.name == "killall":
            raise CommandError(f"{args[-1]}: no process found", 1)
        return int(not chosen)
    pids = {pid for pid, _ in running}
    for arg in args:
        text = arg.removeprefix("%")
        if not re.fullmatch(r"[0-9]{1,9}", text):
            context.complain_as_shell(f"{arg}: arguments must be process or job IDs")
        elif int(text) not in pids:
            context.complain_as_shell(f"({text}) - No such process")
        else:
            context.effect("kill", int(text), signal)
    return 0


@command("sleep")
def sleep(context: CommandContext) -> int:
    """Wait for a virtual time: seconds, or with a suffix m, h, d.

    Usage: sleep NUMBER[smhd]...
    """
    if not context.args:
        raise CommandError("missing operand\nTry 'sleep --help' for more information.")
    total = 0.0
    for arg in parse_options(context).operands:
        match = re.fullmatch(r"(\d{1,7}\.?\d{0,6}|\.\d{1,6})([smhd]?)", arg)
        if match is None:
            raise CommandError(f"invalid time interval ‘{arg}’\nTry 'sleep --help' for more information.")
        total += float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match[2]]
    context.shell.slept += total
    context.effect("sleep", total)
    return 0
