import * as vscode from "vscode";
import {
  type ConfigurationParams,
  DidChangeConfigurationNotification,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type ServerOptions,
  State,
  TransportKind,
} from "vscode-languageclient/node";
import { describeError, type Logger } from "./logger";
import { STATUS, type StatusParams } from "./protocol";
import { ProgressView } from "./progress";
import { activeInterpreter, findInterpreter, type Interpreter, NoInterpreterError } from "./python";
import type { RunView } from "./run";
import { forServer, readSettings, SECTION, type Settings } from "./settings";
import type { StatusView } from "./status";

// Without the working folder on the path: a workspace's own click.py is not the server's business.
const RUN_ENVIRONMENT_SERVER =
  "import sys; sys.path = [p for p in sys.path if p]; from mindport.cli.main import main; main()";

/**
 * The one language server of a window: starts, restarts and stops it, one step after the other.
 * The server registers itself for changes of settings and files, and asks for what it needs.
 */
export class Server {
  /** There while the server runs. */
  client: LanguageClient | undefined;
  private command: string | undefined;
  private readonly progress = new ProgressView();
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: Logger,
    private readonly status: StatusView,
    private readonly run: RunView,
  ) {}

  start(): Promise<void> {
    return this.enqueue(() => this.startNow());
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.stopNow());
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  /** Another interpreter was selected: restarts where the server would run on it. */
  interpreterChanged(): Promise<void> {
    return this.enqueue(async () => {
      const interpreter = await this.tryFindInterpreter(readSettings());
      if (interpreter?.command.join(" ") === this.command) {
        // It asks for its settings again, among them the interpreter for runs.
        await this.client?.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
        return;
      }
      await this.stopNow();
      await this.startNow();
    });
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step).catch((error: unknown) => this.fail(error));
    return this.queue;
  }

  private async startNow(): Promise<void> {
    const settings = readSettings();
    if (!settings.enable) {
      this.status.setServer({ kind: "off" });
      return;
    }
    this.status.setServer({ kind: "starting" });
    const interpreter = await findInterpreter(settings, firstFolder(), this.log);
    this.command = interpreter.command.join(" ");
    const options = this.serverOptions(interpreter, settings);
    this.log.info(`${options.command} ${(options.args ?? []).join(" ")} (Python ${interpreter.version})`);

    const client: LanguageClient = new LanguageClient(SECTION, "Mindport", options, {
      ...(await this.clientOptions()),
      middleware: {
        handleWorkDoneProgress: (token, params, next) =>
          this.progress.handle(client, token, params, () => next(token, params)),
        workspace: { configuration: (params) => this.configuration(params) },
      },
    });
    this.run.attach(client);
    client.onNotification(STATUS, (params: StatusParams) => this.status.update(params));
    try {
      await client.start();
    } catch (error) {
      await client.dispose().catch(() => undefined);
      throw error;
    }
    this.client = client;
    this.status.setServer({ kind: "running", python: interpreter.version });
    // The client starts a server that died again, and gives up when it keeps dying.
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) {
        return;
      }
      if (newState !== State.Running) {
        this.progress.clear();
      }
      this.status.setServer(
        newState === State.Running
          ? { kind: "running", python: interpreter.version }
          : newState === State.Starting
            ? { kind: "starting" }
            : { kind: "failed", message: vscode.l10n.t("The Mindport server stopped.") },
      );
    });
  }

  private async stopNow(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    this.progress.clear();
    this.status.setServer({ kind: "off" });
    await client?.dispose(5000).catch((error: unknown) => this.log.warn(describeError(error)));
  }

  private serverOptions(interpreter: Interpreter, settings: Settings) {
    const [program, ...rest] = interpreter.command;
    const server =
      settings.importStrategy === "useBundled"
        ? // -I keeps PYTHONPATH and the user's site-packages from standing before the bundled libraries.
          ["-I", this.context.asAbsolutePath("bundled/server.py")]
        : ["-c", RUN_ENVIRONMENT_SERVER, "server"];
    return {
      command: program,
      args: [...rest, "-X", "utf8", ...server],
      transport: TransportKind.stdio,
      options: { cwd: firstFolder()?.uri.fsPath ?? this.context.extensionPath },
    } satisfies ServerOptions;
  }

  private async clientOptions(): Promise<LanguageClientOptions> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return {
      documentSelector: [
        { scheme: "file", language: "python" },
        { scheme: "untitled", language: "python" },
        { notebook: "*", language: "python" },
      ],
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: {
        settings: await Promise.all(
          folders.map(async (folder) => ({ ...(await this.settingsFor(folder)), workspace: folder.uri.toString() })),
        ),
        globalSettings: await this.settingsFor(undefined),
      },
      initializationFailedHandler: (error) => {
        this.log.error(describeError(error));
        return false;
      },
    };
  }

  /** Answers the server's question for settings, with what only the editor knows filled in. */
  private configuration(params: ConfigurationParams): Promise<(Settings | null)[]> {
    return Promise.all(
      params.items.map(async ({ section, scopeUri }) =>
        section === SECTION
          ? await this.settingsFor(scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri))
          : null,
      ),
    );
  }

  private async settingsFor(scope: vscode.Uri | vscode.WorkspaceFolder | undefined): Promise<Settings> {
    const uri = scope instanceof vscode.Uri ? scope : scope?.uri;
    const folder = uri ? vscode.workspace.getWorkspaceFolder(uri) : firstFolder();
    return forServer(readSettings(uri), folder, await activeInterpreter(folder, this.log));
  }

  private async tryFindInterpreter(settings: Settings): Promise<Interpreter | undefined> {
    try {
      return await findInterpreter(settings, firstFolder(), this.log);
    } catch {
      return undefined;
    }
  }

  private fail(error: unknown): void {
    const message = describeError(error);
    this.log.error(message);
    this.status.setServer({ kind: "failed", message });
    void this.offerHelp(error, message);
  }

  private async offerHelp(error: unknown, message: string): Promise<void> {
    const settings = vscode.l10n.t("Open Settings");
    const showLog = vscode.l10n.t("Show Log");
    const buttons = error instanceof NoInterpreterError ? [settings, showLog] : [showLog, settings];
    const answer = await vscode.window.showErrorMessage(
      error instanceof NoInterpreterError ? message : vscode.l10n.t("The Mindport server did not start: {0}", message),
      ...buttons,
    );
    if (answer === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "mindport.interpreter");
    } else if (answer === showLog) {
      this.log.show();
    }
  }
}

function firstFolder(): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.workspaceFolders?.[0];
}
