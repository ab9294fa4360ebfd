"""The example of an app from outside, installed as a package: on the devices, in a task, in records of versions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crab_sim.desktop import Desktop
from crab_sim.phone import Phone
from tests.distributions import ROOT, declare, install, python

EXAMPLE = ROOT / "docs" / "examples" / "crab_counter"
DEVICES = """
import json
from crab_counter.phone import DATABASE, KEPT  # before anything of crab-gym
from crab_sim.desktop import Desktop
from crab_sim.draw.raster import draw
from crab_sim.phone import Phone
from crab_sim.phone.android import Device

def tap(phone, text):
    node = [node for node in phone.scene.nodes if node.text == text][-1]
    left, top, right, bottom = node.bounds
    phone.execute("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2})

said = {}
phone = Phone()
phone.boot(3)
said["ours"] = [str(phone.value(name)) for name in ("contacts", "notes", "expenses")]
said["files"] = [str(one) for one in phone.files.items() if "org.example" not in one[0]]
said["last"] = list(phone.apps)[-1]
phone.execute("swipe", {"x": 180, "y": 500, "direction": "down", "distance": "long"})
phone.execute("write_text", {"text": "count"})
said["drawer"] = [node.text for node in phone.scene.nodes if node.role == "icon" and node.text]
phone.execute("press", {"key": "enter"})
said["front"] = phone.front.app
said["seeded"] = phone.get(KEPT)
for text in ("+1", "+1", "−1", "+1", "Keep", "+1"):
    tap(phone, text)
twin, snapshot = phone.fork(), phone.snapshot()
said["equal"] = phone.fingerprint() == twin.fingerprint()
tap(phone, "Keep")
said["kept"], said["twin"] = phone.get(KEPT), twin.get(KEPT)
said["different"] = phone.fingerprint() != twin.fingerprint()
phone.restore(snapshot)
said["restored"] = phone.fingerprint() == twin.fingerprint()
device = Device(phone)
query = f"sqlite3 {DATABASE.path} 'select number from kept'"
said["rows"] = device.run(query).stdout.decode().split()
said["packages"] = device.run("pm list packages org.example").stdout.decode()
said["version"] = device.run("dumpsys package org.example.counter | grep versionName").stdout.decode().strip()
device.run("am force-stop org.example.counter; pm clear org.example.counter")
said["cleared"] = phone.get(KEPT)

desktop = Desktop()
desktop.boot(3)
said["ours"] += [str(desktop.value(name)) for name in ("todos", "events")]
said["last_on_desktop"] = list(desktop.apps)[-1]
desktop.execute("search_app", {"name": "tally"})
desktop.execute("press", {"key": "enter"})
left, top, *_ = [node for node in desktop.scene.nodes if node.text == "+1"][-1].bounds
before = desktop.value("counter.count")
desktop.execute("click", {"x": left + 5, "y": top + 5})
said["more"] = desktop.value("counter.count") - before
said["drawn"] = draw(desktop.display_list(), 1280, 720).shape
print(json.dumps(said))
"""
TASK = """
import json
from crab_counter.phone import DATABASE
from crab_gym.envs import verbs
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.certify import other_versions, versions
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode

said = {}
env = CrabEnv("crab_counter.tasks:TASK", screens=False)
record = run_episode(env, OraclePolicy(env), seed=1)
said["success"], said["version"] = record.success, record.versions["crab-counter"]
env.reset(seed=1)
phone = env.backends["android"]
said["facts"] = [row for row in phone.state.facts()["state"].rows.values() if row["slice"] == "counter.kept"]
snapshot = env.snapshot()
phone.state.set_table(DATABASE.path, "kept", [{"number": env.params.number}, {"number": 1}])
*_, info = env.step({"device": "root", "name": "complete", "args": {}})
said["cheated"] = info["is_success"], info["side_effects"]["litter"]
env.restore(snapshot)
said["again"] = len(phone.state.table(DATABASE.path, "kept"))
said["apps"] = verbs.APP_NAMES["android"][-1]
said["certified"] = versions()["crab-counter"]
said["compared"] = other_versions({**versions(), "crab-counter": "0.9"})
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages with the example."""
    folder = tmp_path_factory.mktemp("packages")
    install(EXAMPLE, folder)
    return folder


def said_by(target: Path, program: str) -> dict[str, Any]:
    done = python(target, "-c", program)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


@pytest.fixture(scope="module")
def devices(target: Path) -> dict[str, Any]:
    """What a program says that uses the app on both devices."""
    return said_by(target, DEVICES)


def test_the_app_is_on_both_devices(devices: dict[str, Any]) -> None:
    assert devices["last"] == devices["last_on_desktop"] == devices["front"] == "counter"
    assert devices["drawer"] == ["Counter"]
    assert devices["more"] == 1 and devices["drawn"] == [720, 1280, 3]


def test_its_state_is_in_snapshots_and_fingerprints(devices: dict[str, Any]) -> None:
    assert devices["kept"] == [*devices["twin"], 1] == [*devices["seeded"], 2, 1]
    assert devices["equal"] and devices["different"] and devices["restored"]


def test_android_knows_its_package_and_its_database(devices: dict[str, Any]) -> None:
    assert devices["rows"] == [str(number) for number in devices["twin"]]
    assert devices["packages"] == "package:org.example.counter\n" and devices["version"] == "versionName=1.0"
    assert devices["cleared"] == []


def test_what_a_seed_gives_our_apps_is_as_without_it(devices: dict[str, Any]) -> None:
    phone, desktop = Phone(), Desktop()
    phone.boot(3)
    desktop.boot(3)
    ours = [str(phone.value(name)) for name in ("contacts", "notes", "expenses")]
    assert devices["ours"] == ours + [str(desktop.value(name)) for name in ("todos", "events")]
    assert devices["files"] == [str(one) for one in phone.files.items()]


def test_its_task_is_played_and_cheats_are_seen(target: Path) -> None:
    said = said_by(target, TASK)
    assert said["success"] and said["facts"] == [] and said["again"] == 0
    assert said["cheated"] == [False, 1]
    assert said["version"] == said["certified"] == "1.0" and said["apps"] == "Counter"
    assert said["compared"] == ["crab-counter: 0.9 there, 1.0 here"]


@pytest.mark.slow
def test_its_task_passes_verify(target: Path) -> None:
    done = python(target, "-m", "crab_gym", "verify", "crab_counter.tasks:TASK")
    assert done.returncode == 0 and "\n1 task on sim: 0 checks failed\n" in done.stdout, done.stdout + done.stderr


def test_the_doctor_names_it(target: Path) -> None:
    done = python(target, "-m", "crab_gym", "doctor")
    assert "apps from outside: Counter on android (crab-counter 1.0)" in " ".join(done.stdout.split()), done.stderr


def test_one_that_does_not_fit_is_refused_in_a_line(target: Path, tmp_path: Path) -> None:
    source = EXAMPLE / "crab_counter"
    module = (source / "phone.py").read_text(encoding="utf-8").replace("/data/data/{PACKAGE}", "/data/data/org.tasks")
    (tmp_path / "crab_counter").mkdir()
    (tmp_path / "crab_counter" / "phone.py").write_text(module, encoding="utf-8")
    (tmp_path / "crab_counter" / "__init__.py").write_text((source / "__init__.py").read_text("utf-8"), "utf-8")
    declare(tmp_path, "crab-counter", {"crab_sim.apps": {"counter": "crab_counter:APPS"}})
    done = python(tmp_path, "-m", "crab_gym", "rollout", "learn.open_app", "--policy", "oracle")
    assert done.returncode == 2 and done.stderr == (
        "crab-gym: the app 'counter' from crab-counter 1.0 has the database "
        "'/data/data/org.tasks/databases/counter.db'; expected one in /data/data/org.example.counter/databases/\n"
    )


def test_what_apps_are_made_of_imports_no_apps(tmp_path: Path) -> None:
    """An app's module may be imported before the device that has the app, and then imports these."""
    rooms = ("phone/widgets", "desktop/chrome")
    paths = [path for room in rooms for path in (ROOT / "simulator" / "crab_sim" / room).glob("[!_]*.py")]
    made_of = ["crab_sim.phone.app", "crab_sim.phone.system.blocked", "crab_sim.desktop.widgets"]
    made_of += [f"crab_sim.{path.parent.parent.name}.{path.parent.name}.{path.stem}" for path in paths]
    program = f"import sys, {', '.join(made_of)}; print([name for name in sys.modules if name.endswith('.apps')])"
    done = python(tmp_path, "-c", program)
    assert done.stdout == "[]\n", done.stdout + done.stderr
