"""C sources of the optional compiled kernels; see `feasibility.search.kernels`."""
