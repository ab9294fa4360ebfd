"""The actions on the pages for Wi-Fi and Bluetooth: connecting to networks and devices, and forgetting them."""

from __future__ import annotations

from typing import assert_never

from crab_sim.machine.app import Context
from crab_sim.machine.rows import get, update_row
from crab_sim.phone.apps.settings.messages import RadioMessage
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.settings_store import BLUETOOTH_DEVICES, NETWORKS, SETTINGS, Device, Network
from crab_sim.ui import Page

__all__ = ["MIN_PASSWORD", "password", "update"]

MIN_PASSWORD = 8


def _switch_wifi(context: Context) -> None:
    """Turns Wi-Fi on or off; on, it is as it was."""
    settings = context.get(SETTINGS)
    on = settings_store.is_on(settings, "global", "wifi_on")
    context.put(SETTINGS, settings_store.put(settings, "global", "wifi_on", "0" if on else "1"))


def _connected(context: Context, network_id: int) -> None:
    networks: tuple[Network, ...] = context.get(NETWORKS)
    left = [row._replace(connected=False) for row in networks]
    context.put(NETWORKS, update_row(left, network_id, connected=True, saved=True))


def _join(context: Context, network_id: int) -> None:
    """Connects to a network; asks for the password of one that isn't known. The connected one shows its details."""
    network: Network | None = get(context.get(NETWORKS), network_id)
    if network is None:
        return
    if network.connected:
        if context.page.name == "wifi":
            context.push(Page("wifi_details", network_id))
    elif network.secured and not network.saved:
        context.push(Page("password", network_id, scroll=context.page.scroll, focus="password"))
    else:
        _connected(context, network_id)


def password(context: Context) -> None:
    """Connects to the page's network with the password that was typed."""
    if len(context.field("password")) >= MIN_PASSWORD:
        network_id = context.page.arg
        context.pop()
        _connected(context, network_id)


def _leave(context: Context, network_id: int) -> None:
    """Disconnects from a network that remains known."""
    _change(context, network_id, connected=False)


def _forget(context: Context, network_id: int) -> None:
    """Disconnects from a network and forgets its password."""
    _change(context, network_id, connected=False, saved=False)
    context.pop()


def _change(context: Context, network_id: int, **changes: bool) -> None:
    context.put(NETWORKS, update_row(context.get(NETWORKS), network_id, **changes))


def _pair(context: Context, device_id: int) -> None:
    """Pairs with a device and connects to it."""
    _change_device(context, device_id, paired=True, connected=True)
    context.pop()


def _unpair(context: Context, device_id: int) -> None:
    """Forgets a device."""
    _change_device(context, device_id, paired=False, connected=False)
    context.pop()


def _connect(context: Context, device_id: int) -> None:
    """Connects to a paired device, or disconnects from it."""
    device: Device | None = get(context.get(BLUETOOTH_DEVICES), device_id)
    if device is not None:
        _change_device(context, device_id, connected=not device.connected)


def _change_device(context: Context, device_id: int, **changes: bool) -> None:
    context.put(BLUETOOTH_DEVICES, update_row(context.get(BLUETOOTH_DEVICES), device_id, **changes))


def update(context: Context, message: RadioMessage) -> None:
    """Handles a message of these pages."""
    match message:
        case ("wifi",):
            _switch_wifi(context)
        case ("password",):
            password(context)
        case ("join", network_id):
            _join(context, network_id)
        case ("leave", network_id):
            _leave(context, network_id)
        case ("forget", network_id):
            _forget(context, network_id)
        case ("pair", device_id):
            _pair(context, device_id)
        case ("unpair", device_id):
            _unpair(context, device_id)
        case ("connect", device_id):
            _connect(context, device_id)
        case _:
            assert_never(message)
