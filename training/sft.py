"""Teaches a language model to imitate the oracle's episodes (supervised fine-tuning, TRL), as a start for grpo.py.

python training/sft.py --model tiny --verbs tap press --characters 750 --context 384 --stop-at 0.974 --out runs/sft
python training/sft.py --model PATH-OR-NAME --tasks "learn.*" --episodes 200 --out runs/sft

The first command stops a tiny model at a mean return of about 0.45 on learn.open_app, as a start for grpo.py, after 1.5
minutes on one core. Without --stop-at, 250 updates reach 0.975 in 2 minutes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch as th
from command_line import parse
from curve import Goal
from datasets import Dataset
from llm import (
    LlmArgs,
    evaluate,
    last_checkpoint,
    load,
    make_chat,
    make_curve,
    make_spec,
    tiny,
    tiny_tokenizer,
)
from seeing import Batches
from transformers import TrainerCallback, set_seed
from trl import SFTConfig, SFTTrainer
from tuning import adapter, halves, learning_rate, save, score_labelled

from crab_gym.integrations.finetune import CrabSpec


@dataclass
class Args(LlmArgs):
    """Arguments of the command line."""

    episodes: int = 400
    """the oracle's episodes of each task"""
    steps: int = 300
    """updates"""
    batch: int = 16
    """episodes of an update"""
    accumulate: int = 1
    """parts in which a batch's gradient is computed, one after the other"""
    stop_at: float = 1.01
    """share of right tokens at which it ends"""
    stop_at_success: float = 1.01
    """success on the way (--check-every) at which it ends"""
    warmup: int = 0
    """updates in which the learning rate rises"""
    width: int = 96
    """width of the tiny model"""
    layers: int = 2
    """layers of the tiny model"""
    out: str = "runs/sft"
    """folder for the model, its checkpoints and the curve"""


def main(argv: list[str] | None = None) -> dict[str, float]:
    """Collects, imitates, saves, evaluates; returns the return over held-out seeds."""
    args = parse(Args, argv)
    th.set_num_threads(args.threads)
    score_labelled()
    set_seed(args.seed)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    last_checkpoint(args)  # refuses before the episodes, which take their time
    spec = make_spec(args, range(args.episodes))
    adapter(args.lora, args.model)  # refuses, too
    model = tokenizer = None
    if args.model == "tiny" and args.images:
        raise SystemExit("the tiny model sees no --images; give the path or name of a model that does")
    if args.model != "tiny":
        model, tokenizer = load(args.model, frozen=args.lora > 0, images=args.images)
        make_chat(args, tokenizer, spec)  # refuses, too
    episodes = list(spec.demonstrations())
    print(f"{len(episodes)} of {args.episodes * len(spec.tasks)} oracle episodes can be shown with these verbs")
    if not episodes:
        raise SystemExit("there is nothing to imitate; give other --verbs, or none for all of them")
    if model is None:
        tokenizer = tiny_tokenizer(episodes)
        model = tiny(tokenizer, args.seed, args.width, args.layers, args.context)
    return imitate(args, spec, model, tokenizer, episodes)


def imitate(
    args: Args, spec: CrabSpec, model: Any, tokenizer: Any, episodes: list[list[dict[str, Any]]]
) -> dict[str, float]:
    """Imitates episodes, saves, evaluates; returns the return over held-out seeds.

    Args:
        args: The script's arguments.
        spec: The tasks.
        model: The model.
        tokenizer: Its tokenizer; the processor of a model that sees.
        episodes: The episodes as conversations.

    Raises:
        SystemExit: No episode fits in the context.
    """
    lora = adapter(args.lora, args.model)
    chat = make_chat(args, tokenizer, spec)
    examples = [chat.example(episode) for episode in episodes]
    print(f"the longest has {max(len(each.ids) for each in examples)} tokens, of which --context holds {args.context}")
    if args.images:  # cut, one would have fewer tokens than its images need
        examples = [each for each in examples if len(each.ids) <= args.context]
    if not any(any(each.mask[: args.context]) for each in examples):
        raise SystemExit("no reply lies within --context; give a longer one, fewer --verbs or fewer --characters")
    names = {"loss": "loss", "mean_token_accuracy": "token_accuracy", ReplyAccuracy.name: "reply_accuracy"}
    goals = Goal("token_accuracy", args.stop_at), Goal("held_out_success", args.stop_at_success)
    checkpoint = last_checkpoint(args)
    trainer = SFTTrainer(
        model,
        args=configuration(args, learning_rate(args.learning_rate, "sft", model, args.lora > 0)),
        peft_config=lora,
        train_dataset=Dataset.from_list(
            [{"input_ids": each.ids, "labels": each.labels, "example": i} for i, each in enumerate(examples)]
        ),
        data_collator=Batches(tokenizer, [each.images for each in examples]) if args.images else None,
        processing_class=tokenizer,
        callbacks=[ReplyAccuracy(model), make_curve(args, names, model, tokenizer, checkpoint, *goals)],
    )
    trainer.train(resume_from_checkpoint=None if checkpoint is None else str(checkpoint))
    trained = save(trainer, args.out, args.merge or args.model == "tiny")  # which has no path to load it from
    return evaluate(trained, tokenizer, args, "after imitation")


class ReplyAccuracy(TrainerCallback):
    """Logs the share of replies in the updates' episodes whose tokens are all the model's likeliest ones.

    One wrong argument spoils an episode, and hardly shows among the right tokens, as most are the same in any call.

    Args:
        model: The model, whose outputs in the trainer tell which tokens are right.
    """

    name = "reply_accuracy"

    def __init__(self, model: Any) -> None:
        self._replies = self._right = 0
        self._hook = model.register_forward_hook(self._count)

    def _count(self, model: Any, inputs: Any, outputs: Any) -> None:
        if not model.training:  # it plays
            return
        own, right = outputs.label_mask.bool(), outputs.is_top1.bool()
        begins = own.clone()
        begins[:, 1:] &= ~own[:, :-1]
        numbers = begins.flatten().cumsum(0)
        wrong = numbers[(own & ~right).flatten()].unique().numel()
        self._replies += int(begins.sum())
        self._right += int(begins.sum()) - wrong

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
        """Adds the share since the last line.

        Args:
            args: The trainer's arguments.
            state: The trainer's state.
            control: The trainer's flags.
            logs: The logged values, by the trainer's names.
            kwargs: Further parts of the trainer, not used.
        """
        if logs is not None and "mean_token_accuracy" in logs and self._replies:
            logs[self.name] = round(self._right / self._replies, 4)
            self._replies = self._right = 0

    def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Lets go of the model.

        Args:
            args: The trainer's arguments.
            state: The trainer's state.
            control: The trainer's flags.
            kwargs: Further parts of the trainer, not used.
        """
        self._hook.remove()


def configuration(args: Args, rate: float) -> Any:
    """Returns the trainer's arguments."""
    gpu = th.cuda.is_available()
    return SFTConfig(
        output_dir=args.out,
        max_steps=args.steps,
        per_device_train_batch_size=args.batch // args.accumulate,
        gradient_accumulation_steps=args.accumulate,
        learning_rate=rate,
        lr_scheduler_type="constant_with_warmup",
        warmup_steps=args.warmup,
        max_length=args.context,
        gradient_checkpointing=gpu,
        use_cpu=not gpu,
        bf16=halves(args.lora > 0),
        remove_unused_columns=not args.images,
        save_steps=args.save_every,
        save_total_limit=2,
        logging_steps=2,
        report_to="none",
        disable_tqdm=True,
        seed=args.seed,
    )


if __name__ == "__main__":
    main()
