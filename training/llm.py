"""Shared parts of sft.py and grpo.py: tasks, models and their tokenizers, evaluation, the learning curve.

* `LlmArgs` - the common arguments; `make_spec` makes a `CrabSpec` of them.
* `load` - loads a model and its tokenizer, by path or name; `tiny` - makes a small model with random weights.
* `make_chat` - the tokens of conversations; ends the script where the chat template can't be trained on.
* `evaluate` - measures the return over held-out seeds; `make_curve` - the callback that writes the learning curve.
* `last_checkpoint` - where training goes on from.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import seeing
import torch as th
import transformers
from command_line import HELD_OUT, task_names
from curve import Curve, Goal
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers
from tuning import ADAPTER, halves

from crab_gym.backends.specs import parse_cli
from crab_gym.integrations.finetune import Chat, CrabSpec, Outcome, play
from crab_gym.integrations.finetune.tools import needs
from crab_gym.rollout import RolloutPool

__all__ = [
    "LlmArgs",
    "evaluate",
    "last_checkpoint",
    "load",
    "make_chat",
    "make_curve",
    "make_pool",
    "make_spec",
    "replies",
    "template_options",
    "tiny",
    "tiny_tokenizer",
]

WORDS = Regex(r"\w+|\W+")
SPECIAL = ["<|pad|>", "<|unknown|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>", "<|tool|>"]
CALL = ["<tool_call>", "</tool_call>"]
TEMPLATE = """\
{%- for message in messages -%}
{{- '<|' + message.role + '|>' -}}
{%- if message.role == 'assistant' -%}
{%- generation -%}
{{- message.content -}}
{%- for call in message.tool_calls or [] -%}
{{- '<tool_call>{"name": "' + call.function.name + '", "arguments": ' -}}
{{- call.function.arguments | tojson -}}
{{- '}</tool_call>' -}}
{%- endfor -%}
{{- '<|end|>' -}}
{%- endgeneration -%}
{%- else -%}
{{- message.content + '<|end|>' -}}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|assistant|>' -}}{%- endif -%}
"""
"""The tiny model's chat template. It omits the tools' descriptions, which the tiny model learns from examples."""
REPLY = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<|assistant|>",
    "fields": {
        "tool_calls": {
            "open": "<tool_call>",
            "close": "</tool_call>",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "content": {"close": "<|end|>", "content": "text"},
    },
}
"""The format of the tiny model's replies."""


@dataclass
class LlmArgs:
    """Arguments that both scripts have."""

    tasks: list[str] = field(default_factory=lambda: ["learn.open_app"])
    """tasks, or patterns of their names"""
    model: str = "tiny"
    """path or name of a model"""
    reward: str = "shaped"
    """shaped (each checkpoint pays) or sparse (only success does)"""
    verbs: list[str] = field(default_factory=list)
    """verbs that become tools; none for all"""
    images: bool = False
    """show the screens too, to a model that sees"""
    characters: int = 2000
    """length of the longest observation"""
    context: int = 2048
    """tokens of the longest episode"""
    reply: int = 64
    """tokens of the longest reply"""
    template: str = "{}"
    """further arguments of the chat template as JSON, such as {"enable_thinking": false}"""
    seed: int = 0
    """seed of the weights, of sampling and of the order"""
    threads: int = 1
    """threads of torch"""
    eval_episodes: int = 200
    """episodes of the evaluation, each with a held-out seed of its own"""
    check_every: int = 0
    """updates between two shorter evaluations on the way, which the curve has; 0 for none"""
    check_episodes: int = 40
    """episodes of these, with other held-out seeds"""
    backend: list[str] = field(default_factory=lambda: ["sim"])
    """the devices' backend; several are the pool's slots, such as android=adb:5554 android=adb:5556"""
    slots: int = 50
    """episodes that a pool plays at a time, where one backend is given"""
    temperature: float = 1.0
    """temperature of training and evaluation; the latter is greedy with 0"""
    minutes: float = 1000.0
    """time after which training ends"""
    save_every: int = 50
    """updates between two checkpoints"""
    resume: bool = False
    """go on from the last checkpoint in --out"""
    learning_rate: float | None = None
    """learning rate; none for one by the model's size"""
    lora: int = 0
    """rank of an adapter that is trained in place of the weights; 0 for none"""
    merge: bool = False
    """save the whole model, the adapter added to its weights, in place of the adapter"""
    out: str = "runs/llm"
    """folder for the model, checkpoints and the curve"""


