"""What a question wants: its parts, the kind of answer, comparisons, multiples, counts, the form of what is said."""
