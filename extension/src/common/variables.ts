/** What the variables in a setting stand for. */
export interface Variables {
  readonly home: string;
  readonly workspaceFolder: string | undefined;
  readonly workspaceFolders: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * `text` with a leading `~`, `${userHome}`, `${workspaceFolder}`, `${workspaceFolder:NAME}` and
 * `${env:NAME}` replaced. A variable that stands for nothing stays as it is written, so that the
 * error message about the path shows it.
 */
export function substitute(text: string, variables: Variables): string {
  const named = text.replace(/\$\{([^}]+)\}/g, (whole, name: string) => lookUp(name, variables) ?? whole);
  return named.replace(/^~(?=$|[\\/])/, () => variables.home);
}

function lookUp(name: string, variables: Variables): string | undefined {
  if (name === "userHome") {
    return variables.home;
  }
  if (name === "workspaceFolder" || name === "workspaceRoot") {
    return variables.workspaceFolder;
  }
  if (name.startsWith("workspaceFolder:")) {
    return variables.workspaceFolders[name.slice("workspaceFolder:".length)];
  }
  if (name.startsWith("env:")) {
    return variables.env[name.slice("env:".length)] ?? "";
  }
  return undefined;
}
