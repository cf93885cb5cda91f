"""Drawing of the demo's world: people, things, scenery and light on a canvas."""
