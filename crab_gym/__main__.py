"""``python -m crab_gym``: the command line."""

from __future__ import annotations

from crab_gym.cli import main

if __name__ == "__main__":
    main()