def make_spec(args: LlmArgs, seeds: Sequence[int]) -> CrabSpec:
    """Returns the tasks and seeds in the form for training."""
    return CrabSpec(
        task_names(args.tasks),
        seeds,
        args.reward,  # type: ignore[arg-type]
        verbs=args.verbs or None,
        images=args.images,
        text={"length": args.characters},
        env={"backend": parse_cli(args.backend[0])},
    )


def make_pool(args: LlmArgs, spec: CrabSpec, max_slots: int = 10**9) -> RolloutPool:
    """Returns a pool for `play`. A choice may take any time: on a small machine a batch of replies takes minutes."""
    several = [{"backend": parse_cli(each)} for each in args.backend] if len(args.backend) > 1 else None
    return RolloutPool(spec.make_env, several or min(args.slots, max_slots), step_timeout=None)


def load(path: str, frozen: bool = False, images: bool = False) -> tuple[Any, Any]:
    """Returns the model and the tokenizer at a path, or of a name for transformers. An adapter is added to its model.

    A model that sees has a processor in place of the tokenizer.

    Args:
        path: The path or name.
        frozen: Whether the weights aren't trained. Those that are have 32 bits, as smaller ones lose small updates.
        images: Whether the model sees.

    Raises:
        SystemExit: There is no such model.
    """
    try:
        writer = (transformers.AutoProcessor if images else transformers.AutoTokenizer).from_pretrained(path)
        model = _weights(path, th.bfloat16 if frozen and halves(frozen) else th.float32, images)
    except (ImportError, OSError, ValueError) as error:
        raise SystemExit(f"the model {path!r} can't be loaded: {str(error).splitlines()[0]}") from error
    tokenizer = getattr(writer, "tokenizer", writer)
    tokenizer.padding_side = "left"
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return model, writer


def _weights(path: str, dtype: Any, images: bool) -> Any:
    """Returns the model at a path; where that has an adapter, the model that it adapts, with the adapter added."""
    about = Path(path) / ADAPTER
    if not about.exists():
        kind = transformers.AutoModelForImageTextToText if images else transformers.AutoModelForCausalLM
        return kind.from_pretrained(path, dtype=dtype)
    base = json.loads(about.read_text(encoding="utf-8"))["base_model_name_or_path"]
    return needs("peft").PeftModel.from_pretrained(_weights(base, dtype, images), path).merge_and_unload()


def template_options(args: LlmArgs) -> dict[str, Any]:
    """Returns the chat template's further arguments.

    Raises:
        SystemExit: They are no JSON object.
    """
    try:
        options = json.loads(args.template)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise SystemExit(f'--template is {args.template!r}; expected JSON such as {{"enable_thinking": false}}')
    return options


def make_chat(args: LlmArgs, tokenizer: Any, spec: CrabSpec) -> Chat:
    """Returns the tokens of conversations, by a chat template that can be trained on.

    Raises:
        SystemExit: It can't.
    """
    try:
        chat = Chat(tokenizer, spec.tool_schemas, **template_options(args))
        chat.check(spec.system is not None)
    except ValueError as error:
        raise SystemExit(f"the model {args.model!r} can't be trained with tools: {error}") from error
    return chat


