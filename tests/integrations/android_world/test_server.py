"""AndroidWorld's routes: a client plays tasks over them, and nobody else gets in."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import numpy as np
import pytest
from PIL import Image

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.integrations.android_world import Session, Suite, WorldServer
from crab_gym.integrations.android_world.session import Unknown, same_task
from crab_gym.task import load
from crab_tasks.android_world.published import published_tasks
from tests.cli.test_cli import run

TASK = "android.add_contact"
TOKEN = "a token that is long enough"


class Answer(NamedTuple):
    status: int
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Client:
    """A client of the server, at some instance of a task."""

    def __init__(self, url: str, task: str = TASK) -> None:
        self.url = url
        self.headers: dict[str, str] = {}
        self.instance = {"task_type": task, "task_idx": 0}

    def send(self, method: str, path: str, body: Any = None, **query: Any) -> Answer:
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        if data is None and method == "POST":
            data = b""
        address = f"{self.url}{path}" + (f"?{urlencode(query)}" if query else "")
        request = Request(address, data, self.headers, method=method)
        try:
            with urlopen(request, timeout=30) as reply:
                return Answer(reply.status, reply.read())
        except HTTPError as reply:
            with reply:
                return Answer(reply.code, reply.read())

    def get(self, path: str, **query: Any) -> Any:
        answer = self.send("GET", path, **query)
        assert answer.status == 200, answer
        return answer.data

    def post(self, path: str, body: Any = None, **query: Any) -> Any:
        answer = self.send("POST", path, body, **query)
        assert answer.status == 200, answer
        return answer.data

    def act(self, kind: str, **fields: Any) -> None:
        self.post("/execute_action", {"action_type": kind, **fields})

    def tap(self, text: str) -> None:
        """Taps the first element that says something, as it is listed."""
        self.act("click", index=self.index(text))

    def index(self, text: str) -> int:
        listed = self.get("/ui_elements")["ui_elements"]
        said = [{each["text"], each["content_description"], each["hint_text"]} for each in listed]
        return next(i for i, texts in enumerate(said) if text in texts)

    @property
    def score(self) -> float:
        score: float = self.get("/task/score", **self.instance)["score"]
        return score


@pytest.fixture
def server() -> Iterator[WorldServer]:
    with WorldServer(Session("android.*")) as served:
        thread = threading.Thread(target=served.serve_forever, args=(0.01,))
        thread.start()
        yield served
        served.shutdown()
        thread.join()


@pytest.fixture
def client(server: WorldServer) -> Client:
    return Client(server.url)


def test_a_task_is_played_and_scored(client: Client) -> None:
    assert client.get("/health") == {"status": "success"}
    client.post("/task/initialize", **client.instance)
    assert client.post("/reset", go_home="true")["status"] == "success"
    goal = client.get("/task/goal", **client.instance)["goal"]
    suite = Suite("android.*")
    env = CrabEnv(TASK, screens=False)
    env.reset(seed=suite.instance(TASK, 0).seed)
    assert goal == env.goal
    params = env.params
    assert client.get("/task/template", **client.instance)["template"] == load(TASK).description
    assert client.score == 0.0
    client.act("open_app", app_name="contacts")
    client.tap("Create contact")
    first, _, last = params.name.partition(" ")
    client.act("input_text", text="wrong", index=client.index("First name"))
    client.act("input_text", text=first, index=client.index("First name"), clear_text=True)
    email = f"{params.mailbox}@{params.domain}"
    for hint, text in (("Last name", last), ("Phone", params.phone), ("Email", email)):
        client.act("input_text", text=text, index=client.index(hint))
    assert client.score == 0.0
    client.tap("Save")
    assert client.score == 1.0
    assert client.score == 1.0  # asking changes nothing
    client.act("status", goal_status="complete")
    client.post("/task/tear_down", **client.instance)
    assert client.send("GET", "/task/score", **client.instance).status == 409
    client.post("/task/initialize", **client.instance)
    assert client.score == 0.0


def test_screens(client: Client, server: WorldServer) -> None:
    pixels = np.array(client.get("/screenshot", wait_to_stabilize="true")["pixels"], np.uint8)
    assert pixels.shape == (800, 360, 3)
    png = client.send("GET", "/screenshot", wait_to_stabilize="false", format="png").body
    assert (np.array(Image.open(io.BytesIO(png))) == pixels).all()
    client.act("open_app", app_name="settings")
    assert (server.session.screenshot() != pixels).any()


def test_one_answer_counts(client: Client, server: WorldServer) -> None:
    client.act("answer", text="seven")
    refused = client.send("POST", "/execute_action", {"action_type": "answer", "text": "eight"})
    assert refused.status >= 400 and b"expected no other" in refused.body
    assert server.session.env.answer == "seven"


def test_the_last_answer_counts_in_the_questions_of_androidworld(client: Client, server: WorldServer) -> None:
    client.get("/suite/reinitialize", task_family="android_world.tasks_due_next_week")
    client.post("/task/initialize", task_type="android_world.tasks_due_next_week", task_idx=0)
    client.act("answer", text="seven")
    client.act("answer", text="eight")
    assert server.session.env.answer == "eight"


def test_the_suite(client: Client) -> None:
    tasks = client.get("/suite/task_list", max_index=-1)["task_list"]
    assert tasks == Suite("android.*").tasks and all(load(task).devices == ("android",) for task in tasks)
    assert client.get("/suite/task_list", max_index=3)["task_list"] == tasks[:3]
    assert client.get("/suite/task_length", task_type=TASK) == {"length": 2}
    before = client.get("/task/goal", **client.instance)
    client.get("/suite/reinitialize", n_task_combinations=3, seed=7, task_family="android_world")
    assert client.get("/suite/task_length", task_type=TASK) == {"length": 3}
    assert client.get("/task/goal", **client.instance) != before
    client.get("/suite/reinitialize", task_family="learn.*")
    assert all(name.startswith("learn.") for name in client.get("/suite/task_list", max_index=99)["task_list"])
    assert client.send("GET", "/suite/reinitialize", task_family="miniwob9").status == 404


def test_tasks_have_androidworld_s_names_as_well() -> None:
    published = published_tasks()
    assert len(published) == 116
    assert {name: same_task(name) for name in published} == {
        name: f"android_world.{task.id}" for name, task in published.items()
    }
    assert same_task(TASK) == TASK
    suite = Suite("android.*")
    suite.tasks.append("android_world.contacts_add_contact")
    instance = suite.instance("ContactsAddContact", 1)
    assert instance == suite.instance("android_world.contacts_add_contact", 1)


def test_a_suite_s_seeds_are_told_by_its_own() -> None:
    first, again, other = Suite("android.*"), Suite("android.*"), Suite("android.*", seed=43)
    instances = [first.instance(TASK, i) for i in range(2)]
    assert instances == [again.instance(TASK, i) for i in range(2)]
    assert len({*instances, other.instance(TASK, 0)}) == 3
    with pytest.raises(Unknown, match="instances 0 to 1"):
        first.instance(TASK, 2)
    with pytest.raises(Unknown, match="no task of the phone"):
        Suite("ubuntu.*")
    assert Suite().tasks


@pytest.mark.parametrize(
    ("method", "path", "query", "body", "status"),
    [
        ("GET", "/nothing", {}, None, 404),
        ("GET", "/reset", {"go_home": "true"}, None, 405),
        ("POST", "/reset", {}, None, 422),
        ("POST", "/reset", {"go_home": "perhaps"}, None, 422),
        ("GET", "/screenshot", {"format": "gif"}, None, 422),
        ("POST", "/execute_action", {}, {"action_type": "fly"}, 400),
        ("POST", "/execute_action", {}, {"action_type": "open_app", "app_name": "No Such App"}, 400),
        ("POST", "/execute_action", {}, ["wait"], 422),
        ("POST", "/execute_action", {}, b"{", 422),
        ("POST", "/task/initialize", {"task_type": "android.nothing", "task_idx": 0}, None, 404),
        ("POST", "/task/initialize", {"task_type": TASK, "task_idx": "one"}, None, 422),
        ("GET", "/task/score", {"task_type": TASK, "task_idx": 0}, None, 409),
        ("GET", "/suite/task_length", {"task_type": "android.nothing"}, None, 404),
        ("GET", "/suite/reinitialize", {"n_task_combinations": 0}, None, 404),
    ],
)
def test_what_can_t_be_done_is_told(
    client: Client, method: str, path: str, query: dict[str, Any], body: Any, status: int
) -> None:
    answer = client.send(method, path, body, **query)
    assert answer.status == status and answer.data["detail"]


def test_a_closed_server_says_so(client: Client) -> None:
    client.post("/close")
    client.post("/close")
    assert client.send("GET", "/health").status == 500
    assert client.send("GET", "/screenshot").status == 409


def test_pages_and_foreign_names_are_refused(client: Client) -> None:
    for headers in (
        {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
    ):  # fmt: skip
        client.headers = headers
        assert client.send("GET", "/health").status == 403, headers
    for host in ("localhost:5000", "[::1]", "phone.localhost"):
        client.headers = {"Host": host}
        assert client.send("GET", "/health").status == 200, host


def test_other_machines_need_a_token() -> None:
    session = Session("android.add_contact")
    with pytest.raises(ValueError, match="takes a token"):
        WorldServer(session, "0.0.0.0")
    with pytest.raises(ValueError, match="16 or more"):
        WorldServer(session, token="short")
    with WorldServer(session, token=TOKEN) as served:
        threading.Thread(target=served.serve_forever, args=(0.01,), daemon=True).start()
        client = Client(served.url)
        assert client.send("GET", "/health").status == 401
        client.headers = {"Authorization": f"Bearer {TOKEN}", "Host": "phones.example"}
        assert client.send("GET", "/health").status == 200
        served.shutdown()


def test_the_command_line_serves_it() -> None:
    command = [sys.executable, "-u", "-m", "crab_gym", "serve", "--protocol", "android-world", "--port", "0"]
    with subprocess.Popen(
        [*command, "--tasks", TASK, "--size", "400x800"],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored in the background
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.endswith("has 1 task, without a token. Ctrl+C ends.\n")
        client = Client(line.split()[0])
        assert client.get("/suite/task_list", max_index=5) == {"task_list": [TASK]}
        png = client.send("GET", "/screenshot", format="png").body
        assert Image.open(io.BytesIO(png)).size == (400, 800)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "ended\n"
    assert process.returncode == 0


def test_what_can_t_be_served_is_told() -> None:
    serve = ("serve", "--port", "0", "--protocol")
    assert "expected crab-gym or android-world" in run(*serve, "gopher", code=2)
    assert "--tasks needs" in run(*serve, "crab-gym", "--tasks", "android.*", code=2)
    assert "no task of the phone" in run(*serve, "android-world", "--tasks", "ubuntu.*", code=2)
    assert "one simulated phone" in run(*serve, "android-world", "--backend", "adb", code=2)
    assert "takes a token" in run(*serve, "android-world", "--host", "0.0.0.0", code=2)
