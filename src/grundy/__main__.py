"""`python -m grundy` is the command line."""

from grundy.cli.start import main

main()
