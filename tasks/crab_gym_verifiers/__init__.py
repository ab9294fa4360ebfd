"""What verifiers finds by the id ``crab-gym-verifiers``: see `crab_gym.integrations.verifiers`."""

from crab_gym.integrations.verifiers import CrabChat, CrabPlay, CrabTaskset

__all__ = ["CrabChat", "CrabPlay", "CrabTaskset"]
