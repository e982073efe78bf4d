import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import webPush from "web-push";
import { z } from "zod";
import { finishBackup, noteRehearsal } from "#server/backup/catalog.ts";
import { makeKeyPair } from "#server/backup/encryption.ts";
import { withClient } from "#server/db/client.ts";
import { productSettings } from "#server/db/pool.ts";
import { cloneDatabase } from "#server/db/test-database.ts";
import { emptyDatabase } from "#server/db/test-migrations.ts";
import { TurnProblem } from "#server/doctor/ask-turn.ts";
import { examine } from "#server/doctor/examine.ts";
import type { Finding } from "#server/doctor/finding.ts";
import { createProbes, type Probes } from "#server/doctor/probes.ts";
import { type DatabaseFacts, readDatabase } from "#server/doctor/read-database.ts";
import { startTestS3 } from "#server/ports/files/test-s3.ts";
import { pinnedNode, runtimeAgeDays } from "#server/runtime-age.ts";
import { runDoctor } from "./doctor.ts";

const env: Record<string, string> = {
  NODE_ENV: "production",
  SECRET: "a secret for tests only, long enough",
  DATABASE_URL: "postgres://town:dbword@db/town",
  DATABASE_REPLICA_URL: "postgres://town:copyword@copy/town",
  SMTP_URL: "smtp://town:mailword@mail.example.org",
  SMS_URL: "twilio://AC1:smsword@api.twilio.com?from=%2B31612345678",
  MOLLIE_API_KEY: `live_${"a1".repeat(15)}`,
  GENESIS_URL: `genesis://user:genesisword@emerchantpay.net?terminal=${"a1".repeat(20)}`,
  REDIS_URL: "redis://:redisword@redis",
  TURN_URLS: "turn:turn.example.org:3478?transport=udp,turn:turn.example.org:3478?transport=tcp",
  TURN_SECRET: "a turnword of at least 32 characters",
  STORAGE_URL: "s3://key:storeword@s3.example.org/photos",
  TRUST_PROXY: "1",
  DATA_DIR: "/var/lib/town",
};
const secrets = /(?:db|copy|mail|sms|redis|store|turn|genesis)word|a secret for tests|live_a1/;

const now = new Date("2026-11-20T18:00:00Z");
const settings: Record<string, string> = {
  server_version: "18.4",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  autovacuum: "on",
  data_checksums: "on",
  archive_mode: "on",
  wal_level: "replica",
  shared_buffers: "65536",
  max_connections: "100",
  superuser_reserved_connections: "3",
};
const site = {
  key: "town",
  demo: false,
  hosts: ["town.com"],
  mailAddress: "hello@mail.town.com",
  supportEmail: "help@town.com",
};
const facts: DatabaseFacts = {
  settings,
  now,
  lastDone: { worker: new Date(now.getTime() - 30_000), mail: now, webhook: null, retention: now },
  serverPort: 5432,
  replication: { address: "10.0.0.1:5432", timeline: 1, replicas: [] },
  encoding: "UTF8",
  superuser: false,
  ownsTables: false,
  mayMigrate: true,
  encrypted: true,
  pending: 0,
  sites: [site],
};
const replica = {
  settings: { server_version: "18.4", hot_standby_feedback: "on" },
  isReplica: true,
  isOfPrimary: true,
  behindBytes: 5_000,
};
const dns: Record<string, string[]> = {
  "A town.com": ["8.8.8.8"],
  "MX town.com": ["mx.town.com"],
  "MX mail.town.com": ["mx.town.com"],
  "TXT mail.town.com": ["something else", "v=spf1 include:_spf.example.org -all"],
  "TXT mail._domainkey.mail.town.com": ["v=DKIM1; k=rsa; p=MIIB"],
  "TXT _dmarc.town.com": ["v=DMARC1; p=reject"],
};
const gigabytes = 1024 ** 3;

type Changes = Partial<Probes> & { facts?: Partial<typeof facts>; dns?: Record<string, string[]> };

