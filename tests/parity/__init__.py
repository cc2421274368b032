"""What other products report, shown on small sites: each with its fault, and without it."""
