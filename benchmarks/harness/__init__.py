"""What the benchmarks share: a house of the product's own parts, the rival's graph, figures, the page they write."""
