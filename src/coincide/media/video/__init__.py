"""What a video file says of itself: its boxes, its tags, its clock."""
