"""The subcommands: each is a function that returns its exit status.

A subcommand imports its modules when it runs, so that the help is fast.
"""
