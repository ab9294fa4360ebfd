"""A pointer policy: it scores the elements on the screens, instead of choosing from a flat list of actions.

* `Matches` - adds the matches of elements and texts with the goal to the observations of `Features`.
* `PointerExtractor` - the network. One small network reads every mark, another one every text; both see a summary of
  all marks and texts. So anything learned about one button holds for all others, at any place.
* `PointerPolicy` - a policy of sb3-contrib with that network.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import torch as th
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from crab_gym.wrappers import DiscreteElements, Features
from crab_gym.wrappers.hashing import words

__all__ = ["NAMED", "Matches", "PointerExtractor", "PointerPolicy"]

NAMED = 3
"""Number of the goal's texts that are matched; a task's first texts have the same meaning in every episode."""


class Matches(gym.ObservationWrapper[dict[str, Any], Any, Any]):
    """Adds two tables to the observations of `Features`.

    * ``names``, ``(devices * marks, NAMED)``: 1 if a mark's words contain those of a text that the goal names, as in
      "Mark as completed: Water the ferns".
    * ``fields``, ``(texts, devices)``: 1 if a field of the device contains a text, as a whole or as a line.

    Args:
        env: `Features` around `DiscreteElements`.
    """

    def __init__(self, env: Features) -> None:
        super().__init__(env)
        discrete = env.env
        assert isinstance(discrete, DiscreteElements)
        self.discrete = discrete
        choices = [discrete.choice(index) for index in range(int(env.action_space.n))]  # type: ignore[attr-defined]
        self.layout = [(c.device, c.verb, c.kind, c.slot) for c in choices]
        self.devices: list[str] = list(env.unwrapped.screen_sizes)  # type: ignore[attr-defined]
        spaces: dict[str, Any] = dict(env.observation_space.spaces)  # type: ignore[attr-defined]
        self._rows = spaces["elements"].shape[0]
        self._texts = spaces["texts"].shape[0]
        spaces["names"] = gym.spaces.Box(0.0, 1.0, (self._rows, NAMED), np.float32)
        spaces["fields"] = gym.spaces.Box(0.0, 1.0, (self._texts, len(self.devices)), np.float32)
        self.observation_space = gym.spaces.Dict(spaces)

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        """Returns the observation with both tables."""
        texts = self.discrete.texts
        named = [(column, found) for column, text in enumerate(texts[:NAMED]) if (found := words(text))]
        names = np.zeros((self._rows, NAMED), np.float32)
        fields = np.zeros((self._texts, len(self.devices)), np.float32)
        each = self._rows // len(self.devices)
        for place, device in enumerate(self.devices):
            lines: set[str] = set()
            for row, mark in enumerate(self.discrete.marks(device), place * each):
                said = words(mark.text)
                for column, found in named:
                    if found in said:
                        names[row, column] = 1.0
                if mark.element.editable:
                    lines.update((mark.text, *mark.text.split("\n")))
            if lines:
                fields[: len(texts), place] = [text in lines for text in texts]
        return {**observation, "names": names, "fields": fields}


class PointerExtractor(BaseFeaturesExtractor):
    """Computes the score of every action, followed by the features for the value.

    Args:
        observation_space: The observation space of `Matches`.
        layout: Device, verb, kind and slot of every action (`Matches.layout`).
        devices: The devices, in the order of the tables.
        width: Width of all layers.
    """

    def __init__(
        self,
        observation_space: gym.spaces.Dict,
        layout: Sequence[tuple[str, str, str, int]],
        devices: Sequence[str],
        width: int = 64,
    ) -> None:
        super().__init__(observation_space, len(layout) + width)
        shapes: dict[str, Any] = {name: box.shape for name, box in observation_space.spaces.items()}
        self.devices, (rows, row), (texts, text) = len(devices), shapes["elements"], shapes["texts"]
        marks = rows // self.devices
        mark_verbs = sorted({verb for _, verb, kind, _ in layout if kind == "mark"})
        text_verbs = sorted({verb for _, verb, kind, _ in layout if kind == "text"})
        others = [index for index, (_, _, kind, _) in enumerate(layout) if kind not in ("mark", "text")]
        self.mark_in = nn.Linear(row + NAMED, width)
        self.text_in = nn.Linear(text + NAMED + 2 * self.devices, width)
        around = shapes["goal"][0] + shapes["device"][0] + 1
        self.summary = nn.Sequential(
            nn.Linear(4 * width + around, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.mark_mix, self.mark_context = nn.Linear(width, width), nn.Linear(width, width)
        self.text_mix, self.text_context = nn.Linear(width, width), nn.Linear(width, width)
        self.mark_out = nn.Linear(width, max(1, len(mark_verbs)))
        self.text_out = nn.Linear(width, max(1, len(text_verbs)))
        self.other_out = nn.Linear(width, max(1, len(others)))
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU())
        # A text's place among the first ones, and the device that it would be written on.
        places, on = th.eye(texts, NAMED).repeat(self.devices, 1), th.eye(self.devices).repeat_interleave(texts, 0)
        self.register_buffer("which", th.cat([places, on], 1))
        # The positions of the actions' scores among those of all marks, then of all texts, then of the others.
        all_marks, all_texts = rows * len(mark_verbs), self.devices * texts * len(text_verbs)
        order = []
        for index, (device, verb, kind, slot) in enumerate(layout):
            place = devices.index(device) if device in devices else 0
            if kind == "mark":
                order.append((place * marks + slot) * len(mark_verbs) + mark_verbs.index(verb))
            elif kind == "text":
                order.append(all_marks + (place * texts + slot) * len(text_verbs) + text_verbs.index(verb))
            else:
                order.append(all_marks + all_texts + others.index(index))
        self.register_buffer("order", th.tensor(order))

    def start(self) -> None:
        """Initializes the weights so that all actions are about equally likely."""
        for layer in (self.mark_out, self.text_out, self.other_out):
            nn.init.orthogonal_(layer.weight, 0.01)
            nn.init.zeros_(layer.bias)

    def forward(self, observations: dict[str, th.Tensor]) -> th.Tensor:
        """Returns ``(batch, actions + width)``."""
        table = th.cat([observations["elements"], observations["names"]], 2)
        which: th.Tensor = self.which  # type: ignore[assignment]
        lines = th.cat([observations["texts"], observations["fields"]], 2).repeat(1, self.devices, 1)
        lines = th.cat([lines, which.expand(len(lines), -1, -1)], 2)
        marks, mark_rows = _read(table, self.mark_in)
        texts, text_rows = _read(lines, self.text_in)
        around = [observations[name] for name in ("goal", "device", "time_left")]
        context = self.summary(th.cat([*_pool(marks, mark_rows), *_pool(texts, text_rows), *around], 1))
        mark_scores = _score(marks, mark_rows, context, self.mark_mix, self.mark_context, self.mark_out)
        text_scores = _score(texts, text_rows, context, self.text_mix, self.text_context, self.text_out)
        scores = th.cat([mark_scores, text_scores, self.other_out(context)], 1)
        return th.cat([scores[:, self.order], self.value(context)], 1)  # type: ignore[index]


def _read(table: th.Tensor, layer: nn.Linear) -> tuple[th.Tensor, th.Tensor]:
    """Applies a layer only to the rows that aren't empty; returns these, packed, and their positions."""
    there = table[:, :, 0] > 0
    return th.relu(layer(table[there])), there


