"""Records of episodes, and the tables, comparisons and reports made from them."""