def tiny_tokenizer(episodes: Iterable[Sequence[Mapping[str, Any]]]) -> Any:
    """Returns a tokenizer whose tokens are the words of conversations, numbers, and the characters between words."""
    split = pre_tokenizers.Split(WORDS, "isolated")
    found: dict[str, int] = {}
    for episode in episodes:
        for message in episode:
            called = [call["function"] for call in message.get("tool_calls") or ()]
            text = message["content"] + "".join(f'{{"name": "{each["name"]}", "arguments": ' for each in called)
            text += "".join(json.dumps(each["arguments"], ensure_ascii=False) + "}" for each in called)
            for word, _ in split.pre_tokenize_str(text):
                found[word] = found.get(word, 0) + 1
    words = [*SPECIAL, *CALL, *map(str, range(100)), *sorted(found)]
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(dict.fromkeys(words))}, "<|unknown|>"))
    tokenizer.pre_tokenizer = split
    tokenizer.decoder = decoders.Fuse()
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in SPECIAL])
    tokenizer.add_tokens([AddedToken(token, special=False) for token in CALL])
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<|pad|>",
        unk_token="<|unknown|>",
        eos_token="<|end|>",
        padding_side="left",
    )
    fast.chat_template, fast.response_template = TEMPLATE, REPLY
    return fast


def tiny(tokenizer: Any, seed: int, width: int, layers: int, context: int) -> Any:
    """Returns a small transformer with random weights.

    Args:
        tokenizer: Its tokenizer.
        seed: Seed of the weights.
        width: Width of its layers.
        layers: Number of its layers.
        context: Maximum number of tokens of a sequence.
    """
    th.manual_seed(seed)
    config = transformers.Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=width,
        intermediate_size=2 * width,
        num_hidden_layers=layers,
        num_attention_heads=4,
        num_key_value_heads=4,
        head_dim=width // 4,
        max_position_embeddings=context,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        initializer_range=0.15,  # with the usual 0.02, such a small model learns its attention far more slowly
    )
    return transformers.Qwen3ForCausalLM(config)


