// A real VS Code, served to a browser: its own user data, the packed extension, one workspace.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const repository = dirname(dirname(here));

// What asks no question and opens nothing by itself.
const MACHINE_SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
};

const run = (command, ...args) =>
  execFileSync(command, args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();

/** Starts VS Code; `settings` are the workspace's. Returns its address, its workspace, how to change them and how to stop it. */
export async function startVsCode(settings) {
  const vscode = run("scripts/vscode_for_tests");
  const extension = process.env.MINDPORT_VSIX ?? run("scripts/package_extension");

  const scratch = mkdtempSync(join(tmpdir(), "mindport-e2e-"));
  const workspace = join(scratch, "workspace");
  cpSync(join(here, "workspace"), workspace, { recursive: true });
  mkdirSync(join(workspace, ".vscode"));
  const writeSettings = (values) =>
    writeFileSync(join(workspace, ".vscode", "settings.json"), JSON.stringify(values, undefined, 2));
  writeSettings(settings);
  mkdirSync(join(scratch, "user", "Machine"), { recursive: true });
  writeFileSync(join(scratch, "user", "Machine", "settings.json"), JSON.stringify(MACHINE_SETTINGS));

  const folders = ["--extensions-dir", join(scratch, "extensions"), "--user-data-dir", join(scratch, "user")];
  const main = [join(vscode, "out", "server-main.js"), "--accept-server-license-terms", ...folders];
  run(process.execPath, ...main, "--install-extension", extension);

  const port = await freePort();
  const address = ["--host", "127.0.0.1", "--port", String(port), "--without-connection-token"];
  const server = spawn(process.execPath, [...main, ...address, "--telemetry-level", "off"], {
    stdio: "ignore",
    detached: true, // its own process group, so that the extension host goes with it
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const origin = `http://127.0.0.1:${port}`;
  await untilServed(origin, ended);

  return {
    url: `${origin}/?folder=${encodeURIComponent(workspace)}`,
    workspace,
    writeSettings,
    stop: async () => {
      try {
        process.kill(-server.pid);
      } catch {
        // It has ended already.
      }
      await ended;
      rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Playwright without browsers of its own, fetched where it is missing. */
export async function loadPlaywright() {
  if (!existsSync(join(here, "node_modules", "playwright-core"))) {
    execFileSync("npm", ["ci", "--ignore-scripts", "--silent"], { cwd: here, stdio: ["ignore", 2, 2] });
  }
  return import("playwright-core");
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function untilServed(origin, ended) {
  let running = true;
  ended.then(() => (running = false));
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && running; ) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(running ? "VS Code does not answer" : "VS Code ended while starting");
}
