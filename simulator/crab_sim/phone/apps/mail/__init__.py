"""The phone's Mail app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.mail import data as mail_data
from crab_sim.phone.apps.mail import intents
from crab_sim.phone.system.network import RADIOS

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="mail", name="Mail", icon="mail", color=(205, 62, 50)),
    seeders={mail_data.MAILS: mail_data.seed},
    due=mail_data.due,
    tick=mail_data.tick,
    timed=(mail_data.MAILS, *RADIOS),
    databases=(mail_data.DATABASE,),
    files=mail_data.seed_files,
    shares={
        "text": lambda text: ("compose", "", "", text),
        "image": lambda path: ("attach", path),
        "video": lambda path: ("attach", path),
        "audio": lambda path: ("attach", path),
        "file": lambda path: ("attach", path),
    },
    intents=intents.RULES,
    categories=("APP_EMAIL",),
)
