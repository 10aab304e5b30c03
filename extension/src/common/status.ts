import * as vscode from "vscode";
import type { StatusParams, Target } from "./protocol";

export type ServerState =
  | { readonly kind: "off" | "starting" }
  | { readonly kind: "running"; readonly python: string }
  | { readonly kind: "failed"; readonly message: string };

const PYTHON: vscode.DocumentSelector = { language: "python" };

/** Shows the target and the counts of the active editor, and how the server does. */
export class StatusView implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly languageItem: vscode.LanguageStatusItem;
  private readonly perDocument = new Map<string, StatusParams>();
  private readonly subscriptions: vscode.Disposable[];
  private state: ServerState = { kind: "off" };
  private document: vscode.TextDocument | undefined;

  constructor() {
    this.item = vscode.window.createStatusBarItem("mindport.target", vscode.StatusBarAlignment.Right, 99);
    this.item.name = "Mindport";
    this.languageItem = vscode.languages.createLanguageStatusItem("mindport.server", PYTHON);
    this.languageItem.name = "Mindport";
    this.subscriptions = [
      this.item,
      this.languageItem,
      vscode.window.onDidChangeActiveTextEditor(() => this.render()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.render()),
      vscode.window.onDidChangeActiveNotebookEditor(() => this.render()),
      vscode.workspace.onDidCloseTextDocument((document) => this.perDocument.delete(document.uri.toString())),
      vscode.workspace.onDidCloseNotebookDocument((notebook) => this.perDocument.delete(notebook.uri.toString())),
    ];
    this.render();
  }

  setServer(state: ServerState): void {
    this.state = state;
    if (state.kind !== "running") {
      this.perDocument.clear();
    }
    this.render();
  }

  update(params: StatusParams): void {
    // The server may spell an address in another way than the editor does.
    this.perDocument.set(vscode.Uri.parse(params.uri).toString(), params);
    this.render();
  }

  /** What the server last said of the document whose status is shown. */
  get active(): StatusParams | undefined {
    return this.document && this.perDocument.get(programOf(this.document).toString());
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** The Python document that was active last and is still to be seen: output is read beside it. */
  private findDocument(): vscode.TextDocument | undefined {
    const editor = vscode.window.activeTextEditor;
    if (editor && editor.document.uri.scheme !== "output") {
      return editor.document.languageId === "python" ? editor.document : undefined;
    }
    // A notebook in which no cell is being edited.
    const cells = editor ? undefined : vscode.window.activeNotebookEditor?.notebook.getCells();
    const code = cells?.find(({ document }) => document.languageId === "python");
    if (code) {
      return code.document;
    }
    return vscode.window.visibleTextEditors.some(({ document }) => document === this.document) ? this.document : undefined;
  }

  private render(): void {
    this.document = this.findDocument();
    const { state, active } = this;
    this.languageItem.busy = state.kind === "starting";
    this.languageItem.severity =
      state.kind === "failed" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.languageItem.text = active ? describeTarget(active.target) : "Mindport";
    this.languageItem.detail = active ? describeCounts(active) : describeState(state);
    this.languageItem.command =
      state.kind === "failed"
        ? { command: "mindport.restart", title: vscode.l10n.t("Restart Server") }
        : { command: "mindport.showLog", title: vscode.l10n.t("Show Log") };

    if (!this.document || state.kind === "off") {
      this.item.hide();
      return;
    }
    this.item.text = statusBarText(state, active);
    this.item.tooltip = tooltip(state, active);
    this.item.backgroundColor =
      state.kind === "failed" ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    this.item.command = state.kind === "failed" ? "mindport.showLog" : "mindport.showTarget";
    this.item.show();
  }
}

function statusBarText(state: ServerState, active: StatusParams | undefined): string {
  if (state.kind === "starting") {
    return "$(loading~spin) Mindport";
  }
  if (state.kind === "failed") {
    return "$(error) Mindport";
  }
  if (!active) {
    return "$(flame) Mindport";
  }
  const { errors, warnings, infos } = active;
  const counts = [["error", errors] as const, ["warning", warnings] as const, ["info", infos] as const]
    .filter(([, count]) => count > 0)
    .map(([icon, count]) => `$(${icon}) ${count}`);
  return `${describeTarget(active.target)}  ${counts.join(" ") || "$(check)"}`;
}

function tooltip(state: ServerState, active: StatusParams | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  // Setting isTrusted lets the links run the two commands and nothing else.
  text.isTrusted = { enabledCommands: ["mindport.showLog", "mindport.restart", "mindport.run", "mindport.fixAll"] };
  const lines = ["**Mindport**"];
  if (active) {
    lines.push(
      `${vscode.l10n.t("Target")}: ${describeTarget(active.target)} · ${active.target.mode}`,
      describeCounts(active),
      `[${vscode.l10n.t("Fix All Safe")}](command:mindport.fixAll) · [${vscode.l10n.t("Run on MindSpore")}](command:mindport.run)`,
    );
  }
  lines.push(
    describeState(state),
    `[${vscode.l10n.t("Show Log")}](command:mindport.showLog) · [${vscode.l10n.t("Restart Server")}](command:mindport.restart)`,
  );
  text.value = lines.join("\n\n");
  return text;
}

/** What the server analyses: a document, or the notebook that a cell is a part of. */
function programOf(document: vscode.TextDocument): vscode.Uri {
  const notebook = vscode.workspace.notebookDocuments.find((one) =>
    one.getCells().some((cell) => cell.document === document),
  );
  return notebook?.uri ?? document.uri;
}

export function describeTarget(target: Target): string {
  return `MindSpore ${target.mindspore} · ${target.devices.join(", ")}`;
}

export function describeCounts({ errors, warnings, infos }: StatusParams): string {
  return errors + warnings + infos === 0
    ? vscode.l10n.t("Nothing left to do in this file")
    : vscode.l10n.t("{0} errors, {1} warnings, {2} notes", errors, warnings, infos);
}

function describeState(state: ServerState): string {
  switch (state.kind) {
    case "off":
      return vscode.l10n.t("The server is off");
    case "starting":
      return vscode.l10n.t("The server is starting");
    case "running":
      return vscode.l10n.t("The server runs on Python {0}", state.python);
    case "failed":
      return state.message;
  }
}
