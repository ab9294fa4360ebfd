"""The network of the generalist: a small transformer over words of the goal, elements, lines read, and past actions.

* `Generalist` - the network. `Seen` - what it makes of a batch of views, from which it scores choices. `Source` - what
  a text is written from.
* `Sizes` - its measures. `choose` - the best choice for each view of a batch. `tensors` - the network's inputs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch as th
from torch import nn
from torch.nn import functional

from crab_gym.integrations.checkpoints.generalist.lexicon import COMMON, HASHES, Lexicon
from crab_gym.integrations.checkpoints.generalist.moves import (
    CHARACTERS,
    COPY,
    END,
    LONGEST,
    MAX_MOVES,
    MAX_PIECES,
    Choice,
    Moves,
    Piece,
)
from crab_gym.integrations.checkpoints.generalist.view import APPS, GOAL, PAST, SHAPES, View, stack

__all__ = ["START", "Generalist", "Seen", "Sizes", "Source", "choose", "tensors"]

WORD = 48
"""Width of a word's vector."""
START = 2 + len(CHARACTERS)
"""The code that stands before the first piece of a text, one more than the largest."""


@dataclass(frozen=True)
class Sizes:
    """The measures of a network.

    Attributes:
        width: Width of its layers.
        layers: Number of its layers.
        heads: Heads of its attention.
    """

    width: int = 96
    layers: int = 3
    heads: int = 3


class Seen(NamedTuple):
    """What the network makes of a batch of views.

    Attributes:
        state: Its summary of each view.
        goal: The words of the goal, in context.
        marks: The elements, in context.
        lines: The lines, in context.
        there: Which of `marks` are there.
        apps: The apps that can be opened.
        vectors: The vectors of all words in the batch.
    """

    state: th.Tensor
    goal: th.Tensor
    marks: th.Tensor
    lines: th.Tensor
    there: th.Tensor
    apps: th.Tensor
    vectors: th.Tensor


class Source(NamedTuple):
    """What a text is written from.

    Attributes:
        query: What is to be written, by view and move.
        words: The words that can be copied, in context: those of the goal, then those of the lines.
        there: Which of them are there.
    """

    query: th.Tensor
    words: th.Tensor
    there: th.Tensor


