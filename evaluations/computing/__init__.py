"""`suffice eval analysis`: labelled computations through the whole service (docs/analysis.md describes the cases)."""
