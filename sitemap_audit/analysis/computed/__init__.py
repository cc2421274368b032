"""Tables that Python computes for the views: clusters, depths, verdicts of robots.txt."""
