"""Attacks on a solved task, made from the machines' own state, the answers and the goal's parameters.

Nothing here knows an evaluator: what can be attacked follows from the types and values of plain data, so that a new
slice or field of a machine is attacked as soon as it exists. `crab_gym.experiments.attacks.checks` has the checks.
"""
