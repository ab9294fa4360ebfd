"""Words for seeded notes: short ones, checklists, pages in Markdown, notebooks, names of files in the cloud."""

from __future__ import annotations

__all__ = ["CHECKLISTS", "FOLDERS", "JOTS", "LABELS", "NOTEBOOKS", "PAGES", "TODO_LINES"]

JOTS = (
    ("", "Spare key is with the neighbours on the second floor"),
    ("Wi-Fi for guests", "Network: Meadow\nThe password is on the card behind the router"),
    ("Gift ideas", "Wool scarf\nA good pocket knife\nTickets for the puppet theatre"),
    ("Book list", "The long one about the lighthouse\nAnything short by the same author\nA field guide to mushrooms"),
    ("", "Parking space 47, level 3"),
    ("Paint for the hall", "Warm white, matte, 5 litres. The shop on Mill Road mixes it while you wait."),
    ("Doctor", "Ask about the knee, the new glasses and the vaccination record"),
    ("Name of that tune", "Slow waltz, accordion, third song of the evening. Ask the band."),
    ("Bicycle", "Frame size 56, tyres 28 inch, chain changed in spring"),
    ("", "Leaves at 7:42 from platform 5, back at 18:10"),
    ("Measurements", "Window 118 by 94\nShelf 60 by 180\nDoor 82 wide"),
    ("Talk on Thursday", "Begin with the map, then the two photos. Ten minutes, five for questions."),
    ("Sourdough", "Feed in the morning, fold four times, bake at 240 with steam for 20 minutes"),
    ("Quote", "Slow is smooth, and smooth is fast"),
    ("Garden", "Beans along the fence, tomatoes by the wall, leave the corner for the hedgehog"),
    ("Car", "Next inspection in March, winter tyres are in the cellar"),
    ("Hotel", "Check-in after 15:00, the bell is on the left. Breakfast until ten."),
    ("", "Try the soup place near the canal"),
)
"""Title and text of short notes."""

CHECKLISTS = (
    ("Groceries", ("Milk", "Bread", "Eggs", "Apples", "Coffee", "Rice")),
    ("Packing list", ("Passport", "Charger", "Rain jacket", "Toothbrush", "Book", "Swimsuit")),
    ("Weekend", ("Clean the windows", "Visit the market", "Call the grandparents", "Repair the lamp")),
    ("Hardware store", ("Screws 4x40", "Sandpaper", "Wood glue", "Light bulbs")),
    ("Birthday party", ("Invitations", "Cake", "Balloons", "Music", "Paper cups")),
    ("Before the trip", ("Empty the fridge", "Water the plants", "Set the heating low", "Leave a key next door")),
    ("Camping gear", ("Tent", "Sleeping bags", "Stove", "Lantern", "Matches")),
)
"""Title and entries of checklists."""

LABELS = ("Home", "Work", "Travel", "Ideas", "Family")
"""Labels of notes."""

PAGES = (
    (
        "meeting_minutes",
        "# Meeting minutes\n\n**Present:** the whole team\n\n## Decisions\n\n- The launch moves to the second week\n"
        "- The old form stays until then\n\n## Next steps\n\n- [x] Send the new plan around\n"
        "- [ ] Book the large room\n- [ ] Ask three customers\n\n> Keep the first version small.\n",
    ),
    (
        "travel_plan",
        "# Four days by the sea\n\n1. Train to the coast, **9:14** from platform 2\n2. Walk along the cliffs\n"
        "3. Boat to the island\n4. Back in the evening\n\n## To book\n\n- [x] Rooms\n"
        "- [ ] Boat\n- [ ] Seats on the train\n",
    ),
    (
        "reading_notes",
        "# Reading notes\n\nChapter two says it best: *what is measured slowly changes into what matters*.\n\n"
        "> Look twice before you count once.\n\n- The map on page 40 is upside down\n"
        "- Compare with the second edition\n",
    ),
    (
        "home_repairs",
        "## Repairs\n\n- [ ] Kitchen tap drips\n- [ ] Hinge of the garden gate\n- [x] Smoke alarm in the hall\n\n"
        "Paint: `RAL 9010`, two coats.\n",
    ),
    (
        "budget_draft",
        "# Budget\n\nRent and power come first, then the rest.\n\n- Groceries: 420\n- Transport: 96\n- Savings: 250\n\n"
        "**Open:** the dentist's bill\n",
    ),
    (
        "language_course",
        "# Words of the week\n\n- *die Brücke*: bridge\n- *der Schlüssel*: key\n- *das Gewitter*: thunderstorm\n\n"
        "Repeat on Friday.\n",
    ),
    (
        "server_notes",
        "# Little server\n\nRestart with\n\n```\nsudo systemctl restart garden\njournalctl -u garden -n 20\n```\n\n"
        "The backup runs at **3:30**.\n",
    ),
    (
        "ideas",
        "- A lamp made of an old tripod\n- Short walks, one new street each\n- A calendar with photos of doors\n",
    ),
    (
        "workout_log",
        "# Training\n\n## Monday\n\n- Run, 5 km, 28 minutes\n- Stretching\n\n## Thursday\n\n- Swimming, 1200 m\n",
    ),
    (
        "choir_concert",
        "# Concert in December\n\n1. Two old carols\n2. The long piece in Latin\n"
        "3. Something that everybody can sing\n\n- [ ] Copies for the altos\n- [ ] Ask the church about heating\n",
    ),
    (
        "interview_questions",
        "## Questions\n\n1. What did you build last?\n2. What would you do differently?\n"
        "3. What do you want to learn?\n",
    ),
    (
        "allotment_diary",
        "# Allotment\n\n**Sown:** carrots, spinach, peas\n\n**Harvested:** the first strawberries\n\n"
        "Slugs again. Coffee grounds around the lettuce help a little.\n",
    ),
)
"""Name and text of pages in Markdown."""

