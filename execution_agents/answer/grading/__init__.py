"""What is checked of a draft beyond the rules: its doubtful claims, and whether it answers the question."""
