"""Read the examples in the checks' manuals, complete their rows and load them into a store."""