FOLDERS = ("Work", "Personal", "Archive", "Travel", "Projects", "Study")
"""Names of folders for notes."""

NOTEBOOKS = (
    ("Journal", (
        ("Quiet Sunday", "Slept until nine, read on the balcony, no phone until noon.\n\nIn the evening pancakes.\n"),
        ("A walk in the fog", "One could hear the river but not see it. Two herons, one dog, nobody else.\n"),
        ("The new neighbours", "They came with a cake and a question about the bins.\n\n- She repairs clocks\n"
                               "- He plays the *bass*, so far quietly\n"),
        ("First frost", "The windscreen was white this morning. Brought the lemon tree in, **two weeks earlier** than "
                        "last year.\n"),
    )),
    ("Work", (
        ("Review of the second draft", "Clearer than the first, and shorter.\n\n## To change\n\n"
                                       "- [ ] The summary comes too late\n- [ ] Figure 3 needs a scale\n"),
        ("Questions for the client", "1. Who will use it every day?\n2. What may it never do?\n"
                                     "3. When do we see the old data?\n"),
        ("Onboarding", "- [x] Badge and key\n- [x] Account for the wiki\n- [ ] Tour of the workshop\n\n"
                       "Lunch on the first day is on us.\n"),
        ("Team lunch", "Table for eight at the corner place, **12:30**.\n\n- Two without meat\n- One without nuts\n"),
    )),
    ("Recipes", (
        ("Lentil soup with lemon", "Fry an onion with cumin, add 250 g of red lentils and a litre of broth.\n\n"
                                   "After 20 minutes: the juice of a lemon, *not before*.\n"),
        ("Apple cake", "## Dough\n\n- 200 g butter\n- 180 g sugar\n- 3 eggs\n- 250 g flour\n\n"
                       "Five sour apples on top, 45 minutes at 175 degrees.\n"),
        ("Flatbread", "300 g flour, 180 ml water, salt, a spoon of oil. Rest for half an hour, then a very hot pan.\n"),
    )),
    ("Travel", (
        ("Night train", "Leaves at **21:46**, coach 7, berths 31 and 33.\n\nBreakfast is brought at seven.\n"),
        ("Packing for the mountains", "- [ ] Boots\n- [ ] Rain jacket\n- [ ] Map and head torch\n- [ ] Plasters\n\n"
                                      "No more than nine kilos.\n"),
        ("Museums that close on Monday", "- The gallery by the river\n- The mint\n- The toy museum\n\n"
                                         "The botanical garden is open every day.\n"),
    )),
    ("Study", (
        ("Verbs of motion", "Going once or going often, that is the question.\n\n- *on foot* or *by vehicle*\n"
                            "- there, or there and back\n"),
        ("Summary of chapter three", "A market needs rules before traders.\n\n> Trust is cheap to use and dear "
                                     "to buy.\n\nCompare with the table on page 88.\n"),
        ("Exam dates", "- Statistics: 3 December, 9:00\n- History: 8 December, 14:00\n- Oral exam: to be announced\n\n"
                       "Register two weeks before.\n"),
    )),
    ("House", (
        ("Heating manual", "Pressure between 1.2 and 1.8 bar. To restart, hold the left button for **5 seconds**.\n"),
        ("Paint colours", "- Hall: warm white\n- Kitchen: light sage\n- Door: `RAL 5014`\n\n"
                          "Leftovers are in the cellar.\n"),
        ("Insurance papers", "All in the blue folder, second shelf.\n\n- [x] Household renewed\n"
                             "- [ ] Compare the offers for the bicycle\n"),
    )),
)  # fmt: skip
"""Names of notebooks, with the titles and texts of their notes."""

TODO_LINES = (
    "(A) Return the library books @town", "Ask about the choir's dates @phone", "Buy a bicycle pump +bicycle",
    "(B) Send the form to the office", "x Book the ferry +holiday", "Sharpen the kitchen knives @home",
    "Renew the parking permit", "x Order more firewood @home",
)  # fmt: skip
"""Lines of a to-do list in plain text."""
