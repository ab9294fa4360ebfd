from __future__ import annotations

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.apps.recipes.data import DATABASE, RECIPES, RecipeRow
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, replace, tap, write
from tests.simulator.phone._tables import columns, round_trip

START = (
    RecipeRow(1, "Soup", "Warm", "2 servings", "20 mins", "A book", "water\nleek", "Cut.\nBoil.", False, ""),
    RecipeRow(2, "Cake", "", "", "1 hr", "", "flour", "Bake.", True, "cake.jpg"),
    RecipeRow(3, "Salad"),
)


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(RECIPES, START)
    machine.execute("open_app", {"name": "Recipes"})
    return machine


def shown(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, role="list_item")]


def test_seeds() -> None:
    values = [phone(seed).get(RECIPES) for seed in range(20)]
    assert len(set(values)) == 20
    assert all(10 <= len(value) <= 15 and all(row.ingredients for row in value) for value in values)


def test_page(app: Phone) -> None:
    tap(app, "Soup")
    texts = [n.text for n in nodes(app, role="text")]
    assert {"Soup", "Warm", "2 servings", "20 mins", "Source: A book", "water", "leek"} <= set(texts)
    tap(app, "Directions")
    assert node(app, "Boil.") and not nodes(app, "leek")


def test_add(app: Phone) -> None:
    tap(app, description="Add recipe")
    tap(app, "Save")
    write(app, "Tea\nHot")
    tap(app, description="Source")
    write(app, "Friend\n1 cup\n5 mins\nwater\nleaves")
    app.execute("swipe", {"x": 8, "y": 600, "direction": "down", "distance": "long"})
    tap(app, description="Directions")
    write(app, "Wait.")
    tap(app, "Save")
    expected = RecipeRow(4, "Tea", "Hot", "1 cup", "5 mins", "Friend", "water\nleaves", "Wait.")
    assert app.get(RECIPES)[3] == expected
    assert node(app, "leaves")
    press(app, "back")
    assert shown(app) == ["Cake", "Salad", "Soup", "Tea"]


def test_edit(app: Phone) -> None:
    tap(app, "Soup")
    tap(app, description="More options")
    tap(app, "Edit")
    replace(app, "Title", "Leek soup")
    replace(app, "Servings", "3 servings")
    tap(app, "Save")
    assert app.get(RECIPES)[0] == START[0]._replace(title="Leek soup", servings="3 servings")
    assert node(app, "Leek soup")


def test_back_discards(app: Phone) -> None:
    tap(app, "Soup")
    tap(app, description="More options")
    tap(app, "Edit")
    write(app, "!")
    press(app, "back")
    assert app.get(RECIPES) == START


def test_delete(app: Phone) -> None:
    tap(app, "Cake")
    tap(app, description="More options")
    tap(app, "Delete")
    tap(app, "Cancel")
    assert app.get(RECIPES) == START
    tap(app, description="More options")
    tap(app, "Delete")
    tap(app, "Delete")
    assert shown(app) == ["Salad", "Soup"]
    long_tap(app, "Salad")
    tap(app, "Soup")
    tap(app, description="Delete")
    tap(app, "Delete")
    assert node(app, "No recipes yet")


def test_favorites(app: Phone) -> None:
    tap(app, description="Add to favorites: Soup")
    tap(app, description="Remove from favorites: Cake")
    tap(app, "Favorites")
    assert shown(app) == ["Soup"]
    tap(app, "Soup")
    tap(app, description="Remove from favorites")
    press(app, "back")
    assert node(app, "No favorites yet")


def test_search(app: Phone) -> None:
    tap(app, description="Search recipes")
    write(app, "LEEK")
    assert shown(app) == ["Soup"]
    write(app, "s")
    assert node(app, "No recipes found")
    tap(app, description="Clear search")
    assert len(shown(app)) == 3


def test_an_intent_begins_a_recipe(app: Phone) -> None:
    app.launch("recipes", ("add",))
    write(app, "Bread")
    tap(app, "Save")
    assert app.get(RECIPES)[3] == RecipeRow(4, "Bread")


def test_database() -> None:
    assert round_trip(DATABASE, START) == (START,)
    for seed in range(10):
        value = phone(seed).get(RECIPES)
        assert round_trip(DATABASE, value) == (value,)
    assert columns(DATABASE, "recipes") == (
        "recipeId title description servings preparationTime source ingredients directions favorite imageName"
    ).split(" ")
