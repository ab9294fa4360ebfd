"""Chat templates of real models, as TRL's package has them, with a tokenizer of single bytes and random weights."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from crab_gym.integrations.finetune import Chat, CrabSpec

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.extra("torch", "transformers", "datasets", "trl"), pytest.mark.filterwarnings("ignore")]

ENDS = {
    "llama3_1": "<|eot_id|>",
    "llama3_2": "<|eot_id|>",
    "lfm2_2_5": "<|im_end|>",
    "qwen2_5": "<|im_end|>",
    "qwen3": "<|im_end|>",
    "qwen3_instruct_2507": "<|im_end|>",
}
"""Templates that can be trained on as they are, and the token that ends a turn."""
TOOL_CALLS: Mapping[str, Any] = {
    "defaults": {"role": "assistant"},
    "fields": {"content": {"close": "<|im_end|>", "content": "text"}},
}


def of_trl(name: str) -> str:
    """A chat template by its name in TRL's package."""
    templates = __import__("trl.chat_template_utils").chat_template_utils
    return str(getattr(templates, f"{name}_chat_template"))


def tokenizer_of(template: str, end: str) -> Any:
    """A tokenizer whose tokens are bytes and the marks that a template writes."""
    import transformers
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={byte: i for i, byte in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    marks = sorted({*re.findall(r"<\|\w+\|>|</?\w+>", template), end, "<s>", "<pad>"})
    tokenizer.add_tokens([AddedToken(mark, special=mark.startswith("<|"), normalized=False) for mark in marks])
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token=end, bos_token="<s>", pad_token="<pad>", padding_side="left"
    )
    fast.chat_template = template
    return fast


@pytest.fixture(scope="module")
def spec() -> CrabSpec:
    return CrabSpec(["learn.todo_from_note"], seeds=range(2), text={"length": 300})


@pytest.fixture(scope="module")
def episode(spec: CrabSpec) -> list[dict[str, Any]]:
    return next(spec.demonstrations())


def in_pieces(chat: Chat, episode: Sequence[Mapping[str, Any]], replies: Sequence[list[int]]) -> list[int]:
    """The tokens of an episode as it is played: a prompt, and by turns a reply and a tool's result."""
    ids = chat.start(episode[:2])
    for reply, result in zip(replies, [*episode[3::2], None], strict=True):
        ids = ids + reply
        if result is not None:
            ids = ids + chat.results([(result["name"], result["content"])])
    return ids


def said(ids: list[int], mask: list[int]) -> list[list[int]]:
    """The model's turns."""
    turns: list[list[int]] = []
    for place, (token, one) in enumerate(zip(ids, mask, strict=True)):
        if one and not (place and mask[place - 1]):
            turns.append([])
        if one:
            turns[-1].append(token)
    return turns


@pytest.mark.parametrize("name", ENDS)
def test_an_example_is_what_playing_it_would_give(name: str, spec: CrabSpec, episode: list[dict[str, Any]]) -> None:
    chat = Chat(tokenizer_of(of_trl(name), ENDS[name]), spec.tool_schemas)
    chat.check()
    example = chat.example(episode)
    turns = said(example.ids, example.mask)
    calls = [message["tool_calls"][0]["function"] for message in episode[2:-1:2]]
    assert len(calls) > 1
    before = chat.start(episode[:2])
    assert [chat.calls(turn, before) for turn in turns[:-1]] == [[(each["name"], each["arguments"])] for each in calls]
    assert all(turn.count(chat.end) == 1 and turn[-1] == chat.end for turn in turns)
    assert "Done." in chat.tokenizer.decode(turns[-1])
    assert in_pieces(chat, episode, turns) == example.ids
    assert example.labels == [token if one else -100 for token, one in zip(example.ids, example.mask, strict=True)]


@pytest.mark.parametrize("name", ["qwen2_5", "qwen3", "qwen3_instruct_2507"])
def test_the_marks_of_trl_name_the_same_turns(name: str, spec: CrabSpec, episode: list[dict[str, Any]]) -> None:
    tokenizer = tokenizer_of(of_trl(name), ENDS[name])
    example = Chat(tokenizer, spec.tool_schemas).example(episode)
    given = tokenizer.apply_chat_template(
        episode,
        tools=spec.tool_schemas,
        chat_template=of_trl(f"{name}_training"),
        return_dict=True,
        return_assistant_tokens_mask=True,
    )
    theirs = given["assistant_masks"][: len(example.mask)]
    assert given["input_ids"][: len(example.ids)] == example.ids
    more = [token for token, mine, one in zip(example.ids, example.mask, theirs, strict=True) if one > mine]
    assert all(mine <= one for mine, one in zip(example.mask, theirs, strict=True))
    assert set(tokenizer.decode(more)) <= {"\n"}  # no reply has the line break after its end, or before its begin


