import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { describeError, type Logger } from "./logger";
import { SERVER_FIX_ALL } from "./protocol";
import type { RunView } from "./run";
import type { Server } from "./server";
import { describeCounts, describeTarget, type StatusView } from "./status";

interface Parts {
  readonly server: Server;
  readonly status: StatusView;
  readonly run: RunView;
  readonly log: Logger;
}

export function registerCommands({ server, status, run, log }: Parts): vscode.Disposable[] {
  /** A command on one document: the one in its argument, or the active editor's. */
  const onDocument =
    (act: (client: LanguageClient, uri: vscode.Uri) => Promise<void>) =>
    async (argument?: unknown): Promise<void> => {
      const uri = toUri(argument) ?? activeUri();
      if (!uri) {
        void vscode.window.showInformationMessage(vscode.l10n.t("Open a Python file first."));
        return;
      }
      const { client } = server;
      if (!client) {
        await offerRestart();
        return;
      }
      try {
        await act(client, uri);
      } catch (error) {
        log.error(describeError(error));
        void vscode.window.showErrorMessage(`Mindport: ${describeError(error)}`);
      }
    };

  const commands: Record<string, (argument?: unknown) => unknown> = {
    "mindport.run": onDocument((client, uri) => run.run(client, uri)),
    "mindport.fixAll": onDocument((client, uri) => fixAll(client, uri, false)),
    "mindport.fixAllUnsafe": onDocument((client, uri) => fixAll(client, uri, true)),
    "mindport.explain": () => vscode.commands.executeCommand("editor.action.showHover"),
    "mindport.showTarget": () => showTarget(status),
    "mindport.restart": () => server.restart(),
    "mindport.showLog": () => log.show(),
  };
  return Object.entries(commands).map(([name, act]) => vscode.commands.registerCommand(name, act));
}

function toUri(argument: unknown): vscode.Uri | undefined {
  // A code lens of the server carries a string, an editor's menu an address.
  return typeof argument === "string" ? vscode.Uri.parse(argument) : argument instanceof vscode.Uri ? argument : undefined;
}

/** The active editor's document: a cell stands for its notebook, and so does one in which nothing is typed. */
function activeUri(): vscode.Uri | undefined {
  return vscode.window.activeTextEditor?.document.uri ?? vscode.window.activeNotebookEditor?.notebook.uri;
}

/** The server makes the edits and sends them as one `workspace/applyEdit`: one step to undo. */
async function fixAll(client: LanguageClient, uri: vscode.Uri, unsafe: boolean): Promise<void> {
  await client.sendRequest("workspace/executeCommand", {
    command: SERVER_FIX_ALL,
    arguments: [client.code2ProtocolConverter.asUri(uri), { unsafe }],
  });
}

async function offerRestart(): Promise<void> {
  const restart = vscode.l10n.t("Restart Server");
  const message = vscode.l10n.t("The Mindport server is not running.");
  if ((await vscode.window.showWarningMessage(message, restart)) === restart) {
    await vscode.commands.executeCommand("mindport.restart");
  }
}

async function showTarget(status: StatusView): Promise<void> {
  const { active } = status;
  if (!active) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Mindport has not looked at this editor."));
    return;
  }
  const settings = vscode.l10n.t("Open Settings");
  const message = `${describeTarget(active.target)} · ${active.target.mode}: ${describeCounts(active)}`;
  if ((await vscode.window.showInformationMessage(message, settings)) === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "@ext:mindport.mindport");
  }
}
