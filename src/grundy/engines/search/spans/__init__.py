"""Arrays as kernels see them: an address and a length."""
