"""The methods of searches by name, for those who only offer them."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Method: TypeAlias = Literal["auto", "proof-numbers", "couples", "sets", "mex"]
METHODS: tuple[Method, ...] = get_args(Method)
