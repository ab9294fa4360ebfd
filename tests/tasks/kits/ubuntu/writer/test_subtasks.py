from __future__ import annotations

from crab_gym.backends.base import State
from crab_tasks.kits.ubuntu.writer.state import document_is_pasted
from tests.simulator.documents import _make as make
from tests.tasks._desk import Desk, with_file

CODE = "a = 1\nprint(a)"


def test_a_document_is_what_was_pasted() -> None:
    def holds(data: bytes) -> bool:
        return document_is_pasted(with_file(data), "/home/user/file", CODE)

    assert holds(make.open_document("text", "<text:p>a = 1</text:p><text:p>print(a)</text:p>"))
    assert holds(make.open_document("text", "<text:p>a = 1<text:line-break/>print(a)</text:p><text:p/>"))
    assert not holds(make.open_document("text", "<text:p>a = 1 print(a)</text:p>"))
    assert not holds(make.open_document("text", "<text:p>a = 1</text:p>"))
    assert not holds(
        make.open_document("text", "<text:p>a = 1</text:p><text:p>print(a)</text:p><text:p>a = 1</text:p>")
    )
    assert not holds(CODE.encode())
    assert not document_is_pasted(State(ubuntu=Desk()), "/home/user/file", CODE)
