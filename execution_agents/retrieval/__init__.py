"""Finds passages: tokens, chunks, the lexical index and its updates."""
