"""Commands about the machine: users, environment, memory, help, network."""

from __future__ import annotations

import re

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError, UsageError
from crab_sim.shell.formats.dates import format_date
from crab_sim.shell.host import KERNEL_BUILD, KERNEL_RELEASE
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import command


@command("whoami")
def whoami(context: CommandContext) -> int:
    """Print the user's name.

    Usage: whoami
    """
    parse_options(context)
    context.line(context.host.user)
    return 0


@command("id", "groups")
def id_(context: CommandContext) -> int:
    """Print the user's name and number.

    Usage: id [-u] [-g] [-n]
    """
    options = parse_options(context, "unGg")
    user = context.host.user
    number = "0" if user == "root" else "1000"
    if context.name == "groups" or {"u", "g", "G"} & set(options):
        context.line(user if "n" in options or context.name == "groups" else number)
    else:
        context.line(f"uid={number}({user}) gid={number}({user}) groups={number}({user})")
    return 0


@command("who", "w", "users", "logname")
def who(context: CommandContext) -> int:
    """Print who is logged in.

    Usage: who
    """
    parse_options(context, "h" if context.name == "w" else "")  # there is no header
    user = context.host.user
    context.line(
        user
        if context.name in ("users", "logname")
        else f"{user:<8} tty2         {format_date('%F %H:%M', context.time())}"
    )
    return 0


@command("hostname")
def hostname(context: CommandContext) -> int:
    """Print the machine's name.

    Usage: hostname
    """
    if parse_options(context, "fs", "", {"fqdn": "f", "long": "f", "short": "s"}, status=255).operands:
        raise CommandError("you must be root to change the host name")
    context.line(context.host.hostname)
    return 0


@command("uname", "arch")
def uname(context: CommandContext) -> int:
    """Describe the system.

    Usage: uname [-a] [-s] [-n] [-r] [-v] [-m] [-o]
    """
    names = {
        "all": "a",
        "kernel-name": "s",
        "nodename": "n",
        "kernel-release": "r",
        "machine": "m",
        "operating-system": "o",
    }
    options = parse_options(context, "asnrvmo", "", names)
    values = {
        "s": "Linux", "n": context.host.hostname, "r": KERNEL_RELEASE, "v": KERNEL_BUILD,
        "m": "x86_64", "o": "GNU/Linux",
    }  # fmt: skip
    if context.name == "arch":
        shown = "m"
    else:
        shown = "snrvmo" if "a" in options else "".join(k for k in values if k in options) or "s"
    context.line(" ".join(values[letter] for letter in shown))
    return 0


@command("env", "printenv")
def env(context: CommandContext) -> int:
    """Print the environment, or run a command with a changed one.

    Usage: env [-i] [-u NAME] [NAME=VALUE]... [COMMAND [ARG]...]
    """
    shell = context.shell
    if context.name == "printenv":
        status, asked = 0, parse_options(context, permute=False, status=2).operands
        for name in asked or context.env:
            value = context.env.get(name)
            status |= value is None
            if value is not None:
                context.line(value if asked else f"{name}={value}")
        return status
    names = {"ignore-environment": "i", "unset": "u"}
    options = parse_options(context, "i", "u", names, permute=False, status=125)
    operands = options.operands
    saved = shell.variables, shell.exported
    values = {} if "i" in options else context.env
    values.pop(options.get("u", ""), None)
    while operands and re.match(r"[A-Za-z_]\w*=", operands[0]):
        name, _, value = operands[0].partition("=")
        values[name] = value
        operands = operands[1:]
    if not operands:
        context.out("".join(f"{name}={value}\n" for name, value in values.items()))
        return 0
    shell.variables, shell.exported = values, set(values)
    try:
        return context.run(operands)
    finally:
        shell.variables, shell.exported = saved


@command("uptime")
def uptime(context: CommandContext) -> int:
    """Print the time and how long the machine has run.

    Usage: uptime [-p] [-s]
    """
    options = parse_options(context, "ps", "", {"pretty": "p", "since": "s"})
    if options:
        since = format_date("%F %T", context.time() - 3600)
        context.line("up 1 hour" if "p" in options else since)
        return 0
    context.line(f" {format_date('%H:%M:%S', context.time())} up 1:00,  1 user,  load average: 0.08, 0.04, 0.01")
    return 0


