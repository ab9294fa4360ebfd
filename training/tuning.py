"""How weights are trained: the learning rate by the model's size, adapters (LoRA), generation by vLLM.

* `RATES` - sizes of models and the learning rates that suit them.
* `learning_rate` - the learning rate of a model, as given or by its size.
* `halves` - whether training computes with 16 bits.
* `adapter` - the configuration of an adapter; `save` - saves it, or the whole model.
* `score_labelled` - makes TRL's trainers score only the tokens that count.
* `vllm_options` - the trainer's arguments for vLLM.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from crab_gym.integrations.finetune.tools import needs

__all__ = [
    "ADAPTER",
    "RATES",
    "Method",
    "adapter",
    "default_rate",
    "halves",
    "learning_rate",
    "save",
    "score_labelled",
    "vllm_options",
]

Method: TypeAlias = Literal["sft", "grpo"]
ADAPTER = "adapter_config.json"
"""The file that tells a folder with an adapter from one with a whole model."""


class Rates(NamedTuple):
    """Learning rates for models up to a size.

    Attributes:
        parameters: The size: a number of parameters.
        sft: The learning rate of imitation.
        grpo: The learning rate of GRPO.
    """

    parameters: float
    sft: float
    grpo: float


RATES = (
    Rates(10e6, 2e-3, 7e-4),
    Rates(300e6, 1e-4, 5e-6),
    Rates(2e9, 2e-5, 2e-6),
    Rates(15e9, 1e-5, 1e-6),
    Rates(float("inf"), 5e-6, 5e-7),
)
"""From small models to large ones. Those of the first line were tried (docs/finetuning.md); the others are usual."""


def default_rate(method: Method, parameters: int, lora: bool = False) -> float:
    """Returns the learning rate for a number of parameters: ten times as high for an adapter, at most the highest."""
    line = next(line for line in RATES if parameters <= line.parameters)
    rate = line.sft if method == "sft" else line.grpo
    return min(round(10 * rate, 12), RATES[0].sft) if lora else rate


def learning_rate(given: float | None, method: Method, model: Any, lora: bool = False) -> float:
    """Prints and returns the learning rate.

    Args:
        given: That of the command line; None for one by the model's size.
        method: How the model is trained.
        model: The model, without an adapter.
        lora: Whether an adapter is trained in place of the model's weights.
    """
    parameters = sum(each.numel() for each in model.parameters())
    rate = default_rate(method, parameters, lora) if given is None else given
    why = "as given" if given is not None else f"by the model's size{', for an adapter' if lora else ''}"
    print(f"learning rate {rate:g} ({why}), {parameters / 1e6:,.1f} million parameters", flush=True)
    return rate


def halves(lora: bool) -> bool:
    """Returns whether training computes with 16 bits (bfloat16).

    It does with CUDA; and for an adapter, whose model's weights then stay as they are, on processors with units for it
    (AMX), where it takes a fraction of the time.

    Args:
        lora: Whether an adapter is trained in place of the model's weights.
    """
    if needs("torch").cuda.is_available():
        return True
    about = Path("/proc/cpuinfo")
    return lora and about.exists() and "amx_bf16" in about.read_text(encoding="utf-8")


def adapter(rank: int, base: str) -> Any:
    """Returns the configuration of an adapter on all linear layers (LoRA); None for rank 0.

    Args:
        rank: Its rank.
        base: Path or name of the model that it adapts, which its folder states.

    Raises:
        SystemExit: peft isn't installed, or the rank is negative.
    """
    if rank == 0:
        return None
    if rank < 0:
        raise SystemExit(f"--lora is {rank}; expected a rank such as 16, or 0 for none")
    try:
        peft = needs("peft")
    except ImportError as error:
        raise SystemExit(str(error)) from error
    return peft.LoraConfig(
        r=rank,
        lora_alpha=2 * rank,
        target_modules="all-linear",
        task_type="CAUSAL_LM",
        base_model_name_or_path=str(Path(base).resolve()) if Path(base).exists() else base,
    )


def save(trainer: Any, out: str, merge: bool) -> Any:
    """Saves what was trained, and its tokenizer; returns the model.

    Args:
        trainer: The trainer.
        out: The folder.
        merge: Whether an adapter is added to the weights, so that the folder has a whole model.
    """
    model = trainer.model
    if not hasattr(model, "merge_and_unload") or not merge:
        trainer.save_model(out)
    else:
        model = model.float().merge_and_unload()  # 16 bits would lose most of what the adapter adds
        model.save_pretrained(out)
        trainer.processing_class.save_pretrained(out)
    if not hasattr(model, "merge_and_unload"):
        (Path(out) / ADAPTER).unlink(missing_ok=True)  # of an earlier run in the same folder
    return model


def score_labelled() -> None:
    """Makes TRL's trainers score only the tokens that have a label on processors, too, as they do on GPUs.

    Of an episode's tokens a seventh may be the model's, and scoring one takes all words of its vocabulary.
    """
    needs("trl.trainer.utils")._use_triton = lambda device: True  # where it only chooses the tokens


def vllm_options(mode: str, url: str, memory: float, reply: int) -> dict[str, Any]:
    """Returns the arguments of ``GRPOConfig`` by which vLLM, or transformers, generates.

    Args:
        mode: ``"colocate"`` for vLLM in this process, ``"server"`` for one elsewhere, ``""`` for transformers.
        url: The server's address.
        memory: Share of the GPU's memory that vLLM takes in this process.
        reply: Tokens of the longest reply.

    Raises:
        SystemExit: There is no such mode, or vLLM or a GPU is missing.
    """
    if not mode:
        return {"generation_kwargs": {"max_new_tokens": reply}}
    if mode not in ("colocate", "server"):
        raise SystemExit(f"--vllm is {mode!r}; expected colocate or server, or none of it for transformers")
    if find_spec("vllm") is None:
        raise SystemExit('--vllm needs vLLM in this environment: pip install "trl[vllm]"; without it, leave out --vllm')
    if not needs("torch").cuda.is_available():
        raise SystemExit(f"--vllm {mode} needs a GPU with CUDA in this process, and there is none; leave out --vllm")
    where = {"vllm_server_base_url": url} if mode == "server" else {"vllm_gpu_memory_utilization": memory}
    return {"use_vllm": True, "vllm_mode": mode, **where, "generation_kwargs": {"max_tokens": reply}}
