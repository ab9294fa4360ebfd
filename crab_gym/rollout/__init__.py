"""Runs policies on tasks and records their episodes.

* `run_episode` - one episode of one policy.
* `rollout` - episodes of policies on several tasks, recorded in a run folder.
* `RolloutPool` - many episodes at once, of `Job`s; slots of devices are threads, processes or Ray actors.
* `Protocol`, `PROTOCOLS` - when episodes end and count as success; the rules of other benchmarks.
* `distinct` - tasks without those that are named twice.

If something breaks in an episode (a device, an evaluator, a stuck oracle, a policy or a setup that raises), the
episode is recorded as an error, never as a reward or a score.
"""

from crab_gym.rollout.episode import Recorder, Watch, run_episode, versions
from crab_gym.rollout.jobs import Job, PoolError
from crab_gym.rollout.pool import RolloutPool
from crab_gym.rollout.protocols import PROTOCOLS, Protocol
from crab_gym.rollout.runs import distinct, rollout

__all__ = [
    "PROTOCOLS", "Job", "PoolError", "Protocol", "Recorder", "RolloutPool", "Watch", "distinct", "rollout",
    "run_episode", "versions",
]  # fmt: skip
