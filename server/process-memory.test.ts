import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "memory-"));
const script = join(folder, "script.mjs");
writeFileSync(
  script,
  `import ${JSON.stringify(join(import.meta.dirname, "process-memory.ts"))};
  const { pid, argv, execArgv, env } = process;
  console.log(JSON.stringify({ pid, argv: argv.slice(2), execArgv, env }));`,
);
afterAll(() => rmSync(folder, { recursive: true }));

async function run(env: Record<string, string>) {
  const started = spawn(process.execPath, ["--enable-source-maps", script, "one", "two"], {
    env: { PATH: process.env.PATH, ...env },
  });
  const [output, errors] = await Promise.all([text(started.stdout), text(started.stderr)]);
  expect(errors).toBe("");
  return { started, report: JSON.parse(output) };
}

test("a process sets itself small memory limits, and keeps its process id and its arguments", async () => {
  const { started, report } = await run({ OTHER: "kept" });
  expect(report).toMatchObject({
    pid: started.pid,
    argv: ["one", "two"],
    execArgv: ["--enable-source-maps"],
    env: {
      MALLOC_ARENA_MAX: "2",
      MALLOC_TRIM_THRESHOLD_: "131072",
      NODE_COMPILE_CACHE: join(import.meta.dirname, "../node_modules/.cache/node"),
      NODE_OPTIONS: "--max-semi-space-size=16 --max-old-space-size=768",
      OTHER: "kept",
    },
  });
});

test("the operator's own options come last, so they win", async () => {
  const { report } = await run({ NODE_OPTIONS: "--max-old-space-size=2048" });
  expect(report.env.NODE_OPTIONS).toMatch(/--max-old-space-size=768 --max-old-space-size=2048$/);
});

test("if the operator has set MALLOC_ARENA_MAX, nothing is changed", async () => {
  const { report } = await run({ MALLOC_ARENA_MAX: "4" });
  expect(report.env).toMatchObject({ MALLOC_ARENA_MAX: "4" });
  expect(report.env).not.toHaveProperty("NODE_OPTIONS");
});

test("the server imports the limits before everything else, and loads the rest afterwards", () => {
  const main = readFileSync(join(import.meta.dirname, "main.ts"), "utf8");
  const imports = [...main.matchAll(/^import .*"([^"]+)";$/gm)].map(([, path]) => path);
  expect(imports).toEqual(["node:module", "./process-memory.ts"]);
});
