"""The functions and modules that train or differentiate, and their events."""

from __future__ import annotations

from mindport.findings.site import Site
from mindport.findings.training.code import Code, Root
from mindport.findings.training.events import CLIPS, OTHERS, RENAMED, Event, events_of
from mindport.findings.training.facts import Facts
from mindport.findings.training.gradient_reads import reading_event
from mindport.findings.training.hands import hand_events
from mindport.symbols.uses import MethodCall, Use


def root_of(site: Site, item: MethodCall | Use) -> Root:
    """The function around a use, or the module."""
    node = None if item.function is None else item.function.node
    assert site.document.tree is not None
    return site.document.tree if node is None else node


def events_in(facts: Facts, code: Code) -> list[Event]:
    """The events of one function or module."""
    site = facts.site
    mine = [call for call in site.bindings.gradients if root_of(site, call) is code.root]
    uses = [
        use
        for use in site.bindings.uses
        if use.symbol in (*CLIPS, *RENAMED, *OTHERS) and root_of(site, use) is code.root
    ]
    found = events_of(site, code, mine, uses)
    found += hand_events(facts, code, found)
    reading = reading_event(facts, code, found)
    found += [] if reading is None else [reading]
    return sorted(found, key=lambda event: (event.call.lineno, event.call.col_offset))
