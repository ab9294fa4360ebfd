"""Many environments side by side. `make_vec` documents modes, seeds, autoreset and lost workers.

* `make_vec` - makes them.
* `BatchVectorEnv`, `ProcessVectorEnv`, `SyncVectorEnv` - their classes, one per mode.
* `wait_any` - the first of several groups whose step is over, so that a policy needn't wait for the slowest.
* `WorkerDied` - the error raised if worker processes keep dying.
* `crab_gym.envs.vector.sb3` - environments for stable-baselines3.
"""

from __future__ import annotations

from crab_gym.envs.vector.batch import BatchVectorEnv
from crab_gym.envs.vector.make import MODES, make_vec
from crab_gym.envs.vector.supervisor import ProcessVectorEnv, WorkerDied, wait_any
from crab_gym.envs.vector.sync import SyncVectorEnv

__all__ = ["MODES", "BatchVectorEnv", "ProcessVectorEnv", "SyncVectorEnv", "WorkerDied", "make_vec", "wait_any"]
