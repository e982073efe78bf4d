// `npm start`, on any Node from 18 on: installs what is missing, runs the server on the Node that the dependencies
// bring, and builds the pages if they changed, while the server fills its database. `--fresh` empties the data first.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { buildPages, packInBackground, prepare, projectRoot, withBundledNode } from "./prepare.mjs";

/** Throws if the port is taken, before anything is built, drawn or emptied; the server checks it again. */
async function assertPortFree() {
  const port = Number(process.env.PORT || 3000);
  // the server's own start lists every wrong variable
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  const probe = createServer().listen(port, process.env.HOST || "localhost");
  const code = await once(probe, "listening").catch((error) => error.code);
  probe.close();
  if (code !== "EADDRINUSE") return;
  throw new Error(`Port ${port} is taken: stop what uses it, or choose another one: PORT=3001 npm start`);
}

try {
  const wrong = process.argv.slice(2).find((option) => option !== "--fresh");
  if (wrong) throw new Error(`There is no option ${wrong}. There is --fresh, which empties the data first.`);
  await assertPortFree();
  await prepare({ fresh: process.argv.includes("--fresh"), alone: true });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { node, env } = withBundledNode();
const options = { cwd: projectRoot, env, stdio: ["pipe", "inherit", "inherit"] };
const server = spawn(node, ["server/main.ts", "--await-pages"], options);
// kill signals only this process; Ctrl-C signals the server too, which treats the two signals as one
let stopped = false;
const stop = () => {
  stopped = true;
  server.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
// npm puts a shell between itself and this process; if npm is killed, the shell ends without passing the signal on
const parent = process.ppid;
// once, because a second signal would end the server at once
const stopAlone = () => process.ppid !== parent && !stopped && stop();
if (process.env.npm_lifecycle_event) setInterval(stopAlone, 500).unref();
let failed = false;
server.on("exit", (code, signal) => process.exit(failed || signal ? 1 : (code ?? 1)));
// a server that ended says why itself
server.stdin.on("error", () => {});
try {
  await buildPages();
  server.stdin.end("built");
  packInBackground();
} catch (error) {
  // Ctrl-C ends the build too
  if (!stopped) {
    console.error(error.message);
    failed = true;
    stop();
  }
}
