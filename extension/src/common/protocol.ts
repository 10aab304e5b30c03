/** What client and server say to each other beyond the language server protocol. */

export const STATUS = "mindport/status";
export const RUN_OUTPUT = "mindport/runOutput";
export const SERVER_RUN = "mindport.server.run";
export const SERVER_FIX_ALL = "mindport.server.fixAll";

export interface Target {
  readonly mindspore: string;
  readonly devices: readonly string[];
  readonly mode: string;
}

/** Sent after the diagnostics of a document: what they were made for, and how many there are. */
export interface StatusParams {
  readonly uri: string;
  readonly target: Target;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

/** A piece of what the program of a run prints, or what Mindport says about the run. */
export interface RunOutputParams {
  readonly uri: string;
  readonly stream: "stdout" | "stderr" | "info";
  readonly text: string;
}

/** The answer to {@link SERVER_RUN}. */
export interface RunResult {
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly seconds: number;
  readonly message: string;
}
