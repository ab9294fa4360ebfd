"""The server of OpenEnv's protocol, over HTTP and WebSockets.

* `make_app` - its application.
* `serve` - runs it on a socket.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import uvicorn
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.mcp_types import CallToolAction
from openenv.core.env_server.types import ConcurrencyConfig

from crab_gym.backends.remote.handshake import is_loopback
from crab_gym.integrations.episodes import View
from crab_gym.integrations.guard import App, Guard
from crab_gym.integrations.openenv.environment import CrabEnvironment
from crab_gym.integrations.openenv.models import CrabObservation, CrabState
from crab_gym.integrations.openenv.tasks import TaskList

__all__ = ["NAME", "make_app", "serve"]

NAME: Final = "crab_gym"
"""The environment's name in addresses of tasks."""
_MAX_MESSAGE: Final = 1 << 20  # bytes of a client's message


def make_app(
    tasks: TaskList,
    view: View = "both",
    sessions: int = 64,
    idle: float | None = 3600.0,
    env: Mapping[str, Any] | None = None,
) -> App:
    """Returns the application.

    Args:
        tasks: The tasks that can be chosen.
        view: What is shown of the devices.
        sessions: Most sessions at once.
        idle: Seconds without a request that end a session; None for no limit.
        env: Arguments of `CrabEnv`.
    """
    factory = partial(CrabEnvironment, tasks, view, env)
    app: App = create_fastapi_app(
        factory,
        CallToolAction,
        CrabObservation,
        concurrency_config=ConcurrencyConfig(max_concurrent_envs=sessions, session_timeout=idle),
        env_name=NAME,
        state_cls=CrabState,
        mode="simulation",
    )
    return app


def serve(app: App, listener: socket.socket, token: str = "") -> None:
    """Serves an application until the program is interrupted.

    Args:
        app: The application.
        listener: A socket of `crab_gym.integrations.guard.listen`.
        token: What requests must bring as ``Authorization: Bearer TOKEN``; ``""`` for nothing.
    """
    guard = Guard(app, token, is_loopback(str(listener.getsockname()[0])))
    config = uvicorn.Config(guard, log_level="warning", server_header=False, ws_max_size=_MAX_MESSAGE)
    uvicorn.Server(config).run(sockets=[listener])
