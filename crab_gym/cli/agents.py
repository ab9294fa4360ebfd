"""Commands about agents: ``agents list``, ``agents show``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from crab_gym.cli.arguments import read_options
from crab_gym.cli.base import Program, app, print_table

if TYPE_CHECKING:
    from crab_gym.agents.requests.rehearsal import Question

agents = Program(no_args_is_help=True, help="The structures of agents that ask a model.")
app.add_typer(agents, name="agents", rich_help_panel="Run")


@agents.command("list")
def list_agents() -> None:
    """Lists the structures: roles and purpose."""
    from crab_gym.agents import AGENTS, agent_roles

    print_table(
        ("agent", "roles", "purpose"),
        [(name, ", ".join(agent_roles(name)) or "–", _purpose(name)) for name in sorted(AGENTS)],
    )


def _purpose(name: str) -> str:
    """Returns the first sentence of a structure's class."""
    from importlib import import_module

    from crab_gym.agents import AGENTS

    module, _, attribute = AGENTS[name].partition(":")
    doc = getattr(import_module(module), attribute).__doc__ or ""
    return doc.strip().partition("\n\n")[0].replace("\n    ", " ")


@agents.command()
def show(
    name: Annotated[str, typer.Argument(help="A structure, see `crab-gym agents list`.")],
    task: Annotated[
        str, typer.Option(help="The task on which it is tried out, simulated.")
    ] = "cross.list_from_message",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the episode.")] = 0,
    model: Annotated[str, typer.Option(help="Whose tokens are estimated, such as openai:gpt-4o.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="Option of the agent, NAME=VALUE.")] = None,
    tools: Annotated[
        bool, typer.Option("--tools/--no-tools", help="Whether the model calls functions natively.")
    ] = True,
    requests: Annotated[int, typer.Option(min=0, max=4, help="Print all that is asked in so many steps.")] = 0,
) -> None:
    """Shows an agent: its roles and options, and how many tokens it asks in a step. No model is asked."""
    import gymnasium as gym

    from crab_gym.agents import agent_options
    from crab_gym.agents.requests.rehearsal import rehearse
    from crab_gym.agents.requests.text import describe_request

    options = read_options(option or [], "--option").get("", {})
    env = gym.make(f"Crab-v0/{task}", backend="sim")
    try:
        steps = rehearse(env, name, seed=seed, model=model, calls_tools=tools, **options)
    finally:
        env.close()
    typer.echo(f"{name}: {_purpose(name)}\n")
    defaults = {key: options.get(key, value) for key, value in agent_options(name).items()}
    print_table(("option", "value"), [(key, str(value)) for key, value in defaults.items()])
    last = steps[-1]
    roles = dict.fromkeys(question.role for question in last)
    rows = [_row(role, [question for question in last if question.role == role]) for role in roles]
    if len(rows) > 1:
        rows.append(_row("all", last))
    typer.echo(f"\nA step of {task}, once {len(steps) - 1} steps went before; tokens are estimated:\n")
    print_table(("role", "requests", "pictures", "characters", "tokens"), rows)
    for number, step in enumerate(steps[:requests], 1):
        for question in step:
            typer.echo(f"\n=== step {number}, {question.role}")
            typer.echo(describe_request(question.messages, question.tools))


def _row(role: str, asked: Sequence[Question]) -> tuple[str, ...]:
    """Returns a role's requests in a step: how many, and what is in them."""
    counts = (
        len(asked),
        sum(question.pictures for question in asked),
        sum(question.letters for question in asked),
        sum(question.tokens for question in asked),
    )
    return role, *(f"{count:,}" for count in counts)
