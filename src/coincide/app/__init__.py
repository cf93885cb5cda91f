"""What people use: the command line, the review app, the report."""
