"""The members of built-in types that a program may reach, as tables."""

from __future__ import annotations

from crab_sim.shell.python.members import containers, texts  # these two fill the tables
from crab_sim.shell.python.members.table import TABLES, Found, Table, find_member, find_static

__all__ = ["TABLES", "Found", "Table", "containers", "find_member", "find_static", "texts"]
