"""Thunderbird, the desktop's mail program: evaluators, and moves in its windows."""
