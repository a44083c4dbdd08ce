"""Finding passages: tokens, chunks, the lexical index and who keeps it current."""
