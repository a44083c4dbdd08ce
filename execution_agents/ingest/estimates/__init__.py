"""Tables of a standard of estimates: which work takes how much of which trade, machine and material."""
