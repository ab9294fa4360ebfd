"""android_env's own emulator code, attached to a served phone as to an emulator."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from crab_sim.adbd.hosting import PhoneServer, phones
from tests.adb import Adb, adb_server
from tests.extras import reason

grpc = pytest.importorskip("grpc", reason=reason("android_env"))
pytest.importorskip("android_env", reason=reason("android_env"))
pytestmark = pytest.mark.extra("android_env", "immutabledict")

SECONDS = 20.0
CONTACTS = "com.android.contacts/.activities.PeopleActivity"


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    with PhoneServer(phones(seed=7)) as served:
        yield served


@pytest.fixture
def emulator(server: PhoneServer) -> Iterator[Any]:
    from crab_gym.integrations.android_env.emulator import EmulatorServer

    with EmulatorServer(server) as served:
        yield served


@pytest.fixture
def channel(emulator: Any) -> Iterator[Any]:
    with grpc.insecure_channel(f"localhost:{emulator.ports[0]}") as opened:
        yield opened


@pytest.fixture
def stub(channel: Any) -> Any:
    from android_env.proto import emulator_controller_pb2_grpc

    return emulator_controller_pb2_grpc.EmulatorControllerStub(channel)


def pb() -> Any:
    from android_env.proto import emulator_controller_pb2

    return emulator_controller_pb2


def empty() -> Any:
    from google.protobuf import empty_pb2

    return empty_pb2.Empty()


def component(server: PhoneServer) -> str:
    return server.call(lambda: server.devices[0].component)


def touch(stub: Any, x: int, y: int, pressure: int, identifier: int = 0) -> None:
    stub.sendTouch(pb().TouchEvent(touches=[pb().Touch(x=x, y=y, pressure=pressure, identifier=identifier)]))


def test_the_status_says_that_it_has_booted(stub: Any) -> None:
    assert stub.getStatus(empty()).booted
    assert stub.getVmState(empty()).state == pb().VmRunState.RunState.RUNNING


def test_screenshots_have_the_wanted_format_and_size(server: PhoneServer, stub: Any) -> None:
    screen = server.call(lambda: server.devices[0].screenshot().copy())
    kinds = pb().ImageFormat.ImgFormat
    rgba = stub.getScreenshot(pb().ImageFormat(format=kinds.RGBA8888))
    assert (rgba.format.width, rgba.format.height) == (360, 800)
    assert (np.frombuffer(rgba.image, np.uint8).reshape(800, 360, 4)[:, :, :3] == screen).all()
    rgb = stub.getScreenshot(pb().ImageFormat(format=kinds.RGB888))
    assert (np.frombuffer(rgb.image, np.uint8).reshape(800, 360, 3) == screen).all()
    small = stub.getScreenshot(pb().ImageFormat(format=kinds.PNG, width=90, height=800))
    assert Image.open(io.BytesIO(small.image)).size == (90, 200)


def test_a_stream_begins_with_the_screen_and_goes_on_when_it_changes(server: PhoneServer, stub: Any) -> None:
    stream = stub.streamScreenshot(pb().ImageFormat(format=pb().ImageFormat.ImgFormat.RGB888), timeout=SECONDS)
    first = next(stream)
    stub.sendKey(pb().KeyboardEvent(key="AppSwitch", eventType=pb().KeyboardEvent.keypress))
    second = next(stream)
    assert (first.seq, second.seq) == (0, 1) and first.image != second.image
    stream.cancel()


def test_touches_and_keys_arrive(server: PhoneServer, stub: Any) -> None:
    touch(stub, 317, 650, 1)
    touch(stub, 10, 10, 1, identifier=1)
    touch(stub, 317, 650, 0)
    assert component(server).startswith("com.google.android.contacts/")  # as AndroidWorld knows it
    kinds = pb().KeyboardEvent
    stub.sendKey(kinds(codeType=kinds.XKB, eventType=kinds.keypress, keyCode=172 + 8))
    assert "launcher" in component(server)
    device = server.devices[0]
    server.call(lambda: device.run("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"))
    stub.sendKey(kinds(text="Ada"))
    stub.sendKey(kinds(codeType=kinds.Evdev, eventType=kinds.keydown, keyCode=42))
    stub.sendKey(kinds(codeType=kinds.Evdev, eventType=kinds.keypress, keyCode=30))
    stub.sendKey(kinds(codeType=kinds.Evdev, eventType=kinds.keyup, keyCode=42))
    stub.sendKey(kinds(key="b", eventType=kinds.keypress))
    assert 'text="AdaAb"' in server.call(device.hierarchy)
    with pytest.raises(grpc.RpcError, match="UNIMPLEMENTED"):
        stub.sendKey(kinds(codeType=kinds.Mac, keyCode=3))


def test_the_clipboard_and_a_restart(server: PhoneServer, stub: Any) -> None:
    stub.setClipboard(pb().ClipData(text="ünïcode"))
    assert stub.getClipboard(empty()).text == "ünïcode"
    server.call(lambda: server.devices[0].run(f"am start -n {CONTACTS}"))
    stub.setVmState(pb().VmRunState(state=pb().VmRunState.RunState.RESET))
    assert "launcher" in component(server)
    with pytest.raises(grpc.RpcError, match="UNIMPLEMENTED"):
        stub.setVmState(pb().VmRunState(state=pb().VmRunState.RunState.SHUTDOWN))
    with pytest.raises(grpc.RpcError, match="UNIMPLEMENTED"):
        stub.getBattery(empty())


def test_snapshots(server: PhoneServer, channel: Any) -> None:
    from android_env.proto import snapshot_service_pb2, snapshot_service_pb2_grpc

    stub = snapshot_service_pb2_grpc.SnapshotServiceStub(channel)
    package = snapshot_service_pb2.SnapshotPackage(snapshot_id="home")
    refused = stub.LoadSnapshot(package)
    assert not refused.success and b"home" in refused.err
    assert stub.SaveSnapshot(package).success
    server.call(lambda: server.devices[0].run(f"am start -n {CONTACTS}"))
    listed = stub.ListSnapshots(snapshot_service_pb2.SnapshotFilter()).snapshots
    assert [snapshot.snapshot_id for snapshot in listed] == ["home"]
    assert stub.LoadSnapshot(package).success and "launcher" in component(server)
    assert stub.DeleteSnapshot(package).success and not stub.DeleteSnapshot(package).success


def test_a_token_is_needed_where_there_is_one(server: PhoneServer) -> None:
    from android_env.proto import emulator_controller_pb2_grpc

    from crab_gym.integrations.android_env.emulator import EmulatorServer

    with EmulatorServer(server, token="secret") as served:
        with grpc.insecure_channel(f"localhost:{served.ports[0]}") as channel:
            stub = emulator_controller_pb2_grpc.EmulatorControllerStub(channel)
            for metadata in (None, [("authorization", "Bearer wrong")]):
                with pytest.raises(grpc.RpcError, match="UNAUTHENTICATED"):
                    stub.getStatus(empty(), metadata=metadata)
            assert stub.getStatus(empty(), metadata=[("authorization", "Bearer secret")]).booted


def test_a_port_that_is_taken_is_an_error(server: PhoneServer, emulator: Any) -> None:
    from crab_gym.integrations.android_env.emulator import EmulatorServer

    with pytest.raises(OSError, match="can't be used"):
        EmulatorServer(server, emulator.ports[0])


def test_it_outlives_the_phones_without_harm() -> None:
    from android_env.proto import emulator_controller_pb2_grpc

    from crab_gym.integrations.android_env.emulator import EmulatorServer

    phone_server = PhoneServer(phones(seed=7))
    with EmulatorServer(phone_server) as served:
        phone_server.close()
        with grpc.insecure_channel(f"localhost:{served.ports[0]}") as channel:
            with pytest.raises(grpc.RpcError, match="UNAVAILABLE"):
                emulator_controller_pb2_grpc.EmulatorControllerStub(channel).getClipboard(empty())
    assert not phone_server.thread.is_alive()


def test_the_command_line_serves_it_beside_adb(tmp_path: Path) -> None:
    from android_env.proto import emulator_controller_pb2_grpc

    token = tmp_path / "token"
    token.write_text("secret\n")
    command = [sys.executable, "-u", "-m", "crab_gym", "phone", "--port", "0", "--grpc", "0"]
    with subprocess.Popen(
        [*command, "--count", "2", "--grpc-token-file", str(token)],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored in the background
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(3)]
        for line in lines[:2]:
            with grpc.insecure_channel(f"localhost:{line.rpartition('gRPC on port ')[2].strip()}") as channel:
                stub = emulator_controller_pb2_grpc.EmulatorControllerStub(channel)
                assert stub.getStatus(empty(), metadata=[("authorization", "Bearer secret")], timeout=SECONDS).booted
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "ended\n"
    assert process.returncode == 0


def test_what_can_t_be_served_is_told(emulator: Any, tmp_path: Path) -> None:
    from tests.cli.test_cli import run

    (tmp_path / "empty").touch()
    assert "needs --grpc PORT" in run("phone", "--port", "0", "--grpc-token-file", str(tmp_path / "empty"), code=2)
    empty_file = ("--grpc", "0", "--grpc-token-file", str(tmp_path / "empty"))
    assert "is empty" in run("phone", "--port", "0", *empty_file, code=2)
    assert "is taken" in run("phone", "--port", "0", "--grpc", str(emulator.ports[0]), code=2)
    network = ("--host", "0.0.0.0", "--allow", "192.0.2.1")
    assert "expected no --allow" in run("phone", "--port", "0", "--grpc", "0", *network, code=2)


@pytest.fixture(scope="module")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adb]:
    with adb_server(tmp_path_factory.mktemp("adb")) as started:
        yield started


@pytest.fixture
def attached(
    adb: Adb, server: PhoneServer, emulator: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """android_env's own environment, attached to the phone as to an emulator that runs already."""
    from android_env import loader
    from android_env.components import adb_log_stream
    from android_env.components import config_classes as config

    started = []

    def start(*args: Any, **options: Any) -> subprocess.Popen[str]:
        started.append(subprocess.Popen(*args, **options))
        return started[-1]

    own = SimpleNamespace(
        Popen=start, check_output=subprocess.check_output, PIPE=subprocess.PIPE, STDOUT=subprocess.STDOUT
    )
    monkeypatch.setattr(adb_log_stream, "subprocess", own)

    adb.register(server.ports[0])
    task = tmp_path / "task.textproto"
    task.write_text('id: "none"\n')
    env = loader.load(
        config.AndroidEnvConfig(
            task=config.FilesystemTaskConfig(path=str(task)),
            simulator=config.EmulatorConfig(
                emulator_launcher=config.EmulatorLauncherConfig(
                    adb_port=server.ports[0], emulator_console_port=server.ports[0] - 1, grpc_port=emulator.ports[0]
                ),
                adb_controller=config.AdbControllerConfig(adb_path=adb.program, adb_server_port=adb.port),
            ),
        )
    )
    yield env
    env.close()
    for process in started:  # it doesn't end those that it has just started, and leaves their pipes open
        process.kill()
        process.wait(SECONDS)
        process.stdout.close()


