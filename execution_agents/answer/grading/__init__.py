"""What is checked of a draft beyond the measures by rules: its doubtful claims, and whether it answers."""
