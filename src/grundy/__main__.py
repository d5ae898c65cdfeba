"""`python -m grundy` is the command line."""

from grundy.cli.main import main

main()
