"""The checks as data: their files, names and manuals, and the form of a finding."""
