"""GIMP, an editor of pictures with layers, in its single window."""
