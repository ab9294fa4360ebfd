"""Commands about this host: ``doctor``, ``setup``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crab_gym.cli.base import Program, app, print_table


@app.command(rich_help_panel="Maintain")
def doctor(
    subject: Annotated[
        str, typer.Argument(help="A part whose needs are listed: desktop, gnome, adb, rl, …, or all.")
    ] = "",
) -> None:
    """Says what works on this host, and what to install for the rest."""
    from crab_gym.cli.doctor import about, conflicting, examine, install_commands, summary

    if not subject:
        typer.echo("\n".join(summary(examine())))
        return
    needs = about(subject, examine())
    print_table(("for", "needs", ""), [(need.part, need.what, "ok" if need.present else "missing") for need in needs])
    for sentence in conflicting(subject):
        typer.echo(f"\n{sentence}")
    parts = dict.fromkeys(need.part for need in needs if not need.present)
    if not parts:
        typer.echo("\neverything is there")
        return
    typer.echo(f"\nincomplete: {', '.join(parts)}. What installs the rest:")
    for command in install_commands(needs):
        typer.echo(f"  {command}")


_setup = Program(help="Builds what a backend needs.", no_args_is_help=True)
app.add_typer(_setup, name="setup", rich_help_panel="Maintain")


@_setup.command("desktop")
def setup_desktop(
    profile: Annotated[str, typer.Option(help="Packages: light, gnome or full; each has those before it.")] = "light",
    suite: Annotated[str | None, typer.Option(help="Release of Debian or Ubuntu; by default this host's.")] = None,
    mirror: Annotated[str | None, typer.Option(help="Address of its archive; by default what this host uses.")] = None,
    path: Annotated[Path | None, typer.Option(help="Folder to build in; boxes then need it as their root.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Build anew what is there already.")] = False,
) -> None:
    """Builds a root file system for the real desktop's boxes, so that they show nothing of this host's packages."""
    from crab_gym.backends.desktop.rootfs.build import build

    build(profile, suite, mirror, path, force, report=typer.echo)
