"""`suffice eval conversations`: conversations typed as people type, held with the whole service and graded."""
