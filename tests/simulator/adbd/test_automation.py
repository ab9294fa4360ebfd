"""The server of UI automation that uiautomator2 starts: its program, its port and its methods, without the client."""

from __future__ import annotations

import base64
import io
import json
import re
import time
from collections.abc import Iterator

import pytest
from PIL import Image

from crab_sim.adbd.hosting import PhoneServer
from crab_sim.devices import adb_wire
from tests.simulator.adbd._host import Host

PROGRAM = "shell:CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main"


class Client:
    """One who calls the server's methods over a connection that stays open."""

    def __init__(self, host: Host, port: int = 9008) -> None:
        self.host = host
        self.here, self.there = host.open(f"tcp:{port}")

    def send(self, request: bytes) -> bytes:
        """Sends bytes and returns the body of the answer."""
        self.host.send(adb_wire.WRTE, self.here, self.there, request)
        answer = b""
        while True:
            packet = self.host.receive()
            assert packet is not None and packet.command in (adb_wire.WRTE, adb_wire.OKAY), packet
            if packet.command == adb_wire.WRTE:
                self.host.send(adb_wire.OKAY, self.here, self.there)
                answer += packet.payload
            head, blank, body = answer.partition(b"\r\n\r\n")
            length = re.search(rb"Content-Length: (\d+)", head)
            if blank and length and len(body) >= int(length[1]):
                return body

    def ask(self, method: str, *params: object) -> dict[str, object]:
        """Calls a method and returns the whole answer."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        answer = json.loads(self.send(b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)))
        assert isinstance(answer, dict)
        return answer

    def call(self, method: str, *params: object) -> object:
        """Calls a method and returns its result."""
        answer = self.ask(method, *params)
        assert "result" in answer, answer
        return answer["result"]


@pytest.fixture
def host(server: PhoneServer) -> Iterator[Host]:
    with Host(server.ports[0]) as connection:
        connection.ask("shell:touch /data/local/tmp/u2.jar")
        yield connection


@pytest.fixture
def client(host: Host) -> Client:
    host.open(PROGRAM)
    host.expect(adb_wire.WRTE)
    return Client(host)


def is_refused(host: Host, service: str) -> bool:
    host.send(adb_wire.OPEN, 999, 0, service.encode() + b"\0")
    packet = host.receive()
    return packet is not None and packet.command == adb_wire.CLSE


def test_the_server_listens_while_its_program_runs(host: Host) -> None:
    assert is_refused(host, "tcp:9008")
    here, there = host.open(f"{PROGRAM} -p 9010")
    assert b"Starting Server" in host.expect(adb_wire.WRTE).payload
    assert Client(host, 9010).send(b"GET /ping HTTP/1.1\r\n\r\n") == b"pong"
    assert is_refused(host, "tcp:9008")
    host.send(adb_wire.CLSE, here, there)
    host.expect(adb_wire.CLSE)
    assert is_refused(host, "tcp:9010")


def test_a_program_needs_its_file(host: Host) -> None:
    assert b"Could not find" in host.ask("shell:CLASSPATH=/none.jar app_process / com.wetest.uia2.Main")
    assert b"Could not find" in host.ask("shell:CLASSPATH=/data/local/tmp/u2.jar app_process / some.Other")


def test_the_screen_and_its_picture(client: Client) -> None:
    client.host.ask("shell:am start -n com.android.settings/.Settings")
    told = client.call("deviceInfo")
    assert isinstance(told, dict) and told["currentPackageName"] == "com.android.settings"
    assert (told["displayWidth"], told["displayHeight"]) == (360, 800)
    picture = client.call("takeScreenshot", 0.5, 80)
    assert isinstance(picture, str) and Image.open(io.BytesIO(base64.b64decode(picture))).size == (180, 400)
    dump = client.call("dumpWindowHierarchy", False, 50)
    assert isinstance(dump, str) and dump.encode() in client.host.ask("shell:uiautomator dump /dev/tty")


@pytest.mark.parametrize(
    ("selector", "texts"),
    [
        ({"text": "Display"}, ["Display"]),
        ({"text": "display"}, []),
        ({"textContains": "SPLA"}, ["Display"]),
        ({"textStartsWith": "dis"}, ["Display"]),
        ({"textMatches": "D.*y"}, ["Display"]),
        ({"textMatches": "(?i)(?:dis|dat)\\w+"}, ["Display"]),
        ({"textMatches": "Dis"}, []),
        ({"text": "Display", "clickable": True}, []),  # its row is
        ({"text": "Display", "clickable": False}, ["Display"]),
        ({"className": "android.widget.ListView", "scrollable": None, "instance": 7}, []),
        ({"packageName": "com.android.settings", "text": "Battery"}, ["Battery"]),
        ({"resourceIdMatches": ".*/searc._bar"}, ["Search settings"]),
        ({"descriptionMatches": "Hom."}, []),  # the bars are other windows
        (
            {"scrollable": True, "childOrSibling": ["child"], "childOrSiblingSelector": [{"text": "Battery"}]},
            ["Battery"],
        ),
        ({"text": "Battery", "childOrSibling": ["child"], "childOrSiblingSelector": [{"text": "Display"}]}, []),
        (
            {"text": "Apps", "childOrSibling": ["sibling"], "childOrSiblingSelector": [{"textContains": "permiss"}]},
            ["Installed apps, permissions"],
        ),
    ],
)  # fmt: skip
def test_selectors_mean_nodes(client: Client, selector: dict[str, object], texts: list[str]) -> None:
    client.host.ask("shell:am start -n com.android.settings/.Settings")
    found = client.call("objInfoOfAllInstances", selector)
    assert isinstance(found, list) and [node["text"] for node in found] == texts
    assert client.call("count", selector) == len(texts) and client.call("exist", selector) == bool(texts)


def test_texts_are_typed_and_read(client: Client) -> None:
    client.host.ask("shell:am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name Ada")
    first = {"className": "android.widget.EditText", "instance": 0}
    assert client.call("getText", first) == "Ada"
    assert client.call("setText", first, "Zoë ☃ 'x' \"$HOME\"") is True
    assert client.call("getText", first) == "Zoë ☃ 'x' \"$HOME\""
    client.call("clearTextField", first)
    client.call("setClipboard", None, "pasted")
    assert client.call("getClipboard") == "pasted" and client.call("pasteClipboard") is True
    assert client.call("getText", first) == "pasted"
    assert client.call("setText", {"text": "Save"}, "no") is False


def test_touches_keys_and_scrolling(client: Client) -> None:
    client.host.ask("shell:wm size 320x480")
    client.host.ask("shell:am start -n com.android.settings/.Settings")
    listed = {"scrollable": True}
    assert client.call("scrollToEnd", listed, True, 20, 55) is True
    assert client.call("exist", {"text": "Connected devices"}) is False
    assert client.call("scrollTo", listed, {"text": "Connected devices"}, True) is True
    assert client.call("scrollTo", listed, {"text": "Display"}, True) is True
    place = client.call("objInfo", {"text": "Display"})
    assert isinstance(place, dict)
    bounds = place["bounds"]
    assert client.call("click", (bounds["left"] + bounds["right"]) / 2, (bounds["top"] + bounds["bottom"]) / 2) is True
    assert client.call("exist", {"text": "Dark theme"}) is True
    client.call("pressKey", "back")
    name = client.call("childByText", listed, {"clickable": True}, "Display")
    assert isinstance(name, str)
    found = client.call("objInfo", name)
    assert isinstance(found, dict) and (found["text"], found["clickable"]) == ("", True)
    assert client.call("click", name) is True and client.call("exist", {"text": "Dark theme"}) is True
    client.call("pressKeyCode", 3)
    assert client.call("exist", {"packageName": "com.android.launcher3"}) is True
    client.call("openNotification")
    assert client.call("exist", {"packageName": "com.android.launcher3"}) is False


def test_a_call_waits_until_the_screen_shows_it(client: Client, server: PhoneServer) -> None:
    begun = time.monotonic()
    assert client.call("waitForExists", {"text": "Nothing"}, 300) is False
    assert time.monotonic() - begun >= 0.3
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "waitForExists", "params": [{"text": "Display"}, 20_000]})
    client.host.send(
        adb_wire.WRTE, client.here, client.there,
        b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body.encode()),
    )  # fmt: skip
    client.host.expect(adb_wire.OKAY)
    with Host(server.ports[0]) as other:
        other.ask("shell:am start -n com.android.settings/.Settings")
    assert b'"result": true' in client.host.expect(adb_wire.WRTE).payload


def test_errors_name_their_reason(client: Client) -> None:
    error = client.ask("objInfo", {"text": "Nothing"})["error"]
    assert isinstance(error, dict) and "UiObjectNotFoundException" in error["message"]
    for method, params, code in (
        ("nonsense", [], -32601),
        ("click", [{"text": "Nothing"}], -32001),
        ("click", [], -32602),
        ("click", [1e300, 5], -32602),
        ("count", [5], -32602),
        ("count", ["no object"], -32602),
        ("count", [{"textMatches": "("}], -32602),
        ("count", [{"childOrSibling": ["child"], "childOrSiblingSelector": []}], -32602),
        ("exist", [{"childOrSibling": ["child"] * 99, "childOrSiblingSelector": [{}] * 99}], -32602),
    ):
        error = client.ask(method, *params)["error"]
        assert isinstance(error, dict) and error["code"] == code, (method, params, error)
    assert client.send(b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 3\r\n\r\n[[[").endswith(b'"data": "Parse error"}}')
    assert client.send(b"GET /other HTTP/1.1\r\n\r\n") == b"not found"
    assert client.call("count", {"textMatches": "(a+)+" * 30 + "$"}) == 0


def test_a_request_that_is_too_large_ends_its_connection_only(client: Client) -> None:
    client.host.send(
        adb_wire.WRTE, client.here, client.there, b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n"
    )
    assert {packet.command for packet in (client.host.receive(), client.host.receive()) if packet} == {
        adb_wire.OKAY, adb_wire.CLSE,
    }  # fmt: skip
    assert Client(client.host).send(b"GET /ping HTTP/1.1\r\n\r\n") == b"pong"
