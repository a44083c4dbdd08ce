"""The chat in a terminal: a client of the same HTTP and WebSocket as everybody else's."""
