"""What each part of the joint method is worth: the method without it, on the same trials."""
