"""A model's episodes on all slots of a `RolloutPool` at once, as tokens to train on.

* `play` - plays prompts and returns the tokens and outcomes.
* `rollout_function` - the same in the form of TRL's ``rollout_func``.

Slots are threads that step their devices and then ask for a reply. The model answers in the caller's thread, all
waiting slots in one batch, so a slow device delays no other slot.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import gymnasium as gym

from crab_gym.agents.conversation import turn_text
from crab_gym.integrations.finetune.chat import Chat, Tokens
from crab_gym.integrations.finetune.rewards import Outcome
from crab_gym.integrations.finetune.tools import to_action
from crab_gym.policies import PolicySpec, Usage
from crab_gym.task import Action, action

if TYPE_CHECKING:
    from crab_gym.rollout import RolloutPool

__all__ = ["Generate", "Rollout", "play", "rollout_function"]

Generate: TypeAlias = Callable[[list[Tokens]], "tuple[list[Tokens], list[list[float]] | None]"]
"""Continues token sequences; returns the continuations, each with its end token, and the tokens' log-probabilities."""


@dataclass(slots=True)
class Rollout:
    """An episode as tokens.

    Attributes:
        outcome: The episode's outcome.
        prompt: Tokens of the prompt, the first observation included.
        completion: All tokens after the prompt.
        mask: For each token of the completion, 1 if it is the model's, 0 if it is a tool's.
        logprobs: For each token of the completion, its log-probability, 0 if it is a tool's; None if the model gives
            none.
    """

    outcome: Outcome
    prompt: Tokens = field(default_factory=list)
    completion: Tokens = field(default_factory=list)
    mask: list[int] = field(default_factory=list)
    logprobs: list[float] | None = None


class _Question(NamedTuple):
    """A slot's request to continue these tokens."""

    ids: Tokens
    answer: Future[tuple[Tokens, list[float] | None]]


class _Desk:
    """A queue through which slots ask and the model answers."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[_Question] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed: BaseException | None = None

    def ask(self, ids: Tokens) -> tuple[Tokens, list[float] | None]:
        """Waits for a reply and its log-probabilities and returns them."""
        question = _Question(ids, Future())
        with self._lock:
            if self._closed is not None:
                raise RuntimeError("no model answers any more") from self._closed
            self._questions.put(question)
        return question.answer.result()

    def serve(self, generate: Generate, max_batch: int, patience: float, over: Callable[[], bool]) -> None:
        """Answers questions until no more can come.

        Args:
            generate: The model.
            max_batch: Maximum number of questions per batch.
            patience: Number of seconds to wait for one more question.
            over: Returns whether no more questions can come.
        """
        while not over():
            batch: list[_Question] = []
            try:
                batch.append(self._questions.get(timeout=0.05))
                while len(batch) < max_batch:
                    batch.append(self._questions.get(timeout=patience))
            except Empty:
                if not batch:
                    continue
            try:
                replies, logprobs = generate([question.ids for question in batch])
            except BaseException as error:
                self._close(error, batch)
                raise
            for place, question in enumerate(batch):
                question.answer.set_result((replies[place], logprobs[place] if logprobs is not None else None))

    def _close(self, error: BaseException, waiting: list[_Question]) -> None:
        """Answers all waiting slots with an error."""
        with self._lock:
            self._closed = error
            while not self._questions.empty():
                waiting.append(self._questions.get())
        for question in waiting:
            question.answer.set_exception(error if isinstance(error, Exception) else RuntimeError("stopped"))


class _Talker:
    """The policy of one prompt, which asks the desk in every turn and keeps the tokens.

    The episode ends with an answer without a tool call, or when the budget of tokens is used up.

    Args:
        number: The prompt's position.
        prompt: Its messages.
        chat: Makes the tokens.
        ask: Returns the model's reply to tokens.
        budget: Maximum number of tokens of the completion.
        longest: Maximum number of tokens of the conversation, its prompt included.
        talkers: The policies by their prompts' positions; a later attempt replaces an earlier one.
        env: The environment; unused.
    """

    def __init__(
        self,
        number: int,
        prompt: Sequence[Mapping[str, Any]],
        chat: Chat,
        ask: Callable[[Tokens], tuple[Tokens, list[float] | None]],
        budget: int,
        longest: int,
        talkers: dict[int, _Talker],
        env: gym.Env[Any, Any],
    ) -> None:
        self.name = str(number)
        self._number, self._prompt, self._chat, self._ask = number, prompt, chat, ask
        self._budget, self._longest, self._talkers = budget, longest, talkers
        self._start()

    def _start(self) -> None:
        self.prompt: Tokens = []
        self.completion: Tokens = []
        self.mask: list[int] = []
        self.logprobs: list[float] | None = []
        self._called = ""
        self._pending: list[tuple[str, Mapping[str, Any]]] = []
        self._results: list[tuple[str, str]] = []
        self._used = Usage()

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Starts the conversation anew."""
        self._start()
        self._talkers[self._number] = self

    def act(self, obs: Any, info: Mapping[str, Any]) -> Action:
        """Returns the action of the next tool call, ``complete`` if there is none."""
        text = turn_text(obs, info, first=not self.prompt)
        if not self.prompt:
            last = self._prompt[-1]
            self.prompt = self._chat.start([*self._prompt[:-1], {**last, "content": last["content"] + text}])
        else:
            self._results.append((self._called, text))
        while True:
            if not self._pending:
                self._reply()
            if not self._pending:
                return action("root", "complete")
            self._called, arguments = self._pending.pop(0)
            if self._chat.has(self._called):
                return to_action(self._called, arguments)
            self._results.append(
                (self._called, str({"error": f"Tool {self._called} not found."}))
            )  # no step, as in TRL

    def _reply(self) -> None:
        """Sends the results to the model and keeps its reply."""
        results = self._chat.results(self._results) if self._results else []
        self._results = []
        before = self.prompt + self.completion + results
        if len(before) - len(self.prompt) >= self._budget or len(before) >= self._longest:
            return
        reply, logprobs = self._ask(before)
        room = self._budget - (len(before) - len(self.prompt))
        reply = reply[:room]
        self._keep(results, 0, [0.0] * len(results))
        self._keep(reply, 1, logprobs[:room] if logprobs is not None else None)
        self._used = Usage(self._used.tokens + len(before) + len(reply), self._used.calls + 1)
        self._pending = self._chat.calls(reply, before)

    def _keep(self, ids: Tokens, own: int, logprobs: list[float] | None) -> None:
        self.completion += ids
        self.mask += [own] * len(ids)
        self.logprobs = None if logprobs is None or self.logprobs is None else self.logprobs + logprobs

    def usage(self) -> Usage:
        """Returns the tokens and calls since the reset."""
        return self._used


