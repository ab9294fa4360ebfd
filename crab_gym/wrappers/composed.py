"""Actions as numbers that can be composed, so that each action of the environment has indices.

* `ComposedElements` - the wrapper.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, SupportsFloat

from crab_gym.backends.base import InvalidAction
from crab_gym.envs.endings import UNEVENTFUL
from crab_gym.task import Action
from crab_gym.wrappers import choices as lists
from crab_gym.wrappers.choices import Block, Choice
from crab_gym.wrappers.composing import Composer
from crab_gym.wrappers.discrete import DiscreteElements, DiscreteSnapshot
from crab_gym.wrappers.numbering import Mark
from crab_gym.wrappers.preparing import ADD, PREPARING, Prepared

__all__ = ["ComposedElements"]


class ComposedSnapshot(NamedTuple):
    """A handle of `ComposedElements.snapshot`: that of `DiscreteElements`, and what is prepared."""

    discrete: DiscreteSnapshot
    prepared: Prepared
    seen: tuple[Any, dict[str, Any]]


class ComposedElements(DiscreteElements):
    """`DiscreteElements` whose actions can be composed, so that each action of the environment has indices.

    There are more verbs, which only prepare: they aim at a point, hold a key, spell a text. The last mark stands for
    the point that is aimed at, the last text for the draft. Steps that prepare take no step of the environment; their
    infos have ``"prepared"`` set. The arguments are those of `DiscreteElements`.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers import ComposedElements
        >>> env = ComposedElements(gym.make("Crab-v0/cross.dark_mode_from_todo", screens=False))
        >>> obs, info = env.reset(seed=0)
        >>> action = {"device": "ubuntu", "name": "drag", "args": {"x1": 3, "y1": 5, "x2": 700, "y2": 601}}
        >>> [env.describe(index) for index in env.indices_of(action)[-1:]]
        ['drag lacks what it needs; expected its start to be aimed at and grabbed, then its end to be aimed at']
    """

    composes: ClassVar[bool] = True

    _over = False
    _seen: tuple[Any, dict[str, Any]] = None, {}

    @cached_property
    def _composer(self) -> Composer:
        return Composer(self._base.screen_sizes, self._blocks, self._limit + 1, self._places)

    # The environment ---------------------------------------------------------------------------------------------

    def _kept(self, texts: list[str]) -> list[str]:
        return [*texts[: self._slots.count - 1], self._base.goal]  # spans of the goal can be added to a draft

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carries out the action that an index stands for, or prepares something for it; see `DiscreteElements.step`.

        Raises:
            ValueError: The index isn't in the action space.
            ResetNeeded: The episode is over, or none was started.
            DeviceError: A device broke and the environment doesn't truncate then.
        """
        said = self.action(action)
        if said is None and not self._over:
            self._composer.prepare(self.choice(action), self._slots.texts)
            obs, info = copy.deepcopy(self._seen)
            return obs, 0.0, False, False, self._informed(info)
        obs, reward, terminated, truncated, info = self._carry_out(said)
        return obs, reward, terminated, truncated, self._ended(obs, info, terminated or truncated)

    def _ended(self, obs: Any, info: dict[str, Any], over: bool) -> dict[str, Any]:
        """Forgets what was prepared for the step that has been taken; returns its info."""
        self._over = over
        self._composer.clear()
        terms = dict.fromkeys(info["reward_terms"], 0.0)
        self._seen = copy.deepcopy((obs, {**info, **UNEVENTFUL, "reward_terms": terms, "prepared": True}))
        return self._informed({**info, "prepared": False})

    def snapshot(self) -> Any:
        """Returns a handle of the environment's state, of the texts read so far, and of what is prepared.

        Raises:
            ResetNeeded: No episode was started.
            SnapshotUnsupported: A device's backend can't.
        """
        return ComposedSnapshot(super().snapshot(), self._composer.prepared.copy(), self._seen)

    def restore(self, handle: Any) -> None:
        """Restores a snapshot of this wrapper, so that every index has the same meaning as then.

        Raises:
            ValueError: The handle is of another episode, or was taken below this wrapper.
        """
        if not isinstance(handle, ComposedSnapshot):
            raise ValueError(f"got {type(handle).__name__}; expected what ComposedElements.snapshot() returned")
        super().restore(handle.discrete)
        self._composer.prepared, self._seen, self._over = handle.prepared.copy(), handle.seen, False

    # What can be done now ----------------------------------------------------------------------------------------

    def _allowed(self, block: Block) -> bytes:
        if block.kind == "fixed":
            return super()._allowed(block)
        takes = block.kind == "text" and block.verb not in PREPARING and self._takes_text(block.device, block.verb)
        return self._composer.allowed(block, self._screens.get(block.device), self._slots.texts, takes)

    def action(self, index: Any) -> Action | InvalidAction | None:
        """Returns the action that an index stands for now, the reason why it stands for none, or None if it prepares.

        Raises:
            ValueError: The index isn't in the action space.
            ResetNeeded: No episode was started.
        """
        choice = self.choice(index)
        if choice.kind in ("preparing", "prepared") or choice.verb in PREPARING:
            self._ready()
            return self._composer.action(choice, self._slots.texts)
        found = super().action(index)
        if isinstance(found, dict) and found["args"].get("amount") == lists.DRAFTED:
            turns = self._composer.prepared.turns()
            if turns is None:
                return InvalidAction("the draft is no number of notches; expected a whole number from 1 to 50")
            return {**found, "args": {**found["args"], "amount": turns}}
        return found

    def _is_last(self, choice: Choice, slot: int) -> bool:
        return self._composer.is_last(choice) and slot == choice.slot

    def _text(self, choice: Choice, slot: int) -> str | None:
        return self._composer.draft() if self._is_last(choice, slot) else super()._text(choice, slot)

    def _point(self, choice: Choice, slot: int) -> tuple[int, int] | InvalidAction:
        if not self._is_last(choice, slot):
            return super()._point(choice, slot)
        mark = self.aimed(choice.device)
        return mark.point if mark else InvalidAction(f"nothing is aimed at on {choice.device}; expected a cell before")

    def _place(self, choice: Choice) -> int:
        if self._composer.is_last(choice) and self._composer.is_there(choice):
            return choice.slot
        return super()._place(choice)

    def describe(self, index: Any) -> str:
        """Returns a description of an index's action now, or of what it prepares, or the reason why it can't."""
        if self.action(index) is not None:
            return super().describe(index)
        choice = self.choice(index)
        text = self._slots[choice.slot] if choice.verb == ADD else None
        added = choice.args.values() if text is None else [self.prepared.chosen(text)]
        return f"{choice.device}: {' '.join([choice.verb, *map(repr, added)])}"

    def _mark(self, device: str, place: int) -> Mark:
        aimed = self.aimed(device) if place >= self._limit else None
        return aimed or super()._mark(device, place)

    def aimed(self, device: str) -> Mark | None:
        """Returns the point that is aimed at on a device as a mark, None if there is none."""
        return self._composer.mark(device)

    @property
    def prepared(self) -> Prepared:
        """What is prepared for the next action."""
        return self._composer.prepared

    # From actions to indices -------------------------------------------------------------------------------------

    def indices_of(self, action: Mapping[str, Any]) -> tuple[int, ...] | None:
        """Returns the indices that together have the same effect as an action, None if there are none.

        Usually this is the one of `index_of`. Others prepare what it needs; there are none if something else is
        prepared.

        Raises:
            ResetNeeded: No episode was started.
        """
        index = self.index_of(action)
        if index is not None:
            return (index,)
        checked = self._checked(action)
        if checked is None:
            return None
        device, verb, args = checked
        if verb in ("write_text", "submit", "ask") and not self._takes_text(device, verb):
            return None
        area = self._screens[device].area_at(args["x"], args["y"], True) if verb in lists.MOVES else None
        return self._composer.indices({"device": device, "name": verb, "args": args}, self._slots.texts, area)
