"""The policy that plays a trained generalist, on any devices and any task.

* `GeneralistMaker` - makes the policy, for `crab_gym.experiments.evaluate`. `GeneralistPolicy` - the policy.
* `load` - the network and the moves of a checkpoint.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium as gym

from crab_gym.integrations.checkpoints.arguments import Saved, read_saved
from crab_gym.integrations.checkpoints.generalist.lexicon import Lexicon
from crab_gym.integrations.checkpoints.generalist.moves import Moves
from crab_gym.integrations.checkpoints.generalist.view import Deed, Observer
from crab_gym.policies import PolicySpec, Usage
from crab_gym.task import Action
from crab_sim.extras import install_hint

if TYPE_CHECKING:
    from crab_gym.integrations.checkpoints.generalist.network import Generalist

__all__ = ["SIZES", "GeneralistMaker", "GeneralistPolicy", "load"]

Env = gym.Env[Any, Any]
SIZES = ("width", "layers", "heads")
"""Names of the arguments that a network keeps."""


def load(checkpoint: Path) -> tuple[Generalist, Moves]:
    """Returns the network of a checkpoint, which is read as plain tensors, and the moves beside it.

    Raises:
        ValueError: The file is no checkpoint, or doesn't fit what lies beside it.
    """
    import torch as th

    from crab_gym.integrations.checkpoints.generalist.network import Generalist, Sizes

    saved = read_saved(checkpoint)
    try:
        known, sizes = saved["moves"], {name: saved[name] for name in SIZES}
        if not isinstance(known, list) or not all(
            isinstance(size, int) and 0 < size <= 4096 for size in sizes.values()
        ):
            raise ValueError(f"its arguments have {sizes}, and moves of type {type(known).__name__}")
        net = Generalist(Sizes(**sizes))
        net.load_state_dict(th.load(checkpoint, "cpu", weights_only=True))
        moves = Moves(known)
        if not known:
            raise ValueError("it knows no move")
    except (OSError, KeyError, TypeError, ValueError, RuntimeError, EOFError, pickle.UnpicklingError) as error:
        raise ValueError(f"the checkpoint {str(checkpoint)!r} can't be played: {error}") from error
    net.eval()
    return net, moves


class GeneralistPolicy:
    """Acts as a trained generalist chooses.

    Args:
        name: Its name in records.
        env: The environment that it acts in, of which it sees the elements.
        net: The network.
        moves: What it can do.
    """

    def __init__(self, name: str, env: Env, net: Generalist, moves: Moves) -> None:
        self.name, self._net, self._moves = name, net, moves
        self._elements = env.get_wrapper_attr("elements")
        self._devices: tuple[str, ...] = ()
        self._lexicon = Lexicon()
        self._observer: Observer | None = None
        self._did: Deed | None = None

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Starts an episode, with nothing in memory."""
        self._lexicon, self._devices, self._did = Lexicon(), spec.devices, None
        self._observer = Observer(self._lexicon, goal, spec.screen_sizes)

    def act(self, obs: Any, info: Mapping[str, Any]) -> Action:
        """Returns the next action.

        Raises:
            RuntimeError: `reset` wasn't called.
        """
        from crab_gym.integrations.checkpoints.generalist.network import choose

        if self._observer is None:
            raise RuntimeError("the policy doesn't know its goal yet: call reset() before act()")
        if self._did is not None:
            self._observer.did(self._did, bool(info.get("invalid_action")))
        view = self._observer.see({device: self._elements(device) for device in self._devices})
        (choice,) = choose(self._net, [view], self._lexicon, self._moves)
        self._did = self._moves.decode(choice, view)
        return self._did.action

    def usage(self) -> Usage:
        """Returns zeros: no model is asked."""
        return Usage()


class GeneralistMaker:
    """Makes the policy of a checkpoint that ``training/generalist.py`` has saved.

    Args:
        path: The checkpoint, or the folder with its ``checkpoint.zip``.

    Attributes:
        name: Its name in records.
        settings: Its hash and its network's measures, for the run's record.

    Raises:
        ValueError: There is no such checkpoint, or it has no arguments beside it.
    """

    def __init__(self, path: Path | str) -> None:
        saved = Saved(path)
        self.path, self.name = saved.path, saved.name
        told = {name: saved.values.get(name) for name in ("sees", *SIZES)}
        self.settings = {"sha256": saved.sha256, **told, "moves": len(saved.values.get("moves", ()))}

    @property
    def __name__(self) -> str:
        return self.name

    def check(self) -> None:
        """Checks that the library is there.

        Raises:
            ValueError: It is missing.
        """
        if find_spec("torch") is None:
            raise ValueError(f"playing a checkpoint needs torch; {install_hint('rl')}")

    def wrap(self, env: Env) -> Env:
        """Returns the environment: the policy sees its elements, on whatever devices it has."""
        return env

    def __call__(self, env: Env) -> GeneralistPolicy:
        """Returns the policy for an environment."""
        net, moves = load(self.path)
        return GeneralistPolicy(self.name, env, net, moves)
