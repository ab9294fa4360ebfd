"""`app`: all simulated tasks as an application, for servers that are given a module and a name.

It lets in whoever reaches it; ``crab-gym openenv`` has a guard and options.
"""

from crab_gym.integrations.openenv.server import make_app
from crab_gym.integrations.openenv.tasks import TaskList

__all__ = ["app"]

app = make_app(TaskList())
