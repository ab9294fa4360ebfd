"""Commands that start servers: ``phone``, ``serve``, ``web``."""

from __future__ import annotations

import errno
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from crab_gym.cli.base import app, counted

if TYPE_CHECKING:
    from crab_sim.adbd.hosting import PhoneServer


_ANDROID_WORLD_PORT = 5000


@app.command(rich_help_panel="Serve")
def phone(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the first phone's adbd, 0 for any.")] = 5555,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first phone; each further one has the next.")] = 0,
    count: Annotated[int, typer.Option(min=1, max=64, help="How many phones.")] = 1,
    size: Annotated[
        str, typer.Option(help="Screen in pixels, WIDTHxHEIGHT, or pixel for 1080x2400 at 420 per inch.")
    ] = "360x800",
    dpi: Annotated[int, typer.Option(min=0, help="Density of the screen in pixels per inch; 0 for 160.")] = 0,
    host: Annotated[str, typer.Option(help="IP address to listen on.")] = "127.0.0.1",
    allow: Annotated[
        list[str] | None, typer.Option(help="IP address that may connect; needed beyond loopback.")
    ] = None,
    permission_dialogs: Annotated[bool, typer.Option("--permission-dialogs", help="Apps ask for permissions.")] = False,
    labels: Annotated[Literal["own", "stock"], typer.Option(help="Names of apps: ours, or those imitated.")] = "own",
    navigation: Annotated[
        Literal["buttons", "gestures"], typer.Option(help="The navigation bar: three buttons, or gestures.")
    ] = "buttons",
    recents: Annotated[
        Literal["list", "carousel"], typer.Option(help="Recent apps below one another, or side by side.")
    ] = "list",
    profile: Annotated[
        Literal["own", "androidworld"],
        typer.Option(help="Packages and camera folders: ours, or those that AndroidWorld checks (as with --grpc)."),
    ] = "own",
    window: Annotated[bool, typer.Option("--window", help="Show the first phone in a window, to touch it.")] = False,
    grpc: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port of the first phone's gRPC, an emulator's has 8554; 0 for any."),
    ] = None,
    grpc_token_file: Annotated[
        Path | None, typer.Option(help="File with the token that gRPC calls must bring; without, none.")
    ] = None,
) -> None:
    """Serves simulated phones to any ADB client.

    Only clients on this machine reach them unless told otherwise.
    """
    from crab_sim.adbd.hosting import PhoneServer, phones
    from crab_sim.phone.system.look import Look

    if grpc is not None and allow:
        raise ValueError("--grpc is for this machine, which it also calls back; expected no --allow with it")
    size, dpi = ("1080x2400", dpi or 420) if size == "pixel" else (size, dpi or 160)
    devices = phones(count, seed, _pixels(size), permission_dialogs, Look(labels, navigation, recents), dpi, profile)
    try:
        serving = PhoneServer(devices, port, host, allow)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken, or one after it; --port 0 takes any that is free") from None
    with serving as server, _emulators(server, grpc, grpc_token_file) as grpc_ports:
        for i, (serial, console) in enumerate(zip(server.serials, server.consoles, strict=True)):
            notes = ["no console: its port is taken" if console is None else f"console on port {console}"]
            notes += [f"gRPC on port {port}" for port in grpc_ports[i : i + 1]]
            typer.echo(f"adb connect {serial}  # {', '.join(notes)}")
        reach = ", ".join(["this machine", *(allow or ())])
        typer.echo(f"{count} phone{'s' * (count > 1)} served to {reach}. Ctrl+C ends.")
        if allow:
            typer.echo("ADB has no password and isn't encrypted: whoever has one of these addresses rules the phones.")
        try:
            if window:
                from crab_sim.adbd.window import show as show_window

                show_window(server)
            else:
                threading.Event().wait()
        except KeyboardInterrupt:
            typer.echo("ended")


def _pixels(size: str) -> tuple[int, int]:
    width, cross, height = size.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise ValueError(f"--size {size!r}; expected WIDTHxHEIGHT, such as 360x800, or pixel")
    return int(width), int(height)


def _serve_android_world(host: str, port: int, token: str, tasks: str, screen_size: tuple[int, int]) -> None:
    from crab_gym.integrations.android_world import Session, WorldServer

    try:
        server = WorldServer(Session(tasks, screen_size), host, port, token)
    except LookupError as error:
        raise ValueError(str(error)) from None
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken; --port 0 takes any that is free") from None
    suite = server.session.suite
    typer.echo(
        f"{server.url} has {counted(len(suite.tasks), 'task')}, {'with' if token else 'without'} a token. Ctrl+C ends."
    )
    if token and not server.loopback:
        typer.echo("Not encrypted: whoever is on the way sees all, the token as well. Use SSH.")
    try:
        with server:
            server.serve_forever()
    except KeyboardInterrupt:
        typer.echo("ended")


@contextmanager
def _emulators(phones: PhoneServer, port: int | None, token_file: Path | None) -> Iterator[Sequence[int]]:
    """Serves phones by the emulator's gRPC, too, if a port is given; yields the ports."""
    if port is None:
        if token_file is not None:
            raise ValueError("--grpc-token-file needs --grpc PORT")
        yield ()
        return
    token = "" if token_file is None else token_file.read_text("utf-8").strip()
    if token_file is not None and not token:
        raise ValueError(f"{token_file} is empty; expected a token (openssl rand -hex 32)")
    try:
        from crab_gym.integrations.android_env.emulator import EmulatorServer
    except ImportError as error:
        raise ValueError(f"--grpc: {error}") from None
    try:
        emulators = EmulatorServer(phones, port, token)
    except OSError:
        raise ValueError(f"port {port} is taken, or one after it; --grpc 0 takes any that is free") from None
    with emulators:
        yield emulators.ports


