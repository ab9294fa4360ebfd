"""Long tasks: half a day's work each, on both devices; a module per scenario.

Each scenario has two tasks, the whole and its first half; see `crab_gym.task.composition.scenario`.
"""
