"""The notification that says what a document was analysed for, and how much is left to do."""

from __future__ import annotations

from pygls.lsp.server import LanguageServer

from mindport.lsp.documents import OpenDocument

STATUS = "mindport/status"


def send_status(server: LanguageServer, opened: OpenDocument) -> None:
    target = opened.settings.config.target
    findings = opened.report.findings if opened.report is not None else ()
    severities = [finding.severity for finding in findings]
    if opened.problem is not None:
        severities.append(opened.problem.severity)
    server.protocol.notify(
        STATUS,
        {
            "uri": opened.uri,
            "target": {
                "mindspore": target.mindspore,
                "devices": list(target.devices),
                "mode": target.mode,
            },
            "errors": severities.count("error"),
            "warnings": severities.count("warning"),
            "infos": severities.count("info"),
        },
    )
