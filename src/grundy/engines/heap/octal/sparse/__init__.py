"""Take-and-break codes with a sparse space: a heap costs as much as there are rare heaps, not as there are heaps."""