def test_thinking_can_be_turned_off(spec: CrabSpec, episode: list[dict[str, Any]]) -> None:
    tokenizer = tokenizer_of(of_trl("nemotron_3_nano"), "<|im_end|>")
    with pytest.raises(ValueError, match=r'differently from how it lets one begin.*\{"enable_thinking": false\}'):
        Chat(tokenizer, spec.tool_schemas).check()
    chat = Chat(tokenizer, spec.tool_schemas, enable_thinking=False)
    chat.check()
    example = chat.example(episode)
    assert chat.tokenizer.decode(said(example.ids, example.mask)[-1]) == "Done.<|im_end|>"


LOOP = "{% for message in messages %}<|im_start|>{{ message.role }}\n"
PLAIN = (
    LOOP + "{{ message.content }}<|im_end|>{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
CALLS = PLAIN.replace("{{ message.content }}", "{{ message.content }}{{ message.tool_calls or '' }}")


@pytest.mark.parametrize(
    ("template", "response", "sentence"),
    [
        ("", None, "the tokenizer has no chat template; choose an instruction-tuned model"),
        (PLAIN, None, "TRL doesn't know the chat template, so the model's calls of tools can't be read"),
        (PLAIN, TOOL_CALLS, "the chat template leaves out the call's tool"),
        (CALLS.replace("%}<", "%}{% if message.role == 'tool' %}{{ raise_exception('no') }}{% endif %}<"), TOOL_CALLS,
         r"doesn't take calls of tools and their results \(no\), and TRL has no other"),
        (CALLS.replace("messages %}", "messages if message.role != 'system' %}"), TOOL_CALLS,
         "leaves out the system message.*, or leave out the system message"),
        (CALLS.replace("<|im_end|>", "<|end|>"), TOOL_CALLS,
         r"doesn't end a reply with '<\|im_end\|>', the tokenizer's eos_token"),
        (CALLS.replace("<|im_end|>", "{{ loop.revindex }}<|im_end|>"), TOOL_CALLS,
         "renders earlier turns differently once others follow, and TRL has no other"),
        (CALLS, TOOL_CALLS, "TRL doesn't read a call as the chat template writes it"),
    ],
)  # fmt: skip
def test_a_template_that_can_not_be_trained_on_is_refused(
    template: str, response: Any, sentence: str, spec: CrabSpec
) -> None:
    tokenizer = tokenizer_of(template, "<|im_end|>")
    if response is not None:
        tokenizer.response_template = response
    with pytest.raises(ValueError, match=sentence):
        Chat(tokenizer, spec.tool_schemas).check()


def test_a_template_without_a_system_message_suits_prompts_without_one(spec: CrabSpec) -> None:
    template = of_trl("qwen3_instruct_2507")
    told = "messages[0].content + '\\n\\n'"
    assert told in template
    tokenizer = tokenizer_of(template.replace(told, "''"), "<|im_end|>")
    tokenizer.response_template = __import__("trl.chat_template_utils").chat_template_utils.qwen3_template
    chat = Chat(tokenizer, spec.tool_schemas)
    chat.check(system=False)
    with pytest.raises(ValueError, match="leaves out the system message"):
        chat.check()


def script(name: str, *args: str, fails: bool = False) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(ROOT / "training" / name), "--tasks", "learn.open_app", *args],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"},
        timeout=280,
    )
    told = done.stdout + done.stderr
    assert (done.returncode != 0) == fails, told
    return told


def save(name: str, folder: Path) -> str:
    """Saves a model with random weights and a chat template of TRL's; returns its path."""
    import transformers

    tokenizer = tokenizer_of(of_trl(name), "<|eot_id|>")
    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    ends = {"eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id, "bos_token_id": None}
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer), num_key_value_heads=2, max_position_embeddings=8192, **sizes, **ends
    )
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


FEW = ["--verbs", "tap", "--threads", "1", "--eval-episodes", "2", "--context", "4096", "--reply", "4", "--steps", "2"]


@pytest.mark.timeout(600)
def test_llama_imitates_and_goes_on_by_itself(tmp_path: Path) -> None:
    out = str(tmp_path / "sft")
    model = save("llama3_1", tmp_path / "model")
    told = script("sft.py", "--model", model, "--episodes", "4", "--batch", "2", *FEW, "--out", out)
    assert "after imitation: return 0.000" in told
    groups = ["--groups", "1", "--generations", "2", "--seeds", "4"]
    told = script("grpo.py", "--model", out, *groups, *FEW, "--out", str(tmp_path / "grpo"))
    assert "before: return" in told and "after: return" in told


def test_a_script_refuses_a_template_before_it_collects_episodes(tmp_path: Path) -> None:
    told = script("sft.py", "--model", save("llama3", tmp_path / "model"), *FEW, "--out", str(tmp_path), fails=True)
    assert "can't be trained with tools: TRL doesn't know the chat template" in told
    assert "Traceback" not in told and "oracle episodes" not in told


@pytest.mark.slow
def test_a_context_without_a_reply_is_refused(tmp_path: Path) -> None:
    model = save("llama3_2", tmp_path / "model")
    short = ["--episodes", "2", "--context", "64", "--out", str(tmp_path)]
    told = script("sft.py", "--model", model, *FEW, *short, fails=True)
    assert "no reply lies within --context" in told and "Traceback" not in told
