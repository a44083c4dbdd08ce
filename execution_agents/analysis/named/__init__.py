"""Arithmetic with figures of the evidence that the question itself names: dinner + breakfast for 4 days."""
