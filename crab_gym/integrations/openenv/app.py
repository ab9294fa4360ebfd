"""`app`: all simulated tasks as an application, for servers that are given a module and a name.

It lets in whoever reaches it; ``crab-gym openenv`` has a guard and options.
"""

from crab_gym.integrations.openenv.server import make_app
from crab_gym.integrations.openenv.tasks import TaskList
from crab_gym.task import read_index

__all__ = ["app"]

app = make_app(TaskList(name for name, info in read_index().items() if info.simulated))
