"""The first stage of a box, on the caller's Python: builds its root, enters it and gives up all rights.

It ends by becoming the second stage, `inbox.main` on the box's own Python, which finds this package in
`places.AGENT_DIR`. From there on nothing of the host is in sight, and no descriptor but the connection leads there;
that of the bundled sites is memory that cannot be written.
"""

from __future__ import annotations

import json
import os
import socket
import sys

from . import mounts, skeleton, web
from .places import AGENT_DIR
from .wire import fail, send

_PYTHON = "/usr/bin/python3"
_MAIN = f"import sys; sys.path.insert(0, {AGENT_DIR!r}); from inbox.main import main; main()"


def main() -> None:
    """Boots the box; the only argument is JSON.

    ``{"fd": socket, "root": folder or "", "carry": {name: folder}, "web": the sites' bundle, "hosts": [site],
    "cgroups": [folder], "limits": {name: number}, "session": what the second stage gets}``. The first answer is
    ``{"ok": {"pid": number}}`` with a descriptor of the folder that holds what the box writes.
    """
    config = json.loads(sys.argv[1])
    connection = socket.socket(fileno=config["fd"])
    os.setsid()
    # This is still the host's /proc: its "self" is the number of this process there, by which the host can end it.
    host_pid = int(os.readlink("/proc/self"))
    try:
        mounts.set_up_host(config["cgroups"])
        carried = {
            f"{name}/{path}": entry for name, top in config["carry"].items() for path, entry in _read(top).items()
        }
        files = {
            **skeleton.files(config["session"]["profile"], config["root"]),
            "/etc/hosts": web.hosts_file(config["hosts"]),
        }
        written = mounts.enter_root(config["root"], files, carried)
        listener = web.listen()
        mounts.drop_privileges(config["limits"])
        send(connection, {"ok": {"pid": host_pid}})
        socket.send_fds(connection, [b"W"], [written])
        os.close(written)
        # These were the host's; the errors' end stays as it is until the second stage is up.
        null = os.open("/dev/null", os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        os.close(null)
        session = json.dumps({**config["session"], "fd": config["fd"], "listener": listener, "web": config["web"]})
        for descriptor in (config["fd"], config["web"]):
            os.set_inheritable(descriptor, True)
        os.execve(_PYTHON, ["python3", "-I", "-c", _MAIN, session], {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})
    except OSError as problem:
        fail(connection, f"the box could not be set up: {problem}")


def _read(top: str) -> dict[str, tuple[bytes, float]]:
    """Returns content and time of change of the files below a folder, by path; links are left out."""
    found = {}
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, top)] = (file.read(), os.stat(path).st_mtime)
    return found
