"""The scripts that fine-tune a language model run, save and resume; how well they learn is measured elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from crab_gym.integrations.finetune import Chat, CrabSpec

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.extra("torch", "transformers", "datasets", "trl")

TASK = ["--tasks", "learn.open_app", "--verbs", "tap", "press", "--threads", "1", "--eval-episodes", "2"]
FEW = ["--groups", "1", "--generations", "2", "--seeds", "4", "--save-every", "1"]


def run(script: str, *args: str, fails: bool = False) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(ROOT / "training" / script), *TASK, *args],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"},
        timeout=280,
    )
    said = done.stdout + done.stderr
    assert (done.returncode != 0) == fails, said
    return said


def curve(out: Path) -> list[dict[str, float]]:
    """The updates of a curve."""
    lines = [json.loads(line) for line in (out / "curve.jsonl").read_text().splitlines()]
    return [line for line in lines if "evaluated" not in line]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model after two updates of imitation."""
    out = tmp_path_factory.mktemp("sft")
    said = run("sft.py", "--model", "tiny", "--episodes", "6", "--steps", "2", "--batch", "2", "--out", str(out))
    assert "6 of 6 oracle episodes can be shown with these verbs" in said
    assert "after imitation: return 0.000" in said and "2 episodes" in said
    assert {path.name for path in out.iterdir()} >= {"model.safetensors", "tokenizer.json", "chat_template.jinja"}
    return out


def test_grpo_goes_on_from_imitation(start: Path, tmp_path: Path) -> None:
    out = ["--model", str(start), *FEW, "--out", str(tmp_path)]
    said = run("grpo.py", *out, "--steps", "2")
    assert "before: return" in said and "after: return" in said
    lines = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines if "evaluated" in line] == [0, 2]
    assert [line["step"] for line in curve(tmp_path)] == [1, 2]
    assert all(0 <= line["success"] <= line["return"] <= 1 for line in curve(tmp_path))


@pytest.mark.extra("peft")
@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("ignore")
def test_an_adapter_is_trained_saved_and_goes_on(start: Path, tmp_path: Path, llm: Any) -> None:
    import torch
    from safetensors.torch import load_file

    first, second = tmp_path / "sft", tmp_path / "grpo"
    lora = ["--lora", "2", "--steps", "2"]
    said = run("sft.py", "--model", str(start), "--episodes", "6", "--batch", "2", *lora, "--out", str(first))
    assert "learning rate 0.002 (by the model's size, for an adapter)" in said and "after imitation" in said
    assert not (first / "model.safetensors").exists()
    assert json.loads((first / "adapter_config.json").read_text())["base_model_name_or_path"] == str(start)
    trained = load_file(first / "adapter_model.safetensors")
    assert any(weights.any() for name, weights in trained.items() if "lora_B" in name)  # which are 0 at the start

    base, _ = llm.load(str(start))
    whole, _ = llm.load(str(first))
    assert not hasattr(whole, "merge_and_unload") and whole.dtype == torch.float32
    name = "model.layers.0.mlp.up_proj"
    key = f"base_model.model.{name}.lora_"
    added = 4 / 2 * trained[f"{key}B.weight"] @ trained[f"{key}A.weight"]
    assert torch.allclose(whole.get_submodule(name).weight, base.get_submodule(name).weight + added, atol=1e-6)

    run("grpo.py", "--model", str(first), *FEW, *lora, "--merge", "--out", str(second))
    assert (second / "model.safetensors").exists() and not (second / "adapter_config.json").exists()
    end, _ = llm.load(str(second))
    assert [each.shape for each in end.parameters()] == [each.shape for each in base.parameters()]


