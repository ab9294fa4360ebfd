"""Kits of sub-tasks about plans: appointments, alarms, timers, to-dos."""
