import { createHash } from "node:crypto";
import { z } from "zod";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { endSessions } from "#server/features/auth/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { defineJob, defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Files } from "#server/ports/files/port.ts";
import { findByHashes, markDeleted, markRestored } from "./deletion-store.ts";

/** The folder of all notes; those of a day are removed together. */
const notesFolder = "departures/";

const hashOf = (memberId: string) => createHash("sha256").update(memberId).digest("hex");

/**
 * The key of a note about a member in the file store. What members and staff decided is noted outside of the database,
 * so that it can be repeated after the database was restored to an earlier moment (0070). The hash stands for the id,
 * which would outlive the erasing.
 */
export function noteKey(memberId: string, at: Date, name: string): string {
  return `${notesFolder}${dayOf(at)}/${hashOf(memberId)}/${at.getTime()}-${name}`;
}

type Note = { hash: string; at: Date; content: unknown };

/** The last note of a name about each member since a moment. Its content was stored as JSON. */
export async function readLastNotes(files: Files, since: Date, name: string): Promise<Note[]> {
  const lastOfMember = new Map<string, { key: string; at: Date }>();
  for await (const key of files.list(`${notesFolder}${dayOf(since)}/`)) {
    if (!key.startsWith(notesFolder)) break;
    const [, hash = "", time, noteName] = /^departures\/[\d-]+\/([0-9a-f]{64})\/(\d+)-(.+)$/.exec(key) ?? [];
    const at = new Date(Number(time));
    const other = lastOfMember.get(hash);
    if (noteName !== name || at <= since || (other && other.at > at)) continue;
    lastOfMember.set(hash, { key, at });
  }
  const notes: Note[] = [];
  for (const [hash, { key, at }] of lastOfMember) {
    const bytes = await files.get(key);
    if (bytes) notes.push({ hash, at, content: JSON.parse(String(bytes)) });
  }
  return notes;
}

/** A member deleted their account, or restored it; `hash` stands for the id, which would outlive the erasing. */
type Departure = { hash: string; kind: "deleted" | "restored"; at: Date };

/** Longer than a backup is kept: an older one is not restored. */
const keptDays = 60;
const keyForm = /^departures\/[\d-]+\/([0-9a-f]{64})\/(\d+)-(deleted|restored)\.txt$/;

/**
 * Notes in the file store that a member left or came back. After the database was restored to an earlier moment,
 * `applyDepartures` does it again, so that erased members stay erased (0070).
 */
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
  async run({ files, clock }) {
    const oldest = dayOf(new Date(clock.now().getTime() - keptDays * dayMs));
    const days = new Set<string>();
    for await (const key of files.list(notesFolder)) {
      const [folder = "", day = ""] = key.split("/");
      if (`${folder}/` !== notesFolder || day >= oldest) break;
      days.add(day);
    }
    for (const day of days) await files.remove(`${notesFolder}${day}/`);
  },
});

/** What members did since a moment; of several notes about a member the last one. */
export async function readDepartures(files: Files, since: Date): Promise<Departure[]> {
  const lastOfMember = new Map<string, Departure>();
  for await (const key of files.list(`${notesFolder}${dayOf(since)}/`)) {
    if (!key.startsWith(notesFolder)) break;
    const [, hash = "", time, kind] = keyForm.exec(key) ?? [];
    const at = new Date(Number(time));
    const other = lastOfMember.get(hash);
    if (hash === "" || at <= since || (other && other.at > at)) continue;
    lastOfMember.set(hash, { hash, kind: kind === "restored" ? "restored" : "deleted", at });
  }
  return [...lastOfMember.values()];
}

/**
 * Deletes and restores accounts again, as of the moments when their members did. The hourly job erases those whose 14
 * days are over. Returns how many accounts changed.
 */
export async function applyDepartures(db: Db, departures: readonly Departure[]): Promise<number> {
  const found = await findByHashes(
    db,
    departures.map(({ hash }) => hash),
  );
  let changed = 0;
  for (const { hash, kind, at } of departures) {
    const id = found.get(hash);
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
