"""Work on the list of synthesised tasks: checking, making and exporting them."""
