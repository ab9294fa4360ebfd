"""Pages that the phone's Browser wants from the computer at the other end, over the host's ``adb reverse``.

* `fetch_wanted` - asks for what the Browser wants.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from crab_sim.adbd.stream import Listeners, Port, Service
from crab_sim.phone.android import Device
from crab_sim.phone.apps.browser.local import MAX_BYTES, WANTED, LocalPage, deliver, port_of

__all__ = ["fetch_wanted"]

_MAX_HEAD: Final = 16_384
_STATUS: Final = re.compile(rb"HTTP/1\.\d (\d{3})")
_TYPE: Final = re.compile(rb"^content-type:[ \t]*([\w.+-]+/[\w.+-]+)", re.IGNORECASE | re.MULTILINE)
_LENGTH: Final = re.compile(rb"^content-length:[ \t]*(\d{1,9})", re.IGNORECASE | re.MULTILINE)


class _Fetch(Service):
    """A request to the host's server: the answer is delivered once it is complete, or the server hangs up.

    Args:
        port: The end of its stream.
        url: The address.
    """

    def __init__(self, port: Port, url: str) -> None:
        super().__init__(port)
        self._url = url
        self._answer = bytearray()
        self._over = False
        parts = urlsplit(url)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        head = f"GET {path} HTTP/1.0\r\nHost: {parts.netloc}\r\nAccept: text/html, */*\r\nConnection: close\r\n\r\n"
        port.send(head.encode("ascii", "ignore"))

    def receive(self, data: bytes) -> None:
        """Takes a part of the answer."""
        if self._over:
            return
        self.port.hold(len(data))
        self._answer += data
        head, blank, body = bytes(self._answer).partition(b"\r\n\r\n")
        length = _LENGTH.search(head) if blank else None
        if len(self._answer) > MAX_BYTES + _MAX_HEAD or (length is not None and len(body) >= int(length[1])):
            self._deliver()
            self.port.finish()

    def closed(self) -> None:
        """Takes what has arrived as the answer."""
        self._deliver()

    def _deliver(self) -> None:
        if self._over:
            return
        self._over = True
        head, _, body = bytes(self._answer).partition(b"\r\n\r\n")
        status, kind = _STATUS.match(head), _TYPE.search(head)
        page = LocalPage(
            self._url, int(status[1]) if status is not None else 0, kind[1].decode().lower() if kind else "", body
        )
        deliver(self.port.device.phone, page)


def fetch_wanted(device: Device, listeners: Listeners) -> None:
    """Asks the hosts for what the phone's Browser wants; what no listener leads to is refused.

    Args:
        device: The phone.
        listeners: Its listeners.
    """
    wanted = device.phone.peek(WANTED, ())
    if not wanted:
        return
    device.phone.put(WANTED, ())
    for url in wanted:
        listener = listeners.get(f"tcp:{port_of(url)}")
        if listener is None or not listener.host.dial(listener.destination, partial(_Fetch, url=url)):
            deliver(device.phone, LocalPage(url, 0))
