"""The tasks that come with crab-gym: definitions, evaluators, oracles and assets."""
