// A person with a torch file, from opening it to seeing it run on MindSpore, in the real VS Code.
// MINDPORT_VSIX names a package to test instead of the one built from this tree.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { loadPlaywright, repository, startVsCode } from "./vscode.mjs";
import { Workbench } from "./workbench.mjs";

const PYTHON = join(repository, ".venv", "bin", "python");
const SETTINGS = {
  "mindport.language": "en",
  "mindport.devices": ["CPU"],
  "mindport.run.interpreter": PYTHON,
  "editor.minimap.enabled": false,
  "editor.hover.above": false,
};

describe("Mindport in VS Code", { timeout: 900_000 }, () => {
  let vscode;
  let window;
  let playwright;

  before(async () => {
    playwright = await loadPlaywright();
    vscode = await startVsCode(SETTINGS);
    window = await Workbench.open(playwright, vscode.url);
    await window.trustWorkspace(true);
  });

  after(async () => {
    await window?.close();
    await vscode?.stop();
  });

  /** One step of the story; where it fails, a picture of the window stays in build/e2e. */
  const step = (name, act) =>
    test(name, async (context) => {
      try {
        await act(context);
      } catch (error) {
        const folder = join(repository, "build", "e2e");
        mkdirSync(folder, { recursive: true });
        await window?.page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, "-")}.png`) });
        throw error;
      }
    });

  step("squiggles appear under torch APIs", async () => {
    await window.openFile("classifier.py");
    await window.squiggles("warning").or(window.squiggles("error")).first().waitFor();
    await window.statusBarItem("MindSpore 2.10 · CPU").waitFor();
    await window.picture("findings");
  });

  step("a hover shows the equivalent and its parameters beside torch's", async () => {
    const text = await window.hover("self.conv = nn.Conv2d", "Conv2d", "pad_mode");
    assert.match(text, /torch\.nn\.Conv2d.+mindspore\.nn\.Conv2d/);
    assert.match(text, /verified on MindSpore/i);
    await window.picture("hover");
  });

  step("a quick fix rewrites one call", async () => {
    await window.placeCursor("self.fc2 = nn.Linear", "Linear");
    await window.selectQuickFix(/Dense|mint\.nn\.Linear/);
    await window.picture("quick-fix");
    await window.page.keyboard.press("Enter");
    const text = await window.until("the rewritten call", async () => {
      const seen = await window.visibleText();
      return /self\.fc2 = .*(Dense|mint\.nn\.Linear)\(/.test(seen) && seen;
    });
    assert.match(text, /self\.fc1 = nn\.Linear\(/, "the other call stays");
    await window.page.keyboard.press("Control+Z");
    await window.until("the original call", async () => /self\.fc2 = nn\.Linear\(hidden/.test(await window.visibleText()));
  });

  step("the file runs on MindSpore from its code lens and stays as it is", async () => {
    await window.codeLens("MindSpore").click();
    await window.notification("without an error", 120_000);
    assert.match(await window.output(), /logits: \(2, 10\)/);
    assert.equal(await window.unsaved.count(), 0);
    await window.picture("run");
    await window.tidy();
  });

  step("fix all leaves no torch", async () => {
    await window.command("Mindport: Fix All Safe");
    await window.unsaved.waitFor();
    await window.squiggles("error").or(window.squiggles("warning")).first().waitFor({ state: "detached" });
    await window.save();
    const text = readFileSync(join(vscode.workspace, "classifier.py"), "utf8");
    assert.doesNotMatch(text, /\btorch\b/);
    assert.match(text, /class Classifier\(nn\.Cell\):/);
    assert.match(text, /def construct\(self/);
    assert.match(text, /nn\.Conv2d\(.*pad_mode=['"]pad['"]/);
    await window.picture("fix-all");
  });

  step("an exception becomes a squiggle on the line that raised it", async () => {
    await window.openFile("broken.py");
    await window.command("Mindport: Run on MindSpore");
    await window.notification("Show Output", 120_000);
    await window.until("the exception's squiggle", async () => (await window.squiggledLines("error")).includes(11));
    await window.tidy();
    assert.match(await window.hover("print(layer(images))", "images", "ValueError"), /Dense shape error/);
    await window.picture("exception");
  });

  step("the cells of a notebook show their findings, run and are fixed as one program", async () => {
    await window.openNotebook("notes.ipynb");
    const layer = window.cell("self.conv = nn.Conv2d");
    await layer.locator(".squiggly-warning").first().waitFor();
    await window.cell("print(Net()").locator(".squiggly-warning").first().waitFor();
    await window.statusBarItem("MindSpore 2.10 · CPU").waitFor();
    await window.picture("notebook");
    await window.command("Mindport: Run on MindSpore");
    await window.notification("without an error", 120_000);
    assert.match(await window.output(), /\(2, 4, 6, 6\)/);
    await window.tidy();
    await window.command("Mindport: Fix All Safe");
    await window.unsaved.waitFor();
    await window.cell("class Net(nn.Cell)").waitFor();
    await window.page.locator(".notebookOverlay .squiggly-warning").first().waitFor({ state: "detached" });
    await window.save();
    const { cells } = JSON.parse(readFileSync(join(vscode.workspace, "notes.ipynb"), "utf8"));
    const [about, imports, network, use] = cells.map(({ source }) => source.join(""));
    assert.equal(about, "# A network in cells");
    assert.match(imports, /^%matplotlib inline\n/);
    assert.match(network, /def construct\(self, x\):/);
    assert.match(network, /nn\.Conv2d\(.*pad_mode=['"]pad['"]/);
    assert.doesNotMatch([imports, network, use].join("\n"), /\btorch\b/);
  });

  step("the server starts again on request", async () => {
    await window.openFile("broken.py");
    await window.command("Mindport: Restart Server");
    await window.squiggles("error").first().waitFor({ state: "detached" });
    await window.squiggles("warning").first().waitFor();
    await window.statusBarItem("MindSpore 2.10 · CPU").waitFor();
  });

  step("a run that never ends can be cancelled", async () => {
    await window.openFile("endless.py");
    await window.command("Mindport: Run on MindSpore");
    await window.until("its first line", async () => (await window.output()).includes("started on"), 120_000);
    await window.page.getByRole("button", { name: "Cancel" }).click();
    await window.page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
  });

  step("settings that change are taken up: a run without MindSpore says how to install it, in Chinese", async () => {
    const environment = join(vscode.workspace, ".venv");
    execFileSync("python3", ["-m", "venv", "--without-pip", environment]);
    vscode.writeSettings({
      ...SETTINGS,
      "mindport.language": "zh",
      "mindport.run.interpreter": "${workspaceFolder}/.venv/bin/python",
    });
    await window.openFile("broken.py");
    await window.until("a hover in Chinese", async () => /\p{Script=Han}/u.test(await window.hover("layer = nn.Linear", "Linear", "in_features")));
    await window.command("Mindport: Run on MindSpore");
    await window.notification("-m pip install mindspore");
    await window.page.getByRole("button", { name: "Copy Install Command" }).waitFor();
  });

  step("an interpreter that does not start is named, with a way to the settings", async () => {
    vscode.writeSettings({ ...SETTINGS, "mindport.interpreter": ["/nowhere/python"] });
    await window.notification("does not start: /nowhere/python");
    await window.page.getByRole("button", { name: "Open Settings" }).waitFor();
    await window.squiggles("warning").first().waitFor({ state: "detached" });
    await window.tidy();
  });

  step("the server of an environment is taken where the settings ask for it", async () => {
    vscode.writeSettings({ ...SETTINGS, "mindport.interpreter": [PYTHON], "mindport.importStrategy": "fromEnvironment" });
    await window.squiggles("warning").first().waitFor();
    await window.command("Mindport: Show Log");
    await window.until("the command in the log", async () => (await window.output()).includes(`${PYTHON} -X utf8 -c`));
  });

  step("in a workspace that is not trusted, findings show and nothing runs", async () => {
    await window.close();
    window = await Workbench.open(playwright, vscode.url);
    await window.trustWorkspace(false);
    await window.openFile("endless.py");
    await window.squiggles("warning").or(window.squiggles("error")).first().waitFor();
    await window.codeLens("MindSpore").click();
    await window.notification("only in a trusted workspace");
  });
});
