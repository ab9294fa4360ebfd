"""Names of tasks by which tests are parametrised."""

from crab_gym.task import read_index

SIMULATED = [name for name, info in read_index().items() if info.simulated]
COMPOSED = [name for name in SIMULATED if read_index()[name].platform == "crab"]
"""Tasks of the composed suite. They share their parts, so a few tests play all of them."""
HAND_WRITTEN = [name for name in SIMULATED if name not in COMPOSED]
