"""The handshake: accepted and refused clients, and the secrecy of the token."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.backends.base import DeviceError
from crab_gym.backends.remote import RemoteBackend, hosted_kind
from crab_gym.backends.remote.handshake import split_address
from crab_gym.backends.remote.wire import PROTOCOL, Channel, WireError
from crab_gym.backends.specs import make_backend, parse_backends, without_secrets
from crab_gym.experiments.verify import supports
from crab_gym.rollout import Protocol, rollout
from crab_gym.task import load
from tests.remote import TOKEN, RunningServer, served, until

SIZE = (1280, 720)


def reset(address: str, device: str = "ubuntu", size: tuple[int, int] = SIZE, **options: Any) -> RemoteBackend:
    backend = RemoteBackend(device, size, address=address, **options)
    try:
        backend.reset(0)
    finally:
        backend.close()
    return backend


@pytest.fixture(scope="module")
def locked() -> Iterator[RunningServer]:
    """Serves a desktop to clients with the token."""
    with served("--backend", "ubuntu=sim", token=TOKEN) as server:
        yield server


@pytest.fixture(scope="module")
def phones() -> Iterator[RunningServer]:
    """Serves phones over ADB."""
    with served("--backend", "android=adb:simulated", "--allow", "profile") as server:
        yield server


def test_only_who_knows_the_token_is_let_in(
    locked: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert "with a token" in locked.notice
    reset(locked.address, token=TOKEN)
    reset(locked.address, token_file=str(file))
    wrong: list[dict[str, Any]] = [{}, {"token": TOKEN + "x"}, {"token": "ü"}, {"token": ""}]
    for options in wrong:
        with pytest.raises(DeviceError, match="the server doesn't accept the token") as caught:
            reset(locked.address, **options)
        assert TOKEN not in str(caught.value)
    with pytest.raises(DeviceError, match="token_file can't be read: No such file"):
        reset(locked.address, token_file=str(tmp_path / "nothing"))
    monkeypatch.setenv("CRAB_GYM_TOKEN", TOKEN)
    reset(locked.address)
    assert hosted_kind("ubuntu", {"address": locked.address}) == "sim"


def test_a_server_that_does_not_know_the_token_is_not_trusted(shared: RunningServer) -> None:
    with pytest.raises(DeviceError, match="doesn't prove that it knows the token"):
        reset(shared.address, token=TOKEN)


def test_the_token_itself_never_travels(locked: RunningServer) -> None:
    host, port = split_address(locked.address)
    with socket.create_server(("127.0.0.1", 0)) as middle:
        heard = bytearray()

        def listen() -> None:
            client, _ = middle.accept()
            with client, socket.create_connection((host, port)) as there:
                pairs = ((client, there), (there, client))
                threads = [threading.Thread(target=pump, args=pair) for pair in pairs]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()

        def pump(source: socket.socket, sink: socket.socket) -> None:
            while data := source.recv(1 << 16):
                heard.extend(data)
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)

        thread = threading.Thread(target=listen)
        thread.start()
        reset(f"127.0.0.1:{middle.getsockname()[1]}", token=TOKEN)
        thread.join()
    assert b'"proof"' in heard and TOKEN.encode() not in heard


def test_a_client_can_only_have_what_the_operator_named(phones: RunningServer) -> None:
    assert hosted_kind("android", {"address": phones.address}) == "adb"
    with pytest.raises(ValueError, match="the server doesn't play 'ubuntu'; it plays: android"):
        reset(phones.address)
    for options, sentence in {
        ("serial", "127.0.0.1:1"): "doesn't let clients choose 'serial'",
        ("kind", "desktop"): "doesn't let clients choose 'kind'",
        ("clock", "frozen"): "it would take --allow clock",
        ("profile", "/etc/passwd"): "profile is '/etc/passwd'; expected a word",
        ("profile", 3): "profile is 3; expected a word",
        ("profile", "light"): "backend 'adb' has no option profile",
    }.items():
        with pytest.raises(ValueError, match=sentence):
            reset(phones.address, "android", (360, 800), options=dict([options]))
    for size in ((10, 800), (360, 1 << 20)):
        with pytest.raises(ValueError, match="expected width and height from 64 to 4096"):
            reset(phones.address, "android", size)
    phone = reset(phones.address, "android", (360, 800))
    assert (phone.plays, phone.real_time) == ("adb", False)


def test_another_version_is_told(monkeypatch: pytest.MonkeyPatch, shared: RunningServer) -> None:
    monkeypatch.setattr("crab_gym.backends.remote.client.PROTOCOL", PROTOCOL + 1)
    with pytest.raises(DeviceError, match=f"speaks version {PROTOCOL}, expected {PROTOCOL + 1}: install the same"):
        reset(shared.address)


def test_options_are_looked_at_before_anything_is_touched() -> None:
    for options, sentence in (
        ({"adress": "h:1"}, "backend 'remote' has no option adress; it has: address, token"),
        ({"address": "h"}, "address 'h': expected HOST:PORT"),
        ({"address": "h:99999"}, "expected HOST:PORT"),
        ({"address": "::1:80"}, r"such as .* or '\[::1\]:8765'"),
        ({"address": "http://h:80"}, "expected HOST:PORT"),
        ({"address": 8765}, "expected HOST:PORT"),
        ({"timeout": 0}, "timeout is 0; expected seconds above 0"),
        ({"timeout": True}, "timeout is True"),
        ({"encoding": "jpeg"}, "encoding is 'jpeg'; expected one of: raw, zlib, png"),
        ({"tls": 1}, "tls is 1; expected true, false, or the path"),
        ({"token": 5}, "token isn't text"),
        ({"options": ["profile"]}, "expected a mapping"),
    ):
        with pytest.raises(ValueError, match=sentence):
            RemoteBackend("ubuntu", SIZE, **options)


def test_specifications() -> None:
    both = parse_backends("remote:192.0.2.7:8765", ("ubuntu", "android"))
    assert {spec.options["address"] for spec in both.values()} == {"192.0.2.7:8765"}
    spec = parse_backends({"ubuntu": "remote:[::1]:80"}, ("ubuntu",))["ubuntu"]
    assert make_backend(spec, "ubuntu", SIZE).label == "remote"
    assert split_address("[::1]:80") == ("::1", 80)


def test_tasks_are_made_for_what_is_behind_it(phones: RunningServer) -> None:
    task = load("android.add_contact")
    kinds = [supports(task, backend) for backend in (phones.backend, "adb", "sim")]
    assert kinds == ["adb" in task.kinds("android")] * 2 + [True]
    with pytest.raises(DeviceError, match=r"no connection to 127.0.0.1:1"):
        supports(task, "remote:127.0.0.1:1")


def test_the_token_is_in_no_record_specification_or_message(
    locked: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"ubuntu": {"kind": "remote", "address": locked.address, "token": TOKEN}}
    [record] = rollout(["ubuntu.write_note"], "oracle", given, out=tmp_path / "given")
    assert record.success and record.backends == {"ubuntu": "remote:sim"}
    rollout(["ubuntu.write_note"], "oracle", given, out=tmp_path / "given", resume=True)
    with pytest.raises(ValueError, match="expected a name") as caught:
        parse_backends({"ubuntu": {"knd": "remote", "token": TOKEN}}, ("ubuntu",))
    assert TOKEN not in str(caught.value)
    specs = parse_backends(given, ("ubuntu",))
    backend: Any = make_backend(specs["ubuntu"], "ubuntu", SIZE)
    assert TOKEN not in repr([specs, backend.options, backend._endpoint, without_secrets(given)])

    monkeypatch.setenv("CRAB_GYM_TOKEN", TOKEN)
    env = gym.make("Crab-v0/ubuntu.write_note", backend=locked.backend)
    env.reset(seed=0)
    assert env.spec is not None and TOKEN not in env.spec.to_json()
    again = gym.make(env.spec)
    assert again.unwrapped.specs == env.unwrapped.specs  # type: ignore[attr-defined]
    env.close()
    rollout(["ubuntu.write_note"], "noop", locked.backend, out=tmp_path / "text", protocol=Protocol(max_steps=2))
    assert TOKEN not in locked.logged()
    files = [path for path in tmp_path.rglob("*") if path.suffix in (".json", ".jsonl")]
    assert len(files) == 6
    for path in files:
        assert TOKEN not in path.read_text()
    assert json.loads((tmp_path / "given" / "run.json").read_text())["config"]["backend"] == {
        "ubuntu": {"kind": "remote", "address": locked.address}
    }


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Makes a certificate for this machine, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("the test makes a certificate by the program openssl")
    folder = tmp_path_factory.mktemp("tls")
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=desktops "
        "-addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem"
    )
    subprocess.run(command.split(), cwd=folder, check=True, capture_output=True)
    return folder / "cert.pem", folder / "key.pem"


def test_connections_are_encrypted_where_asked(certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
    with served("--tls-cert", str(cert), "--tls-key", str(key), token=TOKEN) as server:
        reset(server.address, token=TOKEN, tls=str(cert), encoding="png")
        with pytest.raises(DeviceError, match="CERTIFICATE_VERIFY_FAILED; does it speak TLS, with a trusted"):
            reset(server.address, token=TOKEN, tls=True)
        with pytest.raises(DeviceError, match=r"certificate|CERTIFICATE"):  # it isn't for this name
            reset(server.address.replace("127.0.0.1", "localhost"), token=TOKEN, tls=str(cert))
        with pytest.raises(DeviceError, match="does it speak TLS, or is it no crab-gym server"):
            reset(server.address, token=TOKEN, timeout=1)
        with pytest.raises(DeviceError, match=r"can't be read|No such file"):
            reset(server.address, token=TOKEN, tls=str(cert.parent / "nothing"))


def test_a_plain_server_is_no_encrypted_one(shared: RunningServer) -> None:
    with pytest.raises(DeviceError, match="does it speak TLS"):
        reset(shared.address, tls=True)


def test_something_else_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(b"SSH-2.0-OpenSSH_9.2p1 Debian\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(DeviceError, match=r"the data received is no frame: it begins with b'SSH-2.0-Open'"):
            reset(f"127.0.0.1:{listener.getsockname()[1]}")
        thread.join()


def test_strangers_get_no_more_than_a_greeting(shared: RunningServer) -> None:
    before = shared.sessions()
    with socket.create_connection(split_address(shared.address)) as stranger:
        channel = Channel(stranger)
        assert channel.receive(5, 5).header["protocol"] == PROTOCOL
        channel.send({"nonce": "x" * 5000}, 5)
        with pytest.raises(WireError, match=r"hung up|broke"):
            channel.receive(5, 5)
    until(lambda: set(shared.sessions()) <= set(before))