def play(
    pool: RolloutPool,
    prompts: Sequence[Sequence[Mapping[str, Any]]],
    chat: Chat,
    generate: Generate,
    *,
    budget: int = 2048,
    longest: int = 1 << 30,
    batch: int = 64,
    patience: float = 0.02,
) -> list[Rollout]:
    """Plays one episode for each prompt, on all slots of a pool at once.

    Args:
        pool: A pool with ``engine="local"`` over `CrabSpec.make_env`.
        prompts: Prompts of `CrabSpec.prompt`, whose last message holds the episode's task and seed.
        chat: Makes the tokens.
        generate: The model; it is called in this thread.
        budget: Maximum number of tokens of a completion, all turns together.
        longest: Maximum number of tokens of a conversation, its prompt included.
        batch: Maximum number of replies at a time.
        patience: Number of seconds to wait for one more request before a batch begins.

    Returns:
            One rollout for each prompt, in their order. After a failure of the infrastructure, its outcome has an
            error.

    Raises:
        PoolError: The pool can't go on.
    """
    desk, talkers = _Desk(), dict[int, _Talker]()
    policies: dict[str, Any] = {}
    jobs = []
    for number, prompt in enumerate(prompts):
        plain = [{"role": message["role"], "content": message["content"]} for message in prompt]
        policies[str(number)] = partial(_Talker, number, plain, chat, desk.ask, budget, longest, talkers)
        jobs.append((prompt[-1]["task"], prompt[-1]["seed"], str(number)))
    with ThreadPoolExecutor(1, "crab-gym pool") as thread:
        records = thread.submit(lambda: list(pool.run(jobs, policies)))
        desk.serve(generate, batch, patience, records.done)
        outcomes = {int(record.policy): Outcome.of(record) for record in records.result()}
    rollouts = []
    for number, prompt in enumerate(prompts):
        rollout, talker = Rollout(outcomes[number]), talkers.get(number)
        if talker is not None and talker.completion:
            rollout.prompt, rollout.completion = talker.prompt, talker.completion
            rollout.mask, rollout.logprobs = talker.mask, talker.logprobs
        else:  # the episode didn't begin
            rollout.prompt, rollout.completion, rollout.mask = chat.start(prompt), [chat.end], [0]
        rollouts.append(rollout)
    return rollouts


def rollout_function(
    pool: RolloutPool, tools: Sequence[Mapping[str, Any]], *, batch: int = 64, patience: float = 0.02, **template: Any
) -> Callable[[list[Any], Any], dict[str, Any]]:
    """Returns a function ``(prompts, trainer) -> tokens`` for ``GRPOTrainer(rollout_func=...)``.

    The trainer generates with its configured engine, vLLM included. ``max_completion_length`` is the budget of an
    episode, which also ends at the model's maximum sequence length. Reward functions get each episode's `Outcome` as
    ``outcome``.

    Args:
        pool: A pool with ``engine="local"`` over `CrabSpec.make_env`.
        tools: `CrabSpec.tool_schemas`.
        batch: Maximum number of replies at a time.
        patience: Number of seconds to wait for one more request before a batch begins.
        template: Further arguments of the chat template.
    """
    chats: list[Chat] = []

    def rollout(prompts: list[Any], trainer: Any) -> dict[str, Any]:
        if not chats:
            chats.append(Chat(trainer.processing_class, tools, **template))

        def generate(ids: list[Tokens]) -> tuple[list[Tokens], list[list[float]] | None]:
            replies: tuple[list[Tokens], list[list[float]] | None]
            replies = trainer._generate_single_turn(ids, None, {}, num_generations=1)
            return replies

        limits = {
            "budget": trainer.max_completion_length,
            "longest": getattr(trainer.model.config, "max_position_embeddings", 1 << 30),
        }
        played = play(pool, prompts, chats[0], generate, **limits, batch=batch, patience=patience)
        logprobs = [each.logprobs for each in played]
        return {
            "prompt_ids": [each.prompt for each in played],
            "completion_ids": [each.completion for each in played],
            "env_mask": [each.mask for each in played],
            "logprobs": logprobs if None not in logprobs else None,
            "outcome": [each.outcome for each in played],
        }

    return rollout
