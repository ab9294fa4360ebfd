"""Names of tasks by which tests are parametrised."""

from crab_gym.task import read_index

SIMULATED = [name for name, info in read_index().items() if info.simulated]
COMPOSED = [name for name in SIMULATED if read_index()[name].platform == "crab"]
ANDROID_WORLD = [name for name in SIMULATED if read_index()[name].platform == "android_world"]
MINIWOB = [name for name in SIMULATED if read_index()[name].platform == "miniwob"]
HAND_WRITTEN = [name for name in SIMULATED if name not in {*COMPOSED, *ANDROID_WORLD, *MINIWOB}]
"""Tasks of no suite. Those of a suite share their parts, so fewer tests play all of them."""
