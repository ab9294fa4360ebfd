"""Pictures of layers, and what an editor such as GIMP does with them."""
