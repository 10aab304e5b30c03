// Bundles the extension into dist/extension.js, or with --tests every test into out/.
import { readdirSync } from "node:fs";
import { build } from "esbuild";

const tests = process.argv.includes("--tests");

await build({
  entryPoints: tests
    ? readdirSync("test").map((name) => `test/${name}`)
    : { extension: "src/extension.ts" },
  outdir: tests ? "out" : "dist",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  minify: process.argv.includes("--minify"),
  sourcemap: process.argv.includes("--minify") ? false : "inline",
  logLevel: "warning",
});
