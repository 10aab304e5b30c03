"""What a function to differentiate is given, of the names that it reads before it binds them."""

from __future__ import annotations

from collections.abc import Sequence

from mindport.findings.site import Site
from mindport.findings.training.changed_inputs import changed_inputs
from mindport.findings.training.code import Code


def arguments(site: Site, code: Code, names: Sequence[str]) -> tuple[str, ...]:
    """Those that it is called with: all but tensors that change in place."""
    in_place = set(changed_inputs(site, code.root)) if names else set()
    return tuple(name for name in names if name not in in_place)


def declared(names: Sequence[str], given: Sequence[str]) -> list[str]:
    """The parameters. What is not given has a default, which graph mode cannot tell from it."""
    return [*given, *(f"{name}={name}" for name in names if name not in given)]
