"""What a person says of themselves: read by rules, kept once, found again."""
