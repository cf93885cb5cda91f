"""Files to facts: formats, tags, pictures, video; whether two files hold the same picture."""
