// Prepares `npm start` and `npm test`: installs the dependencies, and builds the pages. Runs on any Node from 18 on.
import { execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { basename, delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const projectRoot = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => join(projectRoot, ...parts);

/** Puts the Node that package.json pins, and the project's own tools, first in the environment's path. */
export function withBundledNode() {
  const env = { ...process.env, PATH: `${at("node_modules/.bin")}${delimiter}${process.env.PATH}` };
  return { node: at("node_modules/.bin/node"), env };
}

/** Runs a command to its end, at the latest until this process ends. Throws what it printed if it fails. */
async function run(command, args, what) {
  const { env } = withBundledNode();
  const done = promisify(execFile)(command, args, { cwd: projectRoot, env, maxBuffer: Infinity });
  done.child.stdin?.end();
  process.on("exit", () => done.child.kill());
  await done.catch((error) => {
    throw new Error(`${what} failed:\n${error.stdout}${error.stderr || error}`);
  });
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

const isDone = (stamp, inputs) => existsSync(stamp) && readFileSync(stamp, "utf8") === inputs;

/** Does `work` only if its inputs changed since the last time it succeeded. */
async function unlessDone(stamp, inputs, work) {
  if (isDone(stamp, inputs)) return;
  // work that is cut off leaves no stamp, also if its inputs change back
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, inputs);
}

/** Like `findGuardPid` in server/db/processes.ts, which needs a newer Node: the pid may be another process by now. */
export function isGuarded(dataDir) {
  const pidFile = join(dataDir, "guard.pid");
  if (!existsSync(pidFile)) return false;
  const commandLine = `/proc/${readFileSync(pidFile, "utf8").trim()}/cmdline`;
  const args = existsSync(commandLine) ? readFileSync(commandLine, "utf8").split("\0") : [];
  const guarded = args[args.findIndex((arg) => arg.endsWith("embedded-guard.ts")) + 1] ?? "";
  const [one, other] = [guarded, dataDir].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}

/** Prints which folder, as the user may mean another. A copied folder still names the original's database files. */
export function emptyData(dataDir) {
  if (existsSync(dataDir)) console.log(`Deleting the data in ${dataDir} …`);
  const pointer = join(dataDir, "postgres-elsewhere");
  const elsewhere = existsSync(pointer) ? readFileSync(pointer, "utf8") : "";
  const own = `rendezvous-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
  if (basename(elsewhere) === own) rmSync(elsewhere, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

/** Throws if the server would refuse the environment: data that it could not make anew are not deleted. */
export function assertSettings() {
  const { node, env } = withBundledNode();
  const check = `import { readConfig } from "./server/config/config.ts";
    try { readConfig(process.env); }
    catch (error) { console.error((error.problems ?? [error.message]).join("\\n")); process.exitCode = 1; }`;
  const options = { cwd: projectRoot, env, stdio: ["ignore", "inherit", "inherit"] };
  const { status } = spawnSync(node, ["--input-type=module", "--eval", check], options);
  if (status !== 0) throw new Error("The data were not deleted.");
}

/** Whether npm on this Node omits parts that are built for newer ones, such as the bundler's. */
export function leavesPartsOut(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12);
}

/** Without `tools`: what the product runs on, and no tools to check or measure it, which take a third of the time. */
async function installDependencies(tools) {
  // not `npm ci`: it would delete the Node that a second run uses; --no-save does not change the lock file
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  if (!tools) args.push("--omit=dev");
  await run("npm", args, "npm install");
  if (!leavesPartsOut(process.versions.node)) return;
  // again, on the Node that was just installed
  const npm = process.env.npm_execpath;
  await (npm ? run(withBundledNode().node, [npm, ...args], "npm install") : run("npm", args, "npm install"));
}

const buildStamp = at("build/.built");
const packStamp = at("build/.packed");
const packCommand = ["scripts/pack-client.ts", at("build/client")];

/** Builds the pages if what they are made of changed. */
export async function buildPages() {
  const sources = ["web", "contract", "locales"].flatMap((folder) => filesBelow(at(folder)));
  const settings = ["package-lock.json", "vite.config.ts", "react-router.config.ts"].map((file) => at(file));
  await unlessDone(buildStamp, hashOf([...sources, ...settings]), async () => {
    console.log("Building the pages …");
    rmSync(packStamp, { force: true });
    await run("react-router", ["build"], "The build");
  });
}

/** Compresses the built files in the background, so that a first start need not wait for it. */
export function packInBackground() {
  const built = readFileSync(buildStamp, "utf8");
  if (isDone(packStamp, built)) return;
  const { node, env } = withBundledNode();
  const child = spawn(node, packCommand, { cwd: projectRoot, env, stdio: ["ignore", "ignore", "inherit"] });
  setPriority(child.pid, 19);
  child.on("exit", (code) => code === 0 && writeFileSync(packStamp, built));
  process.on("exit", () => child.kill());
}

/** `tools`: also what checks and measures the product. `alone`: fails if a server runs, whose pages would change. */
export async function prepare({ build = false, fresh = false, alone = false, tools = false }) {
  const dataDir = resolve(projectRoot, process.env.DATA_DIR || "data");
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) {
    throw new Error(`DATA_DIR: ${dataDir} is a file. Name a folder.`);
  }
  if (alone && !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE && isGuarded(dataDir)) {
    throw new Error(`Rendezvous already runs with the data in ${dataDir}. Stop it first, or set DATA_DIR.`);
  }
  const lock = hashOf([at("package-lock.json")]);
  // npm would remove tools that are there
  const withTools = tools || existsSync(at("node_modules/vitest"));
  await unlessDone(at("node_modules/.installed"), withTools ? lock : `${lock} without tools`, async () => {
    console.log("Installing the dependencies (once) …");
    await installDependencies(withTools);
  });
  if (fresh) {
    assertSettings();
    emptyData(dataDir);
  }
  if (!build) return;
  await buildPages();
  const built = readFileSync(buildStamp, "utf8");
  await unlessDone(packStamp, built, () => run(withBundledNode().node, packCommand, "The compression"));
}

// `node scripts/prepare.mjs`: for what measures the product
if (basename(process.argv[1] ?? "") === "prepare.mjs") {
  await prepare({ build: true, tools: true }).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
