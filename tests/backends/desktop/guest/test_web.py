"""The bundled web inside the box."""

from __future__ import annotations

from typing import Any

import pytest

from crab_sim.devices.boot_time import boot_time
from crab_sim.web.bundle import assets
from crab_sim.web.sites.app import HOSTS, Web

pytestmark = pytest.mark.desktop

GET = "import sys, urllib.request as u; sys.stdout.write(u.urlopen(sys.argv[1], timeout=20).read().decode())"
SEND = (
    "import sys, urllib.request as u; print(u.urlopen(sys.argv[1], sys.argv[2].encode(), timeout=20).geturl(), end='')"
)


def test_every_site_is_there_by_its_name(desk: Any) -> None:
    look_up = "import socket, sys; print(*[socket.gethostbyname(name) for name in sys.argv[1:]])"
    names = desk.python(look_up, *HOSTS).stdout.split()
    assert names == ["127.0.0.1"] * len(HOSTS)
    for site in ("start", "wiki", "maps", "www.docs"):
        found = desk.python(GET, f"http://{site}.example/")
        assert found.returncode == 0 and "<!DOCTYPE html>" in found.stdout, found.stderr


def test_pages_are_those_of_the_seed(desk: Any) -> None:
    web = Web(assets(), 0, boot_time(0))
    assert [dict(row) for row in desk.state.web("mail.example", "mails")] == web.read("mail.example", "mails")


def test_what_a_form_sends_is_read_by_evaluators(desk: Any) -> None:
    url = desk.python(
        SEND, "http://mail.example/compose", "act=send&to=ada%40mail.example&subject=Hi&body=there"
    ).stdout
    assert url == "http://mail.example/folder/sent?done=sent"
    row = desk.state.web("mail.example", "mails")[-1]
    assert (row["folder"], row["to"], row["subject"], row["body"]) == ("sent", "ada@mail.example", "Hi", "there")


def test_a_setup_sets_what_pages_show(desk: Any) -> None:
    desk.setup.set_web("mail.example", "mails", [{"subject": "The only one", "body": "…"}])
    assert "The only one" in desk.python(GET, "http://mail.example/").stdout
    with pytest.raises(LookupError, match="the tables are"):
        desk.state.web("mail.example", "letters")
    with pytest.raises(ValueError, match="no column 'x'"):
        desk.setup.set_web("mail.example", "mails", [{"x": 1}])
    assert len(desk.state.web("mail.example", "mails")) == 1


def test_programs_can_only_browse(desk: Any) -> None:
    code = (
        "import os\n"
        "for path in ('/proc/1/mem', '/proc/1/fd', '/proc/1/map_files'):\n"
        "    try: os.listdir(path) if os.path.isdir(path) else open(path, 'r+b'); print('open', path)\n"
        "    except OSError: pass"
    )
    assert desk.python(code).stdout == ""
    taken = desk.python("import socket; s = socket.socket(); s.bind(('127.0.0.1', 80))")
    assert taken.returncode != 0


def test_nonsense_on_the_port_leaves_the_box_well(desk: Any) -> None:
    code = (
        "import socket\n"
        "post = b'POST / HTTP/1.0\\r\\nContent-Length: 99\\r\\n\\r\\n'\n"
        "for data in (b'', b'\\0' * 9000, b'GET / HTTP/9.9\\r\\n\\r\\n', post):\n"
        "    s = socket.create_connection(('127.0.0.1', 80)); s.sendall(data); s.close()"
    )
    assert desk.python(code).returncode == 0
    assert desk.python(GET, "http://news.example/").returncode == 0
    assert desk.state.web("shop.example", "cart") == ()