/** An environment without problems, apart from the changes. */
function probesWith({ facts: changedFacts, dns: changedDns, ...changes }: Changes = {}): Probes {
  return {
    now: () => now,
    resolve: async (name, kind) => ({ ...dns, ...changedDns })[`${kind} ${name}`] ?? [],
    request: async (url) => ({ status: url.includes("list-type") ? 403 : 200, date: now }),
    database: async () => ({ ...facts, ...changedFacts }),
    pooled: async () => ({ role: "town", settings: productSettings }),
    replica: async () => replica,
    redis: async () => "7.2.4",
    mailServer: async () => {},
    store: async () => {},
    turn: async () => "8.8.8.8",
    disk: async () => ({ freeBytes: 50 * gigabytes, totalBytes: 100 * gigabytes, freeFiles: 1e6 }),
    advisories: async () => [],
    journald: async () => "[Journal]\nMaxRetentionSec=90day",
    ...changes,
  };
}

const foundIn = async (changes: Changes, changedEnv: Record<string, string> = {}, selectors: string[] = []) =>
  await examine({ ...env, ...changedEnv }, selectors, probesWith(changes));
const linesOf = (findings: Finding[], level: Finding["level"]) =>
  findings.filter((each) => each.level === level).map(({ about, text }) => `${about}: ${text}`);
const fail = (message: string) => async () => {
  throw new Error(message);
};
const turnFails = (kind: TurnProblem["kind"]) => async () => {
  throw new TurnProblem(kind, "no");
};
/** Gives this answer for one address, and a good one for all others. */
const answering = (part: string, status: number) => async (url: string) => ({
  status: url.includes(part) ? status : url.includes("list-type") ? 403 : 200,
  date: now,
});

test("D12.2 for a good configuration the command reports no problem", async () => {
  const lines: string[] = [];
  await runDoctor([], env, (line) => lines.push(line), probesWith());
  expect(linesOf(await foundIn({}), "wrong")).toEqual([]);
  expect(linesOf(await foundIn({}), "note")).toEqual([expect.stringMatching(/^push: there are no push keys/)]);
  expect(lines.at(-1)).toBe("Nothing is wrong.");
  expect(lines.join()).not.toMatch(secrets);
});

test("D12.2 the command lists problems last, and fails", async () => {
  const lines: string[] = [];
  const probes = probesWith({ redis: fail("no"), mailServer: fail("no") });
  await expect(runDoctor([], env, (line) => lines.push(line), probes)).rejects.toThrow("2 things are wrong.");
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^WRONG {2}mail: /),
    expect.stringMatching(/^WRONG {2}redis: /),
  ]);
  await expect(runDoctor(["--all"], env, () => {}, probesWith())).rejects.toThrow("npm run doctor");
});

test("D12.2 if a variable is wrong, only that is reported", async () => {
  const findings = await foundIn({}, { PORT: "many", DATABASE_POOL: "1" });
  expect(linesOf(findings, "wrong")).toEqual([
    expect.stringMatching(/^configuration: PORT /),
    expect.stringMatching(/^configuration: DATABASE_POOL /),
  ]);
  expect(findings).toHaveLength(2);
});

test("D12.2 the age of the runtime is that of the version which is pinned, and renewed with it", () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");
  expect(JSON.parse(read("package.json")).dependencies.node).toBe(pinnedNode.version);
  expect(runtimeAgeDays(new Date(`${pinnedNode.newestOn}T12:00:00Z`))).toBe(0);
});