def _generation(tokenizer: Any, args: LlmArgs, **further: Any) -> Any:
    """Returns how a model generates."""
    ends = {"eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id}
    sampling = {"do_sample": True, "temperature": args.temperature, "top_k": 0} if args.temperature else {}
    return transformers.GenerationConfig(
        max_new_tokens=args.reply, **ends, **{"do_sample": False, **sampling, **further}
    )


def reply_to_images(model: Any, processor: Any, args: LlmArgs) -> seeing.Reply:
    """Returns a function that continues tokens and their images with a model's reply."""
    config = _generation(processor.tokenizer, args, suppress_tokens=[processor.image_token_id])

    def generate(ids: list[int], images: list[Any]) -> list[int]:
        row = th.tensor([ids], device=model.device)
        seen = seeing.image_inputs(processor, images, row)
        with th.inference_mode():
            whole = model.generate(input_ids=row, attention_mask=th.ones_like(row), generation_config=config, **seen)
        return list(whole[0, len(ids) :].tolist())

    return generate


def replies(model: Any, tokenizer: Any, args: LlmArgs) -> Callable[[list[list[int]]], tuple[list[list[int]], None]]:
    """Returns a function that continues token sequences with a model's replies."""
    end, pad = tokenizer.eos_token_id, tokenizer.pad_token_id
    config = _generation(tokenizer, args)

    def generate(ids: list[list[int]]) -> tuple[list[list[int]], None]:
        longest = max(map(len, ids))
        batch = th.tensor([[pad] * (longest - len(row)) + row for row in ids], device=model.device)
        mask = th.tensor([[0] * (longest - len(row)) + [1] * len(row) for row in ids], device=model.device)
        with th.inference_mode():
            whole = model.generate(input_ids=batch, attention_mask=mask, generation_config=config)
        said = [row[longest:].tolist() for row in whole]
        return [row[: row.index(end) + 1] if end in row else row for row in said], None

    return generate


def evaluate(model: Any, tokenizer: Any, args: LlmArgs, what: str = "", seeds: range | None = None) -> dict[str, float]:
    """Prints and returns mean and standard error of the return over held-out seeds, and the success.

    Args:
        model: The model.
        tokenizer: Its tokenizer.
        args: The script's arguments.
        what: Words that introduce the printed line.
        seeds: The seeds; None for those of the evaluation.
    """
    seeds = seeds or range(HELD_OUT, HELD_OUT + args.eval_episodes)
    training = model.training
    model.eval()
    start = time.monotonic()
    with th.random.fork_rng():  # training goes on as if nothing had been played
        th.manual_seed(args.seed)
        outcomes = _play(model, tokenizer, args, make_spec(args, seeds))
    model.train(training)
    returns = [outcome.reward for outcome in outcomes if outcome.reward is not None]
    if not returns:
        raise SystemExit(f"no episode of the evaluation could be played: {outcomes[0].error}")
    mean = sum(returns) / len(returns)
    spread = sum((value - mean) ** 2 for value in returns) / max(1, len(returns) - 1)
    found = {
        "return": mean,
        "error": math.sqrt(spread / len(returns)),
        "success": sum(outcome.success for outcome in outcomes) / len(returns),
        "steps": sum(outcome.steps for outcome in outcomes) / len(outcomes),
        "episodes": len(returns),
        "seconds": time.monotonic() - start,
    }
    print(
        f"{what or 'held-out seeds'}: return {mean:.3f} ± {found['error']:.3f} (standard error), success "
        f"{found['success']:.1%}, {found['steps']:.1f} steps, {len(returns)} episodes in {found['seconds']:.0f} s",
        flush=True,
    )
    return found


def _play(model: Any, tokenizer: Any, args: LlmArgs, spec: CrabSpec) -> list[Outcome]:
    """Returns the outcomes of the evaluation's episodes."""
    chat = make_chat(args, tokenizer, spec)
    limits = {"budget": args.context, "longest": model.config.get_text_config().max_position_embeddings}
    if args.images:
        return seeing.play(spec, len(spec.seeds), chat, reply_to_images(model, tokenizer, args), **limits)
    prompts = [row["prompt"] for row in spec.rows()][: len(spec.seeds)]
    with make_pool(args, spec, len(prompts)) as pool:
        played = play(pool, prompts, chat, replies(model, tokenizer, args), **limits, batch=args.slots)
    return [each.outcome for each in played]


def make_curve(
    args: LlmArgs, names: Mapping[str, str], model: Any, tokenizer: Any, checkpoint: Path | None, *goals: Goal
) -> Curve:
    """Returns the callback that writes the learning curve.

    Args:
        args: The script's arguments.
        names: The curve's names of the logged values, by the latter's names.
        model: The model, which plays held-out episodes on the way.
        tokenizer: Its tokenizer.
        checkpoint: The checkpoint that training goes on from, if any.
        goals: Values of the curve at which training ends.
    """
    seeds = range(2 * HELD_OUT, 2 * HELD_OUT + args.check_episodes)
    check = partial(evaluate, model, tokenizer, args, "on the way", seeds)
    step = int(checkpoint.name.partition("-")[2]) if checkpoint is not None else 0
    return Curve(args.out, names, args.minutes, step, goals, check, args.check_every)


def last_checkpoint(args: LlmArgs) -> Path | None:
    """Returns the last checkpoint that was saved as a whole, with ``--resume``; None without it.

    Raises:
        SystemExit: There is none to go on from.
    """
    if not args.resume:
        return None
    found = [state.parent for state in Path(args.out).glob("checkpoint-*/trainer_state.json")]  # which is written last
    if not found:
        raise SystemExit(f"there is no checkpoint in {args.out!r} to go on from")
    return max(found, key=lambda folder: int(folder.name.partition("-")[2]))
