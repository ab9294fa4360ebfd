"""Tables, comparisons and reports of recorded episodes."""
