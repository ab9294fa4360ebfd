"""The commands of the shell, one module per command or family; importing the package registers them."""

from __future__ import annotations

from crab_sim.shell.commands import (
    columns,
    comparing,
    copying,
    dates,
    describe,
    encodings,
    expr,
    files,
    find,
    grep,
    installing,
    ls,
    printing,
    process_list,
    processes,
    sed,
    sorting,
    system,
    text,
    xargs,
)
from crab_sim.shell.commands.builtins import flow, names, session, variables

__all__ = [
    "columns",
    "comparing",
    "copying",
    "dates",
    "describe",
    "encodings",
    "expr",
    "files",
    "find",
    "flow",
    "grep",
    "installing",
    "ls",
    "names",
    "printing",
    "process_list",
    "processes",
    "sed",
    "session",
    "sorting",
    "system",
    "text",
    "variables",
    "xargs",
]
