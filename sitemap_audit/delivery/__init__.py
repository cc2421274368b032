"""What follows an audit: copies in other places, notices, comparisons."""
