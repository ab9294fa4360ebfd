"""Tasks in which the agent meets a text that tells it to do something else; see `crab_gym.task.injection`."""
