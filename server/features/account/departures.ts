import { createHash } from "node:crypto";
import { z } from "zod";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Lockable } from "#server/db/locks.ts";
import { endSessions } from "#server/features/auth/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineJob, defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Files } from "#server/ports/files/port.ts";
import { findByHashes, markDeleted, markRestored } from "./deletion-store.ts";

/** The folder of all notes; those of a day are removed together. */
const notesFolder = "departures/";

const hashOf = (memberId: string) => createHash("sha256").update(memberId).digest("hex");

/**
 * The key of a note about a member. Notes are outside of the database, so that they can be repeated after it was
 * restored to an earlier moment (0070); a hash stands for the id, which would outlive the erasing.
 */
export function noteKey(memberId: string, at: Date, name: string): string {
  return `${notesFolder}${dayOf(at)}/${hashOf(memberId)}/${at.getTime()}-${name}`;
}

type Note = { hash: string; at: Date; content: unknown };

const noteForm = /^departures\/[\d-]+\/([0-9a-f]{64})\/(\d+)-(.+)$/;

/** Notes since a moment, by the hash of their member; of several with one of these names the last. */
async function findLastNotes(files: Files, since: Date, names: readonly string[]) {
  const lastOfMember = new Map<string, { key: string; at: Date; name: string }>();
  for await (const key of files.list(`${notesFolder}${dayOf(since)}/`)) {
    if (!key.startsWith(notesFolder)) break;
    const [, hash = "", time, name = ""] = noteForm.exec(key) ?? [];
    const at = new Date(Number(time));
    const other = lastOfMember.get(hash);
    if (!names.includes(name) || at <= since || (other && other.at > at)) continue;
    lastOfMember.set(hash, { key, at, name });
  }
  return lastOfMember;
}

/** The last note of a name about each member since a moment. Its content was stored as JSON. */
export async function readLastNotes(files: Files, since: Date, name: string): Promise<Note[]> {
  const notes: Note[] = [];
  for (const [hash, { key, at }] of await findLastNotes(files, since, [name])) {
    const bytes = await files.get(key);
    if (bytes) notes.push({ hash, at, content: JSON.parse(String(bytes)) });
  }
  return notes;
}

/** A member deleted their account, or restored it; `hash` stands for the id, which would outlive the erasing. */
type Departure = { hash: string; kind: "deleted" | "restored"; at: Date };

/** Longer than a backup is kept: an older one is not restored. */
const keptDays = 60;

/** Notes that a member left or came back; `applyDepartures` repeats it after a restore (0070). */
export const recordDeparture = defineJob({
  name: "record-departure",
  data: z.object({ id: z.uuid(), kind: z.enum(["deleted", "restored"]), at: z.iso.datetime() }),
  keptSeconds: 60,
  async run({ files }, { id, kind, at }) {
    await files.put(noteKey(id, new Date(at), `${kind}.txt`), Buffer.from(kind), "text/plain");
  },
});

/** Deletes the notes of days whose backups are gone, those about measures too. */
export const purgeDepartures = defineScheduledJob({
  name: "purge-departures",
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

export async function readDepartures(files: Files, since: Date): Promise<Departure[]> {
  const notes = await findLastNotes(files, since, ["deleted.txt", "restored.txt"]);
  return [...notes].map(([hash, { at, name }]) => ({
    hash,
    kind: name === "restored.txt" ? "restored" : "deleted",
    at,
  }));
}

/** Deletes and restores accounts again, as of the moments noted; returns how many changed. */
export async function applyDepartures(db: Lockable<"accounts">, departures: readonly Departure[]): Promise<number> {
  const idsByHash = await findByHashes(
    db,
    departures.map(({ hash }) => hash),
  );
  let changed = 0;
  for (const { hash, kind, at } of departures) {
    const id = idsByHash.get(hash);
    if (id === undefined) continue;
    const hasChanged =
      kind === "deleted"
        ? await markDeleted(db, id, { reason: undefined, comment: undefined, now: at })
        : await markRestored(db, id, at);
    if (!hasChanged) continue;
    await listProfile(db, id);
    if (kind === "deleted") await endSessions({ db }, id);
    changed += 1;
  }
  return changed;
}
