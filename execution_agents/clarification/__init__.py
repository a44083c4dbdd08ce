"""What a question means over a knowledge graph: one thing, one of several, or none."""
