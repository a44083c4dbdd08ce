"""The thinking mode measured: labelled questions, a simulated small model, and any endpoint somebody names."""
