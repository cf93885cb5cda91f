"""Bytes and projects, on this machine's disks and in object storage, by one interface each."""
