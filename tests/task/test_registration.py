from __future__ import annotations

import json
import pickle
import subprocess
import sys

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.task import read_index
from crab_gym.task.registration import ENTRY_POINT, NAMESPACE, register_tasks

HEAVY = ("PIL", "networkx", "rich", "typer", "pydantic", "crab_tasks.android", "crab_tasks.ubuntu", "crab_tasks.cross",
         "crab_tasks.evaluators", "crab_gym.sim", "crab_gym.envs.crab_env", "torch", "Xlib")  # fmt: skip


def loaded(code: str) -> set[str]:
    """Returns the modules that a fresh process has loaded after running some code."""
    script = f"import sys\n{code}\nimport json; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(run.stdout))


def test_every_task_of_the_index_is_registered() -> None:
    ids = {name for name in gym.registry if name.startswith(f"{NAMESPACE}/")}
    assert ids == {f"{NAMESPACE}/{name}" for name in read_index()}
    for name in ids:
        spec = gym.spec(name)
        assert spec.entry_point == ENTRY_POINT
        assert spec.max_episode_steps is None
        assert spec.nondeterministic is not read_index()[name.removeprefix(f"{NAMESPACE}/")].simulated
        assert gym.envs.registration.EnvSpec.from_json(spec.to_json()) == spec
        assert pickle.loads(pickle.dumps(spec)) == spec


def test_registering_twice_changes_nothing() -> None:
    before = dict(gym.registry)
    register_tasks()
    assert gym.registry == before


def test_unknown_ids_get_a_suggestion() -> None:
    with pytest.raises(gym.error.NameNotFound, match="add_contact"):
        gym.make("Crab-v0/android.add_contacts")


def test_importing_the_package_loads_nothing_heavy() -> None:
    modules = loaded("import crab_gym")
    found = [name for name in modules if any(name == heavy or name.startswith(heavy + ".") for heavy in HEAVY)]
    assert found == []
    assert crab_gym.__version__ == "0.1.0"


def test_an_environment_loads_only_its_own_task_and_no_drawing() -> None:
    code = (
        "import gymnasium as gym, crab_gym\n"
        "env = gym.make('Crab-v0/android.add_contact', screens=False)\n"
        "env.reset(seed=0)\n"
        "tap = {'device': 'android', 'name': 'tap', 'args': {'x': 180, 'y': 400}}\n"
        "for name in ('Contacts', 'Messages', 'Tasks', 'Settings'):\n"
        "    env.step({'device': 'android', 'name': 'open_app', 'args': {'name': name}})\n"
        "    env.step(tap)\n"
        "env.unwrapped.elements('android'); env.unwrapped.fingerprint(); env.close()"
    )
    modules = loaded(code)
    assert "crab_tasks.android.add_contact" in modules
    assert not modules & {
        "networkx", "rich", "typer", "crab_gym.sim.draw.raster", "crab_gym.sim.draw.painters",
        "crab_gym.sim.draw.pictures", "crab_gym.backends.desktop", "crab_tasks.android.tidy_tasks",
        "crab_tasks.ubuntu.write_note",
    }  # fmt: skip