const wrongs: [string, Changes, string][] = [
  [
    "a Node that was not renewed for two months",
    {
      now: () => new Date("2027-01-24T00:00:00Z"),
      request: async (url) => ({
        status: url.includes("list-type") ? 403 : 200,
        date: new Date("2027-01-24T00:00:00Z"),
      }),
      facts: { now: new Date("2027-01-24T00:00:00Z") },
    },
    "was the newest 62 days ago: upgrade",
  ],
  ["a name without a record", { dns: { "A town.com": [] } }, "site town.com: has no DNS record"],
  ["name servers that are away", { resolve: fail("ETIMEOUT") }, "site town.com: its DNS name can't be looked up"],
  [
    "a proxy that answers 502",
    { request: answering("healthz", 502) },
    "site town.com: https://town.com/healthz answers 502",
  ],
  ["no SPF", { dns: { "TXT mail.town.com": ["other"] } }, "mail mail.town.com: has no SPF record"],
  ["two SPF records", { dns: { "TXT mail.town.com": ["v=spf1 -all", "v=spf1 mx -all"] } }, "several SPF records"],
  ["an SPF record for all", { dns: { "TXT mail.town.com": ["v=spf1 +all"] } }, "lets anyone send"],
  ["no DMARC", { dns: { "TXT _dmarc.town.com": [] } }, "mail mail.town.com: has no DMARC record"],
  ["a revoked DKIM key", { dns: { "TXT mail._domainkey.mail.town.com": ["v=DKIM1; p="] } }, "DKIM key mail is revoked"],
  ["no way for replies", { dns: { "MX town.com": [], "A town.com": [] } }, "mail town.com: receives no mail"],
  [
    "a mail server that refuses",
    { mailServer: fail("535 5.7.8") },
    "mail: the mail server mail.example.org takes no mail",
  ],
  [
    "an invented sender",
    { facts: { sites: [{ ...site, mailAddress: "hello@rendezvous.invalid" }] } },
    "mail: hello@rendezvous.invalid is invented",
  ],
  ["a database that is away", { database: fail("ECONNREFUSED") }, "database: no database to use at db (ECONNREFUSED)"],
  ["an old PostgreSQL", { facts: { settings: { ...settings, server_version: "17.2" } } }, "18 or newer is needed"],
  ["fsync off", { facts: { settings: { ...settings, fsync: "off" } } }, "fsync is off"],
  ["no autovacuum", { facts: { settings: { ...settings, autovacuum: "off" } } }, "autovacuum is off"],
  [
    "a replica",
    { facts: { settings: { ...settings, default_transaction_read_only: "on" } } },
    "let DATABASE_URL name the primary",
  ],
  [
    "a replica that could not take over",
    {
      facts: {
        replication: {
          address: "10.0.0.1:5432",
          timeline: 3,
          replicas: [{ name: "two", address: "10.0.0.2", synchronous: true, behind_bytes: 100 * 1024 * 1024 }],
        },
      },
    },
    "replica two at 10.0.0.2, synchronous, is 100 MB behind",
  ],
  ["few connections", { facts: { settings: { ...settings, max_connections: "20" } } }, "max_connections leaves 17"],
  [
    "a role without rights before the first start",
    { facts: { mayMigrate: false, pending: 70, sites: [] } },
    "70 migrations are pending, and the role may not create tables",
  ],
  ["another encoding", { facts: { encoding: "LATIN1" } }, "its encoding is LATIN1"],
  [
    "a clock that is a minute off",
    { facts: { now: new Date(now.getTime() + 60_000) } },
    "differs from the database's by 60",
  ],
  [
    "an internet with another time",
    { request: async () => ({ status: 403, date: new Date(0) }) },
    "differs from the internet's",
  ],
  ["a replica that is away", { replica: fail("ECONNREFUSED") }, "replica: does not answer"],
  ["a replica that is none", { replica: async () => ({ ...replica, isReplica: false }) }, "replica: it takes writes"],
  ["a replica of another", { replica: async () => ({ ...replica, isOfPrimary: false }) }, "of another database"],
  [
    "a replica that lags",
    { replica: async () => ({ ...replica, behindBytes: 1e9 }) },
    "954 MB behind and gets no reads",
  ],
  ["a Redis that is away", { redis: fail("ECONNREFUSED") }, "redis: does not answer"],
  ["an old Redis", { redis: async () => "5.0.14" }, "Redis 6 or newer"],
  ["a store that refuses", { store: fail("403 AccessDenied") }, "store: the bucket photos can't be used"],
  ["a public bucket", { request: answering("list-type", 200) }, "the bucket photos is public"],
  ["a wrong key of Mollie", { request: answering("mollie.com/v2", 401) }, "payments: Mollie refuses the key"],
  ["a wrong login of Genesis", { request: answering("emerchantpay", 401) }, "gate.emerchantpay.net refuses the login"],
  ["a wrong account of Twilio", { request: answering("twilio", 401) }, "sms: the SMS gateway refuses the account"],
  [
    "a relay that is away",
    { turn: fail("ENOTFOUND") },
    "calls: turn.example.org:3478 can't be reached: check the host in TURN_URLS (ENOTFOUND)",
  ],
  ["a relay in a private network", { turn: async () => "10.0.0.7" }, "relays from 10.0.0.7, which no browser reaches"],
  [
    "a relay behind a closed port",
    { turn: turnFails("silent") },
    "does not answer: check that it runs, and open its port for UDP",
  ],
  ["a relay with another secret", { turn: turnFails("refused") }, "set TURN_SECRET to its static-auth-secret"],
  ["a full disk", { disk: async () => ({ freeBytes: 1e6, totalBytes: 1e12, freeFiles: 1e6 }) }, "disk: only 0.0 GB"],
  [
    "a disk without inodes",
    { disk: async () => ({ freeBytes: 1e12, totalBytes: 1e12, freeFiles: 7 }) },
    "only 7 more files",
  ],
  [
    "a package with a grave advisory",
    { advisories: async () => [{ name: "fastify", severity: "critical" }] },
    "packages: advisories are known for fastify (critical): upgrade",
  ],
  ["a missing folder", { disk: fail("ENOENT") }, "disk: DATA_DIR (/var/lib/town) can't be read"],
];
test.for(wrongs)("D12.2 %s is wrong, with what to do, and without a secret", async ([, changes, expected]) => {
  const lines = linesOf(await foundIn(changes), "wrong");
  expect(lines).toContainEqual(expect.stringContaining(expected));
  expect(lines.join()).not.toMatch(secrets);
});

