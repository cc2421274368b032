"""What search engines say of the site, by their APIs."""
