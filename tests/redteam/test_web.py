"""Attacks on the server of `crab-gym web`; `tests/simulator/web/test_server.py` has more of its refusals."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator

import pytest

from crab_sim.web.bundle import assets
from crab_sim.web.sites.app import HOSTS, Web
from crab_sim.web.sites.server import Server
from tests.redteam._texts import TEXTS, text

pytestmark = pytest.mark.slow

FORM = "Content-Type: application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(Web(assets(), seed=0)) as serving:
        thread = threading.Thread(target=serving.serve_forever, args=(0.01,))
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


def ask(server: Server, head: str, body: bytes = b"") -> tuple[int, bytes]:
    """Sends a request and returns the status and the whole answer; there must be one."""
    with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
        connection.sendall(head.replace("\n", "\r\n").encode("utf-8", "surrogatepass") + b"\r\n\r\n" + body)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(1 << 16):
            answer += part
    assert answer.startswith(b"HTTP/1."), (head, answer[:100])
    return int(answer.split()[1]), answer


FOREIGN = (
    "attacker.example",
    "attacker.test:80",
    "mail.example.attacker.test",
    "xmail.example",
    "127.0.0.1.attacker.test",
    "localhost.attacker.test",
    "192.168.0.1",
    "0.0.0.0",
    "8.8.8.8",
    "1270.0.0.1",
)


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("path", ["/", "/mail.example/", "/docs.example/text/1"])
def test_a_name_of_a_real_site_leads_to_nothing(server: Server, host: str, path: str) -> None:
    status, answer = ask(server, f"GET {path} HTTP/1.1\nHost: {host}")
    assert status == 404 and b"mail.example" not in answer


def test_the_machines_own_names_do_lead_here(server: Server) -> None:
    for host in (
        "localhost",
        f"127.0.0.1:{server.port}",
        "ubuntu",
        "web.localhost",
        "www.mail.example",
        "MAIL.example.",
    ):
        assert ask(server, f"GET / HTTP/1.1\nHost: {host}")[0] == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_forms_of_real_sites_are_not_read(server: Server, site: str) -> None:
    body = b"to=eve%40mail.example&subject=hello&text=x"
    head = f"POST /mail.example/compose HTTP/1.1\nHost: localhost\n{FORM}\nContent-Length: {len(body)}"
    before = server.web.effects()
    assert ask(server, f"{head}\nSec-Fetch-Site: {site}", body)[0] == 403
    assert server.web.effects() == before
    assert ask(server, f"{head}\nSec-Fetch-Site: same-origin", body)[0] in (200, 303)


PATHS = (
    "/../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "/....//....//etc/passwd",
    "/photos/../../app.py",
    "/photos/%2e%2e/app.py",
    "/raw/..%5c..%5cx",
    "//etc/passwd",
    "/file:///etc/passwd",
    "/%00",
    "/photos/cat.jpg%00.html",
    "/sites/server.py",
    "/app.code",
    "/.git/config",
    "/" + "../" * 2_000,
    "/" + "a" * 60_000,
    "/?q=" + "%" * 9_000,
    "/search?q=" + "a+" * 9_000,
    "/search?q=(((((((((((((((((((((((((*",
    "/page/" + "9" * 400,
    "/text/-1",
    "/text/1e9",
    "/item/NaN",
    "/[",
    "/\ud800",
    "/%ff%fe",
)


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_no_path_leads_to_other_files(server: Server, path: str) -> None:
    for host in HOSTS:
        status, answer = ask(server, f"GET {path} HTTP/1.0\nHost: {host}")
        assert status in (200, 303, 400, 404, 414)
        for secret in (b"root:x", b"from __future__", b"[core]"):
            assert secret not in answer


INJECTED = (
    "%0d%0aSet-Cookie:%20a=b",
    "%0aX-Evil:%201",
    "%0d%0a%0d%0a<script>",
    "%E5%98%8D%E5%98%8ASet-Cookie:a=b",
    "\\r\\nX-Evil: 1",
    "%00%0d%0aX-Evil:1",
)


@pytest.mark.parametrize("piece", INJECTED)
def test_no_header_is_injected(server: Server, piece: str) -> None:
    for host in HOSTS:
        for path in (f"/{piece}", f"/search?q={piece}", f"/?next={piece}", f"/{host}/{piece}", f"/go?url={piece}"):
            _, answer = ask(server, f"GET {path} HTTP/1.0\nHost: {host}")
            head = answer.partition(b"\r\n\r\n")[0].lower()
            assert b"\r\nset-cookie" not in head and b"\r\nx-evil" not in head


def test_no_link_leads_away(server: Server) -> None:
    for target in (
        "//attacker.example",
        "https://attacker.example",
        "/\\attacker.example",
        "javascript:alert(1)",
        "http:attacker.example",
    ):
        for host in HOSTS:
            for path in (f"/?next={target}", f"/login?next={target}", f"/{target}", f"//{target}"):
                _, answer = ask(server, f"GET {path} HTTP/1.0\nHost: {host}")
                locations = [
                    line
                    for line in answer.partition(b"\r\n\r\n")[0].split(b"\r\n")
                    if line.lower().startswith(b"location:")
                ]
                assert not [line for line in locations if b"attacker" in line or b"javascript" in line]


def test_hostile_forms_are_answered_and_shown_as_text(server: Server) -> None:
    """Sends five hundred forms of hostile values to the sites' forms; each has an answer, and none becomes markup."""
    rng = random.Random(0)
    names = [
        "act",
        "to",
        "subject",
        "text",
        "title",
        "body",
        "q",
        "quantity",
        "article",
        "name",
        "date",
        "from",
        "id",
        "file",
        "mail",
        "comment",
        "rows",
        "cell",
    ]
    pages = [
        "/compose",
        "/cart",
        "/new",
        "/search",
        "/text/1",
        "/sheet/1",
        "/upload",
        "/issue/1",
        "/book",
        "/survey",
        "/post",
        "/order",
        "/",
        "/contact",
    ]
    from urllib.parse import quote

    mark = "<script>crab()</script>"
    for _ in range(500):
        pairs = [(rng.choice(names), rng.choice((mark, text(rng)))) for _ in range(rng.randrange(6))]
        body = "&".join(f"{name}={quote(value[:2_000], safe='', errors='replace')}" for name, value in pairs).encode()
        host, page = rng.choice(list(HOSTS)), rng.choice(pages)
        head = f"POST {page} HTTP/1.0\nHost: {host}\n{FORM}\nContent-Length: {len(body)}"
        status, _ = ask(server, head, body)
        assert status in (200, 303, 400, 404, 405, 409, 413)
        _, shown = ask(server, f"GET {rng.choice((page, '/'))} HTTP/1.0\nHost: {host}")
        assert mark.encode() not in shown


def test_hostile_queries_are_answered(server: Server) -> None:
    from urllib.parse import quote

    for query in TEXTS:
        for host in ("search.example", "shop.example", "wiki.example"):
            asked = quote(query[:3_000].encode("utf-8", "replace"), safe="")
            status, answer = ask(server, f"GET /search?q={asked} HTTP/1.0\nHost: {host}")
            assert status in (200, 303, 404) and b"<script>alert" not in answer and b"<img src=x" not in answer
