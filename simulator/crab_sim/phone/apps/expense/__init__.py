"""The phone's Expenses app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.expense.data import DATABASE, EXPENSES, seed

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="expense", name="Expenses", icon="wallet", color=(22, 122, 96)),
    seeders={EXPENSES: seed},
    databases=(DATABASE,),
)
