"""Actions as numbers: a verb and its object, with an exact mask of the actions that are valid now.

* `DiscreteElements` - the wrapper. `crab_gym.wrappers.composed` has one whose actions can be composed.
* `Choice` - the meaning of an index.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, SupportsFloat

import gymnasium as gym
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from crab_gym.backends.base import DeviceError, Element, InvalidAction
from crab_gym.envs import verbs as table
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.spaces import ActionSpace
from crab_gym.task import Action
from crab_gym.wrappers import choices as lists
from crab_gym.wrappers.candidates import TextSlots, episode_texts, goal_parts, screen_parts, screen_texts
from crab_gym.wrappers.choices import AREAS, HOTKEYS, KEYS, Block, Choice, choice_key
from crab_gym.wrappers.numbering import Mark, marks_of, targets
from crab_gym.wrappers.reach import Reach, in_range

__all__ = ["AREAS", "HOTKEYS", "KEYS", "Choice", "DiscreteElements"]


class DiscreteSnapshot(NamedTuple):
    """A handle of `DiscreteElements.snapshot`: the environment's snapshot, and the texts read so far."""

    env: Any
    slots: TextSlots


class DiscreteElements(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Makes the action space `Discrete`: a verb times a mark, an area, a text, a key or an app.

    The indices run over the devices one after the other, then over the verbs that belong to no device; within a
    device, over its verbs in the order of the verb table. The space's size depends only on the environment's devices
    and on the arguments below. `action_masks` returns which indices stand for a valid action now: those whose mark,
    area or text exists. Any other index is an invalid action, which changes nothing, or wraps around.

    Texts to write or submit are those of the goal (`candidates.goal_texts`), then those read on the screens during the
    episode (`candidates.screen_texts`); each keeps its place while there is room.

    Observations stay as they are: of an environment made with ``screens=False`` that is only the time left, unless
    `Features` around this wrapper adds the elements.

    Args:
        env: An environment of crab-gym, wrapped or not.
        marks: Maximum number of marks per device (`numbering.number_elements`). Windows of the desktop's larger
            programs have up to 100 elements; those beyond the maximum can't be touched.
        texts: Number of places for texts.
        verbs: Names of the verbs to include, None for all; fewer verbs make a smaller space. Without one that is always
            valid, such as ``"wait"``, there may be a mask without any valid index, of which a warning tells.
        hidden_parameters: Whether parameters that the goal doesn't name are among the texts. This is a privilege, since
            some tasks' parameters hold the information that the agent has to find.
        write_anywhere: Whether texts may be written while no field has the focus, which is valid but has no effect.
        parts: Whether texts that have to be cut out of others are among the texts as well: words of the goal with a
            capital, its quotations in capital and small letters (`candidates.goal_parts`), the names of pictures, and
            words at the places that the goal names (`candidates.screen_parts`).
        mask_in_info: Whether infos have the mask as well, as ``"action_mask"``, for libraries that look for it there.
        wrap_around: Whether an index whose mark, area or text doesn't exist stands for one that does: behind the last,
            the places begin again with the first. It is for agents without a mask, most of whose choices are vain else.
        compose: The old name of `ComposedElements`, which is made if it is set; it goes with the next release.

    Raises:
        TypeError: The environment isn't one of crab-gym, or a wrapper has changed its actions.
        ValueError: An argument is out of range, or no verb is left.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers import DiscreteElements
        >>> env = DiscreteElements(gym.make("Crab-v0/cross.dark_mode_from_todo", screens=False), marks=40, texts=16)
        >>> obs, info = env.reset(seed=0)
        >>> index = env.index_of({"device": "android", "name": "open_app", "args": {"name": "Tasks"}})
        >>> bool(env.action_masks()[index]), env.describe(index)
        (True, "android: open_app 'Tasks'")
        >>> obs, reward, terminated, truncated, info = env.step(index)
        >>> reward > 0, info["invalid_action"]
        (True, '')
    """

    composes: ClassVar[bool] = False
    """Whether there are indices that prepare, and indices that use what is prepared."""

    def __new__(cls, *args: Any, compose: bool = False, **kwargs: Any) -> DiscreteElements:
        """Returns a new wrapper, of the class `ComposedElements` if that is asked for in the old way."""
        if not compose or cls is not DiscreteElements:
            return super().__new__(cls)
        from crab_gym.wrappers.composed import ComposedElements  # its base is this class

        warnings.warn("DiscreteElements(compose=True) is now ComposedElements", DeprecationWarning, stacklevel=2)
        return super().__new__(ComposedElements)

    def __init__(
        self,
        env: gym.Env[Any, Any],
        marks: int = 64,
        texts: int = 32,
        verbs: Sequence[str] | None = None,
        hidden_parameters: bool = False,
        write_anywhere: bool = True,
        mask_in_info: bool = False,
        parts: bool = False,
        wrap_around: bool = False,
        compose: bool = False,
    ) -> None:
        if compose and not self.composes:
            raise TypeError(f"{type(self).__name__} got compose=True; inherit from ComposedElements instead")
        gym.utils.RecordConstructorArgs.__init__(
            self,
            marks=marks,
            texts=texts,
            verbs=None if verbs is None else list(verbs),
            hidden_parameters=hidden_parameters,
            write_anywhere=write_anywhere,
            mask_in_info=mask_in_info,
            parts=parts,
            wrap_around=wrap_around,
        )
        gym.Wrapper.__init__(self, env)
        base = env.unwrapped
        if not isinstance(base, CrabEnv):
            raise TypeError(f"DiscreteElements got {type(base).__name__}; expected an environment of crab-gym")
        if not isinstance(env.action_space, ActionSpace):
            raise TypeError(
                f"DiscreteElements got {env}, whose actions are {env.action_space}; it gives actions of crab-gym to "
                "what it wraps: put the wrapper that changes the actions around DiscreteElements"
            )
        for name, value in (("marks", marks), ("texts", texts)):
            if type(value) is not int or value < 1:
                raise ValueError(f"{name} is {value!r}; expected a whole number above 0")
        self._base, self._limit = base, marks - self.composes
        self._hidden, self._write_anywhere, self._informs = hidden_parameters, write_anywhere, mask_in_info
        self._wraps = wrap_around
        self._parts = parts
        names = lists.verbs_with_indices(verbs, base, self.composes)
        self._choices, self._blocks = lists.layout(tuple(base.screen_sizes), marks, texts, names, self.composes)
        self._by_verb = {(block.device, block.verb): block for block in self._blocks if block.kind != "prepared"}
        self._fixed = {choice_key(c): i for i, c in enumerate(self._choices) if c.kind == "fixed"}
        self.action_space = gym.spaces.Discrete(len(self._choices))
        self._slots = TextSlots(texts - self.composes)
        self._places = texts
        self._elements: dict[str, tuple[Element, ...]] = {}
        self._screens: dict[str, Reach] = {}

    # The environment ---------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`."""
        obs, info = self.env.reset(seed=seed, options=options)
        texts = episode_texts(self._base, self._hidden)
        more = goal_parts(self._base.goal) if self._parts else []
        self._slots.start(self._kept(list(dict.fromkeys((*texts, *more)))))
        self._elements = {}
        self._look()
        return obs, self._ended(obs, info, False)

    def _kept(self, texts: list[str]) -> list[str]:
        """Returns the texts that keep their places during the episode, given those of the goal."""
        return texts

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carries out the action that an index stands for; an index that stands for none now is an invalid action.

        Raises:
            ValueError: The index isn't in the action space.
            ResetNeeded: The episode is over, or none was started.
            DeviceError: A device broke and the environment doesn't truncate then.
        """
        return self._carry_out(self.action(action))

    def _carry_out(self, said: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        obs, reward, terminated, truncated, info = self.env.step(said)
        if not info["device_error"]:
            try:
                self._look()
            except DeviceError as error:
                if self._base.on_device_error == "raise":
                    raise
                truncated = not terminated
                info = {**info, "device_error": str(error), "end_reason": info["end_reason"] or "device_error"}
        return obs, reward, terminated, truncated, self._ended(obs, info, terminated or truncated)

    def _ended(self, obs: Any, info: dict[str, Any], over: bool) -> dict[str, Any]:
        """Returns the info of a step that the environment has taken.

        Args:
            obs: The step's observation.
            info: The environment's info.
            over: Whether the episode is over.
        """
        return self._informed(info)

    def _informed(self, info: dict[str, Any]) -> dict[str, Any]:
        return {**info, "action_mask": self._mask()} if self._informs else info

    def _look(self) -> None:
        """Updates the choices of the screens that have changed."""
        base = self._base
        for device, size in base.screen_sizes.items():
            elements = base.elements(device)
            if elements is not self._elements.get(device):
                self._elements[device] = elements
                self._screens[device] = Reach(targets(elements, size, self._limit), size, self._limit)
                texts = screen_texts(elements)
                if self._parts:
                    texts.update(screen_parts(elements, base.goal))
                self._slots.see(device, texts)

    def snapshot(self) -> DiscreteSnapshot:
        """Returns a handle of the environment's state (`CrabEnv.snapshot`), and of the texts read so far.

        Raises:
            ResetNeeded: No episode was started.
            SnapshotUnsupported: A device's backend can't.
        """
        return DiscreteSnapshot(self.env.get_wrapper_attr("snapshot")(), self._slots.copy())

    def restore(self, handle: DiscreteSnapshot) -> None:
        """Restores a snapshot of this wrapper, so that every index has the same meaning as then.

        Raises:
            ValueError: The handle is of another episode, or was taken below this wrapper.
        """
        if not isinstance(handle, DiscreteSnapshot):
            raise ValueError(f"got {type(handle).__name__}; expected what DiscreteElements.snapshot() returned")
        self.env.get_wrapper_attr("restore")(handle.env)
        self._slots, self._elements = handle.slots.copy(), {}
        self._look()

    # What can be done now ----------------------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which indices stand for a valid action now, ``(n,) bool``.

        Raises:
            ResetNeeded: No episode was started.
        """
        self._ready()
        return self._mask()

    def _mask(self) -> NDArray[np.bool_]:
        """Returns the mask for the screens that were seen last: a broken device can't be looked at."""
        mask = bytearray()  # appending bytes is faster than setting slices of an array
        for block in self._blocks:
            mask += self._allowed(block)
        lists.warn_without_choice(mask, self._blocks)
        return np.frombuffer(mask, np.bool_)

    def _allowed(self, block: Block) -> bytes:
        """Returns a byte per index of a block: 1 if it is valid."""
        device, verb, kind, _, each, size = block
        if kind == "mark":
            return self._screens[device].touchable
        if kind == "area":
            valid = each * len(self._screens[device].areas)
        elif kind == "text":
            valid = len(self._slots.texts) if self._takes_text(device, verb) else 0
        else:
            valid = size
        return (b"\1" * valid).ljust(size, b"\0")

    def _takes_text(self, device: str, verb: str) -> bool:
        if verb == "ask":
            return True
        if verb == "submit":
            return len(self._base.answers) < self._base.most_answers
        return self._write_anywhere or any(e.focused and e.editable for e in self._elements[device])

    def _ready(self) -> None:
        if not self._elements:
            raise ResetNeeded("there is no episode yet: call reset() before asking what can be done")
        self._look()

    def action(self, index: Any) -> Action | InvalidAction | None:
        """Returns the action that an index stands for now, or the reason why it stands for none.

        It is None for an index that only prepares, which `ComposedElements` has.

        Raises:
            ValueError: The index isn't in the action space.
            ResetNeeded: No episode was started.
        """
        choice = self.choice(index)
        self._ready()
        device, verb, kind, _, args = choice
        slot = self._place(choice)
        if kind in ("mark", "area"):
            point = self._point(choice, slot)
            if isinstance(point, InvalidAction):
                return point
            return {"device": device, "name": verb, "args": {"x": point[0], "y": point[1], **args}}
        if kind == "text":
            text = self._text(choice, slot)
            if text is None:
                return InvalidAction(f"there is no text {slot + 1} yet; expected {in_range(len(self._slots.texts))}")
            if not self._takes_text(device, verb):
                answers = f"{len(self._base.answers)} submitted before; expected no other answer"
                focus = f"no field of {device} has the focus; expected a field to be touched before"
                return InvalidAction(answers if verb == "submit" else focus)
            return {"device": device, "name": verb, "args": {lists.text_argument(verb): text}}
        return {"device": device, "name": verb, "args": dict(args)}

    def _text(self, choice: Choice, slot: int) -> str | None:
        """Returns the text in a place, None if there is none."""
        return self._slots[slot]

    def _point(self, choice: Choice, slot: int) -> tuple[int, int] | InvalidAction:
        """Returns the point of the mark or area in a place, or the reason why there is none."""
        screen, device = self._screens[choice.device], choice.device
        return screen.touched(device, slot) if choice.kind == "mark" else screen.scrolled(device, slot)

    def _place(self, choice: Choice) -> int:
        """Returns the place of the mark, area or text that a choice stands for now."""
        slot = choice.slot
        if not self._wraps or choice.kind == "fixed":
            return slot
        if choice.kind == "mark":
            touchable = self._screens[choice.device].touchable
            there = [place for place, can in enumerate(touchable) if can]
            return slot if slot in there or not there else there[slot % len(there)]
        count = len(self._screens[choice.device].areas if choice.kind == "area" else self._slots.texts)
        return slot % count if count else slot

    def choice(self, index: Any) -> Choice:
        """Returns the meaning of an index, independent of the screens.

        Raises:
            ValueError: The index isn't in the action space.
        """
        number = index.item() if isinstance(index, (np.ndarray, np.integer)) and np.size(index) == 1 else index
        if type(number) is not int or not 0 <= number < len(self._choices):
            raise ValueError(f"the action is {index!r}; expected a whole number from 0 to {len(self._choices) - 1}")
        return self._choices[number]

    def describe(self, index: Any) -> str:
        """Returns a description of an index's action now, or the reason why it has none."""
        said = self.action(index)
        if not isinstance(said, dict):
            return str(said)
        choice = self.choice(index)
        words = [repr(value) for name, value in said["args"].items() if name not in ("x", "y")]
        if choice.kind == "mark":
            mark = self._mark(choice.device, self._place(choice))
            words.insert(0, f"{mark.number} ({mark.role} {mark.text!r})")
        return f"{choice.device}: {' '.join([choice.verb, *words])}"

    def _mark(self, device: str, place: int) -> Mark:
        return self.marks(device)[place]

    def marks(self, device: str) -> tuple[Mark, ...]:
        """Returns the present marks of a device.

        Raises:
            ValueError: The environment has no such device.
            ResetNeeded: No episode was started.
        """
        self._ready()
        if device not in self._screens:
            raise ValueError(f"there is no device {device!r} with a screen; there are: {', '.join(self._screens)}")
        screen = self._screens[device]
        if screen.marks is None:
            screen.marks = marks_of(screen.targets, self._elements[device], device)
        return screen.marks

    def elements(self, device: str) -> tuple[Element, ...]:
        """Returns the elements of a device that the marks were made of.

        Raises:
            ResetNeeded: No episode was started.
        """
        self._ready()
        return self._elements[device]

    @property
    def text_places(self) -> int:
        """The number of places for texts."""
        return self._places

    @property
    def goal_places(self) -> int:
        """The number of texts that come from the goal; they have the first places."""
        return self._slots.kept

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts in the places that are taken, in their order."""
        return tuple(self._slots.texts)

    # From actions to indices -------------------------------------------------------------------------------------

    def index_of(self, action: Mapping[str, Any]) -> int | None:
        """Returns the index that now has the same effect as an action of the environment, None if there is none.

        It converts an oracle's actions, for example. A touch anywhere on a mark becomes the touch of that mark, unless
        it matters to the element where it is touched. A swipe becomes one of the same direction and length in the same
        area. Invalid actions have no index.

        Raises:
            ResetNeeded: No episode was started.
        """
        self._ready()
        checked = self._checked(action)
        if checked is None:
            return None
        device, verb, args = checked
        block = self._by_verb.get((device, verb))
        if block is None:
            return None
        if block.kind == "mark":
            slot = self._screens[device].mark_at(self._elements[device], args["x"], args["y"], self.composes)
        elif block.kind == "area":
            known = lists.moves(verb, self.composes)
            move = {name: value for name, value in args.items() if name not in ("x", "y")}
            area = self._screens[device].area_at(args["x"], args["y"], self.composes)
            return None if area is None or move not in known else block.start + area * block.each + known.index(move)
        elif block.kind == "text":
            slot = self._slots.find(args[lists.text_argument(verb)])
            slot = slot if self._takes_text(device, verb) else None
        else:
            return self._fixed.get(choice_key(Choice(device, verb, "fixed", 0, args)))
        return None if slot is None else block.start + slot

    def indices_of(self, action: Mapping[str, Any]) -> tuple[int, ...] | None:
        """Returns the indices that together have the same effect as an action, None if there are none.

        Usually this is the one of `index_of`. A text of several lines takes one index per line, and one for each Enter
        between them.

        Raises:
            ResetNeeded: No episode was started.
        """
        index = self.index_of(action)
        if index is not None:
            return (index,)
        if action not in self._base.action_space or action["name"] != "write_text":
            return None
        enter = self.index_of({"device": action["device"], "name": "press", "args": {"key": "enter"}})
        indices: list[int | None] = []
        for line in action["args"]["text"].split("\n"):
            indices.append(enter)
            if line:
                indices.append(self.index_of({**action, "args": {"text": line}}))
        known = [index for index in indices[1:] if index is not None]
        return tuple(known) if known and len(known) == len(indices) - 1 else None

    def _checked(self, action: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]] | None:
        try:
            return table.check(action, self._base.screen_sizes)
        except InvalidAction:
            return None
