"""Networks that the scripts of training/ have trained: their arguments, their parts, and policies that play them."""
