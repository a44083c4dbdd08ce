"""`make soak`: a service broken on purpose under load, and a checker that finds what was lost or doubled by it."""
