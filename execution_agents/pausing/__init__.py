"""How a graph asks the person and continues with the answer, for every kind of question."""
