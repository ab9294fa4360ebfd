from __future__ import annotations

import random

from crab_tasks.kits.web.html_games import draw_maze, maze_moves, maze_ways

STEPS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}


def test_mazes_have_a_short_way_through_and_some_walls() -> None:
    for seed in range(200):
        rows = draw_maze(random.Random(seed)).split()
        assert [len(row) for row in rows] == [4] * 4
        assert sum(row.count("#") for row in rows) >= 3
        row = column = 0
        moves = maze_moves(rows)
        for move in moves:
            row, column = row + STEPS[move][0], column + STEPS[move][1]
            assert rows[row][column] == "."
        assert (row, column) == (3, 3)
        assert len(moves) == maze_ways(rows)[0, 0] <= 10


def test_cells_behind_walls_have_no_way() -> None:
    assert maze_ways(["...#", "..#.", ".#..", "#..."]).get((0, 0)) is None
