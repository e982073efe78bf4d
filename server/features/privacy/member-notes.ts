import { createHash } from "node:crypto";
import { z } from "zod";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Trx, Unlocked } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { findByHashes, repeatDeparture } from "#server/features/account/index.ts";
import { lockMember, repeatStanding, standingOf, standingSchema } from "#server/features/moderation/index.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineJob, defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Files } from "#server/ports/files/port.ts";
import { consentsSchema, readConsents, repeatConsents } from "./repeat-consents.ts";

/**
 * Notes of members' states are outside of the database, so that what happened after a moment can be repeated when the
 * database is restored to it (0070). Those of a day are removed together.
 */
const notesFolder = "departures/";

/** Longer than a backup is kept: an older one is not restored. */
const keptDays = 60;

const hashOf = (memberId: string) => createHash("sha256").update(memberId).digest("hex");

/** A hash stands for the id, which would outlive the erasing. */
const keyOf = (memberId: string, at: Date) =>
  `${notesFolder}${dayOf(at)}/${hashOf(memberId)}/${at.getTime()}-state.json`;
const keyForm = /^departures\/[\d-]+\/([0-9a-f]{64})\/(\d+)-state\.json$/;

const stateSchema = z.object({
  deleted_at: z.coerce.date().nullable(),
  standing: standingSchema,
  consents: consentsSchema,
});
type State = z.output<typeof stateSchema>;

async function readState(db: Trx, memberId: string): Promise<State | undefined> {
  const member = await lockMember(db, memberId);
  const consents = member && (await readConsents(member.db, memberId));
  return consents && { deleted_at: member.deleted_at, standing: await standingOf(member), consents };
}

export const recordState = defineJob({
  name: "record-state",
  data: z.object({ id: z.uuid() }),
  keptSeconds: 60,
  async run({ db, files, clock }, { id }) {
    let noted: string | undefined;
    while (true) {
      // before the state is read, so that a later note never holds an earlier state
      const now = clock.now();
      const state = await inTransaction(db, (trx) => readState(trx, id));
      const note = state && JSON.stringify(state);
      if (note === undefined || note === noted) return;
      // without the lock, which a slow store would hold; a state that changed meanwhile is noted in the next round
      await files.put(keyOf(id, now), Buffer.from(note), "application/json");
      noted = note;
    }
  },
});

/** Deletes the notes of days whose backups are gone. */
export const purgeNotes = defineScheduledJob({
  name: "purge-member-notes",
  every: "53 3 * * *",
  async run(services) {
    const { files, clock } = services;
    const oldest = dayOf(new Date(clock.now().getTime() - keptDays * dayMs));
    const days = new Set<string>();
    for await (const key of files.list(notesFolder)) {
      const [folder = "", day = ""] = key.split("/");
      if (`${folder}/` !== notesFolder || day >= oldest) break;
      days.add(day);
    }
    const failure = { failure: "the notes of a day were not deleted", about: (day: string) => ({ day }) };
    await forEachRow(services, days, failure, (day) => files.remove(`${notesFolder}${day}/`));
  },
});

/** The last note about each member since a moment, by the hash of the member's id. */
async function readLastNotes(files: Files, since: Date) {
  const lastOfMember = new Map<string, { key: string; at: Date }>();
  for await (const key of files.list(`${notesFolder}${dayOf(since)}/`)) {
    if (!key.startsWith(notesFolder)) break;
    const [, hash, time] = keyForm.exec(key) ?? [];
    const at = new Date(Number(time));
    const other = hash === undefined ? undefined : lastOfMember.get(hash);
    if (hash === undefined || at <= since || (other && other.at > at)) continue;
    lastOfMember.set(hash, { key, at });
  }
  const notes = new Map<string, State & { at: Date }>();
  for (const [hash, { key, at }] of lastOfMember) {
    const bytes = await files.get(key);
    if (bytes) notes.set(hash, { ...stateSchema.parse(JSON.parse(String(bytes))), at });
  }
  return notes;
}

/** Repeats what members and staff did since the moment to which the database was restored. Returns how many changed. */
export async function repeatStates(db: Unlocked, files: Files, since: Date, now: Date) {
  const notes = await readLastNotes(files, since);
  return await inTransaction(db, async (trx) => {
    const idsByHash = await findByHashes(trx, [...notes.keys()]);
    const changed = { departures: 0, measures: 0, consents: 0 };
    for (const [hash, { at, deleted_at, standing, consents }] of notes) {
      const id = idsByHash.get(hash);
      if (id === undefined) continue;
      const hasLeft = await repeatDeparture(trx, id, deleted_at, since);
      if (await repeatStanding(trx, id, standing, at)) changed.measures += 1;
      // an account is neither deleted nor restored while a ban stands that was lifted since
      if (hasLeft || (await repeatDeparture(trx, id, deleted_at, since))) changed.departures += 1;
      if (await repeatConsents(trx, id, consents, now)) changed.consents += 1;
    }
    return changed;
  });
}
