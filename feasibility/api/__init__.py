"""The public functions: one for each command, with its name, taking what the command takes."""
