"""The thinking mode (system 4): a graph in which every model call does one task."""
