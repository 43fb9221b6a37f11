"""The page on this machine: a server that holds no state but the checks that run."""