def _pool(rows: th.Tensor, there: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
    """Returns mean and maximum of each table's rows; 0 for an empty table."""
    which = there.nonzero()[:, 0]
    empty = rows.new_zeros(there.shape[0], rows.shape[1])
    mean = empty.index_add(0, which, rows) / there.sum(1, keepdim=True).clamp(min=1)
    most = empty.scatter_reduce(0, which[:, None].expand_as(rows), rows, "amax")
    return mean, most


def _score(
    rows: th.Tensor, there: th.Tensor, context: th.Tensor, mix: nn.Linear, mix_context: nn.Linear, out: nn.Linear
) -> th.Tensor:
    """Returns the scores of all rows, given the summary, ``(batch, rows * verbs)``; 0 for empty rows."""
    scores = out(th.relu(mix(rows) + mix_context(context)[there.nonzero()[:, 0]]))
    table = scores.new_zeros(*there.shape, scores.shape[1])
    table[there] = scores
    flat: th.Tensor = table.flatten(1)
    return flat


class _Split(nn.Module):
    """Splits the extractor's output into the actions' scores and the features for the value."""

    def __init__(self, actions: int, width: int) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = actions, width

    def forward(self, features: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: th.Tensor) -> th.Tensor:
        return features[:, : self.latent_dim_pi]

    def forward_critic(self, features: th.Tensor) -> th.Tensor:
        return features[:, self.latent_dim_pi :]


class PointerPolicy(MaskableMultiInputActorCriticPolicy):
    """A policy for ``MaskablePPO`` that uses the extractor's scores directly."""

    def _build_mlp_extractor(self) -> None:
        actions = int(self.action_space.n)  # type: ignore[attr-defined]
        self.mlp_extractor = _Split(actions, self.features_dim - actions)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.features_extractor.start()  # type: ignore[operator]
        self.optimizer = self.optimizer_class(self.parameters(), lr_schedule(1), **self.optimizer_kwargs)