describe("D12.2 a note, which fails nothing, is given", () => {
  const notes: [string, Changes, string][] = [
    ["to a DMARC record that only observes", { dns: { "TXT _dmarc.town.com": ["v=DMARC1; p=none"] } }, "only observes"],
    ["if no usual DKIM key is found", { dns: { "TXT mail._domainkey.mail.town.com": [] } }, "--dkim <selector>"],
    ["to a private address", { dns: { "A town.com": ["10.0.0.7"] } }, "leads to 10.0.0.7, which others can't reach"],
    ["to a small cache", { facts: { settings: { ...settings, shared_buffers: "16384" } } }, "shared_buffers is 128 MB"],
    [
      "to commits that no replica confirms",
      { facts: { settings: { ...settings, synchronous_standby_names: "two" } } },
      "none confirms them",
    ],
    [
      "to a primary that was promoted, and has no replica",
      { facts: { replication: { address: "10.0.0.2:5432", timeline: 2, replicas: [] } } },
      "no replica follows the primary",
    ],
    ["to a superuser", { facts: { superuser: true } }, "logs in as a superuser"],
    ["to the owner of the tables", { facts: { ownsTables: true } }, "logs in as the owner of its tables"],
    ["to pending migrations", { facts: { pending: 3, sites: [] } }, "3 migrations are pending"],
    [
      "to a replica that cancels searches",
      { replica: async () => ({ ...replica, settings: { ...replica.settings, hot_standby_feedback: "off" } }) },
      "hot_standby_feedback is off",
    ],
    [
      "to a replica of another version",
      { replica: async () => ({ ...replica, settings: { ...replica.settings, server_version: "18.3" } }) },
      "it is PostgreSQL 18.3, the primary is 18.4",
    ],
    ["to no archive", { facts: { settings: { ...settings, archive_mode: "off" } } }, "only whole backups"],
    [
      "to a disk that fills",
      { disk: async () => ({ freeBytes: 5e9, totalBytes: 1e11, freeFiles: 0 }) },
      "make room soon",
    ],
    [
      "to a lesser advisory",
      { advisories: async () => [{ name: "pg", severity: "moderate" }] },
      "known for pg (moderate)",
    ],
    ["to a registry that does not answer", { advisories: fail("405") }, "could not be asked for advisories (405)"],
    ["to a clock without a comparison", { request: fail("no route") }, "could not be compared"],
  ];
  test.for(notes)("%s", async ([, changes, expected]) => {
    expect(linesOf(await foundIn(changes), "note")).toContainEqual(expect.stringContaining(expected));
  });
});