def test_a_model_in_a_folder_calls_functions_by_its_own_template(start: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from crab_gym.agents.chat import Message, ToolCall
    from crab_gym.agents.models import local_model
    from crab_gym.agents.parsing import tools_of

    answers = ['<tool_call>{"name": "android__tap", "arguments": {"element": 3}}</tool_call>', '<tool_call>{"name": 3']
    prompts: list[str] = []

    def generated(self: Any, prompt: list[int], *rest: Any) -> list[int]:
        prompts.append(self._tokenizer.decode(prompt))
        return [*self._tokenizer.encode(answers[len(prompts) - 1]), self._tokenizer.eos_token_id]

    monkeypatch.setattr(local_model._Loaded, "_generated", generated)
    model = local_model.LocalModel(start)
    tools = tools_of(CrabSpec(["learn.open_app"], verbs=["tap"]).schemas)
    asked = [Message("system", ("on",)), Message("user", ("tap",))]
    reply = model.ask(asked, tools)
    call = ToolCall("android__tap", {"element": 3}, id="call0")
    assert model.calls_tools and (reply.text, reply.calls, reply.finish) == ("", (call,), "calls")
    asked += [Message("assistant", (), reply.calls), Message("tool", ("button",), call_id="call0")]
    broken = model.ask(asked, tools)
    assert broken.calls == () and "tool_call" in broken.text and broken.finish == "stop"
    assert prompts[1].startswith(prompts[0]) and prompts[1].endswith("<|tool|>button<|end|><|assistant|>")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_was_fine_tuned_is_what_is_evaluated(tmp_path: Path) -> None:
    import crab_gym
    from crab_gym.agents import make_agent, wrap
    from crab_gym.agents.models import make_model
    from crab_gym.rollout import run_episode

    options: dict[str, Any] = {"pictures": False, "verbs": ["tap", "press"], "characters": 750}
    train = ["--characters", "750", "--context", "384", "--steps", "250", "--temperature", "0", "--out", str(tmp_path)]
    said = run("sft.py", "--model", "tiny", "--eval-episodes", "20", *train)
    success = float(said.split("success ")[-1].split("%")[0])
    assert crab_gym.__version__ and success > 20  # one of 21 icons by chance: 5
    agent = make_agent("conversation", make_model(f"local:{tmp_path}"), **options)
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "conversation", **options)
    records = [run_episode(env, agent, seed=seed) for seed in range(100_000, 100_020)]
    assert not any(record.error for record in records)
    assert sum(record.success for record in records) / 20 == pytest.approx(success / 100)
    first, *_, last = curve(tmp_path)
    assert first["reply_accuracy"] < 0.2 < 0.8 < last["reply_accuracy"] <= last["token_accuracy"]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("script", ["sft.py", "grpo.py"])
