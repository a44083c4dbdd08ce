"""Contracts with planted problems and harmless sentences: what the review finds, and what it calls for nothing."""
