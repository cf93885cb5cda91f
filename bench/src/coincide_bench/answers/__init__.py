"""What people answer about two photos, of pairs whose distance in time is known."""
