"""`EmulatorServer`: served phones behind the emulator's gRPC, so that android_env attaches to them as they are."""

from __future__ import annotations

import hmac
import io
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Final, NamedTuple, TypeVar

import grpc
import numpy as np
import numpy.typing as npt
from android_env.proto import emulator_controller_pb2 as controller_pb
from android_env.proto import emulator_controller_pb2_grpc as controller_grpc
from android_env.proto import snapshot_pb2 as snapshot_pb
from android_env.proto import snapshot_service_pb2 as snapshots_pb
from android_env.proto import snapshot_service_pb2_grpc as snapshots_grpc
from google.protobuf import empty_pb2
from PIL import Image

from crab_gym.integrations.android_env.forwarder import Forwarder
from crab_gym.integrations.android_env.hands import Finger, Keyboard
from crab_sim.adbd.hosting import PhoneServer
from crab_sim.devices.evdev_keys import KEYS, XKB_OFFSET
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone.android import Device
from crab_sim.phone.android.commands.input import type_text

__all__ = ["EmulatorServer"]

_T = TypeVar("_T")
_WORKERS: Final = 8
_STREAM_EVERY: Final = 1 / 30  # seconds between two looks for a changed screen
_OPTIONS: Final = (("grpc.max_send_message_length", -1), ("grpc.so_reuseport", 0))
_NAMED: Final = {
    "GoHome": "home", "GoBack": "back", "AppSwitch": "recents", "Enter": "enter", "Backspace": "backspace",
    "Delete": "delete", "Tab": "tab", "Escape": "escape", "Home": "ctrl+home", "End": "end", "PageUp": "pageup",
    "PageDown": "pagedown", "ArrowUp": "up", "ArrowDown": "down", "ArrowLeft": "left", "ArrowRight": "right",
    "Shift": "shift", "Control": "ctrl", "Alt": "alt", "Meta": "super", "Power": "power",
    "AudioVolumeUp": "volumeup", "AudioVolumeDown": "volumedown", "AudioVolumeMute": "volumemute",
}  # fmt: skip
"""The keys of the browsers' names for them, where these aren't a character."""


class _Hands:
    """A client's finger and keyboard at a phone. All calls of the phone happen in the thread that serves it."""

    def __init__(self, phones: PhoneServer, device: Device) -> None:
        self.device = device
        self.finger, self.keyboard = Finger(device), Keyboard(device)
        self._phones = phones

    def call(self, function: Callable[[], _T], context: grpc.ServicerContext) -> _T:
        """Calls a function at the phone's present time, in its thread."""

        def now() -> _T:
            self.device.tick()
            self.finger.wait()
            return function()

        try:
            return self._phones.call(now)
        except RuntimeError as error:  # the phones are no longer served
            context.abort(grpc.StatusCode.UNAVAILABLE, str(error))
            raise


class _Shot(NamedTuple):
    """A screenshot.

    Attributes:
        pixels: The screen.
        now: The phone's time.
    """

    pixels: npt.NDArray[np.uint8]
    now: float

    def image(self, request: controller_pb.ImageFormat, number: int = 0) -> controller_pb.Image:
        """Returns it in a format, scaled down into the size that it has, if any."""
        picture = Image.fromarray(self.pixels)
        sizes = zip((request.width, request.height), picture.size, strict=True)
        scale = min([1.0, *(size / own for size, own in sizes if size)])
        if scale < 1:
            picture = picture.resize((max(1, int(picture.width * scale)), max(1, int(picture.height * scale))))
        kind = controller_pb.ImageFormat.ImgFormat
        if request.format == kind.PNG:
            file = io.BytesIO()
            picture.save(file, "PNG")
            data = file.getvalue()
        else:
            data = picture.convert("RGBA" if request.format == kind.RGBA8888 else "RGB").tobytes()
        form = controller_pb.ImageFormat(format=request.format, width=picture.width, height=picture.height)
        return controller_pb.Image(format=form, image=data, seq=number, timestampUs=round(self.now * 1e6))


