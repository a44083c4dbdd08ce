"""A pack proposed from a folder of somebody's files: what lies there, what it is called, what could be asked."""
