import * as vscode from "vscode";
import { registerCommands } from "./common/commands";
import { createLogger } from "./common/logger";
import { watchActiveInterpreter } from "./common/python";
import { RunView } from "./common/run";
import { Server } from "./common/server";
import { needsRestart } from "./common/settings";
import { StatusView } from "./common/status";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = createLogger();
  const status = new StatusView();
  const run = new RunView();
  const running = new Server(context, log, status, run);
  server = running;

  context.subscriptions.push(
    log,
    status,
    run,
    ...registerCommands({ server: running, status, run, log }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (needsRestart(event)) {
        await running.restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.restart()),
    await watchActiveInterpreter(() => running.interpreterChanged()),
  );
  await running.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
