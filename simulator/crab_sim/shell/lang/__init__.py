"""The shell language: parser, syntax tree, expansion, interpreter."""
