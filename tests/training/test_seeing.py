"""Models that see are trained, with a tiny one of random weights and TRL's chat template of Qwen3-VL."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crab_gym.integrations.finetune import Chat, CrabSpec
from crab_gym.integrations.finetune.chat import pictures

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.extra("torch", "transformers", "datasets", "trl"), pytest.mark.filterwarnings("ignore")]

IMAGE, END = "<|image_pad|>", "<|im_end|>"
SMALL = {"hidden_size": 16, "intermediate_size": 16}


@pytest.fixture(scope="module")
def scripts() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUDA_VISIBLE_DEVICES", "")
        patch.syspath_prepend(ROOT / "training")
        yield __import__
    for name in ("llm", "command_line", "seeing", "tuning", "sft", "grpo"):
        sys.modules.pop(name, None)


def tokenizer_of(template: str) -> Any:
    """A tokenizer whose tokens are bytes and the marks that a template writes."""
    import transformers
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={byte: i for i, byte in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    marks = sorted({*re.findall(r"<\|\w+\|>|</?\w+>", template), END, "<pad>"})
    tokenizer.add_tokens([AddedToken(mark, special=mark.startswith("<|"), normalized=False) for mark in marks])
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token=END, pad_token="<pad>", padding_side="left"
    )


def processor_of(name: str) -> Any:
    """Qwen3-VL's processor without videos, which need torchvision; it makes few tokens of an image."""
    import transformers
    from transformers.models.qwen3_vl.processing_qwen3_vl import Qwen3VLProcessor
    from trl import chat_template_utils

    class Processor(Qwen3VLProcessor):  # type: ignore[misc]
        def __init__(self, image_processor: Any = None, tokenizer: Any = None, chat_template: Any = None) -> None:
            self.image_token, self.video_token = IMAGE, "<|video_pad|>"
            self.image_token_id, self.video_token_id = tokenizer.convert_tokens_to_ids([IMAGE, "<|video_pad|>"])
            transformers.ProcessorMixin.__init__(self, image_processor, tokenizer, chat_template=chat_template)

    template = getattr(chat_template_utils, f"{name}_chat_template")
    images = transformers.Qwen2VLImageProcessorPil(min_pixels=32 * 32, max_pixels=64 * 64, patch_size=16)
    return Processor(images, tokenizer_of(chat_template_utils.qwen3_vl_chat_template), template)


@pytest.fixture(scope="module")
def processor() -> Any:
    return processor_of("qwen3_vl")


def model_of(processor: Any) -> Any:
    import torch
    import transformers

    torch.manual_seed(0)
    tokenizer = processor.tokenizer
    ends = {"eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id, "bos_token_id": None}
    rope = {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [2, 1, 1], "mrope_interleaved": True}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 2, "head_dim": 8, "rope_parameters": rope}
    sizes = {"vocab_size": len(tokenizer), "num_hidden_layers": 1, "max_position_embeddings": 8192}
    sight = {"depth": 1, "num_heads": 2, "out_hidden_size": 16, "patch_size": 16, "deepstack_visual_indexes": [0]}
    marks = {
        f"{name}_token_id": tokenizer.convert_tokens_to_ids(f"<|{mark}|>")
        for name, mark in (("image", "image_pad"), ("video", "video_pad"), ("vision_start", "vision_start"),
                           ("vision_end", "vision_end"))
    }  # fmt: skip
    config = transformers.Qwen3VLConfig(
        text_config={**SMALL, **sizes, **heads, **ends},
        vision_config={**SMALL, **sight, "num_position_embeddings": 16},
        **marks,
    )
    return transformers.Qwen3VLForConditionalGeneration(config)


@pytest.fixture(scope="module")
def spec() -> CrabSpec:
    return CrabSpec(["learn.todo_from_note"], seeds=range(2), images=True, text={"length": 300})


@pytest.fixture(scope="module")
def episode(spec: CrabSpec) -> list[dict[str, Any]]:
    return next(spec.demonstrations())