class _Layer(nn.Module):
    """A layer of a transformer whose attention also leans to tokens that share a word.

    Args:
        width: Width of the tokens.
        heads: Heads of the attention.
    """

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attend, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.inner, self.outer = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.lean = nn.Parameter(th.linspace(0.0, 3.0, heads))

    def forward(self, tokens: th.Tensor, shared: th.Tensor, hidden: th.Tensor) -> th.Tensor:
        """Returns the tokens, ``(batch, tokens, width)``.

        Args:
            tokens: The tokens.
            shared: Which pairs of tokens share a word, ``(batch, 1, tokens, tokens)``.
            hidden: Minus infinity, nearly, for tokens that aren't there, ``(batch, 1, 1, tokens)``.
        """
        batch, count, width = tokens.shape
        parts = self.attend(self.before(tokens)).view(batch, count, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        scores = th.matmul(query * (width // self.heads) ** -0.5, key.transpose(2, 3))
        scores = scores + shared * self.lean[:, None, None].to(scores.dtype) + hidden
        mixed = th.matmul(scores.softmax(3).to(value.dtype), value)
        tokens = tokens + self.out(mixed.transpose(1, 2).reshape(batch, count, width))
        grown: th.Tensor = tokens + self.outer(functional.gelu(self.inner(self.between(tokens))))
        return grown


class Generalist(nn.Module):
    """Scores moves, elements, apps and pieces of text.

    Args:
        sizes: Its measures.
    """

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        width = sizes.width
        self.parts = nn.EmbeddingBag(HASHES, WORD, mode="sum", padding_idx=0)
        self.roles, self.moves = nn.Embedding(32, width), nn.Embedding(1 + MAX_MOVES, width)
        self.goal_places, self.past_places = nn.Embedding(GOAL, width), nn.Embedding(PAST, width)
        facts = {name: SHAPES[f"{name}_facts"][0][1] for name in ("goal", "mark", "line", "past", "app")}
        self.goal_in = nn.Linear(3 * WORD + facts["goal"], width)
        self.mark_in = nn.Linear(4 * WORD + facts["mark"], width)
        self.line_in = nn.Linear(3 * WORD + facts["line"], width)
        self.past_in = nn.Linear(WORD + facts["past"], width)
        self.app_in = nn.Linear(WORD + facts["app"], width)
        self.word_in = nn.Linear(3 * WORD, width)
        self.first = nn.Parameter(0.02 * th.randn(width))
        self.layers = nn.ModuleList([_Layer(width, sizes.heads) for _ in range(sizes.layers)])
        self.norm = nn.LayerNorm(width)
        self.move_out = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, MAX_MOVES))
        self.pointing, self.pointed = nn.Linear(2 * width, width), nn.Linear(width, width)
        self.touching, self.touched = nn.Linear(2 * width, width), nn.Linear(width, 1)
        self.opening = nn.Linear(2 * width, width)
        self.opened = nn.Linear(facts["app"], 1)
        self.codes = nn.Embedding(START + 1, WORD)
        self.begin, self.ending = nn.Linear(2 * width, width), nn.Linear(2 * width, width)
        self.writer = nn.GRU(WORD + width, width, batch_first=True)
        self.copying, self.code_out = nn.Linear(width, width), nn.Linear(2 * width, START)
        self.scale = width**-0.5

    def words(self, parts: th.Tensor) -> th.Tensor:
        """Returns the vectors of words from their hashed parts, ``(words, WORD)``; the first is no word."""
        vectors = self.parts(parts) / (parts > 0).sum(1, keepdim=True).clamp(min=1).sqrt()
        return vectors * (th.arange(len(vectors)) > 0)[:, None]

    def forward(self, seen: Mapping[str, th.Tensor], parts: th.Tensor) -> Seen:
        """Reads a batch of views.

        Args:
            seen: The arrays of the views; words are rows of ``parts``, facts are from 0 to 1, and ``telling`` has the
                words' numbers where these aren't common, else 0.
            parts: The hashed parts of all words in the batch.
        """
        vectors = self.words(parts)

        def mean(name: str) -> th.Tensor:
            numbers = seen[name].flatten(0, -2)
            total = functional.embedding_bag(numbers, vectors, mode="sum", padding_idx=0)
            total = total / (numbers > 0).sum(1, keepdim=True).clamp(min=1).sqrt()
            return total.view(*seen[name].shape[:-1], WORD)

        count = seen["goal"].shape[1]
        goals = self.goal_in(th.cat([_in_place(vectors[seen["goal"]]), seen["goal_facts"]], 2))
        goals = goals + self.goal_places.weight[:count]
        apps_of = vectors[seen["mark_apps"]]
        told = [mean("marks"), mean("mark_names"), mean("mark_labels"), apps_of, seen["mark_facts"]]
        marks = self.mark_in(th.cat(told, 2)) + self.roles(seen["mark_roles"])
        apps_of = vectors[seen["line_apps"]]
        read = self.line_in(th.cat([mean("lines"), mean("line_labels"), apps_of, seen["line_facts"]], 2))
        past = self.past_in(th.cat([mean("past"), seen["past_facts"]], 2))
        past = past + self.moves(seen["past_moves"]) + self.past_places.weight
        tokens = th.cat([self.first.expand(len(goals), 1, -1), goals, marks, read, past], 1)
        kind = th.get_autocast_dtype("cpu") if th.is_autocast_enabled("cpu") else th.float32
        shared, hidden = [one.to(kind) for one in self._relations(seen)]
        for layer in self.layers:
            tokens = layer(tokens, shared, hidden)
        state, goals, marks, read, past = self.norm(tokens).split([1, count, marks.shape[1], read.shape[1], PAST], 1)
        state = th.cat([state[:, 0], past[:, 0]], 1)
        apps = self.app_in(th.cat([mean("apps"), seen["app_facts"]], 2))
        return Seen(state, goals, marks, read, seen["mark_roles"] > 0, apps, vectors)

    def _relations(self, seen: Mapping[str, th.Tensor]) -> tuple[th.Tensor, th.Tensor]:
        """Returns which tokens share a word with which words of the goal, and which aren't there."""
        goal = seen["telling_goal"]
        batch, count = goal.shape
        rows = [goal[:, :, None], seen["telling_marks"], seen["telling_lines"], seen["telling_past"]]
        told = th.cat([((row[:, :, None] == goal[:, None, :, None]) & (row[:, :, None] > 0)).any(3) for row in rows], 1)
        total = 1 + told.shape[1]
        shared = goal.new_zeros((batch, 1, total, total), dtype=th.float32)
        shared[:, 0, 1:, 1 : 1 + count] = told.float()
        shared[:, 0, 1 : 1 + count, 1:] = told.transpose(1, 2).float()
        there = [goal.new_ones((batch, 1)), seen["goal"], seen["mark_roles"], seen["line_facts"][:, :, 0]]
        hidden = th.cat([*there, seen["past_moves"]], 1) == 0
        return shared, (-1e9 * hidden.float())[:, None, None]

    def score_moves(self, seen: Seen) -> th.Tensor:
        """Returns the scores of the moves, ``(batch, MAX_MOVES)``."""
        scores: th.Tensor = self.move_out(seen.state)
        return scores

    def _query(self, seen: Seen, moves: th.Tensor) -> th.Tensor:
        width = seen.marks.shape[2]
        return th.cat([seen.state[:, :width], seen.state[:, width:] + self.moves(1 + moves)], 1)

    def score_marks(self, seen: Seen, moves: th.Tensor) -> th.Tensor:
        """Returns the scores of the elements for some moves, ``(batch, marks)``."""
        query, keys = self._query(seen, moves), self.pointed(seen.marks)
        scores = (keys * self.pointing(query)[:, None]).sum(2) * self.scale
        more = self.touched(functional.gelu(seen.marks + self.touching(query)[:, None]))[:, :, 0]
        return (scores + more).masked_fill(~seen.there, -1e9)

    def score_apps(self, seen: Seen, moves: th.Tensor, facts: th.Tensor) -> th.Tensor:
        """Returns the scores of the apps for some moves, ``(batch, apps)``.

        Args:
            seen: The views.
            moves: The moves.
            facts: The facts of the apps.
        """
        scores = (seen.apps * self.opening(self._query(seen, moves))[:, None]).sum(2) * self.scale
        return scores + self.opened(facts)[:, :, 0]

    def source(self, seen: Seen, inputs: Mapping[str, th.Tensor], moves: th.Tensor, rows: th.Tensor) -> Source:
        """Returns what the texts of some views are written from.

        Args:
            seen: All views.
            inputs: What the network got for them.
            moves: The moves of all views.
            rows: The numbers of those that write.
        """
        goal, lines = inputs["goal"][rows], inputs["lines"][rows]
        words = self.word_in(_in_place(seen.vectors[lines])) + seen.lines[rows][:, :, None]
        there = th.cat([goal > 0, lines.flatten(1) > 0], 1)
        return Source(self._query(seen, moves)[rows], th.cat([seen.goal[rows], words.flatten(1, 2)], 1), there)

    def start_text(self, source: Source) -> th.Tensor:
        """Returns the writer's state before the first piece of a text, ``(1, batch, width)``."""
        return th.tanh(self.begin(source.query))[None]

    def follow(self, source: Source, codes: th.Tensor, firsts: th.Tensor) -> th.Tensor:
        """Returns the writer's inputs after some pieces, ``(batch, pieces, WORD + width)``.

        Args:
            source: What is written from.
            codes: The pieces' codes; `START` for the beginning of the text.
            firsts: Where copied spans begin.
        """
        return th.cat([self.codes(codes), _at(source.words, firsts) * (codes == COPY)[:, :, None]], 2)

    def score_pieces(self, source: Source, written: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
        """Returns the scores of the next piece's code, and of the places where a copied span could begin.

        Args:
            source: What is written from.
            written: The writer's outputs, ``(batch, pieces, width)``.
        """
        places = self.copying(written) @ source.words.transpose(1, 2) * self.scale
        places = places.masked_fill(~source.there[:, None], -1e9)
        looked = places.softmax(2) @ source.words
        return self.code_out(th.cat([written, looked], 2)), places

    def score_ends(self, source: Source, written: th.Tensor, firsts: th.Tensor) -> th.Tensor:
        """Returns the scores of the places where a copied span could end, ``(batch, pieces, places)``.

        Args:
            source: What is written from.
            written: The writer's outputs.
            firsts: Where the spans begin.
        """
        query = self.ending(th.cat([written, _at(source.words, firsts)], 2))
        ahead = th.arange(source.words.shape[1]) - firsts[:, :, None]
        allowed = (ahead >= 0) & (ahead < LONGEST) & source.there[:, None]
        return (query @ source.words.transpose(1, 2) * self.scale).masked_fill(~allowed, -1e9)

    def write(self, source: Source) -> list[list[tuple[int, int, int]]]:
        """Returns the likeliest pieces, one after the other: code, first and last place of what is copied."""
        batch = len(source.query)
        state = self.start_text(source)
        codes = th.full((batch, 1), START)
        firsts = th.zeros((batch, 1), dtype=th.long)
        over = th.zeros(batch, dtype=th.bool)
        texts: list[list[tuple[int, int, int]]] = [[] for _ in range(batch)]
        for _ in range(MAX_PIECES):
            written, state = self.writer(self.follow(source, codes, firsts), state)
            code_scores, places = self.score_pieces(source, written)
            codes, firsts = code_scores.argmax(2), places.argmax(2)
            ends = self.score_ends(source, written, firsts).argmax(2)
            over |= codes[:, 0] == END
            if bool(over.all()):
                break
            for row in (~over).nonzero()[:, 0].tolist():
                texts[row].append((int(codes[row]), int(firsts[row]), int(ends[row])))
        return texts


def _in_place(words: th.Tensor) -> th.Tensor:
    """Returns words, each with the one before and the one behind it, ``(..., words, 3 * width)``."""
    before = functional.pad(words, (0, 0, 1, 0))[..., :-1, :]
    behind = functional.pad(words, (0, 0, 0, 1))[..., 1:, :]
    return th.cat([words, before, behind], -1)


def _at(words: th.Tensor, places: th.Tensor) -> th.Tensor:
    """Returns the words at some places, ``(batch, places, width)``."""
    return words.gather(1, places[:, :, None].expand(-1, -1, words.shape[2]))


def tensors(arrays: Mapping[str, Any], lexicon: Lexicon) -> tuple[dict[str, th.Tensor], th.Tensor]:
    """Returns the inputs of the network for the arrays of some views, without rows that all of them leave empty.

    Args:
        arrays: The arrays, see `stack`.
        lexicon: The lexicon that has numbered their words.
    """
    there = {"goal": arrays["goal"], "mark": arrays["mark_roles"], "line": arrays["line_facts"][:, :, 0]}
    rows = {name: max(1, int((array > 0).sum(1).max())) for name, array in there.items()}
    cut = {name: array[:, : rows.get(name.removesuffix("s").partition("_")[0])] for name, array in arrays.items()}
    worded = [name for name, array in cut.items() if array.dtype == np.uint16]
    flat = np.concatenate([np.zeros(1, np.uint16), *[cut[name].ravel() for name in worded]])
    numbers = np.unique(flat)
    places = np.zeros(1 + int(numbers[-1]), np.int64)
    places[numbers] = np.arange(len(numbers))
    seen = {name: th.from_numpy(places[cut[name]]) for name in worded}
    for name in ("goal", "marks", "lines", "past"):
        seen[f"telling_{name}"] = seen[name] * th.from_numpy(cut[name].astype(np.int64) >= COMMON)
    for name in cut:
        if name.endswith("_facts"):
            seen[name] = th.from_numpy(cut[name].astype(np.float32) / 255)
    for name in ("mark_roles", "past_moves"):
        seen[name] = th.from_numpy(cut[name].astype(np.int64))
    return seen, th.from_numpy(lexicon.parts[numbers].astype(np.int64))


def choose(net: Generalist, views: Sequence[View], lexicon: Lexicon, moves: Moves) -> list[Choice]:
    """Returns the likeliest choice for each of some views.

    Args:
        net: The network.
        views: The views.
        lexicon: The lexicon that has numbered their words.
        moves: The moves.
    """
    with th.no_grad():
        inputs, parts = tensors(stack(views), lexicon)
        seen = net(inputs, parts)
        possible = th.tensor([[moves.possible(move, view) for move in range(MAX_MOVES)] for view in views])
        chosen = net.score_moves(seen).masked_fill(~possible, -1e9).argmax(1)
        numbers = chosen.tolist()
        devices, kinds = [moves.device(move) for move in numbers], [moves.kind(move) for move in numbers]
        elsewhere = th.tensor(
            [[row >= len(view.points) or view.points[row].device != on for row in range(seen.marks.shape[1])]
             for view, on in zip(views, devices, strict=True)]
        )  # fmt: skip
        marks = net.score_marks(seen, chosen).masked_fill(elsewhere, -1e9).argmax(1).tolist()
        others = th.tensor([[app[0] != on for app in APPS] for on in devices])
        apps = net.score_apps(seen, chosen, inputs["app_facts"]).masked_fill(others, -1e9).argmax(1).tolist()
        texts: dict[int, tuple[Piece, ...]] = {}
        writing = [row for row, kind in enumerate(kinds) if kind == "text"]
        if writing:
            words = inputs["goal"].shape[1]
            written = net.write(net.source(seen, inputs, chosen, th.tensor(writing)))
            for row, text in zip(writing, written, strict=True):
                texts[row] = tuple(
                    [
                        Piece(code, first + (GOAL - words) * (first >= words), 1 + last - first)
                        for code, first, last in text
                    ]
                )
    return [
        Choice(
            move,
            marks[row] if kinds[row] == "mark" else -1,
            apps[row] if kinds[row] == "app" else -1,
            texts.get(row, ()),
        )
        for row, move in enumerate(numbers)
    ]
