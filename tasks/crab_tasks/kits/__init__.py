"""The parts of which tasks are made, by app: evaluators, setups and moves (pieces of oracles)."""
