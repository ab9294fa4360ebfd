"""Groups of command-line options.

* `grouped` - lets a command's function take dataclasses, whose fields are options of the command.
* `TaskOptions`, `AgentOptions`, `RunOptions`, `RolloutOptions`, `SpendingOptions` - options of ``rollout`` and
  ``evaluate``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from crab_gym.cli.base import PLATFORMS

__all__ = ["AgentOptions", "RolloutOptions", "RunOptions", "SpendingOptions", "TaskOptions", "grouped"]


def grouped(function: Callable[..., None]) -> Callable[..., None]:
    """Returns a command's function whose dataclass parameters are replaced by their fields, for Typer's options."""
    hints = get_type_hints(function, include_extras=True)
    parameters: list[Parameter] = []
    groups: dict[str, type[Any]] = {}
    for parameter in signature(function).parameters.values():
        kind = hints[parameter.name]
        if not is_dataclass(kind):
            parameters.append(parameter.replace(annotation=kind, kind=Parameter.KEYWORD_ONLY))
            continue
        assert isinstance(kind, type)
        groups[parameter.name] = kind
        types = get_type_hints(kind, include_extras=True)
        for option in fields(kind):
            parameters.append(
                Parameter(option.name, Parameter.KEYWORD_ONLY, default=option.default, annotation=types[option.name])
            )

    @wraps(function)
    def command(**values: Any) -> None:
        taken = {name: kind(**{f.name: values.pop(f.name) for f in fields(kind)}) for name, kind in groups.items()}
        function(**taken, **values)

    # Typer reads both; the annotations of `function` itself are those of the groups.
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


@dataclass(frozen=True)
class TaskOptions:
    """The choice of tasks and seeds."""

    seeds: Annotated[str, typer.Option(help="Seeds of each task's episodes: 0-4, or 0,3,7.")] = "0-2"
    platform: Annotated[str | None, typer.Option(help=f"Only tasks of a platform: {', '.join(PLATFORMS)}.")] = None
    tag: Annotated[list[str] | None, typer.Option(help="Only tasks with this tag; may be given several times.")] = None
    split: Annotated[str | None, typer.Option(help="Only tasks of the split: train or test.")] = None
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many tasks, evenly chosen.")] = None


@dataclass(frozen=True)
class AgentOptions:
    """The policies, and the agents' models and options."""

    policy: Annotated[
        list[str] | None,
        typer.Option(
            help="oracle, random, random_no_complete, noop, checkpoint:PATH, MODULE:CLASS, or an agent's structure; "
            "may be given several times."
        ),
    ] = None
    model: Annotated[
        list[str] | None,
        typer.Option(help="The agents' model, such as openai:gpt-4o, or ROLE=MODEL,ROLE=MODEL; several: each."),
    ] = None
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the agents, NAME=VALUE, or of one of them, AGENT.NAME=VALUE.")
    ] = None
    model_option: Annotated[
        list[str] | None, typer.Option(help="Option of the models, NAME=VALUE, such as temperature=0.")
    ] = None
    allow_restore: Annotated[
        bool, typer.Option("--allow-restore", help="Agents may go back to snapshots; the table tells that.")
    ] = False
    save_requests: Annotated[
        bool, typer.Option("--save-requests", help="Write all that models are asked, as text, into the run's folder.")
    ] = False
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask no model: estimate the tokens, and with --price the cost.")
    ] = False


@dataclass(frozen=True)
class RunOptions:
    """The devices, the record, and the way in which episodes are run."""

    backend: Annotated[str | None, typer.Option(help="What plays the devices: NAME, or DEVICE=NAME,DEVICE=NAME.")] = (
        None
    )
    out: Annotated[Path | None, typer.Option(help="Folder for the record; none is kept without it.")] = None
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in that folder.")] = False
    protocol: Annotated[
        str | None, typer.Option(help="Rules of a benchmark: crab, omnibench, androidworld or osworld.")
    ] = None
    skip_unplayable: Annotated[
        bool, typer.Option("--skip-unplayable", help="Leave out tasks that the devices here can't play, and say which.")
    ] = False
    max_steps: Annotated[int | None, typer.Option(min=1, help="Step limit, where it isn't the tasks' own.")] = None
    on_invalid: Annotated[str | None, typer.Option(help="After an invalid action: continue or terminate.")] = None
    stall_limit: Annotated[
        int | None, typer.Option(min=1, help="End an episode after so many steps without a checkpoint.")
    ] = None
    variation: Annotated[
        list[str] | None,
        typer.Option(help="What varies, drawn by the seed: NAME, such as theme or language, or NAME=VALUE; several."),
    ] = None
    app_tools: Annotated[
        str | None, typer.Option(help="Functions of simulated apps: beside the verbs, or only them.", metavar="MODE")
    ] = None
    pictures: Annotated[bool, typer.Option("--pictures/--no-screens", help="Whether to draw and keep screens.")] = True
    gif: Annotated[bool, typer.Option("--gif", help="Also write each episode as a GIF, into films/ of --out.")] = False
    video: Annotated[bool, typer.Option("--video", help="Also write each as an MP4 there (extra vision).")] = False
    slots: Annotated[int, typer.Option(min=1, help="How many episodes run at once, each on devices of its own.")] = 1
    engine: Annotated[str, typer.Option(help="What they run on: local (threads), process or ray.")] = "local"
    retries: Annotated[
        int, typer.Option(min=0, help="How often an episode is run again that the infrastructure failed.")
    ] = 2
    step_timeout: Annotated[float | None, typer.Option(min=1, help="Seconds that a step may take, or a choice.")] = (
        600.0
    )


@dataclass(frozen=True)
class RolloutOptions(RunOptions):
    """The run options of ``rollout``: by default neither retries nor time limits."""

    retries: Annotated[
        int, typer.Option(min=0, help="How often an episode is run again that the infrastructure failed.")
    ] = 0
    step_timeout: Annotated[float | None, typer.Option(min=0, help="Seconds that a step may take.")] = None


@dataclass(frozen=True)
class SpendingOptions:
    """Prices, and the limits that end an evaluation."""

    price: Annotated[
        list[str] | None, typer.Option(help="Price of a million tokens, [MODEL=]SENT/ANSWERED, such as 2.5/10.")
    ] = None
    budget_tokens: Annotated[int | None, typer.Option(min=1, help="Stop when so many model tokens are used.")] = None
    budget_calls: Annotated[int | None, typer.Option(min=1, help="Stop when models answered so often.")] = None
    budget_money: Annotated[float | None, typer.Option(min=0, help="Stop when that is spent; needs --price.")] = None
    failures: Annotated[
        int, typer.Option(min=0, help="Stop when a policy's model failed so many episodes in a row; 0 never.")
    ] = 5
