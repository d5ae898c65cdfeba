"""`python -m grundy` is the command line."""

from grundy.faces.cli import main

main()
