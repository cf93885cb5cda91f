"""Solutions as documents: their inputs, snapshots, status and exports."""
