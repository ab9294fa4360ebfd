"""A language model in a folder, asked in this process: no server, no key, no network."""

from __future__ import annotations

import hashlib
import inspect
import json
import threading
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crab_gym.agents.chat import (
    ConversationTooLong,
    Message,
    ModelError,
    Part,
    Picture,
    Reply,
    Tokens,
    Tool,
    ToolCall,
)
from crab_gym.agents.models.names import LOCAL, name_of
from crab_gym.agents.models.turns import Turn, turns
from crab_gym.agents.render import template_schema
from crab_sim.extras import install_hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crab_gym.agents.models.budget import Budget

__all__ = ["LocalModel"]

_CONFIG, _TOKENIZER = "config.json", "tokenizer_config.json"
_MAX_TOKENS = 512
_PACKAGES = ("torch", "transformers")


class LocalModel:
    """A model of Hugging Face's format in a folder, such as training/ saves it.

    Its tokenizer may have a response template, as those that training/ saves: then its chat template shows the tools,
    and the response template says how its calls are read. Otherwise agents explain them in words, and read JSON from
    its answers. The beginning that a conversation shares with the one before isn't computed again.

    Args:
        path: The folder, with weights, tokenizer and chat template.
        temperature: The sampling's temperature; 0 or None for the likeliest answer.
        seed: A seed for the same sample to the same request; None for another one each time.
        max_tokens: Maximum number of tokens of an answer; None for 512.
        budget: Limits of tokens, calls and money.

    Attributes:
        name: Its name in records: ``local:`` and the folder's own name.
        calls_tools: Whether its tokenizer has a response template, by which its calls are read. Its chat template shows
            it the tools then.
        forces_calls: False: nothing makes it call a function, so that asking once more is in vain.

    Raises:
        ValueError: There is no such folder, or an option is out of range.
    """

    forces_calls = False

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
        self.calls_tools = _reads_calls(self._path)
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
            tools: The tools that it may call, where it calls any.
            force: Not used.

        Raises:
            ValueError: The conversation doesn't begin and end with the user.
            ConversationTooLong: It has no room for the conversation.
            ModelError: It can't be loaded, has no chat template, or reads no pictures.
            BudgetSpent: The budget is used up.
        """
        system, conversation = turns(messages, self.calls_tools)
        rows: list[dict[str, Any]] = [{"role": "system", "content": system}] if system else []
        for turn in conversation:
            rows += self._rows(turn)
        functions = [template_schema(tool) for tool in tools] if self.calls_tools else []
        with self._charged() as spent, self._lock:
            if self._loaded is None:
                self.check()
                self._loaded = _Loaded(self._path, self.name)
            reply = self._loaded.answer(rows, functions, self._temperature, self._seed, self._max_tokens)
            spent.append(reply.tokens)
        return reply

    def _rows(self, turn: Turn) -> list[dict[str, Any]]:
        """Returns a turn as the messages of a chat template: a row for each result of a call, and one for the rest."""
        rows: list[dict[str, Any]] = [
            {"role": "tool", "name": call.name, "content": self._text(parts)} for call, parts in turn.results
        ]
        if turn.parts or turn.calls:
            calls = [
                {"type": "function", "function": {"name": call.name, "arguments": dict(call.arguments or {})}}
                for call in turn.calls
            ]
            rows.append(
                {"role": turn.role, "content": self._text(turn.parts), **({"tool_calls": calls} if calls else {})}
            )
        return rows

    def _text(self, parts: Sequence[Part]) -> str:
        if any(isinstance(part, Picture) for part in parts):
            raise ModelError(f"the model {self.name!r} reads no pictures; give the agent the option pictures=false")
        return "\n".join(map(str, parts))

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

    def answer(
        self,
        rows: Sequence[Mapping[str, Any]],
        functions: Sequence[Mapping[str, Any]],
        temperature: float,
        seed: int | None,
        max_tokens: int,
    ) -> Reply:
        """Returns the answer to a conversation.

        Args:
            rows: Its messages, each with a role and a text.
            functions: The functions that it may call, as `template_schema` makes them.
            temperature: The sampling's temperature; 0 for the likeliest answer.
            seed: The sampling's seed; None for any.
            max_tokens: Maximum number of tokens of the answer.

        Raises:
            ModelError: The chat template refuses it.
            ConversationTooLong: There is no room for it.
        """
        tools = {"tools": list(functions)} if functions else {}
        try:
            prompt: list[int] = self._tokenizer.apply_chat_template(
                list(rows), add_generation_prompt=True, return_dict=False, **tools
            )
        except Exception as error:  # whatever a template of somebody's raises
            raise ModelError(f"the chat template of {self._name!r} refuses the conversation: {error}") from error
        longest = getattr(self._model.config, "max_position_embeddings", None)
        if longest is not None and len(prompt) >= longest:
            raise ConversationTooLong(
                f"the conversation has {len(prompt)} tokens, and {self._name!r} has room for {longest}; give the agent "
                "fewer marks or characters, a shorter history, or a shorter log"
            )
        room = max_tokens if longest is None else min(max_tokens, longest - len(prompt))
        said = self._generated(prompt, temperature, seed, room)
        ended = bool(said) and said[-1] in self._ends
        text = self._tokenizer.decode(said[:-1] if ended else said, skip_special_tokens=True).strip()
        calls: tuple[ToolCall, ...] = ()
        if functions and ended:
            text, calls = self._read(said, prompt, functions) or (text, ())
        tokens = Tokens(len(prompt), len(said))
        finish: Any = "length" if not ended else "calls" if calls else "stop"
        return Reply(text, calls, tokens, finish, self._name)

    def _read(
        self, said: list[int], prompt: list[int], functions: Sequence[Mapping[str, Any]]
    ) -> tuple[str, tuple[ToolCall, ...]] | None:
        """Returns the text and the calls of an answer; None where the response template can't read it."""
        try:
            message = self._tokenizer.parse_response(said, prefix=prompt, tools=list(functions))
            called = [call["function"] for call in message.get("tool_calls") or ()]
            calls = tuple(
                ToolCall(str(call["name"]), dict(call["arguments"]), id=f"call{place}")
                for place, call in enumerate(called)
            )
        except Exception:  # whatever a model has written: agents read it as text then
            return None
        return str(message.get("content") or "").strip(), calls

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


def _reads_calls(folder: Path) -> bool:
    """Returns whether a folder's tokenizer has a response template."""
    try:
        saved = json.loads((folder / _TOKENIZER).read_text(encoding="utf-8"))
    except (OSError, ValueError):  # loading it says what is wrong
        return False
    return isinstance(saved, dict) and bool(saved.get("response_template"))


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
