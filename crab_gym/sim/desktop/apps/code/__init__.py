"""The code editor, after VS Code."""
