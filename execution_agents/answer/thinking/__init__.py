"""The thinking mode (system 4): a graph in which every call of the model does one thing."""
