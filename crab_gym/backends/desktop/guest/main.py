"""Process 1 of the box, on the box's own Python: starts the desktop, then answers requests.

Everything ends with it: it exits when the host hangs up, and the kernel ends a namespace whose process 1 is gone.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import select
import signal
import socket
import sys
import threading
import time
from typing import NoReturn

from . import clock, session, skeleton, web
from .paths import CONNECTION, HOME, LISTENER, SCREEN, SITES
from .servers.mail import Letters
from .wire import fail, send

_PR_SET_DUMPABLE = 4

# By default Firefox runs its parts in namespaces of their own, which CRIU doesn't save.
_WITHOUT_NAMESPACES = {"MOZ_ASSUME_USER_NS": "0"}

# Without holding keys down, Alt+F4 crashed Xvfb once in thirty times, in its bookkeeping of the keyboard focus: GNOME
# Shell holds keys back until it has seen them, and by then the window may be gone.
_HOLD_SECONDS = {"gnome": 0.02}


def main() -> None:
    """Runs the box; the only argument is JSON.

    ``{"width": pixels, "height": pixels, "profile": name, "snapshots": "replay" or "criu"}`` and more.
    """
    # The desktop's programs run as the same user: they must neither trace this process nor open its descriptors.
    if ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError("the agent can't be made undumpable")
    config = json.loads(sys.argv[1])
    for descriptor in (CONNECTION, SITES, LISTENER):
        os.set_inheritable(descriptor, False)
    connection = socket.socket(fileno=CONNECTION)
    # Process 1 ignores signals without a handler, and children would inherit that for SIGINT, which Python handles.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_leave_with_host, args=(connection,), daemon=True).start()
    # Imported meanwhile: it takes as long as the X server takes to start, and isn't needed before.
    slow = threading.Thread(target=importlib.import_module, args=("guest.service",))
    slow.start()
    sites, letters = web.Web(LISTENER, SITES), Letters()
    os.chdir(HOME)
    for folder in skeleton.FOLDERS:
        os.mkdir(folder)
    for link, target in skeleton.LINKS.items():
        os.makedirs(os.path.dirname(link), exist_ok=True)
        os.symlink(target, link)
    session.ENVIRONMENT.update(clock.environment(time.time()))
    if config["snapshots"] == "criu":
        session.ENVIRONMENT.update(_WITHOUT_NAMESPACES)
    desktop = session.Session(config["width"], config["height"], config["profile"])
    try:
        desktop.start()
        slow.join()
        from .service import Service
        from .x11 import XScreen

        screen = XScreen(_HOLD_SECONDS.get(config["profile"], 0.0))
        screen.prepare(skeleton.BACKGROUND)
        desktop.start_shell(screen)
        desktop.check()
    except Exception as problem:  # the host shows any error, together with the output of the services
        fail(connection, f"the desktop did not start: {type(problem).__name__}: {problem}\n{desktop.diagnosis()}")
    framebuffer = os.open(session.FRAMEBUFFER, os.O_RDONLY)
    # Nothing in the box needs its name; programs can still find it among the X server's descriptors.
    os.remove(session.FRAMEBUFFER)
    os.rmdir(os.path.dirname(session.FRAMEBUFFER))
    send(connection, {"ok": {}})
    socket.send_fds(connection, [b"F"], [framebuffer])
    # Kept for the host of a box that is restored from an image.
    os.dup2(framebuffer, SCREEN, inheritable=False)
    os.close(framebuffer)
    os.dup2(1, 2)  # the last descriptor that led to the host, beside the connection
    Service(connection, desktop, screen, sites, letters).serve()


def _leave_with_host(connection: socket.socket) -> NoReturn:
    poll = select.poll()
    poll.register(connection.fileno(), 0)  # hanging up is reported without being asked for
    while not poll.poll():
        pass
    os._exit(0)
