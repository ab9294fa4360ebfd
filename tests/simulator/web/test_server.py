"""The sites over HTTP on loopback."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.web.bundle import assets, bundle
from crab_sim.web.sites.app import Web
from crab_sim.web.sites.files import Files
from crab_sim.web.sites.markup import Reply
from crab_sim.web.sites.server import MAX_BODY, Server, read_form, rebased


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(Web(assets(), seed=0)) as serving:
        thread = threading.Thread(target=serving.serve_forever, args=(0.01,))
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


def ask(
    server: Server, method: str, path: str, host: str = "localhost", body: bytes | None = None, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        sent = {"Host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


FORM = {"Content_Type": "application/x-www-form-urlencoded"}


def test_a_site_is_found_by_its_name_or_by_the_path(server: Server) -> None:
    response, body = ask(server, "GET", "/", "mail.example")
    assert response.status == 200 and b'href="/compose"' in body and b'href="http://start.example/"' in body
    assert ask(server, "GET", "/", "www.Mail.example:80")[1] == body
    response, body = ask(server, "GET", "/mail.example/")
    assert response.status == 200 and b'href="/mail.example/compose"' in body and b'href="/start.example/"' in body
    assert b"<title>Start</title>" in ask(server, "GET", "/")[1]
    assert ask(server, "GET", "/nowhere", "evil.test")[0].status == 404


def test_links_to_pages_over_https_lose_the_s(server: Server) -> None:
    page = ask(server, "GET", "/", "wiki.example")[1] + ask(server, "GET", "/bread", "wiki.example")[1]
    assert b'"https://' not in page and b'href="http://recipes.example/pancakes"' in page


def test_a_form_leads_on(server: Server) -> None:
    body = b"act=add&article=mug&quantity=2"
    response, _ = ask(server, "POST", "/cart", "shop.example", body, **FORM)
    assert (response.status, response.getheader("Location")) == (303, "/cart?done=added")
    response, _ = ask(server, "POST", "/shop.example/cart", "localhost", body, **FORM)
    assert response.getheader("Location") == "/shop.example/cart?done=added"


def test_a_download_has_its_name_and_kind(server: Server) -> None:
    response, body = ask(server, "GET", "/picture/lighthouse/download", "images.example")
    assert response.getheader("Content-Disposition") == (
        "attachment; filename=\"lighthouse.jpg\"; filename*=UTF-8''lighthouse.jpg"
    )
    assert response.getheader("Content-Type") == "image/jpeg" and body[:2] == b"\xff\xd8"
    head, nothing = ask(server, "HEAD", "/picture/lighthouse/download", "images.example")
    assert head.getheader("Content-Length") == str(len(body)) and nothing == b""


def test_names_of_downloads_are_escaped(server: Server) -> None:
    title = 'a"\r\nX: é'
    server.web.replace("docs.example", "documents", [{"title": title, "text": "x"}])
    response, _ = ask(server, "GET", "/text/1/download", "docs.example")
    assert response.status == 200 and response.getheader("X") is None
    assert "filename*=UTF-8''a%22%0D%0AX%3A%20%C3%A9.txt" in str(response.getheader("Content-Disposition"))


def test_what_is_too_large_or_no_form_is_refused(server: Server) -> None:
    large = b"body=" + b"x" * MAX_BODY
    assert ask(server, "POST", "/compose", "mail.example", large, **FORM)[0].status == 413
    assert ask(server, "POST", "/compose", "mail.example", b"{}", Content_Type="application/json")[0].status == 400
    assert ask(server, "POST", "/compose", "mail.example", b"&".join([b"a=b"] * 2000), **FORM)[0].status == 400
    assert ask(server, "PUT", "/compose", "mail.example", b"x")[0].status == 501
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw:
        raw.sendall(b"POST /compose HTTP/1.0\r\nHost: mail.example\r\nContent-Length: -5\r\n\r\n")
        assert b" 411 " in raw.recv(4096)


@pytest.mark.parametrize(
    "path",
    [
        "/photos/../world.py",
        "/photos/..%2fsites/app.py",
        "/sites/app.py",
        "//etc/passwd",
        "/raw/../../x",
        "/%00",
        "/..",
    ],
)
def test_nothing_but_pages_is_served(server: Server, path: str) -> None:
    for host in ("wiki.example", "git.example", "news.example", "images.example"):
        response, body = ask(server, "GET", path, host)
        assert response.status == 404 and b"import" not in body and b"root:" not in body


def test_there_are_no_scripts_and_nothing_is_kept_by_the_browser(server: Server) -> None:
    response, _ = ask(server, "GET", "/", "docs.example")
    assert "default-src 'none'" in str(response.getheader("Content-Security-Policy"))
    assert response.getheader("Cache-Control") == "no-store"


def test_it_goes_on_after_connections_that_say_nothing(server: Server) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    try:
        assert ask(server, "GET", "/", "wiki.example")[0].status == 200
    finally:
        for connection in silent:
            connection.close()


def test_multipart_forms() -> None:
    body = (
        b'--B\r\nContent-Disposition: form-data; name="act"\r\n\r\nupload\r\n--B\r\nContent-Disposition: form-data; '
        b'name="file"; filename="C:\\\\a\\\\n\xc3\xa9.csv"\r\nContent-Type: text/csv\r\n\r\na,b\r\n1,2\r\n\r\n--B--\r\n'
    )
    pairs, upload = read_form(body, "multipart/form-data; boundary=B")
    assert pairs == (("act", "upload"),)
    assert upload is not None and upload.data == b"a,b\r\n1,2\r\n" and upload.filename.endswith(".csv")
    assert "\\" not in upload.filename
    with pytest.raises(ValueError, match="text/plain"):
        read_form(b"x", "text/plain")


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=300),
    st.sampled_from(["application/x-www-form-urlencoded", "multipart/form-data; boundary=B", ""]),
)
def test_any_body_is_read_or_refused(body: bytes, kind: str) -> None:
    for sent in (body, b'--B\r\nContent-Disposition: form-data; name="a"' + body):
        try:
            pairs, _ = read_form(sent, kind)
        except ValueError:
            continue
        assert all(isinstance(name, str) and isinstance(value, str) for name, value in pairs)


def test_only_links_are_rebased() -> None:
    reply = Reply(b'<a href="/x">href="/x"</a><a href="https://evil.test/">', location="/y")
    text = rebased(reply, "docs.example")
    assert text.location == "/docs.example/y"
    assert text.body == b'<a href="/docs.example/x">href="/x"</a><a href="https://evil.test/">'


def test_the_bundle_has_code_and_files() -> None:
    files = Files(bundle())
    assert {"sites/app.py", "sites/app.code", "pages/news.example/index.html", "photos/cat.jpg", "wiki.txt"} <= set(
        files
    )
    assert len(bundle()) < 2_500_000 and files["photos/cat.jpg"][:2] == b"\xff\xd8"


def test_the_command_line_tells_of_a_port_that_is_taken(server: Server) -> None:
    from typer.testing import CliRunner

    from crab_gym.cli import app

    result = CliRunner().invoke(app, ["web", "--port", str(server.port)])
    assert result.exit_code == 2 and f"port {server.port} is taken" in result.output
