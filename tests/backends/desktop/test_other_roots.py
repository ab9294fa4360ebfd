"""Boxes of ordinary users, and boxes on a real root file system."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import crab_gym
from crab_gym.backends.desktop.namespaces import USER_NAMESPACE
from crab_gym.backends.desktop.requirements import overlay_works
from crab_gym.backends.desktop.rootfs.build import build

pytestmark = pytest.mark.desktop

NOBODY = 65534
SOURCE = Path(crab_gym.__file__).parents[1]

VISIT = """
import json, sys, time
from pathlib import Path
from crab_gym.backends.desktop import DesktopBackend
from crab_gym.backends.desktop.cgroups import usable

backend = DesktopBackend("ubuntu", (800, 600), root=sys.argv[1], spare=False)
backend.reset(0)
state = backend.state
for name, args in (("search_app", {"name": "Terminal"}), ("press", {"key": "enter"}),
                   ("write_text", {"text": "pwd > part; id -un >> part; mv part place\\n"})):
    backend.execute(name, args)
    backend.settle()
for _ in range(300):  # a busy host takes its time
    if state.exists("/home/user/place"):
        break
    time.sleep(0.1)
attempts = "for d in / /usr /usr/bin /usr/local /usr/share/applications /etc /dev /run/agent /home /opt; do "
attempts += "echo x > $d/new && echo $d; done; mv /run/agent /run/other && echo moved; rm /bin && echo removed"
found = {
    "place": state.read_text("/home/user/place"),
    "app": state.foreground().app,
    "status": state.read_text("/proc/self/status"),
    "user": state.run(["id", "-u"]).stdout,
    "written": state.run(["sh", "-c", attempts]).stdout,
    "mounts": state.run(["cat", "/proc/self/mountinfo"]).stdout,
    "groups": usable(),
    "pid": backend._box.pid,
}
backend.reset(1)
found["again"] = state.read_text("/home/user/place")
found["second"] = backend._box.pid
backend.close()
print(json.dumps(found))
"""


def _visit(command: Sequence[str], environment: dict[str, str], root: str) -> dict[str, Any]:
    done = subprocess.run([*command, "-c", VISIT, root], env=environment, cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert (found["place"], found["app"], found["user"]) == ("/home/user\nuser\n", "terminal", "1000\n")
    assert found["again"] is None
    assert {"CapEff:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"} <= set(found["status"].splitlines())
    assert found["written"] == ""
    assert str(SOURCE) not in found["mounts"]
    assert not Path(f"/proc/{found['pid']}").exists() and not Path(f"/proc/{found['second']}").exists()
    return found


@pytest.fixture(scope="module")
def ordinary() -> tuple[list[str], dict[str, str]]:
    """Returns the command that runs Python with crab_gym as an ordinary user, and its environment."""
    drop = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all"]
    drop += ["sh", "-c", 'exec "$@"', "sh"]  # setpriv itself may still start what the user may not
    prefix = drop if os.geteuid() == 0 else []
    path = ":".join([sysconfig.get_paths()["purelib"], str(SOURCE), str(SOURCE / "tasks")])
    plain = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"}
    for python, more in ((sys.executable, {}), ("/usr/bin/python3", {"PYTHONPATH": path})):
        command, environment = [*prefix, python], {**plain, **more}
        test = [*command, "-c", "import crab_gym.backends.desktop, crab_tasks"]
        try:
            readable = subprocess.run(test, env=environment, cwd="/", capture_output=True).returncode == 0
        except OSError:
            readable = False
        if readable:
            break
    else:
        pytest.skip("no Python that an ordinary user may run has what crab_gym needs")
    if subprocess.run([*prefix, "unshare", *USER_NAMESPACE, "--mount", "true"], capture_output=True).returncode:
        pytest.skip("this host lets ordinary users make no namespaces")
    return command, environment


def test_an_ordinary_user_has_boxes_too(ordinary: tuple[list[str], dict[str, str]]) -> None:
    found = _visit(*ordinary, "host")
    assert found["groups"] == []


@pytest.fixture(scope="module")
def built() -> Iterator[str]:
    if not shutil.which("mmdebstrap") or not overlay_works():
        pytest.skip("mmdebstrap and overlay file systems are needed to build a root file system and to use it")
    # Everyone may look into it, as into one in its usual place. pytest's own folder isn't left so: whenever another run
    # of pytest begins, even within a test, it is closed again.
    place = Path(tempfile.mkdtemp(prefix="roots-"))
    place.chmod(0o755)
    yield str(build("light", place=place / "light", report=print).place)
    shutil.rmtree(place)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_boxes_on_a_root_file_system_that_was_built(built: str, ordinary: tuple[list[str], dict[str, str]]) -> None:
    tree = Path(built) / "root"
    before = sorted((path, os.lstat(path).st_mtime_ns) for path in map(str, tree.rglob("*")))
    for command, environment in (([sys.executable], dict(os.environ)), ordinary):
        found = _visit(command, environment, built)
        assert " overlay " in found["mounts"] and built not in found["mounts"]
    assert sorted((path, os.lstat(path).st_mtime_ns) for path in map(str, tree.rglob("*"))) == before
    build("light", place=Path(built), report=print)
    assert sorted((path, os.lstat(path).st_mtime_ns) for path in map(str, tree.rglob("*"))) == before
