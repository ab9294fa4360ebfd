"""A task by the Model Context Protocol (extra ``mcp``): verbs as tools, screens as images, elements as text.

* `TaskServer` - the server, for any transport.
* `serve_stdio`, `serve_http` - serve it to the program that started this one, or by HTTP at `PATH`.
"""

from crab_gym.integrations.episodes import needed

try:
    from crab_gym.integrations.mcp.server import TaskServer
    from crab_gym.integrations.mcp.transports import PATH, serve_http, serve_stdio
except ImportError as error:
    raise needed("mcp, version 2 or later", "mcp", error) from error

__all__ = ["PATH", "TaskServer", "serve_http", "serve_stdio"]
