"""Import lists of other products and access logs into a stored audit (``import``)."""
