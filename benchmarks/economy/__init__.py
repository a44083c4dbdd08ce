"""The 30-turn conversation, the model that is scripted for it, and those who hold it."""
