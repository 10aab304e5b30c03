import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { describeError, type Logger } from "./logger";
import { formatVersion, isSupported, MINIMUM, PROBE, type Probe, parseProbe } from "./pythonVersion";
import { expand, type Settings } from "./settings";

/** A Python to start: the program and its first arguments. */
export interface Interpreter {
  readonly command: readonly [string, ...string[]];
  readonly version: string;
}

/** No interpreter will do; the message tells the user what to change. */
export class NoInterpreterError extends Error {}

/** The interpreter for the server: from the settings, the Python extension, or the PATH. */
export async function findInterpreter(
  settings: Settings,
  folder: vscode.WorkspaceFolder | undefined,
  log: Logger,
): Promise<Interpreter> {
  const [program, ...rest] = settings.interpreter.map((part) => expand(part, folder));
  if (program) {
    const chosen = await probe([program, ...rest], log);
    if (!chosen) {
      throw new NoInterpreterError(
        vscode.l10n.t("The interpreter in “mindport.interpreter” does not start: {0}", [program, ...rest].join(" ")),
      );
    }
    return accept(chosen, [program, ...rest]);
  }

  const found: string[] = [];
  for (const command of [await activeInterpreter(folder, log), ...onPath()]) {
    const probed = command && (await probe(command, log));
    if (!command || !probed) {
      continue;
    }
    if (isSupported(probed.version)) {
      return accept(probed, command);
    }
    found.push(`${command.join(" ")} (${formatVersion(probed.version)})`);
  }
  throw new NoInterpreterError(
    found.length > 0
      ? vscode.l10n.t("Mindport needs Python {0} or newer; found only {1}.", formatVersion(MINIMUM), found.join(", "))
      : vscode.l10n.t("Mindport needs Python {0} or newer, and found no Python.", formatVersion(MINIMUM)),
  );
}

function accept(probed: Probe, command: readonly [string, ...string[]]): Interpreter {
  if (!isSupported(probed.version)) {
    throw new NoInterpreterError(
      vscode.l10n.t(
        "Mindport needs Python {0} or newer; {1} is Python {2}.",
        formatVersion(MINIMUM),
        command.join(" "),
        formatVersion(probed.version),
      ),
    );
  }
  return { command, version: formatVersion(probed.version) };
}

function onPath(): [string, ...string[]][] {
  return process.platform === "win32" ? [["python"], ["py", "-3"], ["python3"]] : [["python3"], ["python"]];
}

async function probe(command: readonly [string, ...string[]], log: Logger): Promise<Probe | undefined> {
  const [program, ...rest] = command;
  try {
    const { stdout } = await promisify(execFile)(program, [...rest, "-I", "-c", PROBE], { timeout: 20_000 });
    return parseProbe(stdout);
  } catch (error) {
    log.debug(`${command.join(" ")}: ${describeError(error)}`);
    return undefined;
  }
}

/** The part of the Python extension's API that is used here. */
interface PythonExtension {
  readonly environments: {
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(
      environment: unknown,
    ): Promise<{ readonly executable: { readonly uri: vscode.Uri | undefined } } | undefined>;
  };
}

async function pythonExtension(log?: Logger): Promise<PythonExtension | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  try {
    const api = await extension?.activate();
    return api?.environments && api;
  } catch (error) {
    log?.warn(`ms-python.python: ${describeError(error)}`);
    return undefined;
  }
}

/** What the user selected in the Python extension, where that is installed. */
export async function activeInterpreter(
  folder: vscode.WorkspaceFolder | undefined,
  log: Logger,
): Promise<[string] | undefined> {
  const api = await pythonExtension(log);
  if (!api) {
    return undefined;
  }
  const active = api.environments.getActiveEnvironmentPath(folder?.uri);
  const environment = await api.environments.resolveEnvironment(active);
  const path = environment?.executable.uri?.fsPath;
  return path ? [path] : undefined;
}

/** Calls `changed` whenever another interpreter is selected in the Python extension. */
export async function watchActiveInterpreter(changed: () => void): Promise<vscode.Disposable> {
  const api = await pythonExtension();
  return api?.environments.onDidChangeActiveEnvironmentPath(changed) ?? new vscode.Disposable(() => undefined);
}
