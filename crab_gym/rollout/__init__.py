"""Runs policies on tasks and records what happens.

* `run_episode` - one episode of one policy.
* `rollout` - episodes of one policy on several tasks, recorded in a run folder.
* `RolloutPool` - many episodes at once, of `Job`s, each on a slot of devices: threads, processes, or Ray's actors.
* `distinct` - tasks without those that are named twice.

Whatever breaks in an episode is recorded as its error, never as a reward or a score: a device, an evaluator, an
oracle that is stuck, a policy that raises, a setup that raises.
"""

from crab_gym.rollout.episode import Recorder, Watch, run_episode, versions
from crab_gym.rollout.jobs import Job, PoolError
from crab_gym.rollout.pool import RolloutPool
from crab_gym.rollout.runs import distinct, rollout

__all__ = ["Job", "PoolError", "Recorder", "RolloutPool", "Watch", "distinct", "rollout", "run_episode", "versions"]
