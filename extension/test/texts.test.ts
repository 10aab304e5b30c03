// The test runs in the extension's folder, beside the files it reads.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const readJson = (path: string): Record<string, string> => JSON.parse(readFileSync(path, "utf8"));
const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].sort();
const placeholders = (text: string): string[] => sorted(text.match(/\{\d\}/g) ?? []);

test("every text of package.json is there in both languages", () => {
  const used = sorted(Array.from(readFileSync("package.json", "utf8").matchAll(/"%([^%"]+)%"/g), ([, key]) => key ?? ""));
  assert.deepEqual(sorted(Object.keys(readJson("package.nls.json"))), used);
  assert.deepEqual(sorted(Object.keys(readJson("package.nls.zh-cn.json"))), used);
});

test("every text of the source is translated, with the same placeholders", () => {
  const source = readdirSync("src/common").map((name) => readFileSync(`src/common/${name}`, "utf8")).join("\n");
  const used = sorted(Array.from(source.matchAll(/l10n\.t\(\s*"((?:[^"\\]|\\.)*)"/g), ([, text]) => text ?? ""));
  const translated = readJson("l10n/bundle.l10n.zh-cn.json");
  assert.deepEqual(sorted(Object.keys(translated)), used);
  for (const [english, chinese] of Object.entries(translated)) {
    assert.deepEqual(placeholders(chinese), placeholders(english), english);
  }
});
