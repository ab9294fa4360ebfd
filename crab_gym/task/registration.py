"""Registers the tasks of the index with Gymnasium, without importing any of them.

* `register_with_gymnasium` - registers them now, or as soon as Gymnasium is imported; ``import crab_gym`` calls it.
* `register_tasks` - registers them now.
* `own_wrappers` - what `gymnasium.make` applies to each.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

from crab_gym.task.index import read_index

if TYPE_CHECKING:
    from gymnasium.envs.registration import WrapperSpec

__all__ = ["ENTRY_POINT", "NAMESPACE", "own_wrappers", "register_tasks", "register_with_gymnasium"]

NAMESPACE = "Crab-v0"
CUSTOM = f"{NAMESPACE}/custom"
"""Plays a composed task that is given as JSON."""
OMNI = f"{NAMESPACE}/omni"
"""Draws a task of the list of synthesised ones at each reset."""
ENTRY_POINT = "crab_gym.envs.crab_env:CrabEnv"


def own_wrappers() -> tuple[WrapperSpec, ...]:
    """Returns what `gymnasium.make` applies to every environment: it makes the step limit the environment's own."""
    from gymnasium.envs.registration import WrapperSpec

    return (WrapperSpec(name="own_limit", entry_point="crab_gym.envs.limits:own_limit", kwargs={}),)


def register_tasks() -> None:
    """Registers ``Crab-v0/<task>`` for every task of the index that isn't registered yet, ``custom`` and ``omni``."""
    import gymnasium as gym

    for name, info in read_index().items():
        env_id = f"{NAMESPACE}/{name}"
        if env_id not in gym.registry:
            gym.register(
                env_id,
                entry_point=ENTRY_POINT,
                kwargs={"task": name},
                nondeterministic=not info.simulated,
                additional_wrappers=own_wrappers(),
            )
    if CUSTOM not in gym.registry:
        gym.register(
            CUSTOM, entry_point=ENTRY_POINT, additional_wrappers=own_wrappers()
        )  # with task=, the JSON of a composed task
    if OMNI not in gym.registry:
        gym.register(OMNI, entry_point="crab_gym.envs.omni_env:OmniEnv", additional_wrappers=own_wrappers())


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

    To be found isn't to be imported (``importlib.util.find_spec`` only asks whether there is such a package), so the
    finder stays until Gymnasium has run without an error. It has no base class: importing `importlib.abc` would take a
    third of the time of importing this package.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns Gymnasium's spec as the other finders give it, with a loader that registers the tasks at the end."""
        if fullname != "gymnasium":
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        spec = next((found for finder in others if (found := finder.find_spec(fullname, path, target))), None)
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
