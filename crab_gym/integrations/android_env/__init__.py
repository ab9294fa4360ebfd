"""Phones of this process behind android_env's interfaces, for code that was written for it (extra ``android-env``).

* `AndroidEnv` - one phone as android_env's environment: actions, observations, ADB calls, states.
* `ForestWrapper` - in the place of android_env's wrapper for accessibility, which AndroidWorld makes itself.
* `forest` - a phone's screen as android_env's accessibility forest.

Its module `emulator` serves phones as an emulator does, by gRPC, so that android_env itself attaches to them.
"""

from crab_sim.extras import install_hint

try:
    from crab_gym.integrations.android_env.environment import AndroidEnv
    from crab_gym.integrations.android_env.forest import forest
    from crab_gym.integrations.android_env.wrapper import ForestWrapper
except ImportError as error:
    raise ImportError(f"this needs android_env ({error}); {install_hint('android-env')}") from error

__all__ = ["AndroidEnv", "ForestWrapper", "forest"]
