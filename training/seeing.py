"""Parts for models that see: their inputs, batches of examples, and episodes for evaluation.

* `image_inputs` - images as a model takes them beside its tokens.
* `Batches` - makes batches of examples with images.
* `play` - plays episodes, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

import torch as th

from crab_gym.integrations.finetune import Chat, CrabSpec, Outcome
from crab_gym.integrations.finetune.chat import IGNORED, pictures
from crab_gym.integrations.finetune.session import OVER, Content

__all__ = ["Batches", "image_inputs", "play"]

Reply = Callable[[list[int], list[Any]], list[int]]


def image_inputs(processor: Any, images: Sequence[Any], ids: th.Tensor) -> dict[str, th.Tensor]:
    """Returns the arguments of a model for the images of a batch, as TRL makes them.

    Args:
        processor: The model's processor.
        images: The images of all rows, in their order.
        ids: The batch's tokens.
    """
    if not images:
        return {}
    found = dict(processor.image_processor(images=list(images), return_tensors="pt"))
    kinds = (ids == processor.image_token_id).long()
    found["mm_token_type_ids" if "image_grid_thw" in found else "token_type_ids"] = kinds
    return {name: value.to(ids.device) for name, value in found.items()}


class Batches:
    """Makes batches of rows with ``input_ids``, ``labels`` and the ``example`` whose images they have.

    Args:
        processor: The model's processor.
        images: Each example's images.
    """

    def __init__(self, processor: Any, images: Sequence[Sequence[Any]]) -> None:
        self._processor, self._images = processor, images

    def __call__(self, rows: Sequence[Mapping[str, Any]]) -> dict[str, th.Tensor]:
        """Returns a batch, padded on the right."""
        longest = max(len(row["input_ids"]) for row in rows)
        pad = self._processor.tokenizer.pad_token_id

        def padded(name: str, value: int) -> th.Tensor:
            return th.tensor([[*row[name], *[value] * (longest - len(row[name]))] for row in rows])

        ids = padded("input_ids", pad)
        mask = th.tensor([[1] * len(row["input_ids"]) + [0] * (longest - len(row["input_ids"])) for row in rows])
        images = [image for row in rows for image in self._images[row["example"]]]
        seen = image_inputs(self._processor, images, ids)
        return {"input_ids": ids, "attention_mask": mask, "labels": padded("labels", IGNORED), **seen}


def play(spec: CrabSpec, episodes: int, chat: Chat, reply: Reply, budget: int, longest: int) -> list[Outcome]:
    """Plays the first episodes of a specification and returns their outcomes.

    Args:
        spec: The tasks and seeds.
        episodes: The number of episodes.
        chat: Makes the tokens.
        reply: Returns the model's reply to tokens and images.
        budget: Maximum number of tokens after the prompt.
        longest: Maximum number of tokens with the prompt.
    """
    env = spec.environment_factory()
    outcomes = []
    for row in islice(spec.rows(), episodes):
        shown = env.reset(row["task"], row["seed"])
        ids = chat.start([*row["prompt"][:-1], {"role": "user", "content": shown}])
        images, start = pictures(shown), len(ids)
        while len(ids) - start < budget and len(ids) < longest:
            said = reply(ids, images)
            results: list[tuple[str, Content]] = []
            for name, arguments in chat.calls(said, ids):
                known = chat.has(name)
                results.append((name, getattr(env, name)(**arguments) if known else f"Tool {name} not found."))
                if results[-1][1] == OVER:
                    break
            if not results or results[-1][1] == OVER:
                break
            ids = ids + said + chat.results(results)
            images = images + [image for _, result in results for image in pictures(result)]
        outcomes.append(env.outcome)
    return outcomes
