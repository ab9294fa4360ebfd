"""The frame around an application's content: menu bars, tool bars, tabs, status bars, lists to choose from."""
