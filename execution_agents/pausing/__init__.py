"""How a graph asks the person and goes on with the answer, whatever kind of question it is."""
