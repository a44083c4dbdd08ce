"""Graphs of any size, made up for benchmarks."""
