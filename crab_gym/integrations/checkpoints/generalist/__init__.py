"""One policy for many tasks: what it sees as tokens, what it can do, its network, and the policy that plays it.

Read `view` first, then `moves` and `network`; `training/generalist.py` trains it.
"""
