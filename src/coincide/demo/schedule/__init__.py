"""The demo's day before anything is drawn: programme, guests, cameras, and every photo's time."""
