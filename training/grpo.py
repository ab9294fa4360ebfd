"""Improves a language model by its own episodes with GRPO (TRL), usually one that sft.py has taught the tools.

python training/grpo.py --model runs/sft --verbs tap press --characters 750 --context 384 --steps 100 --out runs/grpo
python training/grpo.py --model runs/sft --backend android=adb:emulator-5554 --rollouts pool

The first command, from the start that sft.py's first one makes, took a tiny model on learn.open_app from a mean return
of 0.455, 0.445 and 0.470 (seeds 0, 1, 2) to 0.660, 0.635 and 0.810, over 200 held-out episodes each, standard errors
about 0.034, in 14 minutes of one core. docs/finetuning.md lists the limits of these figures.

The trainer steps simulated devices (``environment_factory``). With ``--rollouts pool``, episodes run on all slots of a
`RolloutPool` at once (``rollout_func``), which suits slow devices.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch as th
from command_line import parse
from curve import measured
from llm import LlmArgs, evaluate, last_checkpoint, load, make_curve, make_pool, make_spec, template_options
from trl import GRPOConfig, GRPOTrainer
from tuning import ADAPTER, adapter, halves, learning_rate, save, score_labelled, vllm_options

from crab_gym.integrations.finetune import CrabSpec

NAMES = {"reward": "return", "success": "success", "entropy": "entropy", "kl": "kl"}
"""The curve's names of what the trainer logs."""


@dataclass
class Args(LlmArgs):
    """Arguments of the command line."""

    model: str = "runs/sft"
    """path or name of a model"""
    steps: int = 100
    """updates"""
    groups: int = 16
    """episodes' starts of an update"""
    generations: int = 8
    """rollouts of each"""
    accumulate: int = 1
    """parts in which an update's gradient is computed, one after the other"""
    iterations: int = 1
    """updates by the same episodes"""
    kl: float = 0.05
    """weight of the distance from the model at the start, which keeps the replies' form"""
    warmup: int = 10
    """updates in which the learning rate rises"""
    seeds: int = 10_000
    """seeds to train on"""
    rollouts: str = "environment"
    """environment (the trainer steps them one after the other) or pool (all slots at once)"""
    vllm: str = ""
    """colocate (in this process) or server (trl vllm-serve): vLLM generates; none for transformers"""
    vllm_url: str = "http://127.0.0.1:8000"
    """address of the server"""
    vllm_memory: float = 0.3
    """share of the GPU's memory for vLLM in this process"""
    out: str = "runs/grpo"
    """folder for the model, its checkpoints and the curve"""


def main(argv: list[str] | None = None) -> tuple[dict[str, float], dict[str, float]]:
    """Evaluates, trains, saves, evaluates; returns the returns over held-out seeds before and after."""
    args = parse(Args, argv)
    th.set_num_threads(args.threads)
    score_labelled()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    checkpoint = last_checkpoint(args)
    if args.rollouts not in ("environment", "pool"):
        raise SystemExit(f"--rollouts is {args.rollouts!r}; expected environment or pool")
    if args.images and args.rollouts == "pool":
        raise SystemExit("--images and --rollouts pool don't go together: TRL takes images from environments only")
    if args.kl and not args.lora and (Path(args.model) / ADAPTER).exists():
        raise SystemExit(
            f"{args.model!r} is an adapter, and the reference for --kl would be its model without it; give --lora for "
            "another adapter, --kl 0, or a --model that sft.py saved with --merge"
        )
    model, tokenizer = load(args.model, frozen=args.lora > 0, images=args.images)
    return improve(args, model, tokenizer, checkpoint)


def improve(
    args: Args, model: Any, tokenizer: Any, checkpoint: Path | None = None
) -> tuple[dict[str, float], dict[str, float]]:
    """Evaluates, trains, saves, evaluates; returns the returns over held-out seeds before and after.

    Args:
        args: The script's arguments.
        model: The model.
        tokenizer: Its tokenizer; the processor of a model that sees.
        checkpoint: The checkpoint to go on from, if any.
    """
    how_to_train = {
        "args": configuration(args, learning_rate(args.learning_rate, "grpo", model, args.lora > 0)),
        "peft_config": adapter(args.lora, args.model),
    }
    curve = make_curve(args, NAMES, model, tokenizer, checkpoint)
    before = measured(args.out, 0)
    if before is None:
        before = evaluate(model, tokenizer, args, "before")
        curve.add(0, {"evaluated": before})
    spec = make_spec(args, range(args.seeds))
    with players(args, spec) as how:
        trainer = GRPOTrainer(
            model,
            processing_class=tokenizer,
            train_dataset=spec.train_dataset,
            reward_funcs=spec.reward_funcs,
            callbacks=[curve],
            **how_to_train,
            **how,
        )
        trainer.train(resume_from_checkpoint=None if checkpoint is None else str(checkpoint))
    trained = save(trainer, args.out, args.merge)
    after = evaluate(trained, tokenizer, args, "after")
    curve.add(trainer.state.global_step, {"evaluated": after})
    return before, after


@contextmanager
def players(args: Args, spec: CrabSpec) -> Iterator[dict[str, Any]]:
    """Yields the trainer's arguments for playing episodes."""
    if args.rollouts == "environment":
        yield {"environment_factory": spec.environment_factory}
    else:
        with make_pool(args, spec) as pool:
            yield {"rollout_func": spec.rollout_func(pool, **template_options(args))}


def configuration(args: Args, rate: float) -> Any:
    """Returns the trainer's arguments."""
    gpu = th.cuda.is_available()
    rows = args.groups * args.generations
    return GRPOConfig(
        output_dir=args.out,
        max_steps=args.steps,
        per_device_train_batch_size=rows // args.accumulate,
        gradient_accumulation_steps=args.accumulate,
        num_generations=args.generations,
        max_completion_length=args.context,
        **vllm_options(args.vllm, args.vllm_url, args.vllm_memory, args.reply),
        chat_template_kwargs=template_options(args),
        temperature=args.temperature,
        learning_rate=rate,
        lr_scheduler_type="constant_with_warmup",
        warmup_steps=args.warmup,
        num_iterations=args.iterations,
        beta=args.kl,
        gradient_checkpointing=gpu,
        use_cpu=not gpu,
        bf16=halves(args.lora > 0),
        save_strategy="steps",
        save_steps=args.save_every,
        save_total_limit=2,
        logging_steps=1,
        report_to="none",
        disable_tqdm=True,
        seed=args.seed,
    )


if __name__ == "__main__":
    main()
