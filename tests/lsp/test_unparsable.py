"""A text that does not parse at the moment: what was found stays where its line is."""

from __future__ import annotations

from tests.lsp.conftest import MODEL, Server, codes


def test_findings_move_with_their_lines_and_come_back(server: Server) -> None:
    client, uri = server.client, server.uri("broken.py")
    before = codes(client.open(uri, MODEL))
    client.edit(uri, 2, ((2, 0, 2, 0), "y = (\n"))
    broken = client.diagnostics(uri, 2)
    assert (9, "MP201") in codes(broken)
    assert [code for _, code in codes(broken)].count("MP901") == 1
    client.edit(uri, 3, ((2, 0, 3, 0), ""))
    assert codes(client.diagnostics(uri, 3)) == before


def test_an_edited_line_loses_its_findings(server: Server) -> None:
    client, uri = server.client, server.uri("edited.py")
    client.open(uri, MODEL)
    client.edit(uri, 2, ((7, 37, 7, 38), ""))
    found = [code for _, code in codes(client.diagnostics(uri, 2))]
    assert "MP201" not in found
    assert "MP301" in found
    assert found.count("MP901") == 1


def test_stays_quiet_where_nothing_was_known(server: Server) -> None:
    (found,) = server.client.open(server.uri("never.py"), "import torch\ntorch.cat(\n")
    assert (found["code"], found["severity"]) == ("MP901", 1)


def test_offers_no_edits_for_a_text_it_does_not_understand(server: Server) -> None:
    client, uri = server.client, server.uri("noactions.py")
    client.open(uri, MODEL)
    client.edit(uri, 2, ((2, 0, 2, 0), "y = (\n"))
    client.diagnostics(uri, 2)
    assert client.actions(uri, 8, 22) == []


def test_hovers_still_answer(server: Server) -> None:
    client, uri = server.client, server.uri("brokenhover.py")
    client.open(uri, MODEL)
    client.edit(uri, 2, ((2, 0, 2, 0), "y = (\n"))
    text = client.hover(uri, 8, 24)
    assert text is not None
    assert "mindspore.nn.Conv2d" in text
