"""Words for seeded expenses and recipes."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["EXPENSES", "EXPENSE_NOTES", "RECIPES", "Recipe"]

EXPENSES = (
    ("Groceries", 3, 1800, 9600), ("Bakery", 3, 240, 1150), ("Lunch", 3, 750, 1690), ("Coffee beans", 3, 890, 1890),
    ("Pizza evening", 3, 2100, 4800), ("Rent", 4, 64000, 98000), ("Electricity", 4, 4200, 9900),
    ("Light bulbs", 4, 650, 1900), ("Birthday gift", 5, 1500, 4500), ("Picnic with friends", 5, 900, 3200),
    ("Cinema", 6, 950, 2600), ("Board game", 6, 1990, 4900), ("Concert ticket", 6, 2800, 7500),
    ("Train ticket", 7, 1290, 6400), ("Bus pass", 7, 2900, 5900), ("Petrol", 7, 3500, 7800), ("Rain jacket", 8, 4900,
    12900), ("Socks", 8, 590, 1590), ("Pharmacy", 9, 480, 2900), ("Dentist", 9, 4500, 16000),
    ("Language course", 10, 8900, 19000), ("Textbook", 10, 1900, 5400), ("Food bank", 11, 1000, 5000),
    ("Stamps", 1, 380, 1500), ("Haircut", 1, 1900, 4200), ("Key copy", 1, 650, 1200),
)  # fmt: skip
"""Expenses: name, number of the category, minimum and maximum amount in cents."""

EXPENSE_NOTES = (
    "paid in cash", "shared with the flat", "on sale", "receipt in the blue folder", "for next month",
    "will be paid back", "monthly", "for the whole family",
)  # fmt: skip
"""Notes on expenses."""


class Recipe(NamedTuple):
    """A recipe: `ingredients` and `directions` have one line per item or step."""

    title: str
    description: str
    servings: str
    time: str
    ingredients: str
    directions: str


RECIPES = (
    Recipe(
        "Lemon lentil soup", "Red lentils, quick and bright.", "4 servings", "30 mins",
        "200 g red lentils\n1 onion\n1 carrot\n1 l vegetable stock\n1 lemon\n1 tsp cumin",
        "Soften the chopped onion and carrot in oil.\nAdd cumin, lentils and stock, simmer for 20 minutes.\n"
        "Blend half of it and season with lemon juice.",
    ),
    Recipe(
        "Potato pancakes", "Crisp at the edges, soft inside.", "3 servings", "40 mins",
        "800 g potatoes\n1 egg\n2 tbsp flour\nsalt\noil for frying",
        "Grate the potatoes and press the water out.\nMix with egg, flour and salt.\n"
        "Fry flat heaps of it until golden on both sides.",
    ),
    Recipe(
        "Apple crumble", "For cold evenings.", "6 servings", "1 hr",
        "1 kg apples\n120 g butter\n150 g flour\n100 g sugar\ncinnamon",
        "Slice the apples into a dish with some cinnamon.\nRub butter, flour and sugar into crumbs.\n"
        "Spread over the apples and bake at 190 degrees for 40 minutes.",
    ),
    Recipe(
        "Tomato and bread salad", "Best with bread from yesterday.", "2 servings", "15 mins",
        "300 g ripe tomatoes\n2 thick slices of old bread\n1 small red onion\nbasil\nolive oil\nvinegar",
        "Cut everything into large pieces.\nDress with oil, vinegar and salt.\nLet it stand for ten minutes.",
    ),
    Recipe(
        "Mushroom barley", "Stirred less than a risotto.", "4 servings", "50 mins",
        "250 g pearl barley\n400 g mushrooms\n1 leek\n1 l stock\n40 g hard cheese",
        "Brown the mushrooms and set them aside.\nSoften the leek, toast the barley with it.\n"
        "Pour in the stock and cook for 35 minutes.\nFold in mushrooms and cheese.",
    ),
    Recipe(
        "Yoghurt flatbread", "Needs no yeast.", "8 pieces", "45 mins",
        "300 g flour\n250 g yoghurt\n2 tsp baking powder\n1 tsp salt",
        "Knead everything into a soft dough and let it rest.\nRoll out eight rounds.\nBake them in a hot dry pan.",
    ),
    Recipe(
        "Chickpea stew with spinach", "Everything in one pot.", "4 servings", "35 mins",
        "2 tins of chickpeas\n300 g spinach\n1 tin of tomatoes\n2 cloves of garlic\npaprika",
        "Warm the garlic and paprika in oil.\nAdd tomatoes and chickpeas, simmer for 20 minutes.\n"
        "Stir in the spinach until it wilts.",
    ),
    Recipe(
        "Cucumber and dill soup", "Cold, for hot days.", "4 servings", "20 mins",
        "2 cucumbers\n500 g kefir\na bunch of dill\n1 clove of garlic\nsalt",
        "Grate the cucumbers.\nMix with kefir, chopped dill and garlic.\nChill for an hour.",
    ),
    Recipe(
        "Baked squash with feta", "Sweet and salty.", "3 servings", "45 mins",
        "1 small squash\n150 g feta\n1 tbsp honey\nthyme\npumpkin seeds",
        "Cut the squash into wedges and oil them.\nBake at 200 degrees for 30 minutes.\n"
        "Top with feta, honey and seeds, bake ten minutes more.",
    ),
    Recipe(
        "Oat and banana muffins", "For breakfast on the go.", "12 pieces", "35 mins",
        "3 ripe bananas\n200 g oats\n2 eggs\n100 g yoghurt\n1 tsp baking powder",
        "Mash the bananas and stir in the rest.\nFill twelve forms.\nBake at 180 degrees for 22 minutes.",
    ),
    Recipe(
        "Pasta with lemon and peas", "Ready when the pasta is.", "2 servings", "15 mins",
        "200 g pasta\n150 g peas\n1 lemon\n50 g butter\nblack pepper",
        "Cook the pasta, with the peas for the last three minutes.\nMelt butter with lemon zest.\n"
        "Toss everything with some of the water.",
    ),
    Recipe(
        "Cabbage and caraway pie", "A plain pie for many.", "8 servings", "1 hr 20 mins",
        "1 small white cabbage\n2 onions\n2 tsp caraway\n300 g flour\n150 g butter\n2 eggs",
        "Rub flour and butter into a dough with a little water.\nStew cabbage, onions and caraway until soft.\n"
        "Fill the dough, pour over the eggs and bake for 40 minutes.",
    ),
    Recipe(
        "Rice with egg and spring onions", "What to make of cold rice.", "1 serving", "10 mins",
        "200 g cooked rice\n2 eggs\n2 spring onions\nsoy sauce\nsesame oil",
        "Fry the rice until it dances.\nPush it aside and scramble the eggs.\nMix, season and add the onions.",
    ),
    Recipe(
        "Pear and walnut cake", "Keeps for three days.", "12 pieces", "1 hr",
        "3 pears\n100 g walnuts\n200 g flour\n150 g sugar\n3 eggs\n120 ml oil",
        "Beat eggs and sugar until pale.\nFold in oil, flour and chopped walnuts.\n"
        "Lay the pears on top and bake at 175 degrees for 45 minutes.",
    ),
    Recipe(
        "Bean tacos", "Everybody fills their own.", "4 servings", "25 mins",
        "2 tins of black beans\n8 small tortillas\n1 avocado\n1 lime\na quarter of a red cabbage",
        "Warm the beans with cumin and mash half of them.\nShred the cabbage with lime and salt.\n"
        "Heat the tortillas and fill them.",
    ),
    Recipe(
        "Semolina porridge", "With cherries, if there are any.", "2 servings", "12 mins",
        "500 ml milk\n60 g semolina\n2 tbsp sugar\na pinch of salt",
        "Bring the milk to the boil with sugar and salt.\nRain in the semolina, stirring.\n"
        "Let it thicken off the heat.",
    ),
)  # fmt: skip
"""Recipes written for this project."""
