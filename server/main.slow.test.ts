import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { ConfigError, readConfig } from "./config/config.ts";
import { findRunningPort } from "./config/data-folder.ts";
import { findPostmasterPid } from "./db/processes.ts";
import { createScratchFolder } from "./db/system-user.ts";
import { processesOf, start, waitUntilEnded } from "./test-start.ts";

/**
 * The data folder of all starts: creating a database takes seconds. If this process is root, PostgreSQL may not enter
 * it, and its files are elsewhere.
 */
const folder = createScratchFolder();
chmodSync(folder, 0o700);
const pointer = join(folder, "postgres-elsewhere");
const databaseFolder = () => (existsSync(pointer) ? readFileSync(pointer, "utf8") : folder);
afterAll(() => {
  for (const path of [databaseFolder(), folder]) rmSync(path, { recursive: true, force: true });
});

async function untilNoneIsLeft(): Promise<void> {
  for (const path of [databaseFolder(), folder]) await waitUntilEnded(path);
}

test("D12.1 killing npm itself leaves no process behind; the start prints where PostgreSQL's files are", async () => {
  const run = start({ DATA_DIR: folder }, ["npm", "start"]);
  await run.saying("Rendezvous is ready");
  const note = `PostgreSQL may not enter ${folder}; its files are in ${databaseFolder()}.`;
  expect(run.output().includes(note)).toBe(process.getuid?.() === 0);
  expect(processesOf(databaseFolder()).length).toBeGreaterThan(0);
  run.server.kill("SIGTERM");
  await untilNoneIsLeft();
}, 180_000);

test("D12.1 a second start in the same folder reports the running one; kill -9 leaves no process behind", async () => {
  const first = start({ DATA_DIR: folder });
  await first.saying("Rendezvous is ready: http://localhost:");
  expect(processesOf(folder).length).toBeGreaterThan(0);
  // for commands of another shell
  expect(String(findRunningPort(folder))).toBe(/localhost:(\d+)/.exec(first.output())?.[1]);
  const second = start({ DATA_DIR: folder });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain("Rendezvous already runs with the data in");
  first.server.kill("SIGKILL");
  await first.ended;
  await untilNoneIsLeft();
}, 60_000);

test("D12.1 a server whose pages are being built waits for them; if they fail, or by Ctrl-C, it ends and leaves none", async () => {
  const awaitPages = () =>
    start({ DATA_DIR: folder }, [process.execPath, join(import.meta.dirname, "main.ts"), "--await-pages"]);
  const unbuilt = awaitPages();
  unbuilt.server.stdin?.end();
  expect(await unbuilt.ended).toBe(1);
  expect(unbuilt.output()).toContain("The pages were not built.");
  await untilNoneIsLeft();
  const waiting = awaitPages();
  await expect.poll(() => findPostmasterPid(join(databaseFolder(), "postgres"))).toBeDefined();
  waiting.server.kill("SIGINT");
  expect(await waiting.ended).toBe(0);
  expect(waiting.output()).not.toMatch(/ready|pool/);
  await untilNoneIsLeft();
  const built = awaitPages();
  built.server.stdin?.end("built");
  await built.saying("Rendezvous is ready");
  built.server.kill("SIGTERM");
  expect(await built.ended).toBe(0);
  await untilNoneIsLeft();
}, 90_000);

test("D12.2 a taken port is reported in one line, and no process is left behind", async () => {
  const occupied = createServer();
  await new Promise<void>((resolve) => occupied.listen(0, "localhost", resolve));
  const address = occupied.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const run = start({ DATA_DIR: folder, PORT: String(port) });
  expect(await run.ended).toBe(1);
  const lines = run.output().trim().split("\n");
  const problems = lines.filter((line) => !line.startsWith("PostgreSQL may not enter"));
  expect(problems).toEqual([expect.stringContaining(`Port ${port} is taken`)]);
  occupied.close();
  await untilNoneIsLeft();
}, 60_000);

test("D12.2 wrong configuration ends the start with one clear line per problem", async () => {
  const env = { PORT: "many", DATABASE_URL: "mysql://somewhere", SERVICES: "web,cook" };
  const runs = [env, { DATABASE_URL: "postgres://nobody:secretword@127.0.0.1:9/none" }].map((wrong) =>
    start({ DATA_DIR: folder, ...wrong }),
  );
  expect(await Promise.all(runs.map((run) => run.ended))).toEqual([1, 1]);
  const [wrong = [], away = []] = runs.map((run) => run.output().trim().split("\n"));
  expect(wrong).toHaveLength(3);
  for (const name of Object.keys(env)) expect(wrong.some((line) => line.startsWith(name))).toBe(true);
  expect(away).toEqual([expect.stringContaining("no PostgreSQL to use at 127.0.0.1:9/none")]);
  expect(away.join()).not.toContain("secretword");
}, 60_000);

