"""The command ``awk``: patterns and actions over the fields of lines. Its language is loaded at the first call."""

from __future__ import annotations

import re

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.escapes import unescape
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import command


@command("awk", "gawk", "mawk", "nawk")
def awk(context: CommandContext) -> int:
    """Run PROGRAM's actions on the lines that its patterns choose.

    Usage: awk [-F SEPARATOR] [-v NAME=VALUE]... (PROGRAM | -f FILE) [FILE]...
    """
    from crab_sim.shell.awk.machine import Machine
    from crab_sim.shell.awk.parser import parse_awk
    from crab_sim.shell.awk.values import InputText

    assigned = [context.args[i + 1] for i, arg in enumerate(context.args[:-1]) if arg == "-v"]
    assigned += [arg[2:] for arg in context.args if re.match(r"-v\w+=", arg)]
    options = parse_options(
        context, "", "Fvf", {"field-separator": "F", "assign": "v", "file": "f"}, permute=False, status=2
    )
    operands = options.operands
    if "f" in options:
        text = context.read(options["f"]).decode("utf-8", "replace")
    elif operands:
        text, operands = operands[0], operands[1:]
    else:
        raise CommandError("usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]", 2)
    machine = Machine(context, parse_awk(text))
    if "F" in options:
        machine.variables["FS"] = unescape(options["F"]).text if options["F"] != "t" else "\t"
    for item in assigned:
        name, equals, value = item.partition("=")
        if not equals or not re.fullmatch(r"[A-Za-z_]\w*", name):
            raise CommandError(f"invalid -v argument: {item}", 2)
        machine.variables[name] = InputText(unescape(value).text)
    return machine.run(operands)
