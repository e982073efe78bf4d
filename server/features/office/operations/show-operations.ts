import { statfs } from "node:fs/promises";
import type { AnswerOf } from "#contract/call.ts";
import { deadLettersShown, type getOperations, type partNames, type partStates } from "#contract/operations.ts";
import { readBackupTimes } from "#server/backup/catalog.ts";
import type { Config } from "#server/config/config.ts";
import { noteDone, readLastDone } from "#server/db/last-done.ts";
import { readReplication } from "#server/db/replication.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { readVersion } from "#server/version.ts";
import { findQueues } from "../numbers/queue-states.ts";
import { countDead, countFeedback, countWaiting, findHealth, listDead, ping } from "./store.ts";

type Part = { name: (typeof partNames)[number]; state: (typeof partStates)[number] };

const errorLength = 300;

/** What is configured, and what a built-in stand-in does instead. It says of secrets only whether they are set. */
export function partsOf(config: Config): Part[] {
  const { databaseUrl, redisUrl, smtpUrl, mailFeedbackSecret, mollie, genesis, sms, vapid, demo } = config;
  const isTrial = mollie?.key.startsWith("test_") || genesis?.environment === "staging";
  const payments = mollie || genesis ? (isTrial ? "test" : "configured") : "stand_in";
  return [
    { name: "database", state: databaseUrl ? "configured" : "stand_in" },
    { name: "redis", state: redisUrl ? "configured" : "off" },
    { name: "mail", state: smtpUrl ? "configured" : "stand_in" },
    { name: "mail_feedback", state: mailFeedbackSecret ? "configured" : "off" },
    { name: "payments", state: payments },
    { name: "sms", state: sms ? "configured" : "stand_in" },
    { name: "push", state: vapid ? "configured" : "off" },
    { name: "demo", state: demo ? "test" : "off" },
  ];
}

const readLength = 5_000;

export function readError(output: unknown): string {
  const text = typeof output === "object" && output !== null && "message" in output ? String(output.message) : "";
  return text
    .slice(0, readLength)
    .replace(/\/\/[^\s/@]*@/g, "//…@")
    .replace(/[^\s<>"'@]{1,64}@[^\s<>"']+/g, "…@…")
    .replace(/\+\d{6,}/g, "+…")
    .slice(0, errorLength);
}

/** The free share of the disk with a folder; null if the folder can't be read. */
async function freeShare(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null || disk.blocks === 0 ? null : Math.min(1, disk.bavail / disk.blocks);
}

/** A process of members needs no right to read the backups: then their times are not known here. */
function readBackups(folder: string | undefined): ReturnType<typeof readBackupTimes> {
  try {
    if (folder !== undefined) return readBackupTimes(folder);
  } catch {
    // not readable for this process
  }
  return { backup: null, rehearsal: null };
}

const toTimes = <Name extends string>(times: Record<Name, Date | null>) =>
  Object.fromEntries(
    Object.entries<Date | null>(times).map(([name, at]) => [name, at?.toISOString() ?? null]),
  ) as Record<Name, string | null>;

export async function showOperations(
  { db, config }: Pick<Services, "db" | "config">,
  now: Date,
): Promise<AnswerOf<typeof getOperations>> {
  const begun = performance.now();
  await ping(db);
  const database_ms = Math.round(performance.now() - begun);
  const health = await findHealth(db);
  const waiting = await countWaiting(db);
  const counts = await countDead(db);
  const letters = await listDead(db, deadLettersShown);
  return {
    at: now.toISOString(),
    health: {
      database_ms,
      ...health,
      up_seconds: Math.floor(process.uptime()),
      memory_bytes: process.memoryUsage.rss(),
      ...readVersion(),
      disk_free: await freeShare(config.dataDir),
    },
    replication: await readReplication(db),
    last: { ...toTimes(await readLastDone(db)), ...toTimes(readBackups(config.backupDir)) },
    parts: partsOf(config),
    queues: await findQueues(db, { siteIds: null, targets: config.queueHours, now }),
    jobs: waiting.map(({ due_since, ...job }) => ({ ...job, due_since: due_since?.toISOString() ?? null })),
    dead: {
      counts,
      letters: letters.map(({ output, at, ...letter }) => ({
        ...letter,
        at: at.toISOString(),
        error: readError(output),
      })),
    },
    feedback: await countFeedback(db, now),
  };
}

export const noteWorker = defineScheduledJob({
  name: "note-worker",
  every: "* * * * *",
  run: ({ db, clock }) => noteDone(db, "worker", clock.now()),
});
