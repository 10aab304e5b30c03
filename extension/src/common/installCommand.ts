/** The pip command at the end of the server's advice, without the sentence around it. */
export function installCommand(message: string): string | undefined {
  return /(?:[A-Za-z]:)?[^\s:：]+ -m pip install .+$/m.exec(message)?.[0];
}
