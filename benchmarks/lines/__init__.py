"""What the benchmark of sockets runs: a bare echo server, a model that writes the time, and clients that read it."""