test("D12.2 the doctor notes backups that are not encrypted, and how to encrypt them", async () => {
  const notesOn = async (given: Record<string, string>) => linesOf(await foundIn({}, given), "note");
  const plain = await notesOn({ BACKUP_DIR: "/var/backups/town" });
  expect(plain).toContainEqual(expect.stringMatching(/^backups: they are not encrypted: see .*backups\.md/));
  const { recipient } = await makeKeyPair();
  expect((await notesOn({ BACKUP_DIR: "/var/backups/town", BACKUP_RECIPIENT: recipient })).join()).not.toContain(
    "backups",
  );
});

test("D12.2 the doctor finds half an encryption: a recipient, and a log that PostgreSQL archives in the clear", async () => {
  const { recipient } = await makeKeyPair();
  const variables = { BACKUP_DIR: "/var/backups/town", BACKUP_RECIPIENT: recipient };
  const problemsOn = async (archive: Record<string, string>) =>
    linesOf(await foundIn({ facts: { settings: { ...settings, ...archive } } }, variables), "wrong").join();
  const line = "backups: BACKUP_RECIPIENT is set, but PostgreSQL archives its log without encryption";
  expect(await problemsOn({ archive_library: "basic_archive", archive_command: "" })).toContain(line);
  expect(await problemsOn({ archive_library: "", archive_command: "cp %p /backup/%f" })).toContain(line);
  const command = `node scripts/log-archive.ts archive /var/backups/town ${recipient} "%p" "%f"`;
  expect(await problemsOn({ archive_library: "", archive_command: command })).not.toContain(line);
});

test("D12.2 a DKIM selector that the operator names has to exist", async () => {
  expect(linesOf(await foundIn({}, {}, ["mail"]), "wrong")).toEqual([]);
  expect(linesOf(await foundIn({}, {}, ["other"]), "wrong")).toContainEqual(
    expect.stringContaining("publish the public key of the mail server at other._domainkey.mail.town.com"),
  );
});

test("D12.2 an unencrypted connection to a remote database is a problem, to a local one it is not", async () => {
  const changes = { facts: { encrypted: false } };
  const far = { DATABASE_URL: "postgres://town:dbword@db.example.org/town" };
  expect(linesOf(await foundIn(changes, far), "wrong")).toContainEqual(expect.stringContaining("sslmode=verify-full"));
  for (const url of ["postgres://a@db/town", "postgres://a@10.1.2.3/town", "postgres:///town?host=/run/postgresql"]) {
    const findings = await foundIn(changes, { DATABASE_URL: url });
    expect(linesOf(findings, "wrong").filter((line) => line.startsWith("database"))).toEqual([]);
  }
});

test("D12.2 push keys, their contact address and the connection to the push services are checked", async () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const keys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: "mailto:a@town.com" };
  expect(linesOf(await foundIn({}, keys), "note")).toEqual([]);
  const invented = { ...keys, VAPID_SUBJECT: "mailto:push@rendezvous.invalid" };
  expect(linesOf(await foundIn({}, invented), "wrong")).toEqual([expect.stringMatching(/^push: VAPID_SUBJECT/)]);
  const request: Probes["request"] = async (url) => {
    if (url.includes("googleapis")) throw new Error("ETIMEDOUT");
    return await answering("nowhere", 200)(url);
  };
  expect(linesOf(await foundIn({ request }, keys), "wrong")).toEqual([
    expect.stringMatching(/^push: fcm.googleapis.com can't be reached/),
  ]);
});

