"""`suffice eval retrieval`: how often the right passage is found, on public questions, beside other ways to find it."""
