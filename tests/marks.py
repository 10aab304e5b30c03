"""Marks that tests of several folders share."""

from __future__ import annotations

import pytest


def bug(reason: str) -> pytest.MarkDecorator:
    """The test shows a defect that is known; it has to be unmarked with the defect's mending."""
    return pytest.mark.xfail(strict=True, reason=reason)
