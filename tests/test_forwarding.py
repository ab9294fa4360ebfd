"""Import paths of the last release."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from crab_gym.agents.models import ScriptedModel
from crab_gym.agents.observation import Observation
from crab_gym.agents.single import Single
from crab_gym.forwarding import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_an_old_path_gives_the_same_module_and_warns(old: str) -> None:
    for name in [name for name in sys.modules if name == old or name.startswith(f"{old}.")]:
        del sys.modules[name]
    with pytest.warns(DeprecationWarning, match=f"{old} has moved; import {MOVED[old]}"):
        assert importlib.import_module(old) is importlib.import_module(MOVED[old])


def test_what_documents_showed_is_imported_once() -> None:
    program = (
        "from crab_gym.sim.phone import Phone\n"
        "from crab_gym.sim.phone.android import Device\n"
        "from crab_gym.sim.adbd.hosting import PhoneServer\n"
        "from crab_gym.documents import cells\n"
        "from crab_gym.devices.footprints import may_add\n"
        "import crab_sim.devices.footprints as new, crab_sim.phone.android as android\n"
        "import crab_gym.devices.footprints as old\n"
        "assert (may_add, Device, old.__spec__.name) == (new.may_add, android.Device, 'crab_sim.devices.footprints')\n"
    )
    ended = subprocess.run([sys.executable, "-W", "always", "-c", program], capture_output=True, text=True, check=True)
    assert ended.stderr.count("DeprecationWarning: crab_gym.documents has moved") == 1


def test_names_that_have_changed_work_for_a_release() -> None:
    formats = importlib.import_module("crab_gym.agents.formats")
    with pytest.warns(DeprecationWarning, match="Said is now called ModelOutput"):
        assert formats.Said is formats.ModelOutput
    with pytest.raises(AttributeError, match="has no 'Nothing'"):
        _ = formats.Nothing
    agent, observation = Single(ScriptedModel([])), Observation(step=0, left=5, refused="", views={})
    with pytest.warns(DeprecationWarning, match="shown is now called message_parts"):
        assert agent.shown(observation) == agent.message_parts(observation)


def test_other_names_are_unknown_as_ever() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"crab_gym\.nothing"):
        importlib.import_module("crab_gym.nothing")
    sys.modules.pop("crab_gym.documents", None)
    with (
        pytest.warns(DeprecationWarning, match=r"crab_gym\.documents has moved"),
        pytest.raises(ModuleNotFoundError, match=r"crab_gym\.documents\.nothing"),
    ):
        importlib.import_module("crab_gym.documents.nothing")


def test_what_the_tutorial_imported_from_the_kit_of_tasks_has_moved_with_a_warning() -> None:
    from crab_tasks.kits.android import tasks
    from crab_tasks.kits.android.tasks.state import todos_are

    with pytest.warns(DeprecationWarning, match=r"todos_are has moved; import it from .*\.tasks\.state"):
        assert tasks.todos_are is todos_are
    with pytest.raises(AttributeError, match="nothing"):
        tasks.nothing  # noqa: B018
