"""Registers the tasks of the index with Gymnasium, without importing any of them.

* `register_with_gymnasium` - registers them now, or as soon as Gymnasium is imported; ``import crab_gym`` calls it.
* `register_tasks` - registers them now.
* `PLAIN`, `PLAIN_REWARD`, `plain_id` - the namespaces for libraries that take an id alone, their reward, a task's id.
* `own_wrappers` - what `gymnasium.make` applies to each.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from crab_gym.task.index import read_index

if TYPE_CHECKING:
    from gymnasium.envs.registration import WrapperSpec

__all__ = [
    "CUSTOM", "ENTRY_POINT", "NAMESPACE", "PLAIN", "PLAIN_REWARD", "own_wrappers", "plain_id", "register_tasks",
    "register_with_gymnasium",
]  # fmt: skip

NAMESPACE = "Crab-v0"
CUSTOM = f"{NAMESPACE}/custom"
"""Plays a composed task that is given as JSON."""
OMNI = f"{NAMESPACE}/omni"
"""Draws a task of the list of synthesised ones at each reset."""
ENTRY_POINT = "crab_gym.envs.crab_env:CrabEnv"


PLAIN: Mapping[str, tuple[bool, tuple[tuple[str, str, Mapping[str, Any]], ...]]] = {
    "Crab-elements-v0": (
        False,
        (
            ("DiscreteElements", "crab_gym.wrappers:DiscreteElements", {"mask_in_info": True, "wrap_around": True}),
            ("Features", "crab_gym.wrappers:Features", {"flat": True}),
            ("FlatObservation", "crab_gym.wrappers:FlatObservation", {}),
        ),
    ),
    "Crab-pixels-v0": (True, (("PixelPointer", "crab_gym.wrappers:PixelPointer", {}),)),
}
"""Namespaces for libraries that take nothing but an id: whether screens are drawn, and the wrappers.

Each wrapper has its name, its place and its arguments. The tasks' names have underscores in them instead of dots.
"""

PLAIN_REWARD: Mapping[str, float] = {"progress": 0.5, "success": 0.5}
"""The weights of the reward in these namespaces: an episode's return is 1 if and only if it is a success.

The scripts that take an id alone know nothing but returns. For progress alone, a way to the last checkpoint that does
harm would be as good to them as any other.
"""


def own_wrappers() -> tuple[WrapperSpec, ...]:
    """Returns what `gymnasium.make` applies to every environment: it makes the step limit the environment's own."""
    from gymnasium.envs.registration import WrapperSpec

    return (WrapperSpec(name="own_limit", entry_point="crab_gym.envs.limits:own_limit", kwargs={}),)


def plain_id(namespace: str, task: str) -> str:
    """Returns the id of a task in one of the namespaces of `PLAIN`.

    >>> plain_id("Crab-elements-v0", "learn.open_panel")
    'Crab-elements-v0/learn_open_panel'
    """
    return f"{namespace}/{task.replace('.', '_')}"


def register_tasks() -> None:
    """Registers ``Crab-v0/<task>`` for every task of the index that isn't registered yet, ``custom`` and ``omni``.

    And each task once more in the namespaces of `PLAIN`.
    """
    import gymnasium as gym
    from gymnasium.envs.registration import EnvSpec, WrapperSpec

    own, known = own_wrappers(), gym.registry
    plain = {
        namespace: (screens, (*own, *(WrapperSpec(name, place, dict(kwargs)) for name, place, kwargs in wrappers)))
        for namespace, (screens, wrappers) in PLAIN.items()
    }

    def add(env_id: str, entry_point: str, wrappers: tuple[WrapperSpec, ...], **more: Any) -> None:
        # gymnasium.register would look for other versions of each id, which takes five times as long.
        if env_id not in known:
            known[env_id] = EnvSpec(env_id, entry_point=entry_point, additional_wrappers=wrappers, **more)

    for name, info in read_index().items():
        facts = {"nondeterministic": not info.simulated, "max_episode_steps": info.step_limit}
        add(f"{NAMESPACE}/{name}", ENTRY_POINT, own, kwargs={"task": name}, **facts)
        for namespace, (screens, wrappers) in plain.items():
            kwargs = {"task": name, "screens": screens, "reward_weights": dict(PLAIN_REWARD)}
            add(plain_id(namespace, name), ENTRY_POINT, wrappers, kwargs=kwargs, **facts)
    add(CUSTOM, ENTRY_POINT, own)  # with task=, the JSON of a composed task
    add(OMNI, "crab_gym.envs.omni_env:OmniEnv", own)


def register_with_gymnasium() -> None:
    """Registers the tasks at once if Gymnasium has been imported, else right after it is imported.

    Importing any module of crab_gym imports the package first. Parts that know nothing of Gymnasium, such as the
    simulator, must not pay for it then.
    """
    if "gymnasium" in sys.modules:
        register_tasks()
    elif not any(isinstance(finder, _PostImport) for finder in sys.meta_path):
        sys.meta_path.insert(0, _PostImport())


class _PostImport:
    """Waits for the import of Gymnasium: the other finders find it, and once it has run, the tasks are registered.

    Finding a module doesn't mean importing it (``importlib.util.find_spec`` only asks whether there is such a package),
    so the finder stays until Gymnasium has run without an error. It has no base class: importing `importlib.abc` would
    take a third of the time of importing this package.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns Gymnasium's spec as the other finders give it, with a loader that registers the tasks at the end."""
        if fullname != "gymnasium":
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        spec = next((candidate for finder in others if (candidate := finder.find_spec(fullname, path, target))), None)
        if spec is not None and spec.loader is not None:
            self._wrap(spec)
        return spec

    def _wrap(self, spec: ModuleSpec) -> None:
        """Lets the spec's own loader register the tasks after it has run the module.

        A loader of another class in its place would lack methods that are called later, such as those for resources.
        """
        loader = spec.loader
        assert loader is not None
        execute = loader.exec_module

        def execute_and_register(module: ModuleType) -> None:
            execute(module)
            del loader.exec_module  # the class's own again
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            register_tasks()

        loader.exec_module = execute_and_register  # type: ignore[method-assign]
