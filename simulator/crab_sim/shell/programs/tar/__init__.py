"""The program ``tar``, with the messages and exit codes of GNU tar's."""

from __future__ import annotations

from crab_sim.shell.context import CommandContext
from crab_sim.shell.programs.tar.arguments import parse
from crab_sim.shell.programs.tar.packing import Packing
from crab_sim.shell.programs.tar.unpacking import Unpacking

__all__ = ["run_tar"]


def run_tar(context: CommandContext) -> int:
    """Packs files into an archive, unpacks them or lists them; returns the status."""
    if context.args[:1] == ["--version"]:
        context.line("tar (GNU tar) 1.34")
        return 0
    call = parse(context)
    job = (Packing if "c" in call.flags else Unpacking)(context, call)
    job.run()
    if job.failed:
        job.tell("Exiting with failure status due to previous errors")
    return 2 if job.failed else 0
