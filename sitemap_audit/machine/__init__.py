"""Resources and settings of the machine that runs the audit."""
