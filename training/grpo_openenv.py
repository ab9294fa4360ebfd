"""Improves a language model by episodes that a server of OpenEnv plays, with GRPO (TRL).

crab-gym openenv learn.open_app --view elements --port 8000
python training/grpo_openenv.py --url http://127.0.0.1:8000 --model runs/sft --verbs tap press --context 384

It is grpo.py with the devices in another process, or on another machine: each rollout is a session of the server. Where
they are in the trainer's own process, grpo.py does the same without one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import grpo
import torch as th
from command_line import parse
from llm import Curve, load, make_spec
from openenv.core import GenericEnvClient
from trl import GRPOTrainer

from crab_gym.integrations.finetune.environment import OVER, Outcome
from crab_gym.integrations.finetune.tools import tool_methods

Connect = Callable[[], Any]


@dataclass
class Args(grpo.Args):
    """Arguments of the command line."""

    url: str = "http://127.0.0.1:8000"
    """address of the server"""


class ServedEnvironment:
    """A session of the server as TRL's contract has it: public methods are tools; see `with_tools`.

    Args:
        connect: Opens a session.
    """

    def __init__(self, connect: Connect) -> None:
        self._client = connect()
        self._over = True
        self._outcome = Outcome("", 0)

    @property
    def outcome(self) -> Outcome:
        """The outcome of the episode so far."""
        return self._outcome

    def reset(self, task: str, seed: int, **row: Any) -> str:
        """Starts an episode.

        Args:
            task: Its task.
            seed: Its seed.
            row: The other columns of the dataset's row.

        Returns:
                The goal and the devices as text.
        """
        self._over, self._outcome = False, Outcome(task, seed)
        return str(self._client.reset(task=task, seed=seed).observation["text"])

    def _call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Carries out a tool's action and returns the message to the model.

        Raises:
            ValueError: The episode is over.
        """
        if self._over:
            raise ValueError(OVER)
        given = {name: value for name, value in arguments.items() if value is not None}
        result = self._client.step({"type": "call_tool", "tool_name": tool, "arguments": given})
        outcome = self._outcome
        outcome.add({"reward": result.reward})
        self._over = result.done
        if result.done:
            told = result.metadata
            outcome.completion, outcome.success, outcome.error = told["completion"], told["success"], told["error"]
        return str(result.observation["text"])


def with_tools(connect: Connect, verbs: list[str]) -> Callable[[], ServedEnvironment]:
    """Returns a factory of environments with the tools that the server lists.

    Args:
        connect: Opens a session.
        verbs: Verbs whose tools are kept; none for all.
    """
    with connect() as client:
        listed = client.step({"type": "list_tools"}).observation["tools"]
    schemas = [
        {"name": tool["name"], "description": tool["description"], "parameters": tool["input_schema"]}
        for tool in listed
        if not verbs or tool["name"].partition("__")[2] in verbs
    ]
    kind = type("ServedTools", (ServedEnvironment,), tool_methods(schemas, "_call"))
    return partial(kind, connect)


def main(argv: list[str] | None = None) -> list[dict[str, Any]]:
    """Trains and saves; returns what the trainer logged."""
    args = parse(Args, argv)
    th.set_num_threads(args.threads)
    Path(args.out).mkdir(parents=True, exist_ok=True)
    model, tokenizer = load(args.model)
    spec = make_spec(args, range(args.seeds))
    trainer = GRPOTrainer(
        model,
        args=grpo.configuration(args),
        processing_class=tokenizer,
        train_dataset=spec.train_dataset,
        reward_funcs=spec.reward_funcs,
        environment_factory=with_tools(lambda: GenericEnvClient(base_url=args.url).sync(), args.verbs),
        callbacks=[Curve(args, {"reward": "return", "success": "success", "entropy": "entropy", "kl": "kl"})],
    )
    trainer.train()
    trainer.save_model(args.out)
    return list(trainer.state.log_history)


if __name__ == "__main__":
    main()