def test_an_example_is_what_playing_it_would_give(
    spec: CrabSpec, episode: list[dict[str, Any]], processor: Any
) -> None:
    chat = Chat(processor, spec.tool_schemas)
    chat.check()
    example = chat.example(episode)
    ids = chat.start(episode[:2])
    for message, result in zip(episode[2::2], [*episode[3::2], None], strict=True):
        assert example.ids[: len(ids)] == ids
        reply = example.ids[len(ids) : example.ids.index(chat.end, len(ids)) + 1]
        assert all(example.mask[len(ids) : len(ids) + len(reply)])
        called = [(each["function"]["name"], each["function"]["arguments"]) for each in message.get("tool_calls", ())]
        assert chat.calls(reply, ids) == called
        ids = ids + reply
        if result is not None:
            shown = chat.results([(result["name"], result["content"])])
            assert not any(example.mask[len(ids) : len(ids) + len(shown)])
            ids = ids + shown
    assert ids == example.ids
    assert example.images == [image for message in episode for image in pictures(message["content"])]
    assert len(example.images) == 2 * (len(episode) // 2 - 1)  # of both devices
    assert chat.tokenizer.decode(example.ids).count("<|vision_start|>") == len(example.images)


def test_a_batch_has_what_the_processor_makes_of_a_conversation(
    spec: CrabSpec, episode: list[dict[str, Any]], processor: Any, scripts: Any
) -> None:
    from trl.data_utils import prepare_multimodal_messages

    chat = Chat(processor, spec.tool_schemas)
    one, two = chat.example(episode[:4] + episode[-1:]), chat.example(episode)
    rows = [{"input_ids": each.ids, "labels": each.labels, "example": i} for i, each in enumerate((one, two))]
    batch = scripts("seeing").Batches(processor, [one.images, two.images])(rows)
    # a call without words has no part of text, unlike in TRL's form
    parts = [{**each, "content": each["content"] or []} for each in prepare_multimodal_messages(episode)]
    for part in parts:
        if part["role"] == "assistant" and part["content"] == [{"type": "text", "text": ""}]:
            part["content"] = []
    whole = processor.apply_chat_template(
        parts, tools=spec.tool_schemas, tokenize=True, return_dict=True, return_tensors="pt"
    )
    size = len(two.ids)
    assert (batch["input_ids"][1] == whole["input_ids"][0, :size]).all()
    assert (batch["mm_token_type_ids"][1] == whole["mm_token_type_ids"][0, :size]).all()
    first = len(one.images)
    assert (batch["image_grid_thw"][first:] == whole["image_grid_thw"]).all()
    patches = int(batch["image_grid_thw"][:first].prod(dim=-1).sum())
    assert np.array_equal(batch["pixel_values"][patches:], whole["pixel_values"])
    assert batch["attention_mask"].sum(dim=1).tolist() == [len(one.ids), size]
    assert (batch["labels"][0, len(one.ids) :] == -100).all() and batch["labels"].shape == batch["input_ids"].shape


def test_a_template_that_shows_no_images_is_refused(spec: CrabSpec) -> None:
    with pytest.raises(ValueError, match="refuses a conversation of system, user"):  # of parts
        Chat(processor_of("qwen3_instruct_2507"), spec.tool_schemas).check()
    blind = processor_of("qwen3_vl")
    head, tool = blind.chat_template.split('message.role == "tool"')
    assert IMAGE in tool
    blind.chat_template = f'{head}message.role == "tool"{tool.replace(IMAGE, "")}'
    blind.tokenizer.response_template = __import__("trl.chat_template_utils").chat_template_utils.qwen3_template
    with pytest.raises(ValueError, match="the chat template leaves out the image in a tool's result; choose"):
        Chat(blind, spec.tool_schemas).check()


def test_the_tiny_model_and_pools_take_no_images(scripts: Any, tmp_path: Path) -> None:
    out = ["--images", "--out", str(tmp_path)]
    with pytest.raises(SystemExit, match="the tiny model sees no --images"):
        scripts("sft").main(["--model", "tiny", *out])
    with pytest.raises(SystemExit, match="TRL takes images from environments only"):
        scripts("grpo").main(["--rollouts", "pool", *out])


@pytest.mark.timeout(900)
def test_a_model_that_sees_is_trained(processor: Any, scripts: Any, tmp_path: Path) -> None:
    sft, grpo = scripts("sft"), scripts("grpo")
    model = model_of(processor)
    common: dict[str, Any] = {"tasks": ["learn.open_app"], "verbs": ["tap"], "images": True, "characters": 200}
    common |= {"eval_episodes": 1, "reply": 4, "context": 2000, "steps": 1, "model": "made"}
    args = sft.Args(**common, episodes=2, batch=2, out=str(tmp_path / "sft"))
    (tmp_path / "sft").mkdir()
    spec = sft.make_spec(args, range(2))
    before = {name: weights.detach().clone() for name, weights in model.named_parameters()}
    found = sft.imitate(args, spec, model, processor, list(spec.demonstrations()))
    assert found["episodes"] == 1 and found["return"] == 0
    changed = {name for name, weights in model.named_parameters() if (weights.cpu() != before[name]).any()}
    assert any("visual" in name for name in changed) and any("language_model" in name for name in changed)

    (tmp_path / "grpo").mkdir()
    rollouts = {"kl": 0.0, "groups": 1, "generations": 2, "seeds": 2, "save_every": 9, "out": str(tmp_path / "grpo")}
    # a reference for --kl would be loaded from the model's path, and this one has none
    start, end = grpo.improve(grpo.Args(**common, **rollouts), model, processor)
    assert start["episodes"] == end["episodes"] == 1
    assert (tmp_path / "grpo" / "curve.jsonl").exists() and (tmp_path / "grpo" / "model.safetensors").exists()
