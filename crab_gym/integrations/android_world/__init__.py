"""AndroidWorld's HTTP server over tasks of crab-gym, for clients that were written for it.

* `Suite` - tasks with a number of instances each, as AndroidWorld has them.
* `Session` - the phone and the task that a client plays.
* `WorldServer` - the routes.
"""

from crab_gym.integrations.android_world.server import WorldServer
from crab_gym.integrations.android_world.session import Session, Suite

__all__ = ["Session", "Suite", "WorldServer"]
