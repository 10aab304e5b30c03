"""``mindport rule``: the pages of the rules in a terminal."""

from __future__ import annotations

from mindport.rules import RULES, page

from .conftest import Run


def test_mindport_rule_shows_the_page(umbrella: Run) -> None:
    result = umbrella("rule", "mp203", "--lang", "zh")
    assert result.exit_code == 0 and result.stdout == page("MP203", "zh")


def test_mindport_rule_lists_the_rules(umbrella: Run) -> None:
    result = umbrella("rule")
    assert [line.split()[0] for line in result.stdout.splitlines()] == list(RULES)


def test_mindport_rule_names_a_code_that_it_does_not_know(umbrella: Run) -> None:
    result = umbrella("rule", "MP999")
    assert result.exit_code == 2 and "MP999" in result.stderr and "mindport rule" in result.stderr