def _check_verb(device: str, name: str, args: Any, size: tuple[int, int]) -> Any:
    from crab_gym.envs import verbs

    return verbs.check({"device": device, "name": name, "args": args}, {device: size})[2]


@app.command(rich_help_panel="Serve")
def serve(
    backend: Annotated[str, typer.Option(help="What is served: NAME, or DEVICE=NAME,DEVICE=NAME.")] = "sim",
    host: Annotated[str, typer.Option(help="Address to listen on; beyond loopback it takes a token.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on, 0 for any; 8765, or the protocol's own.")
    ] = None,
    protocol: Annotated[
        str, typer.Option(help="crab-gym, or android-world for the routes of AndroidWorld's server (port 5000).")
    ] = "crab-gym",
    tasks: Annotated[
        str | None, typer.Option(help="Tasks that android-world serves; else android_world.* or android.*.")
    ] = None,
    size: Annotated[str, typer.Option(help="Screen that android-world serves, WIDTHxHEIGHT.")] = "360x800",
    token_file: Annotated[
        Path | None, typer.Option(help="File with the token; without, CRAB_GYM_TOKEN has it.")
    ] = None,
    slots: Annotated[int, typer.Option(min=1, max=256, help="Most sessions at once.")] = 4,
    allow: Annotated[
        list[str] | None, typer.Option(help="Option that clients may choose: profile, clock; may be given again.")
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="Certificate (PEM), to encrypt connections.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key, where it isn't in the same file.")] = None,
    idle: Annotated[float, typer.Option(min=1, help="Seconds without a request that end a session.")] = 3600.0,
) -> None:
    """Serves devices to environments on other hosts.

    These have `backend="remote:HOST:PORT"`. Only this machine is served unless told otherwise.
    """
    import os

    from crab_gym.backends.remote.handshake import DEFAULT_PORT, TOKEN_VARIABLE, is_loopback
    from crab_gym.backends.specs import parse_cli, parse_offer

    if protocol not in ("crab-gym", "android-world"):
        raise ValueError(f"--protocol {protocol}; expected crab-gym or android-world")
    if protocol == "crab-gym" and tasks is not None:
        raise ValueError("--tasks needs --protocol android-world")
    if tls_key is not None and tls_cert is None:
        raise ValueError("--tls-key needs the certificate: --tls-cert FILE")
    token = (os.environ.get(TOKEN_VARIABLE, "") if token_file is None else token_file.read_text("utf-8")).strip()
    if token_file is not None and not token:
        raise ValueError(f"{token_file} is empty; expected a token (openssl rand -hex 32)")
    if protocol == "android-world":
        if backend != "sim" or tls_cert is not None or allow:
            raise ValueError("--protocol android-world serves one simulated phone, without --tls-cert and --allow")
        _serve_android_world(host, _ANDROID_WORLD_PORT if port is None else port, token, tasks or "", _pixels(size))
        return
    if not hasattr(os, "fork"):
        raise ValueError(f"crab-gym serve needs Linux or macOS, as each session is a fork; this is {sys.platform}")
    from crab_gym.backends.remote import server

    port = DEFAULT_PORT if port is None else port
    offer = server.Offer(
        backends=parse_offer(parse_cli(backend)),
        token=token,
        slots=slots,
        allow=tuple(allow or ()),
        tls=None if tls_cert is None else server.tls_context(tls_cert, tls_key),
        idle=idle,
    )
    try:
        listener = server.listen(host, port, token)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken; --port 0 takes any that is free") from None

    def ready() -> None:
        name, number = listener.getsockname()[:2]
        typer.echo(f"remote:{f'[{name}]' if ':' in name else name}:{number}")
        what = ", ".join(f"{device} ({spec.kind})" for device, spec in offer.backends.items())
        how = "with a token" if token else "without a token"
        typer.echo(f"{what} for {slots} session{'s' * (slots > 1)}, {how}. Ctrl+C ends.")
        if token and offer.tls is None and not is_loopback(name):
            typer.echo("Not encrypted: whoever is on the way sees all but the token. See --tls-cert, or use SSH.")
        sys.stdout.flush()

    with listener:
        server.serve(listener, offer, _check_verb, ready)
    typer.echo("ended")


@app.command(rich_help_panel="Serve")
def web(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on loopback, 0 for any.")] = 8080,
    seed: Annotated[int, typer.Option(min=0, help="Seed of what varies.")] = 0,
) -> None:
    """Serves the bundled web to this machine's browsers.

    These are the sites that desktops and their Firefox see.
    """
    from crab_sim.devices.boot_time import boot_time
    from crab_sim.web.bundle import assets
    from crab_sim.web.sites.app import Web
    from crab_sim.web.sites.server import Server

    try:
        server = Server(Web(assets(), seed, boot_time(seed)), port=port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken; --port 0 takes any that is free") from None
    typer.echo(f"http://localhost:{server.port}/ has all sites. Ctrl+C ends.")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        typer.echo("ended")
    finally:
        server.server_close()
