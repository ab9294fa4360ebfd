"""The members of built-in types: tables of what a program may reach."""

from __future__ import annotations

from crab_gym.sim.shell.python.members import containers, texts  # these two fill the tables
from crab_gym.sim.shell.python.members.table import TABLES, Found, Table, find_member, find_static

__all__ = ["TABLES", "Found", "Table", "containers", "find_member", "find_static", "texts"]
