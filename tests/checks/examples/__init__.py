"""The examples in the checks' manuals: read, made whole, put into a store."""
