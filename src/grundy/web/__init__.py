"""grundy in the browser: a server on this machine, its pages, and its interface for programs."""
