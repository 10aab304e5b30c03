import * as vscode from "vscode";

export type Logger = vscode.LogOutputChannel;

/** The channel "Mindport": what the extension does and what the server writes to standard error. */
export function createLogger(): Logger {
  return vscode.window.createOutputChannel("Mindport", { log: true });
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
