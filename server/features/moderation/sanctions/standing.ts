import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Lockable } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { findByHashes, noteKey, readLastNotes } from "#server/features/account/index.ts";
import { endSessions } from "#server/features/auth/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Files } from "#server/ports/files/port.ts";
import { findInForce, insertStatement, markLifted } from "../decisions/store.ts";
import { applyMeasures } from "./apply-measures.ts";
import { countAct, isBannedByStaff, type LockedMember, lockMember, readStanding, type Standing } from "./store.ts";

const noteName = "standing.json";

const standingSchema = z.object({
  banned: z.boolean(),
  suspended_until: z.coerce.date().nullable(),
  muted_until: z.coerce.date().nullable(),
});

/** For `applyStandings`, after the database was restored to an earlier moment (0070). */
export const recordStanding = defineJob({
  name: "record-standing",
  data: z.object({ id: z.uuid() }),
  keptSeconds: 60,
  async run({ db, files, clock }, { id }) {
    let noted: string | undefined;
    while (true) {
      // before the state is read, so that a later note never holds an earlier state
      const now = clock.now();
      const standing = await inTransaction(db, (trx) => readStanding(trx, id));
      const note = standing && JSON.stringify(standing);
      if (note === undefined || note === noted) return;
      // without the lock, which a slow store would hold; a state that changed meanwhile is noted in the next round
      await files.put(noteKey(id, now, noteName), Buffer.from(note), "application/json");
      noted = note;
    }
  },
});

type NotedStanding = { hash: string; at: Date; standing: Standing };

/** The last note about each member since a moment. */
export async function readStandings(files: Files, since: Date): Promise<NotedStanding[]> {
  const notes = await readLastNotes(files, since, noteName);
  return notes.map(({ hash, at, content }) => ({ hash, at, standing: standingSchema.parse(content) }));
}

async function isSame(member: LockedMember, { banned, suspended_until, muted_until }: Standing) {
  const until = (time: Date | null) => time?.getTime() ?? 0;
  return (
    banned === (await isBannedByStaff(member)) &&
    until(suspended_until) === until(member.suspended_until) &&
    until(muted_until) === until(member.muted_until)
  );
}

/** Lifts and adds statements as the note says, each without a ground, so that each can be objected to alone. */
async function amendStatements(member: LockedMember, { at, standing }: NotedStanding): Promise<void> {
  const sanctions = [
    { decision: "banned", is: standing.banned, until: null },
    { decision: "suspended", is: standing.suspended_until !== null, until: standing.suspended_until },
    { decision: "muted", is: standing.muted_until !== null, until: standing.muted_until },
  ];
  const inForce = await findInForce(member.db, member.id, at);
  for (const { decision, is, until } of sanctions) {
    // the note of a ban, or about a deleted account, does not say whether a suspension stands beside it
    if (decision === "suspended" && (standing.banned || member.status === "deleted")) continue;
    const ofKind = inForce.filter((one) => one.decision === decision);
    const end = until?.getTime() ?? 0;
    const lifted = ofKind.filter((one) => !is || (one.until?.getTime() ?? 0) > end);
    await markLifted(member.db, lifted, at);
    if (!is || ofKind.some((one) => (one.until?.getTime() ?? 0) === end)) continue;
    const statement = { site_id: member.site_id, member_id: member.id, decision_id: randomUUID(), side: "owner" };
    await insertStatement(member.db, { ...statement, decision, until, created_at: at });
  }
}

/** After a restore to an earlier moment; mails no statements, as their mails were sent. Returns how many changed. */
export async function applyStandings(db: Lockable<"accounts">, noted: readonly NotedStanding[]): Promise<number> {
  const idsByHash = await findByHashes(
    db,
    noted.map(({ hash }) => hash),
  );
  let changed = 0;
  for (const note of noted) {
    const { hash, at, standing } = note;
    const id = idsByHash.get(hash);
    const member = id === undefined ? undefined : await lockMember(db, id);
    if (!member || (await isSame(member, standing))) continue;
    await countAct(db, member.id);
    await amendStatements(member, note);
    await applyMeasures(member, at);
    if (standing.banned || standing.suspended_until) await endSessions({ db }, member.id);
    changed += 1;
  }
  return changed;
}
