"""`Forwarder`: what android_env's app AccessibilityForwarder does on a phone, without the app."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from typing import Final

import grpc
from android_env.proto.a11y.a11y_pb2_grpc import A11yServiceStub

from crab_gym.integrations.android_env.forest import forest
from crab_sim.adbd.hosting import PhoneServer
from crab_sim.phone.android import Device
from crab_sim.phone.intents import AndroidIntent

__all__ = ["Forwarder"]

_PREFIX: Final = "accessibility_forwarder.intent.action."
_HERE: Final = ("10.0.2.2", "127.0.0.1", "localhost")  # an emulator sees its host's loopback as the first
_EVERY: Final = 0.1  # seconds, as the app
_TIMEOUT: Final = 5.0
_log = logging.getLogger(__name__)


class Forwarder:
    """Sends a served phone's accessibility forest to a port of this machine, once broadcasts have asked for that.

    Args:
        phones: The server of the phone.
        device: The phone.
    """

    def __init__(self, phones: PhoneServer, device: Device) -> None:
        self._phones, self._device = phones, device
        self._port, self._wanted = 0, False
        self._over = threading.Event()
        phones.call(lambda: device.receivers.append(self._hear))
        self._thread = threading.Thread(target=self._run, name="crab-gym accessibility", daemon=True)
        self._thread.start()

    def _hear(self, intent: AndroidIntent) -> None:
        if not intent.action.startswith(_PREFIX):
            return
        match intent.action.removeprefix(_PREFIX):
            case "SET_GRPC":
                port, host = intent.extras.get("port", ""), intent.extras.get("host", _HERE[0])
                if host in _HERE and port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65_536:
                    self._port = int(port)
                else:
                    self._device.write_log("AccessibilityForwarder", "E", f"{host[:80]}:{port[:20]} isn't this machine")
            case "ENABLE_ACCESSIBILITY_TREE_LOGS":
                self._wanted = True
            case "DISABLE_ACCESSIBILITY_TREE_LOGS":
                self._wanted = False

    def _run(self) -> None:
        port = 0
        channel: grpc.Channel | None = None
        while not self._over.wait(_EVERY):
            if not self._wanted or not self._port:
                continue
            if channel is None or port != self._port:
                if channel is not None:
                    channel.close()
                port = self._port
                channel = grpc.insecure_channel(f"localhost:{port}")
            try:
                tree = self._phones.call(lambda: forest(self._device))
                A11yServiceStub(channel).SendForest(tree, timeout=_TIMEOUT)
            except grpc.RpcError as error:
                _log.info("nobody takes a phone's forest at port %d: %s", port, error)
            except RuntimeError:  # the phones are no longer served
                break
        if channel is not None:
            channel.close()

    def close(self) -> None:
        """Ends the sending."""
        self._over.set()
        self._thread.join()
        with suppress(RuntimeError):  # the phones are no longer served
            self._phones.call(lambda: self._device.receivers.remove(self._hear))
