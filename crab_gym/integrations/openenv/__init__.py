"""Tasks as an environment of OpenEnv (extra ``openenv``), served to any number of sessions side by side.

* `CrabEnvironment` - the environment: `reset`, `step`, `state`, and tasks by split and index.
* `CrabObservation`, `CrabState` - what it returns.
* `TaskList` - the tasks that it serves.
* `make_app` - the server's application; `serve` runs it.
"""

from crab_gym.integrations.episodes import needed

try:
    from crab_gym.integrations.openenv.environment import CrabEnvironment
    from crab_gym.integrations.openenv.models import CrabObservation, CrabState
    from crab_gym.integrations.openenv.server import make_app, serve
    from crab_gym.integrations.openenv.tasks import TaskList
except ImportError as error:
    raise needed("openenv", "openenv", error) from error

__all__ = ["CrabEnvironment", "CrabObservation", "CrabState", "TaskList", "make_app", "serve"]
