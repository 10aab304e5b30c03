// What a person does and sees in VS Code's window, in terms of its page.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./vscode.mjs";

const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export class Workbench {
  constructor(browser, page) {
    this.browser = browser;
    this.page = page;
  }

  static async open(playwright, url) {
    const browser = await playwright.chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: BROWSER_FLAGS,
    });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(url);
    return new Workbench(browser, page);
  }

  close() {
    return this.browser.close();
  }

  /** Answers VS Code's question whether the workspace's authors are to be trusted. */
  async trustWorkspace(trusted) {
    await this.page.getByRole("button", { name: trusted ? /^Yes, I trust/ : /^No, I don't trust/ }).click();
    await this.page.locator(".monaco-dialog-box").waitFor({ state: "detached" });
  }

  async openFile(name) {
    await this.pick("Control+P", name);
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.editor.locator(".view-line").first().waitFor();
  }

  async openNotebook(name) {
    await this.pick("Control+P", name);
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator(".notebookOverlay .view-line").first().waitFor();
  }

  /** The editor of the notebook's cell that says `text`. */
  cell(text) {
    return this.page.locator(".notebookOverlay .cell .monaco-editor").filter({ hasText: text }).first();
  }

  async command(title) {
    await this.pick("F1", title, ">");
  }

  /** Types into the quick pick that `key` opens and takes the entry that begins with `text`. */
  async pick(key, text, prefix = "") {
    const input = this.page.locator(".quick-input-widget input.input");
    await this.page.keyboard.press(key);
    await input.waitFor();
    await input.fill(prefix + text);
    const entry = this.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: text }).first();
    await entry.waitFor();
    await entry.click();
    await this.restPointer();
    await input.waitFor({ state: "hidden" });
  }

  get editor() {
    return this.page.locator(".editor-instance .monaco-editor").first();
  }

  /** The text of the active editor as far as it is in view, indentation and all. */
  async visibleText() {
    const lines = await this.editor.locator(".view-lines .view-line").evaluateAll((elements) =>
      elements
        .map((element) => ({ top: Number.parseInt(element.style.top, 10), text: element.textContent ?? "" }))
        .sort((one, other) => one.top - other.top)
        .map(({ text }) => text.replaceAll("\u00a0", " ")),
    );
    return lines.join("\n");
  }

  /** Writes the active editor's file. */
  async save() {
    await this.page.keyboard.press("Control+S");
    await this.unsaved.waitFor({ state: "detached" });
  }

  /** The active editor's tab while its text is not what the file holds. */
  get unsaved() {
    return this.page.locator(".tab.active.dirty");
  }

  line(text) {
    return this.editor.locator(".view-lines .view-line").filter({ hasText: text }).first();
  }

  /** A word of the code, as the element that shows it. */
  word(line, word) {
    return this.line(line).locator("span span").filter({ hasText: word }).last();
  }

  squiggles(severity) {
    return this.editor.locator(`.squiggly-${severity}`);
  }

  /** The numbers of the lines with a squiggle of that severity. */
  async squiggledLines(severity) {
    const first = await this.editor.evaluate((editor, kind) => {
      const numbers = [...editor.querySelectorAll(".line-numbers")].map((element) => ({
        number: Number(element.textContent),
        top: element.getBoundingClientRect().top,
      }));
      return [...editor.querySelectorAll(`.squiggly-${kind}`)].map((squiggle) => {
        const { top, height } = squiggle.getBoundingClientRect();
        return numbers.find((line) => Math.abs(line.top - top) < height)?.number;
      });
    }, severity);
    return [...new Set(first)].filter((number) => number !== undefined).sort((one, other) => one - other);
  }

  /** Waits until `see` gives something true and returns it. */
  async until(what, see, timeout = 60_000) {
    for (const deadline = Date.now() + timeout; Date.now() < deadline; ) {
      const seen = await see();
      if (seen) {
        return seen;
      }
      await this.page.waitForTimeout(50);
    }
    throw new Error(`not seen in ${timeout / 1000} s: ${what}`);
  }

  /** The text of the hover over a word, once it says `expected`; the mouse rests until then. */
  async hover(line, word, expected) {
    const hover = this.page.locator(".monaco-hover:not(.hidden) .hover-contents");
    return this.until(`the hover of ${word}`, async () => {
      // The pointer leaves and comes back: over a word it is on already, no hover opens.
      await this.restPointer();
      await this.word(line, word).hover();
      await hover.filter({ hasText: expected }).first().waitFor({ timeout: 3000 }).catch(() => undefined);
      const text = (await hover.allInnerTexts()).join("\n");
      return text.includes(expected) && text;
    });
  }

  /** Moves the pointer to an empty place: what comes to lie under it would show its tooltip. */
  restPointer() {
    return this.page.mouse.move(400, 789, { steps: 2 });
  }

  async placeCursor(line, word) {
    await this.restPointer();
    await this.page.locator(".monaco-hover:not(.hidden)").first().waitFor({ state: "hidden" });
    await this.word(line, word).click();
  }

  /** Opens the menu of quick fixes at the cursor and selects the entry that matches. */
  async selectQuickFix(title) {
    const menu = this.page.locator(".action-widget");
    const entry = menu.locator(".monaco-list-row.action").filter({ hasText: title }).first();
    await this.until(`a quick fix like ${title}`, async () => {
      await this.page.keyboard.press("Control+.");
      return entry.waitFor({ timeout: 3000 }).then(
        () => true,
        () => this.page.keyboard.press("Escape"),
      );
    });
    for (let moves = await menu.locator(".monaco-list-row.action").count(); moves > 0; moves -= 1) {
      if (/\bfocused\b/.test(await entry.getAttribute("class"))) {
        return;
      }
      await this.page.keyboard.press("ArrowDown");
    }
    throw new Error(`the quick fix ${title} cannot be selected`);
  }

  /** The text of the output panel's visible channel. */
  async output() {
    const lines = this.page.locator(".part.panel .view-line");
    return (await lines.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
  }

  /** Waits for a notification with that text on it or on its buttons. */
  notification(text, timeout = 60_000) {
    const toasts = this.page.locator(".notification-toast .notification-list-item");
    return toasts.filter({ hasText: text }).first().waitFor({ timeout });
  }

  /** Closes the panel and all notifications. */
  async tidy() {
    await this.command("Notifications: Clear All Notifications");
    await this.command("View: Hide Panel");
    await this.page.locator(".part.panel").waitFor({ state: "hidden" });
  }

  statusBarItem(text) {
    return this.page.locator(".statusbar-item").filter({ hasText: text }).first();
  }

  codeLens(text) {
    return this.editor.locator(".codelens-decoration a").filter({ hasText: text }).first();
  }

  /** A picture for the documentation, taken only when that is asked for. */
  async picture(name) {
    if (process.env.UPDATE_SCREENSHOTS === "1") {
      const folder = join(repository, "docs", "images");
      mkdirSync(folder, { recursive: true });
      await this.page.evaluate(untilStill);
      await this.page.screenshot({ path: join(folder, `${name}.png`) });
    }
  }
}

/** In the page: waits until nothing moves that will come to rest. */
function untilStill() {
  const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
  return Promise.allSettled(moving.map((one) => one.finished));
}
