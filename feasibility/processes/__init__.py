"""Other processes: workers here, clusters elsewhere."""