describe("D12.2 the real network", () => {
  const probes = createProbes();

  test("reads a database", async () => {
    const read = await readDatabase(await cloneDatabase());
    expect(read).toMatchObject({ mayMigrate: true, encoding: "UTF8", encrypted: false, pending: 0, sites: [] });
    expect(Number.parseInt(read.settings.server_version ?? "", 10)).toBeGreaterThanOrEqual(18);
    expect(Math.abs(read.now.getTime() - Date.now())).toBeLessThan(60_000);
    const plain = await emptyDatabase({ plain: true });
    expect(await readDatabase(plain)).toMatchObject({ superuser: false, mayMigrate: true, sites: [] });
    await withClient(plain, (client) => client.query("revoke create on schema public from pg_database_owner"));
    expect(await readDatabase(plain)).toMatchObject({ mayMigrate: false });
    await expect(readDatabase("postgres://a:b@127.0.0.1:9/none")).rejects.toThrow("ECONNREFUSED");
  });

  test("reads a replica, and sees that a primary is none", async () => {
    const url = await cloneDatabase();
    expect(await probes.replica(url, url)).toMatchObject({ isReplica: false, isOfPrimary: true });
    expect(await probes.replica(url, await cloneDatabase())).toMatchObject({ isOfPrimary: false });
  });

  test("writes, reads and removes a probe in the store", async () => {
    const s3 = await startTestS3();
    const { readConfig } = await import("#server/config/config.ts");
    const config = readConfig({ NODE_ENV: "test", SECRET: env.SECRET, STORAGE_URL: s3.url() });
    await probes.store(config);
    expect(s3.requests.map(({ method }) => method)).toEqual(["PUT", "GET", "GET", "DELETE", "GET"]);
    expect(s3.objects.size).toBe(0);
    expect(await probes.request(`http://${s3.host}/${s3.bucket}?list-type=2`)).toMatchObject({ status: 403 });
    s3.fail(403);
    await expect(probes.store(config)).rejects.toThrow("403");
    await s3.close();
  });

  test("asks the registry about the installed packages, and throws if it does not answer", async () => {
    const advisory = {
      id: 1,
      url: "https://example.org",
      title: "Too old",
      severity: "high",
      vulnerable_versions: "<99",
    };
    const asked: string[] = [];
    const registry = createHttpServer(async (request, response) => {
      if (!request.url?.endsWith("/security/advisories/bulk")) return response.writeHead(404).end("{}");
      const sent = Buffer.concat(await request.toArray());
      asked.push(request.headers["content-encoding"] === "gzip" ? gunzipSync(sent).toString() : sent.toString());
      response.end(JSON.stringify({ fastify: [{ ...advisory, cwe: [], cvss: { score: 8 } }] }));
    });
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
    const { port } = z.object({ port: z.int() }).parse(registry.address());
    vi.stubEnv("npm_config_registry", `http://127.0.0.1:${port}/`);
    vi.stubEnv("npm_config_fetch_retries", "0");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await probes.advisories()).toContainEqual(expect.objectContaining({ name: "fastify", severity: "high" }));
    expect(JSON.parse(asked[0] ?? "")).toMatchObject({ fastify: [expect.any(String)] });
    expect(asked[0]).not.toContain("knip");
    await new Promise((resolve) => registry.close(resolve));
    await expect(probes.advisories()).rejects.toThrow("ECONNREFUSED");
  });

  test("finds a mail server, a Redis and a page that are down or do not answer", async () => {
    await expect(probes.mailServer("smtp://127.0.0.1:9")).rejects.toThrow("ECONNREFUSED");
    await expect(probes.redis("redis://127.0.0.1:9")).rejects.toThrow("ECONNREFUSED");
    await expect(probes.request("http://127.0.0.1:9/")).rejects.toThrow();
    const rude = createServer((socket) => socket.end("go away\r\n"));
    await new Promise<void>((ready) => rude.listen(0, "127.0.0.1", ready));
    const address = rude.address();
    const port = typeof address === "object" ? address?.port : 0;
    await expect(probes.mailServer(`smtp://127.0.0.1:${port}`)).rejects.toThrow();
    await expect(probes.redis(`redis://127.0.0.1:${port}`)).rejects.toThrow();
    rude.close();
  });

  test("measures a disk", async () => {
    expect((await probes.disk("/")).totalBytes).toBeGreaterThan(0);
  });
});

