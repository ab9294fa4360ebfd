"""Improves a language model by episodes that a server of OpenEnv plays, with GRPO (TRL).

crab-gym openenv learn.open_app --view elements --port 8000
python training/grpo_openenv.py --url http://127.0.0.1:8000 --model runs/sft --verbs tap press --context 384

It is grpo.py with the devices in another process, or on another machine: each rollout is a session of the server. Where
they are in the trainer's own process, grpo.py does the same without one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import grpo
import torch as th
from command_line import parse
from llm import last_checkpoint, load, make_chat, make_curve, make_spec
from openenv.core import GenericEnvClient
from trl import GRPOTrainer
from tuning import adapter, learning_rate, save, score_labelled

from crab_gym.integrations.finetune.session import Step, ToolSession
from crab_gym.integrations.finetune.tools import tool_methods
from crab_gym.task import Action

Connect = Callable[[], Any]


@dataclass
class Args(grpo.Args):
    """Arguments of the command line."""

    url: str = "http://127.0.0.1:8000"
    """address of the server"""


class ServedEnvironment(ToolSession):
    """A session of the server as TRL's contract has it: public methods are tools; see `with_tools`.

    Args:
        connect: Opens a session.
    """

    def __init__(self, connect: Connect) -> None:
        super().__init__()
        self._client = connect()

    def _begin(self, task: str, seed: int) -> str:
        """Starts an episode."""
        return str(self._client.reset(task=task, seed=seed).observation["text"])

    def _act(self, tool: str, action: Action) -> Step:
        """Carries out a tool's action; completion and success are told at the end."""
        result = self._client.step({"type": "call_tool", "tool_name": tool, "arguments": action["args"]})
        told = {name: result.metadata[name] for name in ("completion", "success", "error")} if result.done else {}
        return Step(str(result.observation["text"]), {"reward": result.reward}, result.done, **told)


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
    score_labelled()
    Path(args.out).mkdir(parents=True, exist_ok=True)
    checkpoint = last_checkpoint(args)
    if args.images:
        raise SystemExit("a server's tools return text only; leave out --images, or train with grpo.py")
    model, tokenizer = load(args.model, frozen=args.lora > 0)
    spec = make_spec(args, range(args.seeds))
    make_chat(args, tokenizer, spec)
    trainer = GRPOTrainer(
        model,
        args=grpo.configuration(args, learning_rate(args.learning_rate, "grpo", model, args.lora > 0)),
        peft_config=adapter(args.lora, args.model),
        processing_class=tokenizer,
        train_dataset=spec.train_dataset,
        reward_funcs=spec.reward_funcs,
        environment_factory=with_tools(lambda: GenericEnvClient(base_url=args.url).sync(), args.verbs),
        callbacks=[make_curve(args, grpo.NAMES, model, tokenizer, checkpoint)],
    )
    trainer.train(resume_from_checkpoint=None if checkpoint is None else str(checkpoint))
    save(trainer, args.out, args.merge)
    return list(trainer.state.log_history)


if __name__ == "__main__":
    main()
