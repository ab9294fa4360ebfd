"""The tasks that come with crab-gym, and the kits from which they are put together."""
