"""Any model judged before it is trusted."""
