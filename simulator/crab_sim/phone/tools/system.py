"""Tools of Calculator, Settings, and the system itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from crab_sim.machine.tools import Hand, close_dialog, need
from crab_sim.phone.apps.calculator.data import CALCULATIONS
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.tools.box import BOX, wake

__all__ = [
    "calculate",
    "dialog_close",
    "settings_read",
    "settings_switch",
]

_CALCULATOR, _SETTINGS = BOX.of("calculator"), BOX.of("settings")


# Calculator ---------------------------------------------------------------------------------------------------------


@_CALCULATOR.reads
def calculate(hand: Hand, formula: str) -> str:
    """Works out a formula with the calculator.

    Args:
        hand: The hold on the phone.
        formula: The formula, such as 2*(3+4) or 80-20%.
    """
    need(formula.strip() and "\n" not in formula and "=" not in formula, "expected one formula without '='")
    hand.begin("calculator")
    hand.send("press", "AC")
    app = hand.machine.apps["calculator"]
    app.text(hand.context, formula)
    hand.send("equals")
    calc = hand.page.data
    need(calc is not None and not calc.error, f"the calculator says: {calc.error if calc is not None else 'nothing'}")
    rows = hand.get(CALCULATIONS)
    return f"{rows[-1].formula} = {calc.formula}" if rows and rows[-1].result == calc.formula else str(calc.formula)


# Settings -----------------------------------------------------------------------------------------------------------


class _Switch(NamedTuple):
    """A switch: the page that has it, its namespace and key, and its values for off and on."""

    page: str
    namespace: str
    key: str
    off: str = "0"
    on: str = "1"


_Name: TypeAlias = Literal[
    "Wi-Fi", "Bluetooth", "Airplane mode", "Dark theme", "Do Not Disturb", "Battery Saver", "Location", "Auto-rotate"
]
_ROWS: Final = (
    _Switch("wifi", "global", "wifi_on"),
    _Switch("devices", "global", "bluetooth_on"),
    _Switch("network", "global", "airplane_mode_on"),
    _Switch("display", "secure", "ui_night_mode", "1", "2"),
    _Switch("notifications", "global", "zen_mode"),
    _Switch("battery", "global", "low_power"),
    _Switch("location", "secure", "location_mode", "0", "3"),
    _Switch("display", "system", "accelerometer_rotation"),
)
_SWITCHES: Final[Mapping[str, _Switch]] = dict(zip(get_args(_Name), _ROWS, strict=True))


def _is_on(hand: Hand, switch: _Switch) -> bool:
    return hand.get(SETTINGS).get((switch.namespace, switch.key), switch.off) != switch.off


@_SETTINGS.reads
def settings_read(hand: Hand) -> dict[str, bool]:
    """Returns which of the phone's main switches are on.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("settings")
    return {name: _is_on(hand, switch) for name, switch in _SWITCHES.items()}


@_SETTINGS.writes
def settings_switch(hand: Hand, switch: _Name, on: bool) -> str:
    """Turns one of the phone's main switches on or off.

    Args:
        hand: The hold on the phone.
        switch: The switch.
        on: Whether it is to be on.
    """
    row = _SWITCHES[switch]
    hand.begin("settings")
    hand.send("page", row.page)
    if _is_on(hand, row) != on:
        match row.key:
            case "wifi_on":
                hand.send("wifi")
            case "airplane_mode_on":
                hand.send("airplane", on)
            case _:
                hand.send("put", row.namespace, row.key, row.on if on else row.off)
    return f"{switch} is {'on' if on else 'off'}"


# The system ---------------------------------------------------------------------------------------------------------


@BOX.of("settings", wake).reads
def dialog_close(hand: Hand) -> str:
    """Closes the dialog that the system shows over all apps; returns what it says. It does nothing else.

    Args:
        hand: The hold on the phone.
    """
    return close_dialog(hand)
