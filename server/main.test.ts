import { once } from "node:events";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { scratchFolder } from "./db/scratch-folder.ts";
import { processesOf, start, untilNoneOf } from "./test-start.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = scratchFolder();
  folders.push(folder);
  return folder;
}

/** The data folder of tests that need no fresh database: creating one takes seconds. */
const folder = scratchFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("D12.1 killing npm itself leaves no process behind", async () => {
  const run = start({ DATA_DIR: folder }, ["npm", "start"]);
  await run.saying("Rendezvous is ready");
  run.server.kill("SIGTERM");
  await untilNoneOf(folder);
}, 180_000);

test("D12.1 a second start in the same folder reports the running one; Ctrl-C leaves no process behind", async () => {
  const first = start({ DATA_DIR: folder });
  await first.saying("Rendezvous is ready: http://localhost:");
  expect(processesOf(folder).length).toBeGreaterThan(0);
  const second = start({ DATA_DIR: folder });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain("Rendezvous already runs with the data in");
  first.server.kill("SIGINT");
  await first.ended;
  await untilNoneOf(folder);
}, 60_000);

test("D12.2 a taken port is reported in one line, and no process is left behind", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "localhost", resolve));
  const address = taken.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const run = start({ DATA_DIR: folder, PORT: String(port) });
  expect(await run.ended).toBe(1);
  expect(run.output().trim().split("\n")).toEqual([expect.stringContaining(`Port ${port} is taken`)]);
  taken.close();
  await untilNoneOf(folder);
}, 60_000);

test("D12.2 wrong configuration ends the start with one clear line per problem", async () => {
  const wrong = start({ PORT: "many", DATABASE_URL: "mysql://somewhere", SERVICES: "web,cook" });
  expect(await wrong.ended).toBe(1);
  const lines = wrong.output().trim().split("\n");
  expect(lines).toHaveLength(3);
  for (const name of ["PORT", "DATABASE_URL", "SERVICES"])
    expect(lines.some((line) => line.startsWith(name))).toBe(true);
  const away = start({ DATA_DIR: newFolder(), DATABASE_URL: "postgres://nobody:secretword@127.0.0.1:9/none" });
  expect(await away.ended).toBe(1);
  expect(away.output().trim().split("\n")).toEqual([
    expect.stringContaining("no PostgreSQL to use at 127.0.0.1:9/none"),
  ]);
  expect(away.output()).not.toContain("secretword");
}, 60_000);

test("D12.1 PostgreSQL's files go where it may enter, the start prints where, and kill -9 leaves none running", async () => {
  const closed = newFolder();
  chmodSync(closed, 0o700);
  const run = start({ DATA_DIR: closed });
  await run.saying("Rendezvous is ready");
  let database = closed;
  if (process.getuid?.() === 0) {
    database = readFileSync(join(closed, "postgres-elsewhere"), "utf8");
    expect(run.output()).toContain(`PostgreSQL may not enter ${closed}; its files are in ${database}.`);
    folders.push(database);
  }
  expect(processesOf(database).length).toBeGreaterThan(0);
  run.server.kill("SIGKILL");
  await run.ended;
  await untilNoneOf(closed);
  await untilNoneOf(database);
}, 120_000);

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

test("D12.1 D12.3 kill: silent connections delay the end by five seconds, running requests finish, none stays", async () => {
  const { run, open, address } = await running();
  await open("");
  await open("GET / HTTP/1.1\r\nHost: local");
  await open(halfRequest);
  const finishing = await open(halfRequest);
  // once this is answered, the server knows the connections opened before
  await fetch(`${address}/healthz`);
  const startedAt = performance.now();
  run.server.kill("SIGTERM");
  await vi.waitFor(() => expect(fetch(`${address}/healthz`)).rejects.toThrow(), 4_000);
  finishing.write(unknownLink.slice(5));
  const [answer] = await once(finishing, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 4\d\d /);
  expect(await run.ended).toBe(0);
  // six seconds, and time for a busy machine
  expect(performance.now() - startedAt).toBeLessThan(9_000);
  await untilNoneOf(folder);
}, 120_000);

test("D12.3 a second signal ends the process at once", async () => {
  const { run, open, address } = await running();
  await open("");
  await fetch(`${address}/healthz`);
  const startedAt = performance.now();
  let ended = false;
  void run.ended.then(() => {
    ended = true;
  });
  await vi.waitFor(
    () => {
      run.server.kill("SIGTERM");
      expect(ended).toBe(true);
    },
    { timeout: 5_000, interval: 100 },
  );
  expect(await run.ended).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(4_500);
  await untilNoneOf(folder);
}, 120_000);
