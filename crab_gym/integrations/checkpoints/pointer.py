"""A pointer policy: it scores the elements on the screens, instead of choosing from a flat list of actions.

* `PointerExtractor` - the network. One small network reads every mark, another one every text; both see a summary of
  all marks, texts and sights. So anything learned about one button holds for all others, at any place.
* `PointerPolicy` - a policy of sb3-contrib with that network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import torch as th
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from crab_gym.wrappers.matches import MARK_COLUMNS, NAMED, TEXT_COLUMNS

__all__ = ["PointerExtractor", "PointerPolicy"]

PLACES = 8
"""Number of the first texts that are told apart by their places."""
RARE = frozenset({"long_tap", "double_click", "right_click"})
"""Verbs that are tried less at first."""
LEANINGS = {"share": 1.0, "verbatim": 0.5, "ordinal": 1.5, "touched": -0.5, "recently": -1.5}
"""What marks are tried more or less at first: what the goal names, and not again what was just touched."""
TEXT_LEANINGS = {
    "of_goal": 1.0,
    "goal": -2.0,
    "ordinal": 1.0,
    "in_ordinal": 1.0,
    "beside_0": 1.0,
    "beside_1": 1.0,
    "written": -1.5,
    "filled": -1.5,
}
"""The same for texts."""
AROUND = ("goal", "last_device", "time_left", "course", "prepared", "history")
"""Observations that belong to no row, as far as there are any."""


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
        self.marks = _Pointer(row + NAMED + shapes["facts"][1], MARK_COLUMNS, LEANINGS, mark_verbs, width)
        text_row = text + shapes["lines"][1] + PLACES + 2 * self.devices
        self.texts = _Pointer(text_row, TEXT_COLUMNS, TEXT_LEANINGS, text_verbs, width)
        self.sight_in = nn.Linear(shapes["sights"][1], width // 2)
        self.around = [name for name in AROUND if name in shapes]
        around = sum(shapes[name][0] for name in self.around)
        self.summary = nn.Sequential(
            nn.Linear(4 * width + 3 * (width // 2) + around, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.other_out = nn.Linear(width, max(1, len(others)))
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU())
        # A text's place among the first ones, and the device that it would be written on.
        places, on = th.eye(texts, PLACES).repeat(self.devices, 1), th.eye(self.devices).repeat_interleave(texts, 0)
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
        """Initializes the weights so that actions are about equally likely, but for the leanings."""
        for layer in (self.marks.out, self.texts.out, self.other_out):
            nn.init.orthogonal_(layer.weight, 0.01)
            nn.init.zeros_(layer.bias)
        for pointer in (self.marks, self.texts):
            pointer.start()

    def forward(self, observations: dict[str, th.Tensor]) -> th.Tensor:
        """Returns ``(batch, actions + width)``."""
        table = th.cat([observations[name] for name in ("elements", "names", "facts")], 2)
        which: th.Tensor = self.which
        lines = th.cat([observations[name] for name in ("texts", "fields", "lines")], 2).repeat(1, self.devices, 1)
        facts, told = observations["facts"], observations["lines"].repeat(1, self.devices, 1)
        lines = th.cat([lines, which.expand(len(lines), -1, -1)], 2)
        marks, texts, sights = self.marks.read(table), self.texts.read(lines), observations["sights"]
        seen = sights[:, :, 0] > 0
        around = [observations[name] for name in self.around]
        pooled = [*_pool(*marks)[1:], *_pool(*texts)[1:], *_pool(th.relu(self.sight_in(sights[seen])), seen)]
        context = self.summary(th.cat([*pooled, *around], 1))
        scores = [self.marks(*marks, facts, context), self.texts(*texts, told, context), self.other_out(context)]
        return th.cat([th.cat(scores, 1)[:, self.order], self.value(context)], 1)


class _Pointer(nn.Module):
    """Scores the rows of a table by a verb.

    Args:
        row: Length of a row.
        columns: Columns of the table of facts about the rows.
        leanings: How much each of them counts at first.
        verbs: The verbs.
        width: Width of the layers.
    """

    def __init__(
        self, row: int, columns: Sequence[str], leanings: Mapping[str, float], verbs: Sequence[str], width: int
    ) -> None:
        super().__init__()
        self.inner = nn.Linear(row, width)
        self.mix, self.context, self.query = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, max(1, len(verbs)))
        self.match = nn.Linear(width, max(1, len(verbs)), bias=False)
        self.lean = nn.Linear(len(columns), max(1, len(verbs)))
        self._at_first = [leanings.get(column, 0.0) for column in columns]
        self._rare = [-1.0 * (verb in RARE) for verb in verbs] or [0.0]

    def start(self) -> None:
        """Initializes the last layers."""
        nn.init.orthogonal_(self.match.weight, 0.01)
        with th.no_grad():
            self.lean.weight[:] = th.tensor(self._at_first)
            self.lean.bias[:] = th.tensor(self._rare)

    def read(self, table: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
        """Reads the rows that aren't empty; returns these, packed, and their positions."""
        there = table[:, :, 0] > 0
        return th.relu(self.inner(table[there])), there

    def forward(self, rows: th.Tensor, there: th.Tensor, facts: th.Tensor, context: th.Tensor) -> th.Tensor:
        """Returns the scores of all rows, ``(batch, rows * verbs)``; 0 for empty rows.

        Args:
            rows: The rows that aren't empty, as read.
            there: Their positions.
            facts: The table of facts about all rows.
            context: The summary.
        """
        which = there.nonzero()[:, 0]
        scores = self.out(th.relu(self.mix(rows) + self.context(context)[which]))
        scores = scores + self.match(rows * self.query(context)[which])
        scores = scores + self.lean(facts[there][:, : self.lean.in_features])
        table = scores.new_zeros(*there.shape, scores.shape[1])
        table[there] = scores
        flat: th.Tensor = table.flatten(1)
        return flat


def _pool(rows: th.Tensor, there: th.Tensor) -> tuple[th.Tensor, th.Tensor, th.Tensor]:
    """Returns sum, mean and maximum of each table's rows; 0 for an empty table. Sums are eighths."""
    which = there.nonzero()[:, 0]
    empty = rows.new_zeros(there.shape[0], rows.shape[1])
    total = empty.index_add(0, which, rows)
    mean = total / there.sum(1, keepdim=True).clamp(min=1)
    most = empty.scatter_reduce(0, which[:, None].expand_as(rows), rows, "amax")
    return total / 8, mean, most


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
        actions = int(self.action_space.n)
        self.mlp_extractor = _Split(actions, self.features_dim - actions)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.features_extractor.start()
        self.optimizer = self.optimizer_class(self.parameters(), lr_schedule(1), **self.optimizer_kwargs)
