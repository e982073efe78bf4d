import { z } from "zod";
import { inTransaction } from "#server/db/transaction.ts";
import { noteKey, readLastNotes } from "#server/features/account/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Files } from "#server/ports/files/port.ts";
import { readStanding, type Standing } from "./store.ts";

const noteName = "standing.json";

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
      await files.put(noteKey(id, now, noteName), Buffer.from(JSON.stringify(standing)), "application/json");
    });
  },
});

export type NotedStanding = { hash: string; at: Date; standing: Standing };

/** The last note about each member since a moment. */
export async function readStandings(files: Files, since: Date): Promise<NotedStanding[]> {
  const notes = await readLastNotes(files, since, noteName);
  return notes.map(({ hash, at, content }) => ({ hash, at, standing: stored.parse(content) }));
}
