import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Runs the command with this script as the tool, or without the tool; returns all that it prints. */
function printedWith(tool?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "db-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (tool !== undefined) {
    writeFileSync(join(folder, "kysely-codegen"), tool);
    chmodSync(join(folder, "kysely-codegen"), 0o755);
  }
  const script = join(import.meta.dirname, "db-types.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--check"], {
    env: { ...process.env, PATH: `${folder}:/usr/bin:/bin` },
    encoding: "utf8",
  });
  expect(status).not.toBe(0);
  return `${stdout}${stderr}`;
}

test("without its tool the command says in one line what to do", () => {
  expect(printedWith()).toBe("kysely-codegen is missing: run npm test once, which installs the tools.\n");
});

test("a failure of the tool does not print the password of the database", () => {
  // `--help` has to work, so that the database is started
  const printed = printedWith('#!/bin/sh\n[ "$1" = "--help" ] || exit 3\n');
  expect(printed).toContain("kysely-codegen");
  expect(printed).not.toMatch(/postgres(ql)?:\/\//);
});
