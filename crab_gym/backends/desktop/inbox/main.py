"""Process 1 of the box: builds the root, gives up its rights, starts the desktop, then answers requests.

Everything dies with it: it leaves when the host hangs up, and the kernel ends a namespace whose process 1 is gone.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys
import threading
from typing import NoReturn

# All imports happen while the host's files are in sight: afterwards the folder of this package is out of reach.
from . import mounts, session, skeleton
from .screen import Screen
from .service import Service, send


def main() -> None:
    """Runs the box; the only argument is JSON: ``{"fd": socket, "width": pixels, "height": pixels}``."""
    config = json.loads(sys.argv[1])
    os.set_inheritable(config["fd"], False)
    connection = socket.socket(fileno=config["fd"])
    # This is still the host's /proc: its "self" is the number of this process there, by which the host can end it.
    host_pid = int(os.readlink("/proc/self"))
    try:
        mounts.set_up_host()
        mounts.enter_root(skeleton.files())
        mounts.drop_privileges()
    except OSError as problem:
        _fail(connection, f"the box could not be set up: {problem}")
    # Process 1 ignores what it has no handler for; Python has one for this signal, and children inherit "ignore".
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_leave_with_host, args=(connection,), daemon=True).start()
    os.chdir(mounts.HOME)
    for folder in skeleton.FOLDERS:
        os.mkdir(folder)
    desktop = session.Session(config["width"], config["height"])
    try:
        desktop.start()
        screen = Screen()
        screen.prepare(skeleton.BACKGROUND)
        desktop.start_window_manager()
        if not screen.wait_for_window_manager(session.START_SECONDS):
            raise session.ServiceDied("openbox did not come up")
        desktop.check()
    except Exception as problem:  # whatever it was, the host shows it with what the services printed
        _fail(connection, f"the desktop did not start: {type(problem).__name__}: {problem}\n{desktop.diagnosis()}")
    framebuffer = os.open(session.FRAMEBUFFER, os.O_RDONLY)
    # Without a name it is out of the way; programs still find it among the X server's descriptors.
    os.remove(session.FRAMEBUFFER)
    os.rmdir(os.path.dirname(session.FRAMEBUFFER))
    send(connection, {"ok": {"pid": host_pid}})
    socket.send_fds(connection, [b"F"], [framebuffer])
    os.close(framebuffer)
    Service(connection, desktop, screen).serve()


def _fail(connection: socket.socket, message: str) -> NoReturn:
    send(connection, {"error": "device", "message": message})
    sys.exit(1)


def _leave_with_host(connection: socket.socket) -> NoReturn:
    poll = select.poll()
    poll.register(connection.fileno(), 0)  # hanging up is reported without being asked for
    while not poll.poll():
        pass
    os._exit(0)
