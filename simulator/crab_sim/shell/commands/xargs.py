"""``xargs``."""

from __future__ import annotations

import re

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.escapes import unescape
from crab_sim.shell.options import integer, parse_options
from crab_sim.shell.registry import command
from crab_sim.shell.text import decode


@command("xargs")
def xargs(context: CommandContext) -> int:
    """Run a command with the words of standard input as arguments; -I replaces a mark, a line at a time.

    Usage: xargs [-0] [-n COUNT] [-I MARK] [-d CHAR] [-r] [-t] [COMMAND [ARG]...]
    """
    names = {"null": "0", "no-run-if-empty": "r", "delimiter": "d", "max-args": "n", "replace": "I", "verbose": "t"}
    options = parse_options(context, "0rtx", "nIdLPsa", names, permute=False)
    argv = options.operands or ["echo"]
    text = decode(context.read(options["a"]) if "a" in options else context.stdin)
    mark = options.get("I")
    if "0" in options or "d" in options:
        delimiter = "\0" if "0" in options else (unescape(options["d"]).text or "\0")[0]
        items = text.split(delimiter)
        items = items[:-1] if items and items[-1] in ("", "\n") else items
    elif mark is not None:
        items = [line.strip() for line in text.split("\n") if line.strip()]
    else:
        items = _words(text)
    context.charge(len(items) / 100)
    if mark is not None:
        groups = [[item] for item in items]
    else:
        size = integer(options.get("n", options.get("L", "5000")))
        if size < 1:
            raise CommandError(f"value {size} for -n option should be >= 1")
        groups = [items[i : i + size] for i in range(0, len(items), size)]
        groups = groups or ([] if "r" in options else [[]])
    status = 0
    for group in groups:
        called = [arg.replace(mark, group[0]) for arg in argv] if mark else [*argv, *group]
        context.charge(sum(map(len, called)) / 4096)
        if "t" in options:
            context.err(" ".join(called) + "\n")
        code = context.run(called, b"")
        if code in (126, 127):
            return code
        status = 123 if code else status
    return status


def _words(text: str) -> list[str]:
    """Splits as xargs does: at white space, with quotes and backslashes."""
    words: list[str] = []
    for match in re.finditer(r"(?:\\.|\"[^\"\n]*\"|'[^'\n]*'|[^\s\\\"'])+|[\"']", text, re.DOTALL):
        if match[0] in ("'", '"'):
            kind = "single" if match[0] == "'" else "double"
            raise CommandError(
                f"unmatched {kind} quote; by default quotes are special to xargs unless you use the -0 option"
            )
        words.append(
            re.sub(r"\\(.)|\"([^\"\n]*)\"|'([^'\n]*)'", lambda m: m[1] or m[2] or m[3] or "", match[0], flags=re.DOTALL)
        )
    return words