def test_android_env_attaches_as_it_is(server: PhoneServer, attached: Any) -> None:
    from android_env.proto import adb_pb2, state_pb2

    first = attached.reset()
    assert first.observation["pixels"].shape == (800, 360, 3)
    for kind in (0, 1):
        then = attached.step({"action_type": np.array(kind), "touch_position": np.array([317 / 360, 650 / 800])})
    assert "contacts" in component(server)
    assert then.observation["orientation"].tolist() == [1, 0, 0, 0]
    assert (then.observation["pixels"] != first.observation["pixels"]).any()
    home = adb_pb2.AdbRequest(press_button=adb_pb2.AdbRequest.PressButton(button="HOME"))
    assert attached.save_state(state_pb2.SaveStateRequest()).status == state_pb2.SaveStateResponse.Status.OK
    assert attached.execute_adb_call(home).status == adb_pb2.AdbResponse.Status.OK
    assert "launcher" in component(server)
    assert attached.load_state(state_pb2.LoadStateRequest()).status == state_pb2.LoadStateResponse.Status.OK
    assert "contacts" in component(server)


def test_its_wrapper_gets_the_forest_without_an_app(server: PhoneServer, attached: Any, monkeypatch: Any) -> None:
    from android_env.wrappers import a11y_grpc_wrapper

    monkeypatch.setattr(a11y_grpc_wrapper.time, "sleep", lambda seconds: None)  # it waits for an app to start
    wrapped = a11y_grpc_wrapper.A11yGrpcWrapper(attached, enable_a11y_tree_info=True, latest_a11y_info_only=True)
    wrapped.reset()
    monkeypatch.undo()
    until = time.monotonic() + SECONDS
    while "accessibility_tree" not in (extras := wrapped.accumulate_new_extras()) and time.monotonic() < until:
        time.sleep(0.05)
    windows = extras["accessibility_tree"][-1].windows
    assert [window.title for window in windows] == ["Navigation bar", "Status bar", "Home"]
    wrapped.close()


def test_nothing_is_sent_to_other_machines(server: PhoneServer, emulator: Any) -> None:
    device = server.devices[0]
    action = "accessibility_forwarder.intent.action.SET_GRPC"
    server.call(lambda: device.run(f"am broadcast -a {action} --ei port 80 --es host 192.0.2.1"))
    assert "192.0.2.1:80 isn't this machine" in server.call(lambda: device.run("logcat -d")).stdout.decode()