test("D12.2 production refuses the demo world, the sandbox and the outbox unless they are named", () => {
  const read = () => readConfig({ NODE_ENV: "production", DEMO: "1" });
  expect(read).toThrow(ConfigError);
  for (const part of ["SECRET", "DATABASE_URL", "demo", "outbox", "sandbox"]) expect(read).toThrow(part);
});

async function running() {
  const run = start({ DATA_DIR: folder });
  await run.saying("Rendezvous is ready");
  const port = Number(/http:\/\/localhost:(\d+)/.exec(run.output())?.[1]);
  const open = async (text: string): Promise<Socket> => {
    const socket = connect(port, "localhost").on("error", () => undefined);
    await once(socket, "connect");
    if (text !== "") await new Promise((resolve) => socket.write(text, resolve));
    return socket;
  };
  return { run, open, address: `http://localhost:${port}` };
}

const unknownLink = '{"token":"unknown"}';
const halfRequest = [
  "POST /api/link.php HTTP/1.1",
  "Host: localhost",
  "Content-Type: application/json",
  "Sec-Fetch-Site: same-origin",
  "X-Request-Type: client",
  "Idempotency-Key: 0b6f3a54-8d3c-4f43-9b7e-5f8f3f0d8a11",
  `Content-Length: ${unknownLink.length}`,
  "",
  unknownLink.slice(0, 5),
].join("\r\n");

test("D12.1 D12.3 Ctrl-C: silent connections delay the end by five seconds, running requests finish, none stays", async () => {
  const { run, open, address } = await running();
  await open("");
  await open("GET / HTTP/1.1\r\nHost: local");
  await open(halfRequest);
  const finishing = await open(halfRequest);
  // once this is answered, the server knows the connections opened before
  await fetch(`${address}/healthz`);
  const startedAt = performance.now();
  run.server.kill("SIGINT");
  await vi.waitFor(() => expect(fetch(`${address}/healthz`)).rejects.toThrow(), 4_000);
  finishing.write(unknownLink.slice(5));
  const [answer] = await once(finishing, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 4\d\d /);
  expect(await run.ended).toBe(0);
  // six seconds, and time for a busy machine
  expect(performance.now() - startedAt).toBeLessThan(9_000);
  await untilNoneIsLeft();
  expect(findRunningPort(folder)).toBeUndefined();
}, 120_000);

test("D12.2 a DATA_DIR that can't be a folder ends the start at once with a sentence; --fresh deletes no file named by mistake", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  const impossible = start({ DATA_DIR: "/proc/nothing", SECRET: "a secret for tests only, long enough" });
  const fresh = start({ DATA_DIR: file }, ["node", "scripts/start.mjs", "--fresh"]);
  expect(await Promise.all([impossible, fresh].map(({ ended }) => ended))).toEqual([1, 1]);
  expect(impossible.output()).toContain("DATA_DIR: /proc/nothing can't be used as a folder (ENOENT)");
  expect(fresh.output()).toBe(`DATA_DIR: ${file} is a file. Name a folder.\n`);
  expect(existsSync(file)).toBe(true);
}, 180_000);

test("D12.3 a worker says that it runs, and answers health and metrics at HEALTH_PORT, no pages", async () => {
  const occupied = createServer();
  await new Promise<void>((resolve) => occupied.listen(0, "localhost", resolve));
  const address = occupied.address();
  const port = String(typeof address === "object" && address ? address.port : 0);
  const late = start({ DATA_DIR: folder, SERVICES: "worker", HEALTH_PORT: port });
  expect(await late.ended).toBe(1);
  expect(late.output()).toContain(`Port ${port} is taken`);
  await new Promise((resolve) => occupied.close(resolve));
  await untilNoneIsLeft();
  const run = start({ DATA_DIR: folder, SERVICES: "worker", HEALTH_PORT: port });
  await run.saying(`Rendezvous works on jobs; health at port ${port}.`);
  const get = (path: string) => fetch(`http://localhost:${port}${path}`);
  expect([(await get("/healthz")).status, (await get("/readyz")).status]).toEqual([200, 200]);
  expect(await (await get("/metrics")).text()).toContain("rendezvous_jobs_waiting");
  expect((await get("/")).status).toBe(404);
  run.server.kill("SIGTERM");
  expect(await run.ended).toBe(0);
  await untilNoneIsLeft();
}, 120_000);
