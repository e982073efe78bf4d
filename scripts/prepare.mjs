// What both commands need before they begin: the dependencies, and the built pages. Runs on any Node from 18 on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => join(projectRoot, ...parts);

/** The Node that package.json pins, and an environment in which the project's own tools come first. */
export function withBundledNode() {
  const env = { ...process.env, PATH: `${at("node_modules/.bin")}${delimiter}${process.env.PATH}` };
  return { node: at("node_modules/.bin/node"), env };
}

function run(command, args, what) {
  const { env } = withBundledNode();
  const done = spawnSync(command, args, { cwd: projectRoot, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  if (done.status !== 0)
    throw new Error(`${what} failed:\n${done.stdout ?? ""}${done.stderr ?? ""}${done.error ?? ""}`);
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)],
  );
}

function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.sort()) hash.update(path).update(readFileSync(path));
  return hash.digest("hex");
}

/** Does `work` only where what it depends on changed since the last time; the stamp is written when it succeeded. */
function unlessDone(stamp, wanted, work) {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  work();
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Whether the process lives that looks after the embedded database; a power cut leaves its file behind. */
function isRunning(pidFile) {
  if (!existsSync(pidFile)) return false;
  const commandLine = `/proc/${readFileSync(pidFile, "utf8").trim()}/cmdline`;
  return existsSync(commandLine) && readFileSync(commandLine, "utf8").includes("embedded-guard");
}

/** `alone`: nothing may run with the same data; it would lose the pages that are built anew under it. */
export async function prepare({ build = false, fresh = false, alone = false }) {
  const dataDir = process.env.DATA_DIR ?? at("data");
  if (alone && !process.env.DATABASE_URL && isRunning(join(dataDir, "guard.pid"))) {
    throw new Error(`Rendezvous already runs with the data in ${dataDir}. Stop it first, or set DATA_DIR.`);
  }
  unlessDone(at("node_modules/.installed"), hashOf([at("package-lock.json")]), () => {
    console.log("Installing the dependencies (once) …");
    // not `npm ci`: it refuses where a registry lacks a binary for another platform; --no-save leaves the lock file as it is
    run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], "npm install");
  });
  if (fresh) {
    const elsewhere = join(dataDir, "postgres-elsewhere");
    if (existsSync(elsewhere)) rmSync(readFileSync(elsewhere, "utf8"), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
  if (!build) return;
  const sources = ["web", "contract", "locales"].flatMap((folder) => filesBelow(at(folder)));
  const settings = ["package-lock.json", "vite.config.ts", "react-router.config.ts"].map((file) => at(file));
  unlessDone(at("build/.built"), hashOf([...sources, ...settings]), () => {
    console.log("Building the pages …");
    run("react-router", ["build"], "The build");
  });
}
