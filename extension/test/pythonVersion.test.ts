import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { isSupported, PROBE, parseProbe } from "../src/common/pythonVersion";

for (const version of [[2, 7], [3, 9], [3, 1]] as const) {
  test(`refuses Python ${version.join(".")}`, () => assert.equal(isSupported(version), false));
}
for (const version of [[3, 10], [3, 14], [4, 0]] as const) {
  test(`accepts Python ${version.join(".")}`, () => assert.equal(isSupported(version), true));
}

for (const output of ["", "Python was not found; run without arguments to install", "[3, 11]", '{"a": 1}', '[["3", "11"], "p"]']) {
  test(`makes nothing of ${JSON.stringify(output)}`, () => assert.equal(parseProbe(output), undefined));
}
test("reads the last line", () => {
  assert.deepEqual(parseProbe('hello from sitecustomize\r\n[[3, 12], "C:\\\\py.exe"]\r\n'), {
    version: [3, 12],
    executable: "C:\\py.exe",
  });
});
test("reads what a real Python prints", () => {
  const probe = parseProbe(execFileSync("python3", ["-I", "-c", PROBE], { encoding: "utf8" }));
  assert.ok(probe && isSupported(probe.version) && probe.executable.length > 0, JSON.stringify(probe));
});
