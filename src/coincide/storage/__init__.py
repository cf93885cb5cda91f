"""Where a project lies, on a disk or in object storage, and how it is read and written."""
