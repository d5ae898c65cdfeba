"""Where people meet grundy: the command line."""
