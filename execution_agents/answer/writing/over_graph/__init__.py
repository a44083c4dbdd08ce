"""Answers over a graph beside the description of a thing: what conditions add, sums over several things."""
