"""A read-only server of the Model Context Protocol over stored audits, for agents and editors."""
