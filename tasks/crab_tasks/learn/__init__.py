"""Small tasks on the simulator that an agent can learn from scratch: a curriculum of growing length and branching."""
