"""The environment. `crab_env` is the first file to read."""
