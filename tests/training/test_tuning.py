"""How weights are trained, as far as it takes no torch."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from crab_gym.integrations.finetune import CrabSpec
from crab_gym.policies import NoopPolicy
from crab_gym.rollout import Job
from crab_gym.task import action


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "training")
    yield __import__
    for name in ("tuning", "command_line", "llm", "seeing", "grpo"):
        sys.modules.pop(name, None)


def model_of(*sizes: float) -> Any:
    return SimpleNamespace(parameters=lambda: [SimpleNamespace(numel=lambda size=size: int(size)) for size in sizes])


def test_larger_models_learn_more_slowly(scripts: Any, capsys: pytest.CaptureFixture[str]) -> None:
    tuning = scripts("tuning")
    sizes = [210e3, 135e6, 0.6e9, 8e9, 70e9]
    for method, rates in (("sft", [2e-3, 1e-4, 2e-5, 1e-5, 5e-6]), ("grpo", [7e-4, 5e-6, 2e-6, 1e-6, 5e-7])):
        assert [tuning.learning_rate(None, method, model_of(size)) for size in sizes] == rates
    adapters = [tuning.learning_rate(None, "sft", model_of(size), lora=True) for size in sizes]
    assert adapters == [2e-3, 1e-3, 2e-4, 1e-4, 5e-5]
    assert tuning.learning_rate(3e-5, "sft", model_of(7e9, 1e9)) == 3e-5
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "learning rate 0.002 (by the model's size), 0.2 million parameters"
    assert said[-1] == "learning rate 3e-05 (as given), 8,000.0 million parameters"


def test_an_adapter_needs_peft_and_a_rank(scripts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = scripts("tuning").adapter
    assert adapter(0, "any") is None
    with pytest.raises(SystemExit, match=r"--lora is -1; expected a rank"):
        adapter(-1, "any")
    monkeypatch.setitem(sys.modules, "peft", None)
    with pytest.raises(SystemExit, match=r'fine-tuning needs peft .*pip install "\.\[llm\]"'):
        adapter(8, "any")


def test_vllm_generates_where_there_are_vllm_and_a_gpu(scripts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tuning = scripts("tuning")
    url = "http://host:8000"
    assert tuning.vllm_options("", url, 0.3, 64) == {"generation_kwargs": {"max_new_tokens": 64}}
    with pytest.raises(SystemExit, match="'yes'; expected colocate or server"):
        tuning.vllm_options("yes", url, 0.3, 64)
    monkeypatch.setattr(tuning, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r'pip install "trl\[vllm\]"'):
        tuning.vllm_options("colocate", url, 0.3, 64)
    monkeypatch.setattr(tuning, "find_spec", lambda name: name)
    gpu = [False]
    torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: gpu[0]))
    monkeypatch.setattr(tuning, "needs", lambda name: torch)
    with pytest.raises(SystemExit, match="needs a GPU with CUDA"):
        tuning.vllm_options("server", url, 0.3, 64)
    gpu[0] = True
    common = {"use_vllm": True, "generation_kwargs": {"max_tokens": 64}}
    server = {**common, "vllm_mode": "server", "vllm_server_base_url": url}
    assert tuning.vllm_options("server", url, 0.3, 64) == server
    here = {**common, "vllm_mode": "colocate", "vllm_gpu_memory_utilization": 0.3}
    assert tuning.vllm_options("colocate", url, 0.3, 64) == here


@pytest.mark.extra("torch", "transformers", "datasets", "trl")
@pytest.mark.filterwarnings("ignore")
def test_an_adapter_is_no_model_that_a_reference_can_be_loaded_from(scripts: Any, tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text("{}")
    with pytest.raises(SystemExit, match="give --lora for another adapter, --kl 0, or a --model"):
        scripts("grpo").main(["--model", str(tmp_path), "--out", str(tmp_path / "out")])


@dataclass
class Optional:
    """Options.

    They are for the test.
    """

    rate: float | None = None
    fast: bool = False


def test_an_option_that_may_be_none_is_read_as_its_other_type(scripts: Any) -> None:
    parse = scripts("command_line").parse
    assert parse(Optional, []) == Optional(None, False)
    assert parse(Optional, ["--rate", "1e-5", "--fast"]) == Optional(1e-5, True)
    with pytest.raises(SystemExit):
        parse(Optional, ["--rate", "slow"])


class Anything(ModuleType):
    """Stands for a library that a script imports and doesn't need for what is tried."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda self, *given: None, "__call__": lambda self, given: given})


def test_a_choice_may_take_an_hour(scripts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("torch", "transformers", "tokenizers"):
        monkeypatch.setitem(sys.modules, name, Anything(name))
    llm = scripts("llm")
    hours, looked, real = [0], threading.Event(), time.monotonic

    def now() -> float:
        looked.set()
        return real() + 3600.0 * hours[0]

    class Slow(NoopPolicy):
        def act(self, obs: Any, info: Any) -> Any:
            if not hours[0]:
                hours[0] = 1
                for _ in range(20):  # the pool has looked at its slots since
                    looked.clear()
                    assert looked.wait(60)
            return action("root", "complete")

    monkeypatch.setattr(time, "monotonic", now)
    args = llm.LlmArgs(tasks=["learn.open_app"], slots=3)
    with llm.make_pool(args, CrabSpec(["learn.open_app"], [0]), 1) as pool:
        (record,) = pool.run([Job("learn.open_app", 0)], lambda env: Slow())
    assert (record.attempt, record.error, record.end_reason) == (0, "", "false_completion")
