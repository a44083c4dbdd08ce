"""How many of the code's branches the tests take, floor by floor."""
