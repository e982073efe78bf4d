import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "prepare-")));
afterAll(() => rmSync(folder, { recursive: true }));

/** Calls a function of prepare.mjs on the current Node; what it prints, and its result in the last line. */
function run(name: string, argument: string): string[] {
  const script = `import * as all from ${JSON.stringify(join(import.meta.dirname, "prepare.mjs"))};
    process.stdout.write(JSON.stringify(all[${JSON.stringify(name)}](${JSON.stringify(argument)}) ?? null));`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).split("\n");
}

const call = (name: string, argument: string): unknown => JSON.parse(run(name, argument).at(-1) ?? "");

test.each([
  ["18.20.8", true],
  ["20.18.3", true],
  ["20.19.0", false],
  ["21.7.3", true],
  ["22.11.0", true],
  ["22.12.0", false],
  ["24.9.0", false],
])("Node %s leaves parts out when it installs: %s", (version, out) => {
  expect(call("leavesPartsOut", version)).toBe(out);
});

test("`npm ci` works: the lock file has an entry for each package that one of its entries names", () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8")) as {
    packages: Record<string, Record<"dependencies" | "optionalDependencies", Record<string, string> | undefined>>;
  };
  const paths = new Set(Object.keys(lock.packages));
  const isLocked = (from: string, name: string): boolean =>
    paths.has(`${from}${from && "/"}node_modules/${name}`) ||
    (from !== "" && isLocked(from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name));
  const missing = Object.entries(lock.packages).flatMap(([from, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isLocked(from, name)),
  );
  expect(missing, "remove from the entry's optionalDependencies what the registry does not have").toEqual([]);
});

test("a data folder with the pid of another process, or of none, is not in use", () => {
  const data = join(folder, "data");
  mkdirSync(data);
  expect(call("isGuarded", data)).toBe(false);
  for (const pid of [process.pid, 2 ** 22 + 1]) {
    writeFileSync(join(data, "guard.pid"), String(pid));
    expect(call("isGuarded", data)).toBe(false);
  }
});

test("--fresh says which folder it deletes, and nothing if there is none", () => {
  const data = join(folder, "old");
  mkdirSync(data);
  expect(run("emptyData", data)).toEqual([`Deleting the data in ${data} …`, "null"]);
  expect(run("emptyData", data)).toEqual(["null"]);
});

test.each(["--al", "server/likes", "--all server/likes"])("npm test refuses %s before it installs", (given) => {
  // a data folder that is a file fails the installation at once
  const env = { ...process.env, DATA_DIR: import.meta.filename };
  const script = join(import.meta.dirname, "test.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, ...given.split(" ")], { env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain(`Unknown: ${given}.`);
});

test("--fresh with a variable that the server refuses deletes nothing, and says which", () => {
  const data = join(folder, "kept");
  mkdirSync(data);
  const start = join(import.meta.dirname, "start.mjs");
  const env = { ...process.env, PORT: "0", DATA_DIR: data, LOG_LEVEL: "loud" };
  const { status, stderr } = spawnSync(process.execPath, [start, "--fresh"], { env, encoding: "utf8" });
  expect([status, existsSync(data)]).toEqual([1, true]);
  expect(stderr).toMatch(/^LOG_LEVEL/m);
  expect(stderr).toContain("The data were not deleted.");
});

test("--fresh in a copied folder empties its own database, not the original's", () => {
  const data = join(folder, "copy");
  const own = join(folder, `rendezvous-${createHash("sha256").update(data).digest("hex").slice(0, 12)}`);
  const other = join(folder, "rendezvous-0123456789ab");
  for (const [elsewhere, stays] of [
    [other, true],
    [own, false],
  ] as const) {
    mkdirSync(data);
    mkdirSync(elsewhere);
    writeFileSync(join(data, "postgres-elsewhere"), elsewhere);
    call("emptyData", data);
    expect([existsSync(data), existsSync(elsewhere)]).toEqual([false, stays]);
  }
});
