"""Tasks as an agent loop of verl: played by its own worker, with rows that its own data set reads."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from crab_gym.integrations.episodes import ToolEpisode
from tests.extras import reason

pytest.importorskip("verl", reason=reason("verl"))
pytestmark = [pytest.mark.extra("verl"), pytest.mark.filterwarnings("ignore")]

TASK = "cross.dark_mode_from_todo"
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tokenizer of bytes and the configuration of a tiny model; nothing needs its weights."""
    import tokenizers
    import transformers

    folder = tmp_path_factory.mktemp("model")
    letters = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    inner = tokenizers.Tokenizer(tokenizers.models.BPE({letter: i for i, letter in enumerate(letters)}, []))
    inner.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    inner.decoder = tokenizers.decoders.ByteLevel()
    inner.add_special_tokens(["<|im_start|>", "<|im_end|>"])
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, eos_token="<|im_end|>", pad_token="<|im_end|>", chat_template=TEMPLATE
    )
    tokenizer.save_pretrained(folder)
    sizes = {"hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1}
    config = transformers.Qwen2Config(**sizes, num_key_value_heads=1, vocab_size=len(tokenizer))
    config.architectures = ["Qwen2ForCausalLM"]
    config.save_pretrained(folder)
    return folder


class Server:
    """In place of a server of the model: plays episodes' solutions, or says the same always."""

    def __init__(self, tokenizer: Any, answers: dict[str, list[str]], always: str = "") -> None:
        self.tokenizer, self.answers, self.always = tokenizer, answers, always
        self.asked: list[list[int]] = []

    async def generate(self, request_id: str, *, prompt_ids: list[int], sampling_params: Any, **_: Any) -> Any:
        from verl.workers.rollout.replica import TokenOutput

        self.asked.append(list(prompt_ids))
        text = self.tokenizer.decode(prompt_ids)
        said = self.always
        if not said:
            (answers,) = [answers for first, answers in self.answers.items() if first in text]
            said = answers[text.count("<|im_start|>assistant\n") - 1]
        ids = [*self.tokenizer.encode(said, add_special_tokens=False), self.tokenizer.eos_token_id]
        return TokenOutput(token_ids=ids, log_probs=[-0.5] * len(ids), extra_fields={"max_global_steps": 3})


def play(model: Path, folder: Path, tasks: list[str], seeds: list[int], **options: Any) -> tuple[Any, Server]:
    """Returns what verl's worker makes of the rows that its data set reads, and the server."""
    import datasets
    import hydra
    from omegaconf import OmegaConf
    from verl.experimental.agent_loop import AgentLoopWorker
    from verl.protocol import DataProto
    from verl.utils.dataset.rl_dataset import RLHFDataset, collate_fn

    from crab_gym.integrations.verl import AGENT, rows

    path = folder / "rows.parquet"
    datasets.Dataset.from_list(list(rows(tasks, seeds))).to_parquet(path)
    loops = folder / "loops.yaml"
    target = "crab_gym.integrations.verl.CrabAgentLoop"
    loops.write_text(json.dumps([{"name": AGENT, "_target_": target, "env": options.pop("env", {})}]))
    with hydra.initialize_config_module("verl.trainer.config", version_base=None):
        config = hydra.compose("ppo_trainer")
    OmegaConf.set_struct(config, False)
    config.data.update(train_files=str(path), prompt_key="prompt", max_prompt_length=20_000)
    config.actor_rollout_ref.model.path = str(model)
    rollout = {"name": "vllm", "prompt_length": 20_000, "response_length": 60_000, "calculate_log_probs": True}
    config.actor_rollout_ref.rollout.update({**rollout, **{k: v for k, v in options.items() if k != "always"}})
    config.actor_rollout_ref.rollout.agent.agent_loop_config_path = str(loops)

    answers = {}
    for task in tasks:
        for seed in seeds:
            solver = ToolEpisode(task, "elements")
            first, calls = solver.reset(seed).text, []
            for call in solver.solution():
                calls.append(json.dumps({"name": call.tool, "arguments": dict(call.arguments)}))
                solver.call(*call)
            answers[first] = calls
    server = Server(None, answers, options.get("always", ""))
    worker = AgentLoopWorker(config, server)
    server.tokenizer = worker.tokenizer
    data = RLHFDataset(str(path), worker.tokenizer, config.data)
    batch = DataProto.from_single_dict(collate_fn([data[i] for i in range(len(data))]))
    return asyncio.run(worker.generate_sequences(batch)), server


def test_the_oracle_gets_the_highest_reward_and_only_its_words_are_trained_on(model: Path, tmp_path: Path) -> None:
    found, server = play(model, tmp_path, ["learn.open_app", TASK], [5])
    rewards = found.batch["rm_scores"].sum(-1).tolist()
    assert rewards == pytest.approx([1.0, 1.0]) and found.non_tensor_batch["success"].tolist() == [1.0, 1.0]
    scores = found.non_tensor_batch["turn_scores"]
    assert [sum(each) for each in scores] == pytest.approx([1.0, 1.0])
    assert found.non_tensor_batch["steps"].tolist() == [len(each) for each in scores]
    for row in range(2):
        responses, mask = found.batch["responses"][row], found.batch["response_mask"][row].bool()
        first = server.tokenizer.decode(found.batch["prompts"][row], skip_special_tokens=True)
        (calls,) = [calls for shown, calls in server.answers.items() if shown in first]
        said = server.tokenizer.decode(responses[mask])
        assert said == "".join(f"{call}<|im_end|>" for call in calls)
        assert found.batch["rollout_log_probs"][row][mask].unique().tolist() == [-0.5]
        # What the model was shown last is what the rows hold, up to its last words.
        whole = found.batch["input_ids"][row][found.batch["attention_mask"][row].bool()].tolist()
        assert any(whole[: len(asked)] == asked for asked in server.asked)


def test_an_answer_without_a_call_takes_a_step_and_is_refused(model: Path, tmp_path: Path) -> None:
    found, server = play(model, tmp_path, [TASK], [0], env={"max_steps": 3}, always="hello")
    assert found.batch["rm_scores"].sum().item() == 0.0 and found.non_tensor_batch["steps"].tolist() == [3]
    assert server.tokenizer.decode(server.asked[-1]).count("refused: ") == 2
    assert found.non_tensor_batch["__num_turns__"].tolist() == [6]


def test_an_episode_ends_where_the_response_is_full(model: Path, tmp_path: Path) -> None:
    found, server = play(model, tmp_path, [TASK], [0], response_length=12, always="hello")
    assert len(server.asked) == 1  # the answer has six tokens, and the devices don't fit
    assert found.batch["responses"].shape == (1, 12) and found.batch["response_mask"].sum().item() == 6
    assert found.non_tensor_batch["steps"].tolist() == [1]
