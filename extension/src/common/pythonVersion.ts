/** Major and minor number of a Python. */
export type PythonVersion = readonly [major: number, minor: number];

export const MINIMUM: PythonVersion = [3, 10];

export function isSupported([major, minor]: PythonVersion): boolean {
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
}

export function formatVersion(version: PythonVersion): string {
  return version.join(".");
}

/** A program that prints its interpreter's version and path as {@link parseProbe} reads them. */
export const PROBE = "import json, sys; print(json.dumps([sys.version_info[:2], sys.executable]))";

export interface Probe {
  readonly version: PythonVersion;
  readonly executable: string;
}

/** What {@link PROBE} printed; undefined where the output is no such thing. */
export function parseProbe(output: string): Probe | undefined {
  // A sitecustomize may print lines of its own before it.
  const line = output.trim().split(/\r?\n/).at(-1) ?? "";
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed) || !Array.isArray(parsed[0]) || typeof parsed[1] !== "string") {
    return undefined;
  }
  const [major, minor] = parsed[0];
  if (!Number.isInteger(major) || !Number.isInteger(minor)) {
    return undefined;
  }
  return { version: [major, minor], executable: parsed[1] };
}
