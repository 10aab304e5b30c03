"""How tests are shared out among workers."""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

ALONE = "tests/scenarios/test_scenarios.py"


class Spread(LoadScopeScheduling):
    """A module's tests on one worker, but each scenario on the next that is free: they are long, and
    share nothing but their worker's two processes."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(ALONE) else str(super()._split_scope(nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    return Spread(config, log) if config.getvalue("dist") == "loadscope" else None
