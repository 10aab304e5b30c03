import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { installCommand } from "./installCommand";
import { RUN_OUTPUT, type RunOutputParams, type RunResult, SERVER_RUN } from "./protocol";

/** Runs documents on MindSpore and shows what they print in the channel "Mindport: Run". */
export class RunView implements vscode.Disposable {
  private readonly channel = vscode.window.createOutputChannel("Mindport: Run");
  private readonly running = new Set<string>();

  attach(client: LanguageClient): void {
    // Runs of a server that was stopped have no answer any more.
    this.running.clear();
    client.onNotification(RUN_OUTPUT, ({ text }: RunOutputParams) => this.channel.append(text));
  }

  async run(client: LanguageClient, uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showWarningMessage(vscode.l10n.t("Mindport runs code only in a trusted workspace."));
      return;
    }
    if (this.running.has(key)) {
      void vscode.window.showInformationMessage(vscode.l10n.t("This file is running already."));
      return;
    }
    if (this.running.size === 0) {
      this.channel.clear();
    }
    this.running.add(key);
    this.channel.show(true);
    try {
      const result = (await client.sendRequest("workspace/executeCommand", {
        command: SERVER_RUN,
        arguments: [client.code2ProtocolConverter.asUri(uri)],
      })) as RunResult;
      await this.report(result);
    } finally {
      this.running.delete(key);
    }
  }

  dispose(): void {
    this.channel.dispose();
  }

  private async report({ outcome, message }: RunResult): Promise<void> {
    if (outcome === "ok") {
      void vscode.window.showInformationMessage(message);
    } else if (outcome === "cancelled") {
      vscode.window.setStatusBarMessage(message, 5000);
    } else if (outcome === "not-installed" || outcome === "broken-install") {
      await this.offerInstall(message);
    } else {
      const show = vscode.l10n.t("Show Output");
      if ((await vscode.window.showErrorMessage(message, show)) === show) {
        this.channel.show();
      }
    }
  }

  private async offerInstall(message: string): Promise<void> {
    const copy = vscode.l10n.t("Copy Install Command");
    const choose = vscode.l10n.t("Choose Another Python");
    const command = installCommand(message);
    const answer = await vscode.window.showWarningMessage(message, ...(command ? [copy] : []), choose);
    if (answer === copy && command) {
      await vscode.env.clipboard.writeText(command);
    } else if (answer === choose) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "mindport.run.interpreter");
    }
  }
}
