"""From a stored audit to its findings."""
