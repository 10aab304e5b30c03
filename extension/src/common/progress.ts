import * as vscode from "vscode";
import {
  type LanguageClient,
  type ProgressToken,
  type WorkDoneProgressBegin,
  WorkDoneProgressCancelNotification,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from "vscode-languageclient/node";

type WorkDone = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

interface Shown {
  report(message: string | undefined): void;
  end(): void;
}

/**
 * Shows the server's progress that can be cancelled as a notification with a button. The client
 * library shows all progress in the status bar, where nothing can be cancelled.
 */
export class ProgressView {
  private readonly shown = new Map<ProgressToken, Shown>();

  handle(client: LanguageClient, token: ProgressToken, params: WorkDone, next: () => void): void {
    if (params.kind === "begin" && params.cancellable) {
      this.begin(client, token, params);
      return;
    }
    const shown = this.shown.get(token);
    if (params.kind === "report") {
      shown?.report(params.message);
    } else if (params.kind === "end") {
      shown?.end();
      this.shown.delete(token);
    }
    // The library follows its own bookkeeping of the token to the end.
    next();
  }

  /** Ends what a server that is gone left open. */
  clear(): void {
    for (const shown of this.shown.values()) {
      shown.end();
    }
    this.shown.clear();
  }

  private begin(client: LanguageClient, token: ProgressToken, { title, message }: WorkDoneProgressBegin): void {
    const location = vscode.ProgressLocation.Notification;
    void vscode.window.withProgress({ location, title, cancellable: true }, (progress, cancellation) => {
      cancellation.onCancellationRequested(() =>
        client.sendNotification(WorkDoneProgressCancelNotification.type, { token }),
      );
      const report = (text: string | undefined): void => {
        if (text !== undefined) {
          progress.report({ message: text });
        }
      };
      report(message);
      return new Promise<void>((end) => this.shown.set(token, { report, end }));
    });
  }
}
