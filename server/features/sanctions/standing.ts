import { createHash } from "node:crypto";
import { z } from "zod";
import { dayOf } from "#contract/days.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Files } from "#server/ports/files/port.ts";
import { readStanding, type Standing } from "./store.ts";

/** Beside the notes of departures, whose job deletes the old days of both. */
const root = "departures/";
const keyForm = /^departures\/[\d-]+\/([0-9a-f]{64})\/(\d+)-standing\.json$/;

const stored = z.object({
  banned: z.boolean(),
  suspended_until: z.coerce.date().nullable(),
  muted_until: z.coerce.date().nullable(),
});

/**
 * Stores in the file store which measures are in force against a member. After the database was restored to an earlier
 * moment, `applyStandings` applies them (0070).
 */
export const recordStanding = defineJob({
  name: "record-standing",
  data: z.object({ id: z.uuid() }),
  keptSeconds: 60,
  async run({ db, files, clock }, { id }) {
    const now = clock.now();
    // with the row locked, a later note never holds an earlier state
    await inTransaction(db, async (trx) => {
      const standing = await readStanding(trx, id);
      if (!standing) return;
      const hash = createHash("sha256").update(id).digest("hex");
      const key = `${root}${dayOf(now)}/${hash}/${now.getTime()}-standing.json`;
      await files.put(key, Buffer.from(JSON.stringify(standing)), "application/json");
    });
  },
});

export type NotedStanding = { hash: string; at: Date; standing: Standing };

/** The last note about each member since a moment. */
export async function readStandings(files: Files, since: Date): Promise<NotedStanding[]> {
  const last = new Map<string, { key: string; at: Date }>();
  for await (const key of files.list(`${root}${dayOf(since)}/`)) {
    if (!key.startsWith(root)) break;
    const [, hash = "", time] = keyForm.exec(key) ?? [];
    const at = new Date(Number(time));
    const known = last.get(hash);
    if (hash === "" || at <= since || (known && known.at > at)) continue;
    last.set(hash, { key, at });
  }
  const noted: NotedStanding[] = [];
  for (const [hash, { key, at }] of last) {
    const bytes = await files.get(key);
    if (bytes) noted.push({ hash, at, standing: stored.parse(JSON.parse(String(bytes))) });
  }
  return noted;
}
