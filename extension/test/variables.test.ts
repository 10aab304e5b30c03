import assert from "node:assert/strict";
import { test } from "node:test";
import { substitute, type Variables } from "../src/common/variables";

const VARIABLES: Variables = {
  home: "/home/ada",
  workspaceFolder: "/work/resnet",
  workspaceFolders: { resnet: "/work/resnet", bert: "/work/bert$1" },
  env: { VIRTUAL_ENV: "/envs/ms" },
};

const UNTOUCHED = ["python3", "/usr/bin/python3", "~ada/bin/python", "a~b", "$HOME/bin", "${unknown}", "${workspaceFolder:none}"];
for (const text of UNTOUCHED) {
  test(`leaves ${text} alone`, () => assert.equal(substitute(text, VARIABLES), text));
}

const REPLACED: [text: string, expected: string][] = [
  ["~", "/home/ada"],
  ["~/env/bin/python", "/home/ada/env/bin/python"],
  ["${userHome}/python", "/home/ada/python"],
  ["${workspaceFolder}/.venv/bin/python", "/work/resnet/.venv/bin/python"],
  ["${workspaceFolder:bert}/.venv/bin/python", "/work/bert$1/.venv/bin/python"],
  ["${env:VIRTUAL_ENV}/bin/python", "/envs/ms/bin/python"],
  ["${env:UNSET}/bin/python", "/bin/python"],
];
for (const [text, expected] of REPLACED) {
  test(`replaces ${text}`, () => assert.equal(substitute(text, VARIABLES), expected));
}
