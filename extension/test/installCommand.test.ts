import assert from "node:assert/strict";
import { test } from "node:test";
import { installCommand } from "../src/common/installCommand";

test("finds no command where there is none", () => {
  assert.equal(installCommand("MindSpore is not installed. See the manual."), undefined);
});
for (const message of [
  'MindSpore is not installed for /e/bin/python. Install it with: /e/bin/python -m pip install mindspore "numpy<2"',
  '/e/bin/python 未安装 MindSpore。请执行以下命令安装：/e/bin/python -m pip install mindspore "numpy<2"',
  '/e/bin/python 未安装 MindSpore。请执行以下命令安装:/e/bin/python -m pip install mindspore "numpy<2"',
]) {
  test(`finds the command in ${message}`, () => {
    assert.equal(installCommand(message), '/e/bin/python -m pip install mindspore "numpy<2"');
  });
}
test("keeps the drive of a Windows path", () => {
  assert.equal(installCommand("Install it with: C:\\py\\python.exe -m pip install torch"), "C:\\py\\python.exe -m pip install torch");
});
