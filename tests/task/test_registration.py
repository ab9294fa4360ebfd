from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.task import read_index
from crab_gym.task.registration import CUSTOM, ENTRY_POINT, NAMESPACE, OMNI, register_tasks

HEAVY = ("PIL", "networkx", "rich", "typer", "pydantic", "crab_tasks.android", "crab_tasks.ubuntu", "crab_tasks.cross",
         "crab_tasks.kits", "crab_sim.draw", "crab_sim.machine", "crab_sim.phone", "crab_sim.desktop", "crab_sim.web",
         "crab_gym.envs.crab_env", "torch", "Xlib")  # fmt: skip
MAKE = "env = gym.make('Crab-v0/android.add_contact', screens=False); env.reset(seed=0); env.close()"


def loaded(code: str) -> set[str]:
    """Returns the modules that a fresh process has loaded after running some code."""
    script = f"import sys\n{code}\nimport json; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(run.stdout))


def test_every_task_of_the_index_is_registered() -> None:
    ids = {name for name in gym.registry if name.startswith(f"{NAMESPACE}/")}
    assert ids - {CUSTOM, OMNI} == {f"{NAMESPACE}/{name}" for name in read_index()}
    for name in ids - {CUSTOM, OMNI}:
        spec = gym.spec(name)
        assert spec.entry_point == ENTRY_POINT
        info = read_index()[name.removeprefix(f"{NAMESPACE}/")]
        assert spec.max_episode_steps == info.step_limit
        assert spec.nondeterministic is not info.simulated
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
    assert crab_gym.__version__ == "0.2.0"


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
        "networkx", "rich", "typer", "crab_sim.draw.raster", "crab_sim.draw.painters",
        "crab_sim.draw.pictures", "crab_gym.backends.desktop", "crab_tasks.android.tidy_tasks",
        "crab_tasks.ubuntu.text.write_note",
    }  # fmt: skip


@pytest.mark.parametrize(
    "imports",
    [
        "import crab_gym\nimport gymnasium as gym",
        "import gymnasium as gym\nimport crab_gym",
        "import crab_gym.envs.crab_env\nimport gymnasium as gym",
        "import crab_gym.policies\nfrom gymnasium.wrappers import TimeLimit\nimport gymnasium as gym",
        "import crab_gym, importlib.util\nimportlib.util.find_spec('gymnasium')\nimport gymnasium as gym",
        "import crab_gym\nimport importlib.resources\nimport gymnasium as gym\n"
        "assert importlib.resources.files('gymnasium').joinpath('py.typed').is_file()",
    ],
)
def test_tasks_are_registered_in_any_order_of_imports(imports: str) -> None:
    code = f"{imports}\nimport sys\nassert len([n for n in gym.registry if n.startswith('Crab-v0/')]) > 50\n{MAKE}\n"
    modules = loaded(f"{code}assert not any('registration' in type(finder).__module__ for finder in sys.meta_path)")
    assert "crab_tasks.android.add_contact" in modules


def test_a_namespaced_id_imports_the_package() -> None:
    modules = loaded(f"import gymnasium as gym\n{MAKE.replace('Crab-v0', 'crab_gym:Crab-v0')}")
    assert "crab_tasks.android.add_contact" in modules


def test_spawned_workers_know_the_tasks(tmp_path: Path) -> None:
    script = tmp_path / "spawned.py"
    script.write_text(
        "import gymnasium as gym\n"
        "def make():\n"
        "    return gym.make('crab_gym:Crab-v0/android.add_contact', screens=False)\n"
        "if __name__ == '__main__':\n"
        "    import crab_gym\n"
        "    envs = gym.vector.AsyncVectorEnv([make, make], context='spawn')\n"
        "    envs.reset(seed=0)\n"
        "    envs.close()\n"
    )
    subprocess.run([sys.executable, str(script)], check=True)


def test_gymnasium_that_failed_to_import_is_waited_for_again(tmp_path: Path) -> None:
    broken = tmp_path / "gymnasium"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise RuntimeError('broken')\n")
    code = (
        "import crab_gym\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "try:\n    import gymnasium\nexcept RuntimeError:\n    sys.path.pop(0)\n"
        f"import importlib; importlib.invalidate_caches()\nimport gymnasium as gym\n{MAKE}"
    )
    assert "crab_tasks.android.add_contact" in loaded(code)


@pytest.mark.parametrize("module", ["crab_gym", "crab_sim", "crab_sim.phone", "crab_sim.desktop"])
def test_the_simulator_is_imported_without_gymnasium(module: str) -> None:
    assert "gymnasium" not in loaded(f"import {module}")
