import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "run-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs Node with these arguments; the reader of the output goes away before the first line, as `| head -0` does. */
async function runUnread(...args: string[]): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH }, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  return { code, errors };
}

test("D2.2 a command whose output is piped into `head` ends without a stack trace", async () => {
  const ended = await runUnread(join(import.meta.dirname, "site.ts"), "settings");
  expect(ended).toEqual({ code: 0, errors: "" });
});

test("D2.2 a command finishes its work, and keeps its exit code, though the reader of its output has gone", async () => {
  const done = join(folder, "done");
  const script = `
    import { writeFileSync } from "node:fs";
    import { once } from "node:events";
    import { runCommand } from ${JSON.stringify(join(import.meta.dirname, "run-command.ts"))};
    await runCommand(async (args, env, print) => {
      const gone = once(process.stdout, "error");
      print("the first line");
      await gone;
      print("the second line");
      writeFileSync(${JSON.stringify(done)}, "");
      throw new Error("This is wrong.");
    });`;
  const ended = await runUnread("--input-type=module", "-e", script);
  expect(ended).toEqual({ code: 1, errors: "This is wrong.\n" });
  expect(existsSync(done)).toBe(true);
});
