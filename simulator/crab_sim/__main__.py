"""A simulated phone for any ADB client: ``python -m crab_sim [--port 5555] [--seed 0]``.

``crab-gym phone`` has more options: several phones, sizes, looks, other hosts.
"""

from __future__ import annotations

import argparse
import threading
from contextlib import suppress

from crab_sim.adbd.hosting import PhoneServer, phones

__all__: list[str] = []


def main() -> None:
    """Serves a phone on loopback until Ctrl+C."""
    parser = argparse.ArgumentParser(prog="python -m crab_sim", description="Serves a simulated phone to ADB clients.")
    parser.add_argument("--port", type=int, default=5555, help="port of its adbd on loopback, 0 for any; %(default)s")
    parser.add_argument("--seed", type=int, default=0, help="seed of what is on the phone; %(default)s")
    wanted = parser.parse_args()
    try:
        server = PhoneServer(phones(seed=wanted.seed), wanted.port)
    except (OSError, OverflowError, ValueError) as error:
        parser.error(str(error))
    with server, suppress(KeyboardInterrupt):
        print(f"adb connect {server.serials[0]}  # Ctrl+C ends", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
