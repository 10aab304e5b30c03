import { homedir } from "node:os";
import * as vscode from "vscode";
import { substitute } from "./variables";

export const SECTION = "mindport";

/** The settings under `mindport`, as the user wrote them; see package.json for what they mean. */
export interface Settings {
  readonly enable: boolean;
  readonly interpreter: readonly string[];
  readonly importStrategy: "useBundled" | "fromEnvironment";
  readonly devices: readonly ("CPU" | "GPU" | "Ascend")[];
  readonly mindsporeVersion: string;
  readonly mode: "PYNATIVE" | "GRAPH" | null;
  readonly language: "auto" | "en" | "zh";
  readonly select: readonly string[];
  readonly ignore: readonly string[];
  readonly unsafeFixes: boolean;
  readonly codeLens: boolean;
  readonly run: {
    readonly interpreter: string;
    readonly device: "CPU" | "GPU" | "Ascend" | null;
    readonly timeout: number;
    readonly memory: number;
  };
}

/** Settings that only a new server process can take up. */
const RESTARTING = ["enable", "interpreter", "importStrategy"];

export function readSettings(scope?: vscode.ConfigurationScope): Settings {
  // The object that VS Code hands out is a proxy; the server gets plain data.
  return JSON.parse(JSON.stringify(vscode.workspace.getConfiguration(undefined, scope).get(SECTION))) as Settings;
}

export function needsRestart(event: vscode.ConfigurationChangeEvent): boolean {
  return RESTARTING.some((name) => event.affectsConfiguration(`${SECTION}.${name}`));
}

/**
 * The settings as the server gets them: variables replaced, and `run.interpreter` filled in from
 * `interpreter` or from `active`, the Python extension's choice.
 */
export function forServer(
  settings: Settings,
  folder: vscode.WorkspaceFolder | undefined,
  active: readonly string[] | undefined,
): Settings {
  const interpreter = settings.interpreter.map((part) => expand(part, folder));
  const run = expand(settings.run.interpreter, folder) || interpreter[0] || active?.[0] || "";
  return { ...settings, interpreter, run: { ...settings.run, interpreter: run } };
}

export function expand(text: string, folder: vscode.WorkspaceFolder | undefined): string {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return substitute(text, {
    home: homedir(),
    workspaceFolder: (folder ?? folders[0])?.uri.fsPath,
    workspaceFolders: Object.fromEntries(folders.map((one) => [one.name, one.uri.fsPath])),
    env: process.env,
  });
}