def test_training_goes_on_as_if_nothing_had_interrupted_it(script: str, start: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file

    given = ["--episodes", "6", "--batch", "2", "--save-every", "1"] if script == "sft.py" else [*FEW, "--lora", "2"]
    args = ["--model", str(start), "--merge", "--check-every", "2", "--check-episodes", "1", *given]
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run(script, *args, "--steps", "4", "--out", str(whole))
    run(script, *args, "--steps", "3", "--out", str(parts))
    (parts / "checkpoint-3" / "trainer_state.json").unlink()  # as if it had been killed while it saved
    said = run(script, *args, "--steps", "4", "--resume", "--out", str(parts))
    assert "before:" not in said  # as that was evaluated before the interruption
    assert [line["step"] for line in curve(parts)] == [line["step"] for line in curve(whole)]
    weights, others = (load_file(out / "model.safetensors") for out in (whole, parts))
    assert all((weights[name] == others[name]).all() for name in weights)
    for checkpoint in parts.glob("checkpoint-*"):
        (checkpoint / "trainer_state.json").unlink()
    assert "there is no checkpoint" in run(script, *args, "--resume", "--out", str(parts), fails=True)


@pytest.mark.filterwarnings("ignore")
def test_only_tokens_with_a_label_are_scored(llm: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch
    import tuning
    from trl.trainer import utils

    spec = CrabSpec(["learn.open_app"], seeds=range(2), verbs=["tap"])
    episodes = list(spec.demonstrations())
    tokenizer = llm.tiny_tokenizer(episodes)
    example = Chat(tokenizer, spec.tool_schemas).example(episodes[0])
    model = llm.tiny(tokenizer, 0, 16, 1, 1000)
    utils.add_fused_lm_head(model, outputs=("log_probs", "entropy", "is_top1"))
    inputs = {"input_ids": torch.tensor([example.ids]), "labels": torch.tensor([example.labels])}
    monkeypatch.setattr(utils, "_use_triton", utils._use_triton)
    scored: list[int] = []
    apply = utils._ChunkedLogProbFunction.apply
    monkeypatch.setattr(
        utils._ChunkedLogProbFunction, "apply", lambda hidden, *rest: scored.append(len(hidden)) or apply(hidden, *rest)
    )
    every = model(**inputs, fused_lm_head=True)
    tuning.score_labelled()
    some = model(**inputs, fused_lm_head=True)
    assert scored == [len(example.ids) - 1, sum(example.mask)]
    assert torch.allclose(every.log_probs, some.log_probs) and torch.allclose(every.loss, some.loss)


@pytest.mark.slow
def test_grpo_plays_on_a_pool(start: Path, tmp_path: Path) -> None:
    out = ["--model", str(start), *FEW, "--out", str(tmp_path), "--steps", "2", "--reward", "sparse"]
    run("grpo.py", *out, "--rollouts", "pool", "--slots", "2")
    assert [line["step"] for line in curve(tmp_path)] == [1, 2]


@pytest.mark.slow
def test_what_can_not_be_trained_is_said_in_a_sentence(tmp_path: Path) -> None:
    for script, args, sentence in (
        ("grpo.py", ["--model", str(tmp_path / "none")], "can't be loaded"),
        ("sft.py", ["--model", "tiny", "--episodes", "2", "--verbs", "press"], "there is nothing to imitate"),
    ):
        said = run(script, *args, "--out", str(tmp_path), fails=True)
        assert sentence in said and "Traceback" not in said


@pytest.fixture(scope="module")
def llm() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "training")
        yield __import__("llm")
    for name in ("llm", "command_line", "curve", "tuning"):
        sys.modules.pop(name, None)


@pytest.mark.filterwarnings("ignore")
def test_a_conversation_has_the_same_tokens_in_pieces_as_in_one(llm: Any) -> None:
    spec = CrabSpec(["learn.open_panel"], seeds=range(3), verbs=["click"])
    episodes = list(spec.demonstrations())
    tokenizer = llm.tiny_tokenizer(episodes)
    chat = Chat(tokenizer, spec.tool_schemas)
    whole = tokenizer.apply_chat_template(episodes[0], return_dict=False)
    assert tokenizer.decode(whole) == tokenizer.apply_chat_template(episodes[0], tokenize=False)
    pieces = chat.start(episodes[0][:2])
    for message, result in zip(episodes[0][2::2], [*episodes[0][3::2], None], strict=True):
        assert whole[: len(pieces)] == pieces
        reply = whole[len(pieces) :]
        reply = reply[: reply.index(chat.end) + 1]
        wanted = [each["function"] for each in message.get("tool_calls", ())]
        assert chat.calls(reply, pieces) == [(each["name"], each["arguments"]) for each in wanted]
        pieces += reply
        if result is not None:
            pieces += chat.results([(result["name"], result["content"])])
    assert pieces == whole


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "said",
    [
        "",
        "Done.",
        '<tool_call>{"name": "ubuntu__click", "arguments": {"element": 5}',
        '<tool_call>{"name": "ubuntu__click"</tool_call>',
        "<tool_call></tool_call>",
        '<tool_call>["ubuntu__click"]</tool_call>',
    ],
)
def test_a_reply_that_can_not_be_read_calls_nothing(llm: Any, said: str) -> None:
    spec = CrabSpec(["learn.open_panel"], seeds=[0], verbs=["click"])
    tokenizer = llm.tiny_tokenizer(spec.demonstrations())
    chat = Chat(tokenizer, spec.tool_schemas)
    before = chat.start(spec.prompt("learn.open_panel", 0))
    assert chat.calls([*tokenizer(said)["input_ids"], chat.end], before) == []
    odd = tokenizer('<tool_call>{"name": "ubuntu__click", "arguments": 5}</tool_call>')["input_ids"]
    assert chat.calls([*odd, chat.end], before) in ([], [("ubuntu__click", {"arguments": 5})])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("images", [False, True])
def test_tools_are_described_as_the_trainer_describes_them(llm: Any, images: bool) -> None:
    from transformers.utils import get_json_schema

    spec = CrabSpec(["cross.dark_mode_from_todo"], images=images)
    environment = spec.environment_factory()
    read = [get_json_schema(getattr(environment, tool)) for tool in spec.tools]
    assert json.dumps(read) == json.dumps(spec.tool_schemas)
    schemas = {each["function"]["name"]: each["function"] for each in spec.tool_schemas}
    assert tuple(schemas) == spec.tools
    swipe = schemas["android__swipe"]["parameters"]
    assert swipe["required"] == (["direction"] if images else ["element", "direction"])
    assert swipe["properties"]["direction"]["enum"] == ["up", "down", "left", "right"]
    assert schemas["ubuntu__hotkey"]["parameters"]["properties"]["keys"]["type"] == "array"
    rows = spec.train_dataset
    assert rows[1]["seed"] == 1 and rows[1]["prompt"][-1]["task"] == "cross.dark_mode_from_todo"
