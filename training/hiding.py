"""Hiding parts of observations in training, so that a policy doesn't lean on all of them: see `Hiding`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crab_gym.wrappers.features import COLUMNS
from crab_gym.wrappers.history import HISTORY_COLUMNS
from crab_gym.wrappers.matches import MARK_COLUMNS

__all__ = ["Hiding"]

Tables = dict[str, NDArray[Any]]

_MARKS, _TEXTS = ("elements", "names", "facts"), ("texts", "fields", "lines")
_LEFT = COLUMNS.index("left")
_STATES = COLUMNS.index("clickable")
_FACT = MARK_COLUMNS.index
_PLACE, _PLACES = _FACT("place"), sum(name.startswith("place_") for name in MARK_COLUMNS)
_MORE = 3
"""How many marks of a role there may seem to be before the first one."""
_ROLES = slice(COLUMNS.index("window"), len(COLUMNS))
_GROUPS = (
    ("elements", _ROLES),
    ("elements", slice(_STATES, _LEFT)),  # states
    ("elements", slice(_LEFT, _LEFT + 4)),
    ("elements", slice(len(COLUMNS), None)),  # texts
    ("facts", slice(_FACT("place"), _FACT("label_names_0"))),
    ("facts", slice(_FACT("before_indented"), _FACT("touched"))),
    ("facts", slice(_FACT("touched"), len(MARK_COLUMNS))),
    ("facts", slice(len(MARK_COLUMNS), None)),  # labels
)
"""Columns that are hidden together."""
_SCALE = 0.25
"""How much smaller or larger a screen may be made."""


class Hiding:
    """Hides rows of the tables of `Matches` and of the history, and moves what is on the screens.

    Another world has other elements beside the one that matters, and other windows. So each sample loses some of its
    rows, but never the one that its action points at, and each device's rows are shifted and scaled together.

    Args:
        layout: Device, verb, kind and slot of every action (`Matches.layout`).
        devices: The devices, in the order of the tables.
        share: The largest share of the rows that a sample loses; 0 leaves everything as it is.
        seed: Determines what is hidden.

    Raises:
        SystemExit: It is no share.
    """

    def __init__(
        self, layout: Sequence[tuple[str, str, str, int]], devices: Sequence[str], share: float, seed: int
    ) -> None:
        if not 0 <= share < 1:
            raise SystemExit(f"--hide is {share}; expected a share from 0, below 1")
        self._share, self._devices = share, len(devices)
        self._random = np.random.default_rng(seed)
        self._kinds = np.array([kind for _, _, kind, _ in layout])
        self._slots = np.array([slot for _, _, _, slot in layout])
        self._places = np.array([devices.index(device) if device in devices else 0 for device, _, _, _ in layout])

    def __call__(
        self, seen: Mapping[str, NDArray[Any]], masks: NDArray[np.bool_], actions: NDArray[Any]
    ) -> tuple[Tables, NDArray[np.bool_]]:
        """Returns copies of a batch's observations and masks with less in them.

        Args:
            seen: The observations, by table.
            masks: The masks of valid actions.
            actions: The actions that are imitated.
        """
        tables = {name: np.array(table) for name, table in seen.items()}
        if not self._share:
            return tables, masks
        count, masks = len(actions), masks.copy()
        rates = self._random.uniform(0.0, self._share, (count, 1))
        samples = np.arange(count)
        each = tables["elements"].shape[1] // self._devices
        for names, kind, rows in ((_MARKS, "mark", self._places * each + self._slots), (_TEXTS, "text", self._slots)):
            hidden = self._random.random(tables[names[0]].shape[:2]) < rates
            pointing = self._kinds == kind
            aimed = pointing[actions]
            hidden[samples[aimed], rows[actions[aimed]]] = False
            for name in names:
                tables[name][hidden] = 0.0
            masks[:, pointing] &= ~hidden[:, rows[pointing]]
        self._count_again(tables, rates)
        self._blur(tables, rates)
        tables["sights"][self._random.random(tables["sights"].shape[:2]) < rates] = 0.0
        if "history" in tables:
            history = tables["history"].reshape(count, -1, len(HISTORY_COLUMNS))
            history[self._random.random(history.shape[:2]) < rates] = 0.0
        self._move(tables, each)
        return tables, masks

    def _blur(self, tables: Tables, rates: NDArray[Any]) -> None:
        """Sets some states of marks, and hides some groups of columns, of single marks and of all."""
        elements, count = tables["elements"], len(rates)
        states = elements[:, :, _STATES:_LEFT]
        there = elements[:, :, :1] > 0
        states[there & (self._random.random(states.shape) < rates[:, :, np.newaxis] / 4)] = 1.0
        for name, columns in _GROUPS:
            part = tables[name][:, :, columns]
            part[self._random.random(count) < rates[:, 0]] = 0.0
            part[self._random.random(part.shape[:2]) < rates] = 0.0

    def _count_again(self, tables: Tables, rates: NDArray[Any]) -> None:
        """Counts the places of the marks that are left, some of them as if there were a few more before."""
        facts, count = tables["facts"], len(rates)
        before = np.rint(20 * facts[:, :, _PLACE]).astype(int)
        named = np.zeros((count, 21), np.float32)  # the places that the goal names
        np.maximum.at(named, (np.arange(count)[:, np.newaxis], before), facts[:, :, _FACT("ordinal")])
        roles = tables["elements"][:, :, _ROLES]
        counted = facts[:, :, _PLACE] > 0
        more = self._random.integers(0, _MORE + 1, (count, roles.shape[2])) * (self._random.random((count, 1)) < rates)
        for device in range(self._devices):
            rows = slice(device * roles.shape[1] // self._devices, (device + 1) * roles.shape[1] // self._devices)
            own = roles[:, rows] * counted[:, rows, np.newaxis]
            places = ((own.cumsum(1) + more[:, np.newaxis]) * own).sum(2)
            facts[:, rows, _PLACE] = np.minimum(places, 20) / 20
            facts[:, rows, _FACT("ordinal")] = np.take_along_axis(named, np.minimum(places, 20).astype(int), 1)
            ones = np.arange(1, _PLACES + 1)
            facts[:, rows, _PLACE + 1 : _PLACE + 1 + _PLACES] = np.minimum(places, _PLACES)[:, :, np.newaxis] == ones

    def _move(self, tables: Tables, each: int) -> None:
        """Shifts and scales the bounds of each device's rows."""
        count = len(tables["elements"])
        sights = tables["sights"].shape[1] // self._devices
        for device in range(self._devices):
            scale = self._random.uniform(1 - _SCALE, 1 + _SCALE, (count, 1, 2)).astype(np.float32)
            shift = self._random.uniform(-_SCALE, _SCALE, (count, 1, 2)).astype(np.float32) / 2
            for table, first, rows in (("elements", _LEFT, each), ("sights", 1, sights)):
                part = tables[table][:, device * rows : (device + 1) * rows]
                there = part[:, :, :1] > 0
                for at in (first, first + 2):
                    moved = np.clip(part[:, :, at : at + 2] * scale + shift, 0.0, 1.0)
                    part[:, :, at : at + 2] = np.where(there, moved, 0.0)