test("D12.2 D12.3 the doctor names the settings that a pooler's connections lack, and what sets them", async () => {
  const direct = { DATABASE_DIRECT_URL: "postgres://town:dbword@db:5433/town" };
  const good = await foundIn({}, direct);
  expect(linesOf(good, "good")).toContain("database: behind the pooler town has the product's settings");
  const pooled = { role: "town", settings: { ...productSettings, random_page_cost: "4", lock_timeout: "0" } };
  const [line, ...others] = linesOf(await foundIn({ pooled: async () => pooled }, direct), "wrong");
  expect(line).toMatch(/^database: behind the pooler random_page_cost is 4, lock_timeout is 0: .*deploy\/roles.sql/);
  expect(line).toContain("alter role town set random_page_cost = '1.1'; alter role town set lock_timeout = '3000'");
  expect(others).toEqual([]);
  expect(linesOf(await foundIn({ pooled: fail("refused") }, direct), "wrong")).toEqual([
    "database: no connection by DATABASE_URL, so check PgBouncer (refused)",
  ]);
  // without a pooler each connection sets them
  expect(linesOf(await foundIn({ pooled: fail("not asked") }), "wrong")).toEqual([]);
});

test("D12.2 the doctor reads what a new connection begins with, not what the product has set", async () => {
  const url = await cloneDatabase();
  const { role, settings: begun } = await createProbes().pooled(url);
  expect(role).not.toBe("");
  expect(begun).toMatchObject({ statement_timeout: "0", lock_timeout: "0" });
  expect(Object.keys(begun).sort()).toEqual(Object.keys(productSettings).sort());
});

test("D12.2 the doctor knows the worker, the backups, their rehearsal, and a pooler that jobs must go round", async () => {
  const folder = mkdtempSync(join(tmpdir(), "backups-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const said = async (facts: Partial<DatabaseFacts>) =>
    (await examine({ ...env, BACKUP_DIR: folder }, [], probesWith({ facts }))).map(
      ({ level, about, text }) => `${level} ${about}: ${text}`,
    );
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const late = await said({
    lastDone: { worker: ago(1 / 24), mail: ago(2), webhook: ago(3), retention: ago(2) },
    serverPort: 6_543,
  });
  expect(late).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^wrong worker: a worker was seen 60 minutes ago: start a process with SERVICES=worker/),
      "wrong retention: old rows were deleted 2 days ago: look for purge-old-rows in the worker's log",
      "good mail: the last one was sent 2 days ago",
      "good payments: the last webhook came 3 days ago",
      "wrong backups: there is none yet: npm run backup",
      expect.stringMatching(/^note database: DATABASE_URL names port 5432, PostgreSQL listens at 6543: .*DIRECT_URL/),
    ]),
  );
  const backup = { name: "20261120", firstWal: "0".repeat(24) };
  mkdirSync(join(folder, "base", backup.name), { recursive: true });
  finishBackup(folder, { ...backup, endedAt: ago(0.5) });
  expect(await said({})).toEqual(
    expect.arrayContaining([
      "good backups: the last one ended 12 hours ago",
      "note backups: none was rehearsed yet: npm run restore -- --rehearse",
      "good worker: a worker was seen 1 minutes ago",
      "good retention: old rows were deleted 0 minutes ago",
    ]),
  );
  finishBackup(folder, { ...backup, endedAt: ago(2) });
  noteRehearsal(folder, ago(3));
  expect(await said({})).toEqual(
    expect.arrayContaining([
      "wrong backups: the last one ended 2 days ago: npm run backup",
      "good backups: the last rehearsal was 3 days ago",
    ]),
  );
});

test.each([
  [undefined, "note", "no journald here: keep no line longer than 90 days"],
  ["#MaxRetentionSec=0\n", "note", "set MaxRetentionSec=90day in journald.conf"],
  ["MaxRetentionSec=6month", "note", "set MaxRetentionSec=90day in journald.conf"],
  ["MaxRetentionSec=200day\nMaxRetentionSec=2week", "good", "journald keeps them for 14 days"],
] as const)(
  "D12.3 the doctor compares how long logs are kept with the privacy statement: %j",
  async (journald, level, line) => {
    const findings = await foundIn({ journald: async () => journald });
    expect(linesOf(findings, level)).toContainEqual(expect.stringContaining(`logs: ${line}`));
  },
);
