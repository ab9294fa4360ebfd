"""Task graphs, their evaluation, and the metrics of episodes."""
