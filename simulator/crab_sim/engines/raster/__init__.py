"""Pictures of layers, and their changes by an editor such as GIMP."""
