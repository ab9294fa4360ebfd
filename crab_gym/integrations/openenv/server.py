"""The server of OpenEnv's protocol, over HTTP and WebSockets.

* `make_app` - its application.
* `serve` - runs it on a socket.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from functools import partial
from json import dumps
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.mcp_types import CallToolAction
from openenv.core.env_server.types import ConcurrencyConfig
from starlette.exceptions import HTTPException
from starlette.responses import Response

from crab_gym.integrations import http_server
from crab_gym.integrations.episodes import View
from crab_gym.integrations.guard import App
from crab_gym.integrations.openenv.environment import CrabEnvironment
from crab_gym.integrations.openenv.models import CrabObservation, CrabState
from crab_gym.integrations.openenv.tasks import BadRequest, TaskList

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
    app: Any = create_fastapi_app(
        factory,
        CallToolAction,
        CrabObservation,
        concurrency_config=ConcurrencyConfig(max_concurrent_envs=sessions, session_timeout=idle),
        env_name=NAME,
        state_cls=CrabState,
        mode="simulation",
    )
    app.add_exception_handler(BadRequest, _refused)
    app.add_exception_handler(RequestValidationError, _refused)
    app.add_exception_handler(HTTPException, _refused)
    answering: App = app
    return answering


async def _refused(request: object, error: Exception) -> Response:
    """Says why a request was refused, in ASCII and without what was sent, which may be nothing that JSON can hold."""
    status, detail, headers = 400, str(error), None
    if isinstance(error, HTTPException):
        status, detail, headers = error.status_code, error.detail, error.headers
    elif isinstance(error, RequestValidationError):
        status, detail = 422, error.errors()
    if isinstance(detail, list):
        detail = [{name: each[name] for name in ("type", "loc", "msg") if name in each} for each in detail]
    return Response(dumps({"detail": detail}, default=str), status, headers, media_type="application/json")


def serve(app: App, listener: socket.socket, token: str = "") -> None:
    """Serves an application until the program is interrupted.

    Args:
        app: The application.
        listener: A socket of `crab_gym.integrations.guard.listen`.
        token: What requests must bring as ``Authorization: Bearer TOKEN``; ``""`` for nothing.
    """
    http_server.serve(app, listener, token, ws_max_size=_MAX_MESSAGE)