@command("free")
def free(context: CommandContext) -> int:
    """Print the memory.

    Usage: free [-h] [-m]
    """
    options = parse_options(context, "hmk")
    row = ["3.8Gi", "1.1Gi", "1.9Gi"] if "h" in options else ["3900", "1120", "1940"] if "m" in options else (
        ["3993600", "1146880", "1986560"])  # fmt: skip
    context.line("               total        used        free")
    context.line("Mem:    {:>12} {:>11} {:>11}".format(*row))
    return 0


@command("clear", "reset")
def clear(context: CommandContext) -> int:
    """Clear the terminal.

    Usage: clear [-x]
    """
    parse_options(context, "x", "T")
    context.effect("clear")
    return 0


@command("help", "man", "info")
def help_(context: CommandContext) -> int:
    """List the commands, or describe one.

    Usage: help [COMMAND]
    """
    known, asked = context.shell.command_names(), parse_options(context, permute=False).operands
    if not asked:
        names = sorted(known)
        context.line("These commands are known; `help NAME' tells more about one:")
        for start in range(0, len(names), 8):
            context.line("  " + " ".join(f"{name:<10}" for name in names[start : start + 8]).rstrip())
        return 0
    for name in asked:
        if name not in known:
            raise CommandError(
                f"no help topics match `{name}'" if context.name == "help" else f"No manual entry for {name}"
            )
        context.out(context.shell.command_help(name))
    return 0


_NETWORK = {
    "curl": ("sSfLkIivOgGjJlnNpqRaBZ#012346", "oAbcCdDeEFhHKmQrtTuUwxXyYz", 2),
    "wget": ("qvcNSrpkHLmnb46F", "OoPUtTweliaQARDI", 2),
    "ping": ("46abBdDfhLnOqrRUvV", "cFiIlmMNpQsStTwW", 2),
    "ssh": ("46AaCfGgKkMNnqsTtVvXxYy", "BbcDEeFIiJLlmOopQRSWw", 255),
    "nslookup": ("", "", 1),
}
"""The letters of their flags, those of their options with a value, and the status after an unknown one."""
_LONG = {
    "silent": "s", "show-error": "S", "fail": "f", "location": "L", "insecure": "k", "head": "I", "include": "i",
    "verbose": "v", "output": "o", "data": "d", "header": "H", "request": "X", "user": "u", "quiet": "q",
    "output-document": "O", "directory-prefix": "P", "no-check-certificate": "q", "continue": "c", "recursive": "r",
    "compressed": "s", "max-time": "m", "remote-name": "O",
}  # fmt: skip


@command("curl", "wget", "ping", "ssh", "nslookup")
def network(context: CommandContext) -> int:
    """Fail: this machine has no network.

    Usage: curl URL | wget URL | ping HOST
    """
    flags, valued, status = _NETWORK[context.name]
    try:
        operands = parse_options(context, flags, valued, _LONG if context.name in ("curl", "wget") else {}).operands
    except UsageError as error:
        if context.name != "curl":
            raise UsageError(error.message, status, error.option) from None
        unknown = next((arg for arg in context.args if arg.startswith("--")), error.option)
        shown = unknown if error.option == "--" else error.option
        raise CommandError(
            f"option {shown}: is unknown\ncurl: try 'curl --help' or 'curl --manual' for more information", 2
        ) from None
    target = operands[0] if operands else ""
    if not target:
        raise CommandError(
            "missing URL" if context.name in ("curl", "wget") else "usage error: Destination address required", 2
        )
    host = re.sub(r"^\w+://", "", target).split("/")[0].split("@")[-1].split(":")[0]
    if context.name == "curl":
        context.err(f"curl: (6) Could not resolve host: {host}\n")
        return 6
    if context.name == "wget":
        context.err(f"wget: unable to resolve host address ‘{host}’\n")
        return 4
    return context.fail(f"{host}: Temporary failure in name resolution", 2 if context.name == "ping" else 255)
