import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { existsSync, globSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { z } from "zod";
import type { Config } from "#server/config/config.ts";
import { createStores } from "#server/ports/files/create.ts";
import { createRedisClient } from "#server/redis.ts";
import { askTurn, type TurnLogin } from "./ask-turn.ts";
import { type DatabaseFacts, readDatabase } from "./read-database.ts";
import { type PooledFacts, readPooled } from "./read-pooled.ts";
import { type ReplicaFacts, readReplica } from "./read-replica.ts";

export type Answer = { status: number; date: Date | undefined };

export type Advisory = { name: string; severity: string };

/** Everything that the checks ask outside this process; tests pass answers of their own. */
export type Probes = {
  now(): Date;
  /** The records of a name, empty if it has none. Throws if no name server answers. */
  resolve(name: string, kind: "A" | "AAAA" | "MX" | "TXT"): Promise<string[]>;
  request(url: string, headers?: Record<string, string>): Promise<Answer>;
  database(url: string): Promise<DatabaseFacts>;
  pooled(databaseUrl: string): Promise<PooledFacts>;
  replica(replicaUrl: string, primaryUrl: string): Promise<ReplicaFacts>;
  redis(url: string): Promise<string>;
  /** Connects and logs in, and sends nothing. */
  mailServer(url: string): Promise<void>;
  /** Asks a relay for a place to relay from, and gives it back. Returns its address. */
  turn(url: string, login: TurnLogin): Promise<string>;
  /** Writes a file, reads it, and removes it. */
  store(config: Config): Promise<void>;
  /** The text of journald's configuration; undefined: this machine has none. */
  journald(): Promise<string | undefined>;
  disk(folder: string): Promise<{ freeBytes: number; totalBytes: number; freeFiles: number }>;
  /** The installed packages for which the registry knows advisories. Throws if npm or the registry does not answer. */
  advisories(): Promise<Advisory[]>;
};

const patienceMs = 8_000;
const auditMs = 60_000;
const noRecords = ["ENODATA", "ENOTFOUND"];

async function records(resolver: Resolver, name: string, kind: Parameters<Probes["resolve"]>[1]): Promise<string[]> {
  if (kind === "A") return await resolver.resolve4(name);
  if (kind === "AAAA") return await resolver.resolve6(name);
  if (kind === "MX") return (await resolver.resolveMx(name)).map(({ exchange }) => exchange);
  return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
}

/** What `npm audit --json` prints: packages by name, or why there is no answer. */
const auditReport = z.union([
  z.object({ vulnerabilities: z.record(z.string(), z.object({ name: z.string(), severity: z.string() })) }),
  z.object({ message: z.string() }),
]);

/** Resolves also if npm fails: it does so for each advisory, and prints the same report. */
function audit(): Promise<string> {
  const root = join(import.meta.dirname, "..", "..");
  const options = { cwd: root, timeout: auditMs, maxBuffer: Infinity };
  return new Promise((resolve, reject) => {
    execFile("npm", ["audit", "--omit=dev", "--json"], options, (error, printed) =>
      error && printed === "" ? reject(error) : resolve(printed),
    );
  });
}

export function createProbes(): Probes {
  const resolver = new Resolver({ timeout: patienceMs / 2, tries: 2 });
  return {
    now: () => new Date(),
    async resolve(name, kind) {
      try {
        return await records(resolver, name, kind);
      } catch (error) {
        if (error instanceof Error && "code" in error && noRecords.includes(String(error.code))) return [];
        throw error;
      }
    },
    async request(url, headers = {}) {
      const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(patienceMs) });
      await response.body?.cancel();
      const date = new Date(response.headers.get("date") ?? "");
      return { status: response.status, date: Number.isNaN(date.getTime()) ? undefined : date };
    },
    database: readDatabase,
    pooled: readPooled,
    replica: readReplica,
    async redis(url) {
      const redis = createRedisClient(url, {
        lazyConnect: true,
        connectTimeout: patienceMs,
        commandTimeout: patienceMs,
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
      });
      let reason: Error | undefined;
      redis.on("error", (error: Error) => {
        reason = error;
      });
      try {
        await redis.connect();
        return /redis_version:(\S+)/.exec(await redis.info("server"))?.[1] ?? "unknown";
      } catch (error) {
        throw reason ?? error;
      } finally {
        redis.disconnect();
      }
    },
    async mailServer(url) {
      const times = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs };
      const transport = createTransport({ url, ...times, dnsTimeout: patienceMs });
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
    turn: (url, login) => askTurn(url, login, patienceMs),
    async store(config) {
      const { to: files } = createStores(config);
      const folder = `doctor/${randomUUID()}/`;
      const bytes = Buffer.from("probe");
      await files.put(`${folder}probe.txt`, bytes, "text/plain");
      const read = await files.get(`${folder}probe.txt`);
      await files.remove(folder);
      if (!read?.equals(bytes)) throw new Error("a file was read differently after it was written");
      if (await files.get(`${folder}probe.txt`)) throw new Error("a removed file is still there");
    },
    async journald() {
      const files = ["/etc/systemd/journald.conf", ...globSync("/etc/systemd/journald.conf.d/*.conf").sort()];
      const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, "utf8"));
      return texts.length === 0 ? undefined : texts.join("\n");
    },
    async disk(folder) {
      const { bavail, bsize, blocks, ffree } = await statfs(folder);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: ffree };
    },
    async advisories() {
      const report = auditReport.parse(JSON.parse(await audit()));
      if ("message" in report) throw new Error(report.message);
      return Object.values(report.vulnerabilities);
    },
  };
}