class _Controller(controller_grpc.EmulatorControllerServicer):  # type: ignore[misc]  # generated without types
    """The emulator's controller. What isn't here is answered with UNIMPLEMENTED."""

    def __init__(self, hands: _Hands) -> None:
        self._hands = hands
        self._device = hands.device
        self._since = time.monotonic()

    def getStatus(self, request: empty_pb2.Empty, context: grpc.ServicerContext) -> controller_pb.EmulatorStatus:
        """Says that the phone has booted."""
        up = round((time.monotonic() - self._since) * 1000)
        return controller_pb.EmulatorStatus(version="crab-gym", uptime=up, booted=True)

    def getScreenshot(self, request: controller_pb.ImageFormat, context: grpc.ServicerContext) -> controller_pb.Image:
        """Returns the screen in the wanted format, scaled down into the wanted size."""
        return self._look(context).image(request)

    def streamScreenshot(
        self, request: controller_pb.ImageFormat, context: grpc.ServicerContext
    ) -> Iterator[controller_pb.Image]:
        """Yields the screen, and again whenever it has changed."""
        last: npt.NDArray[np.uint8] | None = None
        number = 0
        while context.is_active():
            shot = self._look(context)
            if last is None or not np.array_equal(shot.pixels, last):
                last = shot.pixels
                yield shot.image(request, number)
                number += 1
            time.sleep(_STREAM_EVERY)

    def _look(self, context: grpc.ServicerContext) -> _Shot:
        return self._hands.call(lambda: _Shot(self._device.screenshot().copy(), self._device.phone.now), context)

    def sendTouch(self, request: controller_pb.TouchEvent, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """Moves the first finger: pressure puts it down, none lifts it off. The phone knows no other."""

        def move() -> None:
            for touch in request.touches:
                if touch.identifier == 0 and touch.pressure:
                    self._hands.finger.touch(touch.x, touch.y)
                elif touch.identifier == 0:
                    self._hands.finger.lift()

        self._hands.call(move, context)
        return empty_pb2.Empty()

    def sendKey(self, request: controller_pb.KeyboardEvent, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """Types a text, or moves a key, by its name or its code (Linux's or X's)."""
        kind = controller_pb.KeyboardEvent
        if request.text:
            self._hands.call(lambda: type_text(self._device, request.text), context)
            return empty_pb2.Empty()
        if request.key:
            key = request.key if len(request.key) == 1 else _NAMED.get(request.key)
        elif request.codeType in (kind.Evdev, kind.XKB):
            key = KEYS.get(request.keyCode - (XKB_OFFSET if request.codeType == kind.XKB else 0))
        else:
            context.abort(grpc.StatusCode.UNIMPLEMENTED, "key codes are Linux's (Evdev) or X's (XKB)")
            raise AssertionError
        if key is not None:
            keyboard = self._hands.keyboard
            does = {kind.keydown: keyboard.down, kind.keyup: keyboard.up}.get(request.eventType, keyboard.press)
            self._hands.call(lambda: does(key), context)
        return empty_pb2.Empty()

    def setClipboard(self, request: controller_pb.ClipData, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """Puts a text into the clipboard."""
        self._hands.call(lambda: self._device.phone.put(CLIPBOARD, request.text), context)
        return empty_pb2.Empty()

    def getClipboard(self, request: empty_pb2.Empty, context: grpc.ServicerContext) -> controller_pb.ClipData:
        """Returns the clipboard's text."""
        return controller_pb.ClipData(text=self._hands.call(lambda: self._device.phone.get(CLIPBOARD), context))

    def getVmState(self, request: empty_pb2.Empty, context: grpc.ServicerContext) -> controller_pb.VmRunState:
        """Says that the phone runs."""
        return controller_pb.VmRunState(state=controller_pb.VmRunState.RunState.RUNNING)

    def setVmState(self, request: controller_pb.VmRunState, context: grpc.ServicerContext) -> empty_pb2.Empty:
        """Restarts the phone; it can't be paused or shut down by its clients."""
        if request.state == controller_pb.VmRunState.RunState.RESET:
            self._hands.call(self._device.reboot, context)
        elif request.state != controller_pb.VmRunState.RunState.RUNNING:
            context.abort(grpc.StatusCode.UNIMPLEMENTED, "the phone runs as long as it is served")
        return empty_pb2.Empty()


class _Snapshots(snapshots_grpc.SnapshotServiceServicer):  # type: ignore[misc]  # generated without types
    """The emulator's snapshots: states of the phone, kept as long as it is served."""

    def __init__(self, hands: _Hands) -> None:
        self._hands = hands
        self._device = hands.device

    def ListSnapshots(
        self, request: snapshots_pb.SnapshotFilter, context: grpc.ServicerContext
    ) -> snapshots_pb.SnapshotList:
        """Returns the states that are kept."""
        names = self._hands.call(lambda: list(self._device.snapshots), context)
        details = [
            snapshots_pb.SnapshotDetails(snapshot_id=name, details=snapshot_pb.Snapshot(logical_name=name))
            for name in names
        ]
        return snapshots_pb.SnapshotList(snapshots=details)

    def SaveSnapshot(
        self, request: snapshots_pb.SnapshotPackage, context: grpc.ServicerContext
    ) -> snapshots_pb.SnapshotPackage:
        """Keeps the phone's state under a name."""
        self._hands.call(lambda: self._device.save(request.snapshot_id), context)
        return snapshots_pb.SnapshotPackage(snapshot_id=request.snapshot_id, success=True)

    def LoadSnapshot(
        self, request: snapshots_pb.SnapshotPackage, context: grpc.ServicerContext
    ) -> snapshots_pb.SnapshotPackage:
        """Brings the phone back to a state."""
        return self._of_one(request, context, lambda: self._device.load(request.snapshot_id))

    def DeleteSnapshot(
        self, request: snapshots_pb.SnapshotPackage, context: grpc.ServicerContext
    ) -> snapshots_pb.SnapshotPackage:
        """Forgets a state."""
        return self._of_one(request, context, lambda: self._device.snapshots.pop(request.snapshot_id))

    def _of_one(
        self, request: snapshots_pb.SnapshotPackage, context: grpc.ServicerContext, act: Callable[[], object]
    ) -> snapshots_pb.SnapshotPackage:
        result = snapshots_pb.SnapshotPackage(snapshot_id=request.snapshot_id, success=True)
        try:
            self._hands.call(act, context)
        except KeyError:
            result.success, result.err = False, f"there is no snapshot {request.snapshot_id[:40]!r}".encode()
        return result


class _Token(grpc.ServerInterceptor):  # type: ignore[misc]  # grpc has no types
    """Lets calls pass that have the token, as those of a client that has read it where an emulator tells it."""

    def __init__(self, token: str) -> None:
        self._header = f"Bearer {token}"
        self._refusal = grpc.unary_unary_rpc_method_handler(
            lambda request, context: context.abort(grpc.StatusCode.UNAUTHENTICATED, "expected the token")
        )

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], grpc.RpcMethodHandler],
        details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler:
        """Returns the handler of a call."""
        header = dict(details.invocation_metadata).get("authorization", "")
        return continuation(details) if hmac.compare_digest(header, self._header) else self._refusal


class EmulatorServer:
    """The emulator's gRPC for phones that are served over ADB, on this machine only.

    It serves the controller (status, screenshots, touches, keys, clipboard) and the snapshots, and sends the
    accessibility forest to android_env's wrapper for it as the app does that the wrapper installs. The phones get the
    packages and folders in which AndroidWorld's tasks look.

    Args:
        phones: The server of the phones.
        port: Port for the first phone, and two ports above for each further one; 0 stands for any free ports.
        token: What callers must send as ``authorization: Bearer TOKEN``; empty for nothing, as android_env calls.

    Attributes:
        ports: The port of each phone.

    Raises:
        OSError: A port is taken.
    """

    def __init__(self, phones: PhoneServer, port: int = 0, token: str = "") -> None:
        self.ports: list[int] = []
        self._servers: list[grpc.Server] = []
        self._pools: list[ThreadPoolExecutor] = []
        self._forwarders: list[Forwarder] = []
        try:
            for i, device in enumerate(phones.devices):
                self._open(phones, device, port + 2 * i if port else 0, token)
        except BaseException:
            self.close()
            raise

    def _open(self, phones: PhoneServer, device: Device, port: int, token: str) -> None:
        phones.call(lambda: device.phone.pass_for("androidworld"))
        pool = ThreadPoolExecutor(_WORKERS)
        self._pools.append(pool)
        checks: Sequence[grpc.ServerInterceptor] = [_Token(token)] if token else []
        server = grpc.server(pool, interceptors=checks, options=_OPTIONS)
        hands = _Hands(phones, device)
        controller_grpc.add_EmulatorControllerServicer_to_server(_Controller(hands), server)
        snapshots_grpc.add_SnapshotServiceServicer_to_server(_Snapshots(hands), server)
        try:
            bound = server.add_insecure_port(f"127.0.0.1:{port}")
        except RuntimeError as error:
            raise OSError(f"port {port} can't be used: {error}") from None
        self._servers.append(server)
        self.ports.append(bound)
        server.start()
        self._forwarders.append(Forwarder(phones, device))

    def close(self) -> None:
        """Stops serving."""
        for forwarder in self._forwarders:
            forwarder.close()
        for server in self._servers:
            server.stop(None).wait()
        for pool in self._pools:
            pool.shutdown()
        self._forwarders, self._servers, self._pools = [], [], []

    def __enter__(self) -> EmulatorServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
